package landmarks

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// Pivots are different rows, and F of them is Cholesky's: K − FFᵀ is 0 in their rows, and its diagonal is what is left. With
// rows far from most others they are nearer to K than uniform rows.
func TestPivots(t *testing.T) {
	gaussian := func(z float64) float64 { return math.Exp(-z * z / 8) }
	x := scattered(9, 500, 3)
	for i := range 60 {
		for j := range 3 {
			x.Set(i, j, 40*x.At(i, j))
		}
	}
	l := landmarks(t, gaussian, x.Slice(0, 1, 0, 3).(*mat.Dense))
	p, err := l.pivoting(x, 130, 4)
	require.NoError(t, err)
	for len(p.chosen) < 130 {
		positive, err := p.block(l)
		require.NoError(t, err)
		require.True(t, positive)
	}
	seen := map[int]bool{}
	k := kernels(gaussian, x, x)
	f := p.f.Slice(0, 500, 0, len(p.chosen)).(*mat.Dense)
	var rest mat.Dense
	rest.Mul(f, f.T())
	rest.Sub(k, &rest)
	for _, c := range p.chosen {
		assert.False(t, seen[c])
		seen[c] = true
		for j := range 500 {
			assert.InDelta(t, 0, rest.At(c, j), 1e-6)
		}
	}
	for i := range 500 {
		assert.InDelta(t, rest.At(i, i), p.left[i], 1e-6)
	}
	error := func(points *mat.Dense) float64 {
		m := landmarks(t, gaussian, points)
		by, err := m.Principal(ctx, x, 80)
		require.NoError(t, err)
		return off(t, gaussian, m, by, x)
	}
	points, err := l.Pivots(ctx, x, 0, 130, 4)
	require.NoError(t, err)
	assert.Equal(t, 130, points.RawMatrix().Rows)
	uniform, err := Draw(ctx, x, 130, false, 4)
	require.NoError(t, err)
	assert.Less(t, error(points), 0.5*error(uniform))
}

// Few points say all of a kernel of few degrees; kernels that are not positive definite have no pivots.
func TestPivotsOfOtherKernels(t *testing.T) {
	x := scattered(9, 200, 2)
	for i := 20; i < 200; i++ { // twenty different rows
		x.SetRow(i, x.RawRowView(i%20))
	}
	l := landmarks(t, func(z float64) float64 { return math.Exp(-z) }, x)
	points, err := l.Pivots(ctx, x, 0, 90, 1)
	require.NoError(t, err)
	assert.Equal(t, 20, points.RawMatrix().Rows)
	for _, k := range []func(z float64) float64{
		difference, func(z float64) float64 { return z }, func(z float64) float64 { return -1 }, func(z float64) float64 { return 1 - z*z/4 },
	} {
		points, err := landmarks(t, k, x).Pivots(ctx, scattered(2, 300, 3), 50, 200, 1)
		require.NoError(t, err)
		assert.Nil(t, points)
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	_, err = l.Pivots(stopped, x, 0, 9, 1)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Panics(t, func() { _, _ = l.Pivots(ctx, x, 0, 0, 1) })
}

// Points are enough for principal columns whose error is near to the best there is, fewer of a kernel whose eigenvalues fall
// fast.
func TestEnoughPivots(t *testing.T) {
	x := scattered(9, 700, 3)
	count := map[float64]int{}
	for _, scale := range []float64{8, 0.5} {
		gaussian := func(z float64) float64 { return math.Exp(-z * z / scale) }
		l := landmarks(t, gaussian, x)
		points, err := l.Pivots(ctx, x, 40, 600, 4)
		require.NoError(t, err)
		count[scale] = points.RawMatrix().Rows
		assert.Greater(t, count[scale], 40)
		m := landmarks(t, gaussian, points)
		by, err := m.Principal(ctx, x, 40)
		require.NoError(t, err)
		best, err := l.Principal(ctx, x, 40) // of all rows
		require.NoError(t, err)
		assert.Less(t, off(t, gaussian, m, by, x), 1.1*off(t, gaussian, l, best, x), scale)
	}
	assert.Less(t, 2*count[8], count[0.5])
	assert.Less(t, count[0.5], 600)
}
