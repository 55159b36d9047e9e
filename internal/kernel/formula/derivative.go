package formula

import (
	"math/big"

	"krein/internal/kernel/rational"
)

// Derivative returns a formula for e′, valid wherever e is differentiable; ok is false for functions whose
// derivative is not made here (Γ, Bessel functions, branches).
// The rules of differentiation, as an identity of functions where both sides are defined: (u/v)′, (x^p)′ = p x^(p−1) for constant p,
// and the chain rule with (√x)′ = 1/(2√x), tan′ = cos^(−2), asin′ = (1−x²)^(−½), tanh′ = cosh^(−2), erf′ = (2/√π) e^(−x²). Conditions,
// abs, min, max, Γ and Bessel functions have none here: a caller then has no derivative, not a wrong one.
func Derivative(e *Expr) (d *Expr, ok bool) { // one function: a case for each operation.
	if !e.varies {
		return Int(0), true
	}
	a := e.args
	switch e.op {
	case OpVar:
		return Int(1), true
	case OpCall:
		return Derivative(e.body)
	case OpAdd, OpSub, OpMul, OpDiv:
		u, ok := Derivative(a[0])
		if !ok {
			return nil, false
		}
		v, ok := Derivative(a[1])
		if !ok {
			return nil, false
		}
		switch e.op {
		case OpAdd, OpSub:
			return Simplify(Apply(e.op, u, v)), true
		case OpMul:
			return Simplify(Add(Mul(u, a[1]), Mul(a[0], v))), true
		}
		if !a[1].varies {
			return Simplify(Div(u, a[1])), true
		}
		return Simplify(Div(Sub(Mul(u, a[1]), Mul(a[0], v)), Pow(a[1], Int(2)))), true
	}
	if len(a) != 1 && e.op != OpPow {
		return nil, false
	}
	x := a[0]
	var outer *Expr
	one := Int(1)
	square := func() *Expr { return Pow(x, Int(2)) }
	switch e.op {
	case OpPow:
		p := a[1].Num()
		if p == nil {
			return nil, false
		}
		outer = Mul(a[1], Pow(x, Rational(new(big.Rat).Sub(p, rational.One))))
	case OpNeg:
		outer = Int(-1)
	case OpSqrt:
		outer = Div(Frac(1, 2), e)
	case OpExp:
		outer = e
	case OpLog:
		outer = Div(one, x)
	case OpSin:
		outer = Apply(OpCos, x)
	case OpCos:
		outer = Neg(Apply(OpSin, x))
	case OpTan:
		outer = Pow(Apply(OpCos, x), Int(-2))
	case OpAsin:
		outer = Div(one, Apply(OpSqrt, Sub(one, square())))
	case OpAcos:
		outer = Div(Int(-1), Apply(OpSqrt, Sub(one, square())))
	case OpAtan:
		outer = Div(one, Add(one, square()))
	case OpSinh:
		outer = Apply(OpCosh, x)
	case OpCosh:
		outer = Apply(OpSinh, x)
	case OpTanh:
		outer = Pow(Apply(OpCosh, x), Int(-2))
	case OpErf, OpErfc:
		outer = Mul(Div(Int(2), Apply(OpSqrt, nodePi)), Apply(OpExp, Neg(square())))
		if e.op == OpErfc {
			outer = Neg(outer)
		}
	default:
		return nil, false
	}
	inner, ok := Derivative(x)
	if !ok {
		return nil, false
	}
	return Simplify(Mul(outer, inner)), true
}
