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
	"krein/internal/features/maptest"
	"krein/internal/testlong"
)

// checkMoments compares the mean and the variance of n estimates with the kernel and with the predicted variance, that up to
// most standard errors, and wants no more columns than were asked for.
func checkMoments(t *testing.T, r *Representation, x *mat.Dense, columns, n int, most float64) {
	t.Helper()
	opt := features.Options{Columns: columns}
	predicted, err := r.Variance(&opt, x.RawRowView(0), x.RawRowView(1))
	require.NoError(t, err)
	got := make([]float64, n)
	for seed := range got {
		opt.Seed = uint64(seed)
		m, err := features.New(r, &opt)
		require.NoError(t, err)
		require.LessOrEqual(t, m.Random(), columns)
		got[seed] = maptest.Estimate(t, m, x)
	}
	mean, variance := stat.MeanVariance(got, nil)
	fourth := stat.MomentAbout(4, got, mean, nil)
	assert.InDelta(t, r.Kernel(x.RawRowView(0), x.RawRowView(1)), mean, 5*math.Sqrt(predicted/float64(n)), "%d columns", columns)
	assert.InDelta(t, predicted, variance, most*math.Sqrt((fourth-variance*variance)/float64(n)), "%d columns", columns)
}

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
		checkMoments(t, r, x, columns, n, 5)
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

// Degrees that few columns cannot all have are drawn at random: the estimate stays unbiased, with the predicted
// variance, for any lengths, and the number of columns is what was asked for.
func TestRandomDegrees(t *testing.T) {
	n := testlong.Rounds(4000)
	a, v := make([]float64, 25), 1.0 // exp(u)
	for i := range a {
		a[i] = v
		v /= float64(i + 1)
	}
	a[3] = -a[3]
	x := mat.NewDense(2, 3, []float64{0.4, -0.9, 0.7, 0.6, 0.2, 0.9})
	for _, lengths := range [][]float64{{1}, {0.3, 2}} {
		r, err := New(3, a, lengths...)
		require.NoError(t, err)
		for _, columns := range []int{1, 2, 5, 13, 40} {
			checkMoments(t, r, x, columns, n, 6)
		}
	}
	vectors, err := func() (float64, error) { r, _ := New(3, a, 1); return r.Vectors(40) }()
	require.NoError(t, err)
	assert.Positive(t, vectors)
}

// Coefficients that float64 has not are those of scaled points.
func TestScaled(t *testing.T) {
	a := make([]float64, 200)
	for i := range a {
		a[i] = math.Pow(0.8, float64(i))
	}
	near, err := New(2, a, 0.9)
	require.NoError(t, err)
	far, err := NewScaled(2, a, 1024, 0.9*1024)
	require.NoError(t, err)
	x, y := []float64{0.5, -0.7}, []float64{0.2, 0.8}
	big := [2][]float64{{512, -0.7 * 1024}, {0.2 * 1024, 0.8 * 1024}}
	assert.InDelta(t, near.Kernel(x, y), far.Kernel(big[0], big[1]), 1e-14)
	opt := &features.Options{Columns: 100, Seed: 3}
	v, err := near.Variance(opt, x, y)
	require.NoError(t, err)
	w, err := far.Variance(opt, big[0], big[1])
	require.NoError(t, err)
	assert.InDelta(t, v, w, 1e-12*v)
	m, err := near.Draw(opt)
	require.NoError(t, err)
	n, err := far.Draw(opt)
	require.NoError(t, err)
	phi, err := m.TransformRow(nil, x)
	require.NoError(t, err)
	psi, err := n.TransformRow(nil, big[0])
	require.NoError(t, err)
	assert.InDeltaSlice(t, phi, psi, 1e-12)
}

// A degree that rounding would leave without columns is drawn all the same.
func TestTinyDegrees(t *testing.T) {
	r, err := New(100, []float64{0, 0, 1, 1e-30}, 1)
	require.NoError(t, err)
	d, err := r.choose(50)
	require.NoError(t, err)
	assert.Equal(t, []int{2, 3}, d.sampled)
	assert.Positive(t, d.expected(1))
	assert.InDelta(t, 50, d.expected(0)+d.expected(1), 1e-12)
}

func TestErrors(t *testing.T) {
	_, err := New(2, []float64{1, math.NaN()}, 1)
	require.ErrorContains(t, err, "coefficient 1 is NaN")
	_, err = New(2, []float64{1}, 0, 0)
	require.ErrorContains(t, err, "lengths of 0")
	_, err = New(2, []float64{1}, -1)
	require.ErrorContains(t, err, "length of -1")
	_, err = New(2, []float64{1, 1, 1}, 1e100)
	require.ErrorContains(t, err, "degree 1 overflows")
	assert.Panics(t, func() { _, _ = New(0, nil, 1) })
	r, err := New(40, []float64{0, 1, 1}, 1)
	require.NoError(t, err)
	one, err := features.New(r, &features.Options{Columns: 1}) // of a degree that is drawn
	require.NoError(t, err)
	assert.Equal(t, 1, one.Columns())
	_, err = features.New(r, &features.Options{Columns: -1})
	require.Error(t, err)
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
