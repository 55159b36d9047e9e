package eval

import (
	"krein/ball"
	"krein/kernel/formula"
)

// Enclose sets dst to an enclosure of a formula on z, by plain substitution at prec bits, and
// returns dst; a nil dst is allocated. For a constant, z may be nil. It compiles the formula anew: for
// many values use a Kernel.
func Enclose(dst *ball.Real, e *formula.Expr, z *ball.Real, prec uint) *ball.Real {
	if e.Op().IsCondition() {
		panic("eval: BallValue of a condition")
	}
	if z == nil && e.Varies() {
		panic("eval: BallValue of a formula in z without z")
	}
	if dst == nil {
		dst = new(ball.Real)
	}
	Compile(e).At(dst, z, max(prec, ball.MinPrec))
	return dst
}
