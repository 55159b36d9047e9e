package fitting

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"krein/learn"
	"krein/learn/model"
)

// ExactBytes is about the memory that kernel k-means takes: the matrix, a copy, its centred one, and what tells whether
// that is positive.
func ExactBytes(rows, dim int) float64 {
	n := float64(rows)
	return 8 * n * (4*n + 2*float64(dim))
}

// exactMeans clusters all rows by their kernel matrix. The model has the kernels with all rows, and for each cluster c the
// function 2/|c| Σ_{j∈c} k(x,x_j) − ‖μ_c‖², which is greatest where x is nearest to μ_c.
func (j *Job) exactMeans(ctx context.Context) error {
	m, err := model.NewLandmarks(j.Exact, j.X)
	if err != nil {
		return err
	}
	gram, err := m.Map.Transform(nil, j.X)
	if err != nil {
		return err
	}
	n, _ := gram.Dims()
	k := mat.NewSymDense(n, nil)
	for a := range n {
		for b := a; b < n; b++ {
			k.SetSym(a, b, gram.At(a, b))
		}
	}
	s := &learn.KMeans{Clusters: j.Clusters, Seed: j.Seed, Moves: true, Progress: j.report("starts")}
	p, err := s.FitKernel(ctx, k, true)
	if err != nil {
		return err
	}
	j.Model.Map, j.Model.Function = m, p.Nearest(k)
	j.partitioned(p)
	return nil
}
