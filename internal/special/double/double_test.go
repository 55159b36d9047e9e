package double

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/dd"
	"krein/internal/testlong"
)

// set changes a threshold for the length of a test.
func set(t *testing.T, p *float64, v float64) {
	old := *p
	*p = v
	t.Cleanup(func() { *p = old })
}

// TestBesselJAlgorithmsAgree computes the same values by every algorithm that is good there: they must agree within
// their own bounds.
func TestBesselJAlgorithmsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	counts := map[string]int{}
	compare := func(name string, nu, x float64, a, b scaled) {
		t.Helper()
		v, ev := a.times(dd.T{})
		w, ew := b.times(dd.T{})
		counts[name]++
		require.LessOrEqualf(t, math.Abs(v-w), ev+ew, "%s at ν=%v x=%v: %v and %v", name, nu, x, v, w)
		require.LessOrEqual(t, ev+ew, 2e-14*besselSize(nu, x, v)+1e-320)
	}
	series := func(nu, x float64) scaled {
		s := lambdaSeries(nu, x)
		s.e = logPrefactor(nu, x)
		return s
	}
	for range 3000 {
		nu := math.Exp(rng.Float64()*math.Log(1100)) - 1
		if rng.IntN(10) == 0 {
			nu = -0.5 * rng.Float64()
		}
		// Around the turning point, where the expansions take over from the recurrence.
		width := 8 * math.Cbrt(max(nu, 1))
		x := max(nu+width*(2*rng.Float64()-1), 20.5)
		miller := besselJMiller(nu, x)
		debyeLeast = 18
		if z, ok := besselJOscillating(nu, x); x > nu && ok {
			compare("debye above", nu, x, z, miller)
		}
		if x < nu {
			if z, ok := besselJMonotone(nu, x); ok && z.e.Hi > -25 {
				compare("debye below", nu, x, z, miller)
			}
		}
		debyeLeast = 20
		if x < 28 {
			compare("series", nu, x, series(nu, x), miller)
		}
		// The series against the expansion below the turning point.
		if nu > 60 {
			y := math.Sqrt(8*(nu+1)) * (0.8 + 0.4*rng.Float64())
			if z, ok := besselJMonotone(nu, y); ok {
				compare("series below", nu, y, series(nu, y), z)
			}
		}
		// Plain against double-double summation.
		y := math.Sqrt(nu+1) * (1 + 0x1p-40)
		up, down := lambdaSeries(nu, y), lambdaSeries(nu, math.Sqrt(nu+1)*(1-0x1p-40))
		require.InEpsilon(t, down.m, up.m, 4e-12)
	}
	for _, name := range []string{"debye above", "debye below", "series", "series below"} {
		assert.Greater(t, counts[name], 30, name)
	}
	// Beyond 2⁴⁰ the phase is added up otherwise: the two forms meet.
	for _, nu := range []float64{0.25, 31.5, 391} {
		x := math.Nextafter(0x1p40, 0)
		a, _ := besselJOscillating(nu, x)
		b, _ := besselJOscillating(nu, 0x1p40)
		sin, cos := math.Sincos(0x1p40 - x)
		w := a.m*cos + sin*besselJDerivative(nu, x, a.m) // J″ = −J but for 1e-12
		assert.InDelta(t, w, b.m, 1e-14*b.amp)
	}
}

// TestBesselJRecurrence checks J_{ν−1} + J_{ν+1} = (2ν/x) J_ν.
func TestBesselJRecurrence(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 5000 {
		nu := 0.5 + math.Round(0x1p20*math.Exp(rng.Float64()*math.Log(990)))/0x1p20 // ν ± 1 is exact
		x := math.Exp(rng.Float64()*math.Log(1e9)) / 1e3
		if rng.IntN(3) == 0 {
			x = nu * (0.8 + 0.4*rng.Float64())
		}
		a, ea := BesselJ(nu-1, x)
		b, eb := BesselJ(nu, x)
		c, ec := BesselJ(nu+1, x)
		tol := ea + ec + 2*nu/x*eb + 4e-16*(math.Abs(a)+math.Abs(c)+math.Abs(2*nu/x*b))
		require.LessOrEqualf(t, math.Abs(a+c-2*nu/x*b), tol+1e-307*(1+nu/x), "ν=%v x=%v", nu, x)
	}
}

func TestBesselJ64Edges(t *testing.T) {
	for _, c := range []struct{ nu, x, want float64 }{
		{0, 0, 1}, {2, 0, 0}, {-0.5, 0, math.Inf(1)}, {-0.25, 0, math.Inf(1)}, {3, math.Inf(1), 0}, {1000, 1e-8, 0},
	} {
		v, b := BesselJ(c.nu, c.x)
		assert.Equal(t, c.want, v)
		assert.LessOrEqual(t, b, 0x1p-1074)
	}
	for _, c := range [][2]float64{{-0.6, 1}, {1, -1}, {math.NaN(), 1}, {1, math.NaN()}, {math.Inf(1), 1}} {
		v, b := BesselJ(c[0], c[1])
		assert.True(t, math.IsNaN(v) && math.IsNaN(b))
	}
	// J_{1/2} = √(2/(πx)) sin x by three roads.
	for _, x := range []float64{0.5, 24, 26, 1e3} {
		want, _ := BesselJ(0.5, x)
		s, _ := besselJLarge(0.5+0x1p-53, max(x, 26)).times(dd.T{})
		if x > 25 {
			assert.InDelta(t, want, s, 1e-15)
		} else {
			s, _ = lambdaSeries(0.5, x).times(logPrefactor(0.5, x))
			assert.InDelta(t, want, s, 1e-15)
		}
	}
	// Huge arguments: |J| below the amplitude, no NaN.
	for _, x := range []float64{1e9, 1e12, 1e15, 1e300} {
		v, b := BesselJ(12.25, x)
		assert.LessOrEqual(t, math.Abs(v), 1.01*math.Sqrt(2/math.Pi)/math.Sqrt(x))
		assert.LessOrEqual(t, b, 1e-14*math.Sqrt(2/math.Pi)/math.Sqrt(x))
	}
	v, _ := BesselJ(0, 5e-324)
	assert.Equal(t, 1.0, v)
}

func TestBesselJZeros64(t *testing.T) {
	// j_{0,k} and j_{1,1} (DLMF 10.21, Abramowitz and Stegun table 9.5).
	z := BesselJZeros(0, 3)
	assert.InDelta(t, 2.404825557695772769, z[0], 1e-15)
	assert.InDelta(t, 5.520078110286310650, z[1], 2e-15)
	assert.InDelta(t, 8.653727912911012217, z[2], 2e-15)
	assert.InDelta(t, 3.831705970207512316, BesselJZeros(1, 1)[0], 1e-15)
	for k, x := range BesselJZeros(0.5, 5) {
		assert.InDelta(t, float64(k+1)*math.Pi, x, 4e-15)
	}
	for k, x := range BesselJZeros(-0.5, 5) {
		assert.InDelta(t, (float64(k)+0.5)*math.Pi, x, 4e-15)
	}
	for _, nu := range []float64{-0.25, 0, 0.3, 1, 7, 31.5, 99.75, 391, 999} {
		a, b := BesselJZeros(nu, 60), BesselJZeros(nu+1, 60)
		for k := range a {
			v, _ := BesselJ(nu, a[k])
			require.LessOrEqualf(t, math.Abs(v/besselJDerivative(nu, a[k], v)), 0x1p-52*a[k], "j_{%v,%d}", nu, k+1)
			// Interlacing (DLMF 10.21.2) shows that none was skipped or doubled.
			require.Less(t, a[k], b[k])
			if k > 0 {
				require.Less(t, b[k-1], a[k])
			}
		}
	}
	assert.Empty(t, BesselJZeros(3, 0))
	assert.Panics(t, func() { BesselJZeros(-0.75, 1) })
}

// TestLambdaFast compares the tables with LambdaValue everywhere, in particular at the joints.
func TestLambdaFast(t *testing.T) {
	for _, d := range testlong.Some([]float64{1, 1.25, 2, 3, 4, 7, 16, 63, 784, 2002}, 2) {
		l := NewLambda(d)
		rng := rand.New(rand.NewPCG(3, uint64(d)))
		xs := []float64{0, 0x1p-600, 1, 2, math.Nextafter(2, 0), 31.999, 32, 511.999999, 512, 1023.75, 1024, l.split,
			math.Nextafter(l.split, 0), 1e6, 0x1p30, 1.5e9}
		for range testlong.RoundsTo(1500, 1500) {
			xs = append(xs, rng.Float64()*1.3*max(l.split, 512), math.Exp(rng.Float64()*14))
		}
		next := NewLambda(d + 2)
		var worst float64
		for _, x := range xs {
			v, b := LambdaValue(d, x)
			w, _ := LambdaValue(d+2, x)
			// Λ and Λ' are not both small; beyond the turning point their squares make the amplitude.
			amp := math.Abs(v)
			if x > d/2 {
				amp = math.Hypot(v, x/d*w)
			}
			if amp < 1e-290 {
				continue
			}
			e := math.Abs(l.At(x) - v)
			worst = max(worst, e/amp)
			require.LessOrEqualf(t, e, 2e-15*amp+b, "Λ_%v(%v)", d, x)
			require.Equal(t, l.At(x), l.At(-x))
			if x < 1e6 {
				require.InDelta(t, -x/d*next.At(x), l.Derivative(x), 0)
			}
		}
		t.Logf("d = %v: worst %.2g", d, worst)
	}
	// Derivative is the slope: a central difference at d = 16.
	l := NewLambda(16)
	for _, x := range []float64{0.5, 5, 40} {
		const h = 1e-4
		assert.InDelta(t, (l.At(x+h)-l.At(x-h))/(2*h), l.Derivative(x), 1e-9)
	}
	assert.Equal(t, 16.0, l.Dim())
	assert.True(t, math.IsNaN(l.At(math.NaN())))
	assert.Zero(t, l.At(math.Inf(1)))
	assert.Zero(t, NewLambda(3).At(math.Inf(1)))
	assert.Equal(t, 1.0, NewLambda(3).At(0))
	assert.Panics(t, func() { NewLambda(0.5) })
	assert.Panics(t, func() { l.AtTo(make([]float64, 2), []float64{1}) })
	dst := l.AtTo(nil, []float64{1, 2, 3})
	assert.Equal(t, []float64{l.At(1), l.At(2), l.At(3)}, dst)
}

// TestLambdaConcurrent fills the tables from several goroutines at once; the race detector watches.
func TestLambdaConcurrent(t *testing.T) {
	l, ref := NewLambda(9), NewLambda(9)
	var wg sync.WaitGroup
	out := make([][]float64, 4)
	xs := make([]float64, 500)
	for i := range xs {
		xs[i] = float64(i) * 7.3
	}
	for g := range out {
		wg.Go(func() { out[g] = l.AtTo(nil, xs) })
	}
	wg.Wait()
	want := ref.AtTo(nil, xs)
	for g := range out {
		assert.Equal(t, want, out[g])
	}
}

func TestLambda64Elementary(t *testing.T) {
	for _, x := range []float64{0.1, 3, 24.9, 25.1, 100, 1e5} {
		s, c := math.Sincos(x)
		for d, want := range map[float64]float64{1: c, 3: s / x, 5: 3 * (s - x*c) / (x * x * x)} {
			v, b := LambdaValue(d, x)
			assert.InDelta(t, want, v, b+1e-14/math.Pow(x, (d-1)/2))
		}
	}
	for _, c := range [][2]float64{{0.5, 1}, {math.NaN(), 1}, {2, math.NaN()}, {math.Inf(1), 1}} {
		v, _ := LambdaValue(c[0], c[1])
		assert.True(t, math.IsNaN(v))
	}
	v, b := LambdaValue(7, 0)
	assert.Equal(t, []float64{1, 0}, []float64{v, b})
}

// TestModifiedWronskian checks I_ν K_{ν+1} + I_{ν+1} K_ν = 1/x (DLMF 10.28.2) and, by moved thresholds, that the
// algorithms meet.
func TestModifiedWronskian(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, least := range []float64{30, 24, 36} {
		for _, temme := range []float64{2, 1.5} {
			set(t, &modifiedLeast, least)
			set(t, &temmeMost, temme)
			for range 1500 {
				nu := math.Exp(rng.Float64()*math.Log(500)) - 1
				x := math.Exp(rng.Float64()*16 - 8)
				if nu > 50 && x < 1 {
					continue
				}
				i0, a := BesselIE(nu, x)
				i1, b := BesselIE(nu+1, x)
				k0, c := BesselKE(nu, x)
				k1, d := BesselKE(nu+1, x)
				if math.IsInf(k1, 0) || i1 < 1e-290 {
					continue
				}
				w := x * (i0*k1 + i1*k0)
				tol := x*(a*k1+i0*d+b*k0+i1*c) + 1e-15
				require.InDeltaf(t, 1, w, tol, "ν=%v x=%v", nu, x)
				require.Less(t, tol, 5e-14)
			}
		}
	}
}

func TestModifiedEdges(t *testing.T) {
	one := func(v, _ float64) float64 { return v }
	assert.Equal(t, 1.0, one(BesselI(0, 0)))
	assert.Equal(t, 0.0, one(BesselI(1, 0)))
	assert.Equal(t, math.Inf(1), one(BesselI(1, 1e4)))
	assert.Equal(t, math.Inf(1), one(BesselI(1, math.Inf(1))))
	assert.Equal(t, 0.0, one(BesselIE(1, math.Inf(1))))
	assert.Equal(t, math.Inf(1), one(BesselK(1, 0)))
	assert.Equal(t, math.Inf(1), one(BesselK(391, 1e-3)))
	assert.Equal(t, 0.0, one(BesselK(1, 1e4)))
	assert.Equal(t, 0.0, one(BesselK(1, math.Inf(1))))
	assert.Equal(t, one(BesselK(2.5, 3)), one(BesselK(-2.5, 3)))
	assert.Equal(t, math.Inf(1), one(LogBesselK(1, 0)))
	assert.Equal(t, math.Inf(-1), one(LogBesselK(1, math.Inf(1))))
	for _, v := range []float64{one(BesselI(-1, 1)), one(BesselI(1, -1)), one(BesselK(1, -1)), one(LogBesselK(1, -1)),
		one(BesselK(math.NaN(), 1))} {
		assert.True(t, math.IsNaN(v))
	}
	// K_{1/2} = √(π/(2x)) e^{−x}, K_{3/2} = K_{1/2}(1 + 1/x); also for the smallest arguments.
	for _, x := range []float64{1e-300, 1e-8, 0.3, 2, 2.1, 25, 29.9, 30.1, 600} {
		want := math.Sqrt(math.Pi/2) / math.Sqrt(x)
		assert.InEpsilon(t, want, one(BesselKE(0.5, x)), 1e-13)
		if x > 1e-100 {
			assert.InEpsilon(t, want*(1+1/x), one(BesselKE(1.5, x)), 1e-13)
		}
	}
}

func TestGegenbauer(t *testing.T) {
	for _, x := range []float64{-1, -0.3, 0.8, 1} {
		theta := math.Acos(x)
		p := ZonalTo(make([]float64, 20), 2, x)
		for n := range p {
			assert.InDelta(t, math.Cos(float64(n)*theta), p[n], 1e-14)
		}
	}
}

func benchLambda(b *testing.B, d, lo, hi float64) {
	l := NewLambda(d)
	xs := make([]float64, 4096)
	rng := rand.New(rand.NewPCG(9, 9))
	for i := range xs {
		xs[i] = lo + (hi-lo)*rng.Float64()
	}
	dst := l.AtTo(nil, xs)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		l.AtTo(dst, xs)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(xs)), "ns/value")
}

func BenchmarkLambdaNear16(b *testing.B) { benchLambda(b, 16, 0, 500) }
func BenchmarkLambdaFar16(b *testing.B)  { benchLambda(b, 16, 600, 1e4) }
func BenchmarkLambdaFar784(b *testing.B) { benchLambda(b, 784, 600, 1500) }
func BenchmarkLambdaSine(b *testing.B)   { benchLambda(b, 3, 0, 1e3) }
func BenchmarkLambdaBuild16(b *testing.B) {
	for range b.N {
		l := NewLambda(16)
		for x := 1.0; x < 512; x += 32 {
			l.At(x)
		}
	}
}

func benchJ(b *testing.B, nu, x float64) {
	b.ReportAllocs()
	for range b.N {
		BesselJ(nu, x)
	}
}

func BenchmarkBesselJSeries(b *testing.B)  { benchJ(b, 7, 20) }
func BenchmarkBesselJDebye(b *testing.B)   { benchJ(b, 7, 1e4) }
func BenchmarkBesselJTurning(b *testing.B) { benchJ(b, 391, 391) }
func BenchmarkBesselK(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		BesselK(2.25, 3)
	}
}
