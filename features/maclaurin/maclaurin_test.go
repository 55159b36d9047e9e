package maclaurin

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/features"
	"krein/features/internal/maptest"
	"krein/internal/testlong"
)

// Unbiased for any points, with the predicted variance; exact where there are columns enough.
func TestMoments(t *testing.T) {
	n := testlong.Rounds(2000)
	a := []float64{0.5, 1, -0.5, 0.25, -0.1}
	r, err := New(3, a, 1)
	require.NoError(t, err)
	assert.Equal(t, 3, r.Dim())
	x := mat.NewDense(2, 3, []float64{0.4, -0.9, 0.7, 0.6, 0.2, 0.9})
	u := 0.24 - 0.18 + 0.63
	want := 0.5 + u - 0.5*u*u + 0.25*u*u*u - 0.1*u*u*u*u
	assert.InDelta(t, want, r.Kernel(x.RawRowView(0), x.RawRowView(1)), 1e-15)
	for _, columns := range []int{4, 12, 30} {
		opt := features.Options{Columns: columns}
		v, err := r.Variance(&opt, x.RawRowView(0), x.RawRowView(1))
		require.NoError(t, err)
		got := make([]float64, n)
		for seed := range got {
			opt.Seed = uint64(seed)
			m, err := features.New(r, &opt)
			require.NoError(t, err)
			got[seed] = maptest.Estimate(t, m, x)
		}
		mean, variance := stat.MeanVariance(got, nil)
		fourth := stat.MomentAbout(4, got, mean, nil)
		assert.InDelta(t, want, mean, 5*math.Sqrt(v/float64(n)), columns)
		assert.InDelta(t, v, variance, 5*math.Sqrt((fourth-variance*variance)/float64(n)), columns)
	}
	m, err := features.New(r, nil) // 1 + 3 + 6 + 10 + 15 monomials
	require.NoError(t, err)
	assert.Equal(t, 35, m.Columns())
	assert.Zero(t, m.Random())
	assert.InDelta(t, want, maptest.Estimate(t, m, x), 1e-14)
	v, err := r.Variance(nil, x.RawRowView(0), x.RawRowView(1))
	require.NoError(t, err)
	assert.Zero(t, v)
}

func TestErrors(t *testing.T) {
	_, err := New(2, []float64{1, math.NaN()}, 1)
	require.ErrorContains(t, err, "coefficient 1 is NaN")
	_, err = New(2, []float64{1}, 0)
	require.ErrorContains(t, err, "length of 0")
	assert.Panics(t, func() { _, _ = New(0, nil, 1) })
	r, err := New(40, []float64{0, 1, 1}, 1)
	require.NoError(t, err)
	_, err = features.New(r, &features.Options{Columns: 1})
	require.ErrorContains(t, err, "2 degrees")
	_, err = features.New(r, &features.Options{Coupling: features.Orthogonal})
	require.ErrorContains(t, err, "orthogonal")
	m, err := features.New(r, &features.Options{Columns: 60})
	require.NoError(t, err)
	assert.Equal(t, 20, m.Random()) // degree 1 is exact
	huge := make([]float64, 40)
	huge[0] = 1e200
	_, err = m.TransformRow(nil, huge)
	require.ErrorContains(t, err, "so large")
}

// (1 + ⟨x,y⟩)² has 1 + d + d(d+1)/2 columns.
func ExampleNew() {
	r, err := New(4, []float64{1, 2, 1}, 1)
	if err != nil {
		panic(err)
	}
	m, err := features.New(r, &features.Options{Columns: 100})
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Columns(), "columns,", m.Random(), "of them random")
	// Output: 15 columns, 0 of them random
}
