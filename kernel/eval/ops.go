package eval

import (
	"math/big"

	"krein/ball"
	"krein/kernel/formula"
	"krein/special"
)

// ballOps is the arithmetic of enclosures that a ballMachine runs on: every operation sets
// dst, which may be an operand, to a ball that contains the results for all points of the
// operands, and to an indeterminate one where there is no such bound.
type ballOps[T any] interface {
	// real converts an enclosure of a constant.
	real(dst *T, c *ball.Real)
	// binary applies OpAdd, OpSub, OpMul, OpDiv, OpPow, OpMin or OpMax.
	binary(op formula.Op, dst, a, b *T)
	powRat(dst, a *T, p *big.Rat)
	// unary applies OpNeg, OpAbs, an elementary function, opLog1p or opExpm1.
	unary(op formula.Op, dst, a *T)
	// bessel applies OpBesselJ, OpBesselI or OpBesselK of the constant order nu.
	bessel(op formula.Op, dst *T, nu *ball.Real, x *T)
	compare(op formula.Op, a, b *T) ball.Truth
	// join covers both branches of an undecided condition.
	join(dst, a, b *T)
	set(dst, a *T)
	// fail makes dst indeterminate, in all its parts.
	fail(dst *T)
}

// Operations that exist only in compiled programs.
const (
	opLog1p formula.Op = 200 + iota
	opExpm1
)

// number is what balls, complex balls and jets have in common.
type number[T any] interface {
	*T
	Add(a, b *T, prec uint) *T
	Sub(a, b *T, prec uint) *T
	Mul(a, b *T, prec uint) *T
	Quo(a, b *T, prec uint) *T

	Exp(a *T, prec uint) *T
	Expm1(a *T, prec uint) *T
	Log(a *T, prec uint) *T
	Log1p(a *T, prec uint) *T
	Sqrt(a *T, prec uint) *T
	Sin(a *T, prec uint) *T
	Cos(a *T, prec uint) *T
	Tan(a *T, prec uint) *T
	Asin(a *T, prec uint) *T
	Acos(a *T, prec uint) *T
	Atan(a *T, prec uint) *T
	Sinh(a *T, prec uint) *T
	Cosh(a *T, prec uint) *T
	Tanh(a *T, prec uint) *T
	Erf(a *T, prec uint) *T
	Erfc(a *T, prec uint) *T
}

// rational applies OpAdd, OpSub, OpMul or OpDiv.
func rational[T any, P number[T]](op formula.Op, dst P, a, b *T, prec uint) {
	switch op {
	case formula.OpAdd:
		dst.Add(a, b, prec)
	case formula.OpSub:
		dst.Sub(a, b, prec)
	case formula.OpMul:
		dst.Mul(a, b, prec)
	case formula.OpDiv:
		dst.Quo(a, b, prec)
	default:
		panic("eval: " + op.String() + " is not a binary operation")
	}
}

// functions are the elementary ones, opLog1p and opExpm1.
type functions[T, P any] [256]func(dst P, a *T, prec uint) *T

func elementary[T any, P number[T]]() functions[T, P] {
	return functions[T, P]{
		formula.OpExp: P.Exp, opExpm1: P.Expm1, formula.OpLog: P.Log, opLog1p: P.Log1p, formula.OpSqrt: P.Sqrt,
		formula.OpSin: P.Sin, formula.OpCos: P.Cos, formula.OpTan: P.Tan,
		formula.OpAsin: P.Asin, formula.OpAcos: P.Acos, formula.OpAtan: P.Atan,
		formula.OpSinh: P.Sinh, formula.OpCosh: P.Cosh, formula.OpTanh: P.Tanh,
		formula.OpErf: P.Erf, formula.OpErfc: P.Erfc,
	}
}

var (
	realFunctions    = elementary[ball.Real]()
	complexFunctions = elementary[ball.Complex]()
	jetFunctions     = elementary[jet]()
)

// apply panics if op is none of the functions.
func (f *functions[T, P]) apply(op formula.Op, dst P, a *T, prec uint) {
	of := f[op]
	if of == nil {
		panic("eval: " + op.String() + " is not a function of one number")
	}
	of(dst, a, prec)
}

// realBalls is the arithmetic of real enclosures at a precision.
type realBalls struct{ prec uint }

func (r realBalls) real(dst, c *ball.Real) { dst.Set(c) }
func (r realBalls) set(dst, a *ball.Real)  { dst.Set(a) }
func (r realBalls) fail(dst *ball.Real)    { dst.SetIndeterminate() }

func (r realBalls) binary(op formula.Op, dst, a, b *ball.Real) {
	switch op {
	case formula.OpPow:
		dst.Pow(a, b, r.prec)
	case formula.OpMin:
		dst.Min(a, b, r.prec)
	case formula.OpMax:
		dst.Max(a, b, r.prec)
	default:
		rational(op, dst, a, b, r.prec)
	}
}

func (r realBalls) powRat(dst, a *ball.Real, p *big.Rat) { dst.PowRat(a, p, r.prec) }

func (r realBalls) unary(op formula.Op, dst, a *ball.Real) {
	switch op {
	case formula.OpNeg:
		dst.Neg(a)
	case formula.OpAbs:
		dst.Abs(a, r.prec)
	case formula.OpGamma:
		special.Gamma(dst, a, r.prec)
	default:
		realFunctions.apply(op, dst, a, r.prec)
	}
}

// RealUnary sets dst to an enclosure of a function at a.
func RealUnary(op formula.Op, dst, a *ball.Real, prec uint) { realBalls{prec}.unary(op, dst, a) }

func (r realBalls) bessel(op formula.Op, dst, nu, x *ball.Real) { RealBessel(op, dst, nu, x, r.prec) }

func (r realBalls) compare(op formula.Op, a, b *ball.Real) ball.Truth {
	switch op {
	case formula.OpLT:
		return a.Less(b)
	case formula.OpLE:
		return a.LessEq(b)
	case formula.OpGT:
		return b.Less(a)
	case formula.OpGE:
		return b.LessEq(a)
	case formula.OpEQ:
		return a.Equal(b)
	}
	return a.Equal(b).Not()
}

func (r realBalls) join(dst, a, b *ball.Real) { dst.Hull(a, b, r.prec) }

// extreme is min or max of what is in order beside the operands, too.
func extreme[T any](ops ballOps[T], op formula.Op, dst, a, b *T) {
	least, most := a, b
	switch {
	case ops.compare(formula.OpLT, a, b) == ball.True:
	case ops.compare(formula.OpGT, a, b) == ball.True:
		least, most = b, a
	default:
		ops.fail(dst)
		return
	}
	if op == formula.OpMax {
		least = most
	}
	ops.set(dst, least)
}

// absolute is a or −a by the sign of its real part.
func absolute[T any](ops ballOps[T], dst, a *T, re *ball.Real) {
	switch s, known := re.Sign(); {
	case known == ball.True && s > 0:
		ops.set(dst, a)
	case known == ball.True && s < 0:
		ops.unary(formula.OpNeg, dst, a)
	default:
		ops.fail(dst)
	}
}

// complexBalls is the arithmetic of complex enclosures: functions are holomorphic on the whole ball, or
// indeterminate. Order is that of real parts, so that conditions, abs, min and max of
// functions that are real on the axis continue holomorphically from it.
type complexBalls struct{ prec uint }

func (c complexBalls) real(dst *ball.Complex, r *ball.Real) { dst.SetReal(r) }
func (c complexBalls) set(dst, a *ball.Complex)             { dst.Set(a) }
func (c complexBalls) fail(dst *ball.Complex)               { dst.SetIndeterminate() }

func (c complexBalls) binary(op formula.Op, dst, a, b *ball.Complex) {
	switch op {
	case formula.OpPow:
		dst.Pow(a, b, c.prec)
	case formula.OpMin, formula.OpMax:
		extreme(c, op, dst, a, b)
	default:
		rational(op, dst, a, b, c.prec)
	}
}

func (c complexBalls) powRat(dst, a *ball.Complex, p *big.Rat) { dst.PowRat(a, p, c.prec) }

func (c complexBalls) unary(op formula.Op, dst, a *ball.Complex) {
	switch op {
	case formula.OpNeg:
		dst.Neg(a)
	case formula.OpAbs: // z for Re z > 0, −z for Re z < 0
		absolute(c, dst, a, &a.Re)
	case formula.OpGamma:
		if !a.IsReal() { // of constants it has values, in formulas no part
			dst.SetIndeterminate()
			return
		}
		special.Gamma(&dst.Re, &a.Re, c.prec)
		dst.Im.SetZero()
	default:
		complexFunctions.apply(op, dst, a, c.prec)
	}
}

func (c complexBalls) bessel(op formula.Op, dst *ball.Complex, nu *ball.Real, x *ball.Complex) {
	complexBessel(op, dst, nu, x, c.prec)
}

// compare is by real parts. Equal numbers decide nothing: the function may change just beside them.
func (c complexBalls) compare(op formula.Op, a, b *ball.Complex) ball.Truth {
	if op == formula.OpEQ || op == formula.OpNE {
		switch {
		case a.Equal(b) != ball.False:
			return ball.Unknown
		case op == formula.OpEQ:
			return ball.False
		}
		return ball.True
	}
	if a.Re.Less(&b.Re) != ball.True && b.Re.Less(&a.Re) != ball.True {
		return ball.Unknown
	}
	return realBalls{}.compare(op, &a.Re, &b.Re)
}

func (c complexBalls) join(dst, _, _ *ball.Complex) { dst.SetIndeterminate() }

// jetBalls is the arithmetic of jets of real functions, of length n. Conditions, abs, min
// and max must be decided beside the point as well as at it.
type jetBalls struct {
	prec uint
	n    int
}

type jet = ball.RealSeries

func (j jetBalls) real(dst *jet, c *ball.Real) { dst.SetConst(c, j.n) }
func (j jetBalls) set(dst, a *jet)             { dst.Set(a) }

func (j jetBalls) fail(dst *jet) {
	dst.SetLen(0)
	dst.SetLen(j.n)
	for i := range j.n {
		dst.Coef(i).SetIndeterminate()
	}
}

// constant reports whether a does not depend on the variable.
func (j jetBalls) constant(a *jet) bool {
	for i := 1; i < a.Len(); i++ {
		if !a.Coef(i).IsZero() {
			return false
		}
	}
	return j.n > 1
}

func (j jetBalls) binary(op formula.Op, dst, a, b *jet) {
	switch op {
	case formula.OpPow:
		switch {
		case j.constant(b):
			dst.Pow(a, new(ball.Real).Set(b.Coef(0)), j.prec)
		default: // a^b = e^{b log a}
			var t jet
			t.Log(a, j.prec)
			t.Mul(&t, b, j.prec)
			dst.Exp(&t, j.prec)
		}
	case formula.OpMin, formula.OpMax:
		extreme(j, op, dst, a, b)
	default:
		rational(op, dst, a, b, j.prec)
	}
}

func (j jetBalls) powRat(dst, a *jet, p *big.Rat) { dst.PowRat(a, p, j.prec) }

func (j jetBalls) unary(op formula.Op, dst, a *jet) {
	if j.constant(a) {
		var t ball.Real
		realBalls{j.prec}.unary(op, &t, a.Coef(0))
		dst.SetConst(&t, j.n)
		return
	}
	switch op {
	case formula.OpNeg:
		dst.Neg(a)
	case formula.OpAbs:
		absolute(j, dst, a, a.Coef(0))
	case formula.OpGamma:
		j.fail(dst) // derivatives of Γ are not enclosed
	default:
		jetFunctions.apply(op, dst, a, j.prec)
	}
}

func (j jetBalls) bessel(op formula.Op, dst *jet, nu *ball.Real, x *jet) {
	jetBessel(op, dst, nu, x, j.prec)
}

func (j jetBalls) compare(op formula.Op, a, b *jet) ball.Truth {
	x, y := a.Coef(0), b.Coef(0)
	if j.constant(a) && j.constant(b) || x.Less(y) == ball.True || y.Less(x) == ball.True {
		return realBalls{j.prec}.compare(op, x, y)
	}
	return ball.Unknown
}

func (j jetBalls) join(dst, _, _ *jet) { j.fail(dst) }

// ballArith turns ballOps into an Arith of freshly allocated values.
type ballArith[T any] struct {
	ops  ballOps[T]
	prec uint
}

// RealBalls returns the arithmetic of real balls of prec bits, for Eval: the value of a
// formula on a ball z contains its values at all points of z at which it is defined, and
// is indeterminate where no bound is known. It never returns an error.
func RealBalls(prec uint) formula.Arith[*ball.Real] {
	return ballArith[ball.Real]{realBalls{prec}, prec}
}

// ComplexBalls returns the arithmetic of complex balls of prec bits: see Kernel.ComplexAt.
func ComplexBalls(prec uint) formula.Arith[*ball.Complex] {
	return ballArith[ball.Complex]{complexBalls{prec}, prec}
}

// Jets returns the arithmetic of jets of n ≥ 2 real balls of prec bits: see
// Kernel.BallTaylor.
func Jets(prec uint, n int) formula.Arith[*ball.RealSeries] {
	if n < 2 {
		panic("eval: jets need at least two coefficients")
	}
	return ballArith[jet]{jetBalls{prec, n}, prec}
}

func (a ballArith[T]) Rat(r *big.Rat) *T {
	dst := new(T)
	a.ops.real(dst, new(ball.Real).SetRat(r, a.prec))
	return dst
}

func (a ballArith[T]) Const(op formula.Op) *T {
	var c ball.Real
	if op == formula.OpPi {
		c.Pi(a.prec)
	} else {
		c.E(a.prec)
	}
	dst := new(T)
	a.ops.real(dst, &c)
	return dst
}

func (a ballArith[T]) Binary(op formula.Op, x, y *T) (*T, error) {
	dst := new(T)
	a.ops.binary(op, dst, x, y)
	return dst, nil
}

func (a ballArith[T]) PowRat(x *T, p *big.Rat) (*T, error) {
	dst := new(T)
	a.ops.powRat(dst, x, p)
	return dst, nil
}

func (a ballArith[T]) Unary(op formula.Op, x *T) (*T, error) {
	dst := new(T)
	a.ops.unary(op, dst, x)
	return dst, nil
}

func (a ballArith[T]) Bessel(op formula.Op, nu, x *T) (*T, error) {
	dst := new(T)
	a.ops.bessel(op, dst, realPart(nu), x)
	return dst, nil
}

// realPart returns the real ball of a constant, which no operation has made complex.
func realPart(x any) *ball.Real {
	switch x := x.(type) {
	case *ball.Complex:
		if x.IsReal() {
			return &x.Re
		}
	case *jet:
		return x.Coef(0)
	case *ball.Real:
		return x
	}
	return new(ball.Real).SetIndeterminate()
}

func (a ballArith[T]) Compare(op formula.Op, x, y *T) ball.Truth { return a.ops.compare(op, x, y) }

func (a ballArith[T]) Join(x, y *T) (*T, error) {
	dst := new(T)
	a.ops.join(dst, x, y)
	return dst, nil
}
