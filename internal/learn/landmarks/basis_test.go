package landmarks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// The columns of a basis are CT, whatever rows are with a row, and it says which row has none.
func TestBasis(t *testing.T) {
	x := scattered(3, 150, 3)
	l := landmarks(t, difference, scattered(1, 40, 3))
	by, err := l.Principal(ctx, x, 10)
	require.NoError(t, err)
	b := NewBasis(l, by.By, by.Signature())
	assert.Equal(t, by.Signature(), b.Signs())
	assert.Equal(t, 10, b.Columns())
	const stride = 13
	dst := make([]float64, 150*stride)
	raw := x.RawMatrix()
	require.Equal(t, -1, b.Transform(dst, stride, raw.Data, raw.Stride, 150))
	want, one := features(t, l, by, x), make([]float64, 10)
	for i := range 150 {
		for j := range 10 {
			assert.InDelta(t, want.At(i, j), dst[i*stride+j], 1e-12*(1+math.Abs(want.At(i, j))))
		}
		require.Equal(t, -1, b.Transform(one, 10, x.RawRowView(i), 3, 1))
		assert.Equal(t, dst[i*stride:][:10], one)
	}
	x.Set(77, 1, math.NaN())
	assert.Equal(t, 77, b.Transform(dst, stride, raw.Data, raw.Stride, 150))
	assert.PanicsWithValue(t, mat.ErrShape, func() { NewBasis(l, mat.NewDense(3, 10, nil), b.Signs()) })
	assert.PanicsWithValue(t, mat.ErrShape, func() { NewBasis(l, by.By, []float64{1}) })
}

// Of a positive definite kernel all directions of the points are looked through for principal ones: with eight times as many
// points as columns the error on the rows is near to the best there is, as that of the greatest eigenvalues of K_mm is not.
func TestPrincipalOfAllDirections(t *testing.T) {
	gaussian := func(z float64) float64 { return math.Exp(-z * z / 8) }
	x := scattered(5, 600, 4)
	k := kernels(gaussian, x, x)
	var e mat.EigenSym
	s := mat.NewSymDense(600, nil)
	for i := range 600 {
		for j := i; j < 600; j++ {
			s.SetSym(i, j, k.At(i, j))
		}
	}
	require.True(t, e.Factorize(s, false))
	best := 0.0
	values := e.Values(nil)
	for _, v := range values[:600-20] {
		best += v * v
	}
	points, err := Draw(ctx, x, 160, false, 1)
	require.NoError(t, err)
	l := landmarks(t, gaussian, points)
	by, err := l.Principal(ctx, x, 20)
	require.NoError(t, err)
	require.Len(t, by.Values, 20)
	assert.Less(t, off(t, gaussian, l, by, x), 1.02*math.Sqrt(best))
	few, err := l.Nystrom(ctx, x, 20)
	require.NoError(t, err)
	assert.Greater(t, off(t, gaussian, l, few, x), 1.1*math.Sqrt(best))
}
