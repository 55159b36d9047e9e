package special

import (
	"math/big"

	"krein/ball"
)

// BesselY sets z to the Bessel function Y_ν(x) of the second kind for real ν and x > 0; it is indeterminate elsewhere.
// Points are evaluated to relative precision, next to zeros too. Over an x with a radius the variation is bounded by
// |Y_ν| ≤ M_ν, M_ν² = J_ν² + Y_ν², which falls with x (Nicholson's integral, DLMF 10.9.30). The order is best exact.
//
// BesselY chooses between Hankel's expansion (DLMF 10.17.4), the series of K_ν(−ix) and the integral of Sommerfeld (10.9.18), for
// 10⁻¹⁰⁰ ≤ x ≤ 2⁴⁰; negative orders are
// those of DLMF 10.4.
func BesselY(z, nu, x *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	nu, x = keep(z, nu), keep(z, x)
	return withPrecision(z, nu, x, prec, func(z *ball.Real, wp uint) {
		var j ball.Real
		besselJY(&j, z, nu, x, wp)
	})
}

// HankelH1 sets z to the Hankel function H⁽¹⁾_ν(x) = J_ν(x) + iY_ν(x) for real ν and x > 0; it is indeterminate elsewhere.
// H⁽²⁾ is its conjugate.
func HankelH1(z *ball.Complex, nu, x *ball.Real, prec uint) *ball.Complex {
	var n, y ball.Real
	n.Set(nu)
	y.Set(x)
	BesselJ(&z.Re, &n, &y, prec)
	BesselY(&z.Im, &n, &y, prec)
	if !z.IsFinite() {
		z.SetIndeterminate()
	}
	return z
}

// withPrecision calls f with a working precision that grows until z, at exact arguments, has prec bits.
func withPrecision(z, nu, x *ball.Real, prec uint, f func(z *ball.Real, wp uint)) *ball.Real {
	wp := prec + 8
	for try := 0; ; try++ {
		f(z, wp)
		lost := missing(z, prec)
		if try >= retries+2 || !z.IsFinite() || lost <= 0 || !nu.IsExact() || !x.IsExact() {
			break
		}
		wp += uint(max(min(lost, int64(wp)), 16))
	}
	return z.SetRound(z, prec)
}

// besselJY encloses J_ν and Y_ν with about prec bits below √(J² + Y²), for any real ν. Both are indeterminate where x > 0
// is not proved.
func besselJY(j, y, nu, x *ball.Real, prec uint) {
	if !nu.IsFinite() || x.Positive() != ball.True || !x.IsFinite() {
		j.SetIndeterminate()
		y.SetIndeterminate()
		return
	}
	switch nu.Negative() {
	case ball.Unknown:
		// the orders in the ball are few and small: the distance from its midpoint is bounded as that of other orders is
		j.SetIndeterminate()
		y.SetIndeterminate()
		return
	case ball.True:
		// J_{−ν} = cos(νπ)J_ν − sin(νπ)Y_ν, Y_{−ν} = sin(νπ)J_ν + cos(νπ)Y_ν (DLMF 10.4.7, 10.4.8)
		var n, s, c, a, b, t ball.Real
		n.Neg(nu)
		besselJY(&a, &b, &n, x, prec)
		sinPi(&s, &n, prec)
		shiftOrder(&t, t.Mul2Exp(&n, 1), 1, prec) // cos νπ = sin (2ν+1)π/2
		sinPi(&c, t.Mul2Exp(&t, -1), prec)
		j.Sub(j.Mul(&c, &a, prec), t.Mul(&s, &b, prec), prec)
		y.Add(y.Mul(&s, &a, prec), t.Mul(&c, &b, prec), prec)
		return
	}
	o := newOrder(nu)
	if x.IsExact() {
		jyPoint(j, y, &o, x.Mid(nil), prec)
		return
	}
	m := x.Mid(nil)
	jyPoint(j, y, &o, m, prec)
	// |C_ν′| = |C_{ν−1} − (ν/x)C_ν| ≤ M_{ν+1} + (ν/x + ν/x)M_ν, as C_{ν−1} = (2ν/x)C_ν − C_{ν+1} (DLMF 10.6)
	lo, _ := ends(x, 64)
	if lo.Positive() != ball.True {
		j.SetIndeterminate()
		y.SetIndeterminate()
		return
	}
	var a, b, up ball.Real
	slope := ball.Mag{}
	shiftOrder(&up, nu, 1, prec)
	for i, n := range []*ball.Real{nu, &up} {
		o := newOrder(n)
		jyPoint(&a, &b, &o, lo.Mid(nil), 32)
		if !a.IsFinite() || !b.IsFinite() {
			j.SetIndeterminate()
			y.SetIndeterminate()
			return
		}
		modulus := a.MagUpper().Add(b.MagUpper())
		if i == 0 {
			modulus = modulus.Mul(nu.MagUpper()).Quo(lo.MagLower())
		}
		slope = slope.Add(modulus)
	}
	v := slope.Mul(x.Rad())
	j.AddRad(v)
	y.AddRad(v)
}

// jySeriesX, and prec/8 more, are arguments up to which the series of K is taken; any value gives right results.
const jySeriesX = 8

// jyPoint is besselJY for ν ≥ 0 at an exact x > 0.
func jyPoint(j, y *ball.Real, o *order, x *big.Float, prec uint) {
	xf := clampFloat64(x)
	if o.far(xf, prec) {
		jAsymptotic(j, o, x, firstKind, prec+6)
		jAsymptotic(y, o, x, secondKind, prec+6)
		if j.IsFinite() && y.IsFinite() {
			return
		}
	}
	if o.ball.IsExact() && xf <= jySeriesX+float64(prec)/8 {
		// J + iY = −(2i/π)e^{−iπν/2} K_ν(−ix) (DLMF 10.27.8)
		var k, ix, turn ball.Complex
		var s, c ball.Real
		ix.Im.SetFloat(x)
		ix.Im.Neg(&ix.Im)
		if kSeries(&k, o, &ix, xf, complexWork, prec+8); k.IsFinite() {
			s.Mul2Exp(o.ball, -1)
			sinPi(&turn.Im, &s, prec+8)
			shiftOrder(&c, o.ball, 1, prec)
			sinPi(&turn.Re, c.Mul2Exp(&c, -1), prec+8)
			turn.Im.Neg(&turn.Im)
			k.Mul(&k, &turn, prec+8)
			k.QuoReal(k.Mul2Exp(&k, 1), s.Pi(prec+8), prec+8)
			j.Set(&k.Im)
			y.Neg(&k.Re)
			return
		}
	}
	var xb ball.Real
	if !(xf >= minContourX && xf <= maxContourX) || !contourJ(j, y, o, xb.SetFloat(x), prec) {
		j.SetIndeterminate()
		y.SetIndeterminate()
	}
}
