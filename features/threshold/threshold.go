// Package threshold draws feature maps of the min kernel 1 + Σ_j min(x_j, y_j) on [0,1]^d from
//
//	min(x,y) = ∫_0^1 1{t ≤ x} 1{t ≤ y} dt:
//
// a constant column, and for every coordinate steps at random thresholds t.
package threshold

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"krein/features"
	"krein/features/fitted"
	"krein/internal/features/basis"
	"krein/internal/features/random"
)

// Representation is the min kernel on [0,1]^dim.
type Representation struct{ dim int }

// New returns the kernel. It panics if dim < 1.
func New(dim int) Representation {
	if dim < 1 {
		panic("threshold: dimension below 1")
	}
	return Representation{dim}
}

// Dim returns d.
func (r Representation) Dim() int { return r.dim }

// Kernel returns 1 + Σ min(x_j, y_j). It panics if lengths are wrong.
func (r Representation) Kernel(x, y []float64) float64 {
	if len(x) != r.dim || len(y) != r.dim {
		panic("threshold: vectors of another dimension")
	}
	k := 1.0
	for j, v := range x {
		k += min(v, y[j])
	}
	return k
}

// Draw draws a map: the constant column, then those of coordinate 1, 2, …, by increasing thresholds.
// It reads Options.Columns, the thresholds of all coordinates, at least one for each: as many for
// each, what is left over for coordinates that are drawn; Radii, which here is the joint law of the
// thresholds of a coordinate, features.RadiiIID independent or features.RadiiStratified one in each of
// as many equal parts of [0,1]; and Seed. Points outside of [0,1]^d are an error of Transform.
func (r Representation) Draw(opt *features.Options) (*features.Map, error) {
	o, err := r.options(opt)
	if err != nil {
		return nil, err
	}
	src := random.Source(o.Seed, 0)
	counts := make([]int, r.dim)
	for j := range counts {
		counts[j] = o.Columns / r.dim
	}
	for _, j := range src.Perm(r.dim)[:o.Columns%r.dim] {
		counts[j]++
	}
	b := &basis.Steps{Dim: r.dim}
	for j, n := range counts {
		t := make([]float64, n)
		for i := range t {
			t[i] = src.Float64()
			if o.Radii == features.RadiiStratified {
				t[i] = (float64(i) + t[i]) / float64(n)
			}
			t[i] = 1 - t[i] // in (0,1], so that the step at 0 is 0
		}
		sort.Float64s(t)
		b.Threshold = append(b.Threshold, t...)
		b.Coordinate = append(b.Coordinate, slices.Repeat([]int{j}, n)...)
		b.Level = append(b.Level, slices.Repeat([]float64{1 / math.Sqrt(float64(n))}, n)...)
	}
	return fitted.Compose(r.dim, []fitted.Part{
		{Basis: fitted.Constant(1)}, {Basis: b, Random: true},
	}), nil
}

func (r Representation) options(opt *features.Options) (features.Options, error) {
	o, err := opt.Directional()
	switch {
	case err != nil:
	case o.Coupling != features.IID:
		err = fmt.Errorf("threshold: the coupling %v is one of directions; thresholds have none", o.Coupling)
	case o.Radii != features.RadiiIID && o.Radii != features.RadiiStratified:
		err = fmt.Errorf("threshold: unknown distribution %d of thresholds", o.Radii)
	case o.Columns < r.dim:
		err = fmt.Errorf("threshold: %d columns for %d coordinates; give one for each at least", o.Columns, r.dim)
	}
	return o, err
}

// Variance returns the variance over the seeds of the estimate of k(x,y) by maps that Draw(opt) draws, which
// is exact: with n thresholds and m = min(x_j, y_j) a coordinate has m(1−m)/n if they are independent, and
// f(1−f)/n² for the fraction f of nm if they are stratified, because then one stratum is cut. The
// errors are those of Draw; it panics if lengths are wrong.
func (r Representation) Variance(opt *features.Options, x, y []float64) (float64, error) {
	o, err := r.options(opt)
	if err != nil {
		return 0, err
	}
	if len(x) != r.dim || len(y) != r.dim {
		panic("threshold: vectors of another dimension")
	}
	one := func(m float64, n int) float64 {
		c := float64(n)
		if o.Radii == features.RadiiStratified {
			f := c*m - math.Floor(c*m)
			return f * (1 - f) / (c * c)
		}
		return m * (1 - m) / c
	}
	few, more := o.Columns/r.dim, float64(o.Columns%r.dim)/float64(r.dim)
	sum := 0.0
	for j, v := range x {
		m := min(v, y[j])
		sum += (1-more)*one(m, few) + more*one(m, few+1)
	}
	return sum, nil
}
