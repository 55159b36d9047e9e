package sphere

import (
	"errors"
	"math/big"

	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// With w_j = C(2j,j)/4^j,
//
//	arcsin u = Σ w_j/(2j+1) u^{2j+1},   √(1−u²) = Σ w_j/(1−2j) u^{2j},
//
// so that the Maclaurin coefficients of an Arcs are, beyond its degree, w_m times a rational function of m, n = 2m + ε.

// series is the form as a sum of hypergeometric series.
func (f *Arcs) series() AtomSum {
	one := constInt(1)
	return AtomSum{poly: f.P, terms: []term{{f.Q, atom{formula.OpAsin, 1, one, nil, nil}},
		{f.R, atom{formula.OpPow, 2, one, big.NewRat(1, 2), nil}}}}
}

func (f *Arcs) Maclaurin(length int) (constPoly, error) { return f.series().Maclaurin(length) }

// degree is the largest degree of the three polynomials.
func (f *Arcs) degree() int { return max(len(f.P), len(f.Q), len(f.R)) - 1 }

// tail returns a polynomial N(m) such that for every integer m with n = 2m + parity ≥
// f.degree() + 2 the coefficient b_n has the sign of N(m) (docs/rules/maclaurin.md).
//
// b_n is Σ c w_{m−s}/(n−d) over the terms: i of Q, odd against n, adds q_i w_{m−s}/(n−i) with 2s =
// i+1−ε; i of R adds −r_i w_{m−s}/(n−i−1) with 2s = i−ε (1−2(m−s) = −(n−i−1)). P has no term beyond
// its degree. With S the largest s, all are multiplied by Π_{k<S} (m−k−½) and the denominators, and
// divided by w_m:
//
//	w_{m−s} = w_m Π_{k<s} (m−k)/(m−k−½).
//
// All these factors are positive for n ≥ degree+2: S ≤ (degree+1)/2 ≤ m, and d ≤ degree+1 < n.
func (f *Arcs) tail(parity int) constPoly {
	type term struct {
		c constant.Value
		s int   // w_{m−s}
		d int64 // denominator n − d
	}
	var terms []term
	for i, q := range f.Q {
		if (i+1-parity)%2 == 0 {
			terms = append(terms, term{q, (i + 1 - parity) / 2, int64(i)})
		}
	}
	for i, r := range f.R {
		if (i-parity)%2 == 0 {
			terms = append(terms, term{r.Neg(), (i - parity) / 2, int64(i) + 1})
		}
	}
	steps := 0
	for _, t := range terms {
		steps = max(steps, t.s)
	}
	linear := func(a, b *big.Rat) constPoly { return constPoly{constant.Rat(b), constant.Rat(a)} } // a m + b
	one := big.NewRat(1, 1)
	var sum constPoly
	for i, t := range terms {
		p := constPoly{t.c}
		// m−k for k < s, from w_{m−s}; the others of the common factor are left.
		for k := range steps {
			if k < t.s {
				p = p.mul(linear(one, big.NewRat(int64(-k), 1)))
			} else {
				p = p.mul(linear(one, big.NewRat(int64(-2*k-1), 2)))
			}
		}
		for j, o := range terms {
			if j != i {
				p = p.mul(linear(big.NewRat(2, 1), big.NewRat(int64(parity)-o.d, 1)))
			}
		}
		sum = sum.add(p)
	}
	return sum
}

// shift returns p(m+x) as a polynomial in x.
//
// Nonnegative coefficients in x = m − m₀ prove p ≥ 0 for all m ≥ m₀.
func (p constPoly) shift(m int64) constPoly {
	q := append(constPoly(nil), p...)
	for i := range q { // Taylor shift by repeated synthetic division
		for j := len(q) - 2; j >= i; j-- {
			q[j] = q[j].Add(q[j+1].Mul(constInt(m)))
		}
	}
	return q.trim()
}

var errFrom = errors.New("the coefficients are not known to be nonnegative from there on")

// TailSign proves that the Maclaurin coefficients b_n of f of the degrees n ≥ from with n ≡ parity (mod 2) are all
// nonnegative (1), all nonpositive (−1) or all zero (0); ok is false if it proves none of these. Then the Gegenbauer
// coefficients of the same degrees have these signs on every sphere, for uʲ has nonnegative ones, of the degrees j,
// j−2, ….
func (f *Arcs) TailSign(parity, from int) (sign int, ok bool) {
	if from < f.degree()+2 {
		return 0, false
	}
	p := f.tail(parity).shift(int64((from - parity + 1) / 2)) // the least m with 2m + parity ≥ from
	switch {
	case len(p) == 0:
		return 0, true
	case p.allNonnegative("") == nil:
		return 1, true
	}
	return -1, p.scale(constInt(-1)).allNonnegative("") == nil
}

// TailNonnegative proves b_n ≥ 0 for all n ≥ from.
func (f *Arcs) TailNonnegative(from int) error {
	for parity := range 2 {
		if sign, ok := f.TailSign(parity, from); !ok || sign < 0 {
			return errFrom
		}
	}
	return nil
}

// maxMaclaurin bounds the degrees that are looked at one by one.
const maxMaclaurin = 400
