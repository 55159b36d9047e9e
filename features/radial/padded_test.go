package radial

import (
	"fmt"
	"testing"

	"krein/features"
	"krein/internal/features/directions"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// A map with PointDim is that of R^n on points padded by zeros, up to what is exact, where estimates
// are the same.
func TestPaddedIsPadding(t *testing.T) {
	for _, d := range []int{3, 12} {
		n := directions.DesignSize(d)
		dec := deltaGaussian(n, 1, 3)
		x := apart(d, 1.2, true)
		padded := mat.NewDense(2, n, nil)
		padded.Slice(0, 2, 0, d).(*mat.Dense).Copy(x)
		for e := features.ExactNone; e <= features.ExactSphere; e++ {
			for _, c := range []features.Coupling{features.Design, features.Orthogonal} {
				opt := features.Options{Columns: 8 * n, Coupling: c, Exact: e, Radii: features.RadiiStratified, Distances: []float64{1}}
				opt.Columns += e.Columns(n)
				whole, err := features.New(New(dec), &opt)
				require.NoError(t, err)
				opt.Columns += e.Columns(d) - e.Columns(n)
				opt.PointDim = d
				m, err := features.New(New(dec), &opt)
				require.NoError(t, err)
				assert.Equal(t, d, m.Dim())
				assert.LessOrEqual(t, m.Columns(), opt.Columns)
				assert.InDelta(t, estimate(t, whole, padded), estimate(t, m, x), 1e-9, "d=%d %v %v", d, e, c)
			}
		}
	}
	for _, points := range []int{-1, 4} {
		_, err := features.New(New(gaussian(3, 1)), &features.Options{PointDim: points})
		assert.ErrorContains(t, err, "give at most that")
	}
}

func estimate(t testing.TB, m *features.Map, x mat.Matrix) (sum float64) {
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
			dec, k := deltaGaussian(directions.DesignSize(c.d), 1, 3), deltaGaussianKernel(1, 3)
			const z = 1.3
			opt := features.Options{Columns: c.columns, Coupling: features.Design, Radii: features.RadiiStratified, PointDim: c.d}
			agree(t, estimates(t, dec, opt, z, 1000), k(z), predict(t, dec, &opt, z))
		})
	}
}

// That is less than tight frames of R^d or orthogonal blocks leave, by a factor in few dimensions.
func TestPaddedDesignsHelp(t *testing.T) {
	for d, factor := range map[int]float64{3: 3, 8: 1.5, 12: 1} {
		opt := features.Options{Columns: 512, Coupling: features.Design, Radii: features.RadiiStratified}
		frames := predict(t, gaussian(d, 1), &opt, 1.3)
		padded := predict(t, gaussian(directions.DesignSize(d), 1), &opt, 1.3)
		opt.Coupling = features.Orthogonal
		assert.Less(t, factor*padded, min(frames, predict(t, gaussian(d, 1), &opt, 1.3)), "d=%d", d)
	}
}
