package formula

import (
	"math/big"

	"krein/ball"
	"krein/internal/kernel/rational"
)

// fold returns the value of op on rational constants if it is an exact rational of reasonable size, and one spelling for what
// has two: exp(x) for e^x, and erfc(x) for 1 − erf(x), of which floats keep the digits. Otherwise it returns nil.
// Each case is exact; what would not be a rational stays as it is written. Division by 0, 0 to a negative power, roots and
// logarithms outside of their domains stay, too, so that they have no value later. 0^0 = 1, as in evaluations.
func fold(op Op, args []*Expr) *Expr { // one function: a case for each operation.
	if op == OpCond {
		switch truthOf(args[0]) {
		case ball.True:
			return args[1]
		case ball.False:
			return args[2]
		}
		return nil
	}
	if op == OpPow && args[0].op == OpE {
		return Apply(OpExp, args[1])
	}
	if op == OpSub && args[0].IsInt(1) && args[1].op == OpErf {
		return Apply(OpErfc, args[1].args[0])
	}
	if op.IsCondition() {
		return nil
	}
	for _, a := range args {
		if a.op != OpNum {
			return nil
		}
	}
	a := args[0].num
	z := new(big.Rat)
	switch op {
	case OpNeg:
		z.Neg(a)
	case OpAbs:
		z.Abs(a)
	case OpSqrt:
		z = rational.Root(a, 2)
	case OpAdd:
		z.Add(a, args[1].num)
	case OpSub:
		z.Sub(a, args[1].num)
	case OpMul:
		z.Mul(a, args[1].num)
	case OpDiv:
		if args[1].num.Sign() == 0 {
			return nil
		}
		z.Quo(a, args[1].num)
	case OpPow:
		z = rational.Pow(a, args[1].num)
	case OpMin, OpMax:
		z.Set(a)
		for _, b := range args[1:] {
			if c := b.num.Cmp(z); op == OpMin && c < 0 || op == OpMax && c > 0 {
				z.Set(b.num)
			}
		}
	case OpExp, OpCos, OpCosh, OpErfc: // 1 at 0
		if a.Sign() != 0 {
			return nil
		}
		z.SetInt64(1)
	case OpSin, OpTan, OpAsin, OpAtan, OpSinh, OpTanh, OpErf: // 0 at 0
		if a.Sign() != 0 {
			return nil
		}
	case OpLog, OpAcos: // 0 at 1
		if !args[0].IsInt(1) {
			return nil
		}
	default:
		return nil
	}
	if z == nil || rational.Bits(z) > rational.MaxBits {
		return nil
	}
	return leaf(z)
}

// truthOf decides a condition whose comparisons are between rationals.
func truthOf(c *Expr) ball.Truth {
	t, _ := Truth(c, func(c *Expr) (ball.Truth, error) {
		if a, b := c.args[0], c.args[1]; a.op == OpNum && b.op == OpNum {
			return c.op.Holds(a.num.Cmp(b.num)), nil
		}
		return ball.Unknown, nil
	})
	return t
}

// Holds tells whether a comparison holds when its sides compare as c (−1, 0 or 1).
// It is asked with a proved order, or as a guess by who says so.
func (op Op) Holds(c int) ball.Truth {
	var t bool
	switch op {
	case OpLT:
		t = c < 0
	case OpLE:
		t = c <= 0
	case OpGT:
		t = c > 0
	case OpGE:
		t = c >= 0
	case OpEQ:
		t = c == 0
	case OpNE:
		t = c != 0
	}
	if t {
		return ball.True
	}
	return ball.False
}
