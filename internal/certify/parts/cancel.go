package parts

import (
	"math/big"

	"krein/internal/kernel/formula"
	"krein/kernel"
)

// Cancelled returns e, a product of quotients, without the divisors that polynomials above and below
// have in common; ok is false if there are none.
func Cancelled(e *formula.Expr) (c *formula.Expr, ok bool) {
	factors, out := formula.FactorList(e, false)
	polys := make([][]*big.Rat, len(factors))
	below := make([]bool, len(factors))
	for i, f := range factors {
		if f.Op() == formula.OpDiv && !f.Args()[0].Varies() {
			below[i], f = true, f.Args()[1]
		}
		if p, is := kernel.NewNatural(f).PiecewisePolynomial(); is && len(p) == 1 {
			polys[i] = p[0].Coef
		}
	}
	for i := range factors {
		for j := range factors {
			if polys[i] == nil || polys[j] == nil || below[i] || !below[j] {
				continue
			}
			if g := divisor(polys[i], polys[j]); len(g) > 1 {
				polys[i], _ = divide(polys[i], g)
				polys[j], _ = divide(polys[j], g)
				ok = true
			}
		}
	}
	for i, f := range factors {
		op := formula.OpMul
		if polys[i] != nil {
			f = polynomial(polys[i])
			if below[i] {
				op = formula.OpDiv
			}
		}
		out = formula.Apply(op, out, f)
	}
	return out, ok
}

// polynomial is Σ p_i z^i.
func polynomial(p []*big.Rat) *formula.Expr {
	sum := formula.Int(0)
	for i, c := range p {
		if c.Sign() != 0 {
			power := formula.Apply(formula.OpPow, formula.Variable(), formula.Int(int64(i)))
			sum = formula.Apply(formula.OpAdd, sum, formula.Apply(formula.OpMul, formula.Rational(c), power))
		}
	}
	return sum
}

// divisor is a greatest common divisor of p and q, which are not 0.
func divisor(p, q []*big.Rat) []*big.Rat {
	for len(q) > 0 {
		_, r := divide(p, q)
		p, q = q, r
	}
	return p
}

// divide returns quotient and remainder of p by q, without leading zeros.
func divide(p, q []*big.Rat) (quo, rem []*big.Rat) {
	for _, c := range p {
		rem = append(rem, new(big.Rat).Set(c))
	}
	for range max(len(p)-len(q)+1, 0) {
		quo = append(quo, new(big.Rat))
	}
	for i := len(quo) - 1; i >= 0; i-- {
		quo[i].Quo(rem[i+len(q)-1], q[len(q)-1])
		for j, c := range q {
			rem[i+j].Sub(rem[i+j], new(big.Rat).Mul(quo[i], c))
		}
	}
	for len(rem) > 0 && rem[len(rem)-1].Sign() == 0 {
		rem = rem[:len(rem)-1]
	}
	return quo, rem
}
