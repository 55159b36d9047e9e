package sampler

import (
	"errors"
	"fmt"
	"math"
)

// mostCoefs bounds the length of polynomials in laws that are read.
const mostCoefs = 64

// Check prepares a law that was read for drawing, and returns what is wrong with its numbers: after it, Quantile gives
// finite frequencies ≥ 0, whatever the law is of.
func (l *Law) Check() error {
	if !(l.Mass > 0 && l.Mass < 1e300) || !(l.Distance >= 0 && l.Distance < 1e300) {
		return fmt.Errorf("mass %v, distance %v", l.Mass, l.Distance)
	}
	if len(l.Atoms)+len(l.Panels) == 0 {
		return errors.New("neither atoms nor panels")
	}
	for i, a := range l.Atoms {
		if !(a.Omega >= 0 && a.Omega < 1e100) || !(a.Mass > 0 && a.Mass < 1e300) || !(math.Abs(a.Phase) <= 4) {
			return fmt.Errorf("atom %d: %v", i, a)
		}
	}
	last := 0.0
	for i := range l.Panels {
		p := &l.Panels[i]
		if err := p.check(); err != nil {
			return fmt.Errorf("panel %d: %w", i, err)
		}
		lo, hi := p.omega(p.Lo), p.omega(p.Hi)
		if p.Inverse {
			lo, hi = hi, lo
		}
		if lo < last*(1-1e-12) {
			return fmt.Errorf("panel %d is not beyond the one before", i)
		}
		last = hi
	}
	l.sum()
	if all := l.sums[len(l.sums)-1]; !(math.Abs(all-l.Mass) <= 1e-9*l.Mass) {
		return fmt.Errorf("the mass %v is not that of the atoms and panels, %v", l.Mass, all)
	}
	return nil
}

func (q *Panel) check() error { // one function: one condition after another.
	finite := func(v float64) bool { return math.Abs(v) < 1e200 }
	switch {
	case !(q.Half > 1e-100 && finite(q.Half)) || !(q.Mid >= q.Half && finite(q.Mid)):
		return fmt.Errorf("middle %v, half width %v", q.Mid, q.Half)
	case !(q.Lo >= -1 && q.Lo < q.Hi && q.Hi <= 1):
		return fmt.Errorf("from %v to %v", q.Lo, q.Hi)
	case len(q.Coef) > mostCoefs || len(q.Re) > mostCoefs || len(q.Im) > mostCoefs || len(q.Coef) == 0:
		return fmt.Errorf("%d, %d and %d coefficients", len(q.Coef), len(q.Re), len(q.Im))
	case !(math.Abs(q.Phase) <= 4) || q.Phase != 0 && (q.Re != nil || q.Im != nil):
		return fmt.Errorf("phase %v", q.Phase)
	}
	for _, c := range [][]float64{q.Coef, q.Re, q.Im} {
		for k, v := range c {
			if !finite(v) {
				return fmt.Errorf("coefficient %d: %v", k, v)
			}
		}
	}
	return nil
}

// Phased reports whether the phase is ±theta everywhere.
func (l *Law) Phased(theta float64) bool {
	for _, a := range l.Atoms {
		if math.Abs(a.Phase) != theta {
			return false
		}
	}
	for i := range l.Panels {
		if p := &l.Panels[i]; p.Re != nil || p.Im != nil || math.Abs(p.Phase) != theta {
			return false
		}
	}
	return true
}
