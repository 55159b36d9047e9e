package learn

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/spectral"
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
// steps descend. With σ > 0 the steps of a start end with moves of single rows, each of which lowers the distortion
// (Hartigan 1975): they do not see σ, a large one of which makes rows stay where they are otherwise. Distortion is without σ(n−k).
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

// Nearest returns the function of the kernels of a point x with those of the partition that has an output for each
// cluster, 2/|c| Σ_{j∈c} k(x,x_j) − ‖μ_c‖²: the greatest is that of the nearest mean. Where K got a shift the means are
// those with it, and x is another point than all of these, even if it equals one.
func (p *Partition) Nearest(k mat.Symmetric) *Linear {
	n := k.SymmetricDim()
	clusters := 0
	for _, c := range p.Labels {
		clusters = max(clusters, c+1)
	}
	size, square := make([]float64, clusters), make([]float64, clusters)
	for _, c := range p.Labels {
		size[c]++
	}
	w := mat.NewDense(clusters, n, nil)
	for i, c := range p.Labels {
		w.Set(c, i, 2/size[c])
		square[c] += p.Shift
		for j, d := range p.Labels {
			if c == d {
				square[c] += k.At(i, j)
			}
		}
	}
	intercept := make([]float64, clusters)
	for c, v := range square {
		intercept[c] = -v / (size[c] * size[c])
	}
	return &Linear{Weights: w, Intercept: intercept}
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
	// Most kernels are positive, which is found out in less time than eigenvalues.
	largest := 0.0
	for i := range n {
		largest = max(largest, math.Abs(c.At(i, i)))
	}
	raised := mat.NewSymDense(n, nil)
	raised.CopySym(c)
	for i := range n {
		raised.SetSym(i, i, c.At(i, i)+rounded*float64(n)*largest)
	}
	var positive mat.Cholesky
	if positive.Factorize(raised) {
		return 0, nil
	}
	values, err := spectral.Values(c)
	if err != nil {
		return 0, errors.New("learn: the eigenvalues of the kernel matrix were not found")
	}
	return max(-values[0], 0), nil
}

// rounded is about the relative error of the entries of a centred kernel matrix: eigenvalues that are negative by it are
// rounding.
const rounded = 1e-15

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

// move moves single rows to other clusters while that lowers the distortion, at most steps times through all rows. With
// T_ic = Σ_{j∈c} K_ij and S_c = Σ_{i∈c} T_ic the distortion is Σ K_ii − Σ S_c/|c|.
func (g *gram) move(ctx context.Context, p *Partition, clusters, steps int) error {
	to := make([]float64, g.n*clusters)
	size, inner, own := make([]float64, clusters), make([]float64, clusters), 0.0
	for i, c := range p.Labels {
		size[c]++
		own += g.k.At(i, i)
		for j, v := range g.k.RawRowView(i) {
			to[i*clusters+p.Labels[j]] += v
		}
	}
	for i, c := range p.Labels {
		inner[c] += to[i*clusters+c]
	}
	slack := 1e-12 * math.Abs(own) // what rounding cannot make
	for moved := true; moved && steps > 0; steps-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		moved = false
		for i, a := range p.Labels {
			if size[a] < 2 {
				continue
			}
			t, kii := to[i*clusters:][:clusters], g.k.At(i, i)
			leave := inner[a]/size[a] - (inner[a]-2*t[a]+kii)/(size[a]-1)
			best, least := a, -slack
			for b := range clusters {
				if b == a {
					continue
				}
				change := leave + inner[b]/size[b] - (inner[b]+2*t[b]+kii)/(size[b]+1)
				if change < least {
					best, least = b, change
				}
			}
			if best == a {
				continue
			}
			moved = true
			inner[a] += kii - 2*t[a]
			inner[best] += kii + 2*t[best]
			size[a]--
			size[best]++
			p.Labels[i] = best
			for j := range g.n {
				v := g.k.At(i, j)
				to[j*clusters+a] -= v
				to[j*clusters+best] += v
			}
		}
	}
	p.Distortion = own
	for c, v := range inner {
		p.Distortion -= v / size[c]
	}
	return nil
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
