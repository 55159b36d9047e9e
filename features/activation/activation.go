// Package activation draws feature maps of the kernels of activation functions g,
//
//	k(x,y) = Σ ± E g(⟨w,x⟩) g(⟨w,y⟩),   w normal on R^d with independent coordinates of variance 1,
//
// those of wide random layers (F. Liu, X. Huang, Y. Chen, J. Suykens, Fast learning in reproducing kernel Kreĭn spaces
// via signed measures, 2021, equation 1, with g for the plane wave, and functions g₊ and g₋ for the parts of both
// signs): a column is g(⟨w,x⟩)/√n. Rows may lie anywhere in R^d. The maps are unbiased wherever E g(⟨w,x⟩)² is finite,
// which this package is told and does not check; its own numbers for k are quadratures, and estimated.
//
// Step and ReLU functions have maps with less variance: features/step.
package activation

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"krein/features"
	"krein/features/fitted"
	"krein/internal/features/basis"
	"krein/internal/features/random"
	"krein/internal/program"
)

// Term is ±E g(⟨w,x⟩) g(⟨w,y⟩).
type Term struct {
	// At is g, safe for concurrent use. It is not read where there is a Formula.
	At func(t float64) float64
	// Formula is g as a formula in t (docs/map-files.md says which there are). Maps of functions that have one can be
	// written to files.
	Formula string
	// Minus says that the term is subtracted.
	Minus bool
	// Breaks are points at which g is not smooth, or is smooth on a short scale only, for the quadrature of Kernel; 0 need
	// not be among them.
	Breaks []float64
}

// Reach is how many lengths of a row are integrated over: a quadrature reads g(t) for |t| up to Reach times the length.
const Reach = 9.5

// Representation is a kernel of activation functions on R^dim. It is safe for concurrent use.
type Representation struct {
	dim    int
	terms  []Term
	of     []basis.Activation
	length float64
	size   []float64 // E g(length·N)² of each
}

// New returns the kernel that is the sum of the terms, for points of about the length, by which columns are shared out
// between the terms; the kernel is represented everywhere. The error says that a second moment is not a finite number
// by quadrature, or what is wrong with a formula. It panics if dim < 1 or there are no terms.
func New(dim int, terms []Term, length float64) (*Representation, error) {
	if dim < 1 || len(terms) == 0 {
		panic("activation: no dimension or no terms")
	}
	if !(length > 0) || math.IsInf(length, 1) {
		return nil, fmt.Errorf("activation: a length of %v; give a positive number", length)
	}
	r := &Representation{dim: dim, terms: slices.Clone(terms), length: length}
	for i := range r.terms {
		g, err := r.terms[i].function()
		if err != nil {
			return nil, fmt.Errorf("activation: the formula of term %d: %w", i+1, err)
		}
		r.of = append(r.of, g)
		v, _ := r.terms[i].mean(length, length, 1)
		if !(v >= 0) || math.IsInf(v, 1) {
			return nil, fmt.Errorf("activation: E g(%.6g N)² of term %d is %v; only functions with a finite second moment "+
				"have a kernel", length, i+1, v)
		}
		r.size = append(r.size, v)
	}
	if slices.Max(r.size) == 0 {
		return nil, errors.New("activation: all terms are 0 wherever their quadrature reads them")
	}
	return r, nil
}

// function returns g of many numbers, and settles At.
func (t *Term) function() (basis.Activation, error) {
	if t.Formula != "" {
		p, err := program.Read(t.Formula)
		if err != nil {
			return nil, err
		}
		t.At = p.At
		return p.EvalTo, nil
	}
	at := t.At
	return func(dst, x []float64) {
		for i, v := range x {
			dst[i] = at(v)
		}
	}, nil
}

// Dim returns d.
func (r *Representation) Dim() int { return r.dim }

// Kernel returns k(x,y) by quadrature, and an estimate of its error. It panics if lengths are wrong.
func (r *Representation) Kernel(x, y []float64) (v, err float64) {
	if len(x) != r.dim || len(y) != r.dim {
		panic("activation: vectors of another dimension")
	}
	var xx, yy, xy float64
	for i, t := range x {
		xx, yy, xy = xx+t*t, yy+y[i]*y[i], xy+t*y[i]
	}
	a, b := math.Sqrt(xx), math.Sqrt(yy)
	u := 0.0
	if a > 0 && b > 0 {
		u = xy / a / b
	}
	return r.At(a, b, u)
}

// At is Kernel for vectors of the lengths a and b with the cosine u of their angle.
func (r *Representation) At(a, b, u float64) (v, err float64) {
	for i := range r.terms {
		m, e := r.terms[i].mean(a, b, max(-1, min(u, 1)))
		if r.terms[i].Minus {
			m = -m
		}
		v, err = v+m, err+e
	}
	return v, err
}

// Draw draws a map: the columns of the terms, one after another. It reads Options.Columns, at least one for each term
// that is not 0, shared out in proportion to E g(⟨w,x⟩)² at the length; Coupling, features.IID or features.Orthogonal
// for the directions of w; and Seed. Transform has an error for a row at which g is not finite.
func (r *Representation) Draw(opt *features.Options) (*features.Map, error) {
	o, err := opt.Directional()
	if err != nil {
		return nil, err
	}
	counts, err := r.share(o.Columns)
	if err != nil {
		return nil, err
	}
	var parts []fitted.Part
	for i := range r.terms {
		if counts[i] == 0 {
			continue
		}
		w := o.Coupling.Directions(r.dim, counts[i], o.Seed, i)
		src := random.Source(o.Seed, i)
		for j := range counts[i] { // the length of a normal vector of its own
			square := 0.0
			for range r.dim {
				n := src.NormFloat64()
				square += n * n
			}
			for k := range r.dim {
				w[j*r.dim+k] *= math.Sqrt(square)
			}
		}
		b := basis.NewLayer(r.dim, w, 1/math.Sqrt(float64(counts[i])), r.of[i], r.terms[i].Formula)
		parts = append(parts, fitted.Part{Basis: b, Minus: r.terms[i].Minus, Random: true})
	}
	return fitted.Compose(r.dim, parts), nil
}

// share shares the columns out between the terms.
func (r *Representation) share(n int) ([]int, error) {
	all, live := 0.0, 0
	for _, s := range r.size {
		all += s
		if s > 0 {
			live++
		}
	}
	if n < live {
		return nil, fmt.Errorf("activation: %d columns for %d functions; give one for each at least", n, live)
	}
	counts := make([]int, len(r.size))
	left := n
	for i, s := range r.size {
		if s > 0 {
			counts[i] = 1 + int(float64(n-live)*(s/all))
			left -= counts[i]
		}
	}
	for ; left > 0; left-- { // to those that have least for what they carry
		best := -1
		for i, s := range r.size {
			if s > 0 && (best < 0 || s/float64(counts[i]) > r.size[best]/float64(counts[best])) {
				best = i
			}
		}
		counts[best]++
	}
	return counts, nil
}
