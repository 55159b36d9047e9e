package polynomial

import (
	"math/big"

	"krein/internal/budget"
)

// Interval is the half-open interval (Lo, Hi].
type Interval struct{ Lo, Hi *big.Rat }

// chain is a Sturm chain.
type chain []Int

// sturm returns the chain of a square-free polynomial that is not constant.
func (p Int) sturm() chain {
	c := chain{p, p.Derivative().primitive()}
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

// changes counts the changes of sign along the chain.
func (c chain) changes(sign func(Int) int) (n int) {
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

// cost is the work of one value of p at a number of some hundred bits, in units of m's.
func (p Int) cost() int64 {
	var words int64
	for _, c := range p {
		words += 8 + int64(c.BitLen())/64
	}
	return words
}

// PositiveRoots returns intervals in (0, ∞) with one root each of the square-free p, all of its positive roots; ok is
// false if m is spent before.
func (p Int) PositiveRoots(m *budget.Meter) (out []Interval, ok bool) {
	n := int64(len(p))
	if n < 2 {
		return nil, true
	}
	// coefficients of a Sturm chain grow with the degree
	each := n * p.cost()
	if !m.Spend(n * each) {
		return nil, false
	}
	c := p.sturm()
	changes := func(x *big.Rat) int { return c.changes(func(q Int) int { return q.Sign(x) }) }
	type part struct {
		Interval
		atLo, atHi int
	}
	zero, bound := new(big.Rat), p.bound()
	stack := []part{{Interval{zero, bound}, changes(zero), changes(bound)}}
	for len(stack) > 0 {
		if !m.Spend(each) {
			return nil, false
		}
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch t.atLo - t.atHi {
		case 0:
		case 1:
			out = append(out, t.Interval)
		default:
			mid := middle(t.Lo, t.Hi)
			at := changes(mid)
			stack = append(stack, part{Interval{t.Lo, mid}, t.atLo, at}, part{Interval{mid, t.Hi}, at, t.atHi})
		}
	}
	return out, true
}

// bound is a power of two beyond the roots (Cauchy): 1 + max|c_i|/|c_n| < bound.
func (p Int) bound() *big.Rat {
	lead, most := p[len(p)-1].BitLen(), 0
	for _, c := range p {
		most = max(most, c.BitLen())
	}
	// |c_n| ≥ 2^{lead−1}, |c_i| < 2^most
	return new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(most-lead+2)))
}

func middle(a, b *big.Rat) *big.Rat {
	m := new(big.Rat).Add(a, b)
	return m.Quo(m, new(big.Rat).SetInt64(2))
}

// Refine narrows the interval of the simple root of p in v to a relative width of 2^−bits; ok is false if m is spent
// before. An interval of no width is the root.
func (p Int) Refine(v Interval, bits uint, m *budget.Meter) (out Interval, ok bool) {
	sign := p.Sign(v.Hi)
	if sign == 0 {
		return Interval{v.Hi, v.Hi}, true
	}
	tolerance := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), bits))
	each := p.cost()
	var w, most big.Rat
	for w.Sub(v.Hi, v.Lo).Cmp(most.Mul(v.Hi, tolerance)) > 0 {
		if !m.Spend(each) {
			return v, false
		}
		mid := middle(v.Lo, v.Hi)
		switch p.Sign(mid) {
		case 0:
			return Interval{mid, mid}, true
		case sign:
			v.Hi = mid
		default:
			v.Lo = mid
		}
	}
	return v, true
}
