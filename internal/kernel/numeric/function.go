package numeric

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// FuncOptions describes a Go function. Nil means none.
type FuncOptions struct {
	// Breakpoints are the distances z > 0 at which the function is not smooth, a
	// promise of the caller that nothing checks.
	Breakpoints []float64
	// Domain, if positive, is the largest distance that the function is meant for; the kernel is zero beyond it.
	Domain float64
}

// FromFunc returns the kernel of a Go function f(z), z ≥ 0, which must be safe for concurrent use; its panics are not
// caught. What is known about such a kernel is never more than an estimate. It panics if f is nil or a breakpoint or
// the domain is negative or not finite.
func FromFunc(name string, f func(float64) float64, opt *FuncOptions) *kernel.Kernel {
	if f == nil {
		panic("numeric: FromFunc of nil")
	}
	if opt == nil {
		opt = &FuncOptions{}
	}
	for _, b := range opt.Breakpoints {
		if !(b > 0) || math.IsInf(b, 0) {
			panic(fmt.Sprintf("numeric: breakpoint %v of %s", b, name))
		}
	}
	if opt.Domain < 0 || math.IsNaN(opt.Domain) || math.IsInf(opt.Domain, 0) {
		panic(fmt.Sprintf("numeric: domain %v of %s", opt.Domain, name))
	}
	var domain *big.Rat
	if opt.Domain > 0 {
		domain = new(big.Rat).SetFloat64(opt.Domain)
	}
	g := &goFunc{name: name, f: f, breaks: slices.Sorted(slices.Values(opt.Breakpoints)), limit: math.Inf(1)}
	return kernel.Opaque(g, domain)
}

// goFunc is the kernel.Source of a Go function.
type goFunc struct {
	name   string
	f      func(float64) float64
	breaks []float64 // in order
	limit  float64   // zero beyond
}

// Name implements kernel.Source.
func (g *goFunc) Name() string { return g.name }

// At implements kernel.Source.
func (g *goFunc) At(z float64) float64 {
	if z > g.limit {
		return 0
	}
	return g.f(z)
}

// Within implements kernel.Source.
func (g *goFunc) Within(r *big.Rat) kernel.Source {
	n := *g
	n.limit = math.Inf(1)
	if r != nil {
		n.limit, _ = r.Float64()
	}
	return &n
}

// Pieces implements kernel.Source: the intervals between the declared breakpoints and the limit.
func (g *goFunc) Pieces() []piecewise.Piece {
	var pieces []piecewise.Piece
	lo := piecewise.Origin()
	for _, b := range append(slices.Clone(g.breaks), g.limit) {
		if b > g.limit || b == lo.Value || math.IsInf(b, 1) {
			continue
		}
		hi := piecewise.BreakpointAt(formula.Rational(new(big.Rat).SetFloat64(b)))
		pieces, lo = append(pieces, piecewise.Piece{Lo: lo, Hi: hi}), hi
	}
	return append(pieces, piecewise.Piece{Lo: lo, Hi: piecewise.Breakpoint{Value: math.Inf(1), Inf: true}})
}
