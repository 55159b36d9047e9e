// Package polynomial decides exactly whether polynomials in one variable with rational coefficients are positive on (0,
// ∞), or nonnegative there, or between two points: square-free parts and Sturm's theorem over integers.
package polynomial

import (
	"math/big"
	"slices"
)

// Int is a polynomial with integer coefficients, the constant first and the last not zero; nil is 0.
// Its methods change neither their receiver nor their arguments.
type Int []*big.Int

// FromRats returns c times a positive constant, with coprime integer coefficients.
// A positive multiple keeps all signs and roots.
func FromRats(c []*big.Rat) Int {
	n, _ := Integers(c)
	return Int(n).Trim().primitive()
}

// Integers returns integers n and the least d > 0 with c = n/d.
func Integers(c []*big.Rat) (n []*big.Int, d *big.Int) {
	d = big.NewInt(1)
	for _, r := range c {
		g := new(big.Int).GCD(nil, nil, d, r.Denom())
		d.Mul(d, g.Quo(r.Denom(), g))
	}
	for _, r := range c {
		m := new(big.Int).Quo(d, r.Denom())
		n = append(n, m.Mul(m, r.Num()))
	}
	return n, d
}

// Trim leaves out leading zeros.
func (p Int) Trim() Int {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

// primitive divides by the greatest common divisor of the coefficients.
func (p Int) primitive() Int {
	g := new(big.Int)
	for _, c := range p {
		g.GCD(nil, nil, g, new(big.Int).Abs(c))
	}
	if g.Sign() == 0 || g.IsInt64() && g.Int64() == 1 {
		return p
	}
	q := make(Int, len(p))
	for i, c := range p {
		q[i] = new(big.Int).Quo(c, g)
	}
	return q
}

// Derivative returns p′.
func (p Int) Derivative() Int {
	if len(p) < 2 {
		return nil
	}
	q := make(Int, len(p)-1)
	for i := range q {
		q[i] = new(big.Int).Mul(p[i+1], big.NewInt(int64(i+1)))
	}
	return q
}

// Mul returns p·q.
func (p Int) Mul(q Int) Int {
	if len(p) == 0 || len(q) == 0 {
		return nil
	}
	r := make(Int, len(p)+len(q)-1)
	for i := range r {
		r[i] = new(big.Int)
	}
	var t big.Int
	for i, a := range p {
		for j, b := range q {
			r[i+j].Add(r[i+j], t.Mul(a, b))
		}
	}
	return r
}

// Deflate returns p/(t − r) up to a positive constant, for a root r.
func (p Int) Deflate(r *big.Rat) Int {
	return p.exactQuo(Int{new(big.Int).Neg(r.Num()), r.Denom()})
}

// SquareFree returns a polynomial with the roots of p, each simple.
func (p Int) SquareFree() Int {
	if len(p) < 3 {
		return p
	}
	return p.exactQuo(p.gcd(p.Derivative()))
}

// divide returns quotient and remainder of c·p by q, for a positive constant c.
// Pseudo-division: each step multiplies by |lead| > 0, so that signs are those of the division over the rationals.
func (p Int) divide(q Int) (quo, rem Int) {
	rem = make(Int, len(p))
	for i := range p {
		rem[i] = new(big.Int).Set(p[i])
	}
	lead := q[len(q)-1]
	size := new(big.Int).Abs(lead)
	quo = make(Int, max(len(p)-len(q)+1, 0))
	var t big.Int
	for i := len(quo) - 1; i >= 0; i-- {
		// multiply by |lead|, subtract ±rem_top·q·xⁱ
		top := new(big.Int).Set(rem[i+len(q)-1])
		if lead.Sign() < 0 {
			top.Neg(top)
		}
		for j := range rem {
			rem[j].Mul(rem[j], size)
		}
		for j := i + 1; j < len(quo); j++ {
			quo[j].Mul(quo[j], size)
		}
		quo[i] = top
		for j := range q {
			rem[i+j].Sub(rem[i+j], t.Mul(top, q[j]))
		}
	}
	return quo.Trim(), rem.Trim()
}

// gcd returns a greatest common divisor, primitive, of polynomials of which one is not 0.
// Primitive remainders keep coefficients small; the sign of a divisor is of no account for roots.
func (p Int) gcd(q Int) Int {
	p, q = p.primitive(), q.primitive()
	for len(q) > 0 {
		_, r := p.divide(q)
		p, q = q, r.primitive()
	}
	return p
}

// exactQuo returns p/q up to a positive constant, for a divisor q of p.
// By |lead|^k it is p times a positive constant over q; p/q may have the other sign if q's was chosen so. Roots are the same.
func (p Int) exactQuo(q Int) Int {
	quo, _ := p.divide(q)
	return quo.primitive()
}

// Between returns a polynomial that is nonnegative on [0, ∞), positive on (0, ∞), if and only if p is on [lo, hi], on
// (lo, hi), lo < hi: (1+x)ⁿ p((lo + hi·x)/(1+x)), n the degree of p, times a positive constant; p(lo + x) if hi is nil,
// for infinity.
// x ↦ (lo + hi·x)/(1+x) maps (0,∞) onto (lo,hi), increasing, and (1+x)^n > 0: signs on the open sets correspond. The ends may be zeros
// of p: then x = 0 is one of q, or the degree of q is less than n.
func (p Int) Between(lo, hi *big.Rat) Int {
	one, infinite := big.NewRat(1, 1), hi == nil
	if infinite {
		hi = one
	}
	ends := FromRats([]*big.Rat{lo, hi, one}) // one denominator for all; it is positive
	if len(p) == 0 {
		return nil
	}
	at, scale := Int(ends[:2]), Int{ends[2], ends[2]}
	if infinite {
		scale = scale[:1]
	}
	q, power := Int{p[len(p)-1]}, Int{big.NewInt(1)}
	for i := len(p) - 2; i >= 0; i-- { // Horner's scheme
		q, power = q.Mul(at), power.Mul(scale)
		for j, c := range power {
			q[j] = new(big.Int).Add(q[j], new(big.Int).Mul(p[i], c))
		}
	}
	return q.Trim().primitive()
}

// Words is the size of p to which the work on its roots is compared: the words that the largest coefficient takes, in as many
// coefficients as the square of their number. Remainders grow with the degree: of 64 coefficients of 20 words the squarefree parts
// take half a minute.
func (p Int) Words() (most int) {
	for _, c := range p {
		most = max(most, len(p)*len(p)*(c.BitLen()/64+1))
	}
	return most
}

// ShownNonnegative reports whether p ≥ 0 on [0, ∞) is proved: false where it is not so, and where p has negative coefficients and
// more than the given number of Words.
func (p Int) ShownNonnegative(most int) bool {
	return !p.hasNegative() || p.Words() <= most && p.Nonnegative()
}

func (p Int) hasNegative() bool {
	return slices.ContainsFunc(p, func(c *big.Int) bool { return c.Sign() < 0 })
}

// Nonnegative decides whether p ≥ 0 on [0, ∞): a positive leading coefficient, and no positive root of odd
// multiplicity.
// A root of even multiplicity does not change the sign. Yun's decomposition p = Π w_i^i has the odd part Π w_i, i odd, square-free; with
// no positive root p has one sign on (0,∞), that of its leading coefficient. Zeros at 0 are divided out. Nothing bounds the work: of a p
// that evidence may choose, ask ShownNonnegative.
func (p Int) Nonnegative() bool {
	if !p.hasNegative() {
		return true
	}
	if p[len(p)-1].Sign() < 0 {
		return false
	}
	for p[0].Sign() == 0 {
		p = p[1:]
	}
	// Yun's squarefree decomposition
	odd := Int{big.NewInt(1)}
	c := p.gcd(p.Derivative())
	w := p.exactQuo(c)
	for i := 1; len(w) > 1; i++ {
		y := w.gcd(c)
		if i%2 == 1 {
			odd = odd.Mul(w.exactQuo(y))
		}
		w, c = y, c.exactQuo(y)
	}
	return odd.positiveRoots() == 0
}
