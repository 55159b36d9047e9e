package relevance

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

func gaussian(dst, z []float64) []float64 {
	for i, v := range z {
		dst[i] = math.Exp(-v * v / 2)
	}
	return dst
}

// difference is an indefinite kernel.
func difference(dst, z []float64) []float64 {
	for i, v := range z {
		dst[i] = math.Exp(-v*v/2) - 0.9*math.Exp(-v*v/8)
	}
	return dst
}

func rows(n, d int) (x, y *mat.Dense) {
	rng := rand.New(rand.NewPCG(7, 1))
	x, y = mat.NewDense(n, d, nil), mat.NewDense(n, 2, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
		y.Set(i, 0, math.Sin(2*x.At(i, 0))+0.1*rng.NormFloat64())
		y.Set(i, 1, x.At(i, 0)*x.At(i, 1))
	}
	return x, y
}

// The leave-one-out error is that of leaving one row out, and its gradient that of differences.
func TestValue(t *testing.T) {
	x, y := rows(30, 3)
	for name, eval := range map[string]func(dst, z []float64) []float64{"gaussian": gaussian, "difference": difference} {
		p := &problem{eval: eval, x: x, y: y}
		theta := []float64{0.3, -0.2, 0.1, 3} // λ makes the difference definite
		gradient, scratch := make([]float64, 4), make([]float64, 4)
		value := p.value(theta, gradient)
		sum := 0.0
		for out := range 30 {
			sum += leftOut(eval, x, y, theta, out)
		}
		assert.InDelta(t, math.Log(sum/30)+strict*(0.09+0.04+0.01), value, 1e-9, name)
		for j := range theta {
			const h = 1e-5
			theta[j] += h
			up := p.value(theta, scratch)
			theta[j] -= 2 * h
			down := p.value(theta, scratch)
			theta[j] += h
			assert.InDelta(t, (up-down)/(2*h), gradient[j], 1e-5*(1+math.Abs(gradient[j])), "%s %d", name, j)
		}
	}
}

// leftOut returns the squared error at a row of the function of all others.
func leftOut(eval func(dst, z []float64) []float64, x, y *mat.Dense, theta []float64, out int) (sum float64) {
	n, d := x.Dims()
	kernel := func(a, b int) float64 {
		s := 0.0
		for j := range d {
			v := (x.At(a, j) - x.At(b, j)) / math.Exp(theta[j])
			s += v * v
		}
		return eval(make([]float64, 1), []float64{math.Sqrt(s)})[0]
	}
	k, target, at := mat.NewDense(n-1, n-1, nil), mat.NewDense(n-1, 2, nil), mat.NewDense(1, n-1, nil)
	other := func(i int) int {
		if i >= out {
			return i + 1
		}
		return i
	}
	for i := range n - 1 {
		at.Set(0, i, kernel(out, other(i)))
		target.SetRow(i, y.RawRowView(other(i)))
		for j := range n - 1 {
			k.Set(i, j, kernel(other(i), other(j)))
		}
		k.Set(i, i, k.At(i, i)+math.Exp(theta[d]))
	}
	var alpha, f mat.Dense
	if err := alpha.Solve(k, target); err != nil {
		panic(err)
	}
	f.Mul(at, &alpha)
	for t := range 2 {
		r := y.At(out, t) - f.At(0, t)
		sum += r * r
	}
	return sum
}

// Columns of which labels say nothing get greater lengths than the others, for kernels that are not positive definite, too.
func TestFactors(t *testing.T) {
	x, y := rows(150, 6)
	for name, eval := range map[string]func(dst, z []float64) []float64{"gaussian": gaussian, "difference": difference} {
		f, err := Factors(t.Context(), eval, x, y)
		require.NoError(t, err, name)
		for j := 2; j < 6; j++ {
			assert.Greater(t, f[j], 3*max(f[0], f[1]), "%s %v", name, f)
		}
	}
	zero := func(dst, _ []float64) []float64 { clear(dst); return dst }
	_, err := Factors(t.Context(), zero, x, y)
	assert.NoError(t, err)
	minus := func(dst, z []float64) []float64 {
		for i := range dst {
			dst[i] = -1e30
		}
		return dst
	}
	_, err = Factors(t.Context(), minus, x, y)
	assert.NoError(t, err)
	nan := func(dst, z []float64) []float64 {
		for i := range dst {
			dst[i] = math.NaN()
		}
		return dst
	}
	_, err = Factors(t.Context(), nan, x, y)
	assert.ErrorIs(t, err, ErrNone)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err = Factors(ctx, gaussian, x, y)
	assert.ErrorIs(t, err, context.Canceled)
	assert.PanicsWithValue(t, mat.ErrShape, func() { _, _ = Factors(t.Context(), gaussian, x, mat.NewDense(3, 1, nil)) })
}
