package ridge

import (
	"math"

	"krein/internal/elem64"
	"krein/internal/quad/gauss"
)

// Zonal stores P_0(u) … P_{len(dst)−1}(u), P_n(1) = 1, in dst, d ≥ 2.
func Zonal(dst []float64, d int, u float64) {
	a, b := 1.0, u
	for n := range dst {
		dst[n] = a
		m := float64(n + 1) // (m+d−2) P_{m+1} = (2m+d−2) u P_m − m P_{m−1}
		if d == 2 {
			a, b = b, 2*u*b-a
			continue
		}
		a, b = b, ((2*m+float64(d)-2)*u*b-m*a)/(m+float64(d)-2)
	}
}

// rule is a quadrature rule for the law of one coordinate of a uniform direction of R^d.
type rule struct{ t, w []float64 }

// newRule is exact up to rounding for functions that are polynomials of the degree on either side
// of 0. Nodes whose weights do not count are left out.
func newRule(d, degree int) rule {
	if d == 1 {
		return rule{[]float64{-1, 1}, []float64{0.5, 0.5}}
	}
	// With t = cos θ polynomials times the density are trigonometric of degree degree + d − 2: a rule of
	// a third as many nodes for each right angle, and some, has rounding errors only.
	x, w := gauss.Legendre((degree+d)/2 + 40)
	var r rule
	sum, power := 0.0, float64(d-2)
	for i := range x {
		angle := math.Pi / 4 * (1 + x[i]) // from the equator, t = sin of it
		weight := w[i]
		if d > 2 {
			weight *= elem64.Pow(math.Cos(angle), power)
		}
		sum += 2 * weight
		r.t = append(r.t, math.Sin(angle), -math.Sin(angle))
		r.w = append(r.w, weight, weight)
	}
	kept := rule{}
	for i, v := range r.w {
		if v /= sum; v > 1e-40 {
			kept.t, kept.w = append(kept.t, r.t[i]), append(kept.w, v)
		}
	}
	return kept
}
