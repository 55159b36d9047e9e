package special

import (
	"math"

	"krein/ball"
	"krein/internal/special/magnitude"
)

// LambdaComplex sets z to the entire function Λ_d(x) = ₀F₁(; d/2; −x²/4) at complex x, for real d ≥ 1; it is
// indeterminate for other d. Being the transform of a probability on [−1, 1], Λ_d is bounded at x = s+it by Λ_d(it) ≤
// cosh t, which limits the result (see LambdaBound), and similar bounds of its derivatives carry the radius of x.
//
// By Hankel's expansions where |x| is large against the precision and d², else by the convergent series, for |x| ≤ 10⁵ and as long as that takes no
// unreasonable work, beyond which the bound is left.
func LambdaComplex(z *ball.Complex, d *ball.Real, x *ball.Complex, prec uint) *ball.Complex {
	prec = atLeast(prec)
	if !d.IsFinite() || !x.IsFinite() || ball.NewReal(1).LessEq(d) != ball.True {
		return z.SetIndeterminate()
	}
	dLow := ball.MagFloatLower(d.Lower(nil, 40))
	bound := LambdaBound(d, x.Im.MagUpper())
	var nu ball.Real
	shiftOrder(&nu, nu.Mul2Exp(d, -1), -1, prec)
	o := newOrder(&nu)
	var m, a ball.Complex
	m.GetMid(x)
	lambdaComplexPoint(&a, &o, &m, prec)
	if r := x.Rad(); !r.IsZero() {
		// |Λ(m+h) − Λ(m)| ≤ min(r·sup|Λ′|, r|Λ′(m)| + r²/2·sup|Λ″|), Λ′ = −(x/d)Λ_{d+2}. With u of the law whose transform Λ
		// is, |Λ″| ≤ E u² cosh tu = −Λ″(it) = Λ_{d+2}(it)/d + t²/(d(d+2))·Λ_{d+4}(it), and by Cauchy and Schwarz |Λ′| ≤ E |u|
		// cosh tu ≤ √(E u² cosh tu · E cosh tu).
		y := x.Im.MagUpper()
		var n1 ball.Real
		second := LambdaBound(n1.AddInt64(d, 2, prec+64), y).Quo(dLow)
		q := y.Quo(dLow)
		second = second.Add(q.Mul(q).Mul(LambdaBound(n1.AddInt64(d, 4, prec+64), y)))
		v := r.Mul(second.Mul(bound).Sqrt())
		shiftOrder(&n1, &nu, 1, prec)
		o1 := newOrder(&n1)
		var b ball.Complex
		lambdaComplexPoint(&b, &o1, &m, 24)
		if b.IsFinite() {
			first := m.MagUpper().Mul(b.MagUpper()).Quo(dLow)
			v = v.Min(r.Mul(first).Add(r.Mul(r).Mul(second).Mul2Exp(-1)))
		}
		a.AddRad(v)
	}
	clip(&z.Re, &a.Re, bound, prec)
	clip(&z.Im, &a.Im, bound, prec)
	return z
}

// LambdaBound bounds |Λ_d(s+it)| for all real s and |t| ≤ y, real d ≥ 1: Λ_d(iy) and a little more, infinite
// for other d. It grows like e^y at most, and like e^{y²/(2d)} for y < d.
func LambdaBound(d *ball.Real, y ball.Mag) ball.Mag {
	f := d.Lower(nil, 53)
	df := clampFloat64(f)
	if !(df >= 1) {
		return ball.MagInf()
	}
	yf := y.Float64()
	if math.IsInf(yf, 1) {
		return ball.MagInf()
	}
	// the bound decreases with d; the slack covers the roundings of the logarithm
	l := magnitude.LogMax0F1(df/2-1, yf)
	l = l*(1+1e-12) + 1e-12*(1+yf)
	return ball.MagFloat64(l).Exp()
}

// BesselJComplex sets z to the principal value of J_ν(x) for real ν ≥ −1/2 and complex x that do not meet its cut (−∞,
// 0], and for exact integers ν for all x; it is indeterminate elsewhere, so that a finite result is holomorphic on x.
// It is (x/2)^ν/Γ(ν+1)·Λ_{2ν+2}(x).
func BesselJComplex(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) *ball.Complex {
	return besselIJComplex(z, nu, x, false, prec)
}

// BesselIComplex sets z to I_ν(x) where BesselJComplex serves J_ν. It is (x/2)^ν/Γ(ν+1)·Λ_{2ν+2}(ix).
func BesselIComplex(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) *ball.Complex {
	return besselIJComplex(z, nu, x, true, prec)
}

// besselIJComplex is I_ν if modified, else J_ν.
func besselIJComplex(z *ball.Complex, nu *ball.Real, x *ball.Complex, modified bool, prec uint) *ball.Complex {
	prec = atLeast(prec)
	if !nu.IsFinite() || !x.IsFinite() {
		return z.SetIndeterminate()
	}
	order, n, integer, odd := orderOf(nu)
	if !integer && !startsAtMinusHalf(nu) {
		return z.SetIndeterminate()
	}
	var p, l ball.Complex
	var d, g ball.Real
	wp := prec + 8
	d.Mul2Exp(shiftOrder(&d, order, 1, wp), 1)
	l.Set(x)
	if modified {
		l.MulI(&l)
	}
	LambdaComplex(&l, &d, &l, wp)
	p.Mul2Exp(x, -1)
	if integer {
		p.PowInt64(&p, n, wp)
	} else {
		p.Pow(&p, new(ball.Complex).SetReal(order), wp) // indeterminate on the cut
	}
	RecipGamma(&g, g.AddInt64(order, 1, wp+64), wp)
	p.MulReal(&p, &g, wp)
	z.Mul(&p, &l, prec)
	if odd && !modified {
		z.Neg(z)
	}
	return z
}

// lambdaComplexPoint is Λ_{2ν+2} at an exact argument.
func lambdaComplexPoint(z *ball.Complex, o *order, x *ball.Complex, prec uint) {
	if x.Im.IsZero() {
		if x.Re.IsZero() {
			z.SetInt64(1)
			return
		}
		m := x.Re.Mid(nil)
		z.Im.SetZero()
		besselJPoint(&z.Re, o, m.Abs(m), automatic, true, prec)
		return
	}
	re, im := x.Re.Mid(nil), x.Im.Mid(nil)
	size := math.Hypot(clampFloat64(re), clampFloat64(im))
	// next to an axis the imaginary part is small: −Re x·Im x/d for small x
	a, b := re.MantExp(nil), im.MantExp(nil)
	small := min(max(-min(a, b)-min(max(a, b), 0), 0), int(prec))
	if o.far(size, prec) && lambdaFar(z, o, x, prec+uint(small)) {
		z.SetRound(z, prec)
		return
	}
	if size > maxSeriesX {
		z.SetIndeterminate()
		return
	}
	p := prec
	for try := 0; ; try++ {
		// p bits below the amplitude at |x|
		frac := int(p) + 8 + small - int(magnitude.Log2AbsLambda(o.f, math.Max(size, 1e-300)))
		done := false
		if o.exact {
			done = sum0F1(&z.Re, &z.Im, o.dy.plus(1), re, im, true, frac)
		} else {
			var b ball.Real
			var y ball.Complex
			wp := uint(frac+16) + uint(magnitude.LogMax0F1(o.f, size)/math.Ln2)
			b.AddInt64(o.ball, 1, wp+64)
			y.Sqr(x, wp)
			y.Mul2Exp(y.Neg(&y), -2)
			done = sumPFQ(z, nil, []*ball.Real{&b}, &y, complexWork, wp)
		}
		if !done {
			z.SetIndeterminate()
			return
		}
		lost := int64(prec) - max(z.RelAccuracyBits(), -int64(p))
		if try > retries || lost < worthRetry || !o.ball.IsExact() {
			break
		}
		p += uint(lost) + 8
	}
	z.SetRound(z, prec)
}

// lambdaFar is lambdaComplexPoint by J_ν = (H⁽¹⁾_ν + H⁽²⁾_ν)/2 and kFar, on the imaginary axis by I_ν. It reports false where that does not serve.
func lambdaFar(z *ball.Complex, o *order, x *ball.Complex, prec uint) bool {
	wp := prec + 16
	var w, h, k ball.Complex
	if x.Re.IsZero() { // Λ(iy) is real and even in y
		var y, t ball.Real
		BesselI(&z.Re, o.ball, y.Abs(&x.Im, x.Im.Mid(nil).Prec()), wp)
		z.Re.Quo(&z.Re, powerOverGamma(&t, o, y.Mid(nil), wp), prec)
		z.Im.SetZero()
		return z.Re.IsFinite()
	}
	if w.Set(x); w.Re.Negative() == ball.True { // Λ is even
		w.Neg(&w)
	}
	var nu ball.Real
	nu.Abs(o.ball, o.ball.Mid(nil).Prec()+64)
	for i, to := range []*ball.Complex{&h, &k} {
		if i == 1 { // H⁽²⁾_ν(w) is the conjugate of H⁽¹⁾_ν at that of w
			w.Im.Neg(&w.Im)
		}
		var at ball.Complex
		if !kFar(to, &nu, at.MulI(at.Neg(&w)), wp) {
			return false
		}
		hankelOfK(to, o.ball, wp)
	}
	k.Im.Neg(&k.Im)
	w.Im.Neg(&w.Im)
	h.Mul2Exp(h.Add(&h, &k, wp), -1)
	// (2/w)^ν Γ(ν+1)
	var g ball.Real
	k.Pow(w.Mul2Exp(&w, -1), k.SetReal(o.ball), wp)
	k.MulReal(&k, RecipGamma(&g, g.AddInt64(o.ball, 1, wp+64), wp), wp)
	z.Quo(&h, &k, prec)
	return z.IsFinite()
}

// BesselKComplex sets z to K_ν(x) for real ν and complex x in the right half plane; it is indeterminate elsewhere, so
// that a finite result is holomorphic on x. The radius of x enters through |K_ν′(x)| ≤ K_{|ν|+1}(Re x), and |K_ν(x)| ≤
// K_ν(Re x) limits the result (both from ∫₀^∞ e^{−x cosh t} cosh νt dt, DLMF 10.32.9).
func BesselKComplex(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) *ball.Complex {
	prec = atLeast(prec)
	if !nu.IsFinite() || !x.IsFinite() || x.Re.Positive() != ball.True {
		return z.SetIndeterminate()
	}
	var order, low, k ball.Real
	order.Abs(nu, nu.Mid(nil).Prec()+64)
	lo, _ := ends(&x.Re, 64)
	if lo.Positive() != ball.True {
		return z.SetIndeterminate()
	}
	var a, m ball.Complex
	m.GetMid(x)
	if order.IsExact() {
		kComplexPoint(&a, &order, &m, prec)
	} else {
		// |∂K/∂ν| ≤ ∫ e^{−s cosh t} t sinh νt dt ≤ ½K_{ν+1}(s), as t sinh νt ≤ sinh t sinh νt ≤ ½cosh (ν+1)t
		var mid ball.Real
		kComplexPoint(&a, mid.GetMid(&order), &m, prec)
		low.SetFloat(order.MagUpper().Float(nil))
		BesselK(&k, low.AddInt64(&low, 1, 128), lo, 32)
		a.AddRad(order.Rad().Mul(k.MagUpper()))
	}
	top := new(ball.Real).SetFloat(order.MagUpper().Float(nil))
	if r := x.Rad(); !r.IsZero() {
		BesselK(&k, low.AddInt64(top, 1, 128), lo, 32)
		a.AddRad(r.Mul(k.MagUpper()))
	}
	BesselK(&k, top, lo, 32)
	clip(&z.Re, &a.Re, k.MagUpper(), prec)
	clip(&z.Im, &a.Im, k.MagUpper(), prec)
	return z
}

// kComplexPoint is K_ν at an exact order ≥ 0 and an exact argument with Re x > 0.
func kComplexPoint(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) {
	if x.Im.IsZero() {
		z.Im.SetZero()
		besselKPoint(&z.Re, nu, x.Re.Mid(nil), automatic, prec)
		return
	}
	if kFar(z, nu, x, prec) {
		return
	}
	o := newOrder(nu)
	size := math.Hypot(clampFloat64(x.Re.Mid(nil)), clampFloat64(x.Im.Mid(nil)))
	if size > maxSeriesX {
		z.SetIndeterminate()
		return
	}
	kSeries(z, &o, x, size, complexWork, prec)
}
