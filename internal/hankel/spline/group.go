package spline

import (
	"math/big"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/sign"
)

// A Spline is its own group of the reduced density I (sign.Own). It has no Taylor coefficients on an interval with a knot.
var _ sign.Own = (*Spline)(nil)

// Nonnegative implements sign.Own.
func (s *Spline) Nonnegative() bool { return s.nonnegative }

// cell returns the cell that holds [lo, hi] in t, nil if it is 0 there; ok is false if neither is known.
func (s *Spline) cell(lo, hi *ball.Real, prec uint) (c *Cell, ok bool) {
	var a, b ball.Real
	for i := range s.Cells {
		c := &s.Cells[i]
		a.Sqr(c.Lo.Ball(&a, prec), prec)
		b.Sqr(c.Hi.Ball(&b, prec), prec)
		if a.LessEq(lo) == ball.True && hi.LessEq(&b) == ball.True {
			return c, true
		}
	}
	return nil, b.LessEq(lo) == ball.True
}

// Smooth reports whether Signer.Taylor has coefficients on the interval [lo, hi] in t, lo > 0.
func (s *Spline) Smooth(lo, hi float64, prec uint) bool {
	t0, rho := sign.Middle(lo, hi)
	_, ok := s.around(t0, rho, prec)
	return ok
}

// around is cell for |t−t0| ≤ ρ.
func (s *Spline) around(t0 *ball.Real, rho ball.Mag, prec uint) (c *Cell, ok bool) {
	var lo, hi, r ball.Real
	r.SetMag(rho)
	lo.Sub(t0, &r, prec)
	hi.Add(t0, &r, prec)
	if lo.Positive() != ball.True {
		return nil, false
	}
	return s.cell(&lo, &hi, prec)
}

// scale sets f to Γ(d/2)² 2^{d−2}, by which I = ω^{1−d} m.
func (s *Spline) scale(f *ball.Real, prec uint) {
	density.Prefactor(f, ball.NewReal(1), s.Dim, prec)
	f.Inv(f, prec)
}

// power returns the power of ω in I that is ω^j in m.
func (s *Spline) power(j int) int { return j + 1 - s.Dim }

// Taylor implements sign.Group.
func (s *Spline) Taylor(c []ball.Real, t0 *ball.Real, rho ball.Mag, prec uint) {
	var f, a ball.Real
	cell, ok := s.around(t0, rho, prec)
	for i := range c {
		if c[i].SetInt64(0); !ok {
			c[i].SetIndeterminate()
		}
	}
	if cell == nil {
		return
	}
	s.scale(&f, prec)
	sign.TaylorByJets(func(sum *ball.RealSeries, t *ball.Real, n int, prec uint) {
		var x, p ball.RealSeries
		x.SetVar(t, n)
		sum.SetConst(ball.NewReal(0), n)
		for j := range cell.P {
			if cell.P[j].IsZero() {
				continue
			}
			p.PowRat(&x, big.NewRat(int64(s.power(j)), 2), prec)
			cell.P[j].Ball(&a, prec)
			a.Mul(&a, &f, prec)
			p.MulScalar(&p, &a, prec)
			sum.Add(sum, &p, prec)
		}
	}, c, t0, rho, prec)
}

// Origin implements sign.Group: nothing of it is needed, since NearZero knows all.
func (*Spline) Origin(int) (closed.Num, bool) { return closed.Num{}, false }

// NearZero implements sign.Group: up to the first knot.
func (s *Spline) NearZero(h *ball.Real, prec uint) ([]sign.EndTerm, bool) {
	var b, f ball.Real
	first := &s.Cells[0]
	if h.LessEq(first.Hi.Ball(&b, prec)) != ball.True {
		return nil, false
	}
	s.scale(&f, prec)
	out := []sign.EndTerm{}
	for j := range first.P {
		if first.P[j].IsZero() {
			continue
		}
		t := sign.EndTerm{Power: closed.IntNum(int64(s.power(j))), Alpha: closed.IntNum(0), Rate: closed.IntNum(0)}
		first.P[j].Ball(&t.Coef, prec)
		t.Coef.Mul(&t.Coef, &f, prec)
		out = append(out, t)
	}
	return out, true
}

// NearInfinity implements sign.Group: it is 0 beyond the last knot, which a term says.
func (s *Spline) NearInfinity(w *ball.Real, prec uint) ([]sign.EndTerm, bool) {
	var b ball.Real
	if s.Last().Ball(&b, prec).LessEq(w) != ball.True {
		return nil, false
	}
	return []sign.EndTerm{{Power: closed.IntNum(int64(-s.Dim - 2)), Alpha: closed.IntNum(0), Rate: closed.IntNum(0)}}, true
}
