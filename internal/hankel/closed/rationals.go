package closed

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/kernel/formula"
	"krein/internal/polynomial"
)

// mostExponent bounds the exponents of quotients that are looked at: as rationals they have as many bits, up to 2^31,
// and a simple fraction has fewer.
const mostExponent = 1 << 16

// Ratio returns a/b, b ≠ 0, if it is seen to be rational: in normal form, or a is b times the simple fraction near a/b.
//
// The fraction is found by an enclosure and then proved: a = b r by an exact comparison. A quotient
// without a simple fraction in its ball is taken for irrational, which proves nothing.
func (a Num) Ratio(b Num) (r *big.Rat, ok bool) {
	q := Applied(formula.OpDiv, a, b)
	if r, ok = q.Rat(); ok {
		return r, true
	}
	var x ball.Real
	if q.Ball(&x, 128); !x.IsFinite() {
		return nil, false
	}
	// Continued fractions of such numbers would take long.
	if e := x.Mid(nil).MantExp(nil); max(e, -e) > mostExponent {
		return nil, false
	}
	rest, _ := x.Mid(nil).Rat(nil)
	p0, p, q0, d := new(big.Int), big.NewInt(1), big.NewInt(1), new(big.Int) // convergents p/d
	for d.BitLen() <= 48 {
		n := new(big.Int).Div(rest.Num(), rest.Denom())
		p0, p = p, new(big.Int).Add(p0, new(big.Int).Mul(n, p))
		q0, d = d, new(big.Int).Add(q0, new(big.Int).Mul(n, d))
		if r = new(big.Rat).SetFrac(p, d); x.ContainsRat(r) {
			// The first convergent in the ball is the simple one; if it is not the quotient, no
			// simple fraction is.
			order, known := a.Cmp(b.Mul(RatNum(r)))
			return r, known && order == 0
		}
		if rest.Sub(rest, new(big.Rat).SetInt(n)); rest.Sign() == 0 {
			break
		}
		rest.Inv(rest)
	}
	return nil, false
}

// CommonRationals writes constants as c_i = |u|·r_i with rational r_i for one u ≠ 0; ok is false if there is none.
//
// u is the first number that is not known to be 0; its sign has to be known, and is given to r.
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
	for j := range c {
		q, ok := c[j].Ratio(c[i])
		if !ok {
			return nil, false
		}
		if r[j].Set(q); sign < 0 {
			r[j].Neg(r[j])
		}
	}
	return r, true
}

// NonnegativePoly decides whether Σ c_i t^i ≥ 0 on [0, ∞): always, if the coefficients are rational up to a common factor.
// Otherwise, and for all values of parameters at once, a polynomial whose Bernstein coefficients are nonnegative is proved
// to be so, and for any other ok is false.
//
// The factor |u| > 0 does not matter to the sign. yes without ok cannot be: ok says that the
// answer, either one, is proved.
func NonnegativePoly(c []Num) (yes, ok bool) {
	if r, ok := CommonRationals(c); ok {
		return polynomial.FromRats(r).Nonnegative(), true
	}
	if len(c) == 0 || len(c) > mostBernstein {
		return false, false
	}
	// With t = s/(1−s), (1−s)^n Σ c_i t^i = Σ c_i s^i (1−s)^(n−i), 0 ≤ s < 1: c_i over C(n,i) are its Bernstein coefficients.
	b := make([]Num, len(c))
	for i := range c {
		over := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Binomial(int64(len(c)-1), int64(i)))
		b[i] = c[i].Mul(RatNum(over))
	}
	yes = nonnegativeBernstein(b, mostDivisions)
	return yes, yes
}

const (
	mostBernstein = 24 // coefficients of polynomials whose signs are looked for by Bernstein coefficients
	mostDivisions = 5  // of the interval in half
)

// nonnegativeBernstein reports whether the polynomial with the Bernstein coefficients b is proved nonnegative on [0,1], where the
// interval is divided if the coefficients themselves do not show it.
//
// A polynomial lies in the convex hull of its Bernstein coefficients; those of its two halves
// follow by de Casteljau's algorithm, and are means of these, so that what is proved nonnegative is
// so for all values of parameters at once.
func nonnegativeBernstein(b []Num, divisions int) bool {
	n := len(b) - 1
	if !b[0].Nonnegative() || !b[n].Nonnegative() { // values of the polynomial
		return false
	}
	if !slices.ContainsFunc(b, func(x Num) bool { return !x.Nonnegative() }) {
		return true
	}
	if divisions == 0 {
		return false
	}
	// de Casteljau's algorithm at 1/2
	half, left := RatNum(big.NewRat(1, 2)), make([]Num, n+1)
	right := slices.Clone(b)
	for i := range left {
		left[i] = right[0]
		for j := range n - i {
			right[j] = right[j].Add(right[j+1]).Mul(half)
		}
	}
	return nonnegativeBernstein(left, divisions-1) && nonnegativeBernstein(right, divisions-1)
}

// Nonnegative reports whether a is proved to be nonnegative, for all values of parameters.
func (a Num) Nonnegative() bool { return !a.unknown && a.v.Nonnegative() == ball.True }
