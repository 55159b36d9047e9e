package special

import (
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/limb"
	"krein/special/internal/magnitude"
)

// LambdaComplex sets z to the entire function Λ_d(x) = ₀F₁(; d/2; −x²/4) at complex x, for real d ≥ 1; it is
// indeterminate for other d. Being the transform of a probability on [−1, 1], Λ_d is
// bounded at x = s+it by Λ_d(it) ≤ cosh t, which limits the result (see LambdaBound), and similar bounds of its
// derivatives carry the radius of x.
//
// The convergent series in fixed point, or Hankel's expansions of both functions H with the remainders
// of DLMF 10.17.14 where they are good enough and cheaper.
func LambdaComplex(z *ball.Complex, d *ball.Real, x *ball.Complex, prec uint) *ball.Complex {
	return lambdaComplex(z, d, x, automatic, prec)
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

// BesselJComplex sets z to the principal value of J_ν(x) for real ν ≥ −1/2 and complex x that do not meet its cut (−∞, 0], and for exact
// integers ν for all x; it is indeterminate elsewhere, so that a finite result is holomorphic on x. It
// is (x/2)^ν/Γ(ν+1)·Λ_{2ν+2}(x).
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
	var n big.Int
	order := new(ball.Real).Set(nu)
	flip := false
	integer := nu.IsExact() && nu.UniqueInt(&n)
	if integer && n.Sign() < 0 {
		// J_{−n} = (−1)^n J_n, I_{−n} = I_n
		flip = n.Bit(0) != 0 && !modified
		order.Neg(order)
	}
	if !integer && (meetsCut(x) || !startsAtMinusHalf(nu)) {
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
	var nc ball.Complex
	nc.SetReal(order)
	p.Mul2Exp(x, -1)
	if integer && n.IsInt64() {
		p.PowInt64(&p, max(n.Int64(), -n.Int64()), wp)
	} else {
		p.Pow(&p, &nc, wp)
	}
	RecipGamma(&g, g.AddInt64(order, 1, wp+64), wp)
	p.MulReal(&p, &g, wp)
	z.Mul(&p, &l, prec)
	if flip {
		z.Neg(z)
	}
	return z
}

// lambdaComplex is LambdaComplex by a given algorithm.
func lambdaComplex(z *ball.Complex, d *ball.Real, x *ball.Complex, alg algorithm, prec uint) *ball.Complex {
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
	lambdaComplexPoint(&a, &o, &m, alg, prec)
	if r := x.Rad(); !r.IsZero() {
		// |Λ(m+h) − Λ(m)| ≤ min(r·sup|Λ′|, r|Λ′(m)| + r²/2·sup|Λ″|), Λ′ = −(x/d)Λ_{d+2}. With u of the law whose transform Λ is,
		// |Λ″| ≤ E u² cosh tu = −Λ″(it) = Λ_{d+2}(it)/d + t²/(d(d+2))·Λ_{d+4}(it), and by Cauchy and Schwarz
		// |Λ′| ≤ E |u| cosh tu ≤ √(E u² cosh tu · E cosh tu).
		y := x.Im.MagUpper()
		var n1 ball.Real
		second := LambdaBound(n1.AddInt64(d, 2, prec+64), y).Quo(dLow)
		q := y.Quo(dLow)
		second = second.Add(q.Mul(q).Mul(LambdaBound(n1.AddInt64(d, 4, prec+64), y)))
		v := r.Mul(second.Mul(bound).Sqrt())
		shiftOrder(&n1, &nu, 1, prec)
		o1 := newOrder(&n1)
		var b ball.Complex
		lambdaComplexPoint(&b, &o1, &m, automatic, 24)
		if b.IsFinite() {
			first := m.MagUpper().Mul(b.MagUpper()).Quo(dLow)
			v = v.Min(r.Mul(first).Add(r.Mul(r).Mul(second).Mul2Exp(-1)))
		}
		a.AddRad(v)
	}
	if alg != automatic {
		return z.Set(&a)
	}
	clip(&z.Re, &a.Re, bound, prec)
	clip(&z.Im, &a.Im, bound, prec)
	return z
}

// lambdaComplexPoint is Λ_{2ν+2} at an exact argument.
func lambdaComplexPoint(z *ball.Complex, o *order, x *ball.Complex, alg algorithm, prec uint) {
	if x.Im.IsZero() {
		if x.Re.IsZero() {
			z.SetInt64(1)
			return
		}
		m := x.Re.Mid(nil)
		z.Im.SetZero()
		besselJPoint(&z.Re, o, m.Abs(m), alg, true, prec)
		return
	}
	size := math.Hypot(clampFloat64(x.Re.Mid(nil)), clampFloat64(x.Im.Mid(nil)))
	if size > maxBesselX {
		z.SetIndeterminate()
		return
	}
	chosen := alg == automatic
	if chosen {
		alg = bySeries
		if size > 0.3*float64(prec)+10 {
			frac := asymptoticFrac(o, size, prec)
			if _, ok := o.plan(size, frac, true); ok || size > maxSeriesX {
				alg = byAsymptotics
			}
		}
	}
	p := prec
	for try := 0; ; try++ {
		lambdaComplexOnce(z, o, x, alg, size, p)
		lost := int64(prec) - max(z.RelAccuracyBits(), -int64(p))
		finite := z.IsFinite()
		if try > retries || finite && lost < worthRetry || !o.ball.IsExact() {
			break
		}
		if chosen && alg == byAsymptotics && size <= maxSeriesX {
			alg, p = bySeries, prec // the sums cancel more than they should
			continue
		}
		if !finite {
			break
		}
		p += uint(lost) + 8
	}
	z.SetRound(z, prec)
}

// lambdaComplexOnce is lambdaComplexPoint at about prec bits below the amplitude at |x|, size.
func lambdaComplexOnce(z *ball.Complex, o *order, x *ball.Complex, alg algorithm, size float64, prec uint) {
	if alg == byAsymptotics {
		lambdaComplexAsymptotic(z, o, x, size, prec)
		return
	}
	if size > maxSeriesX {
		z.SetIndeterminate()
		return
	}
	frac := int(prec) + 8 - int(magnitude.Log2AbsLambda(o.f, math.Max(size, 1e-300)))
	if o.exact {
		if !sum0F1Complex(z, o.dy.plus(1), x, size, frac) {
			z.SetIndeterminate()
		}
		return
	}
	var b ball.Real
	var y ball.Complex
	wp := uint(frac) + uint(magnitude.LogMax0F1(o.f, size)/math.Ln2) + 16
	b.AddInt64(o.ball, 1, wp+64)
	y.Sqr(x, wp)
	y.Mul2Exp(y.Neg(&y), -2)
	if !sumPFQ(z, nil, []*ball.Real{&b}, &y, complexWork, wp) {
		z.SetIndeterminate()
	}
}

// sum0F1Complex sets z to ₀F₁(; b; −x²/4) for b ≥ 1/2 and exact x up to about 2^-frac absolutely.
//
// It is sum0F1 with both parts as signs and magnitudes. With w = −x²/4 = (m+in)·2^e, |m|, |n| < 1, max(|m|, |n|) ≥ 1/2, a product
// of a part costs n+2 ulps before the shift by e, so that a step errs by at most √2(2(n+2)·2^e/d_k + 1/d_k + 1) ulps in modulus,
// 2^e ≤ 2|w|, and N terms by at most N(6n+16)·M, M = ₀F₁(; b; |x|²/4), as in sum0F1; the
// rest is at most twice the last term and its error. It returns false where that would take unreasonable work.
func sum0F1Complex(z *ball.Complex, b dyadic, x *ball.Complex, size float64, frac int) bool {
	growth := int(math.Ceil(magnitude.LogMax0F1(b.float()-1, size)*(1+1e-12)/math.Ln2)) + 1
	guard := int(math.Log2(math.Max(float64(frac), 0)+4*size+16)) + 10
	fw := max((frac+growth+guard+63)/64, 1)
	var w ball.Complex
	ex := int(x.MagUpper().Exponent())
	iw := (growth + max(2*ex-1+int(b.shift), 0) + 5 + 63) / 64
	n := fw + iw
	if 2*ex < -max(frac, 8)-8 {
		// |₀F₁ − 1| ≤ |w|/b·e^|w| ≤ |x|²
		z.SetInt64(1)
		z.AddRad(ball.MagPow2(2 * int64(ex)).Mul(tailScale))
		return true
	}
	if 4*work(math.Max(float64(frac), 0)+4*size+16, 64*float64(n)) > maxWork {
		return false
	}
	// exact, or cut far below the words in use
	w.Sqr(x, uint(64*n+64))
	w.Mul2Exp(w.Neg(&w), int64(b.shift)-2)
	f := fixedPool.Get().(*fixedWork)
	defer fixedPool.Put(f)
	v := f.get(9*n + 1)
	part := func(i int) []uint64 { return v[i*n : (i+1)*n] }
	wr, wi, tr, ti, sr, si, p, q, buf := part(0), part(1), part(2), part(3), part(4), part(5), part(6), part(7), v[8*n:]
	re, im := w.Re.Mid(nil), w.Im.Mid(nil)
	e := 0
	for i, m := range []*big.Float{re, im} {
		if m.Sign() != 0 && (i == 0 || re.Sign() == 0 || m.MantExp(nil) > e) {
			e = m.MantExp(nil)
		}
	}
	f.scaled(wr, re, e)
	f.scaled(wi, im, e)
	wrNeg, wiNeg := re.Sign() < 0, im.Sign() < 0
	trNeg, tiNeg := false, false
	tr[fw] = 1
	sr[fw] = 1
	y2 := math.Ldexp(size*size, int(b.shift)-2)
	k := uint64(1)
	var last ball.Mag
	for m := n; ; k++ {
		d := k * (uint64(b.num) + (k-1)<<b.shift)
		// re = tr·wr − ti·wi, im = tr·wi + ti·wr
		limb.MulHigh(p[:m], tr[:m], wr[n-m:], buf)
		limb.MulHigh(q[:m], ti[:m], wi[n-m:], buf)
		reNeg := addSigned(p[:m], q[:m], trNeg != wrNeg, tiNeg == wiNeg)
		limb.MulHigh(q[:m], tr[:m], wi[n-m:], buf)
		limb.MulHigh(tr[:m], ti[:m], wr[n-m:], buf)
		imNeg := addSigned(q[:m], tr[:m], trNeg != wiNeg, tiNeg != wrNeg)
		top := m
		if e > 0 {
			top = min(m+e/64+1, n)
			clear(p[m:top])
			clear(q[m:top])
		}
		shift(p[:top], e)
		shift(q[:top], e)
		limb.DivWord(tr[:top], p[:top], d, 0)
		limb.DivWord(ti[:top], q[:top], d, 0)
		trNeg, tiNeg = reNeg, imNeg
		accumulate(sr, tr[:top], trNeg)
		accumulate(si, ti[:top], tiNeg)
		for m = top; m > 1 && tr[m-1]|ti[m-1] == 0; {
			m--
		}
		m = min(m+1, n) // room for the sum of two products
		if float64(d) > 2.1*y2 {
			if l := max(limb.BitLen(tr[:m]), limb.BitLen(ti[:m])); l <= growth+4+stopEarly {
				last = ball.MagPow2(int64(l) + 1)
				break
			}
		}
	}
	per := ball.MagUint(uint64(6*n+16) * k).Mul2Exp(int64(growth))
	err := per.Add(per.Add(last).Mul2Exp(1).Mul(tailScale)).Mul(errScale)
	f.toReal(&z.Re, sr, -64*int64(fw), err)
	f.toReal(&z.Im, si, -64*int64(fw), err)
	return true
}

// scaled sets v to ⌊|x|·2^(64n−e)⌋ for |x| < 2^e, n the number of words.
func (w *fixedWork) scaled(v []uint64, x *big.Float, e int) {
	if x.Sign() == 0 {
		clear(v)
		return
	}
	if x.MantExp(nil)+64*len(v)-e <= 0 {
		clear(v)
		return
	}
	w.g.SetPrec(0)
	w.g.SetPrec(max(x.Prec(), 64)).Abs(x)
	w.g.SetMantExp(&w.g, 64*len(v)-e)
	w.g.Int(&w.i)
	limb.FromInt(v, &w.i, 0)
}

// addSigned sets x to |±x ± y|, the signs negative as told, and reports whether the sum is negative. The magnitude of
// the sum has to fit; y is destroyed.
func addSigned(x, y []uint64, xNeg, yNeg bool) bool {
	if xNeg == yNeg {
		limb.Add(x, x, y)
		return xNeg
	}
	if limb.Sub(x, x, y) != 0 {
		limb.Neg(x, x)
		return yNeg
	}
	return xNeg
}

// lambdaComplexAsymptotic is Λ from J = (H⁺ + H⁻)/2 for |ph x| ≤ π/2,
//
//	H^±(x) = √(2/(πx)) e^{±iω} (Σ_{k<ℓ} (±i)^k a_k/x^k + R^±), ω = x − (2ν+1)π/4,
//	|R^±| ≤ 2χ(ℓ)|a_ℓ||x|^−ℓ exp(|ν²−1/4|χ(1)/|x|)
//
// (DLMF 10.17.13–15, proved at planExpansion: R^±(x) is the remainder of K at xe^{∓iπ/2}, so that for R⁺ the factors χ
// are needed in the lower half plane only, for R⁻ in the upper). Λ is even.
func lambdaComplexAsymptotic(z *ball.Complex, o *order, x *ball.Complex, size float64, prec uint) {
	frac := asymptoticFrac(o, size, prec)
	p, ok := o.plan(size, frac, true)
	if !ok || size < 1 || complexWork(float64(p.terms), float64(frac)+p.top) > maxWork {
		z.SetIndeterminate()
		return
	}
	wp := uint(frac+int(p.top)) + 16
	var y, even, odd, u ball.Complex
	var c ball.Real
	y.Set(x)
	if y.Re.Mid(nil).Sign() < 0 {
		y.Neg(&y)
	}
	first, _ := expansionBall(&even, &odd, o.ball, &y, true, p.terms, wp)
	rest := remainderBound(first, o.ball.MagUpper(), ball.MagPow2(0).Quo(y.MagLower()), p.terms, true).Mul(tailScale)
	// H⁺ ∝ e^{iω}(even + i·odd), H⁻ ∝ e^{−iω}(even − i·odd)
	odd.MulI(&odd)
	var plus, minus ball.Complex
	plus.Add(&even, &odd, wp)
	minus.Sub(&even, &odd, wp)
	plus.AddRad(rest)
	minus.AddRad(rest)
	// ω
	ex := uint(max(y.MagUpper().Exponent(), 1)) + 8
	var w, pi ball.Real
	w.Mul2Exp(o.ball, 1)
	w.AddInt64(&w, 1-8*int64(math.Floor((2*o.f+1)/8+0.5)), wp+ex+64)
	pi.Pi(wp + ex)
	c.Mul2Exp(&pi, -2)
	w.Mul(&w, &c, wp+ex)
	u.Set(&y)
	u.Re.Sub(&u.Re, &w, wp+ex)
	u.MulI(&u)
	var e ball.Complex
	e.Exp(&u, wp)
	plus.Mul(&plus, &e, wp)
	e.Exp(u.Neg(&u), wp)
	minus.Mul(&minus, &e, wp)
	plus.Add(&plus, &minus, wp)
	// J = (…)/√(2πx)
	u.MulReal(&y, &pi, wp)
	u.Mul2Exp(&u, 1)
	u.Sqrt(&u, wp)
	plus.Quo(&plus, &u, wp)
	// Γ(ν+1)(2/x)^ν
	var nc ball.Complex
	nc.SetReal(o.ball)
	u.Mul2Exp(&y, -1)
	u.Pow(&u, &nc, wp)
	plus.Quo(&plus, &u, wp)
	Gamma(&c, c.AddInt64(o.ball, 1, wp+64), wp)
	plus.MulReal(&plus, &c, wp)
	z.SetRound(&plus, prec)
}

// BesselKComplex sets z to the principal value of K_ν(x) for real ν and complex x that do not meet its cut (−∞, 0]; it is
// indeterminate elsewhere, so that a finite result is holomorphic on x. For Re x > 0 the radius of x enters
// through |K_ν′(x)| ≤ K_{|ν|+1}(Re x), and |K_ν(x)| ≤ K_ν(Re x) limits the
// result (both from ∫₀^∞ e^{−x cosh t} cosh νt dt, DLMF 10.32.9); other x see kComplexAway.
func BesselKComplex(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) *ball.Complex {
	prec = atLeast(prec)
	if !nu.IsFinite() || !x.IsFinite() || meetsCut(x) {
		return z.SetIndeterminate()
	}
	if x.Re.Positive() != ball.True {
		kComplexAway(z, nu, x, prec)
		return z
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
	o := newOrder(nu)
	size := math.Hypot(clampFloat64(x.Re.Mid(nil)), clampFloat64(x.Im.Mid(nil)))
	half := o.exact && o.dy.shift == 1
	if size > maxBesselX {
		z.SetIndeterminate()
		return
	}
	if half || size > 1 && size > seriesBelow*float64(prec) {
		for p := prec; kComplexAsymptotic(z, &o, x, size, p); {
			lost := int64(prec) - max(z.RelAccuracyBits(), -int64(p))
			if lost < worthRetry {
				z.SetRound(z, prec)
				return
			}
			if !half || p > 16*prec+4096 {
				break // the sum cancels: the series, or give up
			}
			p += uint(lost) + 8
		}
	}
	if size > maxSeriesX {
		z.SetIndeterminate()
		return
	}
	kSeries(z, &o, x, size, complexWork, prec)
}

// kComplexAsymptotic is K by its expansion for Re x > 0, where |R| ≤ 2|t_ℓ| exp(|ν²−1/4|/|x|) (DLMF 10.40.11, 10.40.12; proved at
// planExpansion).
func kComplexAsymptotic(z *ball.Complex, o *order, x *ball.Complex, size float64, prec uint) bool {
	frac := int(prec) + 8
	half := o.exact && o.dy.shift == 1
	terms, top := 0, 0.0
	if half {
		terms = int(o.dy.num+1) / 2
	} else {
		// the bound of behind is larger than what is needed
		p, ok := o.plan(size, frac, true)
		if !ok {
			return false
		}
		terms, top = p.terms, p.top
	}
	if complexWork(float64(terms), float64(frac)+top) > maxWork {
		return false
	}
	wp := uint(frac+int(top)) + 16
	var s, t ball.Complex
	var c ball.Real
	first, _ := expansionBall(&s, nil, o.ball, x, false, terms, wp)
	if !half {
		s.AddRad(remainderBound(first, o.ball.MagUpper(), ball.MagPow2(0).Quo(x.MagLower()), terms, false).Mul(tailScale))
	}
	// √(π/(2x)) e^{−x}
	c.Pi(wp)
	t.Inv(x, wp)
	t.MulReal(&t, &c, wp)
	t.Mul2Exp(&t, -1)
	t.Sqrt(&t, wp)
	s.Mul(&s, &t, wp)
	t.Exp(t.Neg(x), wp)
	z.Mul(&s, &t, prec)
	return true
}
