package closed

import (
	"math/big"
	"slices"

	"krein/internal/polynomial"
)

// CommonRationals writes constants as c_i = |u|·r_i with rational r_i for one u ≠ 0; ok is false if they are not so related.
func CommonRationals(c []Num) (r []*big.Rat, ok bool) {
	i := slices.IndexFunc(c, func(a Num) bool { return !a.IsZero() })
	r = make([]*big.Rat, len(c))
	for j := range r {
		r[j] = new(big.Rat)
	}
	if i < 0 {
		return r, true
	}
	sign := c[i].Sign()
	if sign == 0 {
		return nil, false
	}
	inv := c[i].Inv()
	for j := range c {
		q, ok := c[j].Mul(inv).Rat()
		if !ok {
			return nil, false
		}
		if r[j].Set(q); sign < 0 {
			r[j].Neg(r[j])
		}
	}
	return r, true
}

// NonnegativePoly decides whether Σ c_i t^i ≥ 0 on [0, ∞); ok is false if the constants are not rational up to a common factor.
func NonnegativePoly(c []Num) (yes, ok bool) {
	r, ok := CommonRationals(c)
	if !ok {
		return false, false
	}
	return polynomial.FromRats(r).Nonnegative(), true
}
