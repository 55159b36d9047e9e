package double

import (
	"math"

	"krein/ball"
	"krein/special"
)

// BesselJ returns the Bessel function J_ν(x) of the first kind for real ν ≥ −1/2 and x ≥ 0, and a proved bound of its
// absolute error: |J_ν(x) − value| ≤ bound. Up to ν = 2³¹ and x = 2³¹ it is at most 32·2⁻⁵³ times the larger of
// |J_ν(x)| and, beyond x = |ν|, the local amplitude √(2/π)(x²−ν²)^(−1/4), and takes a fraction of a millisecond up to ν =
// 10⁶, some milliseconds at most next to x = ν beyond. For larger ν or x the bound may be as large as the amplitude. NaN
// outside the domain, +Inf for x = 0 and ν < 0.
//
// Power series (DLMF 10.2.2), Hankel's expansion (10.17.3), Debye's (10.19.3, 10.19.6) for ν above 2000, and recurrences
// (10.6.1), with error bounds that run along, and from these Taylor polynomials on unit intervals of x, up to x = max(48, ν²) but not beyond 4096, which are built
// when an argument first needs them. For 2ν an integer up to 2002 that is done with balls (20 to 230 µs each), and they
// are kept; for other orders it takes 1 to 15 µs, and those of the last 32 orders are kept. Where none of these serves,
// value and bound come from BesselJ, and if that gives up from its enclosure around an estimate. internal/special/double/errors.md has the
// regions and the analysis. The value depends on the arguments only.
func BesselJ(nu, x float64) (value, bound float64) {
	switch {
	case !(nu >= -0.5) || !(x >= 0) || math.IsInf(nu, 0):
		return math.NaN(), math.NaN()
	case math.IsInf(x, 0):
		return 0, 0
	case x == 0:
		switch {
		case nu == 0:
			return 1, 0
		case nu > 0:
			return 0, 0
		}
		return math.Inf(1), 0
	}
	if o := order64Of(2*nu + 2); o != nil && o.nu == nu {
		if v, b, ok := o.besselJ(x); ok {
			return v, b
		}
	}
	if v, b, ok := real64BesselJ(nu, x); ok {
		return v, b
	}
	return ballBesselJ64(nu, x)
}

// LambdaValue returns Λ_d(x) = ₀F₁(; d/2; −x²/4) = Γ(d/2)(2/x)^{d/2−1} J_{d/2−1}(x), Λ_d(0) = 1, for real d ≥ 1 and any
// real x, and a proved bound of its absolute error: |Λ_d(x) − value| ≤ bound. It is a few units in the last place of
// the larger of |Λ_d(x)| and, beyond |x| = d/2, the local amplitude Γ(d/2)(2/x)^{d/2−1}√(2/(πx)). Nothing overflows for
// large d. NaN for d < 1, and for d = 1 and infinite x.
//
// The algorithms are those of BesselJ.
func LambdaValue(d, x float64) (value, bound float64) {
	x = math.Abs(x)
	switch {
	case x == 0 && d >= 1 && !math.IsInf(d, 0):
		return 1, 0
	case !(d >= 1) || math.IsInf(d, 0) || math.IsNaN(x):
		return math.NaN(), math.NaN()
	case math.IsInf(x, 0):
		if d == 1 {
			return math.NaN(), math.NaN()
		}
		return 0, 0
	}
	if o := order64Of(d); o != nil {
		if v, b, ok := o.lambda(x); ok {
			return v, b
		}
	}
	if v, b, ok := real64Lambda(d, x); ok {
		return v, b
	}
	return ballLambda64(d, x)
}

// ballBits is the precision of the balls that the float64 layer falls back to.
const ballBits = 64

// ballBesselJ64 is BesselJ by balls.
func ballBesselJ64(nu, x float64) (value, bound float64) {
	var z, n, y ball.Real
	special.BesselJ(&z, n.SetFloat64(nu), y.SetFloat64(x), ballBits)
	if !z.IsFinite() && nu >= 0 {
		z.SetMag(ball.MagPow2(0)) // |J_ν| ≤ 1 (DLMF 10.14.1)
	}
	return sharpen(&z, nu, x, besselJEstimate)
}

// ballLambda64 is LambdaValue by balls.
func ballLambda64(d, x float64) (value, bound float64) {
	var z, n, y ball.Real
	special.LambdaReal(&z, n.SetFloat64(d), y.SetFloat64(x), ballBits)
	return sharpen(&z, d, x, lambdaEstimate)
}

// sharpen returns the midpoint and radius of z or, where that is wide because the balls have given up, an estimate of
// the function and how far the points of z are from it.
func sharpen(z *ball.Real, order, x float64, estimate func(order, x float64) (value, bound float64)) (value,
	bound float64) {
	value, bound = z.Float64()
	if bound <= 0x1p-30*math.Abs(value) || bound < 0x1p-1000 || order > 1e9 {
		return value, bound
	}
	v, _ := estimate(order, x)
	if !(math.Abs(v) <= bound) {
		return value, bound
	}
	return v, slack * (bound + math.Abs(v-value))
}
