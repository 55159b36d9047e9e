package features

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"krein/internal/features/random"
)

// SampleDistances returns n distances ‖x_i − x_j‖ between rows of x, i ≠ j drawn uniformly with replacement of the
// pairs: a sample for Options.Distances. It returns nil if x has fewer than two rows, and panics if n is negative.
func SampleDistances(x mat.Matrix, n int, seed uint64) []float64 {
	rows, cols := x.Dims()
	if rows < 2 {
		return nil
	}
	r := random.Stream(seed, random.Distances, 0, 0)
	out := make([]float64, n)
	for k := range out {
		i := r.IntN(rows)
		j := r.IntN(rows - 1)
		if j >= i {
			j++
		}
		norm := 0.0
		for c := range cols {
			norm = math.Hypot(norm, x.At(i, c)-x.At(j, c))
		}
		out[k] = norm
	}
	return out
}
