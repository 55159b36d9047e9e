package written

import "krein/internal/features/basis"

// Recurrence returns the factors of p_{n+1} = up[n]·t·p_n − back[n]·p_{n−1}, p_0 = 1, p_{−1} = 0, n < terms, of the
// polynomials in [Block], for those who write a map in another language: with b = √(n(n+d−3)/((2n+d−2)(2n+d−4))) for n
// > 1 and √(1/d) for n = 1, up[n−1] = 1/b_n and back[n] = b_n/b_{n+1}. It panics if dim < 2.
func Recurrence(dim, terms int) (up, back []float64) {
	if dim < 2 {
		panic("written: there is no sphere in R^1")
	}
	r := basis.NewRecurrence(dim, terms)
	return r.Up[:terms], r.Back[:terms+1]
}

// Factors returns the c_{n,m} of harmonics, at [j][n(n+1)/2+m], for 2 ≤ j ≤ dim and m ≤ n ≤ most. With x' the first
// j−1 coordinates of x, t the next one and r² = ‖x'‖² + t², the harmonics of degree n in R^j are
//
//	c_{n,m} · r^{n−m} P_{n−m}^{(j+2m)}(t/r) · Y_m(x'),   m = 0 … n,
//
// P_k^{(d)} Gegenbauer polynomials of R^d with P_k(1) = 1, those of R¹ being 1 and t. Those of a block are √a_n times
// these.
func Factors(dim, most int) [][]float64 { return basis.Factors(dim, most) }
