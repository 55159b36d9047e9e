package kernel

import (
	"math/big"

	"krein/kernel/formula"
)

// inSquare returns e with √z for z, for z > 0: powers of z become powers of half the exponent, so
// that polynomials in z² have exact jets.
func inSquare(e *formula.Expr) *formula.Expr {
	return e.Replace(func(e *formula.Expr) *formula.Expr {
		switch {
		case e.Op() == formula.OpVar:
			return formula.Apply(formula.OpSqrt, e)
		case e.Op() == formula.OpPow && e.Args()[0].Op() == formula.OpVar && e.Args()[1].Num() != nil:
			half := new(big.Rat).Quo(e.Args()[1].Num(), big.NewRat(2, 1))
			return formula.Identity(formula.Pow(e.Args()[0], formula.Rational(half)))
		}
		return nil
	})
}
