package features

import (
	"context"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/internal/budget"
	"krein/internal/budget/stopwatch"
	"krein/internal/features/gram"
)

func TestEvaluate(t *testing.T) {
	dec, k := deltaGaussian(3, 1, 2), deltaGaussianKernel(1, 2)
	x := data(150, 3, 1) // more than two blocks
	progress := 0
	s := &EvaluateSettings{Rows: 140, Runs: 3, Columns: []int{20, 8}, Couplings: []Coupling{Shared, IID},
		Radii: []RadiusLaw{RadiiIID, RadiiStratified}, Budgets: []Budget{BudgetVariance}, Seed: 4,
		Progress: func(done, total int) {
			progress++
			assert.Equal(t, progress, done)
			assert.Equal(t, 24, total)
		}}
	results, err := Evaluate(context.Background(), k, dec, x, s)
	require.NoError(t, err)
	assert.Equal(t, 24, progress)
	require.Len(t, results, 8)

	// The last combination again, naively.
	rows := SampleRows(x, 140, 4)
	last := results[7]
	assert.Equal(t, IID, last.Coupling)
	assert.Equal(t, RadiiStratified, last.Radii)
	assert.Equal(t, 8, last.Columns)
	var errs []float64
	for run := range 3 {
		m, err := New(Fourier(dec), &Options{Columns: 8, Radii: RadiiStratified, Budget: BudgetVariance,
			Distances: SampleDistances(rows, 64, 4), Seed: gram.Seed(4, run)})
		require.NoError(t, err)
		phi, err := m.Transform(nil, rows)
		require.NoError(t, err)
		var approx, diff mat.Dense
		approx.Product(phi, mat.NewDiagDense(8, m.Signature()), phi.T())
		exact := mat.NewDense(140, 140, nil)
		exact.Apply(func(i, j int, _ float64) float64 {
			return k(mat.Norm(vecSub(rows, i, j), 2))
		}, exact)
		diff.Sub(exact, &approx)
		errs = append(errs, mat.Norm(&diff, 2)/mat.Norm(exact, 2))
	}
	mean := (errs[0] + errs[1] + errs[2]) / 3
	assert.InDelta(t, mean, last.Error.Mean, 1e-12)
	ss := 0.0
	for _, e := range errs {
		ss += (e - mean) * (e - mean)
	}
	assert.InDelta(t, math.Sqrt(ss/2), last.Error.SD, 1e-12)

	one, err := Evaluate(context.Background(), k, dec, x.Slice(0, 20, 0, 3).(*mat.Dense),
		&EvaluateSettings{Runs: 1, Columns: []int{4}})
	require.NoError(t, err)
	assert.Len(t, one, 7*3*3)
	assert.Equal(t, 0.0, one[0].Error.SD)
	assert.Equal(t, 4, one[0].Columns)
}

func TestEvaluateErrors(t *testing.T) {
	dec, k := deltaGaussian(3, 1, 2), deltaGaussianKernel(1, 2)
	x := data(5, 3, 1)
	run := func(ctx context.Context, k func(float64) float64, x *mat.Dense, s *EvaluateSettings) error {
		_, err := Evaluate(ctx, k, dec, x, s)
		return err
	}
	ctx := context.Background()
	assert.ErrorContains(t, run(ctx, k, x, &EvaluateSettings{Rows: -1}), "-1 rows")
	assert.ErrorContains(t, run(ctx, k, x, &EvaluateSettings{Columns: []int{-2}}), "-2 columns")
	assert.ErrorContains(t, run(ctx, k, x, &EvaluateSettings{Couplings: []Coupling{8}}), "unknown coupling")
	assert.ErrorContains(t, run(ctx, func(float64) float64 { return math.NaN() }, x, nil), "kernel is NaN at distance 0")
	assert.ErrorContains(t, run(ctx, func(float64) float64 { return 0 }, x, nil), "no relative error")
	bad := mat.DenseCopyOf(x)
	bad.Set(4, 2, math.NaN())
	assert.ErrorContains(t, run(ctx, k, bad, nil), "row 5, column 3 is NaN")
	assert.Panics(t, func() { _ = run(ctx, k, data(5, 2, 1), nil) })
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	assert.ErrorIs(t, run(cancelled, k, x, nil), context.Canceled)
}

func TestSampleDistances(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{0, 0, 3, 4, 0, 1})
	got := SampleDistances(x, 3000, 1)
	count := map[float64]int{}
	for _, z := range got {
		count[math.Round(z*1e9)/1e9]++
	}
	assert.Len(t, count, 3, "no pair of a row with itself")
	for z, c := range count {
		assert.InDelta(t, 1000, c, 120, "distance %v", z)
	}
	assert.Contains(t, count, 5.0)
	assert.Nil(t, SampleDistances(x.Slice(0, 1, 0, 2), 3, 1))
}

// TestEvaluateCounts: a bound of time ends the search for the best combinations; comparing maps on rows does not count.
func TestEvaluateCounts(t *testing.T) {
	dec, k := deltaGaussian(3, 1, 2), deltaGaussianKernel(1, 2)
	x := data(20, 3, 1)
	var now atomic.Int64
	watch := stopwatch.New(func() time.Duration { return time.Duration(now.Load()) })
	ctx := stopwatch.With(t.Context(), watch)
	slow := func(z float64) float64 {
		now.Add(int64(time.Minute))
		return k(z)
	}
	_, err := Evaluate(ctx, slow, dec, x, &EvaluateSettings{Runs: 2, Columns: []int{8}, Best: 1,
		Progress: func(int, int) { now.Add(int64(time.Hour)) }})
	require.NoError(t, err)
	assert.Zero(t, watch.Time())
	_, err = EvaluateMaps(ctx, slow, Fourier(dec), x, &EvaluateSettings{Runs: 2, Columns: []int{8},
		Progress: func(int, int) { now.Add(int64(time.Hour)) }})
	require.NoError(t, err)
	assert.Zero(t, watch.Time())

	short, stop := budget.WithTime(ctx, time.Millisecond, stopwatch.New(func() time.Duration {
		return time.Duration(now.Add(int64(time.Second))) // whenever it is asked for
	}).Time)
	defer stop()
	<-short.Done()
	_, err = Evaluate(short, k, dec, x, &EvaluateSettings{Runs: 2, Columns: []int{8}, Best: 1})
	assert.ErrorIs(t, err, context.Canceled)
	assert.True(t, budget.Over(short))
}
