package closed

import (
	"math/big"
	"slices"
)

// IntPoly is a polynomial with integer coefficients, the constant first and the last not zero; nil is 0.
type IntPoly []*big.Int

// Trim leaves out leading zeros.
func (p IntPoly) Trim() IntPoly {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

// NewIntPoly multiplies rational coefficients by a positive common denominator.
func NewIntPoly(c []*big.Rat) IntPoly {
	den := big.NewInt(1)
	for _, r := range c {
		g := new(big.Int).GCD(nil, nil, den, r.Denom())
		den.Mul(den, g.Quo(r.Denom(), g))
	}
	p := make(IntPoly, len(c))
	for i, r := range c {
		p[i] = new(big.Int).Mul(r.Num(), new(big.Int).Quo(den, r.Denom()))
	}
	return p.Trim().primitive()
}

// primitive divides by the greatest common divisor of the coefficients.
func (p IntPoly) primitive() IntPoly {
	g := new(big.Int)
	for _, c := range p {
		g.GCD(nil, nil, g, new(big.Int).Abs(c))
	}
	if g.Sign() == 0 || g.Cmp(BigOne) == 0 {
		return p
	}
	q := make(IntPoly, len(p))
	for i, c := range p {
		q[i] = new(big.Int).Quo(c, g)
	}
	return q
}

func (p IntPoly) derivative() IntPoly {
	if len(p) < 2 {
		return nil
	}
	q := make(IntPoly, len(p)-1)
	for i := range q {
		q[i] = new(big.Int).Mul(p[i+1], big.NewInt(int64(i+1)))
	}
	return q
}

// Mul returns p·q.
func (p IntPoly) Mul(q IntPoly) IntPoly {
	if len(p) == 0 || len(q) == 0 {
		return nil
	}
	r := make(IntPoly, len(p)+len(q)-1)
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

// divide returns quotient and remainder of c·p by q, for a positive constant c.
func (p IntPoly) divide(q IntPoly) (quo, rem IntPoly) {
	rem = make(IntPoly, len(p))
	for i := range p {
		rem[i] = new(big.Int).Set(p[i])
	}
	lead := q[len(q)-1]
	size := new(big.Int).Abs(lead)
	quo = make(IntPoly, max(len(p)-len(q)+1, 0))
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
func (p IntPoly) gcd(q IntPoly) IntPoly {
	p, q = p.primitive(), q.primitive()
	for len(q) > 0 {
		_, r := p.divide(q)
		p, q = q, r.primitive()
	}
	return p
}

// exactQuo returns p/q up to a positive constant, for a divisor q of p.
func (p IntPoly) exactQuo(q IntPoly) IntPoly {
	quo, _ := p.divide(q)
	return quo.primitive()
}

// positiveRoots returns the number of distinct roots in (0, ∞) of a polynomial with p(0) ≠ 0 (Sturm).
func (p IntPoly) positiveRoots() int {
	if len(p) < 2 {
		return 0
	}
	chain := []IntPoly{p, p.derivative()}
	for {
		_, r := chain[len(chain)-2].divide(chain[len(chain)-1])
		if len(r) == 0 {
			break
		}
		for _, c := range r {
			c.Neg(c)
		}
		chain = append(chain, r.primitive())
	}
	changes := func(sign func(IntPoly) int) (n int) {
		last := 0
		for _, q := range chain {
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
	return changes(func(q IntPoly) int { return q[0].Sign() }) - changes(func(q IntPoly) int { return q[len(q)-1].Sign() })
}

// Nonnegative decides whether p ≥ 0 on [0, ∞): its leading coefficient is positive and no positive root is of odd
// multiplicity.
func (p IntPoly) Nonnegative() bool {
	if len(p) == 0 {
		return true
	}
	if p[len(p)-1].Sign() < 0 {
		return false
	}
	for p[0].Sign() == 0 {
		p = p[1:]
	}
	// Yun's squarefree decomposition
	odd := IntPoly{big.NewInt(1)}
	c := p.gcd(p.derivative())
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
	return NewIntPoly(r).Nonnegative(), true
}
