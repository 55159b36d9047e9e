package double

import (
	"math"
	"math/big"
	"sync"

	"krein/internal/dd"
)

// debyeTerms is the number of terms of a Debye expansion that are tabulated.
const debyeTerms = 25

// debyeTable returns debyeRationals rounded.
var debyeTable = sync.OnceValue(func() [][]float64 {
	table := make([][]float64, debyeTerms)
	for k, row := range debyeRationals() {
		table[k] = make([]float64, len(row))
		for j, c := range row {
			table[k][j], _ = c.Float64()
		}
	}
	return table
})

// debyeRationals returns the coefficients u[k][j] of U_k(p) = p^k Σ_j u[k][j] p^{2j}, j = 0…k (DLMF 10.41.9).
func debyeRationals() [][]*big.Rat {
	prev := []*big.Rat{big.NewRat(1, 1)}
	table := make([][]*big.Rat, debyeTerms)
	for k := 0; ; k++ {
		table[k] = prev
		if k == debyeTerms-1 {
			return table
		}
		// U_{k+1} = ½p²(1−p²)U_k' + ⅛∫(1−5p²)U_k: a term c p^n gives c(n/2 + 1/(8(n+1))) p^{n+1} − c(n/2 + 5/(8(n+3)))
		// p^{n+3}.
		next := make([]*big.Rat, len(prev)+1)
		for j := range next {
			next[j] = new(big.Rat)
		}
		for j, c := range prev {
			n := int64(k + 2*j)
			up := new(big.Rat).Add(big.NewRat(n, 2), big.NewRat(1, 8*(n+1)))
			down := new(big.Rat).Add(big.NewRat(n, 2), big.NewRat(5, 8*(n+3)))
			next[j].Add(next[j], up.Mul(up, c))
			next[j+1].Sub(next[j+1], down.Mul(down, c))
		}
		prev = next
	}
}

// debyeTerm returns U_k(ν/s)/ν^k = s^{−k} Σ_j u[k][j] w^j with w = ν²/s².
func debyeTerm(u []float64, w, sk float64) float64 {
	p := u[len(u)-1]
	for j := len(u) - 2; j >= 0; j-- {
		p = math.FMA(p, w, u[j])
	}
	return p * sk
}

// debyeSum returns Σ_k U_k(ν/s)/ν^k for real p = ν/s (DLMF 10.19.3 with s = √(ν²−x²), 10.41.3 with s = √(ν²+x²)), with
// sign (−1)^k when alternate is set (10.41.4), and an estimate of the absolute error: the last two terms, which fall up
// to k = 2s − 2ν arcosh(ν/x) or so.
func debyeSum(nu, s float64, alternate bool) (sum, err float64) {
	table := debyeTable()
	w := nu / s
	w *= w
	sum = 1
	sk, sign, last := 1.0, 1.0, 1.0
	for k := 1; k < debyeTerms; k++ {
		sk /= s
		t := debyeTerm(table[k], w, sk)
		if alternate {
			sign = -sign
		}
		sum += sign * t
		// Two terms together: U_k has zeros in (0, 1).
		t = math.Abs(t)
		err, last = t+last, t
		if err < 1e-18 {
			break
		}
	}
	return sum, err
}

// debyeOscillating returns P and Q of J_ν(x) ≈ √(2/(πs)) (P cos ξ + Q sin ξ), s = √(x²−ν²), x > ν (DLMF 10.19.6), and
// an estimate of their error. No cancellation: the terms of Ũ_k(q) = i^{−k} U_k(iq) are all positive.
func debyeOscillating(nu, s float64) (p, q, err float64) {
	table := debyeTable()
	w := nu / s
	w *= -w
	p = 1
	sk := 1.0
	for k := 1; k < debyeTerms; k++ {
		sk /= s
		err = debyeTerm(table[k], w, sk)
		switch k & 3 {
		case 0:
			p += err
		case 1:
			q += err
		case 2:
			p -= err
		case 3:
			q -= err
		}
		if err < 1e-18 {
			break
		}
	}
	return p, q, err
}

// debyePhase returns s = √(x²−ν²) and ξ + π/4 = s − ν arccos(ν/x), x > |ν|.
func debyePhase(nu float64, x dd.T) (s, phase dd.T) {
	s = x.Sub(dd.Of(nu)).Mul(x.AddF(nu)).Sqrt()
	return s, s.Sub(dd.Atan2(s, dd.Of(nu)).MulF(nu))
}
