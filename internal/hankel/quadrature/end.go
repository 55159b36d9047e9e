package quadrature

import (
	"math/big"

	"krein/internal/hankel/closed"
	"krein/internal/hankel/endpoint"
	"krein/internal/kernel/formula"
)

// ender rewrites a formula in z as one in t, such that what is singular at z = R becomes analytic at t = 0: with
// z = R cos t, 0 ≤ t ≤ π/2,
//
//	arccos(z/R) = t, arcsin(z/R) = π/2 − t, arccos(2z²/R² − 1) = 2t,
//	(c(R²−z²))^p = (cR²)^p (sin t)^{2p}, (c(R−z))^p = (2cR)^p (sin t/2)^{2p},
//
// or with z = R(1−t^q), 0 ≤ t ≤ 1,
//
//	(c(R²−z²))^p = (cR²)^p t^{qp} (2−t^q)^p, (c(R−z))^p = (cR)^p t^{qp}.
type ender struct {
	r      closed.Num
	re     *formula.Expr
	q      int64 // 0 for the cosine
	arcs   bool  // an inverse cosine was met
	common int64 // common denominator of the exponents p met
}

// mostRoot bounds q.
const mostRoot = 24

// atEnd rewrites e for R = hi, with the cosine if q is 0; ok is false if that would change nothing at the end.
func atEnd(e, hi *formula.Expr) (f *formula.Expr, q int64, ok bool) {
	s, ok := closed.Normalise(hi)
	if !ok {
		return nil, 0, false
	}
	r, ok := s.Constant()
	if !ok || !r.Exact() || r.Sign() <= 0 {
		return nil, 0, false
	}
	a := ender{r: r, re: hi, common: 1}
	f = e.Replace(a.special)
	switch {
	case !a.arcs && a.common == 1:
		return nil, 0, false
	case a.arcs || a.common == 2 || a.common > mostRoot:
		return f, 0, true
	}
	b := ender{r: r, re: hi, q: a.common, common: 1}
	return e.Replace(b.special), b.q, true
}

// special rewrites what is singular at R, and z itself; it is nil for what takes its parts as they come.
func (a *ender) special(e *formula.Expr) (f *formula.Expr) {
	args := e.Args()
	switch e.Op() {
	case formula.OpVar:
		if a.q != 0 {
			return formula.Apply(formula.OpMul, a.re, formula.Apply(formula.OpSub, formula.Int(1), a.root()))
		}
		return formula.Apply(formula.OpMul, a.re, formula.Apply(formula.OpCos, e))
	case formula.OpAcos, formula.OpAsin:
		if a.q == 0 {
			f = endpoint.Arc(args[0], a.r)
		}
		a.arcs = a.arcs || f != nil
		if f != nil && e.Op() == formula.OpAsin {
			f = formula.Apply(formula.OpSub, formula.Apply(formula.OpDiv, formula.Pi(), formula.Int(2)), f)
		}
	case formula.OpSqrt:
		f = a.power(args[0], big.NewRat(1, 2))
	case formula.OpPow:
		if p := args[1].Num(); p != nil && !p.IsInt() {
			f = a.power(args[0], p)
		}
	}
	return f
}

// root returns t^q.
func (a *ender) root() *formula.Expr {
	return formula.Apply(formula.OpPow, formula.Variable(), formula.Int(a.q))
}

// power returns e^p in t.
func (a *ender) power(e *formula.Expr, p *big.Rat) *formula.Expr {
	c, ok := endpoint.Coefficients(e, a.r)
	if !ok || c[0].Sign() <= 0 || !p.Denom().IsInt64() {
		return nil
	}
	square, linear := c[1].IsZero() && c[2].Same(c[0].Neg()), c[2].IsZero() && c[1].Same(c[0].Neg())
	if !square && !linear {
		return nil
	}
	if d := p.Denom().Int64(); d > mostRoot {
		a.common = mostRoot + 1
	} else {
		a.common *= d / new(big.Int).GCD(nil, nil, big.NewInt(d), big.NewInt(a.common)).Int64()
	}
	times := func(e, f *formula.Expr) *formula.Expr { return formula.Apply(formula.OpMul, e, f) }
	pow := func(e *formula.Expr, p *big.Rat) *formula.Expr {
		if p.Cmp(big.NewRat(1, 1)) == 0 {
			return e
		}
		return formula.Apply(formula.OpPow, e, formula.Rational(p))
	}
	c0, t := c[0], formula.Variable()
	if a.q == 0 && linear {
		c0 = c0.Mul(closed.IntNum(2))
	}
	scale, ok := c0.Pow(closed.RatNum(p)).Expr()
	switch {
	case !ok:
		return nil
	case a.q != 0 && linear:
		return times(scale, pow(t, new(big.Rat).Mul(p, big.NewRat(a.q, 1))))
	case a.q != 0:
		rest := formula.Apply(formula.OpSub, formula.Int(2), a.root())
		return times(times(scale, pow(t, new(big.Rat).Mul(p, big.NewRat(a.q, 1)))), pow(rest, p))
	case linear:
		t = formula.Apply(formula.OpDiv, t, formula.Int(2))
	}
	return times(scale, pow(formula.Apply(formula.OpSin, t), new(big.Rat).Add(p, p)))
}
