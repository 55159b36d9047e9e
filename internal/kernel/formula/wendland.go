package formula

import "math/big"

// Wendland returns I^k (1−r)_+^mu / (I^k (1−r)_+^mu)(0) at r = z/R, with (If)(r) = ∫_r^1 t f(t) dt. In s = 1−r, I maps
// s^a to s^{a+1}/(a+1) − s^{a+2}/(a+2), so the function is s^{mu+k} times a polynomial of degree k.
func Wendland(mu *big.Rat, k int, radius *Expr) *Expr {
	one := big.NewRat(1, 1)
	a := new(big.Rat).Set(mu) // the exponent of the first term
	c := []*big.Rat{big.NewRat(1, 1)}
	for range k {
		next := make([]*big.Rat, len(c)+1)
		for j := range next {
			next[j] = new(big.Rat)
		}
		for j, cj := range c {
			e := new(big.Rat).Add(a, big.NewRat(int64(j)+1, 1))
			next[j].Add(next[j], new(big.Rat).Quo(cj, e))
			e.Add(e, one)
			next[j+1].Sub(next[j+1], new(big.Rat).Quo(cj, e))
		}
		a.Add(a, one)
		c = next
	}
	// Σ c_j (1−r)^j expanded in r, scaled to 1 at r = 0.
	q := make([]*big.Rat, len(c))
	for i := range q {
		q[i] = new(big.Rat)
	}
	for j, cj := range c {
		for i := 0; i <= j; i++ {
			b := new(big.Rat).SetInt(new(big.Int).Binomial(int64(j), int64(i)))
			if i%2 == 1 {
				b.Neg(b)
			}
			q[i].Add(q[i], b.Mul(b, cj))
		}
	}
	terms := make([]*Expr, len(q))
	for i := range q {
		terms[i] = Rational(new(big.Rat).Quo(q[i], q[0]))
	}
	r := Identity(Div(Variable(), radius))
	body := Identity(Mul(Identity(Pow(Sub(Int(1), r), Rational(a))), Polynomial(terms, r)))
	return Apply(OpCond, Apply(OpLT, Variable(), radius), body, Int(0))
}
