// Package mean evaluates means of Λ_d over an interval, with which the transform of a power on one is written, and
// Beta functions, the masses of such powers.
package mean

import (
	"math"

	"krein/ball"
	"krein/internal/special/magnitude"
	"krein/special"
)

// tailScale multiplies the bound of what the expansion leaves out, and stopEarly lets it stop that many bits early: 1
// and 0, but in tests that require that inclusion breaks.
var (
	tailScale = ball.MagPow2(0)
	stopEarly = 0
)

// farFrom is the multiple of the precision in bits beyond which Lambda tries its large-argument expansion before the
// series. Any value gives right results.
var farFrom = 0.8

// Lambda sets z to the mean of Λ_d(xt) over 0 < t < 1 with the density q t^{q−1},
//
//	M(x) = q ∫₀¹ t^{q−1} Λ_d(xt) dt = ₁F₂(q/2; d/2, q/2+1; −x²/4),
//
// for real q > 0, real d ≥ 1 and any real x; it is indeterminate elsewhere. |M| ≤ 1. An x with a radius gives the value
// at its midpoint, widened by xM′ = q(Λ_d − M), |M′| ≤ 1/√d and |M″| ≤ 1/d, which follow from those of Λ_d.
//
// Lambda chooses between the convergent series, at a precision raised by the cancellation, about 2.9|x| bits, and the
// expansion for large x.
func Lambda(z, q, d, x *ball.Real, prec uint) *ball.Real {
	prec = max(prec, ball.MinPrec)
	if !q.IsFinite() || !d.IsFinite() || !x.IsFinite() || q.Positive() != ball.True ||
		ball.NewReal(1).LessEq(d) != ball.True {
		return z.SetIndeterminate()
	}
	var m, v ball.Real
	m.Abs(m.GetMid(x), x.Mid(nil).Prec())
	if xf := m.Nearest(); xf < farFrom*float64(prec) || !far(&v, q, d, &m, prec) {
		series(&v, q, d, &m, prec)
	}
	if r := x.Rad(); !r.IsZero() {
		var first ball.Real
		special.LambdaReal(&first, d, &m, 32)
		first.Sub(&first, &v, 32)
		first.Mul(&first, q, 32)
		first.Quo(&first, &m, 32)
		inv := ball.MagPow2(0).Quo(ball.MagFloatLower(d.Lower(nil, 40)))
		v.AddRad(r.Mul(inv.Sqrt().Min(first.MagUpper().Add(r.Mul(inv).Mul2Exp(-1)))))
	}
	v.SetRound(&v, prec)
	var unit, both ball.Real
	unit.SetMag(ball.MagPow2(0))
	switch {
	case !v.IsFinite():
		return z.Set(&unit)
	case v.MagUpper().Cmp(ball.MagPow2(0)) > 0 && both.Intersect(&v, &unit, prec) && both.Rad().Cmp(v.Rad()) < 0:
		return z.Set(&both)
	}
	return z.Set(&v)
}

// series is Lambda at an exact x by the convergent series.
func series(z, q, d, x *ball.Real, prec uint) *ball.Real {
	var a, b, c, y ball.Real
	a.Mul2Exp(q, -1)
	b.AddInt64(&a, 1, 2*prec+4096) // exact mostly
	c.Mul2Exp(d, -1)
	y.Sqr(x, 2*x.Mid(nil).MinPrec()+2) // exact
	y.Mul2Exp(y.Neg(&y), -2)
	return special.HypPFQ(z, []*ball.Real{&a}, []*ball.Real{&c, &b}, &y, prec)
}

// far is Lambda at a large exact x > 0 up to about 2^-prec of its amplitude; it reports false where the expansion does
// not reach that.
//
// M(x) = q x^{−q} ∫₀^x s^{q−1} Λ_d(s) ds. The integral up to ∞, where it converges, is half of 2^q Γ(q/2)
// Γ(d/2)/Γ((d−q)/2) (DLMF 10.22.43), and that beyond x is, by parts twice with (s^d Λ_{d+2})′ = d s^{d−1} Λ_d and Λ_d′
// = −(s/d) Λ_{d+2},
//
//	∫_x^∞ s^{q−1} Λ_d ds = −x^q Λ_{d+2}(x)/d − (q−d) x^{q−2} Λ_d(x) − (q−d)(q−2) ∫_x^∞ s^{q−3} Λ_d ds.
//
// Applied over and over, with e_0 = 1 and e_{k+1} = −e_k (q−d−2k)(q−2−2k)/x²,
//
//	M(x) = Γ(q/2+1) Γ(d/2)/Γ((d−q)/2) (2/x)^q + (q/d) Λ_{d+2}(x) Σ_{k<N} e_k + (q/x²) Λ_d(x) Σ_{k<N} e_k (q−d−2k) + R_N,
//
// R_N = −q e_N x^{2N−q} ∫_x^∞ s^{q−2N−1} Λ_d ds. For other q all but R_N are continued analytically, and R_N too is
// analytic in q as long as its integral converges absolutely, for q < 2N, where |R_N| ≤ |e_N| q/(2N−q) sup_{s≥x}
// |Λ_d(s)|.
func far(z, q, d, x *ball.Real, prec uint) bool {
	wp := prec + 24
	xp := 2*wp + 64 // sums with orders, which are exact mostly
	xf, qf, df := x.Nearest(), q.Nearest(), d.Nearest()
	if !(xf >= 4 && xf <= 0x1p1005) {
		return false
	}
	var power, t, u, v ball.Real
	special.Gamma(&power, t.AddInt64(t.Mul2Exp(q, -1), 1, xp), wp)
	power.Mul(&power, special.Gamma(&t, t.Mul2Exp(d, -1), wp), wp)
	power.Mul(&power, special.RecipGamma(&t, t.Mul2Exp(t.Sub(d, q, xp), -1), wp), wp)
	u.Quo(t.SetInt64(2), x, wp)
	power.Mul(&power, t.Pow(&u, q, wp), wp)
	wave := magnitude.Log2AbsLambda(df/2, xf) + math.Log2(qf/df)
	goal := power2(math.Max(float64(power.MagUpper().Exponent()), wave) - float64(prec) - 8 + float64(stopEarly))
	// sup_{s≥x}: the bound falls with |x|
	sup := q.MagUpper().Mul(special.LambdaSup(d, x))
	var e, a, b, x2, rest ball.Real
	e.SetInt64(1)
	x2.Inv(x2.Sqr(x, wp), wp)
	for k := int64(0); !e.IsZero(); k++ {
		size := e.MagUpper()
		beyond := t.AddInt64(t.Neg(q), 2*k, xp).MagLower()
		if t.Positive() == ball.True {
			if r := sup.Mul(size).Quo(beyond); r.Cmp(goal) <= 0 {
				rest.AddRad(r.Mul(tailScale))
				break
			}
		}
		if k > 4*int64(wp) {
			return false
		}
		t.AddInt64(t.Sub(q, d, xp), -2*k, xp)
		u.AddInt64(q, -2-2*k, xp)
		a.Add(&a, &e, wp)
		e.Mul(&e, &t, wp)
		b.Add(&b, &e, wp)
		e.Mul(e.Mul(&e, &u, wp), &x2, wp)
		e.Neg(&e)
		if !beyond.IsZero() && 2*float64(k) > qf && e.MagUpper().Cmp(size) >= 0 {
			return false // from here on terms grow
		}
	}
	special.LambdaReal(&u, t.AddInt64(d, 2, xp), x, wp)
	u.Quo(u.Mul(&u, &a, wp), d, wp)
	special.LambdaReal(&v, d, x, wp)
	v.Mul(v.Mul(&v, &b, wp), &x2, wp)
	u.Mul(u.Add(&u, &v, wp), q, wp)
	z.Add(u.Add(&u, &power, wp), &rest, prec+8)
	// a power that is larger than all cancels
	return z.IsFinite() && (z.Rad().Cmp(power2(wave+2-float64(prec))) <= 0 || z.RelAccuracyBits() >= int64(prec)-4)
}

// power2 returns 2^y rounded up.
func power2(y float64) ball.Mag { return ball.MagPow2(int64(math.Ceil(y))) }

// Beta sets z to Β(a, b) = Γ(a)Γ(b)/Γ(a+b); it is indeterminate if a or b contains a pole of Γ.
func Beta(z, a, b *ball.Real, prec uint) *ball.Real {
	wp := prec + 8
	var s, t, u ball.Real
	s.Add(a, b, 2*wp+64)
	special.RecipGamma(&s, &s, wp)
	special.Gamma(&t, a, wp)
	special.Gamma(&u, b, wp)
	t.Mul(&t, &u, wp)
	return z.Mul(&t, &s, prec)
}
