package double

import (
	"math"

	"krein/ball"
)

// A hankel64 evaluates √(πx/2) J_ν(x) = P cos χ − Q sin χ, χ = x − (2ν+1)π/4, for n = 2ν+1 ≥ 0 an integer and x ≥
// least, by Hankel's expansion (DLMF 10.17.3).
type hankel64 struct {
	n         int
	least     float64
	even, odd []float64 // (−1)^⌊k/2⌋ a_k(ν) least^{−k}
	tail      float64   // bounds what is left out, for x ≥ least
	noise     float64   // bounds the roundings of P (but for the last) and Q, times least/x
}

// init sums terms until the remainder is below 2^−bits. It is that of the expansion of the Hankel function, of which J
// is the real part: with ℓ terms at most 2|a_ℓ|x^{−ℓ} exp(|ν²−1/4|/x) (DLMF 10.17.14), which falls as x grows.
//
// The noise: term k has one rounding of its coefficient, 3k/2 of powers of (least/x)², one of least/x and one of the
// last product if it is odd, and at most k/2+1 of the sums: at most 3k+3 altogether.
func (h *hankel64) init(d int, least float64, bits int64) {
	const prec = 192
	h.n, h.least = d-1, least
	nu := float64(d)/2 - 1
	var a ball.Real
	a.SetInt64(1)
	lb := ball.NewReal(least)
	mu := int64(d-2) * int64(d-2) // 4ν²
	var noise ball.Mag
	for k := 0; ; k++ {
		if k > 0 {
			odd := int64(2*k - 1)
			a.MulInt64(&a, mu-odd*odd, prec)
			a.QuoInt64(&a, 8*int64(k), prec)
			a.Quo(&a, lb, prec)
		}
		mag := a.MagUpper()
		if a.IsZero() {
			break
		}
		// one is added to the exponent for the rounding of this float64 arithmetic
		if tail := mag.Mul2Exp(1 + int64(math.Ceil(1+math.Abs(nu*nu-0.25)/least/math.Ln2))); k > 0 &&
			tail.Exponent() < 1-bits {
			h.tail = tail.Float64()
			break
		}
		v, _ := a.Float64()
		if k&2 != 0 {
			v = -v
		}
		if k&1 == 0 {
			h.even = append(h.even, v)
		} else {
			h.odd = append(h.odd, v)
		}
		if k > 0 {
			noise = noise.Add(mag.Mul(ball.MagUint(uint64(3*k + 3))))
		}
	}
	h.noise = noise.Float64() * roundoff
}

// at returns √(πx/2) J_ν(x) for least ≤ x ≤ 2³¹.
func (h *hankel64) at(x float64) (value, bound float64) {
	r, j, er := reduceQuarter(x, h.n)
	cos, sin, ec, es := turned(r, j)
	z := h.least / x
	w := float64(z * z)
	p := horner(h.even, w)
	q := float64(z * horner(h.odd, w))
	return oscillation(p, q, cos, sin, h.noise*z, ec+er, es+er, h.tail)
}

// oscillation returns P cos χ − Q sin χ and its bound: P and Q err by noise and u|P|, u|Q| for their last roundings,
// cosine and sine by ec and es, and the whole by tail besides.
func oscillation(p, q, cos, sin, noise, ec, es, tail float64) (value, bound float64) {
	m := float64(q * sin)
	value = math.FMA(p, cos, -m)
	p, q, sin, cos = math.Abs(p), math.Abs(q), math.Abs(sin), math.Abs(cos)
	bound = roundoff*(p*cos+2*math.Abs(m)+math.Abs(value)) + noise*(sin+cos) + p*ec + q*es + tail
	return value, bound * slack
}

// horner returns Σ c_k w^k.
func horner(c []float64, w float64) float64 {
	var s float64
	for k := len(c) - 1; k >= 0; k-- {
		s = math.FMA(s, w, c[k])
	}
	return s
}
