package closed

import (
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// Num is a constant of a formula in the normal form of constant.Value, in which like terms cancel and Matérn
// polynomials are recognised; or it is not known: what has no value, depends on a sign that is not decided, or is too
// large. Whether a Num is zero, its sign and its order are proved or not known. The zero value is 0.
//
// An unknown number stays unknown through all operations; Sign and IsZero answer 0 and false of it,
// Same and Cmp nothing. So "Sign() <= 0" refuses what is not known to be positive.
type Num struct {
	v       constant.Value
	unknown bool
}

// RatNum returns r.
func RatNum(r *big.Rat) Num { return Num{v: constant.Rat(r)} }

// IntNum returns n.
func IntNum(n int64) Num { return Num{v: constant.Int(n)} }

// ExprNum returns the value of a constant expression.
func ExprNum(e *formula.Expr) Num {
	v, err := constant.New(e)
	return Num{v, err != nil}
}

// Expr returns the constant as an expression; ok is false if it is not known, or too long.
func (a Num) Expr() (e *formula.Expr, ok bool) {
	if a.unknown {
		return nil, false
	}
	return a.v.Expr()
}

// Applied returns the value of a function or an operation on constants.
func Applied(op formula.Op, args ...Num) Num {
	for _, a := range args {
		if a.unknown {
			return a
		}
	}
	ar := constant.NewArithmetic(nil)
	var v constant.Value
	var err error
	if len(args) == 1 {
		v, err = ar.Unary(op, args[0].v)
	} else {
		v, err = ar.Binary(op, args[0].v, args[1].v)
	}
	return Num{v, err != nil}
}

// Float64 returns a float64 near a, NaN if it is not known; nothing is proved of it.
func (a Num) Float64() float64 {
	if a.unknown {
		return math.NaN()
	}
	if r, ok := a.v.Rat(); ok {
		f, _ := r.Float64()
		return f
	}
	return a.v.Ball(nil, 128).Nearest()
}

// Sign returns the proved sign, 0 for zero and where it is not known.
func (a Num) Sign() int {
	if a.unknown {
		return 0
	}
	s, _ := a.v.Sign()
	return s
}

// Exact reports whether a is known.
func (a Num) Exact() bool { return !a.unknown }

// String returns the constant as a formula.
func (a Num) String() string {
	if a.unknown {
		return "unknown"
	}
	return a.v.String()
}

// IsZero reports whether a is known to be zero.
func (a Num) IsZero() bool { return !a.unknown && a.v.IsZero() == ball.True }

// Rat returns the value if it is seen to be rational.
func (a Num) Rat() (*big.Rat, bool) {
	if a.unknown {
		return nil, false
	}
	return a.v.Rat()
}

// IsInt returns the value if it is seen to be an integer of modest size.
func (a Num) IsInt() (int, bool) {
	r, ok := a.Rat()
	if !ok || !r.IsInt() || r.Num().BitLen() > 30 {
		return 0, false
	}
	return int(r.Num().Int64()), true
}

// noInteger reports whether a is known to be no integer: it is another number than the two next to it.
func (a Num) noInteger() bool {
	if r, ok := a.Rat(); ok {
		return !r.IsInt()
	}
	low := math.Floor(a.Float64())
	if !(math.Abs(low) < 1<<52) {
		return false
	}
	above, ok := a.Cmp(IntNum(int64(low)))
	below, also := a.Cmp(IntNum(int64(low) + 1))
	return ok && also && above > 0 && below < 0
}

// Key returns a string that only equal constants share, or those that are not known.
func (a Num) Key() string {
	if a.unknown {
		return "unknown"
	}
	return a.v.Key()
}

// Neg returns −a.
func (a Num) Neg() Num { return Num{a.v.Neg(), a.unknown} }

// Add returns a + b.
func (a Num) Add(b Num) Num { return Applied(formula.OpAdd, a, b) }

// Mul returns a·b.
func (a Num) Mul(b Num) Num { return Applied(formula.OpMul, a, b) }

// Inv returns 1/a; it is not known for 0.
func (a Num) Inv() Num { return Applied(formula.OpDiv, IntNum(1), a) }

// PowInt returns aⁿ.
func (a Num) PowInt(n int) Num { return a.Pow(IntNum(int64(n))) }

// Pow returns a^p, for a > 0 unless p is an integer.
//
// a^p = e^{p log a} for a > 0.
func (a Num) Pow(p Num) Num {
	v := Applied(formula.OpPow, a, p)
	if v.unknown && a.Sign() > 0 { // p has too many digits for a power of primes
		return Applied(formula.OpExp, p.Mul(Applied(formula.OpLog, a)))
	}
	return v
}

// Same reports that a and b have one normal form, so that they are equal.
func (a Num) Same(b Num) bool { return !a.unknown && !b.unknown && a.v.Same(b.v) }

// Cmp returns the sign of a − b; ok is false if it is not known.
func (a Num) Cmp(b Num) (c int, ok bool) {
	if a.unknown || b.unknown {
		return 0, false
	}
	c, known := a.v.Cmp(b.v)
	return c, known == ball.True
}

// Ball sets dst to an enclosure at prec bits; it is indeterminate for what is not known.
func (a Num) Ball(dst *ball.Real, prec uint) *ball.Real {
	if a.unknown {
		return dst.SetIndeterminate()
	}
	return a.v.Ball(dst, prec)
}
