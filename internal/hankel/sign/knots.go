package sign

import (
	"math/big"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
)

// SplineGroup is I for a density that is a polynomial in ω between knots. It has no Taylor coefficients on an interval
// with a knot.
type SplineGroup struct{ *closed.Spline }

// cell returns the cell that holds [lo, hi] in t, nil if it is 0 there; ok is false if neither is known.
func (g *SplineGroup) cell(lo, hi *ball.Real, prec uint) (c *closed.SplineCell, ok bool) {
	var a, b ball.Real
	for i := range g.Cells {
		c := &g.Cells[i]
		a.Sqr(c.Lo.Ball(&a, prec), prec)
		b.Sqr(c.Hi.Ball(&b, prec), prec)
		if a.LessEq(lo) == ball.True && hi.LessEq(&b) == ball.True {
			return c, true
		}
	}
	return nil, b.LessEq(lo) == ball.True
}

// Smooth reports whether Signer.Taylor has coefficients on the interval [lo, hi] in t, lo > 0.
func (g *SplineGroup) Smooth(lo, hi float64, prec uint) bool {
	t0, rho := middle(lo, hi)
	_, ok := g.around(t0, rho, prec)
	return ok
}

// around is cell for |t−t0| ≤ ρ.
func (g *SplineGroup) around(t0 *ball.Real, rho ball.Mag, prec uint) (c *closed.SplineCell, ok bool) {
	var lo, hi, r ball.Real
	r.SetMag(rho)
	lo.Sub(t0, &r, prec)
	hi.Add(t0, &r, prec)
	if lo.Positive() != ball.True {
		return nil, false
	}
	return g.cell(&lo, &hi, prec)
}

// scale sets f to Γ(d/2)² 2^{d−2}, by which I = ω^{1−d} m.
func (g *SplineGroup) scale(f *ball.Real, prec uint) {
	density.Prefactor(f, ball.NewReal(1), g.Dim, prec)
	f.Inv(f, prec)
}

// power returns the power of ω in I that is ω^j in m.
func (g *SplineGroup) power(j int) int { return j + 1 - g.Dim }

// Taylor implements Group.
func (g *SplineGroup) Taylor(c []ball.Real, t0 *ball.Real, rho ball.Mag, prec uint) {
	var f, a ball.Real
	cell, ok := g.around(t0, rho, prec)
	for i := range c {
		if c[i].SetInt64(0); !ok {
			c[i].SetIndeterminate()
		}
	}
	if cell == nil {
		return
	}
	g.scale(&f, prec)
	TaylorByJets(func(s *ball.RealSeries, t *ball.Real, n int, prec uint) {
		var x, p ball.RealSeries
		x.SetVar(t, n)
		s.SetConst(ball.NewReal(0), n)
		for j := range cell.P {
			if cell.P[j].IsZero() {
				continue
			}
			p.PowRat(&x, big.NewRat(int64(g.power(j)), 2), prec)
			cell.P[j].Ball(&a, prec)
			a.Mul(&a, &f, prec)
			p.MulScalar(&p, &a, prec)
			s.Add(s, &p, prec)
		}
	}, c, t0, rho, prec)
}

// Origin implements Group: nothing of it is needed, since NearZero knows all.
func (*SplineGroup) Origin(int) (closed.Num, bool) { return closed.Num{}, false }

// NearZero implements Group: up to the first knot.
func (g *SplineGroup) NearZero(h *ball.Real, prec uint) ([]EndTerm, bool) {
	var b, f ball.Real
	first := &g.Cells[0]
	if h.LessEq(first.Hi.Ball(&b, prec)) != ball.True {
		return nil, false
	}
	g.scale(&f, prec)
	out := []EndTerm{}
	for j := range first.P {
		if first.P[j].IsZero() {
			continue
		}
		t := EndTerm{Power: closed.IntNum(int64(g.power(j))), Alpha: closed.IntNum(0), Rate: closed.IntNum(0)}
		first.P[j].Ball(&t.Coef, prec)
		t.Coef.Mul(&t.Coef, &f, prec)
		out = append(out, t)
	}
	return out, true
}

// NearInfinity implements Group: it is 0 beyond the last knot, which a term says.
func (g *SplineGroup) NearInfinity(w *ball.Real, prec uint) ([]EndTerm, bool) {
	var b ball.Real
	if g.Last().Ball(&b, prec).LessEq(w) != ball.True {
		return nil, false
	}
	return []EndTerm{{Power: closed.IntNum(int64(-g.Dim - 2)), Alpha: closed.IntNum(0), Rate: closed.IntNum(0)}}, true
}
