package learn

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// FitKernel returns clusters of the points whose kernel matrix is K, by the same steps in the space of
// the kernel, where
//
//	‖x_i − μ_c‖² = K_ii − 2/|c| Σ_{j∈c} K_ij + 1/|c|² Σ_{j,l∈c} K_jl.
//
// For an indefinite kernel that may be negative, a step may raise the distortion, and steps may go round in a circle;
// the last partition within Steps is then returned. With shift, σ = −λ_min of the centred matrix, or 0 if that is
// positive, is added to the diagonal (Roth, Laub, Kawanabe, Buhmann 2003): all partitions into k clusters get σ(n−k)
// more distortion, so that the best one stays the best, and the points are then points of a Euclidean space, in which
// steps descend. A large σ makes rows stay where they are: more starts help. Distortion is without σ(n−k).
//
// It returns an error for settings out of range, entries that are not finite, fewer different points
// than clusters, and ctx's.
func (s *KMeans) FitKernel(ctx context.Context, k mat.Symmetric, shift bool) (*Partition, error) {
	n := k.SymmetricDim()
	set, err := s.check(n)
	if err != nil {
		return nil, err
	}
	g := &gram{n: n, k: mat.NewDense(n, n, nil), d: make([]float64, set.Clusters*n)}
	for i := range n {
		for j := range n {
			v := k.At(i, j)
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, errors.New("learn: the kernel matrix has an entry that is not finite: look at " +
					"the kernel at that distance")
			}
			g.k.Set(i, j, v)
		}
	}
	if shift {
		if g.shift, err = constantShift(g.k); err != nil {
			return nil, err
		}
		for i := range n {
			g.k.Set(i, i, g.k.At(i, i)+g.shift)
		}
	}
	p, err := set.run(ctx, g, n, func(*Partition) {})
	if err == nil {
		p.Distortion -= g.shift * float64(n-set.Clusters)
		p.Shift = g.shift
	}
	return p, err
}

// constantShift returns −λ_min of HKH, H = I − 11ᵀ/n, or 0.
func constantShift(k *mat.Dense) (float64, error) {
	n, _ := k.Dims()
	mean := make([]float64, n)
	for i := range n {
		mean[i] = floats.Sum(k.RawRowView(i)) / float64(n)
	}
	all := floats.Sum(mean) / float64(n)
	c := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			c.SetSym(i, j, k.At(i, j)-mean[i]-mean[j]+all)
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(c, false) {
		return 0, errors.New("learn: the eigenvalues of the kernel matrix were not found")
	}
	return max(-eig.Values(nil)[0], 0), nil
}

// gram are points known by their kernel matrix.
type gram struct {
	n     int
	k     *mat.Dense
	shift float64
	d     []float64 // squared distance of each row to each mean, but for K_ii
}

func (g *gram) squared(i, j int) float64 {
	return max(g.k.At(i, i)+g.k.At(j, j)-2*g.k.At(i, j), 0)
}

func (g *gram) distances(ctx context.Context, dst [][]float64, to []int) error {
	for k, j := range to {
		for i := range g.n {
			dst[k][i] = g.squared(i, j)
		}
	}
	return ctx.Err()
}

func (g *gram) begin(_ context.Context, rows []int) error {
	for c, j := range rows {
		for i := range g.n {
			g.d[i*len(rows)+c] = g.k.At(j, j) - 2*g.k.At(i, j)
		}
	}
	return nil
}

func (g *gram) assign(ctx context.Context, labels []int, d []float64) error {
	k := len(g.d) / g.n
	for i := range g.n {
		c := floats.MinIdx(g.d[i*k:][:k])
		labels[i], d[i] = c, g.k.At(i, i)+g.d[i*k+c]
	}
	return ctx.Err()
}

func (g *gram) update(ctx context.Context, labels []int) error {
	k := len(g.d) / g.n
	size, self := make([]float64, k), make([]float64, k)
	for _, c := range labels {
		size[c]++
	}
	_, err := inGroups(ctx, g.n, 64, func(int) func(first, rows int) error {
		return func(first, rows int) error {
			for i := first; i < first+rows; i++ {
				to := g.d[i*k:][:k]
				clear(to)
				for j, v := range g.k.RawRowView(i) {
					to[labels[j]] += v
				}
			}
			return nil
		}
	})
	if err != nil {
		return err
	}
	for i, c := range labels {
		self[c] += g.d[i*k+c]
	}
	for i := range g.n {
		for c := range k {
			g.d[i*k+c] = self[c]/(size[c]*size[c]) - 2*g.d[i*k+c]/size[c]
		}
	}
	return nil
}
