package kernel

import (
	"errors"
	"math/big"
)

// Formulas of the catalogue that depend on their parameters in more than value.

// maternBody is a polynomial times an exponential for half-integer nu, with
// x = √(2ν) z/l and p = ν − 1/2:
//
//	exp(−x) p!/(2p)! Σ_{i=0}^p (p+i)!/(i!(p−i)!) (2x)^{p−i}
//
// (Rasmussen & Williams 2006, Eq. (4.16)), and otherwise the formula of the entry.
func maternBody(args []*Expr) (*Expr, error) {
	nu, l := args[0], args[1]
	r := nu.Num()
	if r == nil || !r.Denom().IsInt64() || r.Denom().Int64() != 2 || r.Num().Int64() > 101 {
		return lookup("matern").fill(args)
	}
	p := (r.Num().Int64() - 1) / 2
	x := simplify(quo(mul(Apply(OpSqrt, mul(Int(2), nu)), Variable()), l))
	fact := func(n int64) *big.Int { return new(big.Int).MulRange(1, n) }
	terms := make([]*Expr, p+1) // by power of x
	for i := int64(0); i <= p; i++ {
		c := new(big.Rat).SetFrac(new(big.Int).Mul(fact(p), fact(p+i)), new(big.Int).Mul(fact(2*p), new(big.Int).Mul(fact(i), fact(p-i))))
		two := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(p-i)))
		terms[p-i] = Rational(c.Mul(c, two))
	}
	return simplify(mul(polynomialExpr(terms, x), Apply(OpExp, neg(x)))), nil
}

func wendlandBody(args []*Expr) (*Expr, error) {
	d, k := args[0].num.Num().Int64(), args[1].num.Num().Int64()
	return wendlandFunction(big.NewRat(d/2+k+1, 1), int(k), args[2]), nil
}

func generalisedWendlandBody(args []*Expr) (*Expr, error) {
	mu := args[0].Num()
	if mu == nil {
		return nil, errors.New("parameter mu must be rational")
	}
	return wendlandFunction(mu, int(args[1].num.Num().Int64()), args[2]), nil
}

// wendlandFunction returns I^k (1−r)_+^mu / (I^k (1−r)_+^mu)(0) at r = z/R, with
// (If)(r) = ∫_r^1 t f(t) dt. In s = 1−r, I maps s^a to s^{a+1}/(a+1) − s^{a+2}/(a+2), so
// the function is s^{mu+k} times a polynomial of degree k.
func wendlandFunction(mu *big.Rat, k int, radius *Expr) *Expr {
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
	r := identity(quo(Variable(), radius))
	body := identity(mul(identity(power(sub(Int(1), r), Rational(a))), polynomialExpr(terms, r)))
	return Apply(OpCond, Apply(OpLT, Variable(), radius), body, Int(0))
}

// besselBody is Λ_n: cos, J₀ and sin(x)/x for n = 1, 2, 3, else the formula of the entry.
func besselBody(args []*Expr) (*Expr, error) {
	x := identity(quo(Variable(), args[1]))
	switch n := args[0]; {
	case n.isInt(1):
		return Apply(OpCos, x), nil
	case n.isInt(2):
		return Apply(OpBesselJ, Int(0), x), nil
	case n.isInt(3):
		return Apply(OpCond, Apply(OpEQ, Variable(), Int(0)), Int(1), quo(Apply(OpSin, x), x)), nil
	}
	return lookup("bessel").fill(args)
}

func checkPolynomial(args []*Expr) error {
	q, p := args[0], args[1]
	if r := p.Num(); r != nil && r.IsInt() {
		return nil
	}
	if v := constantFloat(q); !(v >= 1) {
		return errors.New("parameter q = " + abridge(q.String()) + " is out of range: q >= 1 unless p is an integer")
	}
	return nil
}
