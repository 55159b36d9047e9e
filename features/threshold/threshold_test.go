package threshold

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/features"
	"krein/internal/testlong"
)

// Unbiased, with the predicted variance, for thresholds of both laws, and numbers that divide or not.
func TestMoments(t *testing.T) {
	n := testlong.Rounds(2000)
	r := New(3)
	x := mat.NewDense(2, 3, []float64{0.3, 0.9, 1, 0.75, 0.2, 0.6})
	want := 1 + 0.3 + 0.2 + 0.6
	assert.InDelta(t, want, r.Kernel(x.RawRowView(0), x.RawRowView(1)), 1e-15)
	for _, columns := range []int{3, 12, 17} {
		for _, law := range []features.RadiusLaw{features.RadiiIID, features.RadiiStratified} {
			opt := features.Options{Columns: columns, Radii: law}
			v, err := r.Variance(&opt, x.RawRowView(0), x.RawRowView(1))
			require.NoError(t, err)
			got := make([]float64, n)
			for seed := range got {
				opt.Seed = uint64(seed)
				m, err := features.New(r, &opt)
				require.NoError(t, err)
				require.Equal(t, columns+1, m.Columns())
				phi, err := m.Transform(nil, x)
				require.NoError(t, err)
				got[seed] = mat.Dot(phi.RowView(0), phi.RowView(1))
			}
			mean, variance := stat.MeanVariance(got, nil)
			fourth := stat.MomentAbout(4, got, mean, nil)
			what := fmt.Sprint(columns, " ", law)
			assert.InDelta(t, want, mean, 5*math.Sqrt(v/float64(n))+1e-12, what)
			assert.InDelta(t, v, variance, 5*math.Sqrt((fourth-variance*variance)/float64(n))+1e-12, what)
		}
	}
}

// The ends of the interval are exact, and what is outside is refused.
func TestEnds(t *testing.T) {
	r := New(2)
	assert.Equal(t, 2, r.Dim())
	m, err := features.New(r, &features.Options{Columns: 50, Seed: 3})
	require.NoError(t, err)
	for _, c := range [][]float64{{0, 0}, {1, 1}, {0, 1}} {
		row, err := m.TransformRow(nil, c)
		require.NoError(t, err)
		k := 0.0
		for _, v := range row {
			k += v * v
		}
		assert.InDelta(t, r.Kernel(c, c), k, 1e-14)
	}
	_, err = m.TransformRow(nil, []float64{0.5, 1.5})
	require.ErrorContains(t, err, "1.5 in column 2")
	_, err = features.New(r, &features.Options{Columns: 1})
	require.ErrorContains(t, err, "2 coordinates")
	_, err = features.New(r, &features.Options{Coupling: features.Orthogonal})
	require.ErrorContains(t, err, "orthogonal")
	_, err = r.Variance(&features.Options{Columns: 1}, nil, nil)
	require.Error(t, err)
	assert.Panics(t, func() { New(0) })
}

// The kernel of the notes, 1 + min(x,y).
func ExampleNew() {
	r := New(1)
	m, err := features.New(r, &features.Options{Columns: 100, Radii: features.RadiiStratified})
	if err != nil {
		panic(err)
	}
	phi, err := m.Transform(nil, mat.NewDense(2, 1, []float64{0.25, 0.8}))
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.2f\n", mat.Dot(phi.RowView(0), phi.RowView(1)))
	// Output: 1.25
}
