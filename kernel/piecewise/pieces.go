// Package piecewise splits a function at its breakpoints into formulas without conditions, abs, min
// and max: it cuts where a Finder says, and proves the signs between (Analysis). It proves signs of
// formulas on intervals, that they are analytic, and that two are equal.
package piecewise

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"sync"

	"krein/internal/budget"
	"krein/kernel/constant"
	"krein/kernel/eval"
	"krein/kernel/formula"
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
func BreakpointAt(e *formula.Expr) Breakpoint {
	return Breakpoint{Value: eval.Enclose(nil, e, nil, 128).Nearest(), Exact: e}
}

// Constant returns b exactly; a float64 without an exact form means itself.
func (b Breakpoint) Constant() (constant.Value, error) {
	if b.Exact == nil {
		return constant.Rat(new(big.Rat).SetFloat64(b.Value)), nil
	}
	return constant.New(b.Exact)
}

// Piece is a formula without conditions, abs, min and max that equals the kernel on
// the open interval (Lo, Hi). Expr is nil for a kernel that is a Go function.
type Piece struct {
	Lo, Hi Breakpoint
	Expr   *formula.Expr
}

// Finder looks for the distances at which a formula may change its branch or may not be analytic, by whatever means: a
// formula is only cut there, and what holds at and between them is proved. One that is missing leaves a sign without a
// proof, and any other is one more piece.
type Finder interface {
	// Split returns the pieces, by signs at points, and the distances at which a condition, abs, min or max may change.
	Split(whole *formula.Expr, m *budget.Meter) ([]Piece, []Breakpoint, error)
	// Critical returns where in (lo, hi) formulas without branches may not be analytic; the error may be an *EndlessError.
	Critical(lo, hi Breakpoint, m *budget.Meter, e ...*formula.Expr) ([]Breakpoint, error)
}

// find is the Finder of the program. Without one no formula has pieces.
var find Finder = blind{}

// Search makes f the Finder of the program. Package kernel/breakpoints does so where a program imports it; Search panics
// after that, so that the pieces of a formula do not change while a program runs.
func Search(f Finder) {
	if _, none := find.(blind); !none {
		panic("piecewise: a program has one Finder")
	}
	find = f
}

type blind struct{}

var errBlind = errors.New("nothing looks for breakpoints: import krein/kernel/breakpoints")

func (blind) Split(*formula.Expr, *budget.Meter) ([]Piece, []Breakpoint, error) {
	return nil, nil, errBlind
}

func (blind) Critical(_, _ Breakpoint, _ *budget.Meter, _ ...*formula.Expr) ([]Breakpoint, error) {
	return nil, errBlind
}

// EndlessError says that there are infinitely many distances, some of which lie before 2^Before.
type EndlessError struct {
	What   string
	Before int
}

// Error returns What.
func (e *EndlessError) Error() string { return e.What }

// Parts holds what a Finder says of a formula, found when first needed.
type Parts struct {
	whole *formula.Expr

	once   sync.Once
	pieces []Piece
	cuts   []Breakpoint
	err    error
}

// NewParts returns the parts of a formula, to be found when they are first needed.
func NewParts(whole *formula.Expr) *Parts { return &Parts{whole: whole} }

// Get returns the pieces and the cuts, which must not be changed. The work has a bound of its own, so that they are the
// same whatever is left of the budget of the search that asks first.
func (p *Parts) Get() ([]Piece, []Breakpoint, error) {
	p.once.Do(func() {
		ctx, release := budget.New(context.Background(), pieceUnits)
		defer release()
		p.pieces, p.cuts, p.err = find.Split(p.whole, budget.Of(ctx))
	})
	return p.pieces, p.cuts, p.err
}

// pieceUnits bounds the work of finding the pieces of a formula.
const pieceUnits = 10_000_000
