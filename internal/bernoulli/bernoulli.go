// Package bernoulli has tangent numbers and, made of them, Bernoulli numbers.
package bernoulli

import "math/big"

// Tangents returns the tangent numbers T_1 … T_n, tan x = Σ T_k x^(2k−1)/(2k−1)!, at index k. They
// need only products by small integers (Brent and Harvey 2011, algorithm 2).
func Tangents(n int) []big.Int {
	t := make([]big.Int, n+1)
	if n > 0 {
		t[1].SetInt64(1)
	}
	var u, w big.Int
	for k := 2; k <= n; k++ {
		t[k].Mul(&t[k-1], w.SetInt64(int64(k-1)))
	}
	for k := 2; k <= n; k++ {
		for j := k; j <= n; j++ {
			u.Mul(&t[j-1], w.SetInt64(int64(j-k)))
			t[j].Mul(&t[j], w.SetInt64(int64(j-k+2)))
			t[j].Add(&t[j], &u)
		}
	}
	return t
}

// Numbers returns B_0, B_2, … B_2n at index k:
// B_2k = (−1)^(k−1) 2k T_k / (4^k (4^k − 1)).
func Numbers(n int) []*big.Rat {
	t := Tangents(n)
	b := make([]*big.Rat, n+1)
	b[0] = big.NewRat(1, 1)
	for k := 1; k <= n; k++ {
		four := new(big.Int).Lsh(big.NewInt(1), uint(2*k))
		den := new(big.Int).Mul(four, new(big.Int).Sub(four, big.NewInt(1)))
		num := t[k].Mul(&t[k], big.NewInt(int64(2*k)))
		if k%2 == 0 {
			num.Neg(num)
		}
		b[k] = new(big.Rat).SetFrac(num, den)
	}
	return b
}
