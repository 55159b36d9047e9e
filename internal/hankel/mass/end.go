package mass

import (
	"math"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/sign"
)

// SizeAtZero estimates the size of the parts of the kernel; it chooses, and proves nothing.
func SizeAtZero(p *density.Density) float64 {
	size := 0.0
	for _, q := range p.Parts() {
		var n closed.Num
		if w, ok := q.(*density.PowersPart); ok {
			n, _ = powersAtZero(w)
		} else {
			n, _ = closedAtZero(q)
		}
		size += math.Abs(n.Float64())
	}
	if size == 0 || math.IsInf(size, 0) || math.IsNaN(size) {
		return 1
	}
	return size
}

// Range is where the panels are, and what is known beyond.
type Range struct {
	From, To float64 // in t
	Before   ball.Mag
	Sign     int // beyond SignFrom, which is at most to; 0 if it is not known
	SignFrom float64
	Terms    []sign.EndTerm // beyond to
	Waves    *Tail
}

// Method tells how the mass beyond to is known.
func (g *Range) Method() Method {
	switch {
	case g.Waves != nil:
		return ByWaves
	case g.Sign != 0:
		return ByOneSidedTail
	}
	return ByBoundedTail
}

// Finish adds up the panels and what is known beyond, and applies the Jordan identity.
func (s *MassSigner) Finish(m *Masses, plus, minus, k0 *ball.Real, panels []*Panel, g *Range) error {
	a := s.collect(panels)
	m.InPanels = [2]*ball.Real{new(ball.Real).Set(&a[0]), new(ball.Real).Set(&a[1])}
	known := s.addEnds(a, g)
	if g.Sign != 0 && s.oneSign(panels, g) {
		a[(1+g.Sign)/2].SetInt64(0) // the other part is nothing
	}
	plus.Set(&a[0])
	minus.Set(&a[1])
	m.Method = g.Method()
	if !known {
		return Errorf("no bound of the mass beyond ω = %.4g was found", math.Sqrt(g.To))
	}
	if g.Sign != 0 {
		// what is known of the part with the tail is that up to it
		var rest ball.Real
		same, other := plus, minus
		if g.Sign < 0 {
			same, other = minus, plus
			rest.Sub(other, k0, s.Prec)
		} else {
			rest.Add(other, k0, s.Prec)
		}
		if rest.Less(same) == ball.True {
			return Errorf("internal contradiction: %v up to ω = %.4g is more than %v, which follows from k(0) = %v", same,
				math.Sqrt(g.To), &rest, k0)
		}
		same.Set(&rest)
	} else {
		var p, q ball.Real
		p.Add(minus, k0, s.Prec)
		q.Sub(plus, k0, s.Prec)
		if !p.Intersect(&p, plus, s.Prec) || !q.Intersect(&q, minus, s.Prec) {
			return Errorf("internal contradiction: the difference of %v and %v is not k(0) = %v", plus, minus, k0)
		}
		plus.Set(&p)
		minus.Set(&q)
	}
	return nil
}

// oneSign reports whether the density has the sign of its tail everywhere.
func (s *MassSigner) oneSign(panels []*Panel, g *Range) bool {
	for _, p := range panels {
		if p.Below != g.Sign || p.Above != g.Sign {
			return false
		}
	}
	return s.AtZero(g.From) == g.Sign
}

// addEnds adds what lies outside the panels, but not the mass of a tail of one sign; ok tells whether there is a bound.
func (s *MassSigner) addEnds(a *jordanParts, g *Range) (ok bool) {
	a.addBound(g.Before, s.Prec)
	switch {
	case g.Waves != nil:
		for i := range 2 {
			a[i].Add(&a[i], &g.Waves.value[i], s.Prec)
		}
		return true
	case g.Sign != 0:
		return true
	}
	var w ball.Real
	_, bound, ok := s.Beyond(g.Terms, w.Sqrt(ball.NewReal(g.To), s.Prec))
	if ok {
		a.addBound(bound, s.Prec)
	}
	return ok
}
