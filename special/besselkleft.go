package special

import (
	"math"

	"krein/ball"
)

// meetsCut reports whether x has a point on (−∞, 0].
func meetsCut(x *ball.Complex) bool {
	return x.Im.ContainsZero() && x.Re.Positive() != ball.True
}

// kComplexAway is K_ν for an x that neither lies in the right half plane nor meets the cut (−∞, 0]: the value at the midpoints, and
// the radii through bounds of the derivatives.
//
// In ½∫e^{−x cosh t − νt}dt (DLMF 10.32.9) let t run from −∞+iφ to iφ, −iφ and +∞−iφ, φ = ph x: for |φ| < π this continues K_ν. With
// t = u−iφ, Re(x cosh t) = |x|(cosh u − e^{−u}sin²φ) ≥ |x| sinh u for u ≥ 0, likewise for u ≤ 0, and on the segment between
// |e^{−x cosh t}| ≤ e^{|Re x|}. So with T_ν(s) = ∫₀^∞ e^{−s sinh u} cosh νu du, see kTail,
//
//	|K_ν(x)| ≤ πe^{|Re x|} + T_ν(|x|),  |∂K_ν(x)/∂ν| ≤ π(πe^{|Re x|} + 2T_{ν+1}(|x|)),
//
// as |t| ≤ |u|+π ≤ πe^{|u|} there. And |K_ν′| ≤ (|K_{ν−1}| + |K_{ν+1}|)/2 (10.29.1).
func kComplexAway(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) {
	var m, a ball.Complex
	var order, mid ball.Real
	m.GetMid(x)
	order.Abs(nu, nu.Mid(nil).Prec()+64)
	mid.GetMid(&order)
	for p := prec; ; {
		kOffCut(&a, &mid, &m, p)
		lost := int64(prec) - max(a.RelAccuracyBits(), -int64(p))
		if !a.IsFinite() || lost < worthRetry || p > 4*prec+1000 {
			break
		}
		p += uint(lost) + 8
	}
	if r := x.Rad(); !r.IsZero() {
		a.AddRad(r.Mul(supK(order.MagUpper().Add(ball.MagPow2(0)), x)))
	}
	if r := order.Rad(); !r.IsZero() {
		pi := magAbove(math.Pi)
		seg := pi.Mul(expRe(x))
		tail := kTail(order.MagUpper().Add(ball.MagPow2(0)), &m)
		a.AddRad(r.Mul(pi).Mul(seg.Add(tail.Mul2Exp(1))))
	}
	z.SetRound(&a, prec)
	if !z.IsFinite() {
		z.SetIndeterminate()
	}
}

// kOffCut is K_ν at an exact order ≥ 0 and an exact x off the cut; in the left half plane (DLMF 10.34.2)
//
//	K_ν(ye^{±iπ}) = e^{∓iνπ} K_ν(y) ∓ iπ I_ν(y).
func kOffCut(z *ball.Complex, order *ball.Real, x *ball.Complex, prec uint) {
	if side, _ := x.Re.Sign(); side >= 0 {
		// on the imaginary axis the expansion's remainder is bounded as in the half plane
		kComplexPoint(z, order, x, prec)
		return
	}
	var y, i, f ball.Complex
	var pi, s, c ball.Real
	wp := prec + 16
	y.Neg(x)
	BesselKComplex(z, order, &y, wp)
	BesselIComplex(&i, order, &y, wp)
	pi.Pi(wp)
	i.MulReal(i.MulI(&i), &pi, wp)
	pi.Mul(&pi, order, wp)
	ball.SinCos(&s, &c, &pi, wp)
	if up, _ := x.Im.Sign(); up > 0 {
		i.Neg(&i)
		s.Neg(&s)
	}
	z.Mul(z, f.SetParts(&c, &s), wp)
	z.Add(z, &i, prec)
}

// supK bounds |K_μ| for 0 ≤ μ ≤ top on an x that does not meet (−∞, 0]: by the bound at kComplexAway, and by one term of the expansion
// and its remainder for |ph x| ≤ π (see planExpansion),
//
//	|K_μ(x)| ≤ √(π/(2|x|)) e^{−Re x} (1 + qe^q), q = (π/2)|μ²−1/4|/|x|.
func supK(top ball.Mag, x *ball.Complex) ball.Mag {
	var e ball.Real
	half := magAbove(math.Pi / 2)
	q := top.Mul(top).Max(ball.MagPow2(-2)).Mul(half).Quo(x.MagLower())
	e.Exp(e.Neg(&x.Re), 32)
	bound := half.Quo(x.MagLower()).Sqrt().Mul(e.MagUpper()).Mul(ball.MagPow2(0).Add(q.Mul(q.Exp())))
	return bound.Min(magAbove(math.Pi).Mul(expRe(x)).Add(kTail(top, x)))
}

// expRe bounds e^{|Re x|}.
func expRe(x *ball.Complex) ball.Mag { return x.Re.MagUpper().Exp() }

// kTail bounds T_ν(|x|) = ∫₀^∞ e^{−|x| sinh u} cosh νu du, which increases with ν ≥ 0: as sinh u ≥ u by 1/(|x|−ν), and as
// sinh u ≥ cosh u − 1 by e^{|x|} K_ν(|x|).
func kTail(nu ball.Mag, x *ball.Complex) ball.Mag {
	low := x.MagLower()
	if low.Cmp(nu.Add(ball.MagPow2(0))) > 0 {
		return ball.MagPow2(0).Quo(low.SubLower(nu))
	}
	var order, s, k ball.Real
	order.SetFloat(nu.Float(nil))
	s.SetFloat(low.Float(nil))
	BesselK(&k, &order, &s, 32)
	return low.Exp().Mul(k.MagUpper())
}
