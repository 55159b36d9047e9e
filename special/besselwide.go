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

// besselJ is J_ν over balls.
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
	if f, b := nu.Float64(); !(f-b >= -0.5) && !startsAtMinusHalf(nu) {
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

// byPieces sets z to a ball around the values of f on intervals of length at most 1/2 that cover x.
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

// clip sets z to the better of a, [−sup, sup], and their intersection.
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

// productJ is J = (x/2)^ν/Γ(ν+1)·Λ_{2ν+2}(x) over a ball: the variation is that of both factors.
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
