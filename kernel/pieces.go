package kernel

import (
	"math"
	"math/big"
	"slices"

	"krein/kernel/piecewise"
)

// Pieces returns the effective function on (0, ∞), extension included, as
// branch-free formulas on successive open intervals; the last Hi is +∞. Adjacent
// pieces with the same formula are merged, so that a value at a single point
// (z == 0 ? 1 : sin(z)/z) leaves no trace.
//
// Breakpoints are found exactly where conditions and the arguments of abs, min and max are
// solvable: polynomials in z and its roots with rational coefficients (rational and quadratic roots
// exactly, others as a float64 with Exact nil) and inverses of elementary functions. Signs between
// breakpoints are taken in rational or ball arithmetic at points inside. The error names a
// condition that cannot be decided.
func (k *Kernel) Pieces() ([]piecewise.Piece, error) {
	if k.fn != nil {
		return k.fn.pieces(), nil
	}
	pieces, _, err := k.parts.Get()
	return slices.Clone(pieces), err
}

// pieces returns the intervals between the declared breakpoints.
func (g *goFunc) pieces() []piecewise.Piece {
	var cuts []*big.Rat
	for _, b := range g.breaks {
		if b < g.limit {
			cuts = append(cuts, new(big.Rat).SetFloat64(b))
		}
	}
	if !math.IsInf(g.limit, 1) {
		cuts = append(cuts, new(big.Rat).SetFloat64(g.limit))
	}
	return piecewise.Between(cuts)
}
