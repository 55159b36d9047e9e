package piecewise

import (
	"krein/ball"
	"krein/kernel/constant"
	"krein/kernel/formula"
)

// ProvedEqual reports whether a and b are proved to be equal at every z > 0 at which both are defined, breakpoints between pieces excepted, because their
// pieces (ExactPieces) have the same normal form as polynomials in z and in functions of z. Whether one of them is defined where the other is not, or has a
// value of its own at a breakpoint (OwnValues), it does not say. It panics if a or b is a condition.
func ProvedEqual(a, b *formula.Expr) bool {
	if a.Op().IsCondition() || b.Op().IsCondition() {
		panic("piecewise: ProvedEqual of a condition")
	}
	if a.Equal(b) || constant.SameForm(a, b) {
		return true
	}
	x, err := piecesOf(a)
	y, err2 := piecesOf(b)
	return err == nil && err2 == nil && samePieces(x, y)
}

func piecesOf(e *formula.Expr) ([]ExactPiece, error) {
	a := NewAnalysis(NewParts(e), nil).exactly()
	return a.pieces, a.err
}

// samePieces compares on the common refinement.
func samePieces(x, y []ExactPiece) bool {
	for i, j := 0, 0; i < len(x) && j < len(y); {
		if !constant.SameForm(x[i].Expr, y[j].Expr) {
			return false
		}
		p, q := x[i].span, y[j].span
		switch {
		case p.inf && q.inf:
			return true
		case q.inf:
			i++
			continue
		case p.inf:
			j++
			continue
		}
		s, known := p.hi.Cmp(q.hi)
		if known != ball.True {
			return false
		}
		if s <= 0 {
			i++
		}
		if s >= 0 {
			j++
		}
	}
	return false
}
