package special

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/special/magnitude"
	"krein/internal/special/specialtest"
	"krein/internal/testlong"
)

// otherJ is J or Λ by whichever algorithm the chooser did not take and that gives anything, or by the series at
// higher precision.
func otherJ(fs ...func(z, nu, x *ball.Real, prec uint) *ball.Real) func(z *ball.Real, args []*ball.Real,
	prec uint) *ball.Real {
	return func(z *ball.Real, args []*ball.Real, prec uint) *ball.Real {
		o := newOrder(args[0])
		first := bySeries
		if o.far(clampFloat64(args[1].Mid(nil)), prec) {
			first = byAsymptotics
		}
		best := new(ball.Real).SetIndeterminate()
		for i, f := range fs {
			// bySeries is 1
			if algorithm(i+1) == first {
				continue
			}
			f(z, args[0], args[1], prec)
			if z.IsFinite() && z.Rad().Cmp(best.Rad()) < 0 {
				best.Set(z)
			}
		}
		if !best.IsFinite() || best.RelAccuracyBits() < int64(prec)-20 {
			fs[0](best, args[0], args[1], prec+100)
		}
		return z.Set(best)
	}
}

func argJ(r *rand.Rand) []*ball.Real {
	nu := specialtest.Order(r, 1000)
	top := 1e6
	if !(nu*256 == math.Trunc(nu*256)) {
		top = 500
	}
	x := specialtest.LogUniform(r, 1e-3, top)
	if nu > 10 && r.IntN(2) == 0 {
		x = nu * (0.5 + r.Float64())
	}
	if r.IntN(8) == 0 { // far exponents
		x = math.Ldexp(1+r.Float64(), r.IntN(2000)-1000)
		if x > 500 && top == 500 {
			x = 1 / x
		}
	}
	return reals(nu, x)
}

var jFuncs = []ballFunc{
	{name: "BesselJ", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return BesselJ(z, a[0], a[1], p) },
		args: argJ, ref: otherJ(BesselJSeries, BesselJAsymptotic), wide: 1, n: 120},
	{name: "LambdaReal", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return LambdaReal(z, a[0], a[1], p) },
		args: func(r *rand.Rand) []*ball.Real {
			a := argJ(r)
			a[0].Mul2Exp(a[0].AddInt64(a[0], 1, 100), 1)
			if r.IntN(2) == 0 {
				a[1].Neg(a[1])
			}
			return a
		}, ref: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
			LambdaSeries(z, a[0], a[1], p)
			if z.IsFinite() && z.RelAccuracyBits() > int64(p)-20 {
				return z
			}
			return LambdaAsymptotic(z, a[0], a[1], p+50)
		}, wide: 1, negative: true, n: 120},
}

func TestBesselJBalls(t *testing.T) {
	for i := range jFuncs {
		jFuncs[i].check(t, uint64(1000+i))
	}
}

// The two sides of every change of algorithm, and both where they work, agree.
func TestBesselJAlgorithmsOverlap(t *testing.T) {
	r := specialtest.NewRand(2)
	count := [3]int{}
	for range testlong.Rounds(120) {
		a := argJ(r)
		prec := randBallPrec(r, 500)
		o := newOrder(a[0])
		x := a[1].Mid(nil)
		z := BesselJ(new(ball.Real), a[0], a[1], prec)
		for alg := bySeries; alg <= byAsymptotics; alg++ {
			var w ball.Real
			if xf, _ := x.Float64(); alg == bySeries && xf > 3000 {
				continue // seconds
			}
			jOnce(&w, &o, x, alg, false, prec)
			if !w.IsFinite() {
				continue
			}
			count[alg]++
			require.Truef(t, overlaps(z, &w), "J(%v) at %d bits: %v by choice, %v by algorithm %d", a, prec, z, &w, alg)
			// absolute accuracy against the amplitude
			xf, _ := x.Float64()
			assert.LessOrEqualf(t, float64(w.Rad().Exponent()), magnitude.Log2AbsJ(o.f, xf)-float64(prec)+8,
				"J(%v) by algorithm %d at %d bits: %v", a, alg, prec, &w)
		}
	}
	t.Log("series, asymptotics:", count[1:])
	for _, c := range count[1:] {
		assert.Greater(t, c, testlong.AtLeast(40))
	}
}

// J_{ν−1} + J_{ν+1} = (2ν/x)J_ν; J_{ν+1}(x)J_{−ν}… needs negative orders, so the other identity is
// Λ_d″ + (d−1)/x Λ_d′ + Λ_d = 0 with Λ_d′ = −(x/d)Λ_{d+2}; balls of order and argument included.
func TestBesselJIdentities(t *testing.T) {
	r := specialtest.NewRand(4)
	for k := range testlong.Rounds(200) {
		nu := 1 + math.Abs(specialtest.Order(r, 200))
		x := specialtest.LogUniform(r, 0.5, 400)
		if x < nu/3 {
			x = nu / 3
		}
		prec := randBallPrec(r, 300)
		nb, xb := ball.NewReal(nu), ball.NewReal(x)
		if k%3 == 1 {
			xb.AddRad(ball.MagPow2(-40))
		}
		if k%3 == 2 {
			nb.AddRad(ball.MagPow2(-100))
		}
		var a, b, c, n ball.Real
		BesselJ(&a, n.AddInt64(nb, -1, 200), xb, prec)
		BesselJ(&b, nb, xb, prec)
		BesselJ(&c, n.AddInt64(nb, 1, 200), xb, prec)
		b.Mul2Exp(b.Mul(&b, nb, prec), 1)
		b.Quo(&b, xb, prec)
		a.Add(&a, &c, prec)
		zeroIn(t, a.Sub(&a, &b, prec), 1e-2, "recurrence of J_%v at %v, %d bits", nb, xb, prec)

		d := 2*nu + 2
		db := ball.NewReal(d)
		LambdaReal(&a, db, xb, prec)
		LambdaReal(&b, n.AddInt64(db, 2, 200), xb, prec)
		LambdaReal(&c, n.AddInt64(db, 4, 200), xb, prec)
		// Λ_d − Λ_{d+2} + x²/(d(d+2)) Λ_{d+4} = 0
		a.Sub(&a, &b, prec)
		b.Sqr(xb, prec)
		b.Quo(&b, db, prec)
		b.Quo(&b, n.AddInt64(db, 2, 200), prec)
		c.Mul(&c, &b, prec)
		zeroIn(t, a.Add(&a, &c, prec), 1e-2, "contiguity of Λ_%v at %v, %d bits", db, xb, prec)
	}
}

func TestBesselJEdges(t *testing.T) {
	zero, one := new(ball.Real), ball.NewReal(1)
	var z ball.Real
	assert.True(t, BesselJ(&z, zero, zero, 53).Equal(one) == ball.True)
	assert.True(t, BesselJ(&z, one, zero, 53).IsZero())
	assert.True(t, BesselJ(&z, ball.NewReal(-0.5), zero, 53).Indeterminate())
	assert.True(t, BesselJ(&z, ball.NewReal(-0.75), zero, 53).Indeterminate())
	assert.True(t, BesselJ(&z, new(ball.Real).Set(ball.NewReal(-0.25)).AddRad(ball.MagPow2(0)), one, 53).Indeterminate(), "orders on both sides of 0")
	assert.True(t, BesselJ(&z, ball.NewReal(0.5), ball.NewReal(-1), 53).Indeterminate())
	assert.True(t, BesselJ(&z, new(ball.Real).SetIndeterminate(), one, 53).Indeterminate())
	assert.True(t, BesselJ(&z, one, new(ball.Real).SetIndeterminate(), 53).Indeterminate())
	assert.True(t, LambdaReal(&z, ball.NewReal(0.75), one, 53).Indeterminate())
	assert.True(t, LambdaReal(&z, one, zero, 53).Equal(one) == ball.True)
	// negative integers and arguments
	var a, b ball.Real
	BesselJ(&a, ball.NewReal(3), ball.NewReal(2.5), 100)
	for _, c := range [][2]float64{{-3, 2.5}, {3, -2.5}} {
		BesselJ(&b, ball.NewReal(c[0]), ball.NewReal(c[1]), 100)
		assert.True(t, sameBall(&a, b.Neg(&b)))
	}
	BesselJ(&b, ball.NewReal(-3), ball.NewReal(-2.5), 100)
	assert.True(t, sameBall(&a, &b))
	// wide balls: the widths that substitution would blow up
	x := ball.NewReal(10).AddRad(ball.MagUint(5))
	BesselJ(&z, one, x, 53)
	assert.Less(t, z.Rad().Float64(), 0.4, "J_1([10 ± 5])")
	for _, c := range []struct{ nu, m, r, most float64 }{
		{0, 0, 0.01, 1e-4}, {0, 0, 0.5, 0.07}, {1, 0, 0.5, 0.26}, {0, 0, 50, 1.01}, {1, 0, 50, 0.71}, {7, 0, 3, 0.004},
		{0.5, 1, 1, 0.9}, {100, 50, 20, 3e-5}, {0, 1e6, 1e3, 8e-4}, {31.5, 100, 30, 0.11}, {0, 20, 1e-3, 2e-4},
	} {
		x := ball.NewReal(c.m).AddRad(ball.MagFloat64(c.r))
		BesselJ(&z, ball.NewReal(c.nu), x, 64)
		assert.LessOrEqualf(t, z.Rad().Float64(), c.most, "J_%v([%v ± %v]) = %v", c.nu, c.m, c.r, &z)
	}
	for _, c := range []struct{ d, m, r, most float64 }{
		{3, 0, 0.01, 1e-4}, {16, 0, 3, 0.3}, {16, 10, 5, 0.3}, {784, 20, 5, 0.15}, {2, 1e4, 100, 0.01}, {16, 300, 50, 1e-8},
	} {
		x := ball.NewReal(c.m).AddRad(ball.MagFloat64(c.r))
		LambdaReal(&z, ball.NewReal(c.d), x, 64)
		assert.LessOrEqualf(t, z.Rad().Float64(), c.most, "Λ_%v([%v ± %v]) = %v", c.d, c.m, c.r, &z)
	}
	// extreme arguments do not hang and keep |J| ≤ 1
	for _, e := range []int{-1 << 30, -100000, 100, 2000, 1 << 20} {
		x := new(ball.Real).Mul2Exp(one, int64(e))
		for _, nu := range []float64{0, 0.5, 7, 0.3} {
			BesselJ(&z, ball.NewReal(nu), x, 100)
			assert.Truef(t, z.MagUpper().Cmp(ball.MagFloat64(1.0001)) <= 0, "J_%v(2^%d) = %v", nu, e, &z)
			LambdaReal(&z, ball.NewReal(2*nu+2), x, 100)
			assert.Truef(t, z.MagUpper().Cmp(ball.MagFloat64(1.0001)) <= 0, "Λ(2^%d) = %v", e, &z)
		}
	}
	// the bounds that limit wide balls hold where squares overflow
	far := new(ball.Real).Mul2Exp(ball.NewReal(3), 700)
	BesselJ(&z, ball.NewReal(7), far, 100)
	wide := new(ball.Real).Set(far).AddRad(ball.MagPow2(300))
	var v ball.Real
	BesselJ(&v, ball.NewReal(7), wide, 100)
	assert.True(t, v.Contains(&z) && v.Rad().Exponent() < -300, "%v", &v)
	// an order that is a third: a narrow ball of orders
	nu := new(ball.Real).SetRat(big.NewRat(1, 3), 200)
	BesselJ(&z, nu, ball.NewReal(12.3), 128)
	assert.Greater(t, z.RelAccuracyBits(), int64(110))
}

func BenchmarkBesselJBall(b *testing.B) {
	for _, p := range []uint{128, 333} {
		for _, nu := range []float64{0, .5, 7, 31.5, 391} {
			for _, x := range []float64{.7, 12.3, 150.1} {
				b.Run(fmt.Sprintf("prec=%v/nu=%v/x=%v", p, nu, x), func(b *testing.B) {
					b.ReportAllocs()
					var a ball.Real
					n, X := ball.NewReal(nu), ball.NewReal(x)
					for range b.N {
						BesselJ(&a, n, X, p)
					}
				})
			}
		}
	}
}
