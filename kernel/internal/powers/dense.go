package powers

import (
	"math/big"

	"krein/internal/polynomial"
)

// Scale returns c·a.
func Scale(a []*big.Rat, c *big.Rat) []*big.Rat {
	out := make([]*big.Rat, len(a))
	for i := range a {
		out[i] = new(big.Rat).Mul(a[i], c)
	}
	return out
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
