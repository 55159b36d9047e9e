package rejection

import (
	"fmt"
	"math"

	"krein/internal/elem64"
)

// Source is a source of random numbers; a *rand.Rand is one.
type Source = interface {
	Float64() float64
	NormFloat64() float64
}

// Proposal is a law on R^d.
type Proposal interface {
	// Dim returns d.
	Dim() int
	// LogDensity returns the logarithm of its density at omega.
	LogDensity(omega []float64) float64
	// Draw sets omega to a draw.
	Draw(omega []float64, rnd Source)
}

// Gaussian returns the normal law with independent coordinates of this standard deviation. It panics unless dim ≥ 1 and
// the deviation is positive and finite.
func Gaussian(dim int, deviation float64) Proposal {
	mustScale(dim, deviation)
	return gaussian{dim, deviation}
}

// Cauchy returns the law of independent coordinates with the density s/(π(s²+ω²)), for densities that decay
// slowly. It panics unless dim ≥ 1 and the scale is positive and finite.
func Cauchy(dim int, scale float64) Proposal {
	mustScale(dim, scale)
	return cauchy{dim, scale}
}

func mustScale(dim int, scale float64) {
	if dim < 1 || !(scale > 0) || math.IsInf(scale, 1) {
		panic(fmt.Sprintf("rejection: a proposal in dimension %d of scale %v", dim, scale))
	}
}

type gaussian struct {
	dim       int
	deviation float64
}

func (g gaussian) Dim() int { return g.dim }

func (g gaussian) LogDensity(omega []float64) float64 {
	s := -float64(g.dim) * elem64.Log(math.Sqrt(2*math.Pi)*g.deviation)
	for _, w := range omega {
		s -= w / g.deviation * (w / g.deviation) / 2
	}
	return s
}

func (g gaussian) Draw(omega []float64, rnd Source) {
	for j := range omega {
		omega[j] = g.deviation * rnd.NormFloat64()
	}
}

type cauchy struct {
	dim   int
	scale float64
}

func (c cauchy) Dim() int { return c.dim }

func (c cauchy) LogDensity(omega []float64) float64 {
	s := -float64(c.dim) * elem64.Log(math.Pi*c.scale)
	for _, w := range omega {
		s -= math.Log1p(w / c.scale * (w / c.scale))
	}
	return s
}

func (c cauchy) Draw(omega []float64, rnd Source) {
	for j := range omega {
		omega[j] = c.scale * math.Tan(math.Pi*(rnd.Float64()-0.5))
	}
}
