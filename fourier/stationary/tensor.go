package stationary

import (
	"errors"
	"fmt"
	"slices"

	"krein/internal/kernel/formula"
	"krein/kernel"
)

// Tensor is a kernel as a sum of products over orthogonal subspaces R^Dim = V_1 ⊕ … ⊕ V_m:
//
//	k(Δ) = Σ_terms Coef · Π_b Factors[b](Δ_b),   Δ_b the orthogonal projection of Δ on V_b,
//
// or, if there is a Map, of MΔ in the place of Δ. It is not modified once it is made.
type Tensor struct {
	Dim int
	// Map is an invertible matrix M by rows, rounded to float64 from what the formula says; nil for the unit matrix.
	// Masses, finite or not, and positive definiteness do not depend on it; the frequencies of k are Mᵀω for those of the
	// sum of products.
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
	// From is the first of the Dim coordinates that span the block, from 0, if Basis is nil and it is no complement.
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
// The odd part at 0 is nothing, whatever Odd is there: sgn(0) = 0.
type Factor struct {
	Dim       int
	Even, Odd *kernel.Kernel
}

// Valid returns an error that names what is wrong with the shape of t.
// Shapes only. That the blocks are orthogonal follows from how they are chosen, by exact products
// (tree.expander).
func (t *Tensor) Valid() error { // one function: a list of what may be wrong.
	dims := 0
	if t.Map != nil && (len(t.Map) != t.Dim || slices.ContainsFunc(t.Map,
		func(row []float64) bool { return len(row) != t.Dim })) {
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
			if f == nil || f.Dim != t.Blocks[b].Dim || f.Even == nil && f.Odd == nil || f.Odd != nil &&
				(f.Dim > 1 || t.Blocks[b].Complement) {
				return fmt.Errorf("stationary: term %d has no function on block %d", i, b)
			}
		}
	}
	return nil
}
