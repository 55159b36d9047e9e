// Package piecewise splits a function at its breakpoints into formulas without conditions, abs, min
// and max: it cuts where Points say, and proves the signs between (Analysis). It proves signs of
// formulas on intervals, that they are analytic, and that two are equal.
package piecewise

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"krein/internal/budget"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
)

// Breakpoint is a distance at which a kernel changes its formula.
type Breakpoint struct {
	Value float64       // the nearest float64 of Exact, or the best that is known
	Exact *formula.Expr // constant expression; nil if only Value is known, and for infinity
	Inf   bool          // +∞, with Value +Inf
}

// String returns the exact breakpoint if it is known.
func (b Breakpoint) String() string {
	switch {
	case b.Inf:
		return "inf"
	case b.Exact != nil:
		return b.Exact.String()
	}
	return fmt.Sprintf("%.17g", b.Value)
}

// Origin returns the breakpoint z = 0.
func Origin() Breakpoint { return Breakpoint{Exact: formula.Int(0)} }

// Infinity returns the end of the last piece.
func Infinity() Breakpoint { return Breakpoint{Value: math.Inf(1), Inf: true} }

// BreakpointAt returns the exact breakpoint of a constant expression.
// The float is for messages and searches; Exact is the point.
func BreakpointAt(e *formula.Expr) Breakpoint {
	return Breakpoint{Value: eval.Enclose(nil, e, nil, 128).Nearest(), Exact: e}
}

// Constant returns b exactly; a float64 without an exact form means itself.
// A point without an exact form is none of a proof.
func (b Breakpoint) Constant() (constant.Value, error) {
	if b.Exact == nil {
		return constant.Rat(new(big.Rat).SetFloat64(b.Value)), nil
	}
	return constant.New(b.Exact)
}

// Piece is a formula without conditions, abs, min and max that equals the kernel on
// the open interval (Lo, Hi).
// What a search shows to people; ExactPiece is what is proved.
type Piece struct {
	Lo, Hi Breakpoint
	Expr   *formula.Expr
}

// Points says where formulas are to be cut: a search does, as package breakpoints, or a Table, which has what a search
// found. A formula is only cut there, and what holds at and between the points is proved. Nothing is taken from them but
// where to look, so that no answer can make a proof of what is false:
//
//   - The points of an Analysis are exact constants that are proved to be positive and to increase, or it has no pieces. So
//     they cut (0, ∞) into open intervals, whatever they are.
//   - On each interval every sign, order and condition on which the formula of a piece depends is proved for all distances
//     in it, and so is that a piece is analytic, and that the formula has values. A point that is missing, or moved, leaves
//     a sign that changes inside of an interval, which has no proof. A point more is one more piece of the same formula.
//   - At the points the formula is evaluated exactly, as it is written.
//   - Before tells where to stop among points without end. Kernel.Near is the formula before that distance, which any
//     positive number may be, and nothing is said to be complete of it.
type Points interface {
	// Of returns those of a formula, to be found when they are first needed.
	Of(whole *formula.Expr) Cuts
}

// Cuts are the points of one formula.
type Cuts interface {
	// Find returns the points in increasing order. A search may try some before it answers.
	Find(try Trial, m *budget.Meter) (Cut, error)
	// Pieces returns the pieces by signs at points, of which nothing is proved; that one has none is an error.
	Pieces() ([]Piece, error)
}

// Cut is where one formula is to be cut.
type Cut struct {
	At []*formula.Expr // constants, positive and in increasing order
	// Before is a distance before which there are some of infinitely many points; nil if none are known.
	Before *big.Rat
}

// Trial cuts at points, positive and in increasing order, and returns between which of them a part that does not show in
// the piece is not proved to have values: candidates for points are where these change.
type Trial func(at []*formula.Expr) ([]Doubt, error)

// Doubt is an interval with formulas, free of branches, that are not proved to have values on it.
type Doubt struct {
	Lo, Hi Breakpoint
	Parts  []*formula.Expr
}

// Uncut are the points of a program that has no others: none.
// For formulas that are cut nowhere, as those of a certificate without points.
type Uncut struct{}

// Of implements Points.
func (Uncut) Of(*formula.Expr) Cuts { return Uncut{} }

// Find implements Cuts.
func (Uncut) Find(Trial, *budget.Meter) (Cut, error) { return Cut{}, nil }

// Pieces implements Cuts.
func (Uncut) Pieces() ([]Piece, error) { return nil, errUncut }

var errUncut = errors.New("nothing searches for the pieces of this kernel: package krein/internal/kernel/breakpoints does")
