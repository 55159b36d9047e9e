package piecewise

import (
	"math/big"

	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/rational"
)

// regular rewrites a formula in z > 0 so that fewer of its parts are singular at 0: acos(1 − 2w²) is 2 asin w and
// √(z^2m g) is z^m √g. The values are the same wherever the formula is defined.
// acos(1 − 2w²) = 2 asin w for 0 ≤ w ≤ 1, as 1 − 2 sin² θ = cos 2θ; √(z^2m g) = z^m √g for z > 0. Both are identities
// on the domain of the left side, and their right sides have derivatives at z = 0 where the left sides have none.
func regular(e *formula.Expr) *formula.Expr {
	return e.Replace(func(e *formula.Expr) *formula.Expr {
		switch e.Op() {
		case formula.OpAcos:
			return acosOfSquare(e.Args()[0])
		case formula.OpAsin: // π/2 − acos
			if v := acosOfSquare(e.Args()[0]); v != nil {
				return formula.Sub(formula.Mul(formula.Frac(1, 2), formula.Pi()), v)
			}
		case formula.OpSqrt:
			return rootOfPower(e.Args()[0])
		}
		return nil
	})
}

// acosOfSquare returns acos(g) for g = ±(1 − az²), a > 0, or nil.
// acos(1 − az²) = 2 asin(√(a/2) z), and acos(−x) = π − acos x: p₀ = ±1 and p₂ of the other sign.
func acosOfSquare(g *formula.Expr) *formula.Expr {
	p, q, ok := constant.Polynomial(g, nil)
	if !ok || q != 1 || len(p) != 3 || p[1].Sign() != 0 || new(big.Rat).Abs(p[0]).Cmp(rational.One) != 0 ||
		p[0].Sign()*p[2].Sign() > 0 {
		return nil
	}
	half := new(big.Rat).Abs(p[2])
	half.Mul(half, big.NewRat(1, 2))
	v := formula.Mul(formula.Int(2), formula.Apply(formula.OpAsin,
		formula.Mul(formula.Apply(formula.OpSqrt, formula.Rational(half)), formula.Variable())))
	if p[0].Sign() < 0 {
		v = formula.Sub(formula.Pi(), v)
	}
	return formula.Simplify(v)
}

// rootOfPower returns √g for a polynomial g divisible by z², or nil.
func rootOfPower(g *formula.Expr) *formula.Expr {
	p, q, ok := constant.Polynomial(g, nil)
	if !ok || q != 1 {
		return nil
	}
	low := 0
	for low < len(p) && p[low].Sign() == 0 {
		low++
	}
	m := low / 2
	if m == 0 || low == len(p) {
		return nil
	}
	c := make([]*formula.Expr, len(p)-2*m)
	for i := range c {
		c[i] = formula.Rational(p[i+2*m])
	}
	return formula.Simplify(formula.Mul(formula.Pow(formula.Variable(), formula.Int(int64(m))),
		formula.Apply(formula.OpSqrt, formula.Polynomial(c, formula.Variable()))))
}
