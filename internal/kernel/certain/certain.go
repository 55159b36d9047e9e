// Package certain has what is certain of a formula at sight: a sign that it has for all z > 0, a
// distance at which it has no value.
package certain

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/brief"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
)

// UndefinedError tells where a formula is certain to be undefined.
type UndefinedError struct {
	z    float64
	Path []*formula.Expr // from the operation that failed to the root
	err  error
}

// Error says where the formula is undefined, and why.
func (e *UndefinedError) Error() string {
	return fmt.Sprintf("the formula is undefined at z = %.4g: %v", e.z, e.err)
}

// Undefined looks for a distance, up to the radius if there is one, at which a formula is certainly
// undefined, on a grid, until m stops. That it finds none proves nothing; a value beyond those that balls hold is one.
// It finds formulas that nobody means; that it finds nothing is no proof, and no rule rests on it.
func Undefined(whole *formula.Expr, radius *big.Rat, m *budget.Meter) error {
	quick := eval.Compile(whole).Metered(m)
	var v ball.Real
	// Fewer points for very large formulas.
	n := min(40, max(5, 200000/int(whole.Size())))
	for i := range n {
		t := (float64(i) + 0.382) / float64(n)
		z := math.Exp2(17*t-5) * 1.0607 // natural: from 1/30 to 4000
		if radius != nil {
			r, _ := radius.Float64()
			z = r * t
		}
		if quick.At(&v, ball.NewReal(z), 64); !v.Indeterminate() || m.Stopped() {
			continue
		}
		unsure := false // then a branch may have been evaluated that is not taken
		ev := formula.NewEvaluation(ball.NewReal(z), Defined(eval.RealBalls(64), &unsure))
		if _, err := ev.Value(whole); err != nil && !unsure && !errors.Is(err, errLarge) {
			return &UndefinedError{z: z, Path: ev.Failed(), err: err}
		}
	}
	return nil
}

// Defined returns ar such that an operation that has no value at any point of its operands is an
// error. unsure, if not nil, is set once the truth of a condition is not known.
func Defined(ar formula.Arith[*ball.Real], unsure *bool) formula.Arith[*ball.Real] {
	return definedBalls{ar, unsure}
}

// definedBalls is the arithmetic of Defined.
type definedBalls struct {
	formula.Arith[*ball.Real]
	unsure *bool
}

// "No value at any point of its operands": a ball that only contains 0 is no error.
func (d definedBalls) Binary(op formula.Op, a, b *ball.Real) (*ball.Real, error) {
	switch {
	case op == formula.OpDiv && b.IsZero():
		return nil, errDivision
	case op == formula.OpPow && a.Negative() == ball.True:
		return nil, errors.New("a negative number to a power that is not constant")
	}
	return d.Arith.Binary(op, a, b)
}

// InfiniteError is the error of an operation that has no finite value, or too large a one.
type InfiniteError string

// Error returns the message.
func (e InfiniteError) Error() string { return string(e) }

const (
	errDivision = InfiniteError("division by zero")
	errLarge    = InfiniteError("a power that is too large")
)

// largePower is the size of exponents of two from which powers are too large.
const largePower = 1 << 20

func (d definedBalls) PowRat(a *ball.Real, p *big.Rat) (*ball.Real, error) {
	switch {
	case !p.IsInt() && a.Negative() == ball.True:
		return nil, fmt.Errorf("the power %s of a negative number", p.RatString())
	case p.Sign() < 0 && a.IsZero():
		return nil, errDivision
	}
	low, high := float64(a.MagLower().Exponent()-1), float64(a.MagUpper().Exponent())
	if f, _ := p.Float64(); !a.ContainsZero() && max(f*low, f*high) > largePower && min(f*low, f*high) > largePower/2 {
		return nil, errLarge
	}
	return d.Arith.PowRat(a, p)
}

func (d definedBalls) Unary(op formula.Op, a *ball.Real) (*ball.Real, error) {
	var abs ball.Real
	switch {
	case op == formula.OpLog && a.Positive() == ball.False:
		return nil, errors.New("logarithm of a number that is not positive")
	case op == formula.OpSqrt && a.Negative() == ball.True:
		return nil, errors.New("square root of a negative number")
	case (op == formula.OpAsin || op == formula.OpAcos) && ball.NewReal(1).Less(abs.Abs(a, 64)) == ball.True:
		return nil, fmt.Errorf("%s of a number outside [-1, 1]", op.String())
	case op == formula.OpGamma && a.IsExact() && a.Positive() == ball.False && a.Mid(nil).IsInt():
		return nil, errors.New("gamma of a number in 0, -1, -2, …")
	}
	return d.Arith.Unary(op, a)
}

func (d definedBalls) Bessel(op formula.Op, nu, x *ball.Real) (*ball.Real, error) {
	switch {
	case op == formula.OpBesselK && x.Positive() == ball.False:
		return nil, errors.New("besselk of a number that is not positive")
	case op != formula.OpBesselK && x.Negative() == ball.True && nu.IsExact() && !nu.Mid(nil).IsInt():
		return nil, fmt.Errorf("%s of fractional order of a negative number", op.String())
	}
	return d.Arith.Bessel(op, nu, x)
}

func (d definedBalls) Compare(op formula.Op, a, b *ball.Real) ball.Truth {
	t := d.Arith.Compare(op, a, b)
	if t == ball.Unknown && d.unsure != nil {
		*d.unsure = true
	}
	return t
}

// SumSign is the sign that a ± b has by those of a and b, 0 if they do not tell.
// Of one sign, or one of them unknown: then so is the sum.
func SumSign(a, b int, op formula.Op) int {
	if op == formula.OpSub {
		b = -b
	}
	if a != b {
		return 0
	}
	return a
}

// Sign returns ±1 if e has that sign for every z > 0 where it is defined, 0 if that is not seen. Every operand is
// looked at once: a long sum is a deep tree.
// Each case is a sign for all z > 0, wherever the part has a value; a product with a factor of unknown sign is unknown, as 0 is.
func Sign(e *formula.Expr) int {
	if !e.Varies() {
		s, err := ConstantSign(e)
		if err != nil {
			return 0
		}
		return s
	}
	switch e.Op() {
	case formula.OpVar, formula.OpExp, formula.OpCosh, formula.OpErfc, formula.OpBesselK:
		return 1
	case formula.OpCall:
		return Sign(e.Body())
	case formula.OpNeg:
		return -Sign(e.Args()[0])
	case formula.OpMul, formula.OpDiv:
		return Sign(e.Args()[0]) * Sign(e.Args()[1])
	case formula.OpAdd, formula.OpSub:
		if s := Sign(e.Args()[0]); s != 0 {
			return SumSign(s, Sign(e.Args()[1]), e.Op())
		}
	case formula.OpSqrt:
		return max(Sign(e.Args()[0]), 0)
	case formula.OpSinh, formula.OpTanh, formula.OpAtan, formula.OpAsin, formula.OpErf: // odd and increasing
		return Sign(e.Args()[0])
	// b^p > 0 for b > 0; of a negative base nothing is said.
	case formula.OpPow:
		return max(Sign(e.Args()[0]), 0)
	}
	return 0
}

// ConstantSign returns the sign of a constant expression; the error says that it may be zero.
// An interval that lies on one side of 0 has a sign even where 0 is an end that does not belong to
// it.
func ConstantSign(c *formula.Expr) (int, error) {
	if r := c.Num(); r != nil {
		return r.Sign(), nil
	}
	if r := c.Range(); r != nil && r.Sign() != 0 { // a ball contains the end that does not belong to the interval
		return r.Sign(), nil
	}
	if s, known := eval.Enclose(nil, c, nil, 128).Sign(); known == ball.True && s != 0 {
		return s, nil
	}
	return 0, fmt.Errorf("the sign of %s is not clear", brief.Text(c.String()))
}

// ConstantFloat returns a float64 near the value of a constant expression, NaN if it is not known.
func ConstantFloat(e *formula.Expr) float64 {
	if r := e.Num(); r != nil {
		v, _ := r.Float64()
		return v
	}
	return eval.Enclose(nil, e, nil, 128).Nearest()
}
