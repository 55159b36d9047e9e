package special

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/ball"
	"krein/internal/special/specialtest"
	"krein/internal/testlong"
)

// Balls of orders: the values at the ends of the ball lie within, also where the order's radius is most of the
// result's.
func TestBallsOfOrders(t *testing.T) {
	r := specialtest.NewRand(960)
	type f = func(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) *ball.Complex
	fs := []f{LambdaComplex, BesselJComplex, BesselIComplex, BesselKComplex}
	noticed := make([]int, len(fs)+1)
	for range testlong.RoundsTo(120, 5000) {
		_, x := offCut(r)
		if r.IntN(2) == 0 {
			x.Neg(x)
		}
		nu := ball.NewReal(math.Abs(specialtest.Order(r, 20)) + 1)
		rad := ball.MagFloat64(math.Exp2(-4 - 40*r.Float64()))
		wide := new(ball.Real).Set(nu).AddRad(rad)
		check := func(i int, g f, x *ball.Complex) {
			z := g(new(ball.Complex), wide, x, 120)
			if !z.IsFinite() {
				return
			}
			for _, end := range pointsOf(r, wide)[1:3] {
				want := g(new(ball.Complex), end, x, 200)
				assert.Truef(t, complexOverlaps(z, want), "%d: order %v at %v: %v, at %v %v", i, wide, x, z, end, want)
				d := new(ball.Complex).Sub(z, want, 60)
				if d.GetMid(d).MagUpper().Mul2Exp(3).Cmp(z.Rad()) > 0 {
					noticed[i]++
				}
			}
		}
		for i, g := range fs {
			check(i, g, x)
		}
		x.Re.Abs(&x.Re, 100)
		if x.Re.Positive() == ball.True {
			x.Im.SetZero()
			check(len(fs), func(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) *ball.Complex {
				BesselJ(&z.Re, nu, &x.Re, prec)
				z.Im.SetZero()
				return z
			}, x)
		}
	}
	t.Log("radius within 8 times the variation:", noticed)
	for _, n := range noticed {
		assert.Positive(t, n)
	}
}

// The answers that are bounds and nothing else: around 0 and at arguments so small that a
// term stands for all.
func TestBoundsAlone(t *testing.T) {
	r := specialtest.NewRand(970)
	for range testlong.RoundsTo(60, 2000) {
		nu := specialtest.Order(r, 30) + 1
		nb := ball.NewReal(nu)
		var z, want ball.Real
		// balls that reach over 0, integer orders
		n := float64(1 + r.IntN(9))
		wide := ball.NewReal(0.25 * n * (r.Float64() - 0.5)).AddRad(ball.MagFloat64(0.5 * n))
		BesselJ(&z, ball.NewReal(n), wide, 60)
		for _, p := range pointsOf(r, wide) {
			BesselJ(&want, ball.NewReal(n), p, 100)
			assert.Truef(t, overlaps(&z, &want), "J_%v over %v: %v, at %v %v", n, wide, &z, p, &want)
		}
		across := ball.NewReal(-20 - 40*r.Float64()).AddRad(ball.MagFloat64(60 + 9*r.Float64()))
		Hyp0F1(&z, nb, across, 60)
		for _, p := range pointsOf(r, across) {
			Hyp0F1(&want, nb, p, 100)
			assert.Truef(t, overlaps(&z, &want), "₀F₁(; %v; %v) = %v, at %v %v", nu, across, &z, p, &want)
		}
		// tiny powers of two, where the leading term is exact
		e := -40 - int64(r.IntN(400))
		tiny := new(ball.Real).Mul2Exp(ball.NewReal(1), e)
		prec := uint(24 + r.IntN(int(-e)-36))
		d := float64(1 + r.IntN(30))
		var b, y ball.Real
		LambdaReal(&z, ball.NewReal(d), tiny, prec)
		y.Mul2Exp(y.Neg(y.Sqr(tiny, 100)), -2)
		b.Set(plainSeries(nil, reals(d/2), &y, 2000))
		assert.Truef(t, overlaps(&z, &b), "Λ_%v(2^%d) at %d bits: %v", d, e, prec, &z)
		Gamma(&z, tiny, prec)
		gammaByLimit(&b, []*ball.Real{tiny}, 1000)
		assert.Truef(t, overlaps(&z, &b), "Γ(2^%d) at %d bits: %v", e, prec, &z)
	}
}
