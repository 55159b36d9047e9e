package features

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/features/random"
	"krein/internal/features/ridge"
	"krein/internal/parallel"
)

// SphereDistances returns n quantiles of the distance of two random points of the unit sphere of
// R^dim, dim ≥ 2: (1+⟨x,y⟩)/2 has the law Beta((d−1)/2, (d−1)/2). It panics if n < 1.
func SphereDistances(dim, n int) []float64 {
	if n < 1 {
		panic("features: no distances")
	}
	return ridge.Distances(dim, n)
}

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

// Diameter returns the largest distance ‖x_i − x_j‖ between rows of x, rounded up by a relative
// 1e-9, 0 if they are all equal. It takes n²·d steps.
func Diameter(x *mat.Dense) float64 {
	n, _ := x.Dims()
	largest := make([]float64, n)
	parallel.For(n, func(i int) {
		for j := range i {
			largest[i] = max(largest[i], floats.Distance(x.RawRowView(i), x.RawRowView(j), 2))
		}
	})
	return slices.Max(largest) * (1 + 1e-9)
}
