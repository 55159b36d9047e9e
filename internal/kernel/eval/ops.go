package eval

import (
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/formula"
	"krein/special"
)

// number is what real balls, complex balls and jets have in common.
type number[T any] interface {
	*T
	Set(a *T) *T
	Neg(a *T) *T
	Add(a, b *T, prec uint) *T
	Sub(a, b *T, prec uint) *T
	Mul(a, b *T, prec uint) *T
	Quo(a, b *T, prec uint) *T
	PowRat(a *T, p *big.Rat, prec uint) *T

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

// Operations that exist only in compiled programs.
const (
	opLog1p formula.Op = 200 + iota
	opExpm1
)

// balls is the arithmetic of enclosures of one kind at a precision: every operation sets
// dst, which may be an operand, to a ball that contains the results for all points of the
// operands, and to an indeterminate one where there is no such bound.
// The inclusion property of each operation is that of packages ball and special: here only the choice of the operation is.
type balls[T any, P number[T]] struct {
	*kind[T, P]
	prec uint
	n    int // coefficients of jets
}

// kind is what the kinds of enclosures differ in. Real balls enclose values at points. What complex balls and jets
// enclose is to be holomorphic or analytic on the whole ball, so that conditions, abs, min and max must be decided
// beside a point as well as at it: by the order of real parts.
type kind[T any, P number[T]] struct {
	unary  [256]func(dst P, a *T, prec uint) *T
	binary [256]func(dst P, a, b *T, prec uint) *T
	bessel [3]func(dst *T, nu *ball.Real, x *T, prec uint) *T // J, I, K
	// convert sets dst to an enclosure of a constant, and fail, in all its parts, to an indeterminate one.
	convert func(dst *T, c *ball.Real, n int)
	fail    func(dst *T, n int)
	// join covers both branches of an undecided condition; nil if none does.
	join func(dst P, a, b *T, prec uint) *T
	// first returns the real ball that signs and order are of, and imaginary what else there is of complex numbers.
	first, imaginary func(a *T) *ball.Real
	size             func(a *T) ball.Mag
}

// elementary returns the kind with the functions that all have.
// The table has no entry for abs, min and max of complex numbers and jets, which are decided by order.
func elementary[T any, P number[T]](k kind[T, P]) *kind[T, P] {
	k.unary = [256]func(dst P, a *T, prec uint) *T{
		formula.OpNeg: func(dst P, a *T, _ uint) *T { return dst.Neg(a) }, formula.OpAbs: k.unary[formula.OpAbs],
		formula.OpGamma: k.unary[formula.OpGamma],
		formula.OpExp:   P.Exp, opExpm1: P.Expm1, formula.OpLog: P.Log, opLog1p: P.Log1p, formula.OpSqrt: P.Sqrt,
		formula.OpSin: P.Sin, formula.OpCos: P.Cos, formula.OpTan: P.Tan,
		formula.OpAsin: P.Asin, formula.OpAcos: P.Acos, formula.OpAtan: P.Atan,
		formula.OpSinh: P.Sinh, formula.OpCosh: P.Cosh, formula.OpTanh: P.Tanh,
		formula.OpErf: P.Erf, formula.OpErfc: P.Erfc,
	}
	k.binary[formula.OpAdd], k.binary[formula.OpSub], k.binary[formula.OpMul], k.binary[formula.OpDiv] = P.Add,
		P.Sub, P.Mul, P.Quo
	return &k
}

type (
	realKind    = kind[ball.Real, *ball.Real]
	complexKind = kind[ball.Complex, *ball.Complex]
	jetKind     = kind[jet, *jet]
	jet         = ball.RealSeries
)

// Real balls enclose values at points: an undecided condition is covered by the hull of both
// branches.
var reals = elementary(realKind{
	unary: [256]func(dst, a *ball.Real, prec uint) *ball.Real{formula.OpAbs: (*ball.Real).Abs,
		formula.OpGamma: special.Gamma},
	binary: [256]func(dst, a, b *ball.Real, prec uint) *ball.Real{
		formula.OpPow: (*ball.Real).Pow, formula.OpMin: (*ball.Real).Min, formula.OpMax: (*ball.Real).Max,
	},
	bessel:  [3]func(dst, nu, x *ball.Real, prec uint) *ball.Real{special.BesselJ, special.BesselI, special.BesselK},
	convert: func(dst, c *ball.Real, _ int) { dst.Set(c) },
	fail:    func(dst *ball.Real, _ int) { dst.SetIndeterminate() },
	join:    (*ball.Real).Hull,
	first:   func(a *ball.Real) *ball.Real { return a },
	size:    (*ball.Real).MagUpper,
})

// Complex balls enclose functions that are holomorphic on the ball: no branch may change inside of
// it.
var complexes = elementary(complexKind{
	unary: [256]func(dst, a *ball.Complex, prec uint) *ball.Complex{
		formula.OpGamma: func(dst, a *ball.Complex, prec uint) *ball.Complex {
			// of constants it has values, in formulas no part
			if !a.IsReal() {
				return dst.SetIndeterminate()
			}
			special.Gamma(&dst.Re, &a.Re, prec)
			dst.Im.SetZero()
			return dst
		},
	},
	binary: [256]func(dst, a, b *ball.Complex, prec uint) *ball.Complex{formula.OpPow: (*ball.Complex).Pow},
	bessel: [3]func(dst *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) *ball.Complex{special.BesselJComplex,
		special.BesselIComplex, special.BesselKComplex},
	convert:   func(dst *ball.Complex, c *ball.Real, _ int) { dst.SetReal(c) },
	fail:      func(dst *ball.Complex, _ int) { dst.SetIndeterminate() },
	first:     func(a *ball.Complex) *ball.Real { return &a.Re },
	imaginary: func(a *ball.Complex) *ball.Real { return &a.Im },
	size:      (*ball.Complex).MagUpper,
})

// A jet over a ball has in its i-th coefficient f^(i)(ζ)/i! for all ζ of the ball: f has to be
// analytic there.
var jets = elementary(jetKind{
	unary: [256]func(dst, a *jet, prec uint) *jet{
		formula.OpGamma: func(dst, a *jet, prec uint) *jet { // derivatives of Γ are not enclosed
			n := a.Len()
			if !constantJet(a) {
				failJet(dst, n)
				return dst
			}
			return dst.SetConst(special.Gamma(new(ball.Real), a.Coef(0), prec), n)
		},
	},
	binary: [256]func(dst, a, b *jet, prec uint) *jet{formula.OpPow: powJet},
	bessel: [3]func(dst *jet, nu *ball.Real, x *jet, prec uint) *jet{special.BesselJJet, special.BesselIJet,
		special.BesselKJet},
	convert: func(dst *jet, c *ball.Real, n int) { dst.SetConst(c, n) },
	fail:    failJet,
	first:   func(a *jet) *ball.Real { return a.Coef(0) },
	size:    func(a *jet) ball.Mag { return a.Coef(0).MagUpper() },
})

func failJet(dst *jet, n int) {
	dst.SetLen(0)
	dst.SetLen(n)
	for i := range n {
		dst.Coef(i).SetIndeterminate()
	}
}

// constantJet reports whether a depends on the variable in none of its coefficients. At a point it may depend on it all
// the same, as (z−1)² at 1 to first order, so that only what is analytic at a's value may be taken for constant there.
// A constant interval at a point: see who uses it.
func constantJet(a *jet) bool {
	for i := 1; i < a.Len(); i++ {
		if !a.Coef(i).IsZero() {
			return false
		}
	}
	return true
}

// a^b = exp(b log a) needs a > 0: the logarithm of a jet is indeterminate otherwise.
func powJet(dst, a, b *jet, prec uint) *jet {
	if constantJet(b) && a.Coef(0).Positive() == ball.True {
		return dst.Pow(a, new(ball.Real).Set(b.Coef(0)), prec)
	}
	var t jet // a^b = e^{b log a}
	t.Log(a, prec)
	t.Mul(&t, b, prec)
	return dst.Exp(&t, prec)
}

func realBalls(prec uint) balls[ball.Real, *ball.Real] {
	return balls[ball.Real, *ball.Real]{reals, prec, 1}
}

func complexBalls(prec uint) balls[ball.Complex, *ball.Complex] {
	return balls[ball.Complex, *ball.Complex]{complexes, prec, 1}
}

func jetBalls(prec uint, n int) balls[jet, *jet] { return balls[jet, *jet]{jets, prec, n} }

// apply applies OpAdd, OpSub, OpMul, OpDiv, OpPow, OpMin or OpMax.
// min and max of jets and complex balls are one of the operands if their order is proved beside the point, too, and otherwise fail: at
// a point where both are equal there is no derivative.
func (b balls[T, P]) apply(op formula.Op, dst, x, y *T) {
	of := b.binary[op]
	switch {
	case of != nil:
		of(dst, x, y, b.prec)
		return
	case op != formula.OpMin && op != formula.OpMax:
		panic("eval: " + op.String() + " is not a binary operation")
	}
	switch first := b.Compare(formula.OpLE, x, y); {
	case first == ball.Unknown:
		b.fail(dst, b.n)
	case (first == ball.True) == (op == formula.OpMin):
		P(dst).Set(x)
	default:
		P(dst).Set(y)
	}
}

// function applies OpNeg, OpAbs, an elementary function, opLog1p or opExpm1.
// |a| is ±a where the sign is proved on the whole ball; |0| has no derivative.
func (b balls[T, P]) function(op formula.Op, dst, a *T) {
	of := b.unary[op]
	switch {
	case of != nil:
		of(dst, a, b.prec)
		return
	case op != formula.OpAbs:
		panic("eval: " + op.String() + " is not a function of one number")
	}
	switch s, known := b.first(a).Sign(); {
	case known == ball.True && s > 0:
		P(dst).Set(a)
	case known == ball.True && s < 0:
		P(dst).Neg(a)
	default:
		b.fail(dst, b.n)
	}
}

// RealUnary sets dst to an enclosure of a function at a.
func RealUnary(op formula.Op, dst, a *ball.Real, prec uint) { reals.unary[op](dst, a, prec) }

// maxBesselOrder bounds the orders evaluated over balls, whose cost grows with them; ten times what
// the kernels of R^d, d ≤ 800, need.
const maxBesselOrder = 4096

// maxBesselExponent bounds the binary exponent of their arguments.
const maxBesselExponent = 1024

// besselOf applies OpBesselJ, OpBesselI or OpBesselK of the constant order nu. Complex arguments are off the cut (−∞,
// 0], or any for integer orders of J and I, and the function is holomorphic on x where it is finite.
// Bounds on order and argument are on work; beyond them nothing is known.
// An order with an imaginary part that may not be 0 has no function here; a real order that is a ball means all orders in it.
func (b balls[T, P]) besselOf(op formula.Op, dst, nu, x *T) {
	order := b.first(nu)
	if b.imaginary != nil && !b.imaginary(nu).IsZero() || order.MagUpper().Cmp(ball.MagUint(maxBesselOrder)) > 0 ||
		b.size(x).Exponent() > maxBesselExponent {
		b.fail(dst, b.n)
		return
	}
	b.bessel[op-formula.OpBesselJ](dst, order, x, b.prec)
}

// besselWork is about what a Bessel function of x takes beyond the cost of a special function at a real point: at a
// complex one the work of a power series, all of whose 3|x| terms have 3|x| bits more than the result, and on an interval
// wider than 1/2, whose parts are looked at one by one, that of each, for every coefficient of a jet.
func (b balls[T, P]) besselWork(x *T) int64 {
	if b.imaginary != nil && !b.imaginary(x).IsZero() {
		size := b.size(x).Float64()
		if !(size < mostSeries) { // not computed
			return 0
		}
		bits := float64(b.prec) + 3*size
		words := bits/64 + 1
		terms := 8 + 3*size + bits/4
		return int64(min(terms*words*(1+words/16)/4, mostSum))
	}
	r := b.first(x).Rad()
	if r.Exponent() < -1 || r.Exponent() > 3 {
		return 0
	}
	return int64(b.n) * int64(8*r.Float64()) * budget.Special(widePrec)
}

const (
	mostSeries = 1e8        // arguments of power series
	mostSum    = 10_000_000 // units that one of them may take
	widePrec   = 32         // bits at which parts of an interval are looked at
)

// MeteredComplexBalls is ComplexBalls, with the work of Bessel functions, which depends on their arguments, counted by m:
// once m stops, they are indeterminate.
func MeteredComplexBalls(prec uint, m *budget.Meter) formula.Arith[*ball.Complex] {
	return metered[ball.Complex, *ball.Complex]{complexBalls(prec), m}
}

// MeteredJets is Jets with Bessel functions counted as by MeteredComplexBalls.
func MeteredJets(prec uint, n int, m *budget.Meter) formula.Arith[*ball.RealSeries] {
	_ = Jets(prec, n) // n ≥ 2
	return metered[jet, *jet]{jetBalls(prec, n), m}
}

type metered[T any, P number[T]] struct {
	balls[T, P]
	m *budget.Meter
}

// Bessel counts a special function for each coefficient of a jet, and the composition with the jet of the argument.
func (b metered[T, P]) Bessel(op formula.Op, nu, x *T) (*T, error) {
	n := int64(b.n)
	if !b.m.Spend(n*budget.Special(b.prec) + n*n*n/6*budget.Arithmetic(b.prec) + b.besselWork(x)) {
		dst := new(T)
		b.fail(dst, b.n)
		return dst, nil
	}
	return b.balls.Bessel(op, nu, x)
}

// RealBessel sets dst to J, I or K of real order nu at x.
func RealBessel(op formula.Op, dst, nu, x *ball.Real, prec uint) {
	realBalls(prec).besselOf(op, dst, nu, x)
}

// Compare is by real parts, which have to be in order beside a point, too, unless values at points are enclosed.
// For values at points an answer holds for all points of both balls. For jets and complex balls it has to hold in a neighbourhood, so
// that equality, and ≤ at equal ends, are unknown. Complex numbers with different imaginary parts are different.
//
// The order of real parts is a relation of points, whatever ball they are looked at in. So two balls with a point in
// common are never decided differently, and a region that is covered by decided balls has a function that is holomorphic
// on all of it: package quad covers ellipses so, by rectangles that overlap.
func (b balls[T, P]) Compare(op formula.Op, x, y *T) ball.Truth {
	u, v := b.first(x), b.first(y)
	switch less, more := u.Less(v), v.Less(u); {
	case b.imaginary != nil && b.imaginary(x).Equal(b.imaginary(y)) == ball.False &&
		(op == formula.OpEQ || op == formula.OpNE):
		return op.Holds(1)
	case less != ball.True && more != ball.True && b.join == nil:
		return ball.Unknown
	case op == formula.OpLT:
		return less
	case op == formula.OpLE:
		return more.Not()
	case op == formula.OpGT:
		return more
	case op == formula.OpGE:
		return less.Not()
	case op == formula.OpEQ:
		return u.Equal(v)
	}
	return u.Equal(v).Not()
}

// either sets dst to what covers x and y.
// The hull contains both branches; of jets and holomorphic functions there is none.
func (b balls[T, P]) either(dst, x, y *T) {
	if b.join == nil {
		b.fail(dst, b.n)
		return
	}
	b.join(dst, x, y, b.prec)
}

// RealBalls returns the arithmetic of real balls of prec bits, for Eval: the value of a
// formula on a ball z contains its values at all points of z at which it is defined, and
// is indeterminate where no bound is known. It never returns an error.
func RealBalls(prec uint) formula.Arith[*ball.Real] { return realBalls(prec) }

// ComplexBalls returns the arithmetic of complex balls of prec bits: see Kernel.ComplexAt.
func ComplexBalls(prec uint) formula.Arith[*ball.Complex] { return complexBalls(prec) }

// Jets returns the arithmetic of jets of n ≥ 2 real balls of prec bits: see Kernel.BallTaylor.
func Jets(prec uint, n int) formula.Arith[*ball.RealSeries] {
	if n < 2 {
		panic("eval: jets need at least two coefficients")
	}
	return jetBalls(prec, n)
}

// The methods of formula.Arith make new values.

func (b balls[T, P]) number(c *ball.Real) *T {
	dst := new(T)
	b.convert(dst, c, b.n)
	return dst
}

func (b balls[T, P]) Rat(r *big.Rat) *T { return b.number(new(ball.Real).SetRat(r, b.prec)) }

func (b balls[T, P]) Const(op formula.Op) *T { return b.number(constantBall(op, b.prec)) }

// Param is that of formula.Arith: the hull of the interval.
func (b balls[T, P]) Param(p *formula.Expr) (*T, error) {
	return b.number(parameterBall(p, b.prec)), nil
}

// parameterBall encloses all values of a parameter.
// The hull of the closed interval: an end that does not belong to it is in the ball, which is only wider.
func parameterBall(p *formula.Expr, prec uint) *ball.Real {
	lo, hi := new(ball.Real).SetRat(p.Range().Lo, prec), new(ball.Real).SetRat(p.Range().Hi, prec)
	return lo.Hull(lo, hi, prec)
}

// constantBall returns OpPi or OpE.
func constantBall(op formula.Op, prec uint) *ball.Real {
	if op == formula.OpPi {
		return new(ball.Real).Pi(prec)
	}
	return new(ball.Real).E(prec)
}

func (b balls[T, P]) Binary(op formula.Op, x, y *T) (*T, error) {
	dst := new(T)
	b.apply(op, dst, x, y)
	return dst, nil
}

func (b balls[T, P]) PowRat(x *T, p *big.Rat) (*T, error) {
	return P(new(T)).PowRat(x, p, b.prec), nil
}

func (b balls[T, P]) Unary(op formula.Op, x *T) (*T, error) {
	dst := new(T)
	b.function(op, dst, x)
	return dst, nil
}

func (b balls[T, P]) Bessel(op formula.Op, nu, x *T) (*T, error) {
	dst := new(T)
	b.besselOf(op, dst, nu, x)
	return dst, nil
}

func (b balls[T, P]) Join(x, y *T) (*T, error) {
	dst := new(T)
	b.either(dst, x, y)
	return dst, nil
}
