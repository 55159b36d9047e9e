package special

import (
	"math"

	"krein/internal/dd"
)

// Gegenbauer64 returns the Gegenbauer polynomial C_n^{(λ)}(x), λ > −1/2, n ≥ 0, by the recurrence (DLMF 18.9.1)
// n C_n = 2(n+λ−1)x C_{n−1} − (n+2λ−2) C_{n−2}; C_n^{(0)} = 0 for n ≥ 1. On [−1,1] the absolute error is a few n·2⁻⁵³ times the largest of C_k^{(λ)}(1), k ≤ n. It panics for other n or λ.
func Gegenbauer64(n int, lambda, x float64) float64 {
	if n < 0 || !(lambda > -0.5) {
		panic("special: Gegenbauer64 needs n ≥ 0 and λ > −1/2")
	}
	p, q := 0.0, 1.0
	for k := 1; k <= n; k++ {
		kf := float64(k)
		p, q = q, (2*(kf+lambda-1)*x*q-(kf+2*lambda-2)*p)/kf
	}
	return q
}

// ZonalTo64 stores in dst[n] the normalised Gegenbauer polynomial P_n^{(d)}(x) = C_n^{(λ)}(x)/C_n^{(λ)}(1), λ = d/2 − 1, of the sphere S^{d−1} in R^d,
// for n = 0 … len(dst)−1, and returns dst: P_n(1) = 1, |P_n| ≤ 1 on [−1,1]. d ≥ 2 is real; d = 2 are the Chebyshev polynomials, d = 3 Legendre's.
// (n+d−3) P_n = (2n+d−4)x P_{n−1} − (n−1) P_{n−2}. On [−1,1] the absolute error is a few n·2⁻⁵³. It panics for d < 2.
func ZonalTo64(dst []float64, d, x float64) []float64 {
	if !(d >= 2) {
		panic("special: zonal polynomials need d ≥ 2")
	}
	p, q := 0.0, 1.0
	for n := range dst {
		switch n {
		case 0:
		case 1:
			p, q = 1, x
		default:
			k := float64(n)
			p, q = q, ((2*k+d-4)*x*q-(k-1)*p)/(k+d-3)
		}
		dst[n] = q
	}
	return dst
}

// Zonal64 returns P_n^{(d)}(x); see ZonalTo64.
func Zonal64(n int, d, x float64) float64 {
	if n < 0 {
		panic("special: Zonal64 needs n ≥ 0")
	}
	return ZonalTo64(make([]float64, n+1), d, x)[n]
}

// LogGammaRatio64 returns log Γ(a+b) − log Γ(a) for a > 0, a + b > 0, with a relative error of about 1e-15 and no cancellation between the two
// logarithms. NaN outside the domain. Double-double Stirling series; for tiny b, b times the slope at a + b/2.
func LogGammaRatio64(a, b float64) float64 {
	if !(a > 0) || !(a+b > 0) || math.IsInf(a+b, 0) {
		return math.NaN()
	}
	if math.Abs(b) < 0x1p-27*a {
		// A central difference: its error, h²ψ″/6, is some 1e-17 of ψ.
		h := 0x1p-28 * a
		m := dd.TwoSum(a, b/2)
		return b * dd.LogGamma(m.AddF(h)).Sub(dd.LogGamma(m.AddF(-h))).DivF(2*h).Float()
	}
	return dd.LogGamma(dd.TwoSum(a, b)).Sub(dd.LogGamma(dd.Of(a))).Float()
}
