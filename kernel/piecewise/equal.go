package piecewise

import (
	"math/big"

	"krein/ball"
	"krein/kernel/constant"
	"krein/kernel/eval"
	"krein/kernel/formula"
)

// ProvedEqual tells whether a and b are the same function of z on (0, ∞). True: they are proved to be equal at every z > 0
// at which both are defined, breakpoints between pieces excepted, because their pieces (ExactPieces) have the same normal form as polynomials in z and in
// functions of z. False: enclosures exclude each other at some z > 0. Otherwise Unknown. Whether one
// of them is defined where the other is not, or has a value of its own at a breakpoint (OwnValues), it does not say. It panics if a or b is a condition.
func ProvedEqual(a, b *formula.Expr) ball.Truth {
	if a.Op().IsCondition() || b.Op().IsCondition() {
		panic("piecewise: ProvedEqual of a condition")
	}
	if a.Equal(b) {
		return ball.True
	}
	if constant.SameForm(a, b) {
		return ball.True
	}
	points := []*big.Rat{big.NewRat(1, 7), big.NewRat(3, 5), big.NewRat(1, 1), big.NewRat(17, 11), big.NewRat(23, 9), big.NewRat(41, 10), big.NewRat(1, 100), big.NewRat(50, 3)}
	x, errA := piecesOf(a)
	y, errB := piecesOf(b)
	if errA == nil && errB == nil {
		if samePieces(x, y) {
			return ball.True
		}
		points = append(points, pointsBetween(x, y)...)
	}
	if differSomewhere(a, b, points) {
		return ball.False
	}
	return ball.Unknown
}

// pointsBetween returns points between the breakpoints of both.
func pointsBetween(x, y []ExactPiece) []*big.Rat {
	var cuts []Breakpoint
	for _, p := range append(x[:len(x)-1:len(x)-1], y[:len(y)-1]...) {
		cuts = append(cuts, p.Hi)
	}
	order, err := orderedCuts(cuts)
	if err != nil || len(order) > maxEqualPoints {
		return nil
	}
	var out []*big.Rat
	lo := constant.Value{}
	for i := 0; i <= len(order); i++ {
		in := span{lo: lo, inf: true}
		if i < len(order) {
			in = span{lo: lo, hi: order[i].c}
			lo = order[i].c
		}
		if x, ok := newSignProver(in, nil).inner(); ok {
			out = append(out, x)
		}
	}
	return out
}

// maxEqualPoints bounds the pieces inside which two functions are compared.
const maxEqualPoints = 40

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

// differSomewhere looks for a point at which enclosures exclude each other.
func differSomewhere(a, b *formula.Expr, points []*big.Rat) bool {
	f, g := eval.Compile(a), eval.Compile(b)
	var z, v, w ball.Real
	for _, x := range points {
		for _, prec := range []uint{128, 1024} {
			z.SetRat(x, 2*prec)
			f.At(&v, &z, prec)
			g.At(&w, &z, prec)
			if v.Overlaps(&w) == ball.False {
				return true
			}
		}
	}
	return false
}
