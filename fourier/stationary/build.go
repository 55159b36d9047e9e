package stationary

import (
	"fmt"
	"math/big"

	"krein/internal/kernel/formula"
	"krein/kernel"
)

// Options is what a formula needs besides its text: language.Parse reads it. Nil means none.
type Options struct {
	// Params gives the parameters by name: an exact constant such as "1/3" or "sqrt(2)", or a vector, as
	// many constants as there are dimensions with commas between, to be used in sum(…) and prod(…).
	Params map[string]string
	// Axes are the directions of t, or t1, t2, …: vectors that are made orthogonal to those before and of
	// length 1. In R¹ one axis is the line.
	Axes [][]*big.Rat
	// Lengths divide the coordinates of Δ, one positive constant each, before the formula sees them.
	Lengths []string
}

// MostDim is the highest dimension.
const MostDim = 100_000

// Builder makes kernels on R^dim of formulas in the distance, which is formula.Variable, and in variables that it gives
// for other functions of Δ. Nothing that takes all variables for one (Parity, String) may see such a formula.
type Builder struct{ tree *tree }

// NewBuilder returns a Builder. It panics if dim is not from 1 to MostDim.
func NewBuilder(dim int) *Builder {
	if dim < 1 || dim > MostDim {
		panic(fmt.Sprintf("stationary: dimension %d", dim))
	}
	return &Builder{newTree(dim)}
}

// Norm1 is ‖Δ‖₁.
func (b *Builder) Norm1() *formula.Expr { return b.tree.norm1() }

// Line is ⟨v, Δ⟩/‖v‖.
func (b *Builder) Line(v []*big.Rat) *formula.Expr { return b.tree.line(v) }

// Coordinate is the variable x of the functions of one coordinate in sums and products, beside formula.Variable, which
// is |x|.
var Coordinate = formula.NewVariable()

// Sum is Σ_i of[index[i]](x_i).
func (b *Builder) Sum(of []*formula.Expr, index []int) *formula.Expr {
	return b.tree.sum(b.functionsOf(of, index))
}

// Product is Π_i of[index[i]](x_i).
func (b *Builder) Product(of []*formula.Expr, index []int) *formula.Expr {
	return b.tree.product(b.functionsOf(of, index))
}

func (b *Builder) functionsOf(of []*formula.Expr, index []int) *functions {
	g := &functions{index: index}
	for _, e := range of {
		g.of = append(g.of, oneVariable(e))
	}
	b.tree.given = append(b.tree.given, g.of...)
	return g
}

// Kernel returns the kernel of a formula. Its text, and what it was read with, are those that Formula and Options
// return; lengths, if there are any, are positive constants, one a coordinate, that divide the coordinates of Δ.
// The formula is kept twice: as it was written, for what has a value where, and in normal form, for
// what it is a function of.
func (b *Builder) Kernel(e *formula.Expr, source string, opt Options, lengths []*formula.Expr) (*Kernel, error) {
	k, err := b.make(source, opt, lengths)
	if err != nil {
		return nil, err
	}
	b.tree.expr = e
	k.tree = b.tree.flat()
	if k.written = k.tree.expr; k.dim > 1 {
		k.written = k.tree.combine(e, nil)
	}
	return k, k.classify()
}

// Radial is Kernel of a function of the distance alone.
func (b *Builder) Radial(r *kernel.Kernel, source string, opt Options, lengths []*formula.Expr) (*Kernel, error) {
	k, err := b.make(source, opt, lengths)
	if err != nil {
		return nil, err
	}
	k.radial, k.tree = r, b.tree
	k.tree.expr = r.Expr()
	return k, nil
}

// A length is proved to be positive: Δ_i/ℓ_i is then an invertible map, under which masses and
// positive definiteness stay.
func (b *Builder) make(source string, opt Options, lengths []*formula.Expr) (*Kernel, error) {
	dim := b.tree.dim
	if len(lengths) > 0 && len(lengths) != dim {
		return nil, fmt.Errorf("stationary: %d lengths for %d coordinates", len(lengths), dim)
	}
	for i, e := range lengths {
		if e.Varies() {
			return nil, fmt.Errorf("stationary: length %d, %q: not a constant", i+1, opt.Lengths[i])
		}
		if sign, known := SignOf(e); !known || sign <= 0 {
			return nil, fmt.Errorf("stationary: length %d, %q: not proved to be positive", i+1, opt.Lengths[i])
		}
	}
	return &Kernel{dim: dim, source: source, options: opt, lengths: lengths}, nil
}
