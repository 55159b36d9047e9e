// Package maclaurin draws feature maps of dot-product kernels f(⟨x,y⟩) = Σ a_n ⟨x,y⟩ⁿ on R^d, with finitely
// many a_n of any sign: degree 0 is a constant column, degrees whose monomials are few are taken exactly
// where that lowers the predicted variance, and the others by products of n projections on
// independent vectors of random signs, whose mean is ⟨x,y⟩ⁿ (P. Kar, H. Karnick, Random feature maps for
// dot product kernels, 2012, who draw every n at random: internal/features/baseline).
//
// On the unit sphere harmonics do better (features/zonal); these maps are for any points.
package maclaurin

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krein/features"
	"krein/features/fitted"
	"krein/internal/features/basis"
	"krein/internal/features/random"
)

// Representation is a polynomial of the inner product.
type Representation struct {
	dim   int
	a     []float64
	unit  float64
	sizes []float64 // of the terms, |a_n|·mean ‖x/unit‖²ⁿ
}

// New returns Σ a[n]⟨x,y⟩ⁿ on R^dim for points of about these lengths, all of which count equally: columns are shared
// out between the degrees so that the mean variance is small there. The kernel is represented everywhere. The error
// says which number is not finite. It panics if dim < 1 or there are no lengths.
func New(dim int, a []float64, lengths ...float64) (*Representation, error) {
	return NewScaled(dim, a, 1, lengths...)
}

// NewScaled is New for Σ a[n]⟨x,y⟩ⁿ/unit²ⁿ, whose coefficients need not fit into float64. It panics unless unit is
// positive and finite.
func NewScaled(dim int, a []float64, unit float64, lengths ...float64) (*Representation, error) {
	if dim < 1 || len(lengths) == 0 || !(unit > 0) || math.IsInf(unit, 1) {
		panic("maclaurin: dimension below 1, no lengths, or a unit that is not positive")
	}
	r := &Representation{dim, slices.Clone(a), unit, make([]float64, len(a))}
	for _, l := range lengths {
		if !(l >= 0) || math.IsInf(l, 1) {
			return nil, fmt.Errorf("maclaurin: a length of %v; give numbers that are not negative", l)
		}
	}
	if slices.Max(lengths) == 0 {
		return nil, errors.New("maclaurin: lengths of 0; give a positive number")
	}
	for n, v := range a {
		if math.IsNaN(v - v) {
			return nil, fmt.Errorf("maclaurin: coefficient %d is %v", n, v)
		}
		for _, l := range lengths {
			r.sizes[n] += math.Abs(v) * basis.Pow(l/unit*(l/unit), n) / float64(len(lengths))
		}
		if s := r.sizes[n]; v != 0 && s-s != 0 || s*s-s*s != 0 {
			return nil, fmt.Errorf("maclaurin: for points of length %v the term of degree %d overflows; divide them by a length",
				slices.Max(lengths), n)
		}
	}
	return r, nil
}

// Dim returns d.
func (r *Representation) Dim() int { return r.dim }

// Kernel returns Σ a_n ⟨x,y⟩ⁿ/unit²ⁿ. It panics if lengths are wrong.
func (r *Representation) Kernel(x, y []float64) float64 {
	if len(x) != r.dim || len(y) != r.dim {
		panic("maclaurin: vectors of another dimension")
	}
	u := floats.Dot(x, y) / r.unit / r.unit
	k := 0.0
	for _, v := range slices.Backward(r.a) {
		k = k*u + v
	}
	return k
}

// design is how columns are spent: monomials of the degrees in exact, products of the others. Of these degree
// sampled[i] has whole[i] columns, and spare columns have degrees drawn at random, sampled[i] with the probability
// chance[i].
type design struct {
	exact, sampled []int
	whole          []int
	spare          int
	chance         []float64
}

// expected returns the mean number of columns of degree sampled[i].
func (d *design) expected(i int) float64 { return float64(d.whole[i]) + float64(d.spare)*d.chance[i] }

// share shares columns out between the degrees in proportion to their sizes.
func (r *Representation) share(d *design, columns int) {
	total := floats.Sum(r.sizesOf(d.sampled))
	d.spare = columns
	d.whole, d.chance = make([]int, len(d.sampled)), make([]float64, len(d.sampled))
	left := 0.0
	for i, n := range d.sampled {
		mean := r.sizes[n] / total * float64(columns)
		d.whole[i] = min(int(mean), d.spare)
		d.spare -= d.whole[i]
		d.chance[i] = max(mean-float64(d.whole[i]), 0)
		left += d.chance[i]
	}
	if d.spare == 0 && left > 0 { // by rounding: a degree without columns would never be drawn
		most := floats.MaxIdx(r.sizesOf(d.sampled))
		d.whole[most]--
		d.spare, d.chance[most], left = 1, d.chance[most]+1, left+1
	}
	for i := range d.chance {
		if left > 0 {
			d.chance[i] /= left
		}
	}
}

func (r *Representation) sizesOf(degrees []int) []float64 {
	out := make([]float64, len(degrees))
	for i, n := range degrees {
		out[i] = r.sizes[n]
	}
	return out
}

// choose takes 0, 1, … degrees exactly, those first that carry most for a column, and returns the way
// with the least variance at orthogonal points of the lengths.
func (r *Representation) choose(columns int) (*design, error) {
	var order []int
	for n := 1; n < len(r.a); n++ {
		if r.sizes[n] > 0 {
			order = append(order, n)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(r.sizes[j]/basis.MonomialCount(j, r.dim), r.sizes[i]/basis.MonomialCount(i, r.dim))
	})
	var best *design
	least, left := math.Inf(1), float64(columns)
	for k := range len(order) + 1 {
		if k > 0 {
			left -= basis.MonomialCount(order[k-1], r.dim)
		}
		if left < 0 || left < 1 && k < len(order) {
			break
		}
		d := &design{exact: slices.Sorted(slices.Values(order[:k])), sampled: slices.Sorted(slices.Values(order[k:]))}
		variance := 0.0
		if k < len(order) {
			r.share(d, int(left))
			for i, n := range d.sampled {
				variance += r.sizes[n] * r.sizes[n] / d.expected(i)
			}
		}
		if best == nil || variance < least {
			best, least = d, variance
		}
	}
	if best == nil {
		return nil, fmt.Errorf("maclaurin: %d columns; give a positive number", columns)
	}
	return best, nil
}

// Vectors returns the mean number of vectors of R^dim that a map of so many columns has.
func (r *Representation) Vectors(columns int) (float64, error) {
	d, err := r.choose(columns)
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for i, n := range d.sampled {
		sum += d.expected(i) * float64(n)
	}
	return sum, nil
}

// Draw draws a map: the constant column, the monomials, the products, degree by degree. It reads
// Options.Columns, of which the constant is none and of which an exact map takes fewer, and Seed, on which the number of
// columns of a degree depends, too, by one or few; the products are independent, and any other coupling than
// features.IID is an error.
func (r *Representation) Draw(opt *features.Options) (*features.Map, error) {
	d, o, err := r.design(opt)
	if err != nil {
		return nil, err
	}
	var parts []fitted.Part
	if len(r.a) > 0 && r.a[0] != 0 {
		parts = append(parts, fitted.Part{Basis: fitted.Constant(math.Sqrt(math.Abs(r.a[0]))), Minus: r.a[0] < 0})
	}
	for _, n := range d.exact {
		parts = append(parts, fitted.Part{
			Basis: basis.NewMonomials(r.dim, n, math.Abs(r.a[n])*basis.Pow(1/r.unit/r.unit, n)), Minus: r.a[n] < 0,
		})
	}
	count := slices.Clone(d.whole)
	src := random.Source(o.Seed, 0)
	for range d.spare {
		at := src.Float64()
		i := 0
		for ; i < len(d.chance)-1 && at >= d.chance[i]; i++ {
			at -= d.chance[i]
		}
		count[i]++
	}
	for i, n := range d.sampled {
		if count[i] == 0 {
			continue
		}
		degree, scale := make([]int, count[i]), make([]float64, count[i])
		for k := range degree {
			degree[k], scale[k] = n, math.Sqrt(math.Abs(r.a[n])/d.expected(i))
		}
		columns := basis.DrawProducts(r.dim, degree, scale, random.Source(o.Seed, n))
		floats.Scale(1/r.unit, columns.Signs)
		parts = append(parts, fitted.Part{Basis: columns, Minus: r.a[n] < 0, Random: true})
	}
	return fitted.Compose(r.dim, parts), nil
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

// Variance returns the variance over the seeds of the estimate of k(x,y) by maps that Draw(opt) draws. With S = E
// ⟨ω,x⟩²⟨ω,y⟩², u = ⟨x,y⟩ and e_n the mean number of columns of degree n, w_n of which are not drawn, it is
//
//	Σ w_n a_n²/e_n² (Sⁿ − u²ⁿ) + s (Σ p_n a_n²/e_n² Sⁿ − (Σ p_n a_n/e_n uⁿ)²)
//
// over the degrees that are sampled, s columns having a degree drawn with probabilities p_n. It is exact. The errors
// are those of Draw; it panics if lengths are wrong.
func (r *Representation) Variance(opt *features.Options, x, y []float64) (float64, error) {
	d, _, err := r.design(opt)
	if err != nil {
		return 0, err
	}
	if len(x) != r.dim || len(y) != r.dim {
		panic("maclaurin: vectors of another dimension")
	}
	square := r.unit * r.unit
	return max(r.variance(d, floats.Dot(x, y)/square, basis.SignMoment(x, y)/square/square), 0), nil
}

func (r *Representation) variance(d *design, u, second float64) float64 {
	var whole, square, mean float64
	for i, n := range d.sampled {
		e := r.a[n] / d.expected(i)
		if e == 0 || math.IsInf(e, 0) { // no column ever has the degree
			continue
		}
		power := basis.Pow(second, n)
		whole += float64(d.whole[i]) * e * e * (power - basis.Pow(u*u, n))
		square += d.chance[i] * e * e * power
		mean += d.chance[i] * e * basis.Pow(u, n)
	}
	return whole + float64(d.spare)*(square-mean*mean)
}
