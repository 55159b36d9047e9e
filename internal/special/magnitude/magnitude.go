// Package magnitude tells in float64 how large Bessel functions are, for choosing working precisions
// and algorithms. LogMax0F1 is a bound, the others are guesses.
package magnitude

import (
	"math"

	"krein/internal/elem64"
)

// Log2AbsJ guesses log2 of the larger of |J_ν(x)| and the local amplitude, x > 0, ν ≥ −1/2.
func Log2AbsJ(nu, x float64) float64 {
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

// Log2AbsLambda guesses log2 of the larger of |Λ_{2ν+2}(x)| and the local amplitude.
func Log2AbsLambda(nu, x float64) float64 {
	if x < 1 || x*x < nu {
		return -x * x / (4 * (nu + 1)) / math.Ln2
	}
	return math.Min(0, Log2AbsJ(nu, x)+Log2Prefactor(nu, x))
}

// Log2Prefactor guesses log2 of Γ(ν+1)(2/x)^ν.
func Log2Prefactor(nu, x float64) float64 {
	l := elem64.Lgamma(nu + 1)
	return (l + nu*elem64.Log(2/x)) / math.Ln2
}

// LogMax0F1 bounds log ₀F₁(; ν+1; x²/4) from above for ν ≥ −1/2, x ≥ 0, up to rounding.
//
// With r = I_{ν+1}/I_ν, the logarithmic derivative of ₀F₁ in x, and c = ν+1/2, Riccati's
// equation is r′ = 1 − r² − 2c r/x = (φ−r)(φ+r+2c/x) with φ = x/(c+√(x²+c²)) (Amos, Math. Comp. 28 (1974)).
// r starts below φ, and where it first met φ it would have slope 0 < φ′; so r < φ, and
//
//	∫₀^x φ = √(x²+c²) − c + c log(2c/(c+√(x²+c²))).
func LogMax0F1(nu, x float64) float64 {
	c := math.Max(nu+0.5, 0)
	s := math.Hypot(x, c)
	d := x * (x / (s + c)) // s − c
	if c == 0 {
		return s
	}
	return d - c*math.Log1p(d/(2*c))
}
