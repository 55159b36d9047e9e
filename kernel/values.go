package kernel

import (
	"math"

	"krein/ball"
	"krein/kernel/piecewise"
)

// valueBits is the accuracy of the enclosure that At rounds.
const valueBits = 60

// At returns the float64 nearest to k(z), or a neighbour of it, by an enclosure; NaN where the
// formula is undefined, or no enclosure of its value is found. It is for a few values: package
// kernel/numeric compiles a kernel for many.
func (k *Kernel) At(z float64) float64 {
	if k.fn != nil {
		return k.fn.at(z)
	}
	if math.IsNaN(z) || math.IsInf(z, 0) {
		return math.NaN()
	}
	return k.BallAt(nil, ball.NewReal(z), valueBits).Nearest()
}

// AtZero returns k(0), or the limit of k at 0 where the formula has no value there
// (1 for sin(z)/z); NaN if neither is known.
func (k *Kernel) AtZero() float64 {
	if v := k.At(0); !math.IsNaN(v) || k.fn != nil {
		return v
	}
	x, err := k.ExactAt(piecewise.Origin(), true, 1)
	if err != nil {
		return math.NaN()
	}
	if c, ok := x.Limit(); ok {
		return c.Float64()
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
