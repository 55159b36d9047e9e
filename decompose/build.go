package decompose

import (
	"context"
	"fmt"
	"math"

	"krein/internal/budget"
	"krein/internal/decompose/segment"
	"krein/internal/hankel/profile"
)

// endProbability is where tables end and the laws of the tails begin, unless the law of the part begins sooner.
const endProbability = 1e-18

// maxSegments bounds the size of one side of a table.
const maxSegments = 1 << 20

// newTable tabulates the inverse distribution function of a law to the tolerance: the interpolation error of F is about
// tol at most, and 1000 tol relative to min(F, 1−F) where rounding permits. tol = 0 means 1e-10. Twice the error
// measured after all is InterpolationError, and twice the distance in total variation is returned; nothing is proved.
// The meter of ctx counts the work. It panics if the law is nil or has no mass.
func newTable(ctx context.Context, l *profile.Law, tol float64) (t *Table, variation float64, err error) {
	if l == nil || !(l.Mass() > 0) {
		panic("table: a distribution without mass")
	}
	if tol, err = tolerance(tol); err != nil {
		return nil, 0, err
	}
	b := tableBuilder{ctx: ctx, l: l, tol: tol, mass: l.Mass()}
	b.median()
	t = &Table{}
	for _, upper := range []bool{false, true} {
		s := &t.lower
		if upper {
			s = &t.upper
		}
		if err := b.side(s, upper); err != nil {
			return nil, 0, err
		}
		s.index()
		worst, moved := b.measure(s, upper)
		t.err = max(t.err, unseen*worst)
		variation += unseen * moved
	}
	return t, variation, nil
}

// defaultTolerance is that of tables.
const defaultTolerance = 1e-10

// tolerance returns tol, or the default for 0 and less.
func tolerance(tol float64) (float64, error) {
	if tol <= 0 {
		return defaultTolerance, nil
	}
	if tol < 1e-13 {
		return 0, fmt.Errorf("table: tolerance %g is below what float64 tables reach; use at least 1e-13", tol)
	}
	return tol, nil
}

// unseen is what an error may be of the largest that measure sees: it looks at three points for every
// extremum that the error of a polynomial of degree 7 has on a segment, between which a sine is 1.16 times
// as large at most; and the extrema of a segment differ.
const unseen = 2

type tableBuilder struct {
	ctx  context.Context
	l    *profile.Law
	mass float64
	tol  float64

	middle int     // the piece with the median
	at     float64 // the median
}

// median finds where half the mass lies below.
func (b *tableBuilder) median() {
	ps := b.l.Pieces()
	half := b.mass / 2
	b.middle = len(ps) - 1
	for i := range ps {
		if ps[i].Below+ps[i].Mass >= half {
			b.middle = i
			break
		}
	}
	p := &ps[b.middle]
	lo, hi := p.Lo, p.Hi
	for range 100 {
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi {
			break
		}
		if p.Below+b.l.Within(b.middle, mid) < half {
			lo = mid
		} else {
			hi = mid
		}
	}
	b.at = lo
	if p.Lo == p.Hi {
		b.at = p.Lo
	}
}

// probability returns the side's probability at ω in piece i.
func (b *tableBuilder) probability(i int, omega float64, upper bool) float64 {
	p := &b.l.Pieces()[i]
	w := b.l.Within(i, omega)
	if upper {
		return min((p.Above+(p.Mass-w))/b.mass, 0.5)
	}
	return min((p.Below+w)/b.mass, 0.5)
}

// side fills one side, from the outside to the median.
func (b *tableBuilder) side(s *side, upper bool) error {
	ps := b.l.Pieces()
	inward := make([]int, 0, len(ps))
	if upper {
		for i := len(ps) - 1; i >= b.middle; i-- {
			inward = append(inward, i)
		}
	} else {
		for i := 0; i <= b.middle; i++ {
			inward = append(inward, i)
		}
	}
	for _, i := range inward {
		p := &ps[i]
		from, to := p.Lo, p.Hi
		outer, inner := p.Below/b.mass, (p.Below+p.Mass)/b.mass
		if upper {
			from, to = to, from
			outer, inner = p.Above/b.mass, (p.Above+p.Mass)/b.mass
		}
		if i == b.middle {
			to, inner = b.at, 0.5
		}
		outer = min(outer, 0.5)
		if inner = min(inner, 0.5); len(s.kinds) == 0 {
			if inner <= endProbability && i != b.middle {
				continue // within the tail
			}
			if b.outermost(s, i, from, outer, upper) && i != b.middle {
				s.add(segment.Regular, b.fitted(segment.Regular, i, from, to), inner)
				continue
			}
			outer = s.edges[0]
		}
		if inner <= outer {
			continue
		}
		if p.Lo == p.Hi {
			s.atom(p.Lo, inner)
		} else if err := b.divide(s, i, from, to, outer, inner, upper, 0); err != nil {
			return err
		}
	}
	if n := len(s.edges); n < 2 {
		return fmt.Errorf("decompose: half of the mass of a part lies beyond ω = %g, where the density is known by its "+
			"tail distribution only: the tail is too heavy to tabulate", b.at)
	}
	s.edges[len(s.edges)-1] = 0.5
	return nil
}

// outermost starts a side at the outer end of piece i and chooses its tail. It reports whether the probability p beyond is
// in no tail since no floats are there: piece i has it, too, as one segment, so that it does not become an atom, a single wave.
func (b *tableBuilder) outermost(s *side, i int, at, p float64, upper bool) (cut bool) {
	s.tail = tail{Kind: tailNone}
	last := len(b.l.Pieces()) - 1
	switch {
	case upper && i == last:
		if u := b.l.Upper(); u.Kind != profile.UpperNone && p > 0 {
			s.tail = upperTail(u)
		}
	case !upper && i == 0:
		if low := b.l.Lower(); low.Mass > 0 {
			s.tail = tail{Kind: tailPower, Exponent: low.Exponent + 1}
		}
	case p > 0:
		// Pieces further out hold hardly any mass: continue with the slope at the node.
		f := b.l.DensityIn(i, at) / b.mass
		if e := at * f / p; e > 0 && !math.IsInf(e, 0) {
			switch {
			case !upper:
				s.tail = tail{Kind: tailPower, Exponent: e}
			case b.l.Upper().Kind == profile.UpperPower:
				s.tail = tail{Kind: tailPower, Exponent: -e}
			default:
				s.tail = tail{Kind: tailExponential, Rate: f / p}
			}
		}
	}
	s.tail.At = at
	// Radii are floats: a tail that would overflow is cut off, and measure sees it.
	if upper && s.tail.Kind == tailPower && math.Log2(at)-64/s.tail.Exponent > 1000 {
		s.tail, cut = tail{Kind: tailNone, At: at}, true
	}
	if s.tail.Kind == tailNone {
		p = 0
	}
	s.edges = append(s.edges, p)
	return cut
}

// fitted returns the segment of piece i between two frequencies.
func (b *tableBuilder) fitted(kind segment.Kind, i int, from, to float64) [segment.Order]float64 {
	start := b.l.Within(i, from)
	all := b.l.Within(i, to) - start
	return segment.Fit(kind, from, func(y float64) float64 {
		return (to - from) * segment.Solve(func(x float64) (v, slope float64) {
			omega := from + (to-from)*x
			return (b.l.Within(i, omega) - start) / all, b.l.DensityIn(i, omega) * (to - from) / all
		}, y)
	})
}

const (
	maxDepth = 40
	// segmentUnits is what a segment costs, in units of budget.Meter.
	segmentUnits = 200
	// vanishing is the density at an end, in units of the mean of a segment, below which
	// the density may well vanish there.
	vanishing = 0.05
)

// divide adds segments for piece i from `from` to `to`, halving until they are exact enough.
func (b *tableBuilder) divide(s *side, i int, from, to, p0, p1 float64, upper bool, depth int) error {
	if p1 <= p0 {
		return nil
	}
	if budget.Of(b.ctx).Spend(segmentUnits); b.ctx.Err() != nil {
		return b.ctx.Err()
	}
	mid := from + (to-from)/2
	floor := b.l.Pieces()[i].Err / b.mass
	mean := (p1 - p0) * b.mass / math.Abs(to-from)
	var c [segment.Order]float64
	kind, good := segment.Regular, false
	for _, k := range []segment.Kind{segment.Regular, segment.RootOuter, segment.RootInner} {
		if k == segment.RootOuter && b.l.DensityIn(i, from) > vanishing*mean || k == segment.RootInner &&
			b.l.DensityIn(i, to) > vanishing*mean {
			continue
		}
		c, kind, good = b.fitted(k, i, from, to), k, true
		if p1-p0 <= 1e-20 || depth >= maxDepth || mid == from || mid == to { // or there is no float64 between
			break
		}
		last := from
		for j := 0; j+1 < len(segment.Nodes) && good; j++ {
			w := (segment.Nodes[j] + segment.Nodes[j+1]) / 2
			if k == segment.RootInner {
				w = (segment.Nodes[segment.Order-1-j] + segment.Nodes[segment.Order-2-j]) / 2
			}
			omega := segment.Value(&c, w)
			p := b.probability(i, omega, upper)
			good = math.Abs(p0+(p1-p0)*k.Share(w)-p) <= 0.5*min(b.tol, 1e3*b.tol*p)+floor && (omega-last)*(to-from) >= 0
			last = omega
		}
		if good {
			break
		}
	}
	if good {
		if len(s.kinds) >= maxSegments {
			return fmt.Errorf("decompose: table exceeds %d segments; use a larger tolerance than %g", maxSegments, b.tol)
		}
		s.add(kind, c, p1)
		return nil
	}
	pm := min(max(b.probability(i, mid, upper), p0), p1)
	if err := b.divide(s, i, from, mid, p0, pm, upper, depth+1); err != nil {
		return err
	}
	return b.divide(s, i, mid, to, pm, p1, upper, depth+1)
}

// measure returns the largest |F(Q(p)) − p| of a side over many p, and half of the
// variation of the difference, which is its share of the distance in total variation.
func (b *tableBuilder) measure(s *side, upper bool) (worst, moved float64) {
	law := b.l.Below
	if upper {
		law = b.l.Above
	}
	last := 0.0
	see := func(p float64) {
		omega := s.quantile(p)
		q := law(omega) / b.mass
		// At an atom F jumps over p.
		jump := law(math.Nextafter(omega, 0)) / b.mass
		off := 0.0
		if !(min(q, jump) <= p && p <= max(q, jump)) {
			off = q - p
			if math.Abs(jump-p) < math.Abs(off) {
				off = jump - p
			}
		}
		worst = max(worst, math.Abs(off))
		moved += math.Abs(off-last) / 2
		last = off
	}
	for p := 1e-24; p < s.edges[0]; p *= 1.25 {
		see(p)
	}
	for i := range s.kinds {
		const n = 24
		for j := range n {
			see(s.edges[i] + (s.edges[i+1]-s.edges[i])*(float64(j)+0.5)/n)
		}
	}
	return worst, moved + math.Abs(last)/2
}
