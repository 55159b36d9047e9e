package formula

import (
	"math/big"

	"krein/ball"
)

// Arith is what a number type must offer for a formula to be evaluated over it:
// float64, balls, jets and local expansions.
// Values are never modified after they are returned.
// What an evaluation proves is what the arithmetic does: balls contain values, series have
// remainders, constants are exact. An operation that has no value may be an error, or a T that says
// that nothing is known, but never a T that claims one.
type Arith[T any] interface {
	// Rat converts an exact rational.
	Rat(*big.Rat) T
	// Const returns OpPi or OpE.
	Const(Op) T
	// Param returns what covers all values of an OpParameter node; a type without such a value returns NoValue.
	Param(p *Expr) (T, error)
	// Binary applies OpAdd, OpSub, OpMul, OpDiv, OpPow, OpMin or OpMax.
	Binary(op Op, a, b T) (T, error)
	// PowRat raises to a constant rational power, the common case of OpPow.
	PowRat(a T, p *big.Rat) (T, error)
	// Unary applies OpNeg, OpAbs or an elementary function.
	Unary(op Op, a T) (T, error)
	// Bessel applies OpBesselJ, OpBesselI or OpBesselK with constant order nu.
	Bessel(op Op, nu, x T) (T, error)
	// Compare answers OpLT … OpNE.
	Compare(op Op, a, b T) ball.Truth
	// Join returns a value covering both a and b; it is called for a condition
	// whose truth is Unknown. A type without such a value returns an error.
	Join(a, b T) (T, error)
}
