package special

import (
	"math"
	"math/big"

	"krein/ball"
)

// lambdaReal is Λ_d over balls.
func lambdaReal(z, d, x *ball.Real, alg algorithm, prec uint) *ball.Real {
	prec = atLeast(prec)
	d, x = keep(z, d), keep(z, x)
	if !d.IsFinite() || !x.IsFinite() || ball.NewReal(1).LessEq(d) != ball.True {
		return z.SetIndeterminate()
	}
	var nu ball.Real
	shiftOrder(&nu, nu.Mul2Exp(d, -1), -1, prec)
	o := newOrder(&nu)
	m := x.Mid(nil)
	m.Abs(m)
	r := x.Rad()
	point := func(z *ball.Real, t *big.Float) *ball.Real {
		if t.Sign() == 0 {
			return z.SetInt64(1)
		}
		besselJPoint(z, &o, t, alg, true, prec)
		if alg == automatic && !z.IsFinite() {
			z.SetMag(ball.MagPow2(0)) // |Λ| ≤ 1
		}
		return z
	}
	if r.IsZero() {
		return point(z, m)
	}
	dLow := ball.MagFloatLower(d.Lower(nil, 40))
	top := x.MagUpper()
	// Four ways from the midpoint to the ball, each with a bound for all orders in d and all points of x. Where Λ is
	// monotone, up to |x| = d/2, its logarithmic derivative or its two ends; else, for balls of about the scale 1 on which Λ
	// varies, the hull over shorter pieces; else a Taylor polynomial of degree 0 or 1 with a bound of what is left out.
	if top.Mul2Exp(1).Cmp(dLow) <= 0 {
		// |x| ≤ ν+1, where 0 ≤ −Λ′/Λ = J_{ν+1}/J_ν ≤ |x|/(ν+1), because J_{ν+1} increases up to ν+1
		// and J_{ν+1}′ = J_ν − (ν+1)/x·J_{ν+1} ≥ 0 (DLMF 10.6.2, 10.21.3)
		rel := r.Mul(top).Mul2Exp(1).Quo(dLow)
		if rel.Exponent() < narrowRel && r.Mul2Exp(2).Cmp(top) < 0 {
			point(z, m)
			return z.AddRad(z.MagUpper().Mul(rel.Expm1()))
		}
		var a, b ball.Real
		lo := x.MagLower().Float(nil)
		if lo.MantExp(nil) < -1<<20 {
			lo.SetInt64(0)
		}
		point(&a, lo)
		point(&b, top.Float(nil))
		return z.Hull(&a, &b, prec)
	}
	sup := LambdaSup(d, x)
	if worthPieces(r) {
		var a ball.Real
		byPieces(&a, x, func(z, piece *ball.Real) { lambdaReal(z, d, piece, alg, 32) })
		return clip(z, &a, sup, prec)
	}
	// |Λ′| = |x/d·Λ_{d+2}|, |Λ″| ≤ 1/d and |Λ″| ≤ |Λ_{d+2}|/d + x²/(d(d+2))·|Λ_{d+4}|; Λ is the transform
	// of a probability on [−1, 1] of variance 1/d (the uniform distribution on the sphere, projected), so |Λ′| ≤ 1/√d
	var t ball.Real
	s2 := LambdaSup(t.AddInt64(d, 2, prec+64), x)
	s4 := LambdaSup(t.AddInt64(d, 4, prec+64), x)
	q := top.Quo(dLow)
	slope := q.Mul(s2).Min(ball.MagPow2(0).Quo(dLow.SqrtLower()))
	second := ball.MagPow2(0).Quo(dLow).Min(s2.Quo(dLow).Add(q.Mul(q).Mul(s4)))
	variation := r.Mul(slope).Min(sup.Mul2Exp(1))
	var a ball.Real
	point(&a, m)
	if !a.IsFinite() {
		return clip(z, &a, sup, prec)
	}
	if r.Exponent() < 0 && m.Sign() != 0 {
		n1 := shiftOrder(new(ball.Real), &nu, 1, prec)
		o1 := newOrder(n1)
		var b ball.Real
		jOnce(&b, &o1, m, automatic, true, 24)
		if b.IsFinite() {
			variation = variation.Min(r.Mul(q).Mul(b.MagUpper()).Add(r.Mul(r).Mul2Exp(-1).Mul(second)))
		}
	}
	a.AddRad(variation)
	return clip(z, &a, sup, prec)
}

// LambdaSup bounds |Λ_d| on x, d ≥ 1, and falls with |x|: by 1 and, for exact d, by Γ(ν+1)(2/|x|)^ν sup|J_ν|, where
// Γ(ν+1) ≤ √(2π)((ν+½)/e)^{ν+½} for ν ≥ −½ (Burnside 1917; log Γ(s+½) − s log s + s increases to log √(2π)), so that
// Γ(ν+1)(2/|x|)^ν ≤ √(π|x|)·((d−1)/(e|x|))^{(d−1)/2}.
//
// The product of both bounds is evaluated at the least |x| and serves all larger ones, because it falls with |x|: for
// d ≥ 2 each factor does. For 1 ≤ d < 2, where the first grows like |x|^{1−d/2}, supJ has only √(2/(πx)), and the
// product is √2·((d−1)/(e|x|))^{(d−1)/2}. The base q is below 1 (low ≥ 0.4d), so that cutting its exponent d−1 to an
// integer makes the bound larger.
func LambdaSup(d, x *ball.Real) ball.Mag {
	one := ball.MagPow2(0)
	low := x.MagLower()
	// worth a look only from about the turning point on
	if !d.IsExact() || low.Mul2Exp(1).Add(low.Mul2Exp(-1)).Cmp(d.MagUpper()) < 0 || low.Exponent() > 900 {
		return one
	}
	var nu ball.Real
	nu.AddInt64(nu.Mul2Exp(d, -1), -1, 200)
	or := rangeOf(&nu)
	if or.hi > 1e5 || math.IsInf(or.hi, 0) {
		return one
	}
	q := magAbove((2*or.hi + 1) / math.E).Quo(low) // < 1, as low ≥ 0.8(ν+1)
	return one.Min(q.Pow(uint64(2*or.lo + 1)).Mul(low).Mul(magAbove(math.Pi)).Sqrt().Mul(supJ(or, x)))
}
