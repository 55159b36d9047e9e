package special

import (
	"math"
	"math/big"

	"krein/ball"
)

// GammaLower sets z to the incomplete gamma function γ(a, x) = ∫₀^x t^{a−1}e^{−t}dt for a > 0 and x ≥ 0; it is
// indeterminate elsewhere and where that would be unreasonable work. For wide x it is monotone.
//
// x^a e^{−x} Σ x^k/(a)_{k+1} (DLMF 8.7.1), terms of one sign; for x ≥ a, where it is about half of Γ(a) or more,
// Γ(a) − Γ(a, x) if GammaUpperAsymptotic serves.
func GammaLower(z, a, x *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	a, x = keep(z, a), keep(z, x)
	if !a.IsFinite() || a.Positive() != ball.True || !x.IsFinite() || x.Lower(nil, prec+64).Sign() < 0 {
		return z.SetIndeterminate()
	}
	return inArgument(z, x, prec, func(z, x *ball.Real) { gammaLowerPoint(z, a, x, prec) })
}

// GammaUpper sets z to the incomplete gamma function Γ(a, x) = ∫_x^∞ t^{a−1}e^{−t}dt for real a and x > 0, and Γ(a) at x = 0 for
// a > 0; it is indeterminate elsewhere. For wide x it is monotone.
//
// It chooses between GammaUpperAsymptotic, GammaUpperFraction, and Γ(a) − γ(a, x) at a precision raised by the cancellation, or for
// a = 0, −1, … the series of E₁ and the recurrence in a (DLMF 8.8.2). For x < 1 other a ≤ 0 that are not exact have to keep
// away from the integers.
func GammaUpper(z, a, x *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	a, x = keep(z, a), keep(z, x)
	low := x.Lower(nil, prec+64).Sign()
	if !a.IsFinite() || !x.IsFinite() || low < 0 || low == 0 && a.Positive() != ball.True {
		return z.SetIndeterminate()
	}
	return inArgument(z, x, prec, func(z, x *ball.Real) { gammaUpperPoint(z, a, x, prec) })
}

// GammaUpperAsymptotic is GammaUpper, for any real a and x > 0, by parts n times,
//
//	Γ(a, x) = x^{a−1}e^{−x} Σ_{k<n} u_k/x^k + u_n Γ(a−n, x), u_k = (a−1)(a−2)…(a−k)
//
// (DLMF 8.11.2), where Γ(b, x) ≤ x^{b−1}e^{−x}/(1 − max(b−1, 0)/x) for x > b−1: t^{b−1} ≤ x^{b−1} for t ≥ x, b ≤ 1, and
// t^{b−1} ≤ x^{b−1}e^{(b−1)(t−x)/x} for b > 1. It is indeterminate where that cannot reach prec bits.
func GammaUpperAsymptotic(z, a, x *ball.Real, prec uint) *ball.Real {
	return gammaUpperBy(z, a, x, prec, gammaUpperAsymptotic)
}

// GammaUpperFraction is GammaUpper, for real a < 1 and x > 0, by the continued fraction (DLMF 8.9.2)
//
//	Γ(a, x) = x^a e^{−x}/(x + A₁), A_k = (k−a)/(1 + B_k), B_k = k/(x + A_{k+1}),
//
// in which everything is positive, so that 0 < A_{n+1} < n+1−a encloses what is left out. It takes about prec²/(33x) steps, fewer for
// large −a, and is indeterminate where that is unreasonable work.
func GammaUpperFraction(z, a, x *ball.Real, prec uint) *ball.Real {
	return gammaUpperBy(z, a, x, prec, gammaUpperFraction)
}

func gammaUpperBy(z, a, x *ball.Real, prec uint, f func(z, a, x *ball.Real, prec uint) bool) *ball.Real {
	prec = atLeast(prec)
	a, x = keep(z, a), keep(z, x)
	if !a.IsFinite() || x.Positive() != ball.True {
		return z.SetIndeterminate()
	}
	return inArgument(z, x, prec, func(z, x *ball.Real) {
		if !f(z, a, x, prec) {
			z.SetIndeterminate()
		}
	})
}

// inArgument sets z to f over x, f monotone, given f at points.
func inArgument(z, x *ball.Real, prec uint, f func(z, x *ball.Real)) *ball.Real {
	if x.IsExact() {
		f(z, x)
		return z
	}
	lo, hi := ends(x, prec+64)
	var u, v ball.Real
	f(&u, lo)
	f(&v, hi)
	return z.Hull(&u, &v, prec)
}

// gammaLowerPoint is γ(a, x) at an exact x ≥ 0.
func gammaLowerPoint(z, a, x *ball.Real, prec uint) {
	if x.IsZero() {
		z.SetZero()
		return
	}
	if af, _ := a.Float64(); clampFloat64(x.Mid(nil)) >= af {
		var u ball.Real
		if gammaUpperAsymptotic(&u, a, x, prec+4) {
			Gamma(z, a, prec+4)
			z.Sub(z, &u, prec)
			return
		}
	}
	gammaLowerSeries(z, a, x, prec+10)
	z.SetRound(z, prec)
}

// lowerSeries sets s to Σ x^k/(a)_{k+1} = ₁F₁(1; a+1; x)/a.
func lowerSeries(s, a, x *ball.Real, wp uint) bool {
	var b ball.Real
	b.AddInt64(a, 1, 2*wp+64)
	if !sumPFQ(s, []*ball.Real{ball.NewReal(1)}, []*ball.Real{&b}, x, wp) {
		return false
	}
	s.Quo(s, a, wp)
	return true
}

// powerExp sets z to x^a e^{−x}.
func powerExp(z, a, x *ball.Real, wp uint) {
	var e ball.Real
	e.Neg(x)
	e.Exp(&e, wp)
	z.Pow(x, a, wp)
	z.Mul(z, &e, wp)
}

// gammaUpperPoint is Γ(a, x) at an exact x ≥ 0.
func gammaUpperPoint(z, a, x *ball.Real, prec uint) {
	if x.IsZero() {
		Gamma(z, a, prec)
		return
	}
	xf := clampFloat64(x.Mid(nil))
	if xf > 2 && gammaUpperAsymptotic(z, a, x, prec) {
		return
	}
	if xf >= fractionFrom && gammaUpperFraction(z, a, x, prec) {
		return
	}
	if af, _ := a.Float64(); xf > 1e6 && xf > af {
		z.SetIndeterminate()
		return
	}
	var g, l ball.Real
	var n big.Int
	integer := a.IsExact() && a.UniqueInt(&n) && n.Sign() <= 0
	if integer && n.BitLen() > 20 {
		z.SetIndeterminate()
		return
	}
	wp := prec + 10
	for try := 0; ; try++ {
		if integer {
			exponentialIntegral(&g, -n.Int64(), x, wp)
		} else {
			gammaLowerSeries(&l, a, x, wp)
			Gamma(&g, a, wp)
			g.Sub(&g, &l, wp)
		}
		lost := missing(&g, prec)
		if lost <= 0 || !a.IsExact() || !g.IsFinite() || try >= pfqRetries {
			break
		}
		if g.ContainsZero() {
			lost = int64(wp / 2)
		}
		wp += uint(lost) + 8
	}
	z.SetRound(&g, prec)
}

// exponentialIntegral is Γ(−n, x) for n ≥ 0: E₁(x) = −γ − log x − Σ_{k≥1} (−x)^k/(k·k!) (DLMF 6.6.2) = Γ(0, x), then
// Γ(−m, x) = (x^{−m}e^{−x} − Γ(1−m, x))/m. The rest of the series from the first term left out on, once k > 2x, is
// at most that term twice.
func exponentialIntegral(z *ball.Real, n int64, x *ball.Real, wp uint) {
	var s, t, u, e, inv ball.Real
	s.Log(x, wp)
	u.Euler(wp)
	s.Add(&s, &u, wp)
	s.Neg(&s)
	t.SetInt64(1)
	xm := x.MagUpper().Mul2Exp(1)
	for k := int64(1); ; k++ {
		t.Mul(&t, x, wp)
		t.QuoInt64(&t, -k, wp)
		u.QuoInt64(&t, k, wp)
		m := u.MagUpper()
		if m.Exponent() < int64(stopEarly)-int64(wp) && xm.Cmp(ball.MagUintLower(uint64(k))) < 0 {
			s.AddRad(m.Mul2Exp(1).Mul(tailScale))
			break
		}
		s.Sub(&s, &u, wp)
	}
	if n > 0 {
		inv.Inv(x, wp)
		e.Exp(e.Neg(x), wp)
	}
	for m := int64(1); m <= n; m++ {
		e.Mul(&e, &inv, wp) // x^{−m}e^{−x}
		s.Sub(&e, &s, wp)
		s.QuoInt64(&s, m, wp)
	}
	z.Set(&s)
}

// gammaLowerSeries is γ(a, x) by its series.
func gammaLowerSeries(z, a, x *ball.Real, wp uint) {
	var s ball.Real
	if !lowerSeries(&s, a, x, wp) {
		z.SetIndeterminate()
		return
	}
	powerExp(z, a, x, wp)
	z.Mul(z, &s, wp)
}

// fractionFrom is the least x for which GammaUpper tries the continued fraction. Any value gives right results.
var fractionFrom = 0.75

// gammaUpperAsymptotic reports false where the remainder stays too large.
func gammaUpperAsymptotic(z, a, x *ball.Real, prec uint) bool {
	af, _ := a.Float64()
	xf := clampFloat64(x.Mid(nil))
	wp := prec + 16
	if n, ok := planUpper(af, xf, prec); !ok || ballWork(float64(n), float64(wp)) > maxWork {
		return false
	}
	var s, t, u, y ball.Real
	y.Inv(x, wp)
	s.SetInt64(1)
	t.SetInt64(1)
	one := ball.MagPow2(0)
	low := x.MagLower()
	for k := int64(1); ; k++ {
		// a−k, the b−1 of the remainder
		t.Mul(&t, u.AddInt64(a, -k, wp+64), wp)
		t.Mul(&t, &y, wp)
		if t.IsZero() {
			break // the expansion ends, a is a positive integer
		}
		rest := t.MagUpper()
		if small := s.MagLower().Mul2Exp(int64(stopEarly) - int64(prec) - 4); rest.Cmp(small) < 0 {
			if u.Negative() != ball.True {
				rest = rest.Quo(one.SubLower(u.MagUpper().Quo(low)))
			}
			if rest.Cmp(small) < 0 {
				s.AddRad(rest.Mul(tailScale))
				break
			}
		}
		// terms grow from here on
		if float64(k) > xf+af+2 || float64(k) > upperTermsMost {
			return false
		}
		s.Add(&s, &t, wp)
	}
	if !s.IsFinite() {
		return false
	}
	u.AddInt64(a, -1, wp+64)
	powerExp(&t, &u, x, wp)
	z.Mul(&s, &t, prec)
	return true
}

// upperTermsMost bounds the terms of GammaUpperAsymptotic.
const upperTermsMost = 1 << 22

// planUpper guesses how many terms the expansion of Γ(a, x) needs for prec bits, and whether it gets there. Where terms of both signs exceed
// 1 they cancel.
func planUpper(a, x float64, prec uint) (n int, ok bool) {
	if !(x > 0) || math.IsInf(x, 0) || math.IsInf(a, 0) || 1-a > x {
		return 0, false
	}
	whole := a > 0 && a == math.Floor(a)
	if a > x+1 {
		return int(math.Min(a, upperTermsMost)), whole && a < 1<<20
	}
	target := -float64(prec) - 5
	for k, l := 1.0, 0.0; k < upperTermsMost; k++ {
		if whole && k >= a || l < target {
			return int(k), true
		}
		r := math.Abs(a-k) / x
		if r >= 1 {
			return 0, false
		}
		l += math.Log2(r)
	}
	return 0, false
}

// gammaUpperFraction reports false unless a < 1, and where the fraction is too long.
func gammaUpperFraction(z, a, x *ball.Real, prec uint) bool {
	wp := prec + 16
	xf := clampFloat64(x.Mid(nil))
	if a.LessEq(ball.NewReal(1)) != ball.True || math.IsInf(xf, 0) {
		return false
	}
	exact := a.IsExact() && x.IsExact()
	var v, t, best ball.Real
	best.SetIndeterminate()
	for n := int64(8); ballWork(float64(2*n), float64(wp)) < maxWork; n *= 2 {
		// A_{n+1} in [0, n+1−a]
		v.Mul2Exp(v.AddInt64(t.Neg(a), n+1, wp), -1)
		v.AddRad(v.MagUpper().Mul(tailScale))
		for k := n; k >= 1; k-- {
			v.Add(&v, x, wp)
			v.Quo(t.SetInt64(k), &v, wp) // B_k
			v.AddInt64(&v, 1, wp)
			v.Quo(t.AddInt64(t.Neg(a), k, wp), &v, wp) // A_k
		}
		v.Add(&v, x, wp)
		got := v.RelAccuracyBits()
		if got >= int64(prec)+4 || !exact && !best.IsExact() && got <= best.RelAccuracyBits() {
			powerExp(&t, a, x, wp)
			z.Quo(&t, &v, prec)
			return z.IsFinite()
		}
		best.Set(&v)
	}
	return false
}
