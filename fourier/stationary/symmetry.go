package stationary

import (
	"fmt"
	"math/big"

	"krein/internal/kernel/formula"
)

// ClassError says that a kernel is of no class that a route of krein covers.
type ClassError struct {
	Class   string // what the kernel is, as far as it is seen
	Nearest string // the nearest class that is covered
}

// Error names both.
func (e *ClassError) Error() string {
	return fmt.Sprintf("%s: no route of krein covers that; the nearest class that is covered: %s", e.Class, e.Nearest)
}

// Parity returns 1 if k(−Δ) = k(Δ) and −1 if k(−Δ) = −k(Δ) is seen from the formula, and 0 if neither is.
// Each answer is a proof from the tree; of sums of products, terms with an even number of odd
// factors and no mixed ones are even.
func (k *Kernel) Parity() int {
	if k.radial != nil || k.l1 != nil {
		return 1
	}
	p := parities{k.tree, map[*formula.Expr]int{}}
	if p := p.of(k.tree.expr); p != 0 {
		return p
	}
	t, err := k.Tensor()
	if err != nil {
		return 0
	}
	return t.parity()
}

// parities finds parities in a tree.
type parities struct {
	tree *tree
	memo map[*formula.Expr]int
}

// of is what is seen of the parity of a part.
func (p parities) of(e *formula.Expr) int {
	if !e.Varies() {
		return 1
	}
	v, ok := p.memo[e]
	if !ok {
		v = p.node(e)
		p.memo[e] = v
	}
	return v
}

// The operation is asked with a function of each parity in the place of its operand: |z| for even,
// z for odd, e^z for neither.
func (p parities) node(e *formula.Expr) int {
	a := e.Args()
	switch e.Op() {
	case formula.OpVar:
		return p.tree.atoms[e].parity()
	case formula.OpCall:
		return p.of(e.Body())
	case formula.OpMin, formula.OpMax:
		for _, x := range a {
			if p.of(x) != 1 {
				return 0
			}
		}
		return 1
	case formula.OpCond:
		if one, other := p.of(a[1]), p.of(a[2]); one == other && p.condition(a[0]) {
			return one
		}
		return 0
	}
	// A function of one variable with arguments of these parities.
	args := make([]*formula.Expr, len(a))
	for i, x := range a {
		switch v := p.of(x); {
		case !x.Varies():
			args[i] = x
		case v == 1:
			args[i] = formula.Apply(formula.OpAbs, formula.Variable())
		case v == -1:
			args[i] = formula.Variable()
		default:
			args[i] = formula.Apply(formula.OpExp, formula.Variable())
		}
	}
	return formula.Parity(formula.Apply(e.Op(), args...))
}

// condition reports whether a condition is seen to hold at −Δ where it holds at Δ: comparisons of even parts.
// u(−Δ) < v(−Δ) where u(Δ) < v(Δ), for even u and v.
func (p parities) condition(c *formula.Expr) bool {
	compares := c.Op() != formula.OpAnd && c.Op() != formula.OpOr && c.Op() != formula.OpNot
	for _, x := range c.Args() {
		if compares && p.of(x) != 1 || !compares && !p.condition(x) {
			return false
		}
	}
	return true
}

// parity is what is seen of the parity of an atom.
// A product of n odd functions of coordinates has (−1)^n; a sum needs one parity.
func (a *atom) parity() int {
	switch a.kind {
	case distanceAtom, norm1Atom:
		return 1
	case lineAtom:
		return -1
	}
	counts := a.g.counts()
	total := 0
	for i, f := range a.g.of {
		p := f.parity()
		if a.kind == productAtom && p == -1 && counts[i]%2 == 0 {
			p = 1
		}
		switch {
		case p == 0, a.kind == sumAtom && total != 0 && total != p:
			return 0
		case total == 0 || a.kind == sumAtom:
			total = p
		default:
			total *= p
		}
	}
	return total
}

// parity is what is seen of the parity of a function.
// A part that is not there is 0.
func (f function) parity() int {
	if f.even {
		return 1
	}
	switch even, odd := parts(f.expr); {
	case odd == nil:
		return 1
	case even == nil:
		return -1
	}
	return 0
}

// parity is what the terms agree on.
// Each term has the parity of the number of its odd factors, if none has both parts; all terms have
// one parity.
func (t *Tensor) parity() int {
	total := 0
	for i, term := range t.Terms {
		p := 1
		for _, f := range term.Factors {
			switch {
			case f.Odd != nil && f.Even != nil:
				return 0
			case f.Odd != nil:
				p = -p
			}
		}
		if i > 0 && p != total {
			return 0
		}
		total = p
	}
	return total
}

// DiffersAt reports whether k₀(Δ) − sign·k₀(−Δ) is proved not to be 0 at a rational point.
// By exact values at a rational point: a difference that is proved not to be 0.
func (k *Kernel) DiffersAt(delta []*big.Rat, sign int) bool {
	minus := make([]*big.Rat, len(delta))
	for i, c := range delta {
		minus[i] = new(big.Rat).Neg(c)
	}
	a, b := k.ValueAt(delta), k.ValueAt(minus)
	if sign < 0 {
		b = formula.Neg(b)
	}
	s, known := SignOf(formula.Sub(a, b))
	return known && s != 0
}
