package special

import (
	"math"

	"krein/ball"
)

// meetsCut reports whether x has a point on (−∞, 0].
func meetsCut(x *ball.Complex) bool {
	return x.Im.ContainsZero() && x.Re.Positive() != ball.True
}

// kComplexAway is K_ν for an x that neither lies in the right half plane nor meets the cut (−∞, 0]: the value at the midpoint, and
// the radius through |K_ν′| ≤ (|K_{ν−1}| + |K_{ν+1}|)/2 (DLMF 10.29.1).
func kComplexAway(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) {
	var m, a ball.Complex
	m.GetMid(x)
	for p := prec; ; {
		kOffCut(&a, nu, &m, p)
		lost := int64(prec) - max(a.RelAccuracyBits(), -int64(p))
		if !a.IsFinite() || !nu.IsExact() || lost < worthRetry || p > 4*prec+1000 {
			break
		}
		p += uint(lost) + 8
	}
	if r := x.Rad(); !r.IsZero() && a.IsFinite() {
		var lo, hi ball.Real
		p := nu.Mid(nil).Prec() + 64
		v := supK(lo.AddInt64(nu, -1, p), x).Add(supK(hi.AddInt64(nu, 1, p), x)).Mul2Exp(-1)
		a.AddRad(r.Mul(v))
	}
	z.SetRound(&a, prec)
	if !z.IsFinite() {
		z.SetIndeterminate()
	}
}

// kOffCut is K_ν at an exact x off the cut; in the left half plane (DLMF 10.34.2)
//
//	K_ν(ye^{±iπ}) = e^{∓iνπ} K_ν(y) ∓ iπ I_ν(y).
func kOffCut(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) {
	side, _ := x.Re.Sign()
	if side > 0 {
		BesselKComplex(z, nu, x, prec)
		return
	}
	var order ball.Real
	order.Abs(nu, nu.Mid(nil).Prec()+64)
	if side == 0 {
		kOnAxis(z, &order, x, prec)
		return
	}
	var y, i, f ball.Complex
	var pi, s, c ball.Real
	wp := prec + 16
	y.Neg(x)
	BesselKComplex(z, &order, &y, wp)
	BesselIComplex(&i, &order, &y, wp)
	pi.Pi(wp)
	i.MulReal(i.MulI(&i), &pi, wp)
	pi.Mul(&pi, &order, wp)
	ball.SinCos(&s, &c, &pi, wp)
	if up, _ := x.Im.Sign(); up > 0 {
		i.Neg(&i)
		s.Neg(&s)
	}
	z.Mul(z, f.SetParts(&c, &s), wp)
	z.Add(z, &i, prec)
}

// kOnAxis is K_ν, ν ≥ 0, at a point of the imaginary axis, where the bounds of its expansion still hold.
func kOnAxis(z *ball.Complex, order *ball.Real, x *ball.Complex, prec uint) {
	if order.IsExact() {
		kComplexPoint(z, order, x, prec)
		return
	}
	o := newOrder(order)
	size := math.Abs(clampFloat64(x.Im.Mid(nil)))
	if size > maxBesselX {
		z.SetIndeterminate()
		return
	}
	if size > 1 && size > seriesBelow*float64(prec) && kComplexAsymptotic(z, &o, x, size, prec) {
		return
	}
	if size > maxSeriesX {
		z.SetIndeterminate()
		return
	}
	kComplexDifference(z, order, x, prec+16+uint(2.9*size))
}

// supK bounds |K_μ| on an x that does not meet (−∞, 0]. With one term of its expansion and the bound of the remainder for |ph x| ≤ π,
// see planExpansion,
//
//	|K_μ(x)| ≤ √(π/(2|x|)) e^{−Re x} (1 + qe^q), q = (π/2)|μ²−1/4|/|x|;
//
// near 0, where that is large, the convergent series over all of x serve.
func supK(mu *ball.Real, x *ball.Complex) ball.Mag {
	var order, e ball.Real
	order.Abs(mu, mu.Mid(nil).Prec()+64)
	low := x.MagLower()
	top := order.MagUpper()
	half := magAbove(math.Pi / 2)
	q := top.Mul(top).Max(ball.MagPow2(-2)).Mul(half).Quo(low)
	e.Exp(e.Neg(&x.Re), 32)
	bound := half.Quo(low).Sqrt().Mul(e.MagUpper()).Mul(ball.MagPow2(0).Add(q.Mul(q.Exp())))
	size := x.MagUpper().Float64()
	if !(size < 40) || q.Float64() < 1 {
		return bound
	}
	var z ball.Complex
	wp := uint(64 + 3*size)
	if n, ok := smallInteger(&order); ok {
		kComplexInteger(&z, n, x, wp)
	} else {
		kComplexDifference(&z, &order, x, wp)
	}
	if z.IsFinite() {
		bound = bound.Min(z.MagUpper())
	}
	return bound
}

// smallInteger returns an exact integer order up to 2^20.
func smallInteger(order *ball.Real) (uint64, bool) {
	f, r := order.Float64()
	if r != 0 || !order.IsExact() || f != math.Trunc(f) || !(f >= 0 && f <= 1<<20) {
		return 0, false
	}
	return uint64(f), true
}
