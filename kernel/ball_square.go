package kernel

import (
	"math/big"
)

// inSquare returns e with √z for z, for z > 0: powers of z become powers of half the exponent, so
// that polynomials in z² have exact jets.
func inSquare(e *Expr) *Expr {
	return e.Replace(func(e *Expr) *Expr {
		switch {
		case e.op == OpVar:
			return Apply(OpSqrt, e)
		case e.op == OpPow && e.args[0].op == OpVar && e.args[1].Num() != nil:
			half := new(big.Rat).Quo(e.args[1].Num(), big.NewRat(2, 1))
			return identity(power(e.args[0], Rational(half)))
		}
		return nil
	})
}
