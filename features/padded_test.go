package features

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// A map with PointDim is that of R^n on points padded by zeros, up to what is exact, where estimates
// are the same.
func TestPaddedIsPadding(t *testing.T) {
	for _, d := range []int{3, 12} {
		n := DesignDim(d)
		dec := deltaGaussian(n, 1, 3)
		x := apart(d, 1.2, true)
		padded := mat.NewDense(2, n, nil)
		padded.Slice(0, 2, 0, d).(*mat.Dense).Copy(x)
		for e := ExactNone; e <= ExactSphere; e++ {
			for _, c := range []Coupling{Design, Orthogonal} {
				opt := Options{Columns: 8 * n, Coupling: c, Exact: e, Radii: RadiiStratified, Distances: []float64{1}}
				opt.Columns += e.columns(n)
				whole, err := New(Fourier(dec), &opt)
				require.NoError(t, err)
				opt.Columns += e.columns(d) - e.columns(n)
				opt.PointDim = d
				m, err := New(Fourier(dec), &opt)
				require.NoError(t, err)
				assert.Equal(t, d, m.Dim())
				assert.LessOrEqual(t, m.Columns(), opt.Columns)
				assert.InDelta(t, estimate(t, whole, padded), estimate(t, m, x), 1e-9, "d=%d %v %v", d, e, c)
			}
		}
	}
	for _, points := range []int{-1, 4} {
		_, err := New(Fourier(gaussian(3, 1)), &Options{PointDim: points})
		assert.ErrorContains(t, err, "give at most that")
	}
}

func estimate(t testing.TB, m *Map, x mat.Matrix) (sum float64) {
	phi, err := m.Transform(nil, x)
	require.NoError(t, err)
	for j, s := range m.Signature() {
		sum += s * phi.At(0, j) * phi.At(1, j)
	}
	return sum
}

// Bases that are complete in R^n leave padded points the predicted variance, unbiased.
func TestPaddedDesigns(t *testing.T) {
	for _, c := range []struct{ d, columns int }{{3, 48}, {12, 192}} {
		t.Run(fmt.Sprint("d=", c.d), func(t *testing.T) {
			dec, k := deltaGaussian(DesignDim(c.d), 1, 3), deltaGaussianKernel(1, 3)
			const z = 1.3
			opt := Options{Columns: c.columns, Coupling: Design, Radii: RadiiStratified, PointDim: c.d}
			agree(t, estimates(t, dec, opt, z, 1000), k(z), predict(t, dec, &opt, z))
		})
	}
}

// That is less than tight frames of R^d or orthogonal blocks leave, by a factor in few dimensions.
func TestPaddedDesignsHelp(t *testing.T) {
	for d, factor := range map[int]float64{3: 3, 8: 1.5, 12: 1} {
		opt := Options{Columns: 512, Coupling: Design, Radii: RadiiStratified}
		frames := predict(t, gaussian(d, 1), &opt, 1.3)
		padded := predict(t, gaussian(DesignDim(d), 1), &opt, 1.3)
		opt.Coupling = Orthogonal
		assert.Less(t, factor*padded, min(frames, predict(t, gaussian(d, 1), &opt, 1.3)), "d=%d", d)
	}
}
