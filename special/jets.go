package special

import (
	"math/big"

	"krein/ball"
)

// The jets below take the function's Taylor coefficients in t = x² about the square of the constant term, where they
// are functions of the same family at raised or lowered order (DLMF 10.6.6, 10.29.4), and compose with x². So there is
// nothing to divide by, not even at 0, and balls as constant terms stay as narrow as the functions do.

// inSquare sets s to f(x²), coef giving the Taylor coefficient k of f about the square of the constant term of x.
func inSquare[T any, P ball.Number[T]](s, x *ball.Series[T, P], coef func(z P, k int), prec uint) {
	n := x.Len()
	if n == 0 {
		s.SetLen(0)
		return
	}
	var f, y ball.Series[T, P]
	f.SetLen(n)
	for k := range n {
		coef(f.Coef(k), k)
	}
	y.Mul(x, x, prec)
	y.Coef(0).SetInt64(0)
	s.Compose(&f, &y, prec)
}

// squareFactors returns (±1/4)^k/(k!(d/2)_k) for k < n.
func squareFactors(d *ball.Real, n int, sign int64, prec uint) []ball.Real {
	q := make([]ball.Real, max(n, 1))
	q[0].SetInt64(1)
	var u ball.Real
	for k := int64(1); k < int64(n); k++ {
		shiftOrder(&u, d, 2*k-2, prec)
		u.MulInt64(&u, 2*k*sign, prec+64)
		q[k].Quo(&q[k-1], &u, prec)
	}
	return q
}

// LambdaJet sets s to Λ_d of the jet x, for real d ≥ 1: d^k/d(x²)^k Λ_d = (−1/4)^k/(d/2)_k·Λ_{d+2k}. It is
// indeterminate for other d.
func LambdaJet(s *ball.RealSeries, d *ball.Real, x *ball.RealSeries, prec uint) *ball.RealSeries {
	wp := atLeast(prec) + 8
	q := squareFactors(d, x.Len(), -1, wp)
	inSquare(s, x, func(z *ball.Real, k int) {
		var e ball.Real
		LambdaReal(z, shiftOrder(&e, d, 2*int64(k), wp), x.Coef(0), wp)
		z.Mul(z, &q[k], wp)
	}, wp)
	return s
}

// orderOf splits ν into |ν| or ν, whether it is an exact integer, and the sign with which J_{−n} = (−1)^n J_n.
func orderOf(nu *ball.Real) (order *ball.Real, n int64, integer, odd bool) {
	order = new(ball.Real).Set(nu)
	if n, integer = nu.Int64(); integer && n < 0 {
		n = -n
		odd = n&1 != 0
		order.Neg(order)
	}
	return order, n, integer, odd
}

// BesselJJet sets s to J_ν of the jet x, for ν ≥ −1/2 and a constant term > 0, or an exact integer ν and any constant
// term; coefficients are indeterminate elsewhere.
func BesselJJet(s *ball.RealSeries, nu *ball.Real, x *ball.RealSeries, prec uint) *ball.RealSeries {
	return besselIJJet(s, nu, x, false, prec)
}

// BesselIJet is BesselJJet for I_ν.
func BesselIJet(s *ball.RealSeries, nu *ball.Real, x *ball.RealSeries, prec uint) *ball.RealSeries {
	return besselIJJet(s, nu, x, true, prec)
}

// besselIJJet is (x/2)^ν/Γ(ν+1) times Λ_{2ν+2}(x) or, if modified, ₀F₁(; ν+1; x²/4).
func besselIJJet(s *ball.RealSeries, nu *ball.Real, x *ball.RealSeries, modified bool, prec uint) *ball.RealSeries {
	wp := atLeast(prec) + 12
	order, n, integer, odd := orderOf(nu)
	if x.Len() == 0 || !integer && (x.Coef(0).Positive() != ball.True || !startsAtMinusHalf(nu)) {
		return indeterminateJet(s, x.Len())
	}
	var l, p ball.RealSeries
	var d, g ball.Real
	d.Mul2Exp(shiftOrder(&d, order, 1, wp), 1)
	if modified {
		q := squareFactors(&d, x.Len(), 1, wp)
		inSquare(&l, x, func(z *ball.Real, k int) {
			var c, y ball.Real
			besselIWide(z, shiftOrder(&c, order, int64(k), wp), absolute(&y, x.Coef(0), wp), automatic, true, wp)
			z.Mul(z, &q[k], wp)
		}, wp)
	} else {
		LambdaJet(&l, &d, x, wp)
	}
	p.Mul2Exp(x, -1)
	if integer {
		p.PowRat(&p, big.NewRat(n, 1), wp)
	} else {
		p.Pow(&p, order, wp)
	}
	RecipGamma(&g, shiftOrder(&g, order, 1, wp), wp)
	if odd && !modified {
		g.Neg(&g)
	}
	p.MulScalar(&p, &g, wp)
	return s.Mul(&p, &l, prec)
}

// BesselKJet sets s to K_ν of the jet x with a constant term > 0, else to indeterminate coefficients:
// d^k/d(x²)^k x^ν K_ν = (−1/2)^k x^{ν−k} K_{ν−k} (DLMF 10.29.4).
func BesselKJet(s *ball.RealSeries, nu *ball.Real, x *ball.RealSeries, prec uint) *ball.RealSeries {
	wp := atLeast(prec) + 12
	if x.Len() == 0 || x.Coef(0).Positive() != ball.True {
		return indeterminateJet(s, x.Len())
	}
	var g, p ball.RealSeries
	fact := ball.NewReal(1)
	inSquare(&g, x, func(z *ball.Real, k int) {
		var e, w ball.Real
		if k > 0 {
			fact.QuoInt64(fact, -2*int64(k), wp)
		}
		shiftOrder(&e, nu, -int64(k), wp)
		BesselK(z, &e, x.Coef(0), wp)
		w.Pow(x.Coef(0), &e, wp)
		z.Mul(z, &w, wp)
		z.Mul(z, fact, wp)
	}, wp)
	var minus ball.Real
	p.Pow(x, minus.Neg(nu), wp)
	return s.Mul(&p, &g, prec)
}

// indeterminateJet sets s to n indeterminate coefficients.
func indeterminateJet[T any, P ball.Number[T]](s *ball.Series[T, P], n int) *ball.Series[T, P] {
	s.SetLen(n)
	for k := range n {
		s.Coef(k).SetIndeterminate()
	}
	return s
}
