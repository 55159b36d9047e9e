package kernel

import (
	"math/big"

	"krein/ball"
	"krein/special"
)

// ballOps is the arithmetic of enclosures that a ballMachine runs on: every operation sets
// dst, which may be an operand, to a ball that contains the results for all points of the
// operands, and to an indeterminate one where there is no such bound.
type ballOps[T any] interface {
	// real converts an enclosure of a constant.
	real(dst *T, c *ball.Real)
	// binary applies OpAdd, OpSub, OpMul, OpDiv, OpPow, OpMin or OpMax.
	binary(op Op, dst, a, b *T)
	powRat(dst, a *T, p *big.Rat)
	// unary applies OpNeg, OpAbs, an elementary function, opLog1p or opExpm1.
	unary(op Op, dst, a *T)
	// bessel applies OpBesselJ, OpBesselI or OpBesselK of the constant order nu.
	bessel(op Op, dst *T, nu *ball.Real, x *T)
	compare(op Op, a, b *T) Truth
	// join covers both branches of an undecided condition.
	join(dst, a, b *T)
	set(dst, a *T)
	// fail makes dst indeterminate, in all its parts.
	fail(dst *T)
}

// Operations that exist only in compiled programs.
const (
	opLog1p Op = 200 + iota
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
func rational[T any, P number[T]](op Op, dst P, a, b *T, prec uint) {
	switch op {
	case OpAdd:
		dst.Add(a, b, prec)
	case OpSub:
		dst.Sub(a, b, prec)
	case OpMul:
		dst.Mul(a, b, prec)
	case OpDiv:
		dst.Quo(a, b, prec)
	default:
		panic("kernel: " + op.String() + " is not a binary operation")
	}
}

// elementary applies an elementary function, opLog1p or opExpm1.
func elementary[T any, P number[T]](op Op, dst P, a *T, prec uint) {
	switch op {
	case OpExp:
		dst.Exp(a, prec)
	case opExpm1:
		dst.Expm1(a, prec)
	case OpLog:
		dst.Log(a, prec)
	case opLog1p:
		dst.Log1p(a, prec)
	case OpSqrt:
		dst.Sqrt(a, prec)
	case OpSin:
		dst.Sin(a, prec)
	case OpCos:
		dst.Cos(a, prec)
	case OpTan:
		dst.Tan(a, prec)
	case OpAsin:
		dst.Asin(a, prec)
	case OpAcos:
		dst.Acos(a, prec)
	case OpAtan:
		dst.Atan(a, prec)
	case OpSinh:
		dst.Sinh(a, prec)
	case OpCosh:
		dst.Cosh(a, prec)
	case OpTanh:
		dst.Tanh(a, prec)
	case OpErf:
		dst.Erf(a, prec)
	case OpErfc:
		dst.Erfc(a, prec)
	default:
		panic("kernel: " + op.String() + " is not a function of one number")
	}
}

// realBalls is the arithmetic of real enclosures at a precision.
type realBalls struct{ prec uint }

func (r realBalls) real(dst, c *ball.Real) { dst.Set(c) }
func (r realBalls) set(dst, a *ball.Real)  { dst.Set(a) }
func (r realBalls) fail(dst *ball.Real)    { dst.SetIndeterminate() }

func (r realBalls) binary(op Op, dst, a, b *ball.Real) {
	switch op {
	case OpPow:
		dst.Pow(a, b, r.prec)
	case OpMin:
		dst.Min(a, b, r.prec)
	case OpMax:
		dst.Max(a, b, r.prec)
	default:
		rational(op, dst, a, b, r.prec)
	}
}

func (r realBalls) powRat(dst, a *ball.Real, p *big.Rat) { dst.PowRat(a, p, r.prec) }

func (r realBalls) unary(op Op, dst, a *ball.Real) {
	switch op {
	case OpNeg:
		dst.Neg(a)
	case OpAbs:
		dst.Abs(a, r.prec)
	case OpGamma:
		special.Gamma(dst, a, r.prec)
	default:
		elementary(op, dst, a, r.prec)
	}
}

// RealUnary sets dst to an enclosure of a function at a.
func RealUnary(op Op, dst, a *ball.Real, prec uint) { realBalls{prec}.unary(op, dst, a) }

func (r realBalls) bessel(op Op, dst, nu, x *ball.Real) { RealBessel(op, dst, nu, x, r.prec) }

func (r realBalls) compare(op Op, a, b *ball.Real) Truth {
	switch op {
	case OpLT:
		return a.Less(b)
	case OpLE:
		return a.LessEq(b)
	case OpGT:
		return b.Less(a)
	case OpGE:
		return b.LessEq(a)
	case OpEQ:
		return a.Equal(b)
	}
	return a.Equal(b).Not()
}

func (r realBalls) join(dst, a, b *ball.Real) { dst.Hull(a, b, r.prec) }

// complexBalls is the arithmetic of complex enclosures: principal values; or, if
// analytic, functions that are holomorphic on the whole ball and indeterminate
// otherwise. Order is that of real parts, so that conditions, abs, min and max of
// functions that are real on the axis continue holomorphically from it.
type complexBalls struct {
	prec     uint
	analytic bool
}

func (c complexBalls) real(dst *ball.Complex, r *ball.Real) { dst.SetReal(r) }
func (c complexBalls) set(dst, a *ball.Complex)             { dst.Set(a) }
func (c complexBalls) fail(dst *ball.Complex)               { dst.SetIndeterminate() }

func (c complexBalls) binary(op Op, dst, a, b *ball.Complex) {
	switch op {
	case OpPow:
		if c.analytic {
			dst.PowAnalytic(a, b, c.prec)
		} else {
			dst.Pow(a, b, c.prec)
		}
	case OpMin, OpMax:
		lt, gt := a.Re.Less(&b.Re), b.Re.Less(&a.Re)
		if op == OpMax {
			lt, gt = gt, lt
		}
		switch {
		case lt == True:
			dst.Set(a)
		case gt == True:
			dst.Set(b)
		case c.analytic:
			dst.SetIndeterminate()
		case a.IsReal() && b.IsReal():
			realBalls{c.prec}.binary(op, &dst.Re, &a.Re, &b.Re)
			dst.Im.SetZero()
		default:
			dst.Hull(a, b, c.prec)
		}
	default:
		rational(op, dst, a, b, c.prec)
	}
}

func (c complexBalls) powRat(dst, a *ball.Complex, p *big.Rat) {
	if c.analytic {
		dst.PowRatAnalytic(a, p, c.prec)
		return
	}
	dst.PowRat(a, p, c.prec)
}

func (c complexBalls) unary(op Op, dst, a *ball.Complex) {
	if c.analytic {
		switch op {
		case OpLog:
			dst.LogAnalytic(a, c.prec)
			return
		case opLog1p:
			dst.Log1pAnalytic(a, c.prec)
			return
		case OpSqrt:
			dst.SqrtAnalytic(a, c.prec)
			return
		case OpAsin:
			dst.AsinAnalytic(a, c.prec)
			return
		case OpAcos:
			dst.AcosAnalytic(a, c.prec)
			return
		case OpAtan:
			dst.AtanAnalytic(a, c.prec)
			return
		}
	}
	switch op {
	case OpNeg:
		dst.Neg(a)
	case OpAbs: // z for Re z > 0, −z for Re z < 0
		switch s, known := a.Re.Sign(); {
		case known == True && s > 0:
			dst.Set(a)
		case known == True && s < 0:
			dst.Neg(a)
		case c.analytic:
			dst.SetIndeterminate()
		case a.IsReal():
			dst.Re.Abs(&a.Re, c.prec)
			dst.Im.SetZero()
		default:
			var t ball.Complex
			dst.Hull(a, t.Neg(a), c.prec)
		}
	case OpGamma:
		special.GammaComplex(dst, a, c.prec)
	default:
		elementary(op, dst, a, c.prec)
	}
}

func (c complexBalls) bessel(op Op, dst *ball.Complex, nu *ball.Real, x *ball.Complex) {
	complexBessel(op, dst, nu, x, c.analytic, c.prec)
}

// compare is by real parts. Equal exact numbers decide nothing for an analytic
// evaluation: the function may change just beside them.
func (c complexBalls) compare(op Op, a, b *ball.Complex) Truth {
	if op == OpEQ || op == OpNE {
		t := a.Equal(b)
		if t == True && c.analytic {
			return Unknown
		}
		if op == OpNE {
			t = t.Not()
		}
		return t
	}
	if c.analytic && a.Re.Less(&b.Re) != True && b.Re.Less(&a.Re) != True {
		return Unknown
	}
	return realBalls{c.prec}.compare(op, &a.Re, &b.Re)
}

func (c complexBalls) join(dst, a, b *ball.Complex) {
	if c.analytic {
		dst.SetIndeterminate()
		return
	}
	dst.Hull(a, b, c.prec)
}

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

func (j jetBalls) binary(op Op, dst, a, b *jet) {
	switch op {
	case OpPow:
		switch {
		case j.constant(b):
			dst.Pow(a, new(ball.Real).Set(b.Coef(0)), j.prec)
		default: // a^b = e^{b log a}
			var t jet
			t.Log(a, j.prec)
			t.Mul(&t, b, j.prec)
			dst.Exp(&t, j.prec)
		}
	case OpMin, OpMax:
		lt, gt := j.compare(OpLT, a, b), j.compare(OpGT, a, b)
		if op == OpMax {
			lt, gt = gt, lt
		}
		switch {
		case lt == True:
			dst.Set(a)
		case gt == True:
			dst.Set(b)
		default:
			j.fail(dst)
		}
	default:
		rational(op, dst, a, b, j.prec)
	}
}

func (j jetBalls) powRat(dst, a *jet, p *big.Rat) { dst.PowRat(a, p, j.prec) }

func (j jetBalls) unary(op Op, dst, a *jet) {
	if j.constant(a) {
		var t ball.Real
		realBalls{j.prec}.unary(op, &t, a.Coef(0))
		dst.SetConst(&t, j.n)
		return
	}
	switch op {
	case OpNeg:
		dst.Neg(a)
	case OpAbs:
		switch s, known := a.Coef(0).Sign(); {
		case known == True && s > 0:
			dst.Set(a)
		case known == True && s < 0:
			dst.Neg(a)
		default:
			j.fail(dst)
		}
	case OpGamma:
		special.GammaJet(dst, a, j.prec)
	default:
		elementary(op, dst, a, j.prec)
	}
}

func (j jetBalls) bessel(op Op, dst *jet, nu *ball.Real, x *jet) { jetBessel(op, dst, nu, x, j.prec) }

func (j jetBalls) compare(op Op, a, b *jet) Truth {
	x, y := a.Coef(0), b.Coef(0)
	if j.constant(a) && j.constant(b) || x.Less(y) == True || y.Less(x) == True {
		return realBalls{j.prec}.compare(op, x, y)
	}
	return Unknown
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
func RealBalls(prec uint) Arith[*ball.Real] {
	return ballArith[ball.Real]{realBalls{prec}, prec}
}

// ComplexBalls returns the arithmetic of complex balls of prec bits: see
// Kernel.ComplexAt for the meaning of analytic.
func ComplexBalls(prec uint, analytic bool) Arith[*ball.Complex] {
	return ballArith[ball.Complex]{complexBalls{prec, analytic}, prec}
}

// BallJets returns the arithmetic of jets of n ≥ 2 real balls of prec bits: see
// Kernel.BallTaylor.
func BallJets(prec uint, n int) Arith[*ball.RealSeries] {
	if n < 2 {
		panic("kernel: jets need at least two coefficients")
	}
	return ballArith[jet]{jetBalls{prec, n}, prec}
}

func (a ballArith[T]) Rat(r *big.Rat) *T {
	dst := new(T)
	a.ops.real(dst, new(ball.Real).SetRat(r, a.prec))
	return dst
}

func (a ballArith[T]) Const(op Op) *T {
	var c ball.Real
	if op == OpPi {
		c.Pi(a.prec)
	} else {
		c.E(a.prec)
	}
	dst := new(T)
	a.ops.real(dst, &c)
	return dst
}

func (a ballArith[T]) Binary(op Op, x, y *T) (*T, error) {
	dst := new(T)
	a.ops.binary(op, dst, x, y)
	return dst, nil
}

func (a ballArith[T]) PowRat(x *T, p *big.Rat) (*T, error) {
	dst := new(T)
	a.ops.powRat(dst, x, p)
	return dst, nil
}

func (a ballArith[T]) Unary(op Op, x *T) (*T, error) {
	dst := new(T)
	a.ops.unary(op, dst, x)
	return dst, nil
}

func (a ballArith[T]) Bessel(op Op, nu, x *T) (*T, error) {
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

func (a ballArith[T]) Compare(op Op, x, y *T) Truth { return a.ops.compare(op, x, y) }

func (a ballArith[T]) Join(x, y *T) (*T, error) {
	dst := new(T)
	a.ops.join(dst, x, y)
	return dst, nil
}
