package main

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/fourier/taxicab"
	"krein/internal/fourier/taxicab/enclosed"
	"krein/internal/quad/gauss"
	"krein/internal/testlong"
)

// smooth is p by the series of package taxicab.
func smooth(x, y float64) float64 {
	v, _ := taxicab.NewPower(2, 1, 1).Density([]float64{x, y})
	return v * math.Pi * math.Pi
}

// TestCurvature: second differences are below the bounds, and waves are S, S′ and the values on the diagonal.
func TestCurvature(t *testing.T) {
	rnd := rand.New(rand.NewPCG(21, 1))
	const h = 1.0 / 128
	for range 400 {
		x := math.Exp(8*rnd.Float64() - 4)
		y := x * math.Min(1, 1.3*rnd.Float64())
		m := curvature(x, x+2*h, max(0, y-2*h), y)
		at := func(i, j float64) float64 { return smooth(x+i*h, max(0, y-2*h)+j*h) }
		floor := 3e-15 / (h * h)
		assert.LessOrEqual(t, math.Abs(at(2, 1)-2*at(1, 1)+at(0, 1))/(h*h), m.xx*1.001+floor, "%v %v", x, y)
		assert.LessOrEqual(t, math.Abs(at(1, 2)-2*at(1, 1)+at(1, 0))/(h*h), m.yy*1.001+floor, "%v %v", x, y)
		assert.LessOrEqual(t, math.Abs(at(2, 2)-at(2, 0)-at(0, 2)+at(0, 0))/(4*h*h), m.xy*1.001+floor, "%v %v", x, y)
		w := newWave(x)
		assert.InDelta(t, math.Sin(x)/x, w.s, 1e-15)
		assert.InDelta(t, (math.Cos(x)-w.s)/x, w.s1, 1e-13)
		assert.InDelta(t, smooth(x, x), w.p, 1e-15+1e-14*math.Abs(w.p))
		assert.InDelta(t, (smooth(x+1e-4, x)-smooth(x-1e-4, x))/2e-4, w.p1, 1e-9)
	}
}

// TestFourth: means over cells, by Gauss rules, are those of the value and the Laplacian at the centre, within the
// bound of the rest.
func TestFourth(t *testing.T) {
	rnd := rand.New(rand.NewPCG(22, 1))
	nodes, weights := gauss.Legendre(8)
	for range 200 {
		a := math.Exp(5.5*rnd.Float64() - 1)
		b, r := a*rnd.Float64(), math.Exp2(-1-4*rnd.Float64())
		if b < r || a-b < 2*r {
			continue
		}
		mean := 0.0
		for i, x := range nodes {
			for j, y := range nodes {
				mean += weights[i] * weights[j] / 4 * smooth(a+r*x, b+r*y)
			}
		}
		second, rest := (*plane)(nil).fourth(a, b, r, newWave(a), newWave(b))
		assert.InDelta(t, mean, smooth(a, b)+second, rest+1e-15, "%v %v %v", a, b, r)
		if r < 0.1 {
			assert.Less(t, rest, 1e-4)
		}
	}
}

// TestLinear: the mean of the modulus of a linear function by sums.
func TestLinear(t *testing.T) {
	for _, c := range [][3]float64{{0, 1, 0}, {0, 1, 1}, {0.3, 1, 0.5}, {0.9, 1, 0.3}, {1.2, 1, 0.3}, {0.2, 1, 1e-4},
		{0.995, 1, 0.01}, {2, 1, 1}, {0, 0, 0}} {
		low, high := linear(c[0], c[1], c[2])
		sum, n := 0.0, 600
		for i := range n {
			for j := range n {
				sum += math.Abs(c[0] + c[1]*(float64(2*i+1)/float64(n)-1) + c[2]*(float64(2*j+1)/float64(n)-1))
			}
		}
		sum /= float64(n * n)
		assert.InDelta(t, sum, low, 2e-6, "%v", c)
		assert.InDelta(t, sum, high, 2e-6, "%v", c)
		assert.LessOrEqual(t, low, high)
	}
}

// TestMeans: the elementary integrals of means by sums over t = 1/τ.
func TestMeans(t *testing.T) {
	mean := func(c float64) float64 {
		if c >= 1 {
			return c
		}
		return 2 / math.Pi * (math.Sqrt(1-c*c) + c*math.Asin(c))
	}
	for _, c := range []struct{ u, start float64 }{{1, 0}, {20, 0}, {28.5, 0}, {63, 2}, {62, 2}, {100, 2}, {94, 2}} {
		f := &means{tail: &tail{reach: 120}, start: c.start, cos: sign(math.Cos(c.u / 2)), sin: sign(math.Sin(c.u))}
		start := c.start
		if start == 0 {
			start = f.reach / c.u
		}
		sigma := math.Abs(math.Sin(c.u))
		f.inside = sigma*start < 1
		var diagonal, axis float64
		n := 200000
		for i := range n {
			tau := (float64(i) + 0.5) / float64(n) / start
			v, s := 1/tau, math.Sin(c.u/2)
			by := v * v / start / float64(n)
			diagonal += by * 2 / math.Pi * math.Sqrt(1+4*v*(v-1)*s*s) / (v * (v - 1) * (2*v - 1))
			axis += by * mean(sigma*v) / (v * (v*v - 1))
		}
		var z, u, w ball.Complex
		u.SetReal(ball.NewReal(c.u))
		w.SetReal(ball.NewReal(start))
		f.diagonal(&z, &u, &w, 100)
		assert.InEpsilon(t, diagonal, z.Re.Nearest(), 1e-6, "%v", c)
		f.axis(&z, &u, &w, 100)
		low := z.Re.Nearest()
		f.upper = true
		f.axis(&z, &u, &w, 100)
		assert.LessOrEqual(t, low, axis*(1+1e-6), "%v", c)
		assert.GreaterOrEqual(t, z.Re.Nearest(), axis*(1-1e-6), "%v", c)
		assert.InEpsilon(t, low, z.Re.Nearest(), 0.02, "%v", c)
	}
	f := &means{turns: 16}
	var z, u ball.Complex
	f.trigamma(&z, u.SetReal(ball.NewReal(2)), 100)
	sum := 0.0
	for k := 16; k < 2000000; k++ {
		sum += 1 / math.Pow(2+2*math.Pi*float64(k), 2)
	}
	assert.InEpsilon(t, sum+1/(2*math.Pi*(2+2*math.Pi*2000000)), z.Re.Nearest(), 1e-7)
}

// TestPlane proves the mass in the plane again, roughly, and that from 100 to 140 by cells and by means: the tabulated
// enclosure is inside. With -long it is proved as it is tabulated.
func TestPlane(t *testing.T) {
	ctx := context.Background()
	reach, tolerance := 100, 1e-7
	if testlong.Enabled() {
		reach, tolerance = 1000, 3e-12
	}
	low, high, err := enclose(ctx, reach, tolerance)
	require.NoError(t, err)
	lower, upper := enclosed.Mass(2, 1)
	if testlong.Enabled() {
		assert.LessOrEqual(t, lower.Nearest(), low)
		assert.GreaterOrEqual(t, upper.Nearest(), high)
	}
	assert.Less(t, low, upper.Nearest())
	assert.Greater(t, high, lower.Nearest())
	assert.Less(t, high-low, 6e-3)
	if testlong.Turn(1, 4) {
		from, to, err := outOfSquare(ctx, 100)
		require.NoError(t, err)
		from2, to2, err := outOfSquare(ctx, 140)
		require.NoError(t, err)
		in, out, _ := inSquare(ctx, 100, 1e-8)
		in2, out2, _ := inSquare(ctx, 140, 1e-8)
		assert.LessOrEqual(t, in2-out, to-from2)
		assert.GreaterOrEqual(t, out2-in, from-to2)
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	_, _, err = enclose(canceled, 100, 1e-5)
	assert.Error(t, err)
	assert.Panics(t, func() { _, _, _ = enclose(ctx, 20, 1e-5) })
}
