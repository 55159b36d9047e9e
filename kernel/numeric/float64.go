package numeric

import (
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/elem64"
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
// even where b happens to be an integer.
func pow64(a, b float64) float64 {
	if a < 0 {
		return math.NaN()
	}
	return elem64.Pow(a, b)
}

// PowRat returns a^p; it is NaN for a < 0 unless p is an integer.
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
		return math.Exp
	case formula.OpLog:
		return elem64.Log
	case formula.OpSqrt:
		return math.Sqrt
	case formula.OpSin:
		return math.Sin
	case formula.OpCos:
		return math.Cos
	case formula.OpTan:
		return math.Tan
	case formula.OpAsin:
		return math.Asin
	case formula.OpAcos:
		return math.Acos
	case formula.OpAtan:
		return math.Atan
	case formula.OpSinh:
		return math.Sinh
	case formula.OpCosh:
		return math.Cosh
	case formula.OpTanh:
		return math.Tanh
	case formula.OpErf:
		return math.Erf
	case formula.OpErfc:
		return math.Erfc
	case formula.OpGamma:
		return gamma64
	}
	panic("numeric: " + op.String() + " is not a function of one number")
}

// gamma64 is math.Gamma except at 0, −1, −2, …, where Γ has poles and no value.
func gamma64(x float64) float64 {
	if x <= 0 && x == math.Floor(x) {
		return math.NaN()
	}
	return math.Gamma(x)
}

// floatPower is x ↦ x^p for one rational p, by multiplication where p is a small multiple of 1/2.
type floatPower struct {
	n    int // p = n or n + 1/2, |n| ≤ maxMultiplied
	half bool
	p    float64
	how  powerKind
}

type powerKind uint8

const (
	powGeneral  powerKind = iota // elem64.Pow; undefined for x < 0
	powMultiply                  // multiplication, one square root if half
	powInteger                   // elem64.Pow with an integer beyond maxMultiplied
)

// maxMultiplied keeps the rounding error of the products near that of elem64.Pow.
const maxMultiplied = 8

func newFloatPower(p *big.Rat) floatPower {
	f, _ := p.Float64()
	fp := floatPower{p: f}
	if p.IsInt() {
		fp.how = powInteger
	}
	if math.Abs(f) <= maxMultiplied && (p.IsInt() || p.Denom().IsInt64() && p.Denom().Int64() == 2) {
		n := math.Floor(f)
		fp.how, fp.n, fp.half = powMultiply, int(n), f != n
	}
	return fp
}

func (fp floatPower) of(x float64) float64 {
	switch fp.how {
	case powMultiply:
		if fp.p < 0 {
			fp.p = -fp.p
			fp.n = int(math.Floor(fp.p))
			return 1 / fp.of(x)
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
		return v
	case powInteger:
		return elem64.Pow(x, fp.p)
	}
	if x < 0 {
		return math.NaN()
	}
	return elem64.Pow(x, fp.p)
}
