package numeric

import (
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/elem64"
	"krein/internal/libm"
	"krein/kernel/formula"
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
	return pow64(a, b), nil
}

// pow64 is a^b for an exponent that is not a rational constant: undefined for a < 0,
// even where b happens to be an integer. What is no number makes none, unlike in math.Pow.
func pow64(a, b float64) float64 {
	if !(a >= 0) || math.IsNaN(b) {
		return math.NaN()
	}
	return libm.Pow(a, b, 0)
}

// PowRat returns a^p; it is NaN for a < 0 unless p is an integer, and for what is no number.
func (Float64) PowRat(a float64, p *big.Rat) (float64, error) {
	return newFloatPower(p).of(a), nil
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
	switch op {
	case formula.OpNeg:
		return func(x float64) float64 { return -x }
	case formula.OpAbs:
		return math.Abs
	case formula.OpExp:
		return libm.Exp
	case formula.OpLog:
		return elem64.Log
	case formula.OpSqrt:
		return math.Sqrt
	case formula.OpSin:
		return libm.Sin
	case formula.OpCos:
		return libm.Cos
	case formula.OpTan:
		return libm.Tan
	case formula.OpAsin:
		return libm.Asin
	case formula.OpAcos:
		return libm.Acos
	case formula.OpAtan:
		return math.Atan
	case formula.OpSinh:
		return libm.Sinh
	case formula.OpCosh:
		return libm.Cosh
	case formula.OpTanh:
		return math.Tanh
	case formula.OpErf:
		return math.Erf
	case formula.OpErfc:
		return math.Erfc
	case formula.OpGamma:
		return libm.Gamma
	}
	panic("numeric: " + op.String() + " is not a function of one number")
}

// floatPower is x ↦ x^p for one rational p, by multiplication where p is a small multiple of 1/2.
type floatPower struct {
	n       int // |p| = n or n + 1/2 ≤ maxMultiplied
	half    bool
	p, rest float64 // the power, and what p is rounded by
	how     powerKind
}

type powerKind uint8

const (
	powGeneral  powerKind = iota // undefined for x < 0
	powMultiply                  // multiplication, one square root if half
	powInteger                   // an integer beyond maxMultiplied
)

// maxMultiplied keeps the rounding error of the products to a few units in the last place.
const maxMultiplied = 8

func newFloatPower(p *big.Rat) floatPower {
	f, rest, _ := twoWords(formula.Rational(p))
	fp := floatPower{p: f, rest: rest}
	if p.IsInt() {
		fp.how = powInteger
	}
	if math.Abs(f) <= maxMultiplied && (p.IsInt() || p.Denom().IsInt64() && p.Denom().Int64() == 2) {
		n := math.Floor(math.Abs(f))
		fp.how, fp.n, fp.half = powMultiply, int(n), math.Abs(f) != n
	}
	return fp
}

func (fp floatPower) of(x float64) float64 {
	switch fp.how {
	case powMultiply:
		if math.IsNaN(x) { // not even its power 0 has a value
			return x
		}
		v, sq := 1.0, x
		for n := fp.n; n > 0; n >>= 1 {
			if n&1 == 1 {
				v *= sq
			}
			sq *= sq
		}
		if fp.half {
			v *= math.Sqrt(x)
		}
		if a := math.Abs(v); !(a > 0x1p-1000 && a < 0x1p1000) { // or a product on the way
			return libm.Pow(x, fp.p, 0)
		}
		if fp.p < 0 {
			return 1 / v
		}
		return v
	case powGeneral:
		if x < 0 {
			return math.NaN()
		}
	}
	return libm.Pow(x, fp.p, fp.rest)
}
