package asymmetric

import (
	"fmt"
	"math"
	"math/rand/v2"

	"krein/internal/elem64"
)

// Gaussian is the normal law with independent coordinates, from which frequencies are proposed.
type Gaussian struct {
	dim       int
	deviation float64
}

// NewGaussian returns the law with coordinates of this standard deviation. It panics unless dim ≥ 1 and the deviation is
// positive and finite.
func NewGaussian(dim int, deviation float64) Gaussian {
	if dim < 1 || !(deviation > 0) || math.IsInf(deviation, 1) {
		panic(fmt.Sprintf("asymmetric: a proposal in dimension %d of deviation %v", dim, deviation))
	}
	return Gaussian{dim, deviation}
}

// logDensity returns the logarithm of the density at omega.
func (g Gaussian) logDensity(omega []float64) float64 {
	s := -float64(g.dim) * elem64.Log(math.Sqrt(2*math.Pi)*g.deviation)
	for _, w := range omega {
		s -= w / g.deviation * (w / g.deviation) / 2
	}
	return s
}

// draw sets omega to a draw.
func (g Gaussian) draw(omega []float64, rnd *rand.Rand) {
	for j := range omega {
		omega[j] = g.deviation * rnd.NormFloat64()
	}
}
