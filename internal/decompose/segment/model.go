package segment

import (
	"math"

	"krein/ball"
)

// model is a function of s in [−1, 1]: a polynomial with n coefficients that are floats, exactly,
// and at most rest away from it. The proof of a segment needs no more digits than these: a bound
// of 1e-11 of the mass, where rounding costs 1e-13.
//
// A sum of up to 32 products of floats is off by at most 33·2⁻⁵³ of the sum of their absolute values
// (Higham, Accuracy and Stability of Numerical Algorithms, 3.1), in whatever order, with products
// fused or not, and by 2⁻¹⁰⁷⁴ for each product that underflows. What bounds anything is a sum of
// nonnegative terms of which each has been rounded less than 100 times; above makes up for that.
type model struct {
	c    [degree + 1]float64
	n    int
	rest float64
}

const (
	rounding  = 0x1p-47         // > 33·2⁻⁵³
	above     = 1 + 0x1p-44     // (1+2⁻⁵³)^100 is less
	underflow = 0x1p-1000       // more than all products of one operation lose
	highest   = math.MaxFloat64 // beyond, sums are infinite, or no numbers: no bound
)

// size bounds the function.
func (m *model) size() float64 { return (m.rest + m.norm()) * above }

// norm is the sum of the absolute coefficients, rounded.
func (m *model) norm() float64 {
	sum := 0.0
	for _, v := range m.c[:m.n] {
		sum += math.Abs(v)
	}
	return sum
}

// add adds v s^k.
func (m *model) add(k int, v *ball.Real) {
	x, off := v.Float64()
	m.n = max(m.n, k+1)
	m.c[k] += x
	m.rest = (m.rest + off + rounding*math.Abs(m.c[k]) + underflow) * above
}

// mul sets m to a·b, where most bounds b; m must be neither.
func (m *model) mul(a, b *model, most float64) {
	m.n = min(max(a.n+b.n-1, 0), degree+1)
	clear(m.c[:])
	beyond := 0.0 // of the products of degree above degree
	for i, x := range a.c[:a.n] {
		kept := b.c[:min(b.n, degree+1-i)]
		for j, y := range kept {
			m.c[i+j] += float64(x * y) // not fused: the same everywhere
		}
		for _, y := range b.c[len(kept):b.n] {
			beyond += math.Abs(x * y)
		}
	}
	norm := a.norm()
	m.rest = (a.rest*most + b.rest*norm + beyond + rounding*norm*b.norm() + underflow) * above * above
}

// uniform bounds the function by its Chebyshev coefficients,
// s^k = 2^{1−k} Σ_i C(k,i) T_{k−2i} over 2i ≤ k, with half of the term T_0: +Inf if there is no bound.
func (m *model) uniform() float64 {
	var b [degree + 1]float64
	for k, v := range m.c[:m.n] {
		binomial := int64(1)
		for i := 0; 2*i <= k; i++ {
			x := math.Ldexp(v*float64(binomial), 1-k)
			if 2*i == k {
				x /= 2
			}
			b[k-2*i] += x
			binomial = binomial * int64(k-i) / int64(i+1)
		}
	}
	sum := m.rest
	for _, v := range b {
		sum += math.Abs(v)
	}
	sum = (sum + rounding*m.norm() + underflow) * above
	if !(sum <= highest) {
		return math.Inf(1)
	}
	return sum
}
