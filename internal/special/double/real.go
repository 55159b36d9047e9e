package double

import (
	"math"
	"sync/atomic"

	"krein/internal/dd"
	"krein/internal/special/magnitude"
)

// The float64 layer for orders that are not those of order64, any real ν ≥ −1/2: the power series in double-double
// arithmetic where not too many digits cancel, and Hankel's expansion. internal/special/double/errors.md has the analysis.

const (
	realMost       = uniformMost // the largest order
	realSeriesBits = 36          // digits that the series may lose (a guess decides; the bound counts)
	realHankelX    = 25.0        // the least x for the expansion
	realHankelNu   = 20.0        // and the most ν²/x
	realTerms      = 400
)

// sumErr bounds what one term of a double-double sum adds to the error: of a relative 22u² in the term for each step on
// the way to it, and of 3u² in the partial sum.
const sumErr = 0x1p-100

// realSmallFits tells whether x ≥ 0 is for realSmall.
func realSmallFits(nu, x float64) bool { return x*x <= 0.5*(nu+1) }

// realSmall returns Λ_{2ν+2}(x) for y = x²/(4(ν+1)) ≤ (1+3u)/8 by the power series in plain arithmetic.
//
// In units of u·y: in a term 1 from x², and 5 in each step (ν+k, its product with k, quotient, product; the first
// of these again), in all below 7; the sums inside 1 each, up to 9 terms. What is left out is below the last term
// computed, of which it is 1/8.
func realSmall(nu, x float64) (value, bound float64) {
	y := x * x / (4 * (nu + 1))
	q := float64(x*x) / -4
	var sum, k float64
	for t := 1.0; math.Abs(t) > 0x1p-58*y; {
		k++
		t *= q / (k * (nu + k))
		sum += t
	}
	value = 1 + sum
	return value, slack * roundoff * (value + (7+k+0x1p-4)*y)
}

// realSeries returns Λ_{2ν+2}(x) and xΛ′(x), x > 0, by the power series in double-double arithmetic, with bounds of
// their errors, and false where it does not serve.
//
// The step to a term has 7u² and 5u² for product and quotient, 2u² for the divisor; the derivative's term another 2u².
// From the last one on terms fall at least twofold in size, and alternate: what is left out is at most the last, for
// the derivative at most twice its number times that.
func realSeries(nu, x float64) (sum, slope dd.T, err, errSlope float64, ok bool) {
	if nu > realMost || x > 1e4 || (magnitude.LogMax0F1(nu, x)/math.Ln2)-magnitude.Log2AbsLambda(nu, x) > realSeriesBits {
		return
	}
	b := nu + 1
	q := dd.TwoProd(x/2, x/2).Neg()
	sum = dd.Of(1)
	t, size, sizeSlope := dd.Of(1), 1.0, 0.0
	for k := 1.0; k < realTerms; k++ {
		t = t.Mul(q).Div(dd.TwoSum(nu, k).MulF(k))
		sum = sum.Add(t)
		slope = slope.Add(t.MulF(2 * k))
		a := math.Abs(t.Hi)
		size += a
		sizeSlope += 2 * k * a
		if a <= 0x1p-68*math.Abs(sum.Hi) && k*b >= -2.1*q.Hi || a <= 0x1p-104*size && k*(nu+k) >= -2.1*q.Hi {
			return sum, slope, slack * (a + k*sumErr*size), slack * (2*k*a + k*sumErr*sizeSlope), true
		}
	}
	return
}

// realNear returns Λ_{2ν+2}(x) = (value ± bound)·2^exp, x > 0, by a power series, a polynomial or Debye's expansion, and
// false where none serves.
func realNear(nu, x float64) (value, bound float64, exp int, ok bool) {
	if nu > realMost {
		return 0, 0, 0, false
	}
	if realSmallFits(nu, x) {
		value, bound = realSmall(nu, x)
		return value, bound, 0, true
	}
	if value, bound, exp, ok = nearTable(nu, x); ok {
		return value, bound, exp, true
	}
	if sum, _, err, _, ok := realSeries(nu, x); ok {
		value = sum.Float()
		return value, slack * (roundoff*math.Abs(value) + err), 0, true
	}
	if nu > recurrenceMost {
		return uniformBelow(nu, x)
	}
	return 0, 0, 0, false
}

// realHankel returns √(πx/2)J_ν(x) by Hankel's expansion (DLMF 10.17.3), and false where it does not serve.
func realHankel(nu, x float64) (value, bound float64, ok bool) {
	if !(x >= realHankelX && x <= reduceMost && nu*nu <= realHankelNu*x) {
		return 0, 0, false
	}
	var p, q, noise, tail float64
	if x >= hankelFirst && nu*nu <= x {
		p, q, noise, tail, ok = realHankelPlain(nu, x)
	} else {
		var pd, qd dd.T
		pd, qd, noise, tail, ok = realHankelDD(nu, 0, x, hankelEnough)
		p, q = pd.Float(), qd.Float()
	}
	if !ok {
		return 0, 0, false
	}
	cos, sin, ec, es := turned(hankelPhase(nu, x))
	value, bound = oscillation(p, q, cos, sin, noise, ec+phaseErr, es+phaseErr, tail)
	return value, bound, true
}

// phaseErr bounds the error of hankelPhase: of the reduction, of ν's multiple of π, of the constants and three sums,
// all below 8.
const phaseErr = 0x1p-97

// hankelPhase returns r, |r| < 0.7855, and j with r + jπ/2 = x − (ν/2+1/4)π up to multiples of 2π, for 0 ≤ x ≤
// reduceMost.
func hankelPhase(nu, x float64) (r dd.T, j int) {
	r, j, _ = reduceQuarter(x, 0)
	n := nu - 4*math.RoundToEven(nu/4) // ν mod 4, exact
	chi := r.Sub(dd.Pi.Mul(dd.TwoSum(n/2, 0.25)))
	turns := math.RoundToEven(chi.Hi * (2 / math.Pi))
	return chi.Sub(dd.HalfPi.MulF(turns)), j + int(turns)
}

// hankelEnough bounds what Hankel's expansion leaves out where a single value comes from it.
const hankelEnough = 0x1p-62

// remainder bounds what Hankel's expansion leaves out from the term k on, of size a, and returns false if that is above
// enough, which is a reason to go on.
//
// With k ≥ |ν|+2 terms, which makes at least max(ν/2−1/4, 1) even and max(ν/2−3/4, 1) odd ones, the two sums err by no
// more than their first terms left out (10.17(iii)), a and the next; with any k ≥ 1 the whole errs by at most
// 2a·exp(|ν²−1/4|/x) (10.17.14).
func remainder(nu, x, a float64, k int, enough float64) (tail float64, ok bool) {
	if !(a < enough) {
		return 0, false
	}
	// 2^{⌊y/ln 2⌋+3} ≥ 2e^y with room for rounding
	if tail = a * math.Ldexp(1, int(max(nu*nu, 1)/x/math.Ln2)+3); tail < enough {
		return tail, true
	}
	odd := float64(2*k + 1)
	next := math.Abs(2*nu-odd) * (2*nu + odd) / (8 * float64(k+1) * x)
	return a * (1.001 + 1.001*next), float64(k) >= math.Abs(nu)+2
}

// realHankelPlain returns P, Q, bounds of their roundings but for the last, and of what is left out.
//
// A term has a relative error of 6u for each step to it: 2ν∓odd, their product, that with the last term, 8kx, the
// quotient. Terms fall at least twofold, because 4ν² and (2k−1)² are at most 4kx for ν² ≤ x and k < 48 ≤ x. Summed from
// the smallest up, the addition of t_k errs by less than 1.34u|t_k|; that of t₀ is left to the caller. 6k + 1.34 < 7k +
// 2.
func realHankelPlain(nu, x float64) (p, q, noise, tail float64, ok bool) {
	var t [hankelPlainTerms]float64
	t[0] = 1
	for k := 1; ; k++ {
		if k == len(t) {
			return 0, 0, 0, 0, false
		}
		odd := float64(2*k - 1)
		t[k] = t[k-1] * ((2*nu - odd) * (2*nu + odd)) / (x * float64(8*k))
		a := math.Abs(t[k])
		if tail, ok = remainder(nu, x, a, k, hankelEnough); ok {
			tail *= slack
			for i := k - 1; i >= 0; i-- {
				s := t[i]
				if i&2 != 0 {
					s = -s
				}
				if i&1 == 0 {
					p += s
				} else {
					q += s
				}
			}
			return p, q, noise * roundoff, tail, true
		}
		noise += a * float64(7*k+2)
	}
}

const hankelPlainTerms = 48

// realHankelDD is realHankelPlain in double-double arithmetic, for the order ν+s, s a small integer, with P and Q to
// both words. A step of the terms has two products, 14u², and the quotient, 5u²; its factors 2(ν+s)∓odd and 8kx are
// exact.
func realHankelDD(nu float64, s int, x, enough float64) (p, q dd.T, noise, tail float64, ok bool) {
	sums := [2]dd.T{dd.Of(1)}
	t, size := dd.Of(1), 1.0
	for k := 1; k < realTerms && float64(k) < 2*x; k++ {
		f, g := dd.TwoSum(2*nu, float64(2*s-(2*k-1))), dd.TwoSum(2*nu, float64(2*s+(2*k-1)))
		t = t.Mul(f).Mul(g).Div(dd.TwoProd(x, float64(8*k)))
		a := math.Abs(t.Hi)
		// the order rounded away from 0
		if tail, ok = remainder((nu+float64(s))*(1+0x1p-50), x, a, k, enough); ok {
			return sums[0], sums[1], float64(k) * sumErr * size, tail * slack, true
		}
		size += a
		if k&2 != 0 {
			sums[k&1] = sums[k&1].Sub(t)
		} else {
			sums[k&1] = sums[k&1].Add(t)
		}
	}
	return
}

// realPrefactor returns ((x/2)^ν/Γ(ν+1))^s = m·2^e, s = ±1, for x > 0 and −1/2 ≤ ν ≤ realMost, with a bound of the
// relative error.
//
// With u²=2⁻¹⁰⁶ and L = |log₂ x|+2: dd.Log errs by 2⁻¹⁰⁴(20+2L) at most, dd.LogGamma by 2⁻¹⁰⁴(A(24+6 log₂ A)+600), A =
// max(ν+1, 31), dd.ExpScaled(a) by a relative 2⁻¹⁰⁴(|a|+16).
func realPrefactor(nu, x, s float64) (m dd.T, e int, rel float64) {
	a := dd.Log(dd.Of(x)).Sub(dd.Ln2).MulF(nu).Sub(logGammaOf(nu))
	if s < 0 {
		a = a.Neg()
	}
	m, e = dd.ExpScaled(a)
	_, l := math.Frexp(x)
	_, g := math.Frexp(max(nu+1, 31))
	big, log := math.Abs(float64(l))+2, max(nu+1, 31)*(24+6*float64(g))
	return m, e, 0x1p-104 * 1.01 * (math.Abs(nu)*(22+4*big) + log + 616 + math.Abs(a.Hi))
}

// logGammas keeps log Γ(ν+1) of orders used lately. It is the same number whether it was kept or not.
var logGammas [64]atomic.Pointer[logGammaAt]

type logGammaAt struct {
	nu float64
	v  dd.T
}

// logGammaOf returns log Γ(ν+1).
func logGammaOf(nu float64) dd.T {
	b := math.Float64bits(nu)
	slot := &logGammas[(b*0x9e3779b97f4a7c15)>>58]
	if p := slot.Load(); p != nil && p.nu == nu {
		return p.v
	}
	v := dd.LogGamma(dd.TwoSum(nu, 1))
	slot.Store(&logGammaAt{nu, v})
	return v
}

// realJ returns J_ν(x) = (value ± bound)·2^exp, x > 0, where the power series does not serve, and false where none of
// the others does.
func realJ(nu, x float64) (value, bound float64, exp int, ok bool) {
	if v, b, ok := realHankel(nu, x); ok {
		v, b = timesAmplitude(v, b, x)
		return v, b, 0, true
	}
	if v, b, ok := forwardJ(nu, x); ok {
		return v, b, 0, true
	}
	return ratioJ(nu, x)
}

// real64Lambda is LambdaValue for other orders than those of order64, x > 0.
func real64Lambda(d, x float64) (value, bound float64, ok bool) {
	nu := d/2 - 1 // exact
	if v, b, exp, ok := realNear(nu, x); ok {
		v, b = ldexpBound(v, b, exp)
		return v, b, true
	}
	if nu > realMost {
		return 0, 0, false
	}
	v, b, exp, ok := realJ(nu, x)
	if !ok {
		return 0, 0, false
	}
	m, e, rel := realPrefactor(nu, x, -1)
	v, b = timesDD(m, v, b+rel*math.Abs(v))
	v, b = ldexpBound(v, b, e+exp)
	return v, b, true
}

// real64BesselJ is BesselJ for other orders than those of order64, x > 0.
func real64BesselJ(nu, x float64) (value, bound float64, ok bool) {
	if nu > recurrenceMost && nu <= realMost && x < nu && logPrefactor(nu, x).Hi < -1000 {
		return 0, 0x1p-1074, true // |J_ν(x)| ≤ (x/2)^ν/Γ(ν+1), DLMF 10.14.4
	}
	if v, b, exp, ok := realNear(nu, x); ok {
		m, e, rel := realPrefactor(nu, x, 1)
		v, b = timesDD(m, v, b+rel*math.Abs(v))
		v, b = ldexpBound(v, b, e+exp)
		return v, b, true
	}
	v, b, exp, ok := realJ(nu, x)
	if !ok {
		return 0, 0, false
	}
	v, b = ldexpBound(v, b, exp)
	return v, b, true
}
