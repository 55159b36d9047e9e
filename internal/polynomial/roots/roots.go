// Package roots isolates the positive roots of polynomials by Sturm's theorem and bisection.
package roots

import (
	"math/big"
	"slices"

	"krein/internal/budget"
	"krein/internal/polynomial"
)

// Interval is the half-open interval (Lo, Hi].
type Interval struct{ Lo, Hi *big.Rat }

// Isolate returns intervals in (0, ∞) with one root each of the square-free p, all of its positive roots; ok is
// false if m is spent before.
func Isolate(p polynomial.Int, m *budget.Meter) (out []Interval, ok bool) {
	n := int64(len(p))
	if n < 2 {
		return nil, true
	}
	// coefficients of a Sturm chain grow with the degree
	each := n * p.Cost()
	if !m.Spend(n * each) {
		return nil, false
	}
	c := p.Sturm()
	changes := func(x *big.Rat) int { return c.Changes(func(q polynomial.Int) int { return SignAt(q, x) }) }
	type part struct {
		Interval
		atLo, atHi int
	}
	zero, bound := new(big.Rat), bound(p)
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
func bound(p polynomial.Int) *big.Rat {
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
func Refine(p polynomial.Int, v Interval, bits uint, m *budget.Meter) (out Interval, ok bool) {
	sign := SignAt(p, v.Hi)
	if sign == 0 {
		return Interval{v.Hi, v.Hi}, true
	}
	tolerance := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), bits))
	each := p.Cost()
	var w, most big.Rat
	for w.Sub(v.Hi, v.Lo).Cmp(most.Mul(v.Hi, tolerance)) > 0 {
		if !m.Spend(each) {
			return v, false
		}
		mid := middle(v.Lo, v.Hi)
		switch SignAt(p, mid) {
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

// SignAt returns the sign of p(x).
func SignAt(p polynomial.Int, x *big.Rat) int {
	// by Horner's scheme for p(a/b)·bⁿ, without a fraction to reduce
	v, den, t := new(big.Int), big.NewInt(1), new(big.Int)
	for i, c := range slices.Backward(p) {
		v.Mul(v, x.Num())
		v.Add(v, t.Mul(c, den))
		if i > 0 {
			den.Mul(den, x.Denom())
		}
	}
	return v.Sign()
}

// Simplest returns the rational of the least denominator in [lo, hi], and of these the one nearest to 0, by continued fractions.
func Simplest(lo, hi *big.Rat) *big.Rat {
	switch {
	case lo.Sign() <= 0 && hi.Sign() >= 0:
		return new(big.Rat)
	case hi.Sign() < 0:
		v := Simplest(new(big.Rat).Neg(hi), new(big.Rat).Neg(lo))
		return v.Neg(v)
	}
	floor := new(big.Rat).SetInt(new(big.Int).Quo(lo.Num(), lo.Denom()))
	if floor.Cmp(lo) == 0 {
		return floor
	}
	next := new(big.Rat).Add(floor, big.NewRat(1, 1))
	if next.Cmp(hi) <= 0 {
		return next
	}
	x, y := new(big.Rat).Sub(lo, floor), new(big.Rat).Sub(hi, floor)
	v := Simplest(y.Inv(y), x.Inv(x))
	return v.Add(v.Inv(v), floor)
}
