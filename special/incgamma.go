package special

import (
	"math"
	"math/big"

	"krein/ball"
)

// GammaLower sets z to the incomplete gamma function γ(a, x) = ∫₀^x t^{a−1}e^{−t}dt for a > 0 and x ≥ 0; it is
// indeterminate elsewhere. For wide x it is monotone.
//
// x^a e^{−x} Σ x^k/(a)_{k+1} (DLMF 8.7.1), terms of one sign; for large x, Γ(a) − Γ(a, x).
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
// It chooses between GammaUpperAsymptotic and Γ(a) − γ(a, x) at a precision raised by the cancellation, or for a = 0, −1, … the
// series of E₁ and the recurrence in a (DLMF 8.8.2). Other a ≤ 0 that are not exact have to keep away from the integers.
func GammaUpper(z, a, x *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	a, x = keep(z, a), keep(z, x)
	low := x.Lower(nil, prec+64).Sign()
	if !a.IsFinite() || !x.IsFinite() || low < 0 || low == 0 && a.Positive() != ball.True {
		return z.SetIndeterminate()
	}
	return inArgument(z, x, prec, func(z, x *ball.Real) { gammaUpperPoint(z, a, x, prec) })
}

// GammaUpperAsymptotic is GammaUpper, for any real a and x > 0, by
//
//	Γ(a, x) = x^{a−1}e^{−x} (Σ_{k<n} u_k/x^k + R), u_k = (a−1)(a−2)…(a−k),
//
// where |R| ≤ |u_n|/x^n for n ≥ a−1 (DLMF 8.11.2, 8.11(i)). It is indeterminate where that cannot reach prec bits.
func GammaUpperAsymptotic(z, a, x *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	a, x = keep(z, a), keep(z, x)
	if !a.IsFinite() || x.Positive() != ball.True {
		return z.SetIndeterminate()
	}
	return inArgument(z, x, prec, func(z, x *ball.Real) {
		if !gammaUpperAsymptotic(z, a, x, prec) {
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
	xf := clampFloat64(x.Mid(nil))
	af, _ := a.Float64()
	if xf > float64(prec)+2*af+10 {
		// nearly all of Γ(a)
		var u ball.Real
		gammaUpperPoint(&u, a, x, prec+4)
		Gamma(z, a, prec+4)
		if z.IsFinite() && u.IsFinite() {
			z.Sub(z, &u, prec)
			return
		}
		if xf > 1e6 {
			z.SetIndeterminate()
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
	xf := clampFloat64(x.Mid(nil))
	if xf > 2 && gammaUpperAsymptotic(z, a, x, prec) {
		return
	}
	if x.IsZero() {
		Gamma(z, a, prec)
		return
	}
	if xf > 1e6 {
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

// gammaUpperAsymptotic reports false where the remainder stays too large.
func gammaUpperAsymptotic(z, a, x *ball.Real, prec uint) bool {
	af, _ := a.Float64()
	xf := clampFloat64(x.Mid(nil))
	if math.IsInf(xf, 0) || math.Abs(af) > 1e6 {
		return false
	}
	wp := prec + 16
	// a guess of the smallest term before the work: after k ≈ a+x terms, about e^{−x}
	if xf < 0.69*float64(prec) && !isPositiveInt(a) {
		return false
	}
	var s, t, u, y ball.Real
	y.Inv(x, wp)
	s.SetInt64(1)
	t.SetInt64(1)
	aMax := a.MagUpper()
	if a.Negative() == ball.True {
		aMax = ball.Mag{}
	}
	limit := int64(2*(math.Abs(af)+xf)) + 4*int64(wp)
	for k := int64(1); ; k++ {
		t.Mul(&t, u.AddInt64(a, -k, wp+64), wp)
		t.Mul(&t, &y, wp)
		m := t.MagUpper()
		if t.IsZero() {
			break // the expansion ends, a is a positive integer
		}
		if small := s.MagLower().Mul2Exp(int64(stopEarly) - int64(prec) - 4); m.Cmp(small) < 0 && aMax.Cmp(ball.MagUintLower(uint64(k+1))) <= 0 {
			s.AddRad(m.Mul(tailScale))
			break
		}
		// terms grow from here on
		if float64(k) > xf+af+2 || k > limit {
			return false
		}
		s.Add(&s, &t, wp)
	}
	u.AddInt64(a, -1, wp+64)
	powerExp(&t, &u, x, wp)
	z.Mul(&s, &t, prec)
	return true
}

func isPositiveInt(a *ball.Real) bool {
	var n big.Int
	return a.IsExact() && a.UniqueInt(&n) && n.Sign() > 0 && n.BitLen() < 20
}
