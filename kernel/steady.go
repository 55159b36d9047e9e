package kernel

import "fmt"

// sumSign is the sign that a ± b has by those of a and b, 0 if they do not tell.
func sumSign(a, b int, op Op) int {
	if op == OpSub {
		b = -b
	}
	if a != b {
		return 0
	}
	return a
}

// steadySign returns ±1 if e has that sign for every z > 0 where it is defined, 0 if that is not seen. Every operand is looked at once:
// a long sum is a deep tree.
func steadySign(e *Expr) int {
	if !e.varies {
		s, err := constantSign(e)
		if err != nil {
			return 0
		}
		return s
	}
	switch e.op {
	case OpVar, OpExp, OpCosh, OpErfc, OpBesselK:
		return 1
	case OpCall:
		return steadySign(e.body)
	case OpNeg:
		return -steadySign(e.args[0])
	case OpMul, OpDiv:
		return steadySign(e.args[0]) * steadySign(e.args[1])
	case OpAdd, OpSub:
		if s := steadySign(e.args[0]); s != 0 {
			return sumSign(s, steadySign(e.args[1]), e.op)
		}
	case OpSqrt:
		return max(steadySign(e.args[0]), 0)
	case OpSinh, OpTanh, OpAtan, OpAsin, OpErf: // odd and increasing
		return steadySign(e.args[0])
	case OpPow:
		return max(steadySign(e.args[0]), 0)
	}
	return 0
}

// constantSign returns the sign of a constant expression; the error says that it may be zero.
func constantSign(c *Expr) (int, error) {
	if r := c.Num(); r != nil {
		return r.Sign(), nil
	}
	if s, known := BallValue(nil, c, nil, 128).Sign(); known == True && s != 0 {
		return s, nil
	}
	return 0, fmt.Errorf("the sign of %s is not clear", abridge(c.String()))
}

// constantFloat returns a float64 near the value of a constant expression, NaN if it is not known.
func constantFloat(e *Expr) float64 {
	if r := e.Num(); r != nil {
		v, _ := r.Float64()
		return v
	}
	return BallValue(nil, e, nil, 128).Nearest()
}
