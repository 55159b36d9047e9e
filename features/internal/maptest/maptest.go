// Package maptest helps to test feature maps.
package maptest

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

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
