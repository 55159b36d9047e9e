package special

import (
	"math"
	"math/big"
	"sync"

	"krein/ball"
	"krein/internal/special/magnitude"
)

// BesselI sets z to the modified Bessel function I_ν(x) of the first kind for real ν and x ≥ 0, and for exact integers ν
// also any real x; it is indeterminate elsewhere, at x = 0 for ν < 0 no integer, over balls of orders on both sides of −1/2
// and of 0, and beyond the range of exponents. Balls of orders ν ≥ 0 and arguments are served by monotony, upwards in x and downwards in ν (DLMF 10.37).
//
// BesselI chooses between the convergent series (DLMF 10.25.2), that for large x (10.40.1), and an integral (10.32.12) where neither
// serves, up to 2⁴⁰ and 600 bits; negative orders are those of 10.27.2, with K.
func BesselI(z, nu, x *ball.Real, prec uint) *ball.Real { return iBall(z, nu, x, automatic, prec) }

// BesselK sets z to the modified Bessel function K_ν(x) of the second kind for real ν and x > 0, indeterminate
// elsewhere and beyond the range of exponents. Balls are served by monotony, downwards in x and upwards in |ν| (DLMF
// 10.37).
//
// BesselK chooses between the difference of two convergent series (DLMF 10.27.4), or their limit for integer orders
// (10.31.1), the large-argument expansion (10.40.2), which is exact for ν half an odd integer, and an integral (10.32.9) where these take
// too much work, up to 2⁴⁰ and 600 bits.
func BesselK(z, nu, x *ball.Real, prec uint) *ball.Real { return kBall(z, nu, x, automatic, prec) }

// iBall is I_ν over balls.
func iBall(z, nu, x *ball.Real, alg algorithm, prec uint) *ball.Real {
	prec = atLeast(prec)
	nu, x = keep(z, nu), keep(z, x)
	if order, n, integer, _ := orderOf(nu); integer {
		// I_{−n} = I_n, I_n(−x) = (−1)^n I_n(x)
		var m ball.Real
		besselIWide(z, order, absolute(&m, x, prec), alg, false, prec)
		switch {
		case n&1 == 0:
		case x.Negative() == ball.True:
			z.Neg(z)
		case x.Lower(nil, prec+64).Sign() < 0:
			z.SetMag(z.MagUpper())
		}
		return z
	}
	if x.Lower(nil, prec+64).Sign() < 0 {
		return z.SetIndeterminate()
	}
	if !startsAtMinusHalf(nu) {
		if nu.Negative() != ball.True {
			return z.SetIndeterminate()
		}
		// I_{−ν} = I_ν + 2/π·sin(νπ)·K_ν (DLMF 10.27.2)
		return withPrecision(z, nu, x, prec, func(z *ball.Real, wp uint) {
			var n, s, k ball.Real
			n.Neg(nu)
			iBall(z, &n, x, alg, wp)
			kBall(&k, &n, x, automatic, wp)
			sinPi(&s, &n, wp)
			k.Quo(k.Mul(&k, &s, wp), s.Pi(wp), wp)
			z.Add(z, k.Mul2Exp(&k, 1), wp)
		})
	}
	return besselIWide(z, nu, x, alg, false, prec)
}

// besselIWide is I_ν for ν ≥ −1/2 and x ≥ 0 or, if regular, Γ(ν+1)(2/x)^ν I_ν(x) = ₀F₁(; ν+1; x²/4).
//
// A function that grows in x and falls in ν takes its least value at the corner of least x and largest ν, and its largest
// at the opposite one; the hull of the two contains the rest. All terms of ₀F₁ grow with x and fall with ν > −1; for I
// itself the monotony in ν is that of DLMF 10.37 and wants ν ≥ 0. Below, power and ₀F₁ are multiplied as balls. An x that
// reaches below 0 by the rounding of its end is cut at 0.
func besselIWide(z, nu, x *ball.Real, alg algorithm, regular bool, prec uint) *ball.Real {
	if !nu.IsFinite() || !x.IsFinite() || x.MagUpper().Exponent() > mostExponent {
		return z.SetIndeterminate()
	}
	if nu.IsExact() && x.IsExact() {
		return besselIPoint(z, nu, x.Mid(nil), alg, regular, prec)
	}
	lowNu, highNu := ends(nu, prec+64)
	var a, b ball.Real
	if regular || lowNu.Mid(nil).Sign() >= 0 {
		// increases with x, decreases with ν
		lowX, highX := ends(x, prec+64)
		if lowX.Mid(nil).Sign() < 0 {
			lowX.SetZero()
		}
		besselIPoint(&a, highNu, lowX.Mid(nil), alg, regular, prec)
		besselIPoint(&b, lowNu, highX.Mid(nil), alg, regular, prec)
		return z.Hull(&a, &b, prec)
	}
	if x.ContainsZero() {
		return z.SetIndeterminate()
	}
	besselIWide(&a, nu, x, alg, true, prec+4)
	b.Mul2Exp(x, -1)
	a.Mul(&a, b.Pow(&b, nu, prec+4), prec+4)
	RecipGamma(&b, b.AddInt64(nu, 1, prec+64), prec+4)
	return z.Mul(&a, &b, prec)
}

// besselIPoint is besselIWide at an exact order and an exact argument.
func besselIPoint(z, nu *ball.Real, x *big.Float, alg algorithm, regular bool, prec uint) *ball.Real {
	if x.Sign() == 0 {
		switch s := nu.Mid(nil).Sign(); {
		case s == 0 || regular:
			return z.SetInt64(1)
		case s > 0:
			return z.SetZero()
		}
		return z.SetIndeterminate()
	}
	o := newOrder(nu)
	xf := clampFloat64(x)
	chosen := alg == automatic
	if chosen {
		alg = bySeries
		if xf > 1 && xf > seriesBelow*float64(prec) {
			small, k := sizesI(o.f, xf)
			frac := int(prec) + 8 + small
			if _, ok := o.plan(xf, frac, true); k < 0 && ok || xf > maxSeriesX {
				alg = byAsymptotics
			}
		}
	}
	var t ball.Real
	if alg == byAsymptotics {
		if iAsymptotic(z, &o, x, prec); regular {
			powerOverGamma(&t, &o, x, prec+4)
			z.Quo(z, &t, prec)
		}
		if z.IsFinite() || !chosen {
			return z
		}
	}
	// ₀F₁ is about as large as its bound
	frac := int(prec) + 12
	if o.exact {
		frac -= int(magnitude.LogMax0F1(o.f, xf) / math.Ln2)
	}
	if xf > maxSeriesX || !sum0F1Any(z, &o, x, false, frac) {
		if !chosen || nu.Mid(nil).Sign() < 0 || !(xf >= 1 && xf <= maxContourX) || !contourI(z, &o, t.SetFloat(x), prec+8) {
			return z.SetIndeterminate()
		}
		if regular {
			z.Quo(z, powerOverGamma(&t, &o, x, prec+8), prec+4)
		}
		return z.SetRound(z, prec)
	}
	if z.SetRound(z, prec+8); regular {
		return z.SetRound(z, prec)
	}
	powerOverGamma(&t, &o, x, prec+6)
	return z.Mul(z, &t, prec)
}

// sizesI guesses by how many bits I_ν(x) < e^x/√(2πx), and by how many K_ν(x) > I_ν(x): 2 I K √(ν²+x²) is about 1.
func sizesI(nu, x float64) (small, k int) {
	log2I := magnitude.LogMax0F1(nu, x)/math.Ln2 - magnitude.Log2Prefactor(nu, x)
	small = int(math.Max(0, x/math.Ln2-math.Log2(2*math.Pi*x)/2-log2I))
	return small, int(-2*log2I - math.Log2(2*math.Hypot(nu, x)))
}

// iAsymptotic is I by analytic continuation (DLMF 10.34.2 with m = 1): from
// K_ν(xe^{πi}) = e^{−νπi} K_ν(x) − πi I_ν(x) and the expansion of K there,
//
//	I_ν(x) = e^x/√(2πx)·(Σ_{k<ℓ} (−1)^k a_k/x^k + R) − sin(νπ)/π·K_ν(x),
//
// where the real part of R is bounded as planned.
func iAsymptotic(z *ball.Real, o *order, x *big.Float, prec uint) *ball.Real {
	xf := clampFloat64(x)
	if xf < 1 || xf > 0x1p33 { // e^x overflows
		return z.SetIndeterminate()
	}
	small, k2 := sizesI(o.f, xf)
	// where K is larger than I, that many bits more are lost
	kprec := uint(max(int(prec)+8+k2, 16))
	prec0 := prec
	prec += uint(max(k2, 0))
	frac := int(prec) + 8 + small
	var s, t, xb, k ball.Real
	xb.SetFloat(x)
	if !hankelSum(&s, nil, o, x, 2, frac) {
		return z.SetIndeterminate()
	}
	wp := prec + 8
	s.SetRound(&s, wp)
	t.Pi(wp)
	t.Mul(&t, &xb, wp)
	t.Mul2Exp(&t, 1)
	t.RSqrt(&t, wp)
	s.Mul(&s, &t, wp)
	t.Exp(&xb, wp)
	s.Mul(&s, &t, wp)
	if !o.exact || !o.dy.isInt() {
		var nu ball.Real
		nu.Set(o.ball)
		besselKPoint(&k, &nu, x, automatic, kprec)
		if !k.IsFinite() {
			return z.SetIndeterminate()
		}
		sinPi(&t, &nu, kprec)
		k.Mul(&k, &t, kprec)
		t.Pi(kprec)
		k.Quo(&k, &t, kprec)
		s.Sub(&s, &k, wp)
	}
	return z.SetRound(&s, prec0)
}

// kBall is K_ν over balls.
func kBall(z, nu, x *ball.Real, alg algorithm, prec uint) *ball.Real {
	prec = atLeast(prec)
	nu, x = keep(z, nu), keep(z, x)
	if !nu.IsFinite() || x.Positive() != ball.True {
		return z.SetIndeterminate()
	}
	var n, a, b ball.Real
	absolute(&n, nu, prec)
	if n.IsExact() && x.IsExact() {
		return besselKPoint(z, &n, x.Mid(nil), alg, prec)
	}
	lowNu, highNu := ends(&n, max(prec+64, n.Mid(nil).Prec()))
	lowX, highX := ends(x, prec+64)
	if lowX.Mid(nil).Sign() <= 0 {
		return z.SetIndeterminate()
	}
	if lowNu.Mid(nil).Sign() < 0 {
		lowNu.SetZero()
	}
	besselKPoint(&a, lowNu, highX.Mid(nil), alg, prec)
	besselKPoint(&b, highNu, lowX.Mid(nil), alg, prec)
	return z.Hull(&a, &b, prec)
}

// absolute sets z to |x|, exactly for an exact x.
func absolute(z, x *ball.Real, prec uint) *ball.Real {
	return z.Abs(x, max(prec+64, x.Mid(nil).Prec()))
}

// besselKPoint is K_ν at an exact order ≥ 0 and an exact argument > 0.
func besselKPoint(z, nu *ball.Real, x *big.Float, alg algorithm, prec uint) *ball.Real {
	o := newOrder(nu)
	xf := clampFloat64(x)
	half := o.exact && o.dy.shift == 1
	chosen := alg == automatic
	if chosen {
		alg = bySeries
		if half {
			alg = byAsymptotics
		} else if xf > 1 && xf > seriesBelow*float64(prec) {
			frac := int(prec) + 8
			if _, ok := o.plan(xf, frac, false); ok || xf > maxSeriesX {
				alg = byAsymptotics
			}
		}
	}
	if alg == byAsymptotics {
		if kAsymptotic(z, &o, x, prec); z.IsFinite() || !chosen {
			return z
		}
	}
	var xb ball.Real
	xb.SetFloat(x)
	if xf <= maxSeriesX {
		kSeries(z, &o, &xb, xf, ballWork, prec)
	}
	if xf > maxSeriesX || !z.IsFinite() {
		if !chosen || !(xf >= minContourX && xf <= maxContourX) || !contourK(z, &o, &xb, prec+8) {
			return z.SetIndeterminate()
		}
		z.SetRound(z, prec)
	}
	return z
}

// integerGap is about −log2 of the distance of ν to the nearest integer, 0 for integers.
func integerGap(nu *ball.Real) int64 {
	if _, ok := nu.Int64(); ok {
		return 0
	}
	var d ball.Real
	sinPi(&d, nu, 24)
	return max(-d.MagLower().Exponent(), 0)
}

// kSeries is K_ν(x) by convergent series, at a precision raised by what cancels, for exact orders ≥ 0 and x off the
// cut. K is about e^{−x} and the terms up to e^x: 2x/ln 2 = 2.9x bits cancel, fewer if ν is large against x. That is a
// guess; missing digits are measured and made up for by further tries.
func kSeries[T any, P ball.Number[T]](z P, o *order, x P, size float64,
	work func(terms, bits float64) float64, prec uint) {
	n, integer := o.ball.Int64()
	// of two series that are nearly equal next to an integer that distance is lost
	wp := prec + 16 + uint(2.9*size/(1+o.f/(1+size))) + uint(min(integerGap(o.ball), 1<<20))
	for try := 0; ; try++ {
		// before any of it is done: the series, with the constants and logarithms that they need
		if work(o.f+seriesTerms(size, float64(wp)), float64(wp)) > maxWork {
			z.SetIndeterminate()
			return
		}
		if integer {
			kInteger(z, uint64(n), x, work, wp)
		} else {
			kDifference(z, o.ball, x, work, wp)
		}
		lost := missing(z, prec)
		if !z.IsFinite() || lost <= 0 || try >= pfqRetries {
			break
		}
		wp += uint(min(lost, int64(wp)) + 8)
	}
	z.SetRound(z, prec)
}

// kAsymptotic is K by K_ν(x) = √(π/(2x)) e^{−x} (Σ a_k(ν)/x^k + R).
func kAsymptotic(z *ball.Real, o *order, x *big.Float, prec uint) *ball.Real {
	xf := clampFloat64(x)
	half := o.exact && o.dy.shift == 1
	frac := int(prec) + 8
	var s, t, xb ball.Real
	xb.SetFloat(x)
	wp := prec + 8
	switch {
	case half && xf < 1:
		// all terms are positive: relative precision at any x
		expansionBall(&s, nil, o.ball, &xb, 0, int(o.dy.num+1)/2, wp+16)
	case !hankelSum(&s, nil, o, x, 0, frac):
		return z.SetIndeterminate()
	}
	s.SetRound(&s, wp)
	t.Pi(wp)
	t.Quo(&t, &xb, wp)
	t.Mul2Exp(&t, -1)
	t.Sqrt(&t, wp)
	s.Mul(&s, &t, wp)
	t.Exp(t.Neg(&xb), wp)
	return z.Mul(&s, &t, prec)
}

// kDifference is K_ν = π/2·(I_{−ν} − I_ν)/sin νπ for ν no integer (DLMF 10.27.4): (F_{−ν}/(νu) − F_ν·uπ/sin νπ)/2 with
// u = (x/2)^ν/Γ(1+ν), as 1/Γ(1−ν) = Γ(1+ν)·sin νπ/(νπ), and F_ν = ₀F₁(1+ν; x²/4).
//
// All is done with balls: what cancels next to an integer ν, where both series agree to the distance,
// shows as a wide result, for which kSeries adds bits. sin νπ of a ball that contains an integer contains 0: indeterminate.
func kDifference[T any, P ball.Number[T]](z P, nu *ball.Real, x P, work func(terms, bits float64) float64, wp uint) {
	var a, b, h, y, u, t T
	var m, n, s ball.Real
	P(&h).Mul2Exp(x, -1)
	P(&y).Sqr(&h, wp+8)
	n.AddInt64(nu, 1, 2*wp+64)
	m.AddInt64(m.Neg(nu), 1, 2*wp+64)
	if !sumPFQ(P(&a), nil, []*ball.Real{&m}, &y, work, wp) || !sumPFQ(P(&b), nil, []*ball.Real{&n}, &y, work, wp) {
		z.SetIndeterminate()
		return
	}
	P(&u).MulReal(P(&t).Pow(&h, P(&u).SetReal(nu), wp), RecipGamma(&n, &n, wp), wp)
	sinPi(&s, nu, wp)
	P(&b).MulReal(P(&b).Mul(&b, &u, wp), s.Quo(n.Pi(wp), &s, wp), wp)
	P(&t).Sub(P(&a).Quo(&a, P(&u).MulReal(&u, nu, wp), wp), &b, wp)
	z.Mul2Exp(&t, -1)
}

// orderConstants returns n! and H_n/2 at wp bits or a few more. Enclosures of one order at thousands of points want the
// same ones: some are kept. They must not be modified, and depend on nothing but n and wp.
func orderConstants(n uint64, wp uint) (factorial, half *ball.Real) {
	const step = 64
	key := orderKey{n, (wp + step - 1) / step * step}
	orderCache.Lock()
	defer orderCache.Unlock()
	if c, ok := orderCache.of[key]; ok {
		return c[0], c[1]
	}
	factorial, half = gammaHalf(new(ball.Real), 2*n+2, false, key.prec), new(ball.Real)
	var one, u ball.Real
	one.SetInt64(1)
	for k := uint64(1); k <= n; k++ {
		half.Add(half, u.QuoInt64(&one, int64(2*k), key.prec), key.prec)
	}
	if len(orderCache.of) >= mostOrders {
		clear(orderCache.of)
	}
	orderCache.of[key] = [2]*ball.Real{factorial, half}
	return factorial, half
}

// mostOrders bounds the constants that are kept.
const mostOrders = 64

type orderKey struct {
	n    uint64
	prec uint
}

var orderCache = struct {
	sync.Mutex
	of map[orderKey][2]*ball.Real
}{of: map[orderKey][2]*ball.Real{}}

// mostKInteger bounds n.
const mostKInteger = 1 << 20

// kInteger is K_n, DLMF 10.31.1 with h = x/2, y = x²/4, ψ(k+1) = H_k − γ:
//
//	½ h^{−n} Σ_{k<n} (n−k−1)!/k!·(−y)^k + (−1)^n h^n Σ_k [½(H_k + H_{k+n}) − γ − log h] y^k/(k!(n+k)!).
//
// In the first sum neighbouring terms have the ratio |y|/((k+1)(n−k−1)) ≤ |y|/(n−1): where that is at most ½, the rest after a
// term is at most that term, and the sum ends once it adds nothing.
//
// With T_k = y^k/(k!(n+k)!) the terms of the second sum are at most (H_{n+k} + |γ + log h|)T_k; from
// k on with y/((k+1)(n+k+1)) ≤ 1/4 the products at least halve, H_{m+1} ≤ 2H_m, so that the rest is at most
// the last term's bound.
func kInteger[T any, P ball.Number[T]](z P, n uint64, x P, work func(terms, bits float64) float64, wp uint) {
	if n > mostKInteger || work(float64(n), float64(wp)) > maxWork/2 {
		z.SetIndeterminate()
		return
	}
	var euler ball.Real
	var c, h, y, a, s, t, u, harm T
	factorial, half := orderConstants(n, wp)
	P(&h).Mul2Exp(x, -1)
	P(&c).Log(&h, wp) // c = −γ − log h
	P(&c).Add(&c, P(&t).SetReal(euler.Euler(wp)), wp)
	P(&c).Neg(&c)
	power := new(big.Rat).SetUint64(n)
	P(&y).Sqr(&h, wp)
	// first sum, scaled by (n−1)!: u_{k+1} = −u_k y/((k+1)(n−k−1))
	if n > 0 {
		P(&t).SetInt64(1)
		P(&a).SetInt64(1)
		for k := uint64(0); k+1 < n; k++ {
			P(&t).Mul(&t, &y, wp)
			P(&t).QuoInt64(&t, int64((k+1)*(n-k-1)), wp)
			P(&t).Neg(&t)
			P(&a).Add(&a, &t, wp)
			// (k+1)(n−k−1) ≥ n−1, so that all further terms at least halve
			if rest := P(&t).MagUpper(); k > 0 && k+2 < n && P(&y).MagUpper().Mul2Exp(1).Cmp(ball.MagUintLower(n-1)) <= 0 &&
				rest.Cmp(P(&a).MagUpper().Mul2Exp(int64(stopEarly)-int64(wp))) <= 0 {
				P(&a).AddRad(leftOut(rest))
				break
			}
		}
		P(&a).MulReal(&a, factorial, wp)
		P(&a).QuoInt64(&a, int64(2*n), wp)
		P(&a).Quo(&a, P(&t).PowRat(&h, power, wp), wp)
	}
	// harm = (H_k + H_{n+k})/2
	addHalf := func(k uint64) {
		P(&harm).Add(&harm, P(&u).QuoInt64(P(&u).SetInt64(1), int64(2*k), wp), wp)
	}
	P(&harm).SetReal(half)
	P(&t).SetInt64(1)
	for k := uint64(0); ; k++ {
		P(&u).Add(&harm, &c, wp)
		P(&u).Mul(&u, &t, wp)
		P(&s).Add(&s, &u, wp)
		P(&t).Mul(&t, &y, wp)
		P(&t).QuoInt64(&t, int64((k+1)*(n+k+1)), wp)
		addHalf(k + 1)
		addHalf(n + k + 1)
		// the next term and all after it
		if P(&y).MagUpper().Mul2Exp(2).Cmp(ball.MagUintLower((k+2)*(n+k+2))) <= 0 {
			next := P(&harm).MagUpper().Mul2Exp(1).Add(P(&c).MagUpper()).Mul(P(&t).MagUpper())
			if next.Cmp(P(&s).MagUpper().Mul2Exp(int64(stopEarly)-int64(wp))) <= 0 {
				P(&s).AddRad(leftOut(next.Mul2Exp(1)))
				break
			}
		}
		if work(float64(k), float64(wp)) > maxWork {
			z.SetIndeterminate()
			return
		}
	}
	P(&s).Mul(&s, P(&t).PowRat(&h, power, wp), wp)
	P(&s).QuoReal(&s, factorial, wp)
	if n&1 != 0 {
		P(&s).Neg(&s)
	}
	z.Add(&a, &s, wp)
}
