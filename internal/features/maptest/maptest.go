// Package maptest helps to test feature maps.
package maptest

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/features"
)

// Pair returns two unit vectors with the inner product u, in general position.
func Pair(d int, u float64) *mat.Dense {
	x := mat.NewDense(2, d, nil)
	s, norm := math.Sqrt(1-u*u), math.Sqrt(float64(d*(d-1)))
	for j := range d {
		x.Set(0, j, 1/math.Sqrt(float64(d)))
		y := -1 / norm
		if j == 0 {
			y = float64(d-1) / norm
		}
		x.Set(1, j, u*x.At(0, j)+s*y)
	}
	return x
}

// Estimate returns φ(x_0) J φ(x_1)ᵀ of the first two rows.
func Estimate(t testing.TB, m *features.Map, x *mat.Dense) (sum float64) {
	t.Helper()
	phi, err := m.Transform(nil, x)
	require.NoError(t, err)
	for j, s := range m.Signature() {
		sum += s * phi.At(0, j) * phi.At(1, j)
	}
	return sum
}

// Spread draws n maps and returns the mean square of their estimates about k(x_0, x_1), over the predicted
// variance, with its standard error. Bias counts as variance.
func Spread(
	t testing.TB, n int, predicted, k float64, x *mat.Dense, draw func(seed uint64) (*features.Map, error),
) (ratio, se float64) {
	t.Helper()
	var phi *mat.Dense
	var second, fourth float64
	for seed := range n {
		m, err := draw(uint64(seed) + 1<<32)
		require.NoError(t, err)
		if phi != nil && phi.RawMatrix().Cols != m.Columns() {
			phi = nil
		}
		phi, err = m.Transform(phi, x)
		require.NoError(t, err)
		off := -k
		for j, s := range m.Signature() {
			off += s * phi.At(0, j) * phi.At(1, j)
		}
		second += off * off / float64(n)
		fourth += off * off * off * off / float64(n)
	}
	return second / predicted, math.Sqrt((fourth-second*second)/float64(n)) / predicted
}

// Moments draws n maps, with a seed each, and compares mean and variance by z-scores; a variance of NaN is not
// compared.
func Moments(t testing.TB, n int, rep features.Representation, columns int, x *mat.Dense, mean, variance float64,
	what string) (got float64) {
	t.Helper()
	v := make([]float64, n)
	for seed := range v {
		m, err := features.New(rep, &features.Options{Columns: columns, Seed: uint64(seed)})
		require.NoError(t, err)
		v[seed] = Estimate(t, m, x)
	}
	average, s2 := stat.MeanVariance(v, nil)
	fourth := stat.MomentAbout(4, v, average, nil)
	assert.InDelta(t, mean, average, 5*math.Sqrt(s2/float64(n))+1e-12, what)
	if !math.IsNaN(variance) {
		assert.InDelta(t, variance, s2, 5*math.Sqrt((fourth-s2*s2)/float64(n))+1e-12, what)
	}
	return s2
}
