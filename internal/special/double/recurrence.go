package double

import (
	"math"

	"krein/internal/dd"
	"krein/internal/elem64"
)

// The recurrence J_{k−1} + J_{k+1} = (2k/x)J_k (DLMF 10.6.1) for orders without tables: forwardJ goes up where x > ν,
// ratioJ goes on where x < ν.

const (
	recurrenceMost  = 2000   // the largest order for which forward starts from [0, 2), and Debye's expansions are not used
	recurrenceMostX = 0x1p23 // where Hankel's expansion serves for all orders up to recurrenceMost
)

// forwardJ returns J_ν(x) for 25 ≤ x, 2 ≤ ν ≤ x−1.
func forwardJ(nu, x float64) (value, bound float64, ok bool) {
	var y dd.T
	var err float64
	if nu > recurrenceMost {
		y, err, ok = uniformAbove(nu, x, startEnough)
	}
	if !ok {
		_, y, err, ok = forward(nu, x, false)
	}
	if !ok {
		return 0, 0, false
	}
	value, bound = timesAmplitude(y.Float(), err, x)
	return value, slack * (bound + roundoff*math.Abs(value)), true
}

// forward returns √(πx/2)J_{ν−1}(x) and √(πx/2)J_ν(x) for 25 ≤ x, 2 ≤ ν ≤ x−1, with a bound of the errors of both, from
// two orders μ ∈ [0, 1) and μ+1 for which Hankel's expansion serves, in double-double arithmetic. These two are good to
// some units in the last place or, if fine, to about startEnough.
//
// Errors δ₀, δ₁ of the first two values of J and ε_k of the step to the order k make one of
// H δ₀ + G(μ+1) δ₁ + Σ G(k) ε_k in J_ν, where G(k) = (πx/2)(Y_{k−1}J_ν − J_{k−1}Y_ν) and H = (πx/2)(J_{μ+1}Y_ν −
// Y_{μ+1}J_ν): these solve the recurrence and start with 0, 1 or 1, 0 by the Wronskian (10.5.2). With M_k =
// √(J_k²+Y_k²), |G(k)| ≤ (πx/2) M_{k−1}M_ν, and M_k grows with k (Nicholson's integral, 10.9.30). √(x²−k²)M_k² grows
// with x to 2/π for k > 1/2, and xM_k² falls or grows to it otherwise (Watson, Bessel Functions, 13.74), so that for μ < 1
// M_μ², M_{μ+1}² ≤ 1.004·(2/π)/x, and the first two contribute at most 1.002 M_ν(b₀+b₁) if δ = √(2/(πx))b; for other μ
// they contribute at most √(πx/2)M_{μ+1} times M_ν(b₀+b₁). The steps have |ε_k| ≤ 19u²·(2k/x)|J_{k−1}| + 3u²|J_k| < 42u²
// M_ν; n of them contribute at most M_ν·n(πx/2)M_ν²·42u², and (πx/2)M_ν² ≤ x/√(x²−ν²). All of that holds for J_{ν−1} too,
// with M_{ν−1} ≤ M_ν.
func forward(nu, x float64, fine bool) (down, at dd.T, err float64, ok bool) {
	if !(nu >= 2 && nu <= x-1 && x >= realHankelX) {
		return
	}
	n := math.Floor(nu)
	mu := nu - n // exact, and so is μ+1, as ν ≥ 2
	var lo, hi dd.T
	var b float64 // b₀+b₁
	switch {
	case nu > recurrenceMost:
		if lo, hi, b, n, ok = uniformStart(nu, x); !ok {
			return
		}
	case x > recurrenceMostX:
		return
	case fine:
		if lo, hi, b, ok = hankelStart(mu, x); !ok {
			return
		}
		b *= 2
	default:
		v0, b0, ok0 := realHankel(mu, x)
		v1, b1, ok1 := realHankel(mu+1, x)
		if !ok0 || !ok1 {
			return
		}
		lo, hi, b = dd.Of(v0), dd.Of(v1), b0+b1
	}
	inv := dd.Of(2).DivF(x)
	for i := n - 1; i > 0; i-- {
		// the order of hi is ν − i
		lo, hi = hi, hi.Mul(dd.TwoSum(nu, -i).Mul(inv)).Sub(lo)
	}
	m := modulus(nu, x)
	return lo, hi, slack * 1.01 * m * (b + 0x1p-100*n*m*m), true
}

// ratioJ returns J_ν(x) = (value ± bound)·2^exp for ν > x−1, x ≥ 28.
func ratioJ(nu, x float64) (value, bound float64, exp int, ok bool) {
	p, _, rel, _, exp, below, ok := ratios(nu, x)
	if !ok {
		return 0, 0, 0, false
	}
	v, b, ok := forwardJ(nu-below, x)
	if !ok {
		return 0, 0, 0, false
	}
	value, bound = timesDD(p, v, b+slack*rel*math.Abs(v))
	return value, bound, exp, true
}

// ratios returns J_ν(x)/J_κ(x) = p·2^exp for ν > x−1, x ≥ 28, κ = ν − below, x−2 < κ ≤ x−1, and next =
// J_{ν+1}(x)/J_ν(x), with bounds of the relative errors of p and next: the product of the ratios r_k = J_k/J_{k−1} =
// 1/(2k/x − r_{k+1}), k = κ+1 … ν, computed downwards from an order K ≥ x at which 0 < r < 1 is all that is used (J
// decreases as the order grows from x on).
//
// The values r̃_k computed start from 1 above r_K and bound r_k from above, up to roundings, because 1/(2k/x − r)
// grows with r; as r̃ ≤ 1 then gives r̃ ≤ 1/(2k/x − 1) ≤ 1 for k ≥ x, they stay there. The true ratio is in [r̃ −
// e, r̃ + f], where e = 1 at the start and f = 0, and a step makes e/(D(D+e)) of e and f/(D(D−f)) of f, D = 2k/x −
// r̃ the denominator; if D−f is positive, so is J_{k−1}, J_k being so. (With e/(D−e)² next to K instead, an
// interval of length 1 would grow.) The arithmetic adds r̃_k·(12u²(1+r̃_k²) + 3u² + 5u²) < 2⁻¹⁰⁰r̃_k to both for
// r̃_k < 5/3.
func ratios(nu, x float64) (p, next dd.T, rel, relNext float64, exp int, below float64, ok bool) {
	// For larger orders only where uniformBelow does not serve.
	if !(nu > x-1 && x >= realHankelX+3 && nu <= max(recurrenceMost, x+2*uniformWidth*math.Cbrt(x))) {
		return
	}
	below = math.Ceil(nu - (x - 1))
	// Far enough for errors to shrink by some e^−50.
	top := x * (1 + 1.1*elem64.Pow(48/x, 2.0/3))
	top = max(top, nu+25/math.Acosh(max(nu, top)/x))
	inv := dd.Of(2).DivF(x)
	r, e, f := dd.Of(1), 1.0, 0.0
	p = dd.Of(1)
	for i := max(math.Ceil(top-nu), 1); i > -below; i-- {
		den := dd.TwoSum(nu, i).Mul(inv).Sub(r)
		if !(den.Hi-f > 0.6) {
			return
		}
		r = den.Inv()
		e = slack * (e/(den.Hi*(den.Hi+e)) + 0x1p-100*r.Hi)
		f = slack * (f/(den.Hi*(den.Hi-f)) + 0x1p-100*r.Hi)
		if i == 1 {
			next, relNext = r, max(e, f)/r.Hi
		}
		if i <= 0 {
			p = p.Mul(r)
			rel += max(e, f)/r.Hi + 0x1p-100
			if p.Hi < 0x1p-500 {
				p = p.Ldexp(500)
				exp -= 500
			}
		}
	}
	// else products of errors would count
	return p, next, rel, relNext, exp, below, rel < 0x1p-42 && relNext < 0x1p-42
}
