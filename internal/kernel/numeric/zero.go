package numeric

import (
	"krein/ball"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
	"math"
)

// AtZero returns k(0), or the limit of k at 0 where the formula has no value there
// (1 for sin(z)/z); NaN if neither is known.
func AtZero(k *kernel.Kernel) float64 {
	if v := k.At(0); !math.IsNaN(v) {
		return v
	}
	x, err := k.ExactAt(piecewise.Origin(), true, 1)
	if err != nil {
		return math.NaN()
	}
	if c, ok := x.Limit(); ok {
		return rounded(c).Value
	}
	t, ok := x.Lead()
	if !ok || x.Bounded() != ball.False {
		return math.NaN()
	}
	v := math.Inf(1)
	if s, _ := t.Coef.Sign(); s < 0 != (t.LogPow%2 != 0) { // log τ → −∞
		v = math.Inf(-1)
	}
	return v
}
