// Package breakpoints looks for the distances at which functions change their formula (piecewise.Points): by
// solving equations exactly where that is known, and signs at points. No proof rests on what it finds: package
// piecewise proves the signs between.
package breakpoints

import (
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/brief"
	"krein/internal/kernel/certain"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/internal/polynomial"
	"krein/internal/polynomial/roots"
)

// point is a breakpoint with what comparisons need.
type point struct {
	piecewise.Breakpoint
	ball *ball.Real // of Exact unless that is rational; nil if it was not asked for
	root *root      // of which only Value is known
}

// pointAt returns the exact point of a constant expression.
func pointAt(e *formula.Expr) point {
	b := point{Breakpoint: piecewise.Breakpoint{Value: certain.ConstantFloat(e), Exact: e}}
	if e.Num() == nil {
		b.ball = b.enclosure()
	}
	return b
}

// enclosure returns a ball with the exact breakpoint.
func (b point) enclosure() *ball.Real {
	if b.ball != nil {
		return b.ball
	}
	if r := b.Exact.Num(); r != nil {
		return new(ball.Real).SetRat(r, 128)
	}
	return eval.Enclose(nil, b.Exact, nil, 128)
}

// maxPieces bounds the number of pieces and the work of finding them.
const maxPieces = 2000

var (
	origin   = point{Breakpoint: piecewise.Origin()}
	infinity = point{Breakpoint: piecewise.Infinity()}
)

// comparePoints orders two breakpoints: exactly where both are known exactly, and otherwise by their float64 values,
// unless these nearly agree.
func comparePoints(a, b point) (int, error) {
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
func compareConstants(a, b point) (int, error) {
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
func samples(lo, hi point) []float64 {
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
func rationalBetween(lo, hi point) *big.Rat {
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
func signOn(g *formula.Expr, lo, hi point, m *budget.Meter) (int, error) {
	if !m.Spend(int64(g.Size())) {
		return 0, m.Err()
	}
	if r := g.Num(); r != nil {
		return r.Sign(), nil
	}
	if p, q, ok := constant.Polynomial(g, m); ok {
		if len(p) == 0 {
			return 0, nil
		}
		if x := rationalBetween(lo, hi); x != nil && q == 1 && len(p) <= 100 {
			return roots.SignAt(polynomial.FromRats(p), x), nil
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
