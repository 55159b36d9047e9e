package evaluate

import (
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/features/pair"
	"krein/fourier/language"
	"krein/internal/budget/stopwatch"
	"krein/internal/features/gram"
	"krein/internal/fourier/numeric"
)

// asymmetric returns a kernel that is not symmetric, and its measure.
func asymmetric(t testing.TB, dim int) (func(delta []float64) float64, *pair.Parts) {
	k, err := language.Parse("sinh_gaussian(1/3, 2)", dim, nil)
	require.NoError(t, err)
	r, err := pair.Represent(t.Context(), k, nil)
	require.NoError(t, err)
	c, err := numeric.Compile(k)
	require.NoError(t, err)
	return c.At, r.Polar
}

// Pairs measures what a loop over the rows does, and better couplings come first.
func TestPairs(t *testing.T) {
	const d = 3
	k, parts := asymmetric(t, d)
	taylor, err := pair.TaylorAt0(k, d, 1)
	require.NoError(t, err)
	x := mat.NewDense(40, d, nil)
	for i := range 40 {
		for j := range d {
			x.Set(i, j, math.Mod(float64(i*i+3*j)*0.618, 1))
		}
	}
	rows := gram.SampleRows(x, 30, 3)
	set := &Settings{Runs: 4, Columns: []int{16, 40}, Seed: 3}
	set.Bench, err = NewPairBench(t.Context(), k, rows, rows)
	require.NoError(t, err)
	opt := &pair.Options{Exact: taylor, Displacements: pair.SampleDisplacements(rows, rows, 64, 3)}
	predictor, err := pair.NewPredictor(parts, opt)
	require.NoError(t, err)
	results, err := Pairs(t.Context(), parts, predictor, opt, nil, set)
	require.NoError(t, err)
	require.Len(t, results, 12)
	assert.Equal(t, Result{Coupling: "iid", Columns: 16, Total: 16, Error: results[0].Error, Seeds: results[0].Seeds,
		Seconds: results[0].Seconds}, results[0])
	assert.Len(t, results[0].Seeds, set.Runs)
	assert.Equal(t, set.Seed, results[0].Seeds[0], "the first run is the map that features draws")
	assert.Greater(t, results[0].Error.Mean, 3*results[11].Error.Mean)
	set.Best = 1
	results, err = Pairs(t.Context(), parts, predictor, opt, nil, set)
	require.NoError(t, err)
	require.Len(t, results, 2)
	assert.Equal(t, ExactLow, results[1].Exact)
	results, err = Pairs(t.Context(), parts, predictor, opt, []pair.Coupling{pair.Across}, set)
	require.NoError(t, err)
	require.Len(t, results, 2)
	assert.Equal(t, "across", results[0].Coupling)

	bench, err := NewPairBench(t.Context(), k, rows, x)
	require.NoError(t, err)
	p, err := pair.New(parts, &pair.Options{Columns: 10, Coupling: pair.Joint})
	require.NoError(t, err)
	got, _, err := bench.Error(p)
	require.NoError(t, err)
	num, den := 0.0, 0.0
	phi, err := p.Left().Transform(nil, rows)
	require.NoError(t, err)
	psi, err := p.Right().Transform(nil, x)
	require.NoError(t, err)
	for i := range 30 {
		for j := range 40 {
			v := k(floats.SubTo(make([]float64, d), rows.RawRowView(i), x.RawRowView(j)))
			e := floats.Dot(phi.RawRowView(i), psi.RawRowView(j)) - v // J = 1
			num, den = num+e*e, den+v*v
		}
	}
	assert.InEpsilon(t, math.Sqrt(num/den), got, 1e-12)

	_, err = Pairs(t.Context(), parts, predictor, opt, nil, &Settings{Runs: -1})
	assert.Error(t, err)
	_, err = Pairs(t.Context(), parts, predictor, opt, nil, &Settings{Columns: []int{0}})
	assert.Error(t, err)
	_, err = NewPairBench(t.Context(), func([]float64) float64 { return math.NaN() }, x, x)
	assert.Error(t, err)
	_, err = NewPairBench(t.Context(), func([]float64) float64 { return 0 }, x, x)
	assert.Error(t, err)
	x.Set(2, 1, math.Inf(1))
	_, err = NewPairBench(t.Context(), k, rows, x)
	assert.ErrorContains(t, err, "row 3, column 2")
}

// TestPairsCount: comparing on rows is not counted by a bound of time.
func TestPairsCount(t *testing.T) {
	k, parts := asymmetric(t, 2)
	var now atomic.Int64
	watch := stopwatch.New(func() time.Duration { return time.Duration(now.Load()) })
	ctx := stopwatch.With(t.Context(), watch)
	slow := func(delta []float64) float64 {
		now.Add(int64(time.Minute))
		return k(delta)
	}
	x := mat.NewDense(4, 2, []float64{0, 0, 1, 0, 0, 0.5, 0.25, 1})
	set := &Settings{Runs: 1, Columns: []int{8}, Best: 1, Progress: func(int, int) { now.Add(int64(time.Hour)) }}
	var err error
	set.Bench, err = NewPairBench(ctx, slow, x, x)
	require.NoError(t, err)
	opt := &pair.Options{Displacements: pair.SampleDisplacements(x, x, 64, 0)}
	predictor, err := pair.NewPredictor(parts, opt)
	require.NoError(t, err)
	_, err = Pairs(ctx, parts, predictor, opt, nil, set)
	require.NoError(t, err)
	assert.Positive(t, now.Load())
	assert.Zero(t, watch.Time())
}
