package kernel

import (
	"math/big"

	"krein/ball"
)

// BallTaylorT sets dst to a jet of n+1 coefficients of f(t) = k(√t), t = z², at t and returns dst; a nil dst is
// allocated: coefficient i contains f^(i)(s)/i! for every s in t, and is indeterminate unless f
// is analytic on all of t, which must be positive. It panics if n < 0.
func (k *Kernel) BallTaylorT(dst *ball.RealSeries, t *ball.Real, n int, prec uint) *ball.RealSeries {
	if n < 0 {
		panic("kernel: negative order")
	}
	if dst == nil {
		dst = new(ball.RealSeries)
	}
	if k.fn != nil || t.Positive() != True {
		dst.SetLen(n + 1)
		for i := range n + 1 {
			dst.Coef(i).SetIndeterminate()
		}
		return dst
	}
	prec = max(prec, ball.MinPrec)
	b := k.balls()
	wp := prec + b.guard + uint(n)
	b.square.Do(func() {
		b.ofSquare = compileBall(inSquare(k.whole, make(map[*Expr]*Expr))).metered(k.meter)
	})
	b.ofSquare.evalJet(dst, t, n+1, wp)
	for i := range n + 1 {
		dst.Coef(i).SetRound(dst.Coef(i), prec)
	}
	return dst
}

// inSquare returns e with √z for z, for z > 0: powers of z become powers of half the exponent, so that polynomials
// in z² have exact jets.
func inSquare(e *Expr, memo map[*Expr]*Expr) *Expr {
	if !e.varies {
		return e
	}
	if v, ok := memo[e]; ok {
		return v
	}
	var v *Expr
	switch {
	case e.op == OpVar:
		v = Apply(OpSqrt, e)
	case e.op == OpCall:
		v = inSquare(e.body, memo)
	case e.op == OpPow && e.args[0].op == OpVar && ratOf(e.args[1]) != nil:
		v = identity(power(e.args[0], Rational(new(big.Rat).Quo(ratOf(e.args[1]), big.NewRat(2, 1)))))
	default:
		args := make([]*Expr, len(e.args))
		for i, a := range e.args {
			args[i] = inSquare(a, memo)
		}
		v = Apply(e.op, args...)
	}
	memo[e] = v
	return v
}
