package special

import (
	"math"
	"math/big"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/testlong"
	"krein/special/internal/specialtest"
)

// plainSeries is the hypergeometric series by partial sums: balls at a precision that swallows all
// cancellation, terms added upwards until they are far below anything. The rest is below the last term once all
// later ratios are at most 1/2: (a+j)/(b+j) moves towards 1 for j ≥ k > −b, the other factors decrease.
func plainSeries(as, bs []*ball.Real, x *ball.Real, prec uint) *ball.Real {
	xf, _ := x.Float64()
	wp := prec + 100 + uint(4*math.Abs(xf)) + uint(6*math.Sqrt(math.Abs(xf)))
	if len(bs) > len(as) {
		wp = prec + 100 + uint(7*math.Sqrt(math.Abs(xf)))
	}
	ratio := func(k int64) float64 {
		q := math.Abs(xf) / float64(k+1)
		for i, b := range bs {
			bf, _ := b.Float64()
			if bf+float64(k) <= 0 {
				return math.Inf(1)
			}
			if i < len(as) {
				af, _ := as[i].Float64()
				q *= math.Max(1, math.Abs(af+float64(k))/(bf+float64(k)))
				if af+float64(k) < 0 {
					return math.Inf(1)
				}
			} else {
				q /= bf + float64(k)
			}
		}
		return q
	}
	s, t, u := ball.NewReal(1), ball.NewReal(1), new(ball.Real)
	for k := int64(0); ; k++ {
		for _, a := range as {
			t.Mul(t, u.AddInt64(a, k, 4000), wp)
		}
		for _, b := range bs {
			t.Quo(t, u.AddInt64(b, k, 4000), wp)
		}
		t.Mul(t, x, wp)
		t.QuoInt64(t, k+1, wp)
		s.Add(s, t, wp)
		if m := t.MagUpper(); m.Exponent() < -int64(wp) && ratio(k+1) < 0.49 || t.IsZero() {
			return s.AddRad(m)
		}
	}
}

// lambdaMeanPlain is LambdaMean by plainSeries.
func lambdaMeanPlain(q, d, x *ball.Real, prec uint) *ball.Real {
	var a, b, c, y ball.Real
	a.Mul2Exp(q, -1)
	b.AddInt64(&a, 1, 4000)
	c.Mul2Exp(d, -1)
	y.Mul2Exp(y.Neg(y.Sqr(x, 4000)), -2)
	return plainSeries([]*ball.Real{&a}, []*ball.Real{&c, &b}, &y, prec)
}

var hypFuncs = []ballFunc{
	{name: "Hyp0F1", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Hyp0F1(z, a[0], a[1], p) },
		args: func(r *rand.Rand) []*ball.Real {
			b := specialtest.Order(r, 100) + 1
			if r.IntN(4) == 0 {
				b = -math.Floor(b) - 0.375
			}
			return reals(b, orTiny(r, specialtest.LogUniform(r, 1e-3, 1e3)*float64(1-2*r.IntN(2))))
		}, ref: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
			return z.Set(plainSeries(nil, a[:1], a[1], p))
		}, wide: 1, negative: true, n: 40, maxPrec: 200},
	{name: "Hyp1F1", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Hyp1F1(z, a[0], a[1], a[2], p) },
		args: func(r *rand.Rand) []*ball.Real {
			a, b := specialtest.LogUniform(r, 1e-2, 100), specialtest.LogUniform(r, 1e-2, 100)
			if r.IntN(3) == 0 {
				a = -a
			}
			return reals(a, b, orTiny(r, specialtest.LogUniform(r, 1e-3, 100)*float64(1-2*r.IntN(2))))
		}, ref: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
			return z.Set(plainSeries(a[:1], a[1:2], a[2], p))
		}, wide: 2, negative: true, n: 40, maxPrec: 200},
	{name: "LambdaMean", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return LambdaMean(z, a[0], a[1], a[2], p) },
		args: func(r *rand.Rand) []*ball.Real {
			return reals(specialtest.LogUniform(r, 1e-2, 100), 1+specialtest.LogUniform(r, 1e-2, 200), orTiny(r, specialtest.LogUniform(r, 1e-3, 60)*float64(1-2*r.IntN(2))))
		}, ref: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
			return z.Set(lambdaMeanPlain(a[0], a[1], a[2], p))
		}, wide: 2, negative: true, n: 40, maxPrec: 200},
}

func TestHypergeometricBalls(t *testing.T) {
	for i := range hypFuncs {
		hypFuncs[i].check(t, uint64(4000+i))
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

// A series whose terms first fall below any precision, by an upper parameter next to −n, and then rise again, by one far above its lower parameter: the
// ratio of later terms that stops the sum has to count the parameters.
func TestSumParameterRatio(t *testing.T) {
	r := specialtest.NewRand(24)
	for range testlong.RoundsTo(100, 3000) {
		n := 4 + r.IntN(8)
		var near ball.Real
		near.Add(ball.NewReal(float64(-n)), ball.NewReal(math.Ldexp(1, -70-r.IntN(60))), 300)
		as := []*ball.Real{&near, ball.NewReal(float64(100 + r.IntN(900)))}
		bs := reals(1+float64(r.IntN(12))/4, 1+float64(r.IntN(12))/4)
		x := ball.NewReal(float64(n+2) / 2 * (0.5 + 0.5*r.Float64()))
		if r.IntN(2) == 0 {
			x.Neg(x)
		}
		var z ball.Real
		require.True(t, sumPFQ(&z, as, bs, x, ballWork, 60))
		want := plainSeries(as, bs, x, 200)
		require.Truef(t, overlaps(&z, want), "₂F₂(%v; %v; %v) = %v, not %v", as, bs, x, &z, want)
	}
}

// Functions may be used from several goroutines, while the cached coefficients grow.
func TestBallsConcurrent(t *testing.T) {
	x := ball.NewReal(12.3)
	nu := ball.NewReal(0.3)
	fs := []func(z *ball.Real, prec uint) *ball.Real{
		func(z *ball.Real, p uint) *ball.Real { return Gamma(z, x, p) },
		func(z *ball.Real, p uint) *ball.Real { return BesselJ(z, nu, x, p) },
		func(z *ball.Real, p uint) *ball.Real { return BesselK(z, nu, x, p) },
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			r := specialtest.NewRand(uint64(70 + g))
			for range 40 {
				f := fs[r.IntN(len(fs))]
				prec := uint(60 + r.IntN(600))
				u, v := f(new(ball.Real), prec), f(new(ball.Real), prec)
				assert.True(t, sameBall(u, v))
			}
		})
	}
	wg.Wait()
}

// argLambdaMean draws q, d and a large x; in a third of the cases q and d are such that the expansion ends.
func argLambdaMean(r *rand.Rand) []*ball.Real {
	q, d := specialtest.LogUniform(r, 0.1, 40), 1+specialtest.LogUniform(r, 0.1, 30)
	switch r.IntN(6) {
	case 0, 1:
		q, d = math.Round(4*q)/4+0.25, math.Round(d)
	case 2:
		d = math.Round(d)
		q = d + float64(2*r.IntN(6))
	case 3:
		q = 2 + float64(2*r.IntN(6))
	}
	return reals(q, d, specialtest.LogUniform(r, 150, 900))
}

// The expansion of LambdaMean overlaps with the series, is as accurate as asked next to its larger part, and without its
// remainders it misses.
func TestLambdaMeanFar(t *testing.T) {
	defer func(tl ball.Mag) { tailScale, stopEarly = tl, 0 }(tailScale)
	var missed [2]int
	served := 0
	for k, s := range []ball.Mag{ball.MagPow2(0), {}} {
		r := specialtest.NewRand(41)
		for range testlong.RoundsTo(60, 2000) {
			a := argLambdaMean(r)
			prec := randBallPrec(r, 120)
			var z, w ball.Real
			tailScale, stopEarly = s, 14*k
			ok := lambdaMeanFar(&z, a[0], a[1], a[2], prec)
			tailScale, stopEarly = ball.MagPow2(0), 0
			if !ok {
				continue
			}
			served++
			lambdaMeanSeries(&w, a[0], a[1], a[2], prec+60)
			if !overlaps(&z, &w) {
				missed[k]++
				if k == 0 {
					t.Errorf("M(%v) at %d bits: %v, not %v", a, prec, &z, &w)
				}
				continue
			}
			if k == 0 {
				LambdaMean(&z, a[0], a[1], a[2], prec)
				require.True(t, overlaps(&z, &w))
				// an argument with a radius
				x := new(ball.Real).Set(a[2]).AddRad(a[2].MagUpper().Mul2Exp(-int64(r.IntN(40)) - 3))
				LambdaMean(&z, a[0], a[1], x, prec)
				for _, p := range pointsOf(r, x) {
					LambdaMean(&w, a[0], a[1], p, prec)
					require.Truef(t, overlaps(&z, &w), "M(%v) over %v at %d bits: %v, at %v %v", a, x, prec, &z, p, &w)
				}
			}
		}
	}
	t.Log(served, missed)
	assert.Zero(t, missed[0])
	assert.Greater(t, missed[1], testlong.AtLeast(10))
	assert.Greater(t, served, testlong.AtLeast(60))
	// both sides of the threshold
	r := specialtest.NewRand(42)
	for range testlong.RoundsTo(20, 1000) {
		a := argLambdaMean(r)
		prec := randBallPrec(r, 120)
		var z, w ball.Real
		setTo(t, &lambdaMeanFrom, 1e9)
		LambdaMean(&z, a[0], a[1], a[2], prec)
		setTo(t, &lambdaMeanFrom, 0)
		LambdaMean(&w, a[0], a[1], a[2], prec)
		require.True(t, overlaps(&z, &w))
		require.GreaterOrEqual(t, z.RelAccuracyBits(), int64(prec)-12)
	}
}

// Where the power at infinity is larger than all and cancels, the series serves.
func TestLambdaMeanCancels(t *testing.T) {
	for _, a := range [][]*ball.Real{reals(68, 78.28, -22), reals(68, 300, 50), reals(200, 300, 50), reals(200, 300, 100)} {
		for _, prec := range []uint{26, 53} {
			z := LambdaMean(new(ball.Real), a[0], a[1], a[2], prec)
			require.GreaterOrEqual(t, z.RelAccuracyBits(), int64(prec)-12, "%v at %d bits", a, prec)
		}
	}
}

// The variation over a ball is bounded by the derivatives: q(Λ − M)/x, and 1/d for the second one.
func TestLambdaMeanWide(t *testing.T) {
	r := specialtest.NewRand(43)
	for range testlong.RoundsTo(100, 3000) {
		q, d, x := specialtest.LogUniform(r, 0.1, 40), 1+specialtest.LogUniform(r, 0.1, 30), specialtest.LogUniform(r, 0.01, 40)
		rad := math.Ldexp(x, -8-r.IntN(20))
		var z, m, l ball.Real
		LambdaMean(&z, ball.NewReal(q), ball.NewReal(d), ball.NewReal(x).AddRad(ball.MagFloat64(rad)), 80)
		LambdaMean(&m, ball.NewReal(q), ball.NewReal(d), ball.NewReal(x), 80)
		LambdaReal(&l, ball.NewReal(d), ball.NewReal(x), 80)
		l.Sub(&l, &m, 80)
		slope := q * math.Abs(l.Nearest()) / x
		require.LessOrEqualf(t, z.Rad().Float64(), 1.001*(rad*slope+rad*rad/(2*d))+1e-20, "M_%v,%v about %v ± %v", q, d, x, rad)
	}
}

func TestHypergeometricEdges(t *testing.T) {
	var z ball.Real
	one, zero := ball.NewReal(1), new(ball.Real)
	for _, b := range []float64{0, -1, -7} {
		assert.True(t, Hyp0F1(&z, ball.NewReal(b), one, 53).Indeterminate())
		assert.True(t, Hyp1F1(&z, one, ball.NewReal(b), one, 53).Indeterminate())
		assert.True(t, LambdaMean(&z, ball.NewReal(b), one, one, 53).Indeterminate())
		assert.True(t, LambdaMean(&z, one, ball.NewReal(b), one, 53).Indeterminate())
	}
	assert.True(t, Hyp0F1(&z, one, zero, 53).Equal(one) == ball.True)
	// polynomials end: ₁F₁(−2; 1; x) = 1 − 2x + x²/2
	Hyp1F1(&z, ball.NewReal(-2), one, ball.NewReal(3), 53)
	assert.True(t, z.ContainsRat(big.NewRat(-1, 2)) && z.RelAccuracyBits() > 40)
	// wide arguments stay bounded
	x := ball.NewReal(-500).AddRad(ball.MagUint(400))
	assert.True(t, LambdaMean(&z, ball.NewReal(2), ball.NewReal(3), x, 53).Rad().Float64() <= 1.0001)
	assert.True(t, Hyp0F1(&z, ball.NewReal(2), x, 53).Rad().Float64() <= 1.0001)
	assert.True(t, Hyp0F1(&z, ball.NewReal(2), new(ball.Real).SetMag(ball.MagUint(9)), 53).IsFinite())
	ind := new(ball.Real).SetIndeterminate()
	for _, f := range hypFuncs {
		args := f.args(specialtest.NewRand(1))
		for i := range args {
			a := copies(args)
			a[i].Set(ind)
			assert.Truef(t, f.f(&z, a, 53).Indeterminate(), "%s with argument %d indeterminate: %v", f.name, i, &z)
		}
	}
}
