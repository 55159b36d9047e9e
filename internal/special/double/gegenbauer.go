package double

// ZonalTo stores in dst[n] the normalised Gegenbauer polynomial P_n^{(d)}(x) = C_n^{(λ)}(x)/C_n^{(λ)}(1), λ = d/2 − 1,
// of the sphere S^{d−1} in R^d, for n = 0 … len(dst)−1, and returns dst: P_n(1) = 1, |P_n| ≤ 1 on [−1,1]. d ≥ 2 is
// real; d = 2 are the Chebyshev polynomials, d = 3 Legendre's. On [−1,1] the absolute error is at most 4n·2⁻⁵³
// (TestZonalTo; it is not proved). It panics for d < 2.
//
// The recurrence (n+d−3) P_n = (2n+d−4)x P_{n−1} − (n−1) P_{n−2} loses n²·2⁻⁵³ next to ±1 if d is
// small, where its second solution grows. That of the differences D_n = P_n − P_{n−1} of C. Reinsch,
//
//	(n+d−3) D_n = (n−1) D_{n−1} − (2n+d−4)(1−x) P_{n−1},
//
// does not, for x ≥ 0, and P_n(−x) = (−1)^n P_n(x).
func ZonalTo(dst []float64, d, x float64) []float64 {
	if !(d >= 2) {
		panic("double: zonal polynomials need d ≥ 2")
	}
	parity := 1.0
	if x < 0 {
		x, parity = -x, -1
	}
	sign, p, step := 1.0, 1.0, 0.0
	for n := range dst {
		switch n {
		case 0:
		case 1:
			p, step = x, x-1
		default:
			k := float64(n)
			step = ((k-1)*step - (2*k+d-4)*(1-x)*p) / (k + d - 3)
			p += step
		}
		dst[n] = sign * p
		sign *= parity
	}
	return dst
}
