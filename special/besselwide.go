package special

import (
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/elem64"
)

// keep returns an operand that survives writing to z.
func keep(z, x *ball.Real) *ball.Real {
	if z == x {
		return new(ball.Real).Set(x)
	}
	return x
}

// magAbove returns x ≥ 0 rounded up where x may be off by a relative 2^-40.
func magAbove(x float64) ball.Mag { return ball.MagFloat64(x * (1 + 0x1p-38)) }

// besselJ is J_ν over balls. Whether the orders start at −1/2 is decided on the balls, not on float64 ends: an order
// below −1/2 by less than a rounding belongs to the reflection, since the bounds of supJ and lambdaReal hold from −1/2 on.
func besselJ(z, nu, x *ball.Real, alg algorithm, prec uint) *ball.Real {
	prec = atLeast(prec)
	nu, x = keep(z, nu), keep(z, x)
	if !nu.IsFinite() || !x.IsFinite() {
		return z.SetIndeterminate()
	}
	if k, ok := nu.Int64(); ok {
		// J_{−n}(x) = J_n(−x) = (−1)^n J_n(x), DLMF 10.4.1 and 10.11.1
		neg := x.Mid(nil).Sign() < 0
		if k < 0 || neg {
			var t, m ball.Real
			t.SetInt64(max(k, -k))
			m.Set(x)
			if neg {
				m.Neg(&m)
			}
			besselJWide(z, &t, &m, alg, true, prec)
			if k&1 != 0 && (k < 0) != neg {
				z.Neg(z)
			}
			return z
		}
		return besselJWide(z, nu, x, alg, true, prec)
	}
	if x.Negative() == ball.True {
		return z.SetIndeterminate()
	}
	if !startsAtMinusHalf(nu) {
		if nu.Negative() != ball.True {
			return z.SetIndeterminate()
		}
		return withPrecision(z, nu, x, prec, func(z *ball.Real, wp uint) {
			var y ball.Real
			if alg != byContour && x.MagUpper().Float64() < jSeriesBelow+float64(wp)/4 {
				if jNegative(z, nu, x, wp); z.IsFinite() { // a ball of orders may have an integer, a pole of Γ
					return
				}
			}
			besselJY(z, &y, nu, x, wp)
		})
	}
	return besselJWide(z, nu, x, alg, false, prec)
}

// startsAtMinusHalf reports that no order in nu is below −1/2.
func startsAtMinusHalf(nu *ball.Real) bool {
	return ball.NewReal(-0.5).LessEq(nu) == ball.True
}

// An orderRange bounds the orders of a ball.
type orderRange struct{ lo, hi float64 }

func rangeOf(nu *ball.Real) orderRange {
	if f, b := nu.Float64(); b == 0 {
		return orderRange{f, f}
	}
	lo, hi := clampFloat64(nu.Lower(nil, 64)), clampFloat64(nu.Upper(nil, 64))
	return orderRange{math.Nextafter(lo, math.Inf(-1)), math.Nextafter(hi, math.Inf(1))}
}

// besselJWide is J_ν for ν ≥ −1/2 over a ball x with midpoint ≥ 0; entire means that
// ν is an integer n ≥ 0, and x may reach below 0.
func besselJWide(z, nu, x *ball.Real, alg algorithm, entire bool, prec uint) *ball.Real {
	o := newOrder(nu)
	m := x.Mid(nil)
	r := x.Rad()
	if r.IsZero() {
		if m.Sign() == 0 {
			switch {
			case nu.IsZero():
				return z.SetInt64(1)
			case nu.Lower(nil, 64).Sign() > 0:
				return z.SetZero()
			}
			return z.SetIndeterminate()
		}
		besselJPoint(z, &o, m, alg, false, prec)
		if alg == automatic && !z.IsFinite() {
			if sup := supJ(rangeOf(nu), x); !sup.IsInf() {
				return z.SetMag(sup)
			}
		}
		return z
	}
	if x.ContainsZero() && !entire && (x.Lower(nil, prec+64).Sign() < 0 || nu.Lower(nil, 64).Sign() < 0) {
		return z.SetIndeterminate() // J is not real below 0; ends at 0 are allowed
	}
	var a ball.Real
	productJ(&a, nu, x, alg, prec)
	return clip(z, &a, supJ(rangeOf(nu), x), prec)
}

// worthPieces reports whether a radius is so wide that the ball is better covered by some narrower ones,
// and so small that a few will do. Λ_d varies on the scale 1.
func worthPieces(r ball.Mag) bool { return r.Exponent() >= -1 && r.Exponent() <= 3 }

// byPieces sets z to a ball around the values of f on intervals of length at most 1/2 that cover x: each starts at the
// very number at which the one before ends, and the last ends at the upper end of x, whatever the roundings of the step.
func byPieces(z, x *ball.Real, f func(z, piece *ball.Real)) {
	n := int(math.Ceil(4*x.Rad().Float64())) + 1
	lo, hi := x.Lower(nil, 80), x.Upper(nil, 80)
	step := new(big.Float).SetPrec(80).Sub(hi, lo)
	step.Quo(step, new(big.Float).SetInt64(int64(n)))
	var piece, v ball.Real
	a := new(big.Float).Copy(lo)
	for k := 1; k <= n; k++ {
		b := new(big.Float).Copy(hi)
		if k < n {
			b.SetPrec(80).Add(a, step)
		}
		piece.SetInterval(a, b, 100)
		f(&v, &piece)
		if k == 1 {
			z.Set(&v)
		} else {
			z.Hull(z, &v, 64)
		}
		a = b
	}
}

// clip sets z to the better of a, [−sup, sup], and their intersection. Both contain the values, and so do their common
// points; where rounding leaves none, a is taken.
func clip(z, a *ball.Real, sup ball.Mag, prec uint) *ball.Real {
	if a.IsFinite() && a.MagUpper().Cmp(sup) <= 0 {
		return z.Set(a)
	}
	var b ball.Real
	b.SetMag(sup)
	if !a.IsFinite() {
		return z.Set(&b)
	}
	var c ball.Real
	if c.Intersect(a, &b, prec) && c.Rad().Cmp(a.Rad()) < 0 {
		return z.Set(&c)
	}
	return z.Set(a)
}

// productJ is J = (x/2)^ν/Γ(ν+1)·Λ_{2ν+2}(x) over a ball: the variation is that of both factors, which are independent
// balls here, so that the product contains those at each point and order. For x down to 0 and ν > 0 the power is [0, b^ν];
// for x on both sides of 0 it is defined for integers ν only, as Pow has it.
func productJ(z, nu, x *ball.Real, alg algorithm, prec uint) *ball.Real {
	var d, t, g ball.Real
	d.Mul2Exp(shiftOrder(&d, nu, 1, prec), 1)
	t.Mul2Exp(x, -1)
	lambdaReal(&d, &d, x, alg, prec+4)
	t.Pow(&t, nu, prec+4)
	RecipGamma(&g, g.AddInt64(nu, 1, prec+64), prec+4)
	t.Mul(&t, &g, prec+4)
	return z.Mul(&d, &t, prec)
}

// supJ bounds |J_μ| on x (symmetric in x) for all orders in the range, −1/2 ≤ lo, as the least of
//
//	1 for μ ≥ 0, 1/√2 for μ ≥ 1 (DLMF 10.14.1),
//	0.674886 μ^{−1/3} and 0.785747 x^{−1/3} for μ > 0 (Landau, J. London Math. Soc. 61 (2000), 197–215),
//	√(2/(πx)) for |μ| ≤ 1/2, √(2/π)·(x²−μ²)^{−1/4} for 1/2 ≤ μ < x (Watson §13.74).
//
// All bounds fall with x, and are taken at the least |x|. In μ the first fall, and are taken at the least order; the last
// two grow, and are taken at the largest, at which the second covers the first. The float64 arithmetic errs by some units
// of 2⁻⁵³ (math.Pow by less than one), magAbove adds 2⁻³⁸; x²−μ² is a product, and x ≥ 1.001μ keeps what the rounding of
// the ends does to x−μ below the 10⁻⁹ that is added.
func supJ(or orderRange, x *ball.Real) ball.Mag {
	best := ball.MagInf()
	if or.lo >= 0 {
		best = ball.MagPow2(0)
		if or.lo > 0 {
			best = best.Min(magAbove(0.674886 * elem64.Pow(or.lo, -1.0/3)))
		}
		if or.lo >= 1 {
			best = best.Min(magAbove(math.Sqrt(0.5)))
		}
	}
	low := x.MagLower()
	if low.IsZero() {
		return best
	}
	l := lowFloat(low)
	if or.lo > 0 {
		best = best.Min(magAbove(0.785747 * elem64.Pow(l, -1.0/3)))
	}
	h := math.Max(or.hi, 0.5)
	switch {
	case or.hi <= 0.5:
		best = best.Min(magAbove(math.Sqrt(2 / (math.Pi * l))))
	case l > 1.001*h:
		// both bounds increase with the order
		best = best.Min(magAbove(math.Sqrt(2/math.Pi) / math.Sqrt(math.Sqrt(l-h)*math.Sqrt(l+h)) * (1 + 1e-9)))
	}
	return best
}

// lowFloat returns a lower bound m ≠ 0 as a float64, within the range.
//
// Mag.Float64 is exact for normal numbers and rounds up below, by a relative 2^-48 at most down to 2^-1025: less than
// magAbove adds to what is made of it. A smaller m may come out too large, but then nothing depends on it: supJ's
// √(2/(πl)) is +Inf for l < 2^-1024.7, and its other bounds with l are above the 1 that it starts from.
func lowFloat(m ball.Mag) float64 {
	f := m.Float64()
	if math.IsInf(f, 1) {
		return math.MaxFloat64 / 4
	}
	return f * (1 - 0x1p-50)
}

// jSeriesBelow, and a quarter of the bits more, are arguments up to which the series of J at negative orders is taken; any
// value gives right results.
const jSeriesBelow = 32

// jNegative is J_ν(x) for ν < 0 no integer and x > 0 by its series, (x/2)^ν/Γ(ν+1)·₀F₁(; ν+1; −x²/4) (DLMF 10.2.2).
func jNegative(z, nu, x *ball.Real, prec uint) {
	var b, h, s, g ball.Real
	b.AddInt64(nu, 1, prec+64)
	h.Mul2Exp(x, -1)
	s.Neg(s.Mul(&h, &h, 2*prec+64))
	HypPFQ(&s, nil, []*ball.Real{&b}, &s, prec)
	RecipGamma(&g, &b, prec)
	h.Pow(&h, nu, prec)
	z.Mul(s.Mul(&s, &g, prec), &h, prec)
}
