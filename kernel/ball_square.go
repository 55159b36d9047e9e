package kernel

import (
	"math/big"
)

// inSquare returns e with √z for z, for z > 0: powers of z become powers of half the exponent, so
// that polynomials in z² have exact jets.
func inSquare(e *Expr, memo map[*Expr]*Expr) *Expr {
	if !e.varies {
		return e
	}
	if v, ok := memo[e]; ok {
		return v
	}
	var v *Expr
	switch {
	case e.op == OpVar:
		v = Apply(OpSqrt, e)
	case e.op == OpCall:
		v = inSquare(e.body, memo)
	case e.op == OpPow && e.args[0].op == OpVar && ratOf(e.args[1]) != nil:
		v = identity(power(e.args[0], Rational(new(big.Rat).Quo(ratOf(e.args[1]), big.NewRat(2, 1)))))
	default:
		args := make([]*Expr, len(e.args))
		for i, a := range e.args {
			args[i] = inSquare(a, memo)
		}
		v = Apply(e.op, args...)
	}
	memo[e] = v
	return v
}
