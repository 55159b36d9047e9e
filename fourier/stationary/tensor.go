package stationary

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"krein/kernel"
	"krein/kernel/formula"
)

// Tensor is a kernel as a sum of products over orthogonal subspaces R^Dim = V_1 ⊕ … ⊕ V_m:
//
//	k(Δ) = Σ_terms Coef · Π_b Factors[b](Δ_b),   Δ_b the orthogonal projection of Δ on V_b,
//
// or, if there is a Map, of MΔ in the place of Δ. It is not modified once it is made.
type Tensor struct {
	Dim int
	// Map is an invertible matrix M by rows, rounded to float64 from what the formula says; nil for the unit matrix. Masses, finite
	// or not, and positive definiteness do not depend on it; the frequencies of k are Mᵀω for those of the sum of products.
	Map    [][]float64
	Blocks []Block
	Terms  []Term
}

// Block is a subspace V_b. The blocks of a Tensor are orthogonal and span the space.
type Block struct {
	Dim int
	// Basis are Dim orthonormal rows of length d, rounded to float64 from what the formula says; nil
	// for coordinates and for a complement.
	Basis [][]float64
	// From is the first of the Dim coordinates that span the block, from 0, if Basis is nil and it is
	// no complement.
	From int
	// Complement says that the block is the orthogonal complement of all blocks before it.
	Complement bool
}

// Term is a product with a constant.
type Term struct {
	Coef    *formula.Expr
	Factors []*Factor // one a block; equal factors are one pointer, in all terms
}

// Factor is a function on a block: for Dim > 1 the radial function Even(‖Δ_b‖), for Dim = 1
//
//	f(s) = Even(|s|) + sgn(s)·Odd(|s|)
//
// of the signed coordinate s, where nil stands for 0. One of Even and Odd is not nil, and Odd is nil
// for Dim > 1 and on a complement. f(0) is Even(0): Odd has no say there.
type Factor struct {
	Dim       int
	Even, Odd *kernel.Kernel
}

// Valid returns an error that names what is wrong with the shape of t.
func (t *Tensor) Valid() error { // one function: a list of what may be wrong.
	dims := 0
	if t.Map != nil && (len(t.Map) != t.Dim || slices.ContainsFunc(t.Map, func(row []float64) bool { return len(row) != t.Dim })) {
		return fmt.Errorf("stationary: a map with %d rows in R^%d", len(t.Map), t.Dim)
	}
	for b, v := range t.Blocks {
		switch {
		case v.Dim < 1:
			return fmt.Errorf("stationary: block %d of dimension %d", b, v.Dim)
		case v.Complement && (v.Basis != nil || b != len(t.Blocks)-1):
			return fmt.Errorf("stationary: block %d is a complement, but not the last, or has a basis", b)
		case !v.Complement && v.Basis == nil && (v.From < 0 || v.From+v.Dim > t.Dim):
			return fmt.Errorf("stationary: block %d has coordinates beyond R^%d", b, t.Dim)
		case v.Basis != nil && len(v.Basis) != v.Dim:
			return fmt.Errorf("stationary: block %d has %d rows for dimension %d", b, len(v.Basis), v.Dim)
		}
		for _, row := range v.Basis {
			if len(row) != t.Dim {
				return fmt.Errorf("stationary: block %d has a row of length %d in R^%d", b, len(row), t.Dim)
			}
		}
		dims += v.Dim
	}
	if dims != t.Dim || t.Dim < 1 {
		return fmt.Errorf("stationary: blocks of dimension %d in R^%d", dims, t.Dim)
	}
	if len(t.Terms) == 0 {
		return errors.New("stationary: no terms")
	}
	for i, term := range t.Terms {
		if term.Coef == nil || term.Coef.Varies() {
			return fmt.Errorf("stationary: term %d has no constant", i)
		}
		if len(term.Factors) != len(t.Blocks) {
			return fmt.Errorf("stationary: term %d has %d factors for %d blocks", i, len(term.Factors), len(t.Blocks))
		}
		for b, f := range term.Factors {
			if f == nil || f.Dim != t.Blocks[b].Dim || f.Even == nil && f.Odd == nil || f.Odd != nil && (f.Dim > 1 || t.Blocks[b].Complement) {
				return fmt.Errorf("stationary: term %d has no function on block %d", i, b)
			}
		}
	}
	return nil
}

// Project sets dst to the coordinates of delta in the blocks: the signed coordinate for a line, the
// length for any other, and returns dst, which is allocated if it is nil. It panics if delta is not of
// length Dim.
func (t *Tensor) Project(dst, delta []float64) []float64 {
	if len(delta) != t.Dim {
		panic(fmt.Sprintf("stationary: a difference of length %d in R^%d", len(delta), t.Dim))
	}
	if dst == nil {
		dst = make([]float64, len(t.Blocks))
	}
	if t.Map != nil {
		mapped := make([]float64, t.Dim)
		for i, row := range t.Map {
			for j, a := range row {
				mapped[i] += a * delta[j]
			}
		}
		delta = mapped
	}
	var rest []float64 // delta less its projections, if there is a complement
	if n := len(t.Blocks); n > 0 && t.Blocks[n-1].Complement {
		rest = append(rest, delta...)
	}
	for b, v := range t.Blocks {
		switch {
		case v.Complement:
			dst[b] = length(rest, t.Dim+1) // a norm: the factor is even
		case v.Basis == nil:
			dst[b] = length(delta[v.From:v.From+v.Dim], v.Dim)
			for i := range v.Dim {
				if rest != nil {
					rest[v.From+i] = 0
				}
			}
		default:
			along := make([]float64, v.Dim)
			for i, row := range v.Basis {
				for j, a := range row {
					along[i] += a * delta[j]
				}
				for j, a := range row {
					if rest != nil {
						rest[j] -= along[i] * a
					}
				}
			}
			dst[b] = length(along, v.Dim)
		}
	}
	return dst
}

// length is the norm of v, or, on a line, its only coordinate.
func length(v []float64, dim int) float64 {
	if dim == 1 && len(v) == 1 {
		return v[0]
	}
	n := 0.0
	for _, x := range v {
		n = math.Hypot(n, x)
	}
	return n
}

// At returns f at the signed coordinate or the length s.
func (f *Factor) At(s float64) float64 {
	v := 0.0
	if f.Even != nil {
		v = f.Even.At(math.Abs(s))
	}
	if f.Odd != nil {
		switch {
		case s > 0:
			v += f.Odd.At(s)
		case s < 0:
			v -= f.Odd.At(-s)
		}
	}
	return v
}

// At returns k(Δ) within a few roundings, by enclosures of the factors; it is for a few values. It panics if delta is not of length
// Dim.
func (t *Tensor) At(delta []float64) float64 {
	type point struct {
		f *Factor
		s float64
	}
	memo := make(map[point]float64)
	s := t.Project(nil, delta)
	sum := 0.0
	for _, term := range t.Terms {
		p := kernel.NewNatural(term.Coef).At(0)
		for b, f := range term.Factors {
			at := point{f, s[b]}
			if _, ok := memo[at]; !ok {
				memo[at] = f.At(s[b])
			}
			p *= memo[at]
		}
		sum += p
	}
	return sum
}
