package piecewise

import (
	"math/big"

	"krein/internal/kernel/formula"
)

// ExponentOf returns the logarithm of a positive constant, of an exponential, and of a power u^v of u > 0 of which v is
// not rational; nil for anything else.
// sign(e^a − e^b) = sign(a − b), log increasing. A power with a rational exponent is left to polynomials.
func ExponentOf(e *formula.Expr, positive func(*formula.Expr) bool) *formula.Expr {
	switch op := e.Op(); {
	case op == formula.OpCall:
		return ExponentOf(e.Body(), positive)
	case !e.Varies() && positive(e):
		return formula.Apply(formula.OpLog, e)
	case op == formula.OpExp:
		return e.Args()[0]
	case op == formula.OpPow && e.Args()[1].Num() == nil && positive(e.Args()[0]):
		return formula.Mul(e.Args()[1], formula.Apply(formula.OpLog, e.Args()[0]))
	}
	return nil
}

// InExponential writes g as a polynomial in w = exp(−cz), c > 0 rational, its variable standing for w; nil if it is
// none.
// Every exponential in g has the exponent rz exactly: the value at 0 is 0 and the derivative the constant r. With c the
// greatest common divisor of the r all exponents −r/c are whole numbers, and z occurs nowhere else: rest has no variable.
func InExponential(g *formula.Expr) (p *formula.Expr, c *big.Rat) {
	var rates []*big.Rat // of the exponentials, in order
	known := true
	rest := g.Replace(func(e *formula.Expr) *formula.Expr {
		if e.Op() != formula.OpExp {
			return nil
		}
		d, ok := formula.Derivative(e.Args()[0])
		if ok && formula.IsZero(formula.Simplify(formula.Substitute(e.Args()[0], formula.Int(0)))) {
			if r := formula.Simplify(d).Num(); r != nil && r.Sign() != 0 {
				rates = append(rates, r)
				return formula.Pi() // a rational would decide conditions, and hide what they rule out
			}
		}
		known = false
		return e
	})
	if !known || len(rates) == 0 || rest.Varies() {
		return nil, nil
	}
	c = new(big.Rat)
	for _, r := range rates { // the greatest common divisor
		x, y := new(big.Int).Mul(r.Num(), c.Denom()), new(big.Int).Mul(c.Num(), r.Denom())
		c = new(big.Rat).SetFrac(x.GCD(nil, nil, x.Abs(x), y), new(big.Int).Mul(r.Denom(), c.Denom()))
	}
	i := -1
	return g.Replace(func(e *formula.Expr) *formula.Expr {
		if e.Op() != formula.OpExp {
			return nil
		}
		i++
		m := new(big.Rat).Quo(rates[i], c)
		return formula.Identity(formula.Pow(formula.Variable(), formula.Rational(m.Neg(m))))
	}), c
}

// CommonFactor rewrites a − b as f·(a/f − b/f) when a and b are products that share a factor; nil if not.
// The factor is taken once from each; that its sign is proved is the caller's business.
func CommonFactor(a, b *formula.Expr) *formula.Expr {
	fa, fb := factors(a), factors(b)
	for i, x := range fa {
		for j, y := range fb {
			if x.Varies() && x.Equal(y) {
				rest := formula.Simplify(formula.Sub(product(fa, i), product(fb, j)))
				return formula.Mul(x, rest)
			}
		}
	}
	return nil
}

func factors(e *formula.Expr) []*formula.Expr {
	if e.Op() == formula.OpMul {
		return append(factors(e.Args()[0]), factors(e.Args()[1])...)
	}
	return []*formula.Expr{e}
}

// product multiplies all factors but number skip.
func product(f []*formula.Expr, skip int) *formula.Expr {
	p := formula.Int(1)
	for i, x := range f {
		if i != skip {
			p = formula.Identity(formula.Mul(p, x))
		}
	}
	return p
}
