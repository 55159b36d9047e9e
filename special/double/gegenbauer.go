package double

// ZonalTo stores in dst[n] the normalised Gegenbauer polynomial P_n^{(d)}(x) = C_n^{(λ)}(x)/C_n^{(λ)}(1), λ = d/2 − 1,
// of the sphere S^{d−1} in R^d, for n = 0 … len(dst)−1, and returns dst: P_n(1) = 1, |P_n| ≤ 1 on [−1,1]. d ≥ 2 is
// real; d = 2 are the Chebyshev polynomials, d = 3 Legendre's. (n+d−3) P_n = (2n+d−4)x P_{n−1} − (n−1) P_{n−2}. On
// [−1,1] the absolute error is a few n·2⁻⁵³. It panics for d < 2.
func ZonalTo(dst []float64, d, x float64) []float64 {
	if !(d >= 2) {
		panic("double: zonal polynomials need d ≥ 2")
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
