// Package maclaurin draws feature maps of dot-product kernels f(⟨x,y⟩) = Σ a_n ⟨x,y⟩ⁿ on R^d, with finitely
// many a_n of any sign: degree 0 is a constant column, degrees whose monomials are few are taken exactly
// where that lowers the predicted variance, and the others by products of n projections on
// independent vectors of random signs, whose mean is ⟨x,y⟩ⁿ (P. Kar, H. Karnick, Random feature maps for
// dot product kernels, 2012, who draw n at random too: features/baseline).
//
// On the unit sphere harmonics do better (features/zonal); these maps are for any points.
package maclaurin

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"krein/features"
	"krein/features/internal/product"
)

// Representation is a polynomial of the inner product.
type Representation struct {
	dim    int
	a      []float64
	length float64
}

// New returns Σ a[n]⟨x,y⟩ⁿ on R^dim for points of about the length, by which columns are shared out between the
// degrees; the kernel is represented everywhere. The error says which number is not finite. It panics if dim < 1.
func New(dim int, a []float64, length float64) (*Representation, error) {
	if dim < 1 {
		panic("maclaurin: dimension below 1")
	}
	if !(length > 0) || math.IsInf(length, 1) {
		return nil, fmt.Errorf("maclaurin: a length of %v; give a positive number", length)
	}
	for n, v := range a {
		if math.IsNaN(v - v) {
			return nil, fmt.Errorf("maclaurin: coefficient %d is %v", n, v)
		}
	}
	return &Representation{dim, slices.Clone(a), length}, nil
}

// Dim returns d.
func (r *Representation) Dim() int { return r.dim }

// Kernel returns Σ a_n ⟨x,y⟩ⁿ. It panics if lengths are wrong.
func (r *Representation) Kernel(x, y []float64) float64 {
	if len(x) != r.dim || len(y) != r.dim {
		panic("maclaurin: vectors of another dimension")
	}
	u := 0.0
	for j, v := range x {
		u += v * y[j]
	}
	k := 0.0
	for _, v := range slices.Backward(r.a) {
		k = k*u + v
	}
	return k
}

// design is how columns are spent: monomials of the degrees in exact, count[i] products for the others.
type design struct {
	exact, sampled []int
	count          []int
}

// size is what a degree contributes at most.
func (r *Representation) size(n int) float64 {
	return math.Abs(r.a[n]) * product.Power(r.length*r.length, n)
}

// choose takes 0, 1, … degrees exactly, those first that carry most for a column, and returns the way
// with the least variance at orthogonal points of the length.
func (r *Representation) choose(columns int) (*design, error) {
	var order []int
	for n := 1; n < len(r.a); n++ {
		if r.a[n] != 0 {
			order = append(order, n)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(r.size(j)/product.MonomialCount(j, r.dim), r.size(i)/product.MonomialCount(i, r.dim))
	})
	var best *design
	least, left := math.Inf(1), float64(columns)
	for k := range len(order) + 1 {
		if k > 0 {
			left -= product.MonomialCount(order[k-1], r.dim)
		}
		rest := slices.Clone(order[k:])
		if left < float64(len(rest)) {
			continue
		}
		d := &design{exact: slices.Sorted(slices.Values(order[:k])), sampled: rest, count: make([]int, len(rest))}
		slices.Sort(rest)
		total := 0.0
		for _, n := range rest {
			total += r.size(n)
		}
		variance, spare, largest := 0.0, int(left), 0
		for i, n := range rest {
			d.count[i] = max(1, int(r.size(n)/total*(left-float64(len(rest)))))
			spare -= d.count[i]
			if r.size(n) > r.size(rest[largest]) {
				largest = i
			}
		}
		if len(rest) > 0 {
			d.count[largest] += spare
		}
		for i, n := range rest {
			variance += r.size(n) * r.size(n) / float64(d.count[i])
		}
		if variance < least {
			best, least = d, variance
		}
	}
	if best == nil {
		return nil, fmt.Errorf("maclaurin: %d columns are too few for %d degrees", columns, len(order))
	}
	return best, nil
}

// Draw draws a map: the constant column, the monomials, the products, degree by degree. It reads
// Options.Columns, of which the constant is none and of which an exact map takes fewer, and Seed; the
// products are independent, and any other coupling than features.IID is an error.
func (r *Representation) Draw(opt *features.Options) (*features.Map, error) {
	d, o, err := r.design(opt)
	if err != nil {
		return nil, err
	}
	var parts []features.Part
	if len(r.a) > 0 && r.a[0] != 0 {
		parts = append(parts, features.Part{Basis: features.Constant(math.Sqrt(math.Abs(r.a[0]))), Minus: r.a[0] < 0})
	}
	for _, n := range d.exact {
		parts = append(parts, features.Part{
			Basis: product.NewMonomials(r.dim, n, math.Abs(r.a[n])), Minus: r.a[n] < 0,
		})
	}
	for i, n := range d.sampled {
		degree, scale := make([]int, d.count[i]), make([]float64, d.count[i])
		for k := range degree {
			degree[k], scale[k] = n, math.Sqrt(math.Abs(r.a[n])/float64(d.count[i]))
		}
		parts = append(parts, features.Part{
			Basis: product.Draw(r.dim, degree, scale, features.Source(o.Seed, n)), Minus: r.a[n] < 0, Random: true,
		})
	}
	return features.Compose(r.dim, parts), nil
}

func (r *Representation) design(opt *features.Options) (*design, features.Options, error) {
	o, err := opt.Directional()
	if err != nil {
		return nil, o, err
	}
	if o.Coupling != features.IID {
		return nil, o, fmt.Errorf("maclaurin: the coupling %v is one of directions; products are independent", o.Coupling)
	}
	d, err := r.choose(o.Columns)
	return d, o, err
}

// Variance returns the variance over the seeds of the estimate of k(x,y) by maps that Draw(opt) draws:
// Σ a_n²/s_n ((E ⟨ω,x⟩²⟨ω,y⟩²)ⁿ − ⟨x,y⟩²ⁿ) over the degrees that are sampled with s_n columns. It is
// exact. The errors are those of Draw; it panics if lengths are wrong.
func (r *Representation) Variance(opt *features.Options, x, y []float64) (float64, error) {
	d, _, err := r.design(opt)
	if err != nil {
		return 0, err
	}
	if len(x) != r.dim || len(y) != r.dim {
		panic("maclaurin: vectors of another dimension")
	}
	u := 0.0
	for j, v := range x {
		u += v * y[j]
	}
	second, v := product.Second(x, y), 0.0
	for i, n := range d.sampled {
		v += r.a[n] * r.a[n] / float64(d.count[i]) * (product.Power(second, n) - product.Power(u*u, n))
	}
	return max(v, 0), nil
}
