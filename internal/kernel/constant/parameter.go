package constant

import (
	"math/big"

	"krein/ball"
	"krein/internal/kernel/exponent"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/rational"
)

// A parameter is one symbol for every number of an interval (formula.Parameter): its enclosure is the hull of the interval, it
// is never a rational, and its name and interval are its key, so that two symbols are one only if they are the same number.
//
// Why what is derived of a constant with a parameter holds for every value. All that this package, and what rests on it,
// knows of a constant is its normal form and balls that contain it. Put a value v of the interval into every
// step of a derivation:
//   - Identities of normal forms hold in the ring, for any number in the place of a symbol. Where an identity supposes a sign
//     (powers, logarithms, quotients), NeedSign has proved it: by signs of all terms, by a ball, or by parameterSign, each of
//     them for all values at once.
//   - A ball of the constant contains its value at v, since the ball of the symbol contains v, and operations on balls
//     contain the results for all points of the operands.
//   - Unknown is never taken for different or for equal; what a value of the interval makes 0 has no known sign, and ends
//     the step. That a constant is no rational (Rat) chooses a rule that is right for rationals, too.
//   - "Defined" is proved: an operation that has no value somewhere in the interval has no proved sign, or no ball.
//
// So a derivation that takes each branch by a proved answer is a derivation for v, with the same evidence. What must
// not be done is to take one number out of a ball, other than as a guess that is confirmed exactly: exponents are
// compared with neighbours that enclose them, quarter turns and simple fractions are confirmed by Cmp.

// parameterSymbol returns the symbol of an OpParameter node.
func parameterSymbol(p *formula.Expr) *symbol {
	return &symbol{kind: symParameter, parameter: p, key: shortKey(p.String()), hasParameter: true}
}

// HasParameter reports whether a parameter occurs in c: then c is a number for each of its values.
func (c Value) HasParameter() bool {
	for _, t := range c.terms() {
		for _, p := range t.f {
			if p.s.hasParameter {
				return true
			}
		}
	}
	return false
}

// precisions are those at which the sign of a constant is looked for: a ball of a parameter does not shrink with them.
// More bits make no ball of an interval smaller.
func precisions(parameter bool) []uint {
	if parameter {
		return constPrecisions[:zeroProofAfter]
	}
	return constPrecisions[:]
}

// gammaSign returns the sign of Γ(c) for all values of a parameter in c, or 0. A pole at an end that is not among the values
// leaves Γ without an enclosure, but between two neighbouring poles it has one sign: (−1)^n for n < c < n+1 ≤ 0.
// Between n and n+1 for all values: proved by comparisons with both.
func gammaSign(c Value) int {
	sign, _ := fail.Attempt(func() (int, bool) {
		e := asExponent(c)
		switch g := e.Sign(); {
		case g >= 0:
			return g, true
		case e.between(1)%2 != 0:
			return -1, true
		}
		return 1, true
	})
	return sign
}

// mostBernstein bounds the degree of polynomials in a parameter whose signs are looked for.
const mostBernstein = 24

// parameterSign returns the sign that c is proved to have for all values of a parameter in which it is a polynomial, or 0.
func (c Value) parameterSign() int {
	low, high := c.bernstein()
	switch {
	case low > 0 && high > 0:
		return 1
	case low < 0 && high < 0:
		return -1
	}
	return 0
}

// Nonnegative tells whether c ≥ 0: with a parameter, True if that holds for all of its values, and False if for none.
// False means that c < 0 for all values, which is what refutations ask for.
func (c Value) Nonnegative() ball.Truth {
	switch s, known := c.Sign(); {
	case known == ball.True && s >= 0:
		return ball.True
	case known == ball.True:
		return ball.False
	case !c.HasParameter():
		return ball.Unknown
	}
	if low, high := c.bernstein(); low >= 0 && high > 0 {
		return ball.True
	}
	return ball.Unknown
}

// bernstein proves bounds of c, a polynomial p in a parameter, by its Bernstein coefficients
//
//	p(lo + (hi−lo)t) = Σ β_j C(n,j) t^j (1−t)^(n−j),  0 ≤ t ≤ 1,
//
// of whose basis all are positive for 0 < t < 1, and the first or the last alone is not 0 at an end. low and high
// are −1, 0 or 1: if they are 1, p > 0; if they are −1, p < 0; if low = 0 and high = 1, p ≥ 0; if low = −1 and high = 0, p ≤ 0, each for
// all values of the interval. Otherwise they are −1 and 1, and nothing is proved. A polynomial over a power of a parameter that has a
// sign is one times that power.
func (c Value) bernstein() (low, high int) {
	low, high = -1, 1
	for _, t := range c.terms() {
		for _, f := range t.f {
			if f.s.kind != symParameter {
				continue
			}
			by := c.lowestPower(f.s)
			if by < -mostBernstein || by < 0 && f.s.sign() == 0 {
				continue
			}
			d := c
			if by < 0 {
				d = c.timesPower(f.s, exponent.Int(-by))
			}
			p, ok := d.polynomialIn(f.s)
			if !ok {
				continue
			}
			low, high := bernsteinBounds(p, f.s.parameter.Range())
			if by%2 != 0 && f.s.sign() < 0 {
				low, high = -high, -low
			}
			if low != -1 || high != 1 {
				return low, high
			}
		}
	}
	return low, high
}

// lowestPower is the least integer power of s in c, 0 if none is negative.
func (c Value) lowestPower(s *symbol) (n int64) {
	for _, t := range c.terms() {
		for _, f := range t.f {
			if f.s.key == s.key && f.n.IsInt() {
				n = min(n, f.n.N)
			}
		}
	}
	return n
}

// polynomialIn returns the coefficients of c as a polynomial in a parameter that occurs nowhere else in it.
// The parameter must not be hidden in another symbol, exp(p) or (1+p)^½: then c is no polynomial in it.
func (c Value) polynomialIn(s *symbol) (p []Value, ok bool) {
	var sums []constSum
	for _, t := range c.terms() {
		n := int64(0)
		var rest []constPower
		for _, f := range t.f {
			switch {
			case f.s.key == s.key:
				if !f.n.IsInt() || f.n.N < 0 || f.n.N > mostBernstein {
					return nil, false
				}
				n = f.n.N
			case f.s.mentions(s):
				return nil, false
			default:
				rest = append(rest, f)
			}
		}
		for int64(len(sums)) <= n {
			sums = append(sums, constSum{})
		}
		sums[n].add(constTerm{c: t.c, f: rest, key: powersKey(rest)})
	}
	for _, sum := range sums {
		p = append(p, sum.value())
	}
	return p, len(p) > 1
}

// mentions reports whether the parameter p occurs in s.
// In any depth: operands and orders.
func (s *symbol) mentions(p *symbol) bool {
	if s.kind == symParameter {
		return s.key == p.key
	}
	return s.nu.mentions(p) || s.arg.mentions(p)
}

func (c Value) mentions(p *symbol) bool {
	if !c.HasParameter() {
		return false
	}
	for _, t := range c.terms() {
		for _, f := range t.f {
			if f.s.hasParameter && f.s.mentions(p) {
				return true
			}
		}
	}
	return false
}

// bernsteinBounds is bernstein for the polynomial Σ p_k x^k on an interval.
// The expansion about lo in t, scaled by the width, and β_j = Σ_{i≤j} C(j,i)/C(n,i) q_i are exact (Farouki–Rajan 1987). The sign of
// every β_j is proved. All of one sign, or 0 but not all, give p that sign for 0 < t < 1; at t = 0 and 1 p is β_0 and β_n, which may
// be 0 only at an end that is not in the interval.
func bernsteinBounds(p []Value, r *formula.Range) (low, high int) {
	n := int64(len(p) - 1)
	width := new(big.Rat).Sub(r.Hi, r.Lo)
	// Σ_i q_i t^i = Σ_k p_k (lo + width·t)^k
	q := make([]Value, n+1)
	for i := range n + 1 {
		scale := rational.Power(width, i, maxConstBits)
		if scale == nil {
			return -1, 1
		}
		for k := i; k <= n; k++ {
			power := rational.Power(r.Lo, k-i, maxConstBits)
			if power == nil {
				return -1, 1
			}
			f := new(big.Rat).SetInt(new(big.Int).Binomial(k, i))
			q[i] = q[i].Add(p[k].Scale(f.Mul(f, scale).Mul(f, power)))
		}
	}
	// β_j = Σ_{i≤j} C(j,i)/C(n,i) q_i
	least, most := 1, -1
	first, last := 0, 0
	for j := range n + 1 {
		var beta Value
		for i := range j + 1 {
			beta = beta.Add(q[i].Scale(new(big.Rat).SetFrac(new(big.Int).Binomial(j, i), new(big.Int).Binomial(n, i))))
		}
		s, known := beta.Sign()
		if known != ball.True {
			return -1, 1
		}
		least, most = min(least, s), max(most, s)
		if j == 0 {
			first = s
		}
		last = s
	}
	switch {
	case least == 0 && most == 0: // p is 0
		return 0, 0
	case least < 0 && most > 0:
		return -1, 1
	}
	if (first == 0 && !r.OpenLo) || (last == 0 && !r.OpenHi) { // 0 at an end
		return min(least, 0), max(most, 0)
	}
	if most > 0 {
		return 1, 1
	}
	return -1, -1
}
