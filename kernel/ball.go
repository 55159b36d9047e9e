package kernel

import (
	"krein/ball"
)

// BallValue sets dst to an enclosure of a formula on z, by plain substitution at prec bits, and
// returns dst; a nil dst is allocated. For a constant, z may be nil. It compiles the formula anew: for
// many values use a Kernel.
func BallValue(dst *ball.Real, e *Expr, z *ball.Real, prec uint) *ball.Real {
	if e.op.IsCondition() {
		panic("kernel: BallValue of a condition")
	}
	if z == nil && e.varies {
		panic("kernel: BallValue of a formula in z without z")
	}
	if dst == nil {
		dst = new(ball.Real)
	}
	CompileBalls(e).At(dst, z, max(prec, ball.MinPrec))
	return dst
}
