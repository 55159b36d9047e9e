package special

import (
	"math"

	"krein/ball"
	"krein/internal/elem64"
)

// jetShift is to jets and complex arguments what gammaShift is to Γ at a point; the remainder is bounded on a disc around the
// argument, which asks for more.
var jetShift = 0.42

// maxJetShift bounds the number of factors (x)_N: arguments further left or up are indeterminate.
const maxJetShift = 1 << 14

// GammaJet sets s to Γ of the jet x. Coefficients are indeterminate if the constant term contains a pole or is beyond ±16000.
func GammaJet(s, x *ball.RealSeries, prec uint) *ball.RealSeries {
	return gammaJet(s, x, func(x *ball.Real) (*ball.Real, float64) { return x, 0 }, prec)
}

// GammaJetComplex sets s to Γ of the jet x over complex balls; see GammaJet.
func GammaJetComplex(s, x *ball.ComplexSeries, prec uint) *ball.ComplexSeries {
	return gammaJet(s, x, func(x *ball.Complex) (*ball.Real, float64) { return &x.Re, x.Im.MagUpper().Float64() }, prec)
}

// GammaComplex sets z to Γ(x) for complex x; it is indeterminate if x contains a pole or is beyond ±16000 in either part (a
// real x is served by Gamma).
func GammaComplex(z, x *ball.Complex, prec uint) *ball.Complex {
	if x.Im.IsZero() {
		Gamma(&z.Re, &x.Re, prec)
		z.Im.SetZero()
		if !z.IsFinite() {
			z.SetIndeterminate()
		}
		return z
	}
	var s ball.ComplexSeries
	s.SetConst(x, 1)
	GammaJetComplex(&s, &s, prec)
	if x.Rad().Exponent() > wideGamma {
		var w ball.Complex
		gammaComplexWide(&w, x, prec)
		switch a := s.Coef(0); {
		case !a.IsFinite():
			a.Set(&w)
		case w.IsFinite():
			a.Re.Intersect(&a.Re, &w.Re, prec)
			a.Im.Intersect(&a.Im, &w.Im, prec)
		}
	}
	return z.Set(s.Coef(0))
}

// wideGamma is log2 of the radius from which gammaComplexWide is tried; any value gives right results.
const wideGamma = -8

// gammaComplexWide is Γ(x) = Γ(x+n)/(x)_n with Re (x+n) ≥ 1, by Taylor's theorem to second order at the midpoint of x+n: with
// a ≤ Re ζ ≤ b over it, |Γ″(ζ)| ≤ ∫₀^∞ t^{Re ζ−1} log²t e^{−t}dt ≤ ∫₀¹ t^{a−1} log²t dt + ∫₁^∞ t^{b+1} e^{−t}dt ≤ 2/a³ + Γ(b+2),
// as 0 ≤ log t ≤ t there.
func gammaComplexWide(z, x *ball.Complex, prec uint) {
	low := clampFloat64(x.Re.Lower(nil, 53))
	n := int64(math.Max(0, math.Ceil(1-low)))
	if !(low > -64) {
		z.SetIndeterminate()
		return
	}
	wp := prec + 20
	var y, t ball.Complex
	y.AddInt64(x, n, wp+64)
	lo, hi := ends(&y.Re, 53)
	if lo.Positive() != ball.True {
		z.SetIndeterminate()
		return
	}
	var b ball.Real
	Gamma(&b, b.AddInt64(hi, 2, 64), 32)
	a := lo.MagLower()
	second := ball.MagPow2(1).Quo(a.MulLower(a).MulLower(a)).Add(b.MagUpper())
	var s ball.ComplexSeries
	s.SetVar(t.GetMid(&y), 2)
	GammaJetComplex(&s, &s, wp)
	r := y.Rad()
	z.Set(s.Coef(0))
	z.AddRad(r.Mul(s.Coef(1).MagUpper().Add(r.Mul(second).Mul2Exp(-1))))
	for k := range n {
		z.Quo(z, t.AddInt64(x, k, wp), wp) // one by one: their product may seem to contain 0
	}
	z.SetRound(z, prec)
}

// gammaJet is exp(log Γ(y))/(x)_N for y = x+N and log Γ by Stirling's series,
//
//	(y−½) log y − y + ½ log 2π + Σ_{k=1}^{m−1} c_k/y^{2k−1} + R, c_k = B_2k/(2k(2k−1)),
//	|R(ζ)| ≤ |c_m| |ζ|^{1−2m} sec^{2m}(ph ζ/2)
//
// (DLMF 5.11.1, 5.11(ii)). N is such that Re y₀ ≥ |y₀|/2 for the constant term y₀. On the disc of radius |y₀|/4 about y₀
// then |ζ| ≥ ¾|y₀| and cos ph ζ ≥ (|y₀|/4)/(5|y₀|/4) = 1/5, so that sec²(ph ζ/2) = 2/(1+cos ph ζ) ≤ 5/3, and by Cauchy's estimate
// the coefficient k of R about y₀ is at most |c_m| (¾|y₀|)^{1−2m} (5/3)^m (4/|y₀|)^k.
func gammaJet[T any, P ball.Number[T]](s, x *ball.Series[T, P], parts func(x P) (re *ball.Real, im float64), prec uint) *ball.Series[T, P] { // one function: the formula, term by term.
	prec = atLeast(prec)
	n := x.Len()
	if n == 0 {
		return s.SetLen(0)
	}
	x0 := x.Coef(0)
	x1, im := parts(x0)
	re, _ := x1.Float64()
	wp := prec + 20 + 4*uint(n) // quotients of jets lose a few bits for each coefficient
	want := math.Max(jetShift*float64(wp)+4, im)
	shift := math.Max(0, math.Ceil(want-re))
	if !(shift <= maxJetShift) || im > maxJetShift || re > 1e15 {
		return indeterminateJet(s, n)
	}
	size := math.Hypot(re+shift, im)
	// turning a rectangle by the angle of a factor of (x)_N widens it by |cos|+|sin| of that angle
	wrapping := 0.0
	for k := range int(shift) {
		if a := math.Abs(re + float64(k)); a > 0 && im > 0 {
			wrapping += math.Max(0, math.Log2((a+im)/math.Hypot(a, im)))
		}
	}
	lead := wp + uint(2*math.Log2(size)+wrapping)
	var rising, y, t, l, q, h ball.Series[T, P]
	rising.SetConst(P(new(T)).SetInt64(1), n)
	c := P(new(T))
	for k := range int64(shift) {
		t.AddScalar(x, c.SetInt64(k), lead)
		rising.Mul(&rising, &t, lead)
	}
	y.AddScalar(x, c.SetInt64(int64(shift)), lead+64)
	y0 := y.Coef(0)
	up, low := y0.MagUpper(), y0.MagLower()
	if y1, _ := parts(y0); y1.Positive() != ball.True || y1.MagLower().Mul2Exp(1).Cmp(up) < 0 {
		return indeterminateJet(s, n)
	}
	// |c_k| is about 2(2k−2)!/(2π)^{2k}
	m := 1
	lowF := lowFloat(low)
	for prev := math.Inf(1); ; m++ {
		lg := elem64.Lgamma(2*float64(m) - 1)
		b := (lg-2*float64(m)*elem64.Log(2*math.Pi)-(2*float64(m)-1)*elem64.Log(0.75*lowF)+float64(m)*elem64.Log(5.0/3))/math.Ln2 + 1
		if b < float64(stopEarly)-float64(wp) || b > prev {
			break
		}
		prev = b
	}
	coefs := stirlingCoefs(m, wp)
	l.Inv(&y, lead)
	q.Mul(&l, &l, lead)
	h.SetConst(c.SetInt64(0), n)
	for k := m - 1; k >= 1; k-- {
		h.Mul(&h, &q, lead)
		h.AddScalar(&h, c.SetReal(&coefs[k]), lead)
	}
	h.Mul(&h, &l, lead)
	// the remainder, composed with y − y₀
	var rest ball.Series[T, P]
	rest.SetLen(n)
	threeQuarters := low.MulLower(ball.MagUintLower(3)).Mul2Exp(-2)
	bound := coefs[m].MagUpper().Mul(ball.MagFloat64(5.0 / 3 * (1 + 1e-15)).Pow(uint64(m))).Quo(threeQuarters.PowLower(uint64(2*m - 1)))
	bound = bound.Mul(tailScale)
	for k := range n {
		rest.Coef(k).AddRad(bound)
		bound = bound.Mul2Exp(2).Quo(low)
	}
	t.Set(&y)
	t.Coef(0).SetInt64(0)
	rest.Compose(&rest, &t, lead)
	h.Add(&h, &rest, lead)
	// leading terms
	l.Log(&y, lead)
	t.AddScalar(&y, c.SetReal(ball.NewReal(-0.5)), lead)
	l.Mul(&l, &t, lead)
	l.Sub(&l, &y, lead)
	h.Add(&h, &l, lead)
	var pi ball.Real
	pi.Pi(lead)
	pi.Mul2Exp(&pi, 1)
	pi.Log(&pi, lead)
	pi.Mul2Exp(&pi, -1)
	h.AddScalar(&h, c.SetReal(&pi), lead)
	h.Exp(&h, wp)
	s.Quo(&h, &rising, wp)
	for k := range n {
		P(s.Coef(k)).SetRound(s.Coef(k), prec)
	}
	return s
}
