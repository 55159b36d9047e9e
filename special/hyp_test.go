package special

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/testlong"
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

var hypFuncs = []ballFunc{
	{name: "Hyp0F1", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Hyp0F1(z, a[0], a[1], p) },
		args: func(r *rand.Rand) []*ball.Real {
			b := randOrder(r, 100) + 1
			if r.IntN(4) == 0 {
				b = -math.Floor(b) - 0.375
			}
			return reals(b, orTiny(r, logUniform(r, 1e-3, 1e3)*float64(1-2*r.IntN(2))))
		}, ref: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
			return z.Set(plainSeries(nil, a[:1], a[1], p))
		}, wide: 1, negative: true, n: 40, maxPrec: 200},
	{name: "Hyp1F1", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Hyp1F1(z, a[0], a[1], a[2], p) },
		args: func(r *rand.Rand) []*ball.Real {
			a, b := logUniform(r, 1e-2, 100), logUniform(r, 1e-2, 100)
			if r.IntN(3) == 0 {
				a = -a
			}
			return reals(a, b, orTiny(r, logUniform(r, 1e-3, 100)*float64(1-2*r.IntN(2))))
		}, ref: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
			return z.Set(plainSeries(a[:1], a[1:2], a[2], p))
		}, wide: 2, negative: true, n: 40, maxPrec: 200},
	{name: "Hyp1F2", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Hyp1F2(z, a[0], a[1], a[2], a[3], p) },
		args: func(r *rand.Rand) []*ball.Real {
			return reals(logUniform(r, 1e-2, 100), logUniform(r, 1e-2, 200), logUniform(r, 1e-2, 200), orTiny(r, -logUniform(r, 1e-3, 1e3)))
		}, ref: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
			return z.Set(plainSeries(a[:1], a[1:3], a[3], p))
		}, wide: 3, negative: true, n: 40, maxPrec: 200},
	{name: "GammaLower", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return GammaLower(z, a[0], a[1], p) },
		args: argIncGamma, ref: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
			// x^a/a·₁F₁(a; a+1; −x), DLMF 8.5.1, alternating
			var b ball.Real
			b.AddInt64(a[0], 1, 300)
			s := plainSeries([]*ball.Real{a[0]}, []*ball.Real{&b}, new(ball.Real).Neg(a[1]), p+200)
			z.Pow(a[1], a[0], p+40)
			z.Mul(z, s, p+40)
			return z.Quo(z, a[0], p)
		}, wide: 1, n: 40, maxPrec: 200},
	{name: "GammaUpper", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return GammaUpper(z, a[0], a[1], p) },
		args: argIncGamma, ref: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
			// Γ(a, x) = Γ(a+1, x)/a − x^a e^−x/a, by the other route at a+1
			var b, t ball.Real
			p += 300
			b.AddInt64(a[0], 1, 300)
			gammaLowerSeries(&t, &b, a[1], p)
			Gamma(z, &b, p)
			z.Sub(z, &t, p)
			powerExp(&t, a[0], a[1], p)
			z.Sub(z, &t, p)
			return z.Quo(z, a[0], p)
		}, wide: 1, n: 40, maxPrec: 200},
	{name: "GammaUpper for a ≤ 0", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return GammaUpper(z, a[0], a[1], p) },
		args: func(r *rand.Rand) []*ball.Real {
			a := -4 * r.Float64()
			if r.IntN(2) == 0 {
				a = math.Round(a)
			}
			return reals(a, orTiny(r, logUniform(r, 1e-3, 150)))
		}, ref: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
			// downwards from a+5 > 0; an integer a is moved by δ = 2^−(p+80), which moves Γ(a, x) by a part below
			// δ·E|log t| < 2^10·δ, t of density t^{a−1}e^{−t} on (x, ∞)
			var b, t, e ball.Real
			b.Set(a[0])
			moved := int64(p) + 80
			if b.UniqueInt(nil) {
				b.Add(&b, new(ball.Real).Mul2Exp(ball.NewReal(1), -moved), 4000)
				p = 2*p + 100
			} else {
				moved += 1000
			}
			p += 200
			b.AddInt64(&b, 5, 4000)
			GammaUpper(z, &b, a[1], p)
			for range 5 {
				b.AddInt64(&b, -1, 4000)
				powerExp(&e, &b, a[1], p)
				z.Sub(z, &e, p)
				z.Quo(z, t.Set(&b), p)
			}
			return z.AddRad(z.MagUpper().Mul2Exp(10 - moved))
		}, wide: 1, n: 40, maxPrec: 150},
	{name: "Gegenbauer", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Gegenbauer(z, 17, a[0], a[1], p) },
		args: func(r *rand.Rand) []*ball.Real { return reals(logUniform(r, 1e-2, 400), 2.4*r.Float64()-1.2) },
		ref: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
			return gegenbauerByTaylor(z, 17, a[0], a[1], p)
		}, wide: 1, negative: true, n: 40, maxPrec: 300},
	{name: "Zonal", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Zonal(z, 12, a[0], a[1], p) },
		args: func(r *rand.Rand) []*ball.Real { return reals(2.25+logUniform(r, 1e-2, 900), 2.4*r.Float64()-1.2) },
		ref: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
			var l, u ball.Real
			l.AddInt64(l.Mul2Exp(a[0], -1), -1, 200)
			gegenbauerByTaylor(&u, 12, &l, ball.NewReal(1), p+100)
			gegenbauerByTaylor(z, 12, &l, a[1], p+100)
			return z.Quo(z, &u, p)
		}, wide: 1, negative: true, n: 40, maxPrec: 300},
}

// gegenbauerByTaylor is C_n^{(λ)}(x) = (2λ)_n/n! Σ_k (−n)_k (n+2λ)_k/((λ+1/2)_k k!) ((1−x)/2)^k (DLMF 18.5.9).
func gegenbauerByTaylor(z *ball.Real, n int, lambda, x *ball.Real, prec uint) *ball.Real {
	wp := prec + 200
	var s, t, u, y, two ball.Real
	two.Mul2Exp(lambda, 1)
	y.Mul2Exp(y.AddInt64(y.Neg(x), 1, wp), -1)
	t.SetInt64(1)
	s.SetInt64(1)
	for k := range int64(n) {
		t.MulInt64(&t, k-int64(n), wp)
		t.Mul(&t, u.AddInt64(&two, int64(n)+k, wp), wp)
		u.Add(lambda, ball.NewReal(0.5), wp)
		t.Quo(&t, u.AddInt64(&u, k, wp), wp)
		t.QuoInt64(&t, k+1, wp)
		t.Mul(&t, &y, wp)
		s.Add(&s, &t, wp)
	}
	Pochhammer(&t, &two, uint64(n), wp)
	s.Mul(&s, &t, wp)
	for k := range int64(n) {
		s.QuoInt64(&s, k+1, wp)
	}
	return z.SetRound(&s, prec)
}

func argIncGamma(r *rand.Rand) []*ball.Real {
	return reals(logUniform(r, 1e-2, 100), orTiny(r, logUniform(r, 1e-3, 250)))
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
		r := newBallRand(21)
		for range 300 {
			a, b, c := ball.NewReal(float64(1+r.IntN(9))), ball.NewReal(float64(1+r.IntN(9))), ball.NewReal(float64(1+r.IntN(9)))
			x := ball.NewReal(float64(r.IntN(60)) / 2)
			if r.IntN(2) == 0 {
				x.Neg(x)
			}
			var z ball.Real
			tailScale = s
			require.True(t, sumPFQ(&z, []*ball.Real{a}, []*ball.Real{b, c}, x, 60))
			tailScale = ball.MagPow2(0)
			if !overlaps(&z, plainSeries([]*ball.Real{a}, []*ball.Real{b, c}, x, 200)) {
				missed[k]++
			}
		}
	}
	assert.Zero(t, missed[0])
	assert.Greater(t, missed[1], testlong.AtLeast(30))

	missed = [2]int{}
	for k, s := range []ball.Mag{ball.MagPow2(0), {}} {
		r := newBallRand(22)
		for range 300 {
			a, x := ball.NewReal(float64(1+r.IntN(40))/4+0.125), ball.NewReal(float64(40+r.IntN(100)))
			var z, want ball.Real
			tailScale = s
			ok := gammaUpperAsymptotic(&z, a, x, 40)
			tailScale = ball.MagPow2(0)
			GammaUpper(&want, a, x, 300)
			if ok && !overlaps(&z, &want) {
				missed[k]++
			}
		}
	}
	assert.Zero(t, missed[0])
	assert.Greater(t, missed[1], testlong.AtLeast(30))

	// K_n, its logarithmic series
	missed = [2]int{}
	for k, s := range []ball.Mag{ball.MagPow2(0), {}} {
		r := newBallRand(23)
		for range 100 {
			n, x := uint64(r.IntN(5)), logUniform(r, 0.5, 3)
			var z, want ball.Real
			tailScale = s
			kInteger(&z, n, ball.NewReal(x).Mid(nil), 60)
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
	r := newBallRand(24)
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
		require.True(t, sumPFQ(&z, as, bs, x, 60))
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
		func(z *ball.Real, p uint) *ball.Real { return GammaUpper(z, nu, x, p) },
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			r := newBallRand(uint64(70 + g))
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

func argAsymptotic1F2(r *rand.Rand) []*ball.Real {
	a := logUniform(r, 0.1, 20)
	b := a + logUniform(r, 0.1, 10)
	c := logUniform(r, 0.3, 20)
	if r.IntN(3) == 0 {
		c = math.Round(2*c) / 2
		a, b = math.Round(4*a)/4+0.25, math.Round(4*a)/4+0.25*float64(2+r.IntN(20))
	}
	if c == 0 {
		c = 0.5
	}
	x := logUniform(r, 150, 900)
	if r.IntN(2) == 0 {
		b, c = c, b
		if a >= c {
			b, c = c, b
		}
	}
	return reals(a, b, c, -x*x/4)
}

// The expansion of ₁F₂ overlaps with the series, is as accurate as asked next to its larger part, and without its
// remainders it misses.
func TestHyp1F2Asymptotic(t *testing.T) {
	defer func(tl ball.Mag) { tailScale, stopEarly = tl, 0 }(tailScale)
	var missed [2]int
	served := 0
	for k, s := range []ball.Mag{ball.MagPow2(0), {}} {
		r := newBallRand(41)
		for range testlong.RoundsTo(60, 10000) {
			a := argAsymptotic1F2(r)
			prec := randBallPrec(r, 120)
			var z, w ball.Real
			tailScale, stopEarly = s, 14*k
			ok := hyp1F2Expansion(&z, a[0], a[1], a[2], a[3], prec)
			tailScale, stopEarly = ball.MagPow2(0), 0
			if !ok {
				continue
			}
			served++
			Hyp1F2Series(&w, a[0], a[1], a[2], a[3], prec+60)
			if !overlaps(&z, &w) {
				missed[k]++
				if k == 0 {
					t.Errorf("₁F₂(%v) at %d bits: %v, not %v", a, prec, &z, &w)
				}
				continue
			}
			if k == 0 {
				Hyp1F2(&z, a[0], a[1], a[2], a[3], prec)
				require.True(t, overlaps(&z, &w))
				// an argument with a radius
				x := new(ball.Real).Set(a[3]).AddRad(a[3].MagUpper().Mul2Exp(-int64(r.IntN(40)) - 3))
				Hyp1F2(&z, a[0], a[1], a[2], x, prec)
				for _, p := range pointsOf(r, x) {
					Hyp1F2(&w, a[0], a[1], a[2], p, prec)
					require.Truef(t, overlaps(&z, &w), "₁F₂(%v) over %v at %d bits: %v, at %v %v", a, x, prec, &z, p, &w)
				}
			}
		}
	}
	assert.Zero(t, missed[0])
	assert.Greater(t, missed[1], testlong.AtLeast(10))
	assert.Greater(t, served, testlong.AtLeast(60))
	// both sides of the threshold
	r := newBallRand(42)
	for range testlong.RoundsTo(20, 10000) {
		a := argAsymptotic1F2(r)
		a[3].Mul2Exp(a[3], -3)
		prec := randBallPrec(r, 120)
		var z, w ball.Real
		setTo(t, &hyp1F2From, 1e9)
		Hyp1F2(&z, a[0], a[1], a[2], a[3], prec)
		setTo(t, &hyp1F2From, 0)
		Hyp1F2(&w, a[0], a[1], a[2], a[3], prec)
		require.True(t, overlaps(&z, &w))
		require.GreaterOrEqual(t, z.RelAccuracyBits(), int64(prec)-12)
	}
}

func TestHypergeometricEdges(t *testing.T) {
	var z ball.Real
	one, zero := ball.NewReal(1), new(ball.Real)
	for _, b := range []float64{0, -1, -7} {
		assert.True(t, Hyp0F1(&z, ball.NewReal(b), one, 53).Indeterminate())
		assert.True(t, Hyp1F1(&z, one, ball.NewReal(b), one, 53).Indeterminate())
		assert.True(t, Hyp1F2(&z, one, one, ball.NewReal(b), one, 53).Indeterminate())
	}
	assert.True(t, Hyp0F1(&z, one, zero, 53).Equal(one) == ball.True)
	// polynomials end: ₁F₁(−2; 1; x) = 1 − 2x + x²/2
	Hyp1F1(&z, ball.NewReal(-2), one, ball.NewReal(3), 53)
	assert.True(t, z.ContainsFloat(ball.NewReal(-0.5).Mid(nil)) && z.RelAccuracyBits() > 40)
	// wide arguments stay bounded
	x := ball.NewReal(-500).AddRad(ball.MagUint(400))
	assert.True(t, Hyp1F2(&z, ball.NewReal(2), ball.NewReal(3), ball.NewReal(4), x, 53).Rad().Float64() <= 1.0001)
	assert.True(t, Hyp0F1(&z, ball.NewReal(2), x, 53).Rad().Float64() <= 1.0001)
	assert.True(t, Hyp0F1(&z, ball.NewReal(2), new(ball.Real).SetMag(ball.MagUint(9)), 53).IsFinite())
	ind := new(ball.Real).SetIndeterminate()
	for _, f := range hypFuncs {
		args := f.args(newBallRand(1))
		for i := range args {
			a := copies(args)
			a[i].Set(ind)
			assert.Truef(t, f.f(&z, a, 53).Indeterminate(), "%s with argument %d indeterminate: %v", f.name, i, &z)
		}
	}
	assert.True(t, GammaLower(&z, one, zero, 53).IsZero())
	assert.True(t, GammaUpper(&z, ball.NewReal(4), zero, 53).Equal(ball.NewReal(6)) == ball.True)
	assert.True(t, GammaUpper(&z, one, ball.NewReal(-1), 53).Indeterminate())
	assert.True(t, GammaUpper(&z, zero, zero, 53).Indeterminate())
	assert.True(t, GammaLower(&z, ball.NewReal(-1), one, 53).Indeterminate())
	assert.True(t, Gegenbauer(&z, 3, ball.NewReal(-0.5), one, 53).Indeterminate())
	assert.True(t, Gegenbauer(&z, 3, zero, one, 53).IsZero())
	assert.True(t, Zonal(&z, 3, one, one, 53).Indeterminate())
	assert.True(t, Zonal(&z, 5, ball.NewReal(16), one, 53).ContainsInt64(1))
	assert.Panics(t, func() { Gegenbauer(&z, -1, one, one, 53) })
	assert.Panics(t, func() { Zonal(&z, -1, one, one, 53) })
	// [−1, 1] gives [−1, 1]
	Zonal(&z, 40, ball.NewReal(16), new(ball.Real).SetMag(ball.MagPow2(0)), 53)
	assert.LessOrEqual(t, z.MagUpper().Float64(), 1.0001)
	Zonal(&z, 300, ball.NewReal(3), ball.NewReal(0.3), 100)
	assert.GreaterOrEqual(t, z.RelAccuracyBits(), int64(88))
}
