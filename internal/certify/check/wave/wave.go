// Package wave reads formulas as waves: analytic functions of cosines, Λ_δ(az).
package wave

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// A formula of waves is one in which z occurs only within sines, cosines and tangents of az + b, a and b constant: k(z)
// = Φ(a₁z+b₁, …, aₙz+bₙ) with a Φ of period 2π in each phase.

// Slopes returns the a of all sines, cosines and tangents of az + b in e, in the order of the formula; ok is false
// unless e is a formula of waves.
//
// A sine of something that is not linear may still have z within sines of linear functions alone,
// as sin(cos z): its parts are looked at.
func Slopes(e *formula.Expr) (slopes []constant.Value, ok bool) {
	ok = slopesOf(e, &slopes)
	return slopes, ok
}

func slopesOf(e *formula.Expr, out *[]constant.Value) bool {
	e = formula.Unfold(e)
	if e == nil || !e.Varies() {
		return e != nil
	}
	args := e.Args()
	switch e.Op() {
	case formula.OpVar:
		return false
	case formula.OpSin, formula.OpCos, formula.OpTan:
		if a, _, ok := Linear(args[0]); ok {
			*out = append(*out, a)
			return true
		}
	}
	for _, a := range args {
		if !slopesOf(a, out) {
			return false
		}
	}
	return true
}

// Linear returns a and b if e is az + b; ok is false if it is not seen to be.
//
// Sums and multiples of linear functions by exact constants; a may be 0, or not be known to be.
func Linear(e *formula.Expr) (a, b constant.Value, ok bool) {
	e = formula.Unfold(e)
	if !e.Varies() {
		b, err := constant.New(e)
		return a, b, err == nil
	}
	args := e.Args()
	switch e.Op() {
	case formula.OpVar:
		return constant.Rat(big.NewRat(1, 1)), b, true
	case formula.OpNeg:
		a, b, ok = Linear(args[0])
		return a.Neg(), b.Neg(), ok
	// Errors in one summand are errors of the sum: ok is that of the last one read, after the first
	// was.
	case formula.OpAdd, formula.OpSub:
		var c, d constant.Value
		if a, b, ok = Linear(args[0]); !ok {
			return a, b, false
		}
		if c, d, ok = Linear(args[1]); e.Op() == formula.OpSub {
			c, d = c.Neg(), d.Neg()
		}
		return a.Add(c), b.Add(d), ok
	// One of the factors has to be constant; a division by 0 is an error of the constants.
	case formula.OpMul, formula.OpDiv:
		x, y := args[0], args[1]
		if e.Op() == formula.OpMul && !x.Varies() {
			x, y = y, x
		}
		if y.Varies() {
			return a, b, false
		}
		c, err := constant.New(y)
		if err == nil && e.Op() == formula.OpDiv {
			c, err = constant.Rat(big.NewRat(1, 1)).Quo(c)
		}
		if err != nil {
			return a, b, false
		}
		a, b, ok = Linear(x)
		return a.Mul(c), b.Mul(c), ok
	}
	return a, b, false
}

// AboutPoint encloses the values of a formula on the interval of radius 2^radius about z, z < 0 too, by plain
// substitution: the enclosure contains what the formula makes of any numbers of the interval in the places of z,
// different ones in different places.
//
// That is what the theorems about almost periodic functions need: the phases a_j z + b_j come close
// to any values that rationally independent a_j allow, so that Φ is wanted for phases that move
// independently. Evaluations that use derivatives by z would not enclose it.
func AboutPoint(e *formula.Expr, z *big.Rat, radius int, prec uint) *ball.Real {
	x := new(ball.Real).SetRat(z, prec)
	return Substituted(e, x.AddRad(ball.MagPow2(int64(radius))), eval.RealBalls(prec))
}

// Substituted is formula.Eval for the arithmetic of balls, which makes no errors.
//
// What has no value on the ball is indeterminate there, and no error.
func Substituted[T any](e *formula.Expr, z T, balls formula.Arith[T]) T {
	v, err := formula.Eval(e, z, balls)
	if err != nil {
		panic(err)
	}
	return v
}

// Analytic wants a formula of waves to be Φ(a₁z+b₁, …) with Φ holomorphic and bounded for phases of small imaginary
// parts.
//
// What is finite in complex ball arithmetic is holomorphic and bounded: no pole, branch cut or
// undecided condition is met. The box is so wide that each phase az + b runs through more than a
// full turn independently of the others, in a strip about the real axis: finite there is finite for
// all phases with small imaginary parts, as Φ has the period 2π in each.
func Analytic(e *formula.Expr) error {
	slopes, ok := Slopes(e)
	if !ok {
		return rule.Reject("z occurs outside of sines, cosines and tangents of az + b in %s", e)
	}
	// A larger precision would not help: the box is wide.
	const prec = 64
	// z in a box on which each az + b runs through a whole turn at every imaginary part up to |a|·height
	var least, most ball.Mag
	for _, a := range slopes {
		// A constant phase.
		if a.IsZero() == ball.True {
			continue
		}
		size := a.Ball(new(ball.Real), prec)
		low, high := size.MagLower(), size.MagUpper()
		// A frequency between 0 and something has no box wide enough.
		if low.IsZero() {
			return rule.Incomplete("the frequency %s is not told from zero", a)
		}
		if least.IsZero() || low.Cmp(least) < 0 {
			least = low
		}
		if high.Cmp(most) > 0 {
			most = high
		}
	}
	var z ball.Complex
	if !least.IsZero() {
		// |a| · 4/least ≥ 4 on either side of 0; |a| 2⁻²⁰/most > 0 is the height of this phase's
		// strip.
		z.Re.AddRad(ball.MagPow2(2).Quo(least)) // 4 > π
		z.Im.AddRad(ball.MagPow2(stripHeight).Quo(most))
	}
	if !Substituted(e, &z, eval.ComplexBalls(prec)).IsFinite() {
		return rule.OfForm("%s is not known to be holomorphic and bounded near the real phases", e)
	}
	return nil
}

// stripHeight is the logarithm of the largest imaginary part of a phase where Analytic encloses.
const stripHeight = -20

// Damped reports whether k is, for large z, a product of analytic functions of waves, which are bounded with all their
// derivatives, and of a function that decays exponentially with its derivatives, and how that decays.
//
// A factor that Analytic does not accept goes to the rest: that is never wrong, only weaker. The
// constant factor of the product changes nothing. Of exp(waves + others) = exp(waves) exp(others)
// the first is analytic and bounded with its derivatives.
func Damped(c *rule.Checker, k *kernel.Kernel) (kind string, ok bool) {
	last := c.AtInfinity(k).Last
	// The formula on the last piece, for all large z, is not known.
	if last == nil {
		return "", false
	}
	factors, _ := formula.FactorList(last, false)
	var rest *formula.Expr
	for _, e := range factors {
		if e.Op() == formula.OpExp { // exp(waves + others)
			var others *formula.Expr
			for _, t := range formula.Terms(e.Args()[0]) {
				if Analytic(t) != nil {
					others = formula.Combine(formula.OpAdd, others, t)
				}
			}
			if others == nil {
				continue
			}
			e = formula.Apply(formula.OpExp, others)
		}
		if Analytic(e) != nil {
			rest = formula.Combine(formula.OpMul, rest, e)
		}
	}
	if rest == nil {
		return "", false
	}
	switch inf := c.AtInfinity(k.Derive(rest)); inf.Kind {
	case asymptotic.Gaussian, asymptotic.Exponential, asymptotic.StretchedExp, asymptotic.SuperExp:
		return inf.Kind.String(), inf.Regular && inf.Limit.IsZero() == ball.True
	}
	return "", false
}

// Lambda returns δ and az if e is seen to be c·Λ_δ(az), a > 0: a constant times cos(az) (δ = 1),
// sin(az)/z (δ = 3) or besselj(ν, az)/z^ν (δ = 2ν+2, at most 1 for ν ≤ −1/2).
//
// DLMF 10.16.9 and 10.16.1: J_ν(x) = (x/2)^ν/Γ(ν+1) Λ_{2ν+2}(x), with cos x = √(πx/2) J_{−½}(x) and
// sin x = √(πx/2) J_½(x). The sign of c is left to the caller, who has k(0).
func Lambda(e *formula.Expr) (delta constant.Value, arg *formula.Expr, ok bool) {
	var f factors
	if !f.collect(e, 1) || f.wave == nil {
		return delta, nil, false
	}
	// ν, and the power of z that has to stand beside the wave.
	var order, want constant.Value // order of the Bessel function
	arg = f.wave.Args()[len(f.wave.Args())-1]
	switch f.wave.Op() {
	case formula.OpCos:
		order = constant.Rat(big.NewRat(-1, 2))
	case formula.OpSin:
		order, want = constant.Rat(big.NewRat(1, 2)), constant.Int(-1)
	default:
		var err error
		if order, err = constant.New(f.wave.Args()[0]); err != nil {
			return delta, nil, false
		}
		want = order.Neg()
	}
	var a factors
	// z^{−ν} and z¹ by equal normal forms.
	if !f.power.Same(want) || !a.collect(arg, 1) || a.wave != nil || !a.power.Same(constant.Int(1)) {
		return delta, nil, false
	}
	if a.constant != nil {
		sign, _ := rule.ConstantSign(a.constant) // 0 if it is not known
		bessel := f.wave.Op() != formula.OpCos && f.wave.Op() != formula.OpSin
		switch {
		// J_ν(−x) is real for integers ν alone.
		case sign == 0 || sign < 0 && bessel:
			return delta, nil, false
		case sign < 0: // cos(−az) = cos(az), sin(−az) = −sin(az)
			arg = formula.Apply(formula.OpNeg, arg)
		}
	}
	return order.Add(constant.Int(1)).Scale(big.NewRat(2, 1)), arg, true
}

// factors writes a formula as c · z^power · wave.
//
// power is exact; that z^p z^q = z^{p+q} holds for z > 0.
type factors struct {
	constant *formula.Expr // of the sign of c; nil for 1
	power    constant.Value
	wave     *formula.Expr
}

// collect multiplies by e^sign, sign = ±1; false if e is not such a product.
//
// Only exponents of z are added up, for z > 0, and of constants a product with the sign of c is
// kept: a reciprocal has the sign of its denominator. A wave in a denominator is none of these.
func (f *factors) collect(e *formula.Expr, sign int64) bool {
	e = formula.Unfold(e)
	if !e.Varies() {
		f.constant = formula.Combine(formula.OpMul, f.constant, e)
		return true
	}
	switch a := e.Args(); e.Op() {
	case formula.OpVar:
		f.power = f.power.Add(constant.Int(sign))
	case formula.OpNeg:
		f.constant = formula.Combine(formula.OpMul, f.constant, formula.Int(-1))
		return f.collect(a[0], sign)
	case formula.OpMul:
		return f.collect(a[0], sign) && f.collect(a[1], sign)
	case formula.OpDiv:
		return f.collect(a[0], sign) && f.collect(a[1], -sign)
	case formula.OpSqrt:
		if a[0].Op() != formula.OpVar {
			return false
		}
		f.power = f.power.Add(constant.Rat(big.NewRat(sign, 2)))
	case formula.OpPow:
		var base factors
		// (c z^p)^n = cⁿ z^{pn} for z > 0, where cⁿ has a value; if it has none, k has none, and
		// k(0) is not known.
		if a[1].Varies() || !base.collect(a[0], sign) || base.wave != nil {
			return false
		}
		n, err := constant.New(a[1])
		if err != nil {
			return false
		}
		f.power = f.power.Add(base.power.Mul(n))
		if base.constant != nil {
			f.constant = formula.Combine(formula.OpMul, f.constant, formula.Pow(base.constant, a[1]))
		}
	// One wave, above the fraction; its argument is looked at by Lambda.
	case formula.OpCos, formula.OpSin, formula.OpBesselJ:
		if f.wave != nil || sign < 0 {
			return false
		}
		f.wave = e
	default:
		return false
	}
	return true
}
