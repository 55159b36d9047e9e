package view

import (
	"fmt"
	"math"
	"math/big"

	"krein/internal/kernel/numeric"
)

// Local is the behaviour of the kernel at 0 and at its singular points b > 0.
type Local struct {
	Origin Origin
	Points []numeric.Singularity // at b > 0
	// worst is the least exponent that counts over all points, nil if none was found;
	// then every counting exponent is at least beyond (nil: there is none at all).
	worst  *numeric.Singularity
	beyond *big.Rat
}

// Origin is the one-sided expansion at 0.
type Origin struct{ numeric.Expansion }

// Local analyses the kernel at its singular points, far enough to decide finite mass.
func (f *View) Local() (*Local, error) {
	if !f.localDone {
		f.localDone = true
		f.localErr = f.expand(&f.localFacts)
	}
	return &f.localFacts, f.localErr
}

// OriginOrder is the length of the expansion at 0: a cusp of a higher exponent is not seen.
const OriginOrder = 8

// orders are the lengths of the expansions at b > 0 that are tried; the longest suffices for
// dimension 784, but nearly always the first does.
func (f *View) orders() []int {
	need := f.Dim/2 + 2
	if need <= 8 {
		return []int{8}
	}
	return []int{8, min(need, 400)}
}

func (f *View) expand(l *Local) error {
	e, err := numeric.ExpandAt(f.K, 0, true, OriginOrder)
	if err != nil {
		return fmt.Errorf("no expansion at z = 0: %w", err)
	}
	l.Origin = Origin{e}
	for _, order := range f.orders() {
		l.Points, l.worst, l.beyond = nil, nil, nil
		at, err := numeric.Singularities(f.K, order)
		if err != nil {
			return err
		}
		for i := range at {
			s := &at[i]
			if s.At.Value <= 0 || s.Exponent == nil && s.Order == nil {
				continue
			}
			l.Points = append(l.Points, *s)
			switch {
			case s.Exponent == nil:
				if l.beyond == nil || s.Order.Cmp(l.beyond) < 0 {
					l.beyond = s.Order
				}
			case l.worst == nil || s.Exponent.Cmp(l.worst.Exponent) < 0 ||
				s.Exponent.Cmp(l.worst.Exponent) == 0 && s.LogPow > l.worst.LogPow:
				l.worst = s
			}
		}
		if l.worst != nil || l.beyond == nil || l.beyond.Cmp(f.Half()) > 0 {
			break
		}
	}
	return nil
}

// limit returns the limit at 0 if it is finite.
func (o Origin) limit() (float64, bool) {
	var lim float64
	for _, t := range o.Terms {
		switch s := t.Exp.Sign(); {
		case t.Coef == 0:
		case s < 0 || s == 0 && t.LogPow > 0:
			return math.NaN(), false
		case s == 0:
			lim = t.Coef
		}
	}
	return lim, true
}

// Cusp returns the term of least exponent that is not an even power, nil if none is known.
// It gives the density its tail ω^(−1−exp).
func (o Origin) Cusp() *numeric.Term {
	return o.Least(func(t *numeric.Term) bool {
		return t.LogPow > 0 || !t.Exp.IsInt() || t.Exp.Num().Bit(0) == 1
	})
}

// Least returns the wanted term of least positive exponent, nil if there is none.
func (o Origin) Least(want func(*numeric.Term) bool) *numeric.Term {
	var best *numeric.Term
	for i := range o.Terms {
		t := &o.Terms[i]
		if t.Exp.Sign() <= 0 || t.Coef == 0 || !want(t) {
			continue
		}
		if best == nil || t.Exp.Cmp(best.Exp) < 0 || t.Exp.Cmp(best.Exp) == 0 && t.LogPow > best.LogPow {
			best = t
		}
	}
	return best
}
