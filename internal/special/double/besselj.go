package double

import (
	"math"
	"sync/atomic"

	"krein/internal/dd"
	"krein/internal/elem64"
)

// Thresholds between the algorithms for J; tests move them to make both sides meet.
var (
	// debyeLeast is the least |s − ν arccos(ν/x)| (above the turning point) or ν arcosh(ν/x) − s (below) for which the
	// Debye expansions are used: their smallest term is about exp(−2·debyeLeast).
	debyeLeast = 20.0
	// seriesMost is the largest x for which the power series is summed in double-double arithmetic whatever ν.
	seriesMost = 25.0
)

// scaled is the number m·exp(e), with estimates err and off of the absolute errors of m and e; amp is the local amplitude: the size
// of m away from zeros, |m| itself where the function does not oscillate.
type scaled struct {
	m, amp, err float64
	e           dd.T
	off         float64
}

// times returns m·exp(e + by) and its error.
func (s scaled) times(by dd.T) (value, bound float64) {
	e := s.e.Add(by)
	if e.Hi == 0 && e.Lo == 0 && s.off == 0 {
		return s.m, s.err
	}
	switch {
	case s.m == 0 && s.err == 0:
		return 0, 0
	case e.Hi < -1500: // |m| is far below e^700
		return 0, math.SmallestNonzeroFloat64
	case e.Hi > 1500:
		return math.Copysign(math.Inf(1), s.m), math.Inf(1)
	}
	g, k := dd.ExpScaled(e)
	// One rounding each for the two products, and the last bit of a subnormal.
	value = math.Ldexp(s.m*g.Float(), k)
	bound = math.Ldexp(s.err*g.Hi+(0x1p-52+math.Expm1(s.off))*math.Abs(s.m*g.Hi), k)
	switch {
	case math.IsInf(value, 0):
		bound = math.Inf(1)
	case math.Abs(value) < 0x1p-1022:
		bound += 0x1p-1074
	}
	return value, bound
}

// logPrefactor returns log((x/2)^ν / Γ(ν+1)).
func logPrefactor(nu, x float64) dd.T {
	if nu == 0 {
		return dd.T{}
	}
	return dd.Log(dd.Of(x)).Sub(dd.Ln2).MulF(nu).Sub(logGammaNext(nu))
}

// orderGamma is log Γ(ν+1) of an order.
type orderGamma struct {
	nu    float64
	value dd.T
}

// lastGamma is kept between calls: a transform asks for millions of values of one order, and log Γ takes longer than the
// power series.
var lastGamma atomic.Pointer[orderGamma]

// logGammaNext returns log Γ(ν+1).
func logGammaNext(nu float64) dd.T {
	last := lastGamma.Load()
	if last == nil || last.nu != nu {
		last = &orderGamma{nu, dd.LogGamma(dd.TwoSum(nu, 1))}
		lastGamma.Store(last)
	}
	return last.value
}

// seriesFits tells whether the power series is the algorithm for J_ν(x).
func seriesFits(nu, x float64) bool { return x <= seriesMost || x*x <= 8*(nu+1) }

// besselJLarge returns J_ν(x) where the power series does not fit.
func besselJLarge(nu, x float64) scaled {
	if x > nu {
		if z, ok := besselJOscillating(nu, x); ok {
			return z
		}
	} else if z, ok := besselJMonotone(nu, x); ok {
		return z
	}
	return besselJMiller(nu, x)
}

// lambdaSeries returns ₀F₁(; ν+1; −x²/4) by its power series.
func lambdaSeries(nu, x float64) scaled {
	if x*x <= nu+1 {
		// The terms fall at least fourfold: plain arithmetic will do.
		q, t, sum := -x*x/4, 1.0, 0.0
		for k := 1.0; math.Abs(t) > 1e-18; k++ {
			t *= q / (k * (nu + k))
			sum += t
		}
		return scaled{m: 1 + sum, amp: 1 + sum, err: 2 * 0x1p-53}
	}
	q := dd.TwoProd(x/2, x/2).Neg()
	sum, t, top := dd.Of(1), dd.Of(1), 1.0
	for k := 1.0; ; k++ {
		t = t.Mul(q).Div(dd.TwoSum(nu, k).MulF(k))
		sum = sum.Add(t)
		a := math.Abs(t.Hi)
		top = max(top, a)
		if a < 1e-20*math.Abs(sum.Hi) && k*(nu+k) > -2*q.Hi || a < 1e-34*top {
			break
		}
	}
	m := sum.Float()
	return scaled{m: m, amp: math.Abs(m), err: 0x1p-53*math.Abs(m) + 64*dd.Eps*top}
}

// besselJOscillating returns J_ν(x), x > ν, by the Debye expansion, and false too near the turning point.
func besselJOscillating(nu, x float64) (scaled, bool) {
	s0 := math.Sqrt((x - nu) * (x + nu))
	if !(s0-nu*math.Atan2(s0, nu) >= debyeLeast) {
		return scaled{}, false
	}
	p, q, err := debyeOscillating(nu, s0)
	amp := math.Sqrt(2 / (math.Pi * s0))
	var sin, cos float64
	if x < 0x1p40 {
		_, phase := debyePhase(nu, dd.Of(x))
		s, c := dd.SinCos(phase.Sub(dd.HalfPi.Half()))
		sin, cos = s.Float(), c.Float()
	} else {
		// ξ = x − ν(π/2) − π/4 up to ν²/(2x); the multiple of π/2 is reduced exactly, ν ≪ 2⁴⁰ supposed.
		n := math.Mod(nu, 4)
		sx, cx := math.Sincos(x)
		sf, cf := math.Sincos(n*(math.Pi/2) + math.Pi/4 - nu*nu/(2*x))
		sin, cos = sx*cf-cx*sf, cx*cf+sx*sf
	}
	return scaled{m: amp * (p*cos + q*sin), amp: amp, err: amp * (err + 8*0x1p-53)}, true
}

// besselJMonotone returns J_ν(x), x < ν, by the Debye expansion, and false too near the turning point.
func besselJMonotone(nu, x float64) (scaled, bool) {
	s := dd.Of(nu).AddF(-x).Mul(dd.TwoSum(nu, x)).Sqrt()
	e := s.Sub(dd.Log(s.AddF(nu).DivF(x)).MulF(nu))
	if !(-e.Hi >= debyeLeast) {
		return scaled{}, false
	}
	sum, err := debyeSum(nu, s.Hi, false)
	a := 1 / math.Sqrt(2*math.Pi*s.Hi)
	return scaled{m: a * sum, amp: a * sum, err: a * (err + 6*0x1p-53*sum), e: e}, true
}

// besselJMiller returns J_ν(x), x ≥ 20 near ν, by backward recurrence from an order where J is negligible down to one
// where the Debye expansion is good, which gives the scale: projected on two neighbouring orders, at most one of which
// is near a zero.
func besselJMiller(nu, x float64) scaled {
	// The order at which to start: ν(arcosh(ν/x) − tanh) is above 45, so that J and Y differ there by more than e⁹⁰.
	top := x * (1 + elem64.Pow(48/x, 2.0/3)*1.1)
	steps := int(math.Ceil(max(top-nu, 0))) + 4
	inv := dd.Of(2).DivF(x)
	var hi, lo dd.T // J at order n+1 and n
	lo = dd.Of(1e-100)
	var at dd.T
	n := steps
	var s, s1 scaled
	for ; ; n-- {
		if n <= 0 {
			if n == 0 {
				at = lo
			}
			if z, ok := besselJOscillating(nu+float64(n), x); ok || nu+float64(n) < 0.5 {
				s = z
				s1, _ = besselJOscillating(nu+float64(n)+1, x)
				if s1.amp > 0 {
					break
				}
			}
		}
		hi, lo = lo, lo.Mul(dd.TwoSum(nu, float64(n)).Mul(inv)).Sub(hi)
	}
	// scale·(lo, hi) ≈ (s.m, s1.m)
	den := lo.Sqr().Add(hi.Sqr())
	scale := lo.MulF(s.m).Add(hi.MulF(s1.m)).Div(den)
	m := at.Mul(scale).Float()
	rel := (s.err+s1.err)/math.Hypot(s.m, s1.m) + 2*0x1p-53
	return scaled{m: m, amp: math.Abs(m), err: rel * math.Abs(m)}
}

// besselJEstimate is lambdaEstimate for J_ν(x), x > 0.
func besselJEstimate(nu, x float64) (value, bound float64) {
	if seriesFits(nu, x) {
		return lambdaSeries(nu, x).times(logPrefactor(nu, x))
	}
	return besselJLarge(nu, x).times(dd.T{})
}

// lambdaEstimate returns Λ_d(x) and an estimate of its absolute error, in double-double arithmetic where digits would
// cancel: what the tables of Lambda are built from. For d ≤ 2002 and 0 < x ≤ 10⁶ the error is below 1e-14 times the
// larger of |Λ_d(x)| and the local amplitude. Power series (DLMF 10.2.2), Debye expansions (10.19.3, 10.19.6), and
// between them the backward recurrence (10.6.1) normalised by a Debye expansion at lower order.
func lambdaEstimate(d, x float64) (value, bound float64) {
	if x == 0 {
		return 1, 0
	}
	nu := d/2 - 1
	if seriesFits(nu, x) {
		return lambdaSeries(nu, x).times(dd.T{})
	}
	return besselJLarge(nu, x).times(logPrefactor(nu, x).Neg())
}
