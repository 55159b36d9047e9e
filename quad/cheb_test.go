package quad

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestChebRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 5, 40} {
		c := &Cheb64{A: -1.5, B: 4, C: make([]float64, n+1)}
		for k := range c.C {
			c.C[k] = rng.NormFloat64()
		}
		d := FitCheb64(c.At, c.A, c.B, n)
		require.Len(t, d.C, n+1)
		for k := range c.C {
			assert.InDelta(t, c.C[k], d.C[k], 1e-14*float64(n+1))
		}
		// T_k itself: cos(k arccos s).
		x := -0.75
		s := (2*x - c.A - c.B) / (c.B - c.A)
		var want float64
		for k, v := range c.C {
			want += v * math.Cos(float64(k)*math.Acos(s))
		}
		assert.InDelta(t, want, c.At(x), 1e-14*float64(n+1))
	}
	p := ChebPoints64(7, 2, 3)
	assert.Equal(t, 2.0, p[0])
	assert.Equal(t, 3.0, p[7])
	for i := 1; i < 8; i++ {
		assert.Greater(t, p[i], p[i-1])
	}
}

func TestChebCalculus(t *testing.T) {
	f := func(x float64) float64 { return math.Exp(-x) * math.Sin(5*x) }
	c, ok := FitChebTol64(f, -1, 3, 1e-15, 1024)
	require.True(t, ok)
	assert.Less(t, len(c.C), 70)
	prim := func(x float64) float64 { return -math.Exp(-x) * (math.Sin(5*x) + 5*math.Cos(5*x)) / 26 }
	assert.InDelta(t, prim(3)-prim(-1), c.Integral(), 1e-14)
	anti, der := c.Antiderivative(), c.Derivative()
	assert.InDelta(t, 0, anti.At(-1), 1e-15)
	for _, x := range []float64{-1, -0.3, 0, 1.7, 3} {
		assert.InDelta(t, f(x), c.At(x), 1e-14)
		assert.InDelta(t, prim(x)-prim(-1), anti.At(x), 1e-14)
		assert.InDelta(t, math.Exp(-x)*(5*math.Cos(5*x)-math.Sin(5*x)), der.At(x), 1e-11)
	}
	back := anti.Derivative()
	for k := range c.C {
		assert.InDelta(t, c.C[k], back.C[k], 1e-14)
	}
	assert.Equal(t, []float64{0}, (&Cheb64{0, 1, []float64{3}}).Derivative().C)
	_, ok = FitChebTol64(math.Abs, -1, 2, 1e-14, 256)
	assert.False(t, ok)
	_, ok = FitChebTol64(func(x float64) float64 { return math.NaN() }, 0, 1, 1e-14, 256)
	assert.False(t, ok)
	assert.Panics(t, func() { ChebPoints64(0, 0, 1) })
	assert.Panics(t, func() { ChebFromValues64([]float64{1}, 0, 1) })
	assert.Panics(t, func() { FitCheb64(math.Exp, 1, 0, 4) })
}

func TestChebRoots(t *testing.T) {
	c, ok := FitChebTol64(func(x float64) float64 { return math.Sin(x) }, 0.5, 100, 1e-14, 1024)
	require.True(t, ok)
	roots := c.Roots()
	require.Len(t, roots, 31)
	for k, x := range roots {
		assert.InDelta(t, float64(k+1)*math.Pi, x, 1e-12)
	}
	lin := &Cheb64{0, 2, []float64{0.5, 1}}
	assert.Equal(t, []float64{0.5}, lin.Roots())
	assert.Empty(t, (&Cheb64{0, 2, []float64{5, 1}}).Roots())
	assert.Empty(t, (&Cheb64{0, 2, []float64{1}}).Roots())
	assert.Empty(t, (&Cheb64{0, 2, []float64{0, 0, 0}}).Roots())
	// Roots at both ends and in the middle of T_3-like symmetric data.
	p := FitCheb64(func(x float64) float64 { return x * (x - 1) * (x + 1) }, -1, 1, 5)
	got := p.Roots()
	require.Len(t, got, 3)
	for i, w := range []float64{-1, 0, 1} {
		assert.InDelta(t, w, got[i], 1e-14)
	}
}

func BenchmarkChebAt(b *testing.B) {
	c := FitCheb64(math.Exp, 0, 1, 16)
	b.ReportAllocs()
	var s float64
	for range b.N {
		s += c.At(0.3)
	}
	_ = s
}

func BenchmarkChebFit64(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		FitCheb64(math.Exp, 0, 1, 64)
	}
}
