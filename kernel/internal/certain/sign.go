package certain

import (
	"fmt"

	"krein/ball"
	"krein/kernel/eval"
	"krein/kernel/formula"
	"krein/kernel/internal/brief"
)

// SumSign is the sign that a ± b has by those of a and b, 0 if they do not tell.
func SumSign(a, b int, op formula.Op) int {
	if op == formula.OpSub {
		b = -b
	}
	if a != b {
		return 0
	}
	return a
}

// Sign returns ±1 if e has that sign for every z > 0 where it is defined, 0 if that is not seen. Every operand is looked at once:
// a long sum is a deep tree.
func Sign(e *formula.Expr) int {
	if !e.Varies() {
		s, err := ConstantSign(e)
		if err != nil {
			return 0
		}
		return s
	}
	switch e.Op() {
	case formula.OpVar, formula.OpExp, formula.OpCosh, formula.OpErfc, formula.OpBesselK:
		return 1
	case formula.OpCall:
		return Sign(e.Body())
	case formula.OpNeg:
		return -Sign(e.Args()[0])
	case formula.OpMul, formula.OpDiv:
		return Sign(e.Args()[0]) * Sign(e.Args()[1])
	case formula.OpAdd, formula.OpSub:
		if s := Sign(e.Args()[0]); s != 0 {
			return SumSign(s, Sign(e.Args()[1]), e.Op())
		}
	case formula.OpSqrt:
		return max(Sign(e.Args()[0]), 0)
	case formula.OpSinh, formula.OpTanh, formula.OpAtan, formula.OpAsin, formula.OpErf: // odd and increasing
		return Sign(e.Args()[0])
	case formula.OpPow:
		return max(Sign(e.Args()[0]), 0)
	}
	return 0
}

// ConstantSign returns the sign of a constant expression; the error says that it may be zero.
func ConstantSign(c *formula.Expr) (int, error) {
	if r := c.Num(); r != nil {
		return r.Sign(), nil
	}
	if s, known := eval.Enclose(nil, c, nil, 128).Sign(); known == ball.True && s != 0 {
		return s, nil
	}
	return 0, fmt.Errorf("the sign of %s is not clear", brief.Text(c.String()))
}

// ConstantFloat returns a float64 near the value of a constant expression, NaN if it is not known.
func ConstantFloat(e *formula.Expr) float64 {
	if r := e.Num(); r != nil {
		v, _ := r.Float64()
		return v
	}
	return eval.Enclose(nil, e, nil, 128).Nearest()
}
