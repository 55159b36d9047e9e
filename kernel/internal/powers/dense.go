package powers

import (
	"math/big"

	"krein/internal/polynomial"
	"krein/kernel/formula"
	"krein/kernel/internal/rational"
)

// maxDensePolynomial bounds the degree of polynomials that are multiplied out.
const maxDensePolynomial = 2000

// Dense expands e into powers of z.
func Dense(e *formula.Expr) ([]*big.Rat, bool) {
	switch e.Op() {
	case formula.OpNum:
		return trim([]*big.Rat{e.Num()}), true
	case formula.OpVar:
		return []*big.Rat{rational.Zero, rational.One}, true
	case formula.OpCall:
		return Dense(e.Body())
	case formula.OpNeg:
		a, ok := Dense(e.Args()[0])
		return Scale(a, big.NewRat(-1, 1)), ok
	case formula.OpAdd, formula.OpSub, formula.OpMul:
		a, ok := Dense(e.Args()[0])
		if !ok {
			return nil, false
		}
		b, ok := Dense(e.Args()[1])
		if !ok {
			return nil, false
		}
		switch e.Op() {
		case formula.OpMul:
			return mulPolynomials(a, b)
		case formula.OpSub:
			b = Scale(b, big.NewRat(-1, 1))
		}
		return Add(a, b), true
	case formula.OpDiv:
		r := e.Args()[1].Num()
		if r == nil || r.Sign() == 0 {
			return nil, false
		}
		a, ok := Dense(e.Args()[0])
		return Scale(a, new(big.Rat).Inv(r)), ok
	case formula.OpPow:
		r := e.Args()[1].Num()
		if r == nil || !r.IsInt() || r.Sign() < 0 || r.Num().BitLen() > 12 {
			return nil, false
		}
		a, ok := Dense(e.Args()[0])
		if !ok {
			return nil, false
		}
		out := []*big.Rat{rational.One}
		for n := r.Num().Int64(); n > 0; n >>= 1 {
			if n&1 == 1 {
				if out, ok = mulPolynomials(out, a); !ok {
					return nil, false
				}
			}
			if n > 1 {
				if a, ok = mulPolynomials(a, a); !ok {
					return nil, false
				}
			}
		}
		return out, true
	}
	return nil, false
}

// Scale returns c·a.
func Scale(a []*big.Rat, c *big.Rat) []*big.Rat {
	out := make([]*big.Rat, len(a))
	for i := range a {
		out[i] = new(big.Rat).Mul(a[i], c)
	}
	return out
}

// Add returns a + b.
func Add(a, b []*big.Rat) []*big.Rat {
	if len(a) < len(b) {
		a, b = b, a
	}
	out := make([]*big.Rat, len(a))
	copy(out, a)
	for i := range b {
		out[i] = new(big.Rat).Add(a[i], b[i])
	}
	return trim(out)
}

// mulPolynomials multiplies over a common denominator.
func mulPolynomials(a, b []*big.Rat) ([]*big.Rat, bool) {
	if len(a)+len(b) > maxDensePolynomial {
		return nil, false
	}
	if len(a) == 0 || len(b) == 0 {
		return nil, true
	}
	x, p := polynomial.Integers(a)
	y, q := polynomial.Integers(b)
	sum := make([]*big.Int, len(a)+len(b)-1)
	for i := range sum {
		sum[i] = new(big.Int)
	}
	var t big.Int
	for i := range x {
		if x[i].Sign() == 0 {
			continue
		}
		for j := range y {
			if y[j].Sign() != 0 {
				sum[i+j].Add(sum[i+j], t.Mul(x[i], y[j]))
			}
		}
	}
	return rationalCoefficients(sum, p.Mul(p, q)), true
}

func rationalCoefficients(n []*big.Int, d *big.Int) []*big.Rat {
	out := make([]*big.Rat, len(n))
	for i := range n {
		out[i] = new(big.Rat).SetFrac(n[i], d)
	}
	return trim(out)
}

// Shift returns the coefficients of a(b + h) in powers of h.
func Shift(a []*big.Rat, b *big.Rat) []*big.Rat {
	if len(a) == 0 {
		return nil
	}
	// with b = p/q: a(b + h) = Σ n_i q^−i (p + qh)^i / d; Horner's scheme on integers m_i = n_i q^(N−i), variable w = qh
	n, d := polynomial.Integers(a)
	p, q := b.Num(), b.Denom()
	last := len(n) - 1
	scale := big.NewInt(1)
	for i := last; i >= 0; i-- {
		n[i] = new(big.Int).Mul(n[i], scale)
		if i > 0 {
			scale.Mul(scale, q)
		}
	}
	var t big.Int
	for i := range last {
		for j := last - 1; j >= i; j-- {
			n[j].Add(n[j], t.Mul(n[j+1], p))
		}
	}
	out := make([]*big.Rat, len(n))
	den := new(big.Int).Mul(d, scale)
	up := big.NewInt(1)
	for i := range n {
		out[i] = new(big.Rat).SetFrac(n[i].Mul(n[i], up), den)
		up.Mul(up, q)
	}
	return trim(out)
}
