// Package harmonic evaluates the expansion of a plane wave, averaged over directions, in harmonics:
// e^{ixs} = Σ iⁿ h_n(x) p_n(s), s one coordinate of a uniform direction of R^d and p_n the polynomials
// orthonormal under its law. All in float64.
package harmonic

import (
	"math"

	"krein/internal/features/basis"
	"krein/internal/special/double"
)

const (
	// Tiny is the size up to which the h_n count as zero.
	Tiny = 1e-14
	// Most is the highest degree kept. Beyond it the sums are continued where
	// they converge slowly, for a frequency with itself and for a shared direction,
	// by their closed forms (features, moments.addTails); the means E h_n fall off faster.
	Most = 256
	// tinyArgument is the argument up to which h_n = 0 for n ≥ 1 to 1e-16.
	tinyArgument = 1e-16
)

// Functions evaluates h_n(x) = √N(d,n)·Γ(d/2)(2/x)^ν J_{ν+n}(x), ν = d/2−1, for even n: the coefficients of e^{ixs} in
// the polynomials orthonormal under the law of one coordinate s of a uniform direction, Σ_n h_n(x)² = 1 and h_0 = Λ_d.
type Functions struct {
	Dim int
	// lead[n], next[n] are the factors of h_{n−1} = lead[n]·h_n/x − next[n]·h_{n+1}, the Bessel recurrence with N(d,n) put
	// in; ahead[n], back[n] those of h_{n+1} = ahead[n]·h_n/x − back[n]·h_{n−1}.
	lead, next, ahead, back []float64
	bound                   []float64 // [n]: that of h_n/h_{n−1} for small x, divided by x
	f                       []float64
	Lambda                  *double.Lambda // Λ_d
	above                   *double.Lambda // Λ_{d+2}
}

// New returns the h_n of R^d, d ≥ 1.
func New(d int) *Functions {
	return &Functions{Dim: d, Lambda: double.NewLambda(float64(d)), above: double.NewLambda(float64(d + 2))}
}

func (h *Functions) grow(n int) {
	for k := len(h.lead); k <= n; k++ {
		if k == 0 {
			h.lead, h.next = append(h.lead, 0), append(h.next, 0)
			h.ahead, h.back = append(h.ahead, 0), append(h.back, 0)
			h.bound = append(h.bound, 0)
			continue
		}
		r, r1 := basis.Ratio(h.Dim, k), basis.Ratio(h.Dim, k+1)
		lead, back := float64(2*k+h.Dim-2)/math.Sqrt(r), math.Sqrt(r*r1)
		h.lead, h.next = append(h.lead, lead), append(h.next, 1/back)
		h.ahead, h.back = append(h.ahead, lead*back), append(h.back, back)
		h.bound = append(h.bound, math.Sqrt(r)/float64(2*k+h.Dim-2))
	}
	if len(h.f) < n+2 {
		h.f = make([]float64, n+2)
	}
}

// At appends h_0(x), h_2(x), h_4(x), … to dst until they are negligible, x ≥ 0.
func (h *Functions) At(dst []float64, x float64) []float64 {
	if h.Dim == 1 { // the sphere of R¹ has the harmonics 1 and s alone
		return append(dst, math.Cos(x))
	}
	return h.every(dst, x, 2)
}

// All appends h_0(x), h_1(x), h_2(x), … to dst until they are negligible, x ≥ 0, in R², R³, ….
func (h *Functions) All(dst []float64, x float64) []float64 { return h.every(dst, x, 1) }

// every appends the h_n(x) with step | n.
func (h *Functions) every(dst []float64, x float64, step int) []float64 {
	switch {
	case x <= tinyArgument:
		return append(dst, 1)
	case x > Most+float64(h.Dim)/2:
		return h.forward(dst, x, step)
	}
	// Miller's algorithm: downwards from where h_n is negligible, then normalised by Σ h_n² = 1, a sum of positive terms.
	top := h.top(x)
	f := h.f
	f[top+1], f[top] = 0, 1
	reciprocal := 1 / x
	for n := top; n >= 1; n-- {
		f[n-1] = h.lead[n]*reciprocal*f[n] - h.next[n]*f[n+1]
		if math.Abs(f[n-1]) > 1e100 {
			// Rescale by a power of two; what underflows is negligible, and the largest squares do not underflow.
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
	last := min(top, Most)
	for last > 0 && math.Abs(f[last])*scale < Tiny {
		last--
	}
	for n := 0; n <= last; n += step {
		dst = append(dst, f[n]*scale)
	}
	return dst
}

// top returns a degree from which on all h_n are below 1e-30, so that what the recurrence lacks there is lost in rounding.
// |J_μ(x)| ≤ (x/2)^μ/Γ(μ+1) (DLMF 10.14.4) bounds h_n by a product of x√(N(d,n)/N(d,n−1))/(2n+d−2), which decreases for
// n > x; for larger x a rule of thumb costs less than the product.
func (h *Functions) top(x float64) int {
	const small, negligible = 16, 1e-30
	top := 40 + int(1.5*x+6*math.Cbrt(x))
	h.grow(top)
	if x > small {
		return top
	}
	for n, bound := 1, 1.0; n < top; n++ {
		bound *= x * h.bound[n]
		if bound < negligible && float64(n) > x {
			return n
		}
	}
	return top
}

// forward runs the recurrence upwards, which is stable while ν + n < x.
func (h *Functions) forward(dst []float64, x float64, step int) []float64 {
	h.grow(Most)
	a := h.Lambda.At(x)
	b := x / float64(h.Dim) * math.Sqrt(basis.Ratio(h.Dim, 1)) * h.above.At(x) // √N(d,1)·(x/d)·Λ_{d+2}
	dst = append(dst, a)
	reciprocal := 1 / x
	for n := 1; n <= Most; n++ { // b is h_n
		if n%step == 0 {
			dst = append(dst, b)
		}
		a, b = b, h.ahead[n]*reciprocal*b-h.back[n]*a
	}
	return dst
}

// Gegenbauers appends P_0(t), P_2(t), … P_{2(count−1)}(t), the Gegenbauer polynomials of R^d with P_n(1) = 1, to dst.
func Gegenbauers(dst []float64, d, count int, t float64) []float64 {
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
