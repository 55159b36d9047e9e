package polynomial

import "krein/internal/budget"

// Chain is a Sturm chain.
type Chain []Int

// Sturm returns the chain of a square-free polynomial that is not constant.
// Each element is minus the remainder of the two before, up to a positive constant, as primitive divides by a positive number.
func (p Int) Sturm() Chain {
	c := Chain{p, p.Derivative().primitive()}
	for {
		_, r := c[len(c)-2].divide(c[len(c)-1])
		if len(r) == 0 {
			return c
		}
		for _, a := range r {
			a.Neg(a)
		}
		c = append(c, r.primitive())
	}
}

// Changes counts the changes of sign along the chain; those at a less those at b > a are the roots in (a, b].
func (c Chain) Changes(sign func(Int) int) (n int) {
	last := 0
	for _, q := range c {
		s := sign(q)
		if s != 0 && s == -last {
			n++
		}
		if s != 0 {
			last = s
		}
	}
	return n
}

// Cost is the work of one value of p at a number of some hundred bits, in units of a budget.Meter.
func (p Int) Cost() int64 {
	var words int64
	for _, c := range p {
		words += 8 + int64(c.BitLen())/64
	}
	return words
}

// positiveRoots is the number of positive roots of a square-free p with p(0) ≠ 0.
// Sturm's theorem on (0,∞): the signs at 0 are those of the constants, at ∞ those of the leading coefficients; p(0) ≠ 0.
func (p Int) positiveRoots() int {
	if len(p) < 2 {
		return 0
	}
	c := p.Sturm()
	return c.Changes(func(q Int) int { return q[0].Sign() }) - c.Changes(func(q Int) int { return q[len(q)-1].Sign() })
}

// Positive decides whether p > 0 on (0, ∞); it is false if m is spent before.
// No root on (0,∞), and p(0) > 0 after the zeros at 0 are divided out, so that p > 0 near 0.
func (p Int) Positive(m *budget.Meter) bool {
	if len(p) == 0 || p[len(p)-1].Sign() < 0 {
		return false
	}
	for p[0].Sign() == 0 {
		p = p[1:]
	}
	if !p.hasNegative() {
		return true
	}
	n := int64(len(p)) // coefficients of a Sturm chain grow with the degree
	return p[0].Sign() > 0 && m.Spend(n*n*p.Cost()) && p.SquareFree().positiveRoots() == 0
}
