// Package endpoint substitutes in formulas on (0, R) such that what is singular at R becomes analytic.
package endpoint

import (
	"math/big"

	"krein/internal/hankel/closed"
	"krein/internal/kernel/formula"
)

// InSine rewrites a formula on (0, R), R = hi, for z = R√(1−t²), 0 < t < 1: arccos(z/R) = arcsin t, (c(R²−z²))^{n/2} =
// (cR²)^{n/2}tⁿ; ok is false if something of it would not be a power series in t.
func InSine(e, hi *formula.Expr) (f *formula.Expr, ok bool) {
	s, ok := closed.Normalise(hi)
	if !ok {
		return nil, false
	}
	r, ok := s.Constant()
	if !ok || !r.Exact() || r.Sign() <= 0 {
		return nil, false
	}
	a := siner{r: r, re: hi}
	f = e.Replace(func(e *formula.Expr) *formula.Expr {
		f, ok := a.special(e)
		if a.stuck = a.stuck || !ok; a.stuck {
			return e // whatever: it is of no use
		}
		return f
	})
	return f, !a.stuck
}

type siner struct {
	r     closed.Num
	re    *formula.Expr
	stuck bool // at a part that is no power series
}

// OneMinusSquare is 1 − t².
var OneMinusSquare = formula.Apply(formula.OpSub, formula.Int(1),
	formula.Apply(formula.OpPow, formula.Variable(), formula.Int(2)))

// special rewrites what is singular at R, and z itself; it is nil for what takes its parts as they come, and ok is
// false where e is no power series.
func (a *siner) special(e *formula.Expr) (f *formula.Expr, ok bool) {
	args := e.Args()
	var p *big.Rat
	switch e.Op() {
	case formula.OpVar:
		return a.zPower(big.NewRat(1, 1)), true
	case formula.OpAcos, formula.OpAsin:
		if f = Arc(args[0], a.r); f == nil { // in θ = arcsin t
			return nil, false
		}
		if e.Op() == formula.OpAsin {
			f = formula.Apply(formula.OpSub, formula.Apply(formula.OpDiv, formula.Pi(), formula.Int(2)), f)
		}
		return formula.Substitute(f, formula.Apply(formula.OpAsin, formula.Variable())), true
	case formula.OpSqrt:
		p = big.NewRat(1, 2)
	case formula.OpPow:
		p = args[1].Num()
		if p != nil && args[0].Op() == formula.OpVar {
			return a.zPower(p), true
		}
	}
	if p == nil || p.IsInt() {
		return nil, true
	}
	c, ok := Coefficients(args[0], a.r)
	n := new(big.Rat).Add(p, p)
	if !ok || c[0].Sign() <= 0 || !c[1].IsZero() || !c[2].Same(c[0].Neg()) || !n.IsInt() || n.Sign() < 0 {
		return nil, false
	}
	scale, ok := c[0].Pow(closed.RatNum(p)).Expr()
	if !ok {
		return nil, false
	}
	return formula.Apply(formula.OpMul, scale, formula.Apply(formula.OpPow, formula.Variable(), formula.Rational(n))), true
}

// zPower returns z^p in t.
func (a *siner) zPower(p *big.Rat) *formula.Expr {
	half := new(big.Rat).Quo(p, big.NewRat(2, 1))
	return formula.Apply(formula.OpMul, formula.Apply(formula.OpPow, a.re, formula.Rational(p)),
		formula.Apply(formula.OpPow, OneMinusSquare, formula.Rational(half)))
}

// Coefficients returns c₀, c₁R, c₂R² of a quadratic polynomial.
func Coefficients(e *formula.Expr, r closed.Num) (c [3]closed.Num, ok bool) {
	s, ok := closed.Normalise(e)
	if !ok {
		return c, false
	}
	if c, ok = s.Quadratic(); !ok {
		return c, false
	}
	c[1] = c[1].Mul(r)
	c[2] = c[2].Mul(r).Mul(r)
	return c, true
}

// Arc returns arccos of e, for z = R cos θ, in θ, nil if it is none of the first two multiples of it, or π less one of
// them.
func Arc(e *formula.Expr, r closed.Num) *formula.Expr {
	c, ok := Coefficients(e, r)
	if !ok {
		return nil
	}
	theta := formula.Variable()
	twice := formula.Apply(formula.OpMul, formula.Int(2), theta)
	is := func(c0, c1, c2 int64) bool {
		return c[0].Same(closed.IntNum(c0)) && c[1].Same(closed.IntNum(c1)) && c[2].Same(closed.IntNum(c2))
	}
	switch {
	case is(0, 1, 0):
		return theta
	case is(0, -1, 0):
		return formula.Apply(formula.OpSub, formula.Pi(), theta)
	case is(-1, 0, 2):
		return twice
	case is(1, 0, -2):
		return formula.Apply(formula.OpSub, formula.Pi(), twice)
	}
	return nil
}
