package ball

import (
	"math"
	"math/big"

	"krein/internal/elem64"
)

// The elementary functions by other algorithms than the library's, without its tables and fixed-point sums, of any
// precision: references.

// plainExp is e^x = (e^r)^(2^h), r = (x − k log 2)/2^h.
func plainExp(z, x *Real, prec uint) *Real {
	rad := x.rad
	e := max(exponent(&x.mid), 0)
	h := uint(math.Sqrt(float64(prec)))
	f := prec + 2*h + uint(e) + 64 // bits of fraction
	var r, t, y, u, k big.Int
	fixedInt(&r, &x.mid, int64(f))
	if x.mid.Signbit() {
		r.Neg(&r)
	}
	l := constLog2.get(f)
	t.Rsh(l.v, l.bits-f)
	k.DivMod(&r, &t, &r) // 0 ≤ r < log 2
	kk := k.Int64()
	// |k| < 1.45·2^e + 1, each log 2 is off by at most 3: r by at most 2^(e+4) ulps of 2^-f
	r.Rsh(&r, h)
	// Taylor: every term is off by less than 2 ulps, there are fewer than f of them,
	// and the series stops when a term is below one ulp: the rest is below 1.
	y.Lsh(intOne, f)
	t.Set(&y)
	for i := int64(1); t.Sign() != 0; i++ {
		t.Mul(&t, &r)
		t.Rsh(&t, f)
		t.Quo(&t, u.SetInt64(i))
		y.Add(&y, &t)
	}
	// error so far below 2(2^(e+4) + 1) + 2f + 1 < 2^(e+6)·f ulps; each squaring of a
	// number in [1, 2] at most quadruples it and adds two ulps
	for range h {
		y.Mul(&y, &y)
		y.Rsh(&y, f)
	}
	z.begin(prec)
	z.mid.SetInt(&y)
	z.finish(MagUint(uint64(f)).Mul2Exp(e + 7 + 2*int64(h)))
	z.Mul2Exp(z, kk-int64(f))
	if !rad.IsZero() {
		z.AddRad(rad.Expm1().Mul(z.MagUpper()))
	}
	return z
}

// plainLog uses that for any y, log x = y + log(x·e^-y), and the last factor is a ball around 1 whose logarithm is a
// short series. y comes from half the precision.
func plainLog(z, x *Real, prec uint) *Real {
	if x.mid.Sign() <= 0 || x.rad.IsInf() {
		return z.SetIndeterminate()
	}
	var m, y, t, u Real
	m.GetMid(x)
	variation := x.rad
	if !variation.IsZero() {
		variation = variation.Quo(x.MagLower())
	}
	near, e := int64(0), exponent(&m.mid)
	if e == 0 || e == 1 {
		if u.AddInt64(&m, -1, m.mid.MinPrec()+2); u.IsZero() {
			return z.SetZero().AddRad(variation)
		}
		near = max(-exponent(&u.mid), 0)
	}
	wp := prec + uint(near) + 32
	if near > 0 || e == 0 {
		e = 0
	} else {
		scaleMid(&m.mid, -e)
	}
	y.Set(plainLogNewton(&m, wp))
	if e != 0 {
		t.Log2(wp + 64)
		u.MulInt64(&t, e, wp+64)
		y.Add(&y, &u, wp)
	}
	return z.SetRound(&y, prec).AddRad(variation)
}

// plainLogNewton returns log m for an exact m in [1/2, 2].
func plainLogNewton(m *Real, prec uint) *Real {
	y := new(Real)
	if prec <= 48 {
		// a float64 start; what it is worth is measured below
		f, _ := m.mid.Float64()
		y.SetFloat64(elem64.Log(f))
	} else {
		y.GetMid(plainLogNewton(m, prec/2+8))
	}
	var t, d Real
	t.Neg(y)
	plainExp(&t, &t, prec+16)
	t.Mul(&t, m, prec+16)
	t.AddInt64(&t, -1, prec+16)
	// log(1+d) = d − d²/2 + t, |t| ≤ |d|³/(3(1−|d|))
	h := t.MagUpper()
	if h.Exponent() >= 0 {
		return y.SetIndeterminate()
	}
	d.Sqr(&t, prec+16)
	d.Mul2Exp(&d, -1)
	t.Sub(&t, &d, prec+16)
	t.AddRad(h.Pow(3))
	return y.Add(y, &t, prec)
}

// plainSinCos: with v = 1 − cos θ, 1 − cos 2θ = 2v(2−v), from θ = r/2^h up, and sin r = √(v(2−v)).
func plainSinCos(s, c, x *Real, prec uint) {
	rad := x.rad
	var m, pi, r, q Real
	m.GetMid(x)
	if m.IsZero() {
		s.SetZero().AddRad(rad)
		c.SetInt64(1).AddRad(rad)
		return
	}
	neg := m.mid.Signbit()
	m.mid.Abs(&m.mid)
	// what is next to a multiple of π/2 is found with its own digits
	fine := 2*max(prec, m.mid.MinPrec()) + prec + 128 + uint(max(exponent(&m.mid), -exponent(&m.mid), 0))
	pi.Pi(fine)
	pi.Mul2Exp(&pi, -1)
	q.Quo(&m, &pi, uint(max(exponent(&m.mid), 0))+64)
	k, _ := q.Add(&q, NewReal(0.5), q.mid.Prec()+2).mid.Int(nil)
	r.SetInt(k)
	r.Mul(&r, &pi, fine)
	r.Sub(&m, &r, fine)
	minus := r.mid.Signbit()
	r.Abs(&r, fine)
	h := int64(math.Sqrt(float64(prec)))
	wp := prec + uint(2*h) + 32
	var y, t, v, two Real
	t.Mul2Exp(&r, -h)
	y.Sqr(&t, wp)
	// v = y/2 − y²/24 + …; alternating with decreasing terms, so that the rest is
	// at most the first term left out
	t.Mul2Exp(&y, -1)
	v.Set(&t)
	for k := int64(3); ; k += 2 {
		t.Mul(&t, &y, wp)
		t.QuoInt64(&t, -k*(k+1), wp)
		if t.IsZero() || t.MagUpper().Exponent() < exponent(&v.mid)-int64(wp) {
			v.AddRad(t.MagUpper())
			break
		}
		v.Add(&v, &t, wp)
	}
	two.SetInt64(2)
	for range h {
		t.Sub(&two, &v, wp)
		v.Mul(&v, &t, wp)
		v.Mul2Exp(&v, 1)
	}
	t.Sub(&two, &v, wp)
	t.Mul(&t, &v, wp)
	t.Sqrt(&t, wp) // sin r
	v.AddInt64(&v, -1, wp)
	v.Neg(&v) // cos r
	if minus {
		t.Neg(&t)
	}
	if k.Bit(0) != 0 { // sin(r + π/2) = cos r, cos(r + π/2) = −sin r
		y.Set(&t)
		t.Set(&v)
		v.Neg(&y)
	}
	if k.Bit(1) != 0 {
		t.Neg(&t)
		v.Neg(&v)
	}
	if neg {
		t.Neg(&t)
	}
	s.SetRound(&t, prec).AddRad(rad)
	c.SetRound(&v, prec).AddRad(rad)
}

func plainSin(z, x *Real, prec uint) *Real {
	var c Real
	plainSinCos(z, &c, x, prec)
	return z
}

func plainCos(z, x *Real, prec uint) *Real {
	var s Real
	plainSinCos(&s, z, x, prec)
	return z
}

// plainAtan uses that for any y, atan x = y + atan((x−t)/(1+xt)), t = tan y.
func plainAtan(z, x *Real, prec uint) *Real {
	if x.mid.Sign() == 0 {
		return z.SetZero().AddRad(x.rad)
	}
	rad := x.rad
	var m Real
	m.GetMid(x)
	return z.SetRound(plainAtanNewton(&m, prec+32), prec).AddRad(rad)
}

// plainAtanNewton returns atan m for an exact m, with relative accuracy about 2^-prec.
func plainAtanNewton(m *Real, prec uint) *Real {
	y := new(Real)
	e := exponent(&m.mid)
	if e < -tinyBits(prec) || e > 2*tinyBits(prec) {
		return atanMid(y, &m.mid, prec)
	}
	if prec <= 48 {
		top, _, _ := topBits(&m.mid)
		f := math.Atan(math.Ldexp(float64(top), int(e)-64))
		y.SetFloat64(f)
		if m.mid.Signbit() {
			y.Neg(y)
		}
	} else {
		y.GetMid(plainAtanNewton(m, prec/2+8))
	}
	wp := prec + 16
	if e > 0 {
		wp += 2 * uint(e)
	}
	// (m cos y − sin y)/(cos y + m sin y) =: d, and |atan d − d + d³/3| ≤ |d|⁵/5
	var s, c, a, b Real
	plainSinCos(&s, &c, y, wp)
	a.Mul(m, &c, wp)
	a.Sub(&a, &s, wp)
	b.Mul(m, &s, wp)
	b.Add(&b, &c, wp)
	a.Quo(&a, &b, wp)
	h := a.MagUpper()
	if h.Exponent() > 0 {
		return y.SetIndeterminate()
	}
	b.Sqr(&a, wp)
	b.Mul(&b, &a, wp)
	b.QuoInt64(&b, -3, wp)
	a.Add(&a, &b, wp)
	a.AddRad(h.Pow(5))
	return y.Add(y, &a, prec)
}
