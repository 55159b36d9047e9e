package check

import (
	"math/big"

	"krein/ball"
	"krein/kernel"
)

// A formula of waves is one in which z occurs only within sines, cosines and tangents of az + b, a and b constant: k(z) = Φ(a₁z+b₁, …, aₙz+bₙ) with a Φ of
// period 2π in each phase.

// Slopes returns the a of all sines, cosines and tangents of az + b in e, in the order of the formula; ok is false unless e is a formula of waves.
func Slopes(e *kernel.Expr) (slopes []kernel.Const, ok bool) {
	ok = slopesOf(e, &slopes)
	return slopes, ok
}

func slopesOf(e *kernel.Expr, out *[]kernel.Const) bool {
	e = unfold(e)
	if e == nil || !e.Varies() {
		return e != nil
	}
	args := e.Args()
	switch e.Op() {
	case kernel.OpVar:
		return false
	case kernel.OpSin, kernel.OpCos, kernel.OpTan:
		if a, _, ok := linear(args[0]); ok {
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

// linear returns a and b if e is az + b; ok is false if it is not seen to be.
func linear(e *kernel.Expr) (a, b kernel.Const, ok bool) {
	e = unfold(e)
	if !e.Varies() {
		b, err := kernel.NewConst(e)
		return a, b, err == nil
	}
	args := e.Args()
	switch e.Op() {
	case kernel.OpVar:
		return kernel.ConstRat(big.NewRat(1, 1)), b, true
	case kernel.OpNeg:
		a, b, ok = linear(args[0])
		return a.Neg(), b.Neg(), ok
	case kernel.OpAdd, kernel.OpSub:
		var c, d kernel.Const
		if a, b, ok = linear(args[0]); !ok {
			return a, b, false
		}
		if c, d, ok = linear(args[1]); e.Op() == kernel.OpSub {
			c, d = c.Neg(), d.Neg()
		}
		return a.Add(c), b.Add(d), ok
	case kernel.OpMul, kernel.OpDiv:
		x, y := args[0], args[1]
		if e.Op() == kernel.OpMul && !x.Varies() {
			x, y = y, x
		}
		if y.Varies() {
			return a, b, false
		}
		c, err := kernel.NewConst(y)
		if err == nil && e.Op() == kernel.OpDiv {
			c, err = kernel.ConstRat(big.NewRat(1, 1)).Quo(c)
		}
		if err != nil {
			return a, b, false
		}
		a, b, ok = linear(x)
		return a.Mul(c), b.Mul(c), ok
	}
	return a, b, false
}

// aboutPoint encloses the values of a formula on the interval of radius 2^radius about z, z < 0 too, by plain substitution: the enclosure contains what the
// formula makes of any numbers of the interval in the places of z, different ones in different places.
func aboutPoint(e *kernel.Expr, z *big.Rat, radius int, prec uint) *ball.Real {
	x := new(ball.Real).SetRat(z, prec)
	return substituted(e, x.AddRad(ball.MagPow2(int64(radius))), kernel.RealBalls(prec))
}

// substituted is kernel.Eval for the arithmetic of balls, which makes no errors.
func substituted[T any](e *kernel.Expr, z T, balls kernel.Arith[T]) T {
	v, err := kernel.Eval(e, z, balls)
	if err != nil {
		panic(err)
	}
	return v
}

// analyticWaves wants a formula of waves to be Φ(a₁z+b₁, …) with a Φ that is holomorphic and bounded for phases with small imaginary parts.
func analyticWaves(e *kernel.Expr) error {
	slopes, ok := Slopes(e)
	if !ok {
		return reject("z occurs outside of sines, cosines and tangents of az + b in %s", e)
	}
	const prec = 64
	// z in a box on which each az + b runs through a whole turn at every imaginary part up to |a|·height
	var least, most ball.Mag
	for _, a := range slopes {
		if a.IsZero() == ball.True {
			continue
		}
		size := a.Ball(new(ball.Real), prec)
		low, high := size.MagLower(), size.MagUpper()
		if low.IsZero() {
			return incomplete("the frequency %s is not told from zero", a)
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
		z.Re.AddRad(ball.MagPow2(2).Quo(least)) // 4 > π
		z.Im.AddRad(ball.MagPow2(stripHeight).Quo(most))
	}
	if !substituted(e, &z, kernel.ComplexBalls(prec, true)).IsFinite() {
		return incomplete("%s is not seen to be holomorphic and bounded near the real phases", e)
	}
	return nil
}

// stripHeight is the logarithm of the largest imaginary part of a phase in analyticWaves.
const stripHeight = -20

// dampedWaves reports whether k is, for large z, a product of analytic functions of waves, which are bounded with all their derivatives, and of a function that
// decays exponentially with its derivatives, and how that decays.
func (c *Checker) dampedWaves(k *kernel.Kernel) (kind string, ok bool) {
	last := c.AtInfinity(k).Last
	if last == nil {
		return "", false
	}
	factors, _ := FactorList(Trigonometric(last), false)
	var rest *kernel.Expr
	for _, e := range factors {
		switch {
		case analyticWaves(e) == nil:
		case rest == nil:
			rest = e
		default:
			rest = kernel.Apply(kernel.OpMul, rest, e)
		}
	}
	if rest == nil {
		return "", false
	}
	switch inf := c.AtInfinity(kernel.NewNatural(rest)); inf.Kind {
	case kernel.Gaussian, kernel.Exponential, kernel.StretchedExp, kernel.SuperExp:
		return inf.Kind.String(), inf.Regular && inf.Limit.IsZero() == ball.True
	}
	return "", false
}
