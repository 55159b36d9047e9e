package special

import (
	"math"

	"krein/internal/elem64"
)

// maxFloatX bounds the arguments for which the float64 plans of expansions are made.
const maxFloatX = 1e300

// The functions here guess sizes, for choosing working precisions and algorithms; no
// bound depends on them.

// log2AbsJ guesses log2 of the larger of |J_ν(x)| and the local amplitude, x > 0, ν ≥ −1/2.
func log2AbsJ(nu, x float64) float64 {
	if nu < 2 || x < 1 {
		if x < 2 {
			l := elem64.Lgamma(nu + 1)
			return (nu*elem64.Log(x/2) - l) / math.Ln2
		}
		return math.Log2(2/(math.Pi*x)) / 2
	}
	w := (nu - x) * (nu + x)
	band := elem64.Pow(nu, 4.0/3)
	switch {
	case w > band: // Debye's expansion, DLMF 10.19.3
		s := math.Sqrt(w)
		return (s-nu*elem64.Log((nu+s)/x))/math.Ln2 - math.Log2(2*math.Pi*s)/2
	case w < -band:
		return math.Log2(2/math.Pi)/2 - (math.Log2(x-nu)+math.Log2(x+nu))/4
	}
	return -1 - math.Log2(nu)/3
}

// log2AbsLambda guesses log2 of the larger of |Λ_{2ν+2}(x)| and the local amplitude.
func log2AbsLambda(nu, x float64) float64 {
	if x < 1 || x*x < nu {
		return -x * x / (4 * (nu + 1)) / math.Ln2
	}
	return math.Min(0, log2AbsJ(nu, x)+log2Prefactor(nu, x))
}

// log2Prefactor guesses log2 of Γ(ν+1)(2/x)^ν.
func log2Prefactor(nu, x float64) float64 {
	l := elem64.Lgamma(nu + 1)
	return (l + nu*elem64.Log(2/x)) / math.Ln2
}

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

// mulCost is about what a product of n words costs, in ns.
func mulCost(n float64) float64 { return 6 + 1.2*n*n/2 + 8*n }
