package special

import (
	"math"

	"krein/internal/elem64"
)

// seriesTerms guesses how many terms Σ y^k/(k!(b)_k) needs until they are below 2^-frac.
func seriesTerms(b, x float64, frac int) float64 {
	// log2 t_k by Stirling, doubling k, then bisection
	y := math.Log2(x) - 1
	lb := elem64.Lgamma(b)
	f := func(k float64) float64 {
		a := elem64.Lgamma(k + 1)
		c := elem64.Lgamma(b + k)
		return 2*y*k - (a+c-lb)/math.Ln2 + float64(frac)
	}
	lo, hi := x/2, x/2+2
	for f(hi) > 0 {
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1+hi/16 {
		m := (lo + hi) / 2
		if f(m) > 0 {
			lo = m
		} else {
			hi = m
		}
	}
	return hi
}
