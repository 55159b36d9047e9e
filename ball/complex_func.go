package ball

import (
	"math"
	"math/big"
)

// fromReal sets z to f(x) and returns true if x and f(x) are real and finite.
func (z *Complex) fromReal(f func(z, x *Real, prec uint) *Real, x *Complex, prec uint) bool {
	var t Real
	if !x.IsReal() || !f(&t, &x.Re, prec).IsFinite() {
		return false
	}
	z.Re.Set(&t)
	z.Im.SetZero()
	return true
}

// Exp sets z to e^x.
func (z *Complex) Exp(x *Complex, prec uint) *Complex {
	if z.fromReal((*Real).Exp, x, prec) {
		return z
	}
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	var r, s, c Real
	r.Exp(&x.Re, prec+8)
	SinCos(&s, &c, &x.Im, prec+8)
	z.Re.Mul(&r, &c, prec)
	z.Im.Mul(&r, &s, prec)
	return z.settle()
}

// Expm1 sets z to e^x − 1.
func (z *Complex) Expm1(x *Complex, prec uint) *Complex {
	if z.fromReal((*Real).Expm1, x, prec) {
		return z
	}
	return z.byMeanValue(x, prec, (*Complex).expm1Direct, func(d, x *Complex, p uint) { d.Exp(x, p) })
}

// expm1Direct: e^a cos b − 1 = (e^a − 1) cos b − 2 sin²(b/2).
func (z *Complex) expm1Direct(x *Complex, prec uint) *Complex {
	wp := prec + 8
	var m, s, c, h Real
	m.Expm1(&x.Re, wp)
	SinCos(&s, &c, &x.Im, wp)
	h.Sin(h.Mul2Exp(&x.Im, -1), wp)
	h.Mul2Exp(h.Sqr(&h, wp), 1)
	z.Re.Sub(c.Mul(&m, &c, wp), &h, prec)
	m.AddInt64(&m, 1, wp)
	z.Im.Mul(&m, &s, prec)
	return z.settle()
}

// Sin sets z to sin x.
func (z *Complex) Sin(x *Complex, prec uint) *Complex {
	var c Complex
	x.sinCosTo(z, &c, prec)
	return z
}

// Cos sets z to cos x.
func (z *Complex) Cos(x *Complex, prec uint) *Complex {
	var s Complex
	x.sinCosTo(&s, z, prec)
	return z
}

// ComplexSinCos sets s to sin x and c to cos x; s and c must differ, either may be x.
func ComplexSinCos(s, c, x *Complex, prec uint) {
	if s == c {
		panic("ball: ComplexSinCos with one receiver for two results")
	}
	x.sinCosTo(s, c, prec)
}

// sinCosTo: sin(a+ib) = sin a cosh b + i cos a sinh b, cos(a+ib) = cos a cosh b − i sin a sinh b.
func (x *Complex) sinCosTo(s, c *Complex, prec uint) {
	if !x.IsFinite() {
		s.SetIndeterminate()
		c.SetIndeterminate()
		return
	}
	if x.IsReal() {
		s.Im.SetZero()
		c.Im.SetZero()
		SinCos(&s.Re, &c.Re, &x.Re, prec)
		return
	}
	wp := prec + 8
	var sa, ca, sb, cb Real
	SinCos(&sa, &ca, &x.Re, wp)
	SinhCosh(&sb, &cb, &x.Im, wp)
	s.Re.Mul(&sa, &cb, prec)
	s.Im.Mul(&ca, &sb, prec)
	c.Re.Mul(&ca, &cb, prec)
	c.Im.Mul(&sa, &sb, prec)
	c.Im.Neg(&c.Im)
	s.settle()
	c.settle()
}

// Sinh sets z to sinh x = −i sin(ix).
func (z *Complex) Sinh(x *Complex, prec uint) *Complex {
	z.MulI(x)
	z.Sin(z, prec)
	z.MulI(z)
	return z.Neg(z)
}

// Cosh sets z to cosh x = cos(ix).
func (z *Complex) Cosh(x *Complex, prec uint) *Complex {
	z.MulI(x)
	return z.Cos(z, prec)
}

// Tanh sets z to tanh x; it is indeterminate if x may contain a pole.
func (z *Complex) Tanh(x *Complex, prec uint) *Complex {
	if z.fromReal((*Real).Tanh, x, prec) {
		return z
	}
	return z.byMeanValue(x, prec, (*Complex).tanhDirect, func(d, x *Complex, p uint) {
		// 1/|cosh(a+ib)|² = 1/(sinh² a + cos² b)
		var s, c Real
		s.Sinh(&x.Re, p)
		c.Cos(&x.Im, p)
		l, m := s.MagLower(), c.MagLower()
		l = l.MulLower(l).AddLower(m.MulLower(m))
		d.SetInt64(0)
		d.Re.SetMag(MagPow2(0).Quo(l))
	})
}

// tanhDirect: tanh x = −t/(2+t), t = e^(−2x) − 1, on the side where that is small.
func (z *Complex) tanhDirect(x *Complex, prec uint) *Complex {
	wp := prec + 16
	neg := x.Re.mid.Signbit()
	var t, u Complex
	t.Mul2Exp(x, 1)
	if !neg {
		t.Neg(&t)
	}
	if e := MagFloat(&x.Re.mid); e.exp > 40 {
		// |tanh x − 1| ≤ 2e^(−2a)/(1 − e^(−2a)) for a ≥ 2^39
		if x.Re.rad.exp > 38 {
			return z.SetIndeterminate()
		}
		z.SetInt64(1)
		z.AddRad(MagPow2(-(1 << 39)))
	} else {
		t.Expm1(&t, wp)
		u.AddInt64(&t, 2, wp)
		z.Quo(&t, &u, prec)
		z.Neg(z)
	}
	if neg {
		z.Neg(z)
	}
	return z
}

// Tan sets z to tan x = −i tanh(ix); it is indeterminate if x may contain a pole.
func (z *Complex) Tan(x *Complex, prec uint) *Complex {
	if z.fromReal((*Real).Tan, x, prec) {
		return z
	}
	z.MulI(x)
	z.Tanh(z, prec)
	z.MulI(z)
	return z.Neg(z)
}

// byMeanValue sets z to f(x) from f at the midpoint and a bound of the derivative df
// over x; f must be holomorphic where df(x) is finite. For a wide ball it first
// evaluates f directly, which may be narrower than that bound, and else keeps what both allow.
func (z *Complex) byMeanValue(x *Complex, prec uint, f func(z, x *Complex, prec uint) *Complex,
	df func(d, x *Complex, prec uint)) *Complex {
	prec = clampPrec(prec)
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	if x.IsExact() {
		return f(z, x, prec)
	}
	var m, d, y Complex
	df(&d, x, 64)
	r := x.Rad()
	e := d.MagUpper().Mul(r)
	if e.IsInf() {
		return f(z, x, prec)
	}
	wide := r.Mul2Exp(10).Cmp(x.MagUpper()) > 0
	if wide {
		f(&y, x, prec)
		if y.IsFinite() && y.Rad().Cmp(e) <= 0 {
			return z.Set(&y)
		}
	}
	f(&m, m.GetMid(x), prec)
	m.AddRad(e)
	if wide && y.IsFinite() {
		z.Re.Intersect(&m.Re, &y.Re, prec)
		z.Im.Intersect(&m.Im, &y.Im, prec)
		return z.settle()
	}
	return z.Set(&m)
}

// meetsLeft tells whether x has a point with Re ≤ c, Im = 0 (for a cut (−∞, c]).
func (x *Complex) meetsLeft(c int64) bool {
	if !x.Im.ContainsZero() {
		return false
	}
	var t Real
	return t.AddInt64(&x.Re, -c, 64).Positive() != True
}

// Log sets z to log x = log|x| + i arg x, −π < arg x < π; it is indeterminate if x meets the cut (−∞, 0].
func (z *Complex) Log(x *Complex, prec uint) *Complex {
	if !x.IsFinite() || x.meetsLeft(0) {
		return z.SetIndeterminate()
	}
	if z.fromReal((*Real).Log, x, prec) {
		return z
	}
	return z.byMeanValue(x, prec, (*Complex).logDirect, func(d, x *Complex, p uint) { d.Inv(x, p) })
}

func (z *Complex) logDirect(x *Complex, prec uint) *Complex {
	wp := prec + 8
	var n, a Real
	a.Atan2(&x.Im, &x.Re, prec)
	x.absSqr(&n, wp)
	var d Real
	d.AddInt64(&n, -1, 32)
	if d.MagUpper().exp < -1 && x.IsExact() {
		// near the unit circle: (a−1)(a+1) + b², |a| ≥ |b| but for a hair; both terms are exact and
		// so is their sum if it cancels, as far as is reasonable. If it does not, as for tiny b, it
		// is longer than that, and wp bits of it are needed
		p := max(wp, min(2*max(x.Re.mid.MinPrec(), x.Im.mid.MinPrec())+64, 8*prec+1024))
		large, small := &x.Re, &x.Im
		if MagFloat(&large.mid).Cmp(MagFloat(&small.mid)) < 0 {
			large, small = small, large
		}
		var u, v Real
		v.Abs(large, p)
		u.AddInt64(&v, -1, p)
		v.AddInt64(&v, 1, p)
		u.Mul(&u, &v, p)
		v.Sqr(small, p)
		u.Add(&u, &v, p)
		z.Re.Log1p(&u, prec)
	} else {
		z.Re.Log(&n, prec)
	}
	z.Re.Mul2Exp(&z.Re, -1)
	z.Im.Set(&a)
	return z.settle()
}

// Log1p sets z to log(1+x); it is indeterminate if x meets the cut (−∞, −1].
func (z *Complex) Log1p(x *Complex, prec uint) *Complex {
	if !x.IsFinite() || x.meetsLeft(-1) {
		return z.SetIndeterminate()
	}
	if z.fromReal((*Real).Log1p, x, prec) {
		return z
	}
	// 1+x is exact if that takes not too many bits
	p := prec + 16
	for _, f := range []*Real{&x.Re, &x.Im} {
		if f.mid.Sign() != 0 {
			e := exponent(&f.mid)
			p = max(p, f.mid.MinPrec()+uint(min(max(e, -e), 4*int64(prec)+256))+8)
		}
	}
	var t Complex
	if x.MagUpper().exp < -int64(prec) {
		// |log(1+x) − x| ≤ |x|² for |x| ≤ 1/2
		m := x.MagUpper()
		return z.SetRound(x, prec).AddRad(m.Mul(m))
	}
	t.AddInt64(x, 1, p)
	return z.Log(&t, prec)
}

// Sqrt sets z to the square root of x with positive real part; it is indeterminate if x meets the cut (−∞, 0].
func (z *Complex) Sqrt(x *Complex, prec uint) *Complex {
	if !x.IsFinite() || x.meetsLeft(0) {
		return z.SetIndeterminate()
	}
	if z.fromReal((*Real).Sqrt, x, prec) {
		return z
	}
	return z.byMeanValue(x, prec, (*Complex).sqrtDirect, func(d, x *Complex, p uint) {
		// 1/(2√x), by |x|
		low := x.MagLower()
		d.SetInt64(0)
		d.Re.SetMag(MagPow2(-1).Quo(low.SqrtLower()))
	})
}

// sqrtDirect is the square root of an x that does not meet (−∞, 0].
func (z *Complex) sqrtDirect(x *Complex, prec uint) *Complex {
	wp := prec + 8
	var r, u, v Real
	x.Abs(&r, wp)
	if sign, _ := x.Re.Sign(); sign >= 0 && x.Re.mid.Sign() >= 0 {
		// u = √((|x|+a)/2), b/(2u)
		r.Add(&r, &x.Re, wp)
		r.Mul2Exp(&r, -1)
		u.Sqrt(&r, wp)
		v.Quo(&x.Im, &u, prec)
		z.Im.Mul2Exp(&v, -1)
		z.Re.SetRound(&u, prec)
		return z.settle()
	}
	// v = √((|x|−a)/2), |b|/(2v) ± iv
	r.Sub(&r, &x.Re, wp)
	r.Mul2Exp(&r, -1)
	v.Sqrt(&r, wp)
	u.Abs(&x.Im, wp)
	u.Quo(&u, &v, prec)
	u.Mul2Exp(&u, -1)
	if x.Im.mid.Signbit() { // x does not meet the real line, then
		v.Neg(&v)
	}
	z.Re.Set(&u)
	z.Im.SetRound(&v, prec)
	return z.settle()
}

// PowRat sets z to x^p = e^(p log x), for integers p of 64 bits as PowInt64; else indeterminate if x meets the
// cut (−∞, 0].
func (z *Complex) PowRat(x *Complex, p *big.Rat, prec uint) *Complex {
	prec = clampPrec(prec)
	if p.IsInt() && p.Num().IsInt64() {
		return z.PowInt64(x, p.Num().Int64(), prec)
	}
	if !x.IsFinite() || x.meetsLeft(0) {
		return z.SetIndeterminate()
	}
	if z.fromReal(func(z, x *Real, prec uint) *Real { return z.PowRat(x, p, prec) }, x, prec) {
		return z
	}
	direct := func(z, x *Complex, prec uint) *Complex {
		if p.Denom().Cmp(big.NewInt(2)) == 0 && p.Num().IsInt64() {
			var t Complex
			t.Sqrt(x, prec+16)
			return z.PowInt64(&t, p.Num().Int64(), prec)
		}
		var y Complex
		return z.powLog(x, func(t *Complex, wp uint) *Complex {
			t.Re.SetRat(p, wp)
			t.Im.SetZero()
			return t
		}, &y, prec)
	}
	return z.byMeanValue(x, prec, direct, func(d, x *Complex, wp uint) {
		// |p|·|x|^(p−1), largest at one end of |x|
		var r, q Real
		m := x.MagUpper()
		e := new(big.Rat).Sub(p, big.NewRat(1, 1))
		if e.Sign() < 0 {
			m = x.MagLower()
		}
		if m.exp > big.MaxExp || m.exp < big.MinExp {
			d.SetIndeterminate()
			return
		}
		m.Float(&r.mid)
		r.PowRat(&r, e, wp)
		q.SetRat(p, wp)
		d.SetInt64(0)
		d.Re.Mul(&r, &q, wp)
	})
}

// Pow sets z to x^y = e^(y log x), for an exact half of an integer y as PowRat; else indeterminate if x meets the
// cut (−∞, 0].
func (z *Complex) Pow(x, y *Complex, prec uint) *Complex {
	prec = clampPrec(prec)
	if y.IsReal() && y.Re.IsExact() { // 0 among them: x^0 is 1 only where x is a number, as PowInt64 has it
		if e := exponent(&y.Re.mid); e < 62 && e-int64(y.Re.mid.MinPrec()) >= -1 {
			p, _ := y.Re.mid.Rat(nil)
			return z.PowRat(x, p, prec)
		}
	}
	if x.meetsLeft(0) {
		return z.SetIndeterminate()
	}
	if y.IsReal() && z.fromReal(func(z, x *Real, prec uint) *Real { return z.Pow(x, &y.Re, prec) }, x, prec) {
		return z
	}
	var t Complex
	return z.powLog(x, func(t *Complex, wp uint) *Complex { return t.Set(y) }, &t, prec)
}

func (z *Complex) powLog(x *Complex, exponentTo func(t *Complex, wp uint) *Complex, t *Complex, prec uint) *Complex {
	var l Complex
	l.Log(x, 64)
	exponentTo(t, 64)
	l.Mul(&l, t, 64)
	if !l.IsFinite() {
		return z.SetIndeterminate()
	}
	e := l.MagUpper().Exponent()
	if e > 40 {
		return z.Exp(&l, prec)
	}
	wp := prec + 16 + uint(max(e, 0))
	l.Log(x, wp)
	exponentTo(t, wp)
	l.Mul(&l, t, wp)
	return z.Exp(&l, prec)
}

// Asin sets z to arcsin x; it is indeterminate if x meets the cuts (−∞, −1] and [1, ∞).
func (z *Complex) Asin(x *Complex, prec uint) *Complex { return z.arc((*Real).Asin, false, x, prec) }

// Acos sets z to arccos x = π/2 − arcsin x, with the cuts of Asin.
func (z *Complex) Acos(x *Complex, prec uint) *Complex { return z.arc((*Real).Acos, true, x, prec) }

// arc is Asin or Acos, given the function of a real number. With s = √(1−x²) and arcsin x = u + iv,
//
//	x = sin u cosh v + i cos u sinh v, s = cos u cosh v − i sin u sinh v,
//
// so that tan u = Re x/Re s, tanh v = Im x/Re s and e^{2|v|} = (Re s + |Im x|)² + (|Re x| + |Im s|)²: nothing cancels,
// except that the last wants e^{2|v|} > 2.
func (z *Complex) arc(real func(z, x *Real, prec uint) *Real, acos bool, x *Complex, prec uint) *Complex {
	if x.meetsUnitCuts() {
		return z.SetIndeterminate()
	}
	if z.fromReal(real, x, prec) {
		return z
	}
	direct := func(z, x *Complex, prec uint) *Complex {
		wp := prec + 24
		p := max(wp, min(max(x.Re.mid.MinPrec(), x.Im.mid.MinPrec())+64, 4*prec+256)) // 1 ± x are exact then
		var s, t Complex
		var b, u, v, w Real
		s.AddInt64(s.Neg(x), 1, p)
		t.AddInt64(x, 1, p)
		if s.Mul(&s, &t, wp); s.meetsLeft(0) {
			return z.SetIndeterminate()
		}
		s.sqrtDirect(&s, wp)
		neg := x.Im.Negative() == True
		if b.Set(&x.Im); neg {
			b.Neg(&b)
		}
		if w.Sub(&s.Re, &b, wp); w.Positive() == True && w.MagLower().Cmp(b.MagUpper()) > 0 {
			v.Log1p(v.Quo(v.Mul2Exp(&b, 1), &w, wp), prec)
		} else {
			v.Add(v.Abs(&b, wp), &s.Re, wp)
			w.Add(w.Abs(&x.Re, wp), u.Abs(&s.Im, wp), wp)
			v.Log(v.Add(v.Sqr(&v, wp), w.Sqr(&w, wp), wp), prec)
			if b.Positive() != True {
				v.SetMag(v.MagUpper())
			}
		}
		if v.Mul2Exp(&v, -1); acos != neg {
			v.Neg(&v)
		}
		if acos {
			u.Atan2(&s.Re, &x.Re, wp)
		} else {
			u.Atan2(&x.Re, &s.Re, wp)
		}
		return z.SetRound(z.SetParts(&u, &v), prec)
	}
	return z.byMeanValue(x, prec, direct, func(d, x *Complex, p uint) {
		// 1/√(1−x²)
		var a Complex
		a.AddInt64(a.Neg(x), 1, p)
		d.AddInt64(x, 1, p)
		low := a.MagLower().MulLower(d.MagLower()).SqrtLower()
		d.SetInt64(0)
		d.Re.SetMag(MagPow2(0).Quo(low))
	})
}

// meetsUnitCuts tells whether x meets (−∞, −1] or [1, ∞).
func (x *Complex) meetsUnitCuts() bool { return x.meetsLeft(-1) || new(Complex).Neg(x).meetsLeft(-1) }

// Atan sets z to arctan x; it is indeterminate if x meets the cuts ±i·[1, ∞).
func (z *Complex) Atan(x *Complex, prec uint) *Complex {
	var t Complex
	if t.MulI(x); t.meetsUnitCuts() {
		return z.SetIndeterminate()
	}
	if z.fromReal((*Real).Atan, x, prec) {
		return z
	}
	return z.byMeanValue(x, prec, (*Complex).atanDirect, func(d, x *Complex, p uint) {
		// 1/(1+x²) by the factors 1 ± ix
		var a, b Complex
		a.MulI(x)
		b.Neg(&a)
		a.AddInt64(&a, 1, p)
		b.AddInt64(&b, 1, p)
		d.SetInt64(0)
		d.Re.SetMag(MagPow2(0).Quo(a.MagLower().MulLower(b.MagLower())))
	})
}

// atanDirect is (log(1+ix) − log(1−ix))/(2i) = u + iv: with x = a+ib, tan 2u = 2a/((1−b)(1+b) − a²) and e^{4v} − 1 =
// 4b/(a² + (1−b)²).
func (z *Complex) atanDirect(x *Complex, prec uint) *Complex {
	wp := prec + 24
	if !x.IsExact() { // whose parts would enter several times
		var s, t Complex
		s.Log1p(s.MulI(x), wp)
		t.Neg(t.MulI(x))
		s.Sub(t.Log1p(&t, wp), &s, wp)
		return z.Mul2Exp(z.MulI(&s), -1)
	}
	p := max(wp, min(x.Im.mid.MinPrec()+64, 4*prec+256)) // 1 ± b are exact then
	var b, c, d, sqr, u, v Real
	neg := x.Im.mid.Signbit()
	if b.Set(&x.Im); neg {
		b.Neg(&b)
	}
	c.AddInt64(c.Neg(&b), 1, p)
	d.AddInt64(&b, 1, p)
	sqr.Sqr(&x.Re, wp)
	v.Add(v.Sqr(&c, wp), &sqr, wp)
	c.Sub(c.Mul(&c, &d, wp), &sqr, wp)
	u.Atan2(d.Mul2Exp(&x.Re, 1), &c, wp)
	v.Log1p(v.Quo(b.Mul2Exp(&b, 2), &v, wp), prec)
	if neg {
		v.Neg(&v)
	}
	return z.SetRound(z.SetParts(u.Mul2Exp(&u, -1), v.Mul2Exp(&v, -2)), prec)
}

// Erf sets z to erf x = 2/√π ∫₀^x e^(−t²) dt.
func (z *Complex) Erf(x *Complex, prec uint) *Complex {
	if z.fromReal((*Real).Erf, x, prec) {
		return z
	}
	return z.byMeanValue(x, prec, (*Complex).erfDirect, dErf)
}

// Erfc sets z to erfc x = 1 − erf x.
func (z *Complex) Erfc(x *Complex, prec uint) *Complex {
	if z.fromReal((*Real).Erfc, x, prec) {
		return z
	}
	return z.byMeanValue(x, prec, (*Complex).erfcDirect, dErf)
}

// dErf sets d to a bound of |2/√π·e^(−x²)|.
func dErf(d, x *Complex, p uint) {
	d.Sqr(x, p)
	d.Neg(d)
	d.Exp(d, p)
	m := d.MagUpper().Mul(magMake(1156, -10, true)) // 2/√π < 1.1284
	d.SetInt64(0)
	d.Re.SetMag(m)
}

// maxErfSquare bounds |x|²/ln 2 for the power series, so that it ends soon; beyond, erfc is told by its size.
const maxErfSquare = 1 << 10

func (z *Complex) erfDirect(x *Complex, prec uint) *Complex {
	if x.IsExact() && x.seriesServes(prec) {
		return z.erfSeries(x, prec)
	}
	z.Neg(z.erfcDirect(x, prec))
	return z.AddInt64(z, 1, prec)
}

// log2Square returns about |x|²/ln 2.
func (x *Complex) log2Square() float64 {
	m := x.MagUpper()
	if m.exp > 500 {
		return math.Inf(1)
	}
	f := m.Float64()
	return f * f / math.Ln2
}

// seriesServes tells whether the cancellation of the power series is affordable.
func (x *Complex) seriesServes(prec uint) bool {
	return x.log2Square() <= max(maxErfSquare, 2*float64(prec)+64)
}

func (z *Complex) erfcDirect(x *Complex, prec uint) *Complex {
	if !x.IsExact() || !x.seriesServes(prec) {
		// |erfc(a+ib)| ≤ e^(b²) erfc a ≤ e^(b²−a²) for a ≥ 0, erfc(−x) = 2 − erfc x
		var u, v Real
		u.Sqr(&x.Re, 64)
		v.Sqr(&x.Im, 64)
		v.Sub(&v, &u, 64)
		m := v.Exp(&v, 32).MagUpper()
		left := x.Re.mid.Signbit()
		if left && x.Re.Positive() != False || !left && x.Re.Negative() != False {
			m = m.Add(MagPow2(1))
		}
		if z.SetInt64(0); left {
			z.SetInt64(2)
		}
		return z.AddRad(m).settle()
	}
	var lost uint
	if a := x.Re.MagLower().Float64(); !x.Re.mid.Signbit() {
		lost = uint(a * a / math.Ln2)
	}
	z.erfSeries(x, prec+lost+16+2*uint(max(x.MagUpper().exp, 0)))
	z.Neg(z)
	return z.AddInt64(z, 1, prec)
}

// erfSeries sets z to 2/√π Σ (−1)^n x^(2n+1)/(n!(2n+1)), at a precision that
// swallows the cancellation of its terms, which are at most e^(|x|²). From a term with
// n ≥ 2|x|² on they at least halve, so that the rest is below the last one.
func (z *Complex) erfSeries(x *Complex, prec uint) *Complex {
	l := x.log2Square()
	wp := prec + 32 + uint(2*l)
	var y, t, s, u Complex
	m := x.MagUpper()
	y.Sqr(x, wp)
	y.Neg(&y)
	t.Set(x)
	s.Set(x)
	small := MagFloat(&x.Re.mid).Max(MagFloat(&x.Im.mid)).exp - stopBits(wp)
	for n := int64(1); ; n++ {
		t.Mul(&t, &y, wp)
		t.QuoInt64(&t, n, wp)
		u.QuoInt64(&t, 2*n+1, wp)
		s.Add(&s, &u, wp)
		if h := u.MagUpper(); MagUintLower(uint64(n)).Cmp(m.Mul(m).Mul2Exp(1)) > 0 && h.Exponent() < small || n > 1<<24 {
			if n > 1<<24 {
				return z.SetIndeterminate()
			}
			s.AddRad(rest(h))
			break
		}
	}
	var p Real
	p.Pi(wp)
	p.Sqrt(&p, wp)
	s.Mul2Exp(&s, 1)
	return z.QuoReal(&s, &p, prec)
}
