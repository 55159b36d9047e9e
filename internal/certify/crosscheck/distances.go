package crosscheck

import (
	"math/big"
	"slices"

	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// maxDerived bounds the distances that are taken from a formula.
const maxDerived = 24

// derived returns distances at which something may happen to the kernel, as exact constants: the constants its
// conditions compare with, their roots, squares and ratios, and then every other constant of the formula.
func derived(k *kernel.Kernel) []constant.Value {
	var compared, others []*formula.Expr
	seen := make(map[*formula.Expr]bool)
	var walk func(e *formula.Expr, inside bool)
	walk = func(e *formula.Expr, inside bool) {
		if seen[e] {
			return
		}
		seen[e] = true
		if !e.Varies() && e.Op() < formula.OpLT {
			if inside {
				compared = append(compared, e)
			} else {
				others = append(others, e)
			}
			return
		}
		e = e.Body()
		compares := e.Op() >= formula.OpLT && e.Op() <= formula.OpNE
		for _, a := range e.Args() {
			walk(a, inside || compares || e.Op() == formula.OpMin || e.Op() == formula.OpMax || e.Op() == formula.OpAbs)
		}
	}
	walk(k.Expr(), false)

	var out []constant.Value
	add := func(e *formula.Expr) {
		if len(out) >= maxDerived {
			return
		}
		c, err := constant.New(e)
		if err != nil {
			return
		}
		if x := c.Ball(nil, 128).Nearest(); !(x > 1e-9 && x < 1e9) {
			return
		}
		if !slices.ContainsFunc(out, c.Same) {
			out = append(out, c)
		}
	}
	for _, e := range compared {
		add(e)
	}
	add(formula.Int(1))
	for i, e := range compared {
		add(formula.Apply(formula.OpSqrt, e))
		add(formula.Apply(formula.OpMul, e, e))
		for _, f := range compared[:i] {
			add(formula.Apply(formula.OpDiv, e, f))
			add(formula.Apply(formula.OpDiv, f, e))
			add(formula.Apply(formula.OpAbs, formula.Apply(formula.OpSub, e, f)))
		}
	}
	for _, e := range others {
		add(e)
	}
	return out
}

// spacings are the distances at which configurations of points are tried, beside those of the formula.
var spacings = []float64{0.5, 1, 0.25, 2, 0.125, 3, 0.05, 1.5, 0.75, 5, 1.25, 10, 0.01, 30}

// scales returns rational spacings: those of the formula first, then the general ones.
func scales(from []constant.Value) []*big.Rat {
	var out []*big.Rat
	add := func(r *big.Rat) {
		if r.Sign() > 0 && !slices.ContainsFunc(out, func(s *big.Rat) bool { return s.Cmp(r) == 0 }) {
			out = append(out, r)
		}
	}
	for _, c := range from[:min(len(from), 6)] {
		r, ok := c.Rat()
		if !ok {
			r = new(big.Rat).SetFloat64(c.Ball(nil, 128).Nearest())
		}
		if r != nil && r.Denom().BitLen() <= 60 {
			add(r)
		}
	}
	for _, s := range spacings {
		add(new(big.Rat).SetFloat64(s))
	}
	return out
}
