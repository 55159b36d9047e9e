package kernel

import "math/big"

// derivativeOf returns a formula for e′, valid wherever e is differentiable; ok is false for functions whose
// derivative is not made here (Γ, Bessel functions, branches).
func derivativeOf(e *Expr) (d *Expr, ok bool) {
	if !e.varies {
		return Int(0), true
	}
	a := e.args
	switch e.op {
	case OpVar:
		return Int(1), true
	case OpCall:
		return derivativeOf(e.body)
	case OpAdd, OpSub, OpMul, OpDiv:
		u, ok := derivativeOf(a[0])
		if !ok {
			return nil, false
		}
		v, ok := derivativeOf(a[1])
		if !ok {
			return nil, false
		}
		switch e.op {
		case OpAdd, OpSub:
			return simplify(Apply(e.op, u, v)), true
		case OpMul:
			return simplify(add(mul(u, a[1]), mul(a[0], v))), true
		}
		if !a[1].varies {
			return simplify(quo(u, a[1])), true
		}
		return simplify(quo(sub(mul(u, a[1]), mul(a[0], v)), power(a[1], Int(2)))), true
	}
	if len(a) != 1 && e.op != OpPow {
		return nil, false
	}
	x := a[0]
	var outer *Expr
	one := Int(1)
	square := func() *Expr { return power(x, Int(2)) }
	switch e.op {
	case OpPow:
		p := a[1].Num()
		if p == nil {
			return nil, false
		}
		outer = mul(a[1], power(x, Rational(new(big.Rat).Sub(p, oneRat))))
	case OpNeg:
		outer = Int(-1)
	case OpSqrt:
		outer = quo(Frac(1, 2), e)
	case OpExp:
		outer = e
	case OpLog:
		outer = quo(one, x)
	case OpSin:
		outer = Apply(OpCos, x)
	case OpCos:
		outer = neg(Apply(OpSin, x))
	case OpTan:
		outer = power(Apply(OpCos, x), Int(-2))
	case OpAsin:
		outer = quo(one, Apply(OpSqrt, sub(one, square())))
	case OpAcos:
		outer = quo(Int(-1), Apply(OpSqrt, sub(one, square())))
	case OpAtan:
		outer = quo(one, add(one, square()))
	case OpSinh:
		outer = Apply(OpCosh, x)
	case OpCosh:
		outer = Apply(OpSinh, x)
	case OpTanh:
		outer = power(Apply(OpCosh, x), Int(-2))
	case OpErf, OpErfc:
		outer = mul(quo(Int(2), Apply(OpSqrt, nodePi)), Apply(OpExp, neg(square())))
		if e.op == OpErfc {
			outer = neg(outer)
		}
	default:
		return nil, false
	}
	inner, ok := derivativeOf(x)
	if !ok {
		return nil, false
	}
	return simplify(mul(outer, inner)), true
}
