package features

import (
	"math"

	"krein/special/double"
)

const (
	// harmonicTiny is the size from which on the h_n count as zero.
	harmonicTiny = 1e-14
	// harmonicMost is the highest degree kept. Beyond it the sums are continued where
	// they converge slowly, for a frequency with itself and for a shared direction,
	// by their closed forms (see moments.tail); the means E h_n fall off faster.
	harmonicMost = 256
	// tinyArgument is the argument up to which h_n = 0 for n ≥ 1 to 1e-16.
	tinyArgument = 1e-16
)

// harmonics evaluates h_n(x) = √N(d,n)·Γ(d/2)(2/x)^ν J_{ν+n}(x), ν = d/2−1, for even n:
// the coefficients of e^{ixs} in the polynomials orthonormal under the law of one
// coordinate s of a uniform direction, Σ_n h_n(x)² = 1 and h_0 = Λ_d.
type harmonics struct {
	d int
	// lead[n], next[n] are the factors of h_{n−1} = lead[n]·h_n/x − next[n]·h_{n+1},
	// the Bessel recurrence with N(d,n) put in; ahead[n], back[n] those of
	// h_{n+1} = ahead[n]·h_n/x − back[n]·h_{n−1}.
	lead, next, ahead, back []float64
	f                       []float64
	zero, one               *double.Lambda // Λ_d, Λ_{d+2}
}

func newHarmonics(d int) *harmonics {
	return &harmonics{d: d, zero: double.NewLambda(float64(d)), one: double.NewLambda(float64(d + 2))}
}

// ratio returns N(d,n)/N(d,n−1), n ≥ 1.
func ratio(d, n int) float64 {
	if d == 2 && n == 1 {
		return 2
	}
	return float64(2*n+d-2) * float64(n+d-3) / (float64(2*n+d-4) * float64(n))
}

func (h *harmonics) grow(n int) {
	for k := len(h.lead); k <= n; k++ {
		if k == 0 {
			h.lead, h.next = append(h.lead, 0), append(h.next, 0)
			h.ahead, h.back = append(h.ahead, 0), append(h.back, 0)
			continue
		}
		r, r1 := ratio(h.d, k), ratio(h.d, k+1)
		lead, back := float64(2*k+h.d-2)/math.Sqrt(r), math.Sqrt(r*r1)
		h.lead, h.next = append(h.lead, lead), append(h.next, 1/back)
		h.ahead, h.back = append(h.ahead, lead*back), append(h.back, back)
	}
	if len(h.f) < n+2 {
		h.f = make([]float64, n+2)
	}
}

// at appends h_0(x), h_2(x), h_4(x), … to dst until they are negligible, x ≥ 0.
func (h *harmonics) at(dst []float64, x float64) []float64 {
	switch {
	case h.d == 1: // the sphere of R¹ has the harmonics 1 and s alone
		return append(dst, math.Cos(x))
	case x <= tinyArgument:
		return append(dst, 1)
	case x > harmonicMost+float64(h.d)/2:
		return h.forward(dst, x)
	}
	// Miller's algorithm: downwards from where h_n is negligible, then normalised
	// by Σ h_n² = 1, a sum of positive terms.
	top := 40 + int(1.5*x+6*math.Cbrt(x))
	h.grow(top)
	f := h.f
	f[top+1], f[top] = 0, 1
	reciprocal := 1 / x
	for n := top; n >= 1; n-- {
		f[n-1] = h.lead[n]*reciprocal*f[n] - h.next[n]*f[n+1]
		if math.Abs(f[n-1]) > 1e100 {
			// Rescale by a power of two; what underflows is negligible, and the
			// largest squares do not underflow.
			const s = 0x1p-600
			for k := n - 1; k <= top; k++ {
				f[k] *= s
			}
		}
	}
	sum := 0.0
	for n := top; n >= 0; n-- {
		sum += f[n] * f[n]
	}
	scale := 1 / math.Sqrt(sum)
	last := min(top, harmonicMost)
	for last > 0 && math.Abs(f[last])*scale < harmonicTiny {
		last--
	}
	for n := 0; n <= last; n += 2 {
		dst = append(dst, f[n]*scale)
	}
	return dst
}

// forward runs the recurrence upwards, which is stable while ν + n < x.
func (h *harmonics) forward(dst []float64, x float64) []float64 {
	h.grow(harmonicMost)
	a := h.zero.At(x)
	b := x / float64(h.d) * math.Sqrt(ratio(h.d, 1)) * h.one.At(x) // √N(d,1)·(x/d)·Λ_{d+2}
	dst = append(dst, a)
	reciprocal := 1 / x
	for n := 1; n < harmonicMost; n++ {
		a, b = b, h.ahead[n]*reciprocal*b-h.back[n]*a
		if n%2 == 1 {
			dst = append(dst, b)
		}
	}
	return dst
}

// gegenbauers appends P_0(t), P_2(t), … P_{2(count−1)}(t), the Gegenbauer polynomials of
// R^d with P_n(1) = 1, to dst.
func gegenbauers(dst []float64, d, count int, t float64) []float64 {
	a, b := 1.0, t
	for n := 1; len(dst) < count; n++ {
		if n%2 == 1 {
			dst = append(dst, a)
		}
		// (n+d−2)P_{n+1} = (2n+d−2)t P_n − n P_{n−1}
		a, b = b, (float64(2*n+d-2)*t*b-float64(n)*a)/float64(n+d-2)
	}
	return dst
}
