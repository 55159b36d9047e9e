package special

import (
	"math"
	"math/big"

	"krein/ball"
)

// BesselY sets z to the Bessel function Y_ν(x) of the second kind for real ν and x > 0; it is indeterminate elsewhere.
// Points are evaluated to relative precision, next to zeros too. Over an x with a radius the variation is bounded by
// |Y_ν| ≤ M_ν, M_ν² = J_ν² + Y_ν², which falls with x (Nicholson's integral, DLMF 10.9.30). The order is best exact.
//
// BesselY chooses between Hankel's expansion (DLMF 10.17.4), the series of K_ν(−ix) and the integral of Sommerfeld (10.9.18), for
// 10⁻¹⁰⁰ ≤ x ≤ 2⁴⁰ at up to 600 bits; negative orders are
// those of DLMF 10.4.
func BesselY(z, nu, x *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	nu, x = keep(z, nu), keep(z, x)
	return withPrecision(z, nu, x, prec, func(z *ball.Real, wp uint) {
		var j ball.Real
		besselJY(&j, z, nu, x, wp)
	})
}

// HankelH1 sets z to the Hankel function H⁽¹⁾_ν(w) = J_ν(w) + iY_ν(w) for real ν and complex w, with its cut along the negative
// imaginary axis: it is indeterminate unless Re w > 0 or Im w > 0 is proved. H⁽²⁾_ν(w) is the conjugate of
// H⁽¹⁾_ν at the conjugate of w. HankelBound limits the result, and carries the radius of w. Complex w take the expansion for large |w| (kFar)
// or the series of K, for |w| ≤ 10⁵.
func HankelH1(z *ball.Complex, nu *ball.Real, w *ball.Complex, prec uint) *ball.Complex {
	prec = atLeast(prec)
	if !nu.IsFinite() || !w.IsFinite() {
		return z.SetIndeterminate()
	}
	var y, n ball.Real
	if w.Im.IsZero() {
		var x ball.Real
		x.Set(&w.Re)
		n.Set(nu)
		BesselY(&y, &n, &x, prec)
		BesselJ(&z.Re, &n, &x, prec)
		if z.Im.Set(&y); !z.IsFinite() {
			z.SetIndeterminate()
		}
		return z
	}
	if w.Re.Positive() != ball.True && w.Im.Positive() != ball.True {
		return z.SetIndeterminate()
	}
	// H⁽¹⁾_ν(w) = −(2i/π)e^{−iνπ/2} K_ν(−iw) (DLMF 10.27.8)
	bound := HankelBound(nu, w)
	n.Abs(nu, nu.Mid(nil).Prec()+64)
	var m, k ball.Complex
	m.GetMid(w)
	hankelPoint(&k, nu, &m, prec+8)
	if r := w.Rad(); !r.IsZero() && k.IsFinite() {
		// |H_ν′| ≤ (|H_{ν−1}| + |H_{ν+1}|)/2, and the bound grows with |ν|
		k.AddRad(r.Mul(HankelBound(n.AddInt64(&n, 1, n.Mid(nil).Prec()+64), w)))
	}
	clip(&z.Re, &k.Re, bound, prec)
	clip(&z.Im, &k.Im, bound, prec)
	return z
}

// hankelPoint is HankelH1 at an exact w.
func hankelPoint(z *ball.Complex, nu *ball.Real, w *ball.Complex, prec uint) {
	var n ball.Real
	var x ball.Complex
	n.Abs(nu, nu.Mid(nil).Prec()+64)
	x.MulI(x.Neg(w)) // −iw
	if !kFar(z, &n, &x, prec) {
		size := math.Hypot(clampFloat64(w.Re.Mid(nil)), clampFloat64(w.Im.Mid(nil)))
		if size > maxSeriesX {
			z.SetIndeterminate()
			return
		}
		o := newOrder(&n)
		kSeries(z, &o, &x, math.Max(size, 1e-300), complexWork, prec)
	}
	if z.IsFinite() {
		hankelOfK(z, nu, prec)
	}
}

// hankelOfK multiplies K_ν(−iw) by −(2i/π)e^{−iνπ/2}. The turn is by sin of multiples of π, exact where ν/2 or (ν+1)/2 is
// an integer: then J or Y loses nothing to the other, larger part.
func hankelOfK(k *ball.Complex, nu *ball.Real, prec uint) {
	var turn ball.Complex
	var s ball.Real
	s.Mul2Exp(nu, -1)
	sinPi(&turn.Im, &s, prec)
	shiftOrder(&s, nu, 1, prec) // cos νπ/2 = sin (ν+1)π/2
	sinPi(&turn.Re, s.Mul2Exp(&s, -1), prec)
	turn.Im.Neg(&turn.Im)
	k.Mul(k, &turn, prec)
	k.MulI(k.Neg(k))
	k.QuoReal(k.Mul2Exp(k, 1), s.Pi(prec), prec)
}

// HankelBound bounds |H⁽¹⁾_ν| on w, if that is proved not to meet the negative imaginary axis, by
//
//	√(2/(π|w|)) e^{−Im w} (1 + χqe^{χq}), q = |ν²−1/4|/|w|, χ = π/2,
//
// the expansion of K_ν(−iw) with its first term (DLMF 10.40.10 to 10.40.12). It is infinite elsewhere.
func HankelBound(nu *ball.Real, w *ball.Complex) ball.Mag {
	low := w.MagLower()
	if low.IsZero() || w.Re.Positive() != ball.True && w.Im.Positive() != ball.True || !nu.IsFinite() {
		return ball.MagInf()
	}
	n := nu.MagUpper()
	q := n.Mul(n).Max(ball.MagPow2(-2)).Quo(low).Mul(magAbove(math.Pi / 2))
	var e ball.Real
	e.SetFloat(w.Im.Lower(nil, 64))
	e.Exp(e.Neg(&e), 64)
	return e.MagUpper().Mul(magAbove(2 / math.Pi).Quo(low).Sqrt()).Mul(ball.MagPow2(0).Add(q.Mul(q.Exp())))
}

// withPrecision calls f with a working precision that grows until z, at exact arguments, has prec bits. f encloses at any
// precision, so that stopping early costs accuracy only; with inexact arguments more precision would not help.
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
//
// The radius of x enters by the mean value theorem: on x both |J_ν′| and |Y_ν′| are at most (ν/x)M_ν + M_{ν+1}, ν ≥ 0. M_ν
// falls with x, so that this is largest at the lower end lo of x, where M ≤ |J| + |Y| is computed, for all orders in the
// ball at once; that lo is rounded down makes it only larger.
func besselJY(j, y, nu, x *ball.Real, prec uint) {
	if !nu.IsFinite() || x.Positive() != ball.True || !x.IsFinite() {
		j.SetIndeterminate()
		y.SetIndeterminate()
		return
	}
	switch nu.Negative() {
	case ball.Unknown:
		// orders of both signs: no value is bounded
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
	if jyPoint(j, y, &o, x.Mid(nil), prec); x.IsExact() {
		return
	}
	// |C_ν′| = |(ν/x)C_ν − C_{ν+1}| ≤ (ν/x)M_ν + M_{ν+1} (DLMF 10.6.2)
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
		// J + iY is the Hankel function
		var k, ix ball.Complex
		ix.Im.SetFloat(x)
		ix.Im.Neg(&ix.Im)
		if kSeries(&k, o, &ix, xf, complexWork, prec+8); k.IsFinite() {
			hankelOfK(&k, o.ball, prec+8)
			j.Set(&k.Re)
			y.Set(&k.Im)
			return
		}
	}
	var xb ball.Real
	if !(xf >= minContourX && xf <= maxContourX) || !contourJ(j, y, o, xb.SetFloat(x), prec) {
		j.SetIndeterminate()
		y.SetIndeterminate()
	}
}
