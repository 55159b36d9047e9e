package compare

import (
	"math"
	"slices"

	"krein/internal/elem64"
)

// Grid returns n distances, evenly spread over [0, radius]. It panics if n < 1.
func Grid(radius float64, n int) []float64 {
	return levels(n, func(p float64) float64 { return radius * p })
}

// Quantiles returns n quantiles of the distances z, which are not modified. It panics if n < 1 or z is empty.
func Quantiles(z []float64, n int) []float64 {
	z = slices.Sorted(slices.Values(z))
	out := make([]float64, n)
	for i := range out {
		out[i] = z[(2*i+1)*len(z)/(2*n)]
	}
	return out
}

// levels returns f at the middles of n equal parts of [0, 1].
func levels(n int, f func(p float64) float64) []float64 {
	if n < 1 {
		panic("compare: no distances")
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = f((float64(i) + 0.5) / float64(n))
	}
	return out
}

// Reach returns a radius for points whose largest sampled distance is z > 0: others may be a little
// further apart, 10 % more, to two digits.
func Reach(z float64) float64 {
	unit := math.Pow10(int(math.Floor(elem64.Log10(z))) - 1)
	return math.Ceil(1.1*z/unit) * unit
}
