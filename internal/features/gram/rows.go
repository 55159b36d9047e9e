package gram

import (
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/features/random"
	"krein/internal/parallel"
)

// MeanSD is a sample mean and the sample standard deviation (divisor runs − 1; 0 for a single run).
type MeanSD struct {
	Mean float64 `json:"mean"`
	SD   float64 `json:"sd"`
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

// SampleRows returns n rows of x in their order, drawn uniformly without replacement, or x itself
// if it has no more: the rows that maps are measured on.
func SampleRows(x *mat.Dense, n int, seed uint64) *mat.Dense {
	rows, cols := x.Dims()
	if n >= rows {
		return x
	}
	pick := random.Stream(seed, random.Rows, 0, 0).Perm(rows)[:n]
	slices.Sort(pick)
	out := mat.NewDense(n, cols, nil)
	for i, j := range pick {
		out.SetRow(i, x.RawRowView(j))
	}
	return out
}
