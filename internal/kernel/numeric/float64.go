package numeric

import (
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/kernel/formula"
	"krein/internal/program"
)

// Float64 is the arithmetic of float64: every operation is the rounded one, and
// what is undefined is NaN. It never returns an error except from Join.
type Float64 struct{}

var _ formula.Arith[float64] = Float64{}

// Rat returns the float64 nearest to r.
func (Float64) Rat(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

// Const returns π or e, rounded.
func (Float64) Const(op formula.Op) float64 {
	if op == formula.OpPi {
		return math.Pi
	}
	return math.E
}

// Param returns a number in the middle of the interval: a guide, and no value.
func (Float64) Param(p *formula.Expr) (float64, error) {
	r := p.Range()
	middle, _ := new(big.Rat).Mul(big.NewRat(1, 2), new(big.Rat).Add(r.Lo, r.Hi)).Float64()
	return middle, nil
}

// Binary applies op. Min and Max of a NaN are NaN, and so is a power of a negative number.
func (Float64) Binary(op formula.Op, a, b float64) (float64, error) {
	switch op {
	case formula.OpAdd:
		return a + b, nil
	case formula.OpSub:
		return a - b, nil
	case formula.OpMul:
		return a * b, nil
	case formula.OpDiv:
		return a / b, nil
	case formula.OpMin:
		return min(a, b), nil
	case formula.OpMax:
		return max(a, b), nil
	}
	return program.Raise(a, b), nil
}

// PowRat returns a^p; it is NaN for a < 0 unless p is an integer, and for what is no number.
func (Float64) PowRat(a float64, p *big.Rat) (float64, error) {
	return program.RationalPower(p).Of(a), nil
}

// Unary applies op.
func (Float64) Unary(op formula.Op, a float64) (float64, error) { return unary64(op)(a), nil }

// Bessel returns J, I or K of real order nu at x; NaN outside the domain.
func (Float64) Bessel(op formula.Op, nu, x float64) (float64, error) { return bessel64(op, nu, x), nil }

// Compare compares; it is unknown if a or b is NaN.
func (Float64) Compare(op formula.Op, a, b float64) ball.Truth {
	switch {
	case a < b:
		return op.Holds(-1)
	case a > b:
		return op.Holds(1)
	case a == b:
		return op.Holds(0)
	}
	return ball.Unknown
}

// Join returns NaN, which is right for the only unknown comparisons, those of NaN.
func (Float64) Join(a, b float64) (float64, error) { return math.NaN(), nil }

// unary64 returns the float64 function of op.
func unary64(op formula.Op) func(float64) float64 {
	if op == formula.OpNeg {
		return func(x float64) float64 { return -x }
	}
	if f, ok := program.Function(op.String()); ok {
		return f
	}
	panic("numeric: " + op.String() + " is not a function of one number")
}
