package piecewise

import (
	"slices"

	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// ProvedEqual reports whether a and b are proved to be equal at every z > 0 at which both are defined, breakpoints
// between pieces excepted, because the pieces (ExactPieces) of a − b have the normal form 0 as polynomials in z and in
// functions of z. Whether one of them is defined where the other is not, or has a value of its own at a breakpoint
// (OwnValues), it does not say. Points are those of a − b. It panics if a or b is a condition.
// Equal normal forms on each open piece of a − b; a piece that is not analytic does no harm, for its formula is zero as a
// polynomial in functions of z wherever they have values.
func ProvedEqual(a, b *formula.Expr, points Points) bool {
	if a.Op().IsCondition() || b.Op().IsCondition() {
		panic("piecewise: ProvedEqual of a condition")
	}
	if a.Equal(b) || constant.SameForm(a, b) {
		return true
	}
	difference := formula.Sub(a, b)
	pieces, err := NewAnalysis(difference, points.Of(difference), nil).Pieces()
	return err == nil && !slices.ContainsFunc(pieces,
		func(p ExactPiece) bool { return !constant.SameForm(p.Expr, formula.Int(0)) })
}
