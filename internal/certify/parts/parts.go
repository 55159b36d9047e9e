// Package parts has ways to take a formula apart, among which the provers choose.
package parts

import (
	"iter"
	"slices"
	"strings"

	"krein/internal/budget"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/check/wave"
	"krein/internal/kernel/formula"
)

// Groupings returns ways to group factors: each by itself; each sine and Bessel function with
// powers of z that make it a Λ_δ; all algebraic factors together.
func Groupings(factors []*formula.Expr) [][][]int {
	var single, waves, algebraic, oscillating [][]int
	for i := range factors {
		single = append(single, []int{i})
	}
	taken := make([]bool, len(factors))
	for i, e := range factors {
		if e.Op() != formula.OpSin && e.Op() != formula.OpBesselJ {
			continue
		}
		for j, p := range factors {
			if taken[i] || taken[j] || i == j {
				continue
			}
			if _, _, ok := wave.Lambda(formula.Apply(formula.OpMul, e, p)); ok {
				taken[i], taken[j] = true, true
				waves = append(waves, []int{i, j})
			}
		}
	}
	found := len(waves) > 0
	var together, decaying []int
	for i, e := range factors {
		if Oscillates(e) {
			oscillating = append(oscillating, []int{i})
		} else {
			decaying = append(decaying, i)
		}
		if !taken[i] {
			waves = append(waves, []int{i})
		}
		if transcendental(e) {
			algebraic = append(algebraic, []int{i})
		} else {
			together = append(together, i)
		}
	}
	out := [][][]int{single}
	if found {
		out = append(out, waves)
	}
	if pairs := squares(factors, waves); len(pairs) < len(waves) {
		out = append(out, pairs)
	}
	if len(together) > 1 && len(together) < len(factors) {
		out = append(out, append([][]int{together}, algebraic...))
	}
	if len(decaying) > 1 && len(decaying) < len(factors) {
		out = append(out, append([][]int{decaying}, oscillating...))
	}
	return append(out, shared(factors)...)
}

// maxShared bounds the ways to share sums among other factors.
const maxShared = 32

// shared gives every algebraic sum, 1 + 2z, to one of the other factors, exp(−z) or (1−z)_+^4, in every way.
func shared(factors []*formula.Expr) (out [][][]int) {
	var sums, others []int
	for i, e := range factors {
		if (e.Op() == formula.OpAdd || e.Op() == formula.OpSub) && !transcendental(e) && !HasCondition(e) {
			sums = append(sums, i)
		} else {
			others = append(others, i)
		}
	}
	ways := 1
	for range sums {
		if ways *= len(others); ways > maxShared {
			return nil
		}
	}
	if len(others) < 2 || len(sums) == 0 {
		return nil
	}
	for way := range ways {
		var groups [][]int
		for _, i := range others {
			groups = append(groups, []int{i})
		}
		for _, i := range sums {
			g := way % len(others)
			groups[g], way = append(groups[g], i), way/len(others)
		}
		out = append(out, groups)
	}
	return out
}

// WithPowers returns groupings in which one factor after the other has all powers of z with it, to which
// it may owe that the quotient has a value at 0.
func WithPowers(factors []*formula.Expr) (out [][][]int) {
	var powers, others []int
	for i, e := range factors {
		if transcendental(e) {
			others = append(others, i)
		} else {
			powers = append(powers, i)
		}
	}
	if len(powers) == 0 || len(others) < 2 {
		return nil
	}
	for _, i := range others {
		groups := [][]int{append([]int{i}, powers...)}
		for _, j := range others {
			if j != i {
				groups = append(groups, []int{j})
			}
		}
		out = append(out, groups)
	}
	return out
}

// squares joins groups that begin with the same factor two by two: Λ_n² is positive definite in more
// dimensions than Λ_n.
func squares(factors []*formula.Expr, groups [][]int) (out [][]int) {
next:
	for _, g := range groups {
		for i, h := range out {
			if len(h) == len(g) && factors[h[0]].Equal(factors[g[0]]) {
				out[i] = slices.Concat(h, g)
				continue next
			}
		}
		out = append(out, g)
	}
	return out
}

// Oscillates reports whether a sine, a cosine or a Bessel function of the first kind occurs in e.
func Oscillates(e *formula.Expr) bool {
	switch e.Op() {
	case formula.OpSin, formula.OpCos, formula.OpBesselJ:
		return true
	case formula.OpCall:
		return Oscillates(e.Body())
	}
	return slices.ContainsFunc(e.Args(), Oscillates)
}

// transcendental reports whether a function other than a root occurs in e.
func transcendental(e *formula.Expr) bool {
	if o := e.Op(); o >= formula.OpExp && o <= formula.OpBesselK && o != formula.OpSqrt {
		return true
	}
	if e.Op() == formula.OpCall {
		return transcendental(e.Body())
	}
	return slices.ContainsFunc(e.Args(), transcendental)
}

// Cuts returns choices of the groups that carry the condition of the shape: one of them, or all.
func Cuts(shape shape.Shape, n int) [][]bool {
	if shape.Where == nil {
		return [][]bool{nil}
	}
	var out [][]bool
	for i := range n {
		cut := make([]bool, n)
		cut[i] = true
		out = append(out, cut)
	}
	if n > 1 {
		out = append(out, slices.Repeat([]bool{true}, n))
	}
	return out
}

// Inner lists the parts of a formula, as they are printed, that depend on the distance and are not
// it, the larger ones before what they hold; with arcs, only arguments of arcsines and arccosines.
// To find one again all are printed, which m counts.
func Inner(core *formula.Expr, arcs bool, m *budget.Meter) iter.Seq[string] {
	var out []string
	seen := map[string]bool{core.String(): true}
	take := func(e *formula.Expr) {
		if text := e.String(); !seen[text] && e.Varies() && e.Op() != formula.OpVar {
			seen[text] = true
			out = append(out, text)
		}
	}
	core.Replace(func(e *formula.Expr) *formula.Expr {
		switch {
		case arcs && (e.Op() == formula.OpAsin || e.Op() == formula.OpAcos):
			take(formula.Unfold(e.Args()[0]))
		case !arcs && !e.Op().IsCondition():
			take(e)
		}
		return nil
	})
	printed := int64(len(strings.Join(out, "")))
	return func(yield func(string) bool) {
		for _, text := range out {
			if !m.Spend(printed) || !yield(text) {
				return
			}
		}
	}
}

// Nested reports whether e is an arccosine or arcsine of an argument that holds another one.
func Nested(e *formula.Expr) bool { return arc(e) && e.Args()[0].Some(arc) }

// arc reports whether e is an arccosine or arcsine that varies.
func arc(e *formula.Expr) bool {
	return (e.Op() == formula.OpAcos || e.Op() == formula.OpAsin) && e.Varies()
}

// Opened returns e without names of kernels.
func Opened(e *formula.Expr) *formula.Expr {
	return e.Replace(func(*formula.Expr) *formula.Expr { return nil })
}

// HasCondition reports whether e has a condition somewhere.
func HasCondition(e *formula.Expr) bool { return hasCondition(e, make(map[*formula.Expr]bool)) }

func hasCondition(e *formula.Expr, seen map[*formula.Expr]bool) bool {
	e = e.Body()
	if seen[e] {
		return false
	}
	seen[e] = true
	return e.Op() >= formula.OpLT && e.Op() <= formula.OpCond ||
		slices.ContainsFunc(e.Args(), func(a *formula.Expr) bool { return hasCondition(a, seen) })
}
