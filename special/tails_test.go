package special

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/ball"
	"krein/internal/testlong"
	"krein/special/internal/specialtest"
)

// Every sum stopped 25 bits early: with the bound of what it leaves out its result meets the reference, without the
// bound it does not. f returns false where the algorithm does not serve.
func TestTailsCutShort(t *testing.T) {
	defer func(tl ball.Mag) { tailScale, stopEarly = tl, 0 }(tailScale)
	one := ball.MagPow2(0)
	order := func(r *rand.Rand) float64 { // no half-integers: their expansions end
		nu := math.Round(96*r.Float64()) / 16
		if math.Mod(nu, 1) == 0.5 {
			nu += 0.125
		}
		return nu
	}
	type draw struct {
		nu *ball.Real
		x  *ball.Complex
		p  uint
	}
	realX := func(lo, hi float64) func(r *rand.Rand) draw {
		return func(r *rand.Rand) draw {
			x := new(ball.Complex)
			x.Re.SetFloat64(specialtest.LogUniform(r, lo, hi))
			return draw{ball.NewReal(order(r)), x, uint(50 + r.IntN(60))}
		}
	}
	// orders that are no small dyadics: the same functions in ball arithmetic
	odd := func(f func(r *rand.Rand) draw) func(r *rand.Rand) draw {
		return func(r *rand.Rand) draw {
			d := f(r)
			d.nu.Add(d.nu, ball.NewReal(0x1p-20), 100)
			return d
		}
	}
	whole := func(f func(r *rand.Rand) draw) func(r *rand.Rand) draw {
		return func(r *rand.Rand) draw {
			d := f(r)
			d.nu.SetInt64(int64(r.IntN(8)))
			return d
		}
	}
	complexX := func(lo, hi float64) func(r *rand.Rand) draw {
		return func(r *rand.Rand) draw {
			return draw{ball.NewReal(order(r)), ball.NewComplex(cmplx.Rect(specialtest.LogUniform(r, lo, hi),
				3*(r.Float64()-0.5))), uint(50 + r.IntN(60))}
		}
	}
	onReal := func(f func(z, nu, x *ball.Real, prec uint)) func(z *ball.Complex, d draw, prec uint) bool {
		return func(z *ball.Complex, d draw, prec uint) bool {
			z.SetInt64(0)
			f(&z.Re, d.nu, &d.x.Re, prec)
			return z.IsFinite()
		}
	}
	jSum := func(z, nu, x *ball.Real, p uint) { o := newOrder(nu); jAsymptotic(z, &o, x.Mid(nil), false, p) }
	iSum := func(z, nu, x *ball.Real, p uint) { o := newOrder(nu); iAsymptotic(z, &o, x.Mid(nil), p) }
	kSum := func(z, nu, x *ball.Real, p uint) { o := newOrder(nu); kAsymptotic(z, &o, x.Mid(nil), p) }
	series := func(f func(z, nu, x *ball.Real, prec uint) *ball.Real) func(z *ball.Complex, d draw, prec uint) bool {
		return onReal(func(z, nu, x *ball.Real, p uint) { f(z, nu, x, p) })
	}
	for i, c := range []struct {
		name string
		f    func(z *ball.Complex, d draw, prec uint) bool
		ref  func(z *ball.Complex, d draw, prec uint) bool
		draw func(r *rand.Rand) draw
	}{
		{"Hankel's expansion of J", onReal(jSum), series(BesselJSeries), realX(20, 90)},
		{"Hankel's expansion of J over balls", onReal(jSum), series(BesselJSeries), odd(realX(20, 90))},
		{"expansion of I", onReal(iSum), series(BesselISeries), whole(realX(40, 90))},
		{"expansion of I over balls", onReal(iSum), series(BesselISeries), odd(realX(40, 90))},
		{"expansion of K", onReal(kSum), series(BesselKSeries), realX(20, 90)},
		{"expansion of K over balls", onReal(kSum), series(BesselKSeries), odd(realX(20, 90))},
		{"logarithmic series of K", onReal(func(z, nu, x *ball.Real, p uint) {
			n, _ := nu.Float64()
			kInteger(z, uint64(n), x, ballWork, p)
		}), onReal(func(z, nu, x *ball.Real, p uint) {
			n, _ := nu.Float64()
			kInteger(z, uint64(n), x, ballWork, 2*p+100)
		}), whole(realX(0.5, 3))},
		{"logarithmic series of K, complex", func(z *ball.Complex, d draw, p uint) bool {
			n, _ := d.nu.Float64()
			kInteger(z, uint64(n), d.x, complexWork, p)
			return true
		}, func(z *ball.Complex, d draw, p uint) bool {
			BesselKComplex(z, d.nu, d.x, p)
			return true
		}, whole(complexX(0.5, 3))},
		{"complex ₀F₁", func(z *ball.Complex, d draw, p uint) bool {
			var b ball.Real
			return sumPFQ(z, nil, []*ball.Real{b.AddInt64(d.nu, 1, 100)}, d.x, complexWork, p)
		}, func(z *ball.Complex, d draw, p uint) bool {
			var b ball.Real
			return sumPFQ(z, nil, []*ball.Real{b.AddInt64(d.nu, 1, 100)}, d.x, complexWork, 2*p+100)
		}, complexX(0.5, 20)},
	} {
		var missed, served [2]int
		for k, s := range []ball.Mag{one, {}} {
			r := specialtest.NewRand(uint64(950 + i))
			for range testlong.RoundsTo(100, 2000) {
				d := c.draw(r)
				var z, want ball.Complex
				tailScale, stopEarly = s, 25
				ok := c.f(&z, d, d.p)
				tailScale, stopEarly = one, 0
				if !ok || !c.ref(&want, d, d.p+60) {
					continue
				}
				served[k]++
				if !complexOverlaps(&z, &want) {
					missed[k]++
				}
			}
		}
		t.Log(c.name, served, missed)
		assert.Zero(t, missed[0], c.name)
		assert.Greater(t, missed[1], testlong.AtLeast(15), c.name)
	}
}

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

// The answers that are bounds and nothing else: beyond the budget of work, around 0 and at arguments so small that a
// term stands for all.
func TestBoundsAlone(t *testing.T) {
	r := specialtest.NewRand(970)
	for range testlong.RoundsTo(60, 2000) {
		nu, x := specialtest.Order(r, 30)+1, specialtest.LogUniform(r, 1, 200)
		nb, xb := ball.NewReal(nu), ball.NewReal(x)
		var z, l, want ball.Real
		old := maxWork
		maxWork = 0
		BesselJ(&z, nb, xb, 60)
		LambdaReal(&l, ball.NewReal(2*nu+2), xb, 60)
		maxWork = old
		BesselJ(&want, nb, xb, 100)
		assert.Truef(t, overlaps(&z, &want) && z.MagUpper().Float64() <= 1.001, "J_%v(%v) without work: %v", nu, x, &z)
		LambdaReal(&want, ball.NewReal(2*nu+2), xb, 100)
		assert.Truef(t, overlaps(&l, &want) && l.MagUpper().Float64() <= 1.001, "Λ(%v) without work: %v", x, &l)
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
