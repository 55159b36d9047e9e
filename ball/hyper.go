package ball

import "math/big"

// Sinh sets z to the hyperbolic sine of x.
func (z *Real) Sinh(x *Real, prec uint) *Real {
	var c Real
	SinhCosh(z, &c, x, prec)
	return z
}

// Cosh sets z to the hyperbolic cosine of x.
func (z *Real) Cosh(x *Real, prec uint) *Real {
	var s Real
	SinhCosh(&s, z, x, prec)
	return z
}

// SinhCosh sets s to sinh x and c to cosh x; s and c must differ, either may be x.
func SinhCosh(s, c, x *Real, prec uint) {
	prec = clampPrec(prec)
	if s == c {
		panic("ball: SinhCosh with one receiver for two results")
	}
	if x.rad.IsInf() {
		s.SetIndeterminate()
		c.SetIndeterminate()
		return
	}
	if x.rad.exp > -8 && !x.rad.IsZero() {
		var a Real
		a.Set(x)
		s.monotone(&a, prec, (*Real).Sinh)
		// cosh is even, and increasing in |x|
		if a.ContainsZero() {
			a.setZeroTo(a.MagUpper())
		}
		a.mid.Abs(&a.mid)
		c.monotone(&a, prec, (*Real).Cosh)
		return
	}
	// sinh(m+t) − sinh m = sinh m (cosh t − 1) + cosh m sinh t; with d = e^r − 1,
	// sinh r ≤ d and cosh r − 1 = d²/(2e^r) ≤ d²/2
	d := x.rad.Expm1()
	sinhCoshMid(s, c, &x.mid, prec)
	if !d.IsZero() {
		d2 := d.Mul(d).Mul2Exp(-1)
		ms, mc := s.MagUpper(), c.MagUpper()
		s.AddRad(mc.Mul(d).Add(ms.Mul(d2)))
		c.AddRad(ms.Mul(d).Add(mc.Mul(d2)))
	}
}

// sinhCoshMid sets s and c to sinh x and cosh x by t = e^|x| − 1:
// sinh |x| = (t + t/(1+t))/2, cosh x = 1 + (t − t/(1+t))/2.
//
// t/(1+t) = 1 − e^−|x| has the sign of t and no cancellation, t + t/(1+t) neither: sinh keeps its relative accuracy. In
// cosh the difference t − t/(1+t) = t²/(1+t) loses digits only where it is small against the 1 that it is added to.
func sinhCoshMid(s, c *Real, x *big.Float, prec uint) {
	wp := prec + 8
	neg := x.Signbit()
	w := getWork()
	defer putWork(w)
	t, u := &w.r[0], &w.r[1]
	w.f[0].SetInt64(0)
	w.f[0].SetPrec(x.Prec())
	w.f[0].Abs(x)
	expm1Mid(t, &w.f[0], wp)
	u.AddInt64(t, 1, wp)
	u.Quo(t, u, wp)
	s.Add(t, u, prec)
	s.Mul2Exp(s, -1)
	if neg {
		s.Neg(s)
	}
	t.Sub(t, u, wp)
	t.Mul2Exp(t, -1)
	c.AddInt64(t, 1, prec)
}

// Tanh sets z to the hyperbolic tangent of x.
func (z *Real) Tanh(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	switch {
	case x.rad.IsInf():
		return z.SetIndeterminate()
	case x.rad.IsZero():
		return tanhMid(z, &x.mid, prec)
	case x.rad.exp > -8:
		return z.monotone(x, prec, (*Real).Tanh)
	}
	// the derivative 1/cosh² t is at most 1/(1+l²/2+l⁴/24)² and 4e^{−2l}, l = max(|m|−r, 0)
	l := x.MagLower()
	l2 := l.MulLower(l)
	c := MagPow2(0).AddLower(l2.Mul2Exp(-1)).AddLower(l2.MulLower(l2).QuoLower(MagUint(24)))
	d := MagPow2(0).Quo(c.MulLower(c)).Min(expNeg(l.Mul2Exp(1)).Mul2Exp(2)).Mul(x.rad)
	return tanhMid(z, &x.mid, prec).AddRad(d)
}

// tanhMid sets z to tanh x = −t/(2+t), t = e^{−2x} − 1, for x ≥ 0: −1 < t ≤ 0, 1 < 2+t ≤ 2, so that relative errors stay so.
func tanhMid(z *Real, x *big.Float, prec uint) *Real {
	if x.Sign() == 0 {
		return z.SetZero()
	}
	neg := x.Signbit()
	if exponent(x) > 62 {
		// 1 − tanh x < 2e^{−2x}
		z.SetInt64(1).AddRad(MagPow2(-(1 << 60)))
	} else {
		w := getWork()
		defer putWork(w)
		t, u := &w.r[0], &w.r[1]
		t.SetFloat(x)
		t.mid.Abs(&t.mid)
		t.Mul2Exp(t, 1)
		t.mid.Neg(&t.mid)
		expm1Mid(t, &t.mid, prec+8)
		u.AddInt64(t, 2, prec+8)
		z.Quo(t, u, prec)
		z.Neg(z)
	}
	if neg {
		z.Neg(z)
	}
	return z
}
