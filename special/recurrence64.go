package special

import (
	"math"

	"krein/internal/dd"
)

// The recurrence J_{k−1} + J_{k+1} = (2k/x)J_k (DLMF 10.6.1) for orders without tables: forwardJ goes up where x > ν, ratioJ goes on where x < ν.

const (
	recurrenceMost  = 1e4 // the largest order
	recurrenceMostX = 1e6
)

// forwardJ returns J_ν(x) for 25 ≤ x, 2 ≤ ν ≤ x−1, from two orders μ ∈ [0, 1) and μ+1, for which Hankel's expansion serves, in double-double arithmetic.
//
// Errors δ₀, δ₁ of the first two values and ε_k of the step to the order k make one of
// H δ₀ + G(μ+1) δ₁ + Σ G(k) ε_k, where G(k) = (πx/2)(Y_{k−1}J_ν − J_{k−1}Y_ν) and H = (πx/2)(J_{μ+1}Y_ν − Y_{μ+1}J_ν): these solve the recurrence and
// start with 0, 1 or 1, 0 by the Wronskian (10.5.2). With M_k = √(J_k²+Y_k²), |G(k)| ≤ (πx/2) M_{k−1}M_ν, and M_k grows with k (Nicholson's integral,
// 10.9.30). √(x²−k²)M_k² grows with x to 2/π for k > 1/2, and xM_k² falls or grows to it otherwise (Watson, Bessel Functions, 13.74), so that M_μ², M_{μ+1}² ≤ 1.004·(2/π)/x,
// and the first two contribute at most 1.002 M_ν(b₀+b₁) if δ = √(2/(πx))b. The steps have |ε_k| ≤ 19u²·(2k/x)|J_{k−1}| + 3u²|J_k| < 42u² M_ν;
// ν of them contribute at most M_ν·ν(πx/2)M_ν²·42u² ≤ M_ν·νx·2⁻¹⁰⁰, because M_ν² ≤ (2/π)/√(x²−ν²) < 2/π.
func forwardJ(nu, x float64) (value, bound float64, ok bool) {
	if !(nu >= 2 && nu <= x-1 && x >= realHankelX && nu <= recurrenceMost && x <= recurrenceMostX) {
		return 0, 0, false
	}
	n := math.Floor(nu)
	v0, b0, ok0 := realHankel(nu-n, x)
	v1, b1, ok1 := realHankel(nu-n+1, x) // exact, as ν ≥ 2
	if !ok0 || !ok1 {
		return 0, 0, false
	}
	lo, hi := dd.Of(v0), dd.Of(v1)
	inv := dd.Of(2).DivF(x)
	for i := n - 1; i > 0; i-- {
		// the order of hi is ν − i
		lo, hi = hi, hi.Mul(dd.TwoSum(nu, -i).Mul(inv)).Sub(lo)
	}
	modulus := math.Sqrt(2/math.Pi) / math.Sqrt(math.Sqrt((x-nu)*(x+nu)))
	value, bound = timesAmplitude(hi.Float(), 0, x)
	return value, slack * (bound + roundoff*math.Abs(value) + 1.01*modulus*(b0+b1+0x1p-100*nu*x)), true
}

// ratioJ returns J_ν(x) = (value ± bound)·2^exp for ν > x−1, x ≥ 28, as J_κ(x)·Π r_k, x−2 < κ ≤ x−1, of the ratios r_k = J_k/J_{k−1} = 1/(2k/x − r_{k+1}),
// k = κ+1 … ν, computed downwards from an order K ≥ x at which 0 < r < 1 is all that is used (J decreases as the order grows from x on).
//
// An error e of r_{k+1} becomes at most e·f², f = 1/(2k/x − r_{k+1} − e), by the mean value theorem; if the denominator is positive, so is J_{k−1}, J_k being
// so. The arithmetic adds r_k·(12u²(1+r_k²) + 3u² + 5u²) < 2⁻¹⁰⁰r_k for r_k < 5/3.
func ratioJ(nu, x float64) (value, bound float64, exp int, ok bool) {
	if !(nu > x-1 && x >= realHankelX+3 && nu <= recurrenceMost) {
		return 0, 0, 0, false
	}
	below := math.Ceil(nu - (x - 1))
	v, b, ok := forwardJ(nu-below, x)
	if !ok {
		return 0, 0, 0, false
	}
	// Far enough for errors to shrink by some e^−50.
	top := x * (1 + 1.1*math.Pow(48/x, 2.0/3))
	top = max(top, nu+25/math.Acosh(max(nu, top)/x))
	inv := dd.Of(2).DivF(x)
	r, e := dd.Of(0.5), 0.5
	p, rel := dd.Of(1), 0.0
	for i := math.Ceil(top - nu); i > -below; i-- {
		den := dd.TwoSum(nu, i).Mul(inv).Sub(r)
		low := den.Hi - e
		if !(low > 0.6) {
			return 0, 0, 0, false
		}
		r = den.Inv()
		e = slack * (e/(low*low)*(1+0x1p-50) + 0x1p-100*r.Hi)
		if i <= 0 {
			p = p.Mul(r)
			rel += e/r.Hi + 0x1p-100
			if p.Hi < 0x1p-500 {
				p = p.Ldexp(500)
				exp -= 500
			}
		}
	}
	if !(rel < 0x1p-42) {
		return 0, 0, 0, false // products of errors would count
	}
	value, bound = timesDD(p, v, b+slack*rel*math.Abs(v))
	return value, bound, exp, true
}
