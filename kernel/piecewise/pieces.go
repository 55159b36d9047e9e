// Package piecewise splits a function at its breakpoints into formulas without conditions, abs, min
// and max: Parts by signs at points, Analysis by proved signs. It proves signs of formulas on
// intervals, that they are analytic, and that two are equal.
package piecewise

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"sync"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/polynomial"
	"krein/kernel/constant"
	"krein/kernel/eval"
	"krein/kernel/formula"
	"krein/kernel/internal/brief"
	"krein/kernel/internal/certain"
	"krein/kernel/internal/powers"
)

// Breakpoint is a distance at which a kernel changes its formula.
type Breakpoint struct {
	Value float64       // the nearest float64 of Exact, or the best that is known
	Exact *formula.Expr // constant expression; nil if only Value is known, and for infinity
	Inf   bool          // +∞, with Value +Inf

	ball *ball.Real // of Exact unless that is rational; nil if it was not asked for
	root *root      // of which only Value is known
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
func Origin() Breakpoint { return origin }

// BreakpointAt returns the exact breakpoint of a constant expression.
func BreakpointAt(e *formula.Expr) Breakpoint {
	b := Breakpoint{Value: certain.ConstantFloat(e), Exact: e}
	if e.Num() == nil {
		b.ball = b.enclosure()
	}
	return b
}

// enclosure returns a ball with the exact breakpoint.
func (b Breakpoint) enclosure() *ball.Real {
	if b.ball != nil {
		return b.ball
	}
	if r := b.Exact.Num(); r != nil {
		return new(ball.Real).SetRat(r, 128)
	}
	return eval.Enclose(nil, b.Exact, nil, 128)
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

// maxPieces bounds the number of pieces and the work of finding them.
const maxPieces = 2000

// Parts holds the pieces of a formula and every distance at which a condition, abs, min or max may change, so also
// those at which the formula has a value of its own that Pieces leaves out. They are found when first needed.
type Parts struct {
	whole *formula.Expr

	once   sync.Once
	pieces []Piece
	cuts   []Breakpoint
	err    error
}

// NewParts returns the parts of a formula, to be found when they are first needed.
func NewParts(whole *formula.Expr) *Parts { return &Parts{whole: whole} }

// Get returns the pieces and the cuts, which must not be changed. The work has a bound of its own, so that they are the same whatever is
// left of the budget of the search that asks first.
func (p *Parts) Get() ([]Piece, []Breakpoint, error) {
	p.once.Do(func() {
		ctx, release := budget.New(context.Background(), pieceUnits)
		defer release()
		p.pieces, p.cuts, p.err = piecesAndCuts(p.whole, budget.Of(ctx))
	})
	return p.pieces, p.cuts, p.err
}

// pieceUnits bounds the work of finding the pieces of a formula.
const pieceUnits = 10_000_000

func piecesAndCuts(whole *formula.Expr, m *budget.Meter) ([]Piece, []Breakpoint, error) {
	s := splitter{whole: whole, meter: m}
	if err := s.split(origin, infinity, nil); err != nil {
		return nil, nil, err
	}
	return s.pieces, s.cuts, nil
}

var (
	origin   = Breakpoint{Exact: formula.Int(0)}
	infinity = Breakpoint{Value: math.Inf(1), Inf: true}
)

// compareBreakpoints orders two breakpoints: exactly where both are known exactly, and otherwise by their float64 values, unless these
// nearly agree.
func compareBreakpoints(a, b Breakpoint) (int, error) {
	switch {
	case a.Inf && b.Inf:
		return 0, nil
	case a.Inf:
		return 1, nil
	case b.Inf:
		return -1, nil
	}
	if a.Exact != nil && b.Exact != nil {
		if a.Exact.Equal(b.Exact) {
			return 0, nil
		}
		if p, q := a.Exact.Num(), b.Exact.Num(); p != nil && q != nil {
			return p.Cmp(q), nil
		}
		return compareConstants(a, b)
	}
	if a.root != nil && a.root == b.root {
		return 0, nil
	}
	if math.Abs(a.Value-b.Value) <= 1e-12*max(math.Abs(a.Value), math.Abs(b.Value)) {
		return 0, fmt.Errorf("cannot tell the breakpoints %s and %s apart", a, b)
	}
	if a.Value < b.Value {
		return -1, nil
	}
	return 1, nil
}

// compareConstants orders two exact breakpoints by enclosures, and by normal forms if these overlap.
func compareConstants(a, b Breakpoint) (int, error) {
	x, y := a.enclosure(), b.enclosure()
	switch {
	case x.Less(y) == ball.True:
		return -1, nil
	case y.Less(x) == ball.True:
		return 1, nil
	}
	c, err := constant.New(a.Exact)
	if err != nil {
		return 0, fmt.Errorf("the breakpoint %s: %w", a, err)
	}
	d, err := constant.New(b.Exact)
	if err != nil {
		return 0, fmt.Errorf("the breakpoint %s: %w", b, err)
	}
	s, known := c.Cmp(d)
	if known != ball.True {
		return 0, fmt.Errorf("cannot tell the breakpoints %s and %s apart", a, b)
	}
	return s, nil
}

// samples returns distances inside (lo, hi).
func samples(lo, hi Breakpoint) []float64 {
	a, b := lo.Value, hi.Value
	if hi.Inf {
		b = 2*a + 4
	}
	var out []float64
	for _, t := range []float64{0.5, 0.3819, 0.6180, 0.1459, 0.8541, 0.0557, 0.9443, 0.01, 0.99, 1e-4, 0.9999} {
		if x := a + (b-a)*t; a < x && x < b {
			out = append(out, x)
		}
	}
	if hi.Inf {
		for _, m := range []float64{10, 100, 1000} {
			out = append(out, m*b)
		}
	}
	return out
}

// rationalBetween returns a rational inside (lo, hi) if the ends are rational or infinite, else nil.
func rationalBetween(lo, hi Breakpoint) *big.Rat {
	if lo.Exact == nil || lo.Exact.Num() == nil {
		return nil
	}
	if hi.Inf {
		return new(big.Rat).Add(lo.Exact.Num(), big.NewRat(1, 1))
	}
	if hi.Exact == nil || hi.Exact.Num() == nil {
		return nil
	}
	mid := new(big.Rat).Add(lo.Exact.Num(), hi.Exact.Num())
	return mid.Mul(mid, big.NewRat(1, 2))
}

// signOn returns the sign of g on (lo, hi), where it has no zero unless it vanishes identically.
func signOn(g *formula.Expr, lo, hi Breakpoint, m *budget.Meter) (int, error) {
	if !m.Spend(int64(g.Size())) {
		return 0, m.Err()
	}
	if r := g.Num(); r != nil {
		return r.Sign(), nil
	}
	if p, q, ok := powers.Rational(g, m); ok {
		if len(p) == 0 {
			return 0, nil
		}
		if x := rationalBetween(lo, hi); x != nil && q == 1 && len(p) <= 100 {
			return polynomial.FromRats(p).Sign(x), nil
		}
	}
	if s := certain.Sign(g); s != 0 {
		return s, nil
	}
	points := samples(lo, hi)
	if len(points) == 0 {
		return 0, fmt.Errorf("no float64 lies between %s and %s", lo, hi)
	}
	f := eval.Compile(g).Metered(m)
	var v ball.Real
	for _, prec := range []uint{64, 256} { // more for constants in which much cancels
		for _, x := range points {
			f.At(&v, ball.NewReal(x), prec)
			if s, known := v.Sign(); known == ball.True && s != 0 {
				return s, nil
			}
		}
	}
	return 0, fmt.Errorf("the sign of %s between %s and %s is not clear", brief.Text(g.String()), lo, hi)
}
