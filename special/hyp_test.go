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
	"krein/internal/special/specialtest"
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
}

func TestHypergeometricBalls(t *testing.T) {
	for i := range hypFuncs {
		hypFuncs[i].check(t, uint64(4000+i))
	}
}

// A series whose terms first fall below any precision, by an upper parameter next to −n, and then rise again, by one
// far above its lower parameter: the ratio of later terms that stops the sum has to count the parameters.
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

func TestHypergeometricEdges(t *testing.T) {
	var z ball.Real
	one, zero := ball.NewReal(1), new(ball.Real)
	for _, b := range []float64{0, -1, -7} {
		assert.True(t, Hyp0F1(&z, ball.NewReal(b), one, 53).Indeterminate())
		assert.True(t, Hyp1F1(&z, one, ball.NewReal(b), one, 53).Indeterminate())
	}
	assert.True(t, Hyp0F1(&z, one, zero, 53).Equal(one) == ball.True)
	// polynomials end: ₁F₁(−2; 1; x) = 1 − 2x + x²/2
	Hyp1F1(&z, ball.NewReal(-2), one, ball.NewReal(3), 53)
	assert.True(t, z.ContainsRat(big.NewRat(-1, 2)) && z.RelAccuracyBits() > 40)
	// wide arguments stay bounded
	x := ball.NewReal(-500).AddRad(ball.MagUint(400))
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
