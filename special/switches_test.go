//go:build kreintest

package special

import (
	"math"
	"math/big"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/special/specialtest"
	"krein/internal/testlong"
)

// Both sides of the choices: product or series, and how far to shift.
func TestGammaThresholds(t *testing.T) {
	r := specialtest.NewRand(5)
	for range testlong.Rounds(100) {
		a := argGamma(r)
		prec := randBallPrec(r, 400)
		x := Gamma(new(ball.Real), a[0], prec)
		for _, c := range [][2]float64{{0.15, 6}, {0.4, 6}, {0.2, -200}, {0.2, 50}} {
			oldS, oldP := gammaShift, gammaProducts
			gammaShift, gammaProducts = c[0], c[1]
			y := Gamma(new(ball.Real), a[0], prec)
			gammaShift, gammaProducts = oldS, oldP
			require.Truef(t, overlaps(x, y), "Γ(%v) at %d bits: %v and %v", a[0], prec, x, y)
			require.GreaterOrEqual(t, y.RelAccuracyBits(), int64(prec)-12)
		}
	}
}

// Stirling's series cut short: with the bound of its remainder it holds log Γ, without it does not.
func TestStirlingRemainder(t *testing.T) {
	defer func(tl ball.Mag) { tailScale = tl }(tailScale)
	missed := [2]int{}
	for k, s := range []ball.Mag{ball.MagPow2(0), {}} {
		r := specialtest.NewRand(6)
		for range 100 {
			x := ball.NewReal(5 + 10*r.Float64())
			var z, want ball.Real
			tailScale = s
			stirling(&z, x, 300) // cannot reach 300 bits there
			tailScale = ball.MagPow2(0)
			want.Log(gammaByLimit(&want, []*ball.Real{x}, 360), 300)
			if !overlaps(&z, &want) {
				missed[k]++
			}
		}
	}
	assert.Zero(t, missed[0])
	assert.Equal(t, 100, missed[1])
	// far before its smallest term the first one left out is nearly all of the remainder: half of it is too little
	missed = [2]int{}
	for k, s := range []ball.Mag{ball.MagPow2(0), ball.MagPow2(-1)} {
		r := specialtest.NewRand(8)
		for range 100 {
			x := ball.NewReal(40 + 10*r.Float64())
			var z, want ball.Real
			tailScale, stopEarly = s, 40
			stirling(&z, x, 100)
			tailScale, stopEarly = ball.MagPow2(0), 0
			want.Log(gammaByLimit(&want, []*ball.Real{x}, 360), 300)
			if !overlaps(&z, &want) {
				missed[k]++
			}
		}
	}
	assert.Zero(t, missed[0])
	assert.Greater(t, missed[1], 90)
}

// The fixed-point sums against ball arithmetic; without the bound of their roundings, or without the bound of
// what they leave out, they miss.
func TestFixedSums(t *testing.T) {
	defer func(e, tl ball.Mag) { errScale, tailScale = e, tl }(errScale, tailScale)
	one, zero := ball.MagPow2(0), ball.Mag{}
	for k, c := range []struct {
		err, tail ball.Mag
		misses    bool
	}{{one, one, false}, {zero, one, true}, {one, zero, true}} {
		r := specialtest.NewRand(3)
		var missed [2]int
		for range testlong.RoundsTo(400, 20000) {
			nu := specialtest.Order(r, 300)
			nu = math.Round(nu*16) / 16
			x := new(big.Float).SetFloat64(specialtest.LogUniform(r, 1e-4, 300))
			if r.IntN(2) == 0 {
				x.SetPrec(300).Quo(x, big.NewFloat(3))
			}
			xf, _ := x.Float64()
			nb := ball.NewReal(nu)
			o := newOrder(nb)
			require.True(t, o.exact)
			frac := 20 + r.IntN(300)
			neg := r.IntN(2) == 0
			var z, want, b, y ball.Real
			set := func() { errScale, tailScale = c.err, c.tail }
			reset := func() { errScale, tailScale, stopEarly = one, one, 0 }
			if k != 1 {
				stopEarly = 20 + 20*k
			}
			set()
			require.True(t, sum0F1(&z, nil, o.dy.plus(1), x, nil, neg, frac))
			reset()
			require.LessOrEqual(t, z.Rad().Exponent(), int64(-frac+24))
			wp := uint(frac) + 200 + uint(6*xf)
			b.AddInt64(nb, 1, 200)
			y.Mul2Exp(y.Sqr(y.SetFloat(x), 700), -2)
			if neg {
				y.Neg(&y)
			}
			require.True(t, sumPFQ(&want, nil, []*ball.Real{&b}, &y, ballWork, wp))
			if !overlaps(&z, &want) {
				missed[0]++
			}
			if xf < 1 {
				continue
			}
			plan, ok := planExpansion(nu, xf, frac, 4000, false)
			if !ok {
				continue
			}
			var p, q, wantP, wantQ ball.Real
			set()
			asymptoticSum(&p, &q, o.dy, x, &plan, 1, frac)
			if !plan.exact {
				rest := leftOut(magExp2(plan.rest + 1))
				p.AddRad(rest)
				q.AddRad(rest)
			}
			reset()
			better, ok := planExpansion(nu, xf, frac+12, 4000, false)
			if !ok {
				continue
			}
			asymptoticSum(&wantP, &wantQ, o.dy, x, &better, 1, frac+80)
			if !better.exact {
				rest := magExp2(better.rest + 1)
				wantP.AddRad(rest)
				wantQ.AddRad(rest)
			}
			if !overlaps(&p, &wantP) || !overlaps(&q, &wantQ) {
				missed[1]++
			}
		}
		t.Log(k, missed)
		if !c.misses {
			assert.Zero(t, missed)
			continue
		}
		assert.Positive(t, missed[0], "case %d: ₀F₁", k)
		assert.Positive(t, missed[1], "case %d: Hankel's expansion", k)
	}
}

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
	jSum := func(z, nu, x *ball.Real, p uint) { o := newOrder(nu); jAsymptotic(z, &o, x.Mid(nil), firstKind, p) }
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
		{"integral of J", onReal(byIntegral(contourFirst)), series(BesselJSeries), odd(realX(0.5, 90))},
		{"integral of I", onReal(byIntegral(contourI)), series(BesselISeries), odd(realX(0.5, 90))},
		{"integral of K", onReal(byIntegral(contourK)), series(BesselKSeries), odd(realX(0.5, 60))},
		{"expansion of K, complex", func(z *ball.Complex, d draw, p uint) bool { return kFar(z, d.nu, d.x, p) },
			func(z *ball.Complex, d draw, p uint) bool {
				o := newOrder(d.nu)
				kSeries(z, &o, d.x, 120, complexWork, p)
				return z.IsFinite()
			}, whole(complexX(60, 90))},
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

// The generic sum stopped by its own rule: without the bound of the rest it misses.
func TestSeriesTails(t *testing.T) {
	defer func(tl ball.Mag) { tailScale, stopEarly = tl, 0 }(tailScale)
	stopEarly = 14
	var missed [2]int
	for k, s := range []ball.Mag{ball.MagPow2(0), {}} {
		r := specialtest.NewRand(21)
		for range 300 {
			a, b, c := ball.NewReal(float64(1+r.IntN(9))), ball.NewReal(float64(1+r.IntN(9))), ball.NewReal(float64(1+r.IntN(9)))
			x := ball.NewReal(float64(r.IntN(60)) / 2)
			if r.IntN(2) == 0 {
				x.Neg(x)
			}
			var z ball.Real
			tailScale = s
			require.True(t, sumPFQ(&z, []*ball.Real{a}, []*ball.Real{b, c}, x, ballWork, 60))
			tailScale = ball.MagPow2(0)
			if !overlaps(&z, plainSeries([]*ball.Real{a}, []*ball.Real{b, c}, x, 200)) {
				missed[k]++
			}
		}
	}
	assert.Zero(t, missed[0])
	assert.Greater(t, missed[1], testlong.AtLeast(30))

	// K_n, its logarithmic series
	missed = [2]int{}
	for k, s := range []ball.Mag{ball.MagPow2(0), {}} {
		r := specialtest.NewRand(23)
		for range 100 {
			n, x := uint64(r.IntN(5)), specialtest.LogUniform(r, 0.5, 3)
			var z, want ball.Real
			tailScale = s
			kInteger(&z, n, ball.NewReal(x), ballWork, 60)
			tailScale = ball.MagPow2(0)
			kByRecurrence(&want, reals(float64(n), x), 200)
			if !overlaps(&z, &want) {
				missed[k]++
			}
		}
	}
	assert.Zero(t, missed[0])
	assert.Greater(t, missed[1], testlong.AtLeast(30))
}

// Beyond the budget of work, answers are bounds and nothing else.
func TestWithoutWork(t *testing.T) {
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
	}
}

// byIntegral is a function by its integral over a contour, indeterminate where that fails.
func byIntegral(f func(z *ball.Real, o *order, x *ball.Real, p uint) bool) func(z, nu, x *ball.Real, p uint) {
	return func(z, nu, x *ball.Real, p uint) {
		if o := newOrder(nu); !f(z, &o, x, p) {
			z.SetIndeterminate()
		}
	}
}

func contourFirst(z *ball.Real, o *order, x *ball.Real, p uint) bool {
	return contourJ(z, nil, o, x, p)
}
