package special

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/bernoulli"
	"krein/internal/special/specialtest"
	"krein/internal/testlong"
)

// gammaByLimit sets z to Γ(x) from γ(x, N) + Γ(x, N): the series N^x e^−N Σ N^k/(x)_{k+1}, of positive terms, and
// Γ(x, N) < N^x e^{−N}/(N−x) for N > x, for x > 0 (DLMF 8.7.1, 8.10.1): nothing of Stirling's.
func gammaByLimit(z *ball.Real, args []*ball.Real, prec uint) *ball.Real {
	x := args[0]
	f, _ := x.Float64()
	if f < 1 {
		// Γ(x) = Γ(x+n)/(x)_n
		n := int64(math.Ceil(2 - f))
		var p, t ball.Real
		wp := prec + 100
		t.AddInt64(x, n, 2000)
		gammaByLimit(z, []*ball.Real{&t}, wp)
		p.SetInt64(1)
		for k := range n {
			p.Mul(&p, t.AddInt64(x, k, 2000), wp)
		}
		return z.Quo(z, &p, prec)
	}
	n := int64(float64(prec)*0.9+4*f) + 20
	wp := prec + 60
	var s, t, u ball.Real
	t.Inv(x, wp)
	s.Set(&t)
	nb := new(ball.Real).SetInt64(n)
	for k := int64(1); ; k++ {
		t.Mul(&t, nb, wp)
		t.Quo(&t, u.AddInt64(x, k, 2000), wp)
		s.Add(&s, &t, wp)
		if float64(k) > 2*float64(n) && t.MagUpper().Mul2Exp(int64(wp)).Cmp(s.MagLower()) < 0 {
			s.AddRad(t.MagUpper()) // ratios below 1/2
			break
		}
	}
	// times N^x e^−N; plus Γ(x, N)
	u.Sub(nb, x, 200)
	u.Inv(&u, wp)
	t.SetZero()
	s.Add(&s, t.Hull(&t, &u, wp), wp)
	t.Log(nb, wp)
	t.Mul(&t, x, wp)
	t.Sub(&t, nb, wp)
	t.Exp(&t, wp)
	return z.Mul(&s, &t, prec)
}

func argGamma(r *rand.Rand) []*ball.Real {
	x := orTiny(r, specialtest.LogUniform(r, 1e-9, 300))
	switch r.IntN(4) {
	case 0:
		x = math.Round(2*x)/2 + 0.5
	case 1:
		x = -x
		if x == math.Floor(x) {
			x -= 0.25
		}
	}
	return reals(x)
}

var gammaFuncs = []ballFunc{
	{name: "Gamma", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Gamma(z, a[0], p) },
		args: argGamma, ref: gammaByLimit, n: 150, maxPrec: 400},
	{name: "RecipGamma", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return RecipGamma(z, a[0], p) },
		args: argGamma, negative: true, ref: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
			return z.Inv(gammaByLimit(z, a, p+20), p)
		}, n: 100, maxPrec: 400},
	{name: "Pochhammer", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return pochhammer(z, a[0], 37, p) },
		args: func(r *rand.Rand) []*ball.Real { return reals(orTiny(r, specialtest.LogUniform(r, 1e-3, 2000))) },
		ref: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
			var l ball.Real
			RecipGamma(&l, a[0], p+20)
			Gamma(z, z.AddInt64(a[0], 37, 500), p+20)
			return z.Mul(z, &l, p)
		}, n: 60, maxPrec: 300},
}

func TestGammaBalls(t *testing.T) {
	for i := range gammaFuncs {
		gammaFuncs[i].check(t, uint64(2000+i))
	}
}

func TestGammaEdges(t *testing.T) {
	var z ball.Real
	for _, x := range []float64{0, -1, -2, -1000} {
		assert.True(t, Gamma(&z, ball.NewReal(x), 53).Indeterminate())
		assert.True(t, RecipGamma(&z, ball.NewReal(x), 53).IsZero())
		// around a pole
		b := ball.NewReal(x).AddRad(ball.MagPow2(-20))
		assert.True(t, Gamma(&z, b, 53).Indeterminate())
		RecipGamma(&z, b, 53)
		assert.True(t, z.IsFinite() && z.ContainsZero())
	}
	assert.True(t, Gamma(&z, ball.NewReal(5), 53).Equal(ball.NewReal(24)) == ball.True)
	// next to poles and integers: relative accuracy, Γ(−n+ε) ≈ (−1)^n/(n! ε), sin π(n+ε) ≈ (−1)^n πε
	fact := 1.0
	for n := int64(0); n < 6; n++ {
		fact *= math.Max(float64(n), 1)
		for _, e := range []int64{-20, -70, -900} {
			for _, s := range []float64{-1, 1} {
				x := new(ball.Real).Mul2Exp(ball.NewReal(s), e)
				for _, m := range []int64{-n, n} {
					y := new(ball.Real).AddInt64(x, m, 2000)
					sinPi(&z, y, 100)
					require.GreaterOrEqual(t, z.RelAccuracyBits(), int64(90))
					f, _ := z.Mul2Exp(&z, -e).Float64()
					require.InEpsilon(t, s*math.Pi*float64(1-2*(n&1)), f, 1e-5)
				}
				Gamma(&z, x.AddInt64(x, -n, 2000), 100)
				require.GreaterOrEqual(t, z.RelAccuracyBits(), int64(88))
				f, _ := z.Mul2Exp(&z, e).Float64()
				require.InEpsilon(t, s*float64(1-2*(n&1))/fact, f, 1e-4)
			}
		}
	}
	// [1, 2] contains the minimum
	x := ball.NewReal(1.5).AddRad(ball.MagPow2(-1))
	Gamma(&z, x, 53)
	assert.True(t, z.ContainsRat(new(big.Rat).SetFloat64(0.8857)) && z.ContainsRat(big.NewRat(1, 1)))
	assert.Less(t, z.Rad().Float64(), 0.6)
	// far out: Γ overflows into indeterminacy, 1/Γ is tiny
	huge := new(ball.Real).Mul2Exp(ball.NewReal(1), 100)
	assert.True(t, Gamma(&z, huge, 53).Indeterminate())
	assert.True(t, RecipGamma(&z, huge, 53).IsFinite())
	tiny := new(ball.Real).Mul2Exp(ball.NewReal(1), -5000)
	assert.Greater(t, Gamma(&z, tiny, 53).RelAccuracyBits(), int64(41))
	for _, f := range []func(z, x *ball.Real, p uint) *ball.Real{Gamma, RecipGamma} {
		assert.True(t, f(&z, new(ball.Real).SetIndeterminate(), 53).Indeterminate())
		f(&z, huge.AddRad(ball.MagPow2(1<<40)), 53)
	}
	// reflection at balls, and the recurrence
	r := specialtest.NewRand(7)
	for range testlong.Rounds(60) {
		x := ball.NewReal(3*r.NormFloat64() + 0.25)
		x.AddRad(ball.MagPow2(-50))
		prec := randBallPrec(r, 300)
		var a, b ball.Real
		Gamma(&a, x, prec)
		b.AddInt64(x, 1, prec)
		Gamma(&b, &b, prec)
		a.Mul(&a, x, prec)
		zeroIn(t, a.Sub(&a, &b, prec), 1e-3*(1+b.MagUpper().Float64()), "Γ(x+1) − xΓ(x) at %v", x)
	}
}

func BenchmarkGammaBall(b *testing.B) {
	for _, p := range []uint{128, 333} {
		b.Run(map[uint]string{128: "prec=128", 333: "prec=333"}[p], func(b *testing.B) {
			b.ReportAllocs()
			var z ball.Real
			x := ball.NewReal(12.3)
			for range b.N {
				Gamma(&z, x, p)
			}
		})
	}
}

func TestStirlingCoefs(t *testing.T) {
	c, numbers := stirlingCoefs(40, 200), bernoulli.Numbers(40)
	for k := 1; k <= 40; k++ {
		b := numbers[k]
		b.Quo(b, new(big.Rat).SetInt64(int64(2*k)*int64(2*k-1)))
		require.True(t, c[k].ContainsRat(b))
		require.GreaterOrEqual(t, c[k].RelAccuracyBits(), int64(199))
	}
}
