package numeric

import (
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/kernel/composite"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/libm"
	"krein/internal/program"
)

// accurate are the functions of recognised formulas; those of Hypot, SquaresMinus and Same are instructions.
var accurate = map[composite.Function]func(float64) float64{
	composite.Expm1:         math.Expm1,
	composite.MinusExpm1:    func(x float64) float64 { return -math.Expm1(x) },
	composite.OneMinusCos:   libm.OneMinusCos,
	composite.CosMinusOne:   func(x float64) float64 { return -libm.OneMinusCos(x) },
	composite.CoshMinusOne:  libm.CoshMinusOne,
	composite.OneMinusCosh:  func(x float64) float64 { return -libm.CoshMinusOne(x) },
	composite.OneMinusErfc:  math.Erf,
	composite.OneMinusTanh:  func(x float64) float64 { return 2 * libm.Logistic(-2*x) },
	composite.OnePlusTanh:   func(x float64) float64 { return 2 * libm.Logistic(2*x) },
	composite.Softplus:      libm.Softplus,
	composite.Asinh:         math.Asinh,
	composite.MinusAsinh:    func(x float64) float64 { return -math.Asinh(x) },
	composite.Acosh1p:       libm.Acosh1p,
	composite.Acosh:         math.Acosh,
	composite.TwoAtanh:      func(x float64) float64 { return 2 * math.Atanh(x) },
	composite.MinusTwoAtanh: func(x float64) float64 { return -2 * math.Atanh(x) },
	composite.Log1p:         math.Log1p,
	composite.Log1mSquare:   libm.Log1mSquare,
	composite.Log1m:         func(x float64) float64 { return math.Log1p(-x) },
	composite.Logistic:      libm.Logistic,
	composite.MinusLogistic: func(x float64) float64 { return libm.Logistic(-x) },
	composite.Sech:          libm.Sech,
	composite.Csch:          libm.Csch,
	composite.Angle:         func(x float64) float64 { return 2 * math.Asin(math.Abs(x)/2) },
	composite.Acos1m:        libm.Acos1m,
}

// recognised compiles e if it is the formula of a function that is accurate where the formula is not.
func (c *compiler) recognised(e *formula.Expr) (int, bool) {
	f, parts, ok := composite.Recognise(e)
	if !ok {
		return 0, false
	}
	switch x := parts[0]; f {
	case composite.Same:
		return c.node(x), true
	case composite.Hypot:
		return c.Op(program.Hypot, c.node(x), c.node(parts[1])), true
	case composite.SquaresMinus:
		return c.Op(program.Mul, c.node(x), c.node(parts[1])), true
	}
	return c.Apply(string(f), accurate[f], c.node(parts[0])), true
}

// constantOf returns the constant e rounded, NaN if it is undefined.
func constantOf(e *formula.Expr) float64 {
	if r := e.Num(); r != nil {
		f, _ := r.Float64()
		return f
	}
	if v := constantBall(e, 60); v != nil {
		return v.Nearest()
	}
	x, _ := formula.Eval(e, 0, Float64{})
	return x
}

// twoWords returns the constant e as hi + lo.
func twoWords(e *formula.Expr) (hi, lo float64, ok bool) {
	if r := e.Num(); r != nil {
		hi, exact := r.Float64()
		if exact || math.IsInf(hi, 0) {
			return hi, 0, true
		}
		lo, _ = new(big.Rat).Sub(r, new(big.Rat).SetFloat64(hi)).Float64()
		return hi, lo, true
	}
	v := constantBall(e, 120)
	if v == nil {
		return 0, 0, false
	}
	if hi = v.Nearest(); !math.IsInf(hi, 0) {
		lo = v.Sub(v, ball.NewReal(hi), 192).Nearest()
	}
	return hi, lo, true
}

// power compiles a power with a constant in its base or exponent, which counts to more digits than a float64 has.
func (c *compiler) power(base, exponent *formula.Expr) (int, bool) {
	switch {
	case !exponent.Varies():
		hi, lo, ok := twoWords(exponent)
		if !ok {
			return 0, false
		}
		p := program.PowerOf(hi, lo)
		if r := exponent.Num(); r != nil {
			p = program.RationalPower(r)
		}
		return c.Power(p, c.base(base, hi)), true
	case !base.Varies():
		hi, lo, ok := twoWords(formula.Apply(formula.OpLog, base))
		if !ok {
			return 0, false
		}
		f := func(x float64) float64 { return libm.PowOf(hi, lo, x) }
		return c.Apply(fmt.Sprintf("%x %x^", hi, lo), f, c.node(exponent)), true
	}
	// (1+x)^y: rounding 1+x loses x, which a large y makes felt, as in (1 + 1/z)^z
	if f, parts, ok := composite.Recognise(formula.Apply(formula.OpLog, base)); ok && f == composite.Log1p {
		log := c.Apply(string(f), accurate[f], c.node(parts[0]))
		return c.Apply("exp", math.Exp, c.Op(program.Mul, c.node(exponent), log)), true
	}
	return 0, false
}

// constantBall encloses a constant, or returns nil if that many bits of it are not to be had.
func constantBall(e *formula.Expr, bits int) *ball.Real {
	v, f := new(ball.Real), eval.Compile(e)
	for prec := uint(bits) + 36; prec < 2000; prec *= 3 {
		if f.At(v, new(ball.Real), prec); v.IsFinite() && int(v.RelAccuracyBits()) >= bits {
			return v
		}
	}
	return nil
}
