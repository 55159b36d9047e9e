package formula

import (
	"math/big"
	"sync"
)

// Wendland returns I^k (1−r)_+^mu / (I^k (1−r)_+^mu)(0) at r = z/R, with (If)(r) = ∫_r^1 t f(t) dt. In s = 1−r, I maps
// s^a to s^{a+1}/(a+1) − s^{a+2}/(a+2), so the function is s^{mu+k} times a polynomial of degree k. mu is a constant: a number,
// or a symbol for all those of an interval, above −1.
// I maps (1−t)^a to ∫_r^1 t (1−t)^a dt = s^(a+1)/(a+1) − s^(a+2)/(a+2), by t = 1 − (1−t). For μ > −1 no denominator vanishes.
func Wendland(mu *Expr, k int, radius *Expr) *Expr {
	var terms []*Expr
	edge := Identity(Add(mu, Int(int64(k))))
	if v := mu.Num(); v != nil {
		edge = Rational(new(big.Rat).Add(v, big.NewRat(int64(k), 1)))
		terms = rationals(wendland(v, k))
	} else {
		for _, c := range wendlandIn(k) {
			terms = append(terms, Identity(Polynomial(rationals(c), mu)))
		}
	}
	r := Identity(Div(Variable(), radius))
	body := Identity(Mul(Identity(Pow(Sub(Int(1), r), edge)), Polynomial(terms, r)))
	return Apply(OpCond, Apply(OpLT, Variable(), radius), body, Int(0))
}

func rationals(c []*big.Rat) (out []*Expr) {
	for _, v := range c {
		out = append(out, Rational(v))
	}
	return out
}

// wendland returns the coefficients of the polynomial in r, of which the first is 1.
func wendland(mu *big.Rat, k int) []*big.Rat {
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
	for i := len(q) - 1; i >= 0; i-- {
		q[i].Quo(q[i], q[0])
	}
	return q
}

var wendlands sync.Map // of wendlandIn

// wendlandIn returns the coefficients as polynomials in mu, that of r^i of degree i: interpolated at i+1 integers, and then
// proved. The c_j have the common denominator Π_{s<k} Π_{s<m≤2s+2} (mu+m) of degree n = k(k+3)/2, so that two polynomials of degree
// n+i at most are equal if a coefficient is the interpolated one, and they are if they agree at n+i+1 values.
func wendlandIn(k int) [][]*big.Rat {
	if c, ok := wendlands.Load(k); ok {
		return c.([][]*big.Rat)
	}
	var at [][]*big.Rat // the coefficients at mu = 0, 1, …
	for m := range k*(k+3)/2 + k + 1 {
		at = append(at, wendland(big.NewRat(int64(m), 1), k))
	}
	out := make([][]*big.Rat, k+1)
	for i := range out {
		values := make([]*big.Rat, i+1)
		for m := range values {
			values[m] = at[m][i]
		}
		out[i] = through(values)
		for m, q := range at {
			if horner(out[i], big.NewRat(int64(m), 1)).Cmp(q[i]) != 0 {
				panic("formula: a coefficient of Wendland's function is no polynomial of its degree")
			}
		}
	}
	wendlands.Store(k, out)
	return out
}

// through returns the coefficients of the polynomial with the values at 0, 1, …, by Newton's differences.
// Newton's form Σ Δ^i f(0) C(x,i) is the polynomial of degree n−1 with these values.
func through(values []*big.Rat) []*big.Rat {
	n := len(values)
	d := make([]*big.Rat, n)
	for i, v := range values {
		d[i] = new(big.Rat).Set(v)
	}
	for step := 1; step < n; step++ {
		for i := n - 1; i >= step; i-- {
			d[i].Sub(d[i], d[i-1])
			d[i].Quo(d[i], big.NewRat(int64(step), 1))
		}
	}
	c := []*big.Rat{d[n-1]}
	for i := n - 2; i >= 0; i-- { // c·(x − i) + d_i
		next := append([]*big.Rat{new(big.Rat)}, c...)
		for j, v := range c {
			next[j].Sub(next[j], new(big.Rat).Mul(v, big.NewRat(int64(i), 1)))
		}
		next[0].Add(next[0], d[i])
		c = next
	}
	return c
}

func horner(c []*big.Rat, x *big.Rat) *big.Rat {
	v := new(big.Rat)
	for i := len(c) - 1; i >= 0; i-- {
		v.Add(v.Mul(v, x), c[i])
	}
	return v
}
