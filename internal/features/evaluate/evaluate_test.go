package evaluate

import (
	"context"
	"encoding/json"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/features/radial"
	"krein/internal/budget"
	"krein/internal/budget/stopwatch"
	"krein/internal/features/gram"
	"krein/internal/features/maptest"
)

func TestEvaluate(t *testing.T) {
	dec, k := maptest.DeltaGaussian(3, 1, 2), maptest.DeltaGaussianKernel(1, 2)
	x := maptest.Data(150, 3, 1) // more than two blocks
	progress := 0
	s := &Settings{Rows: 140, Runs: 3, Columns: []int{20, 8}, Couplings: []features.Coupling{features.Shared, features.IID},
		Radii: []features.RadiusLaw{features.RadiiIID, features.RadiiStratified}, Budgets: []features.Budget{features.BudgetVariance}, Seed: 4,
		Progress: func(done, total int) {
			progress++
			assert.Equal(t, progress, done)
			assert.Equal(t, 24, total)
		}}
	results, err := Decomposition(context.Background(), k, dec, x, s)
	require.NoError(t, err)
	assert.Equal(t, 24, progress)
	require.Len(t, results, 8)

	// The last combination again, naively.
	rows := gram.SampleRows(x, 140, 4)
	last := results[7]
	assert.Equal(t, "iid", last.Coupling)
	assert.Equal(t, features.RadiiStratified, last.Radii)
	assert.Equal(t, 8, last.Columns)
	var errs []float64
	for run := range 3 {
		m, err := features.New(radial.New(dec), &features.Options{Columns: 8, Radii: features.RadiiStratified, Budget: features.BudgetVariance,
			Distances: features.SampleDistances(rows, 64, 4), Seed: gram.Seed(4, run)})
		require.NoError(t, err)
		phi, err := m.Transform(nil, rows)
		require.NoError(t, err)
		var approx, diff mat.Dense
		approx.Product(phi, mat.NewDiagDense(8, m.Signature()), phi.T())
		exact := mat.NewDense(140, 140, nil)
		exact.Apply(func(i, j int, _ float64) float64 {
			return k(floats.Distance(rows.RawRowView(i), rows.RawRowView(j), 2))
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

	one, err := Decomposition(context.Background(), k, dec, x.Slice(0, 20, 0, 3).(*mat.Dense),
		&Settings{Runs: 1, Columns: []int{4}})
	require.NoError(t, err)
	assert.Len(t, one, 7*3*3)
	assert.Equal(t, 0.0, one[0].Error.SD)
	assert.Equal(t, 4, one[0].Columns)
}

func TestEvaluateErrors(t *testing.T) {
	dec, k := maptest.DeltaGaussian(3, 1, 2), maptest.DeltaGaussianKernel(1, 2)
	x := maptest.Data(5, 3, 1)
	run := func(ctx context.Context, k func(float64) float64, x *mat.Dense, s *Settings) error {
		_, err := Decomposition(ctx, k, dec, x, s)
		return err
	}
	ctx := context.Background()
	assert.ErrorContains(t, run(ctx, k, x, &Settings{Rows: -1}), "-1 rows")
	assert.ErrorContains(t, run(ctx, k, x, &Settings{Columns: []int{-2}}), "-2 columns")
	assert.ErrorContains(t, run(ctx, k, x, &Settings{Couplings: []features.Coupling{8}}), "unknown coupling")
	assert.ErrorContains(t, run(ctx, func(float64) float64 { return math.NaN() }, x, nil), "kernel is NaN at distance 0")
	assert.ErrorContains(t, run(ctx, func(float64) float64 { return 0 }, x, nil), "no relative error")
	bad := mat.DenseCopyOf(x)
	bad.Set(4, 2, math.NaN())
	assert.ErrorContains(t, run(ctx, k, bad, nil), "row 5, column 3 is NaN")
	assert.Panics(t, func() { _ = run(ctx, k, maptest.Data(5, 2, 1), nil) })
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	assert.ErrorIs(t, run(cancelled, k, x, nil), context.Canceled)
}

// The best combinations of Evaluate are those of Choose for each number of columns.
func TestEvaluateTheBest(t *testing.T) {
	dec, k := maptest.DeltaGaussian(2, 1, 2), maptest.DeltaGaussianKernel(1, 2)
	x := maptest.Data(60, 2, 1)
	s := &Settings{Runs: 2, Columns: []int{32, 128}, Best: 2, Seed: 4}
	results, err := Decomposition(context.Background(), k, dec, x, s)
	require.NoError(t, err)
	require.Len(t, results, 4)
	for i, columns := range s.Columns {
		choices, err := radial.Choose(context.Background(), dec,
			&features.Options{Columns: columns, Distances: features.SampleDistances(x, 64, 4)}, nil)
		require.NoError(t, err)
		for j, r := range results[2*i : 2*i+2] {
			assert.Equal(t, columns, r.Columns)
			assert.Equal(t, columns, r.Total)
			assert.Equal(t, choices[j].Coupling.String(), r.Coupling)
			assert.Equal(t, choices[j].Radii, r.Radii)
		}
	}
	dec.Plus.Origin = 0.5
	s.Couplings, s.Columns = []features.Coupling{features.IID}, []int{8}
	results, err = Decomposition(context.Background(), func(z float64) float64 { return k(z) + 0.5 }, dec, x, s)
	require.NoError(t, err)
	require.Len(t, results, 2)
	assert.Equal(t, 9, results[0].Total, "the constant column comes on top")
}

// TestEvaluateCounts: a bound of time ends the search for the best combinations; comparing maps on rows does not count.
func TestEvaluateCounts(t *testing.T) {
	dec, k := maptest.DeltaGaussian(3, 1, 2), maptest.DeltaGaussianKernel(1, 2)
	x := maptest.Data(20, 3, 1)
	var now atomic.Int64
	watch := stopwatch.New(func() time.Duration { return time.Duration(now.Load()) })
	ctx := stopwatch.With(t.Context(), watch)
	slow := func(z float64) float64 {
		now.Add(int64(time.Minute))
		return k(z)
	}
	_, err := Decomposition(ctx, slow, dec, x, &Settings{Runs: 2, Columns: []int{8}, Best: 1,
		Progress: func(int, int) { now.Add(int64(time.Hour)) }})
	require.NoError(t, err)
	assert.Zero(t, watch.Time())
	_, err = Maps(ctx, slow, radial.New(dec), x, &Settings{Runs: 2, Columns: []int{8},
		Progress: func(int, int) { now.Add(int64(time.Hour)) }})
	require.NoError(t, err)
	assert.Zero(t, watch.Time())

	short, stop := budget.WithTime(ctx, time.Millisecond, stopwatch.New(func() time.Duration {
		return time.Duration(now.Add(int64(time.Second))) // whenever it is asked for
	}).Time)
	defer stop()
	<-short.Done()
	_, err = Decomposition(short, k, dec, x, &Settings{Runs: 2, Columns: []int{8}, Best: 1})
	assert.ErrorIs(t, err, context.Canceled)
	assert.True(t, budget.Over(short))
}

func TestResultJSON(t *testing.T) {
	in := Result{Coupling: "shared", Radii: features.RadiiStratified, Budget: features.BudgetProportional, Columns: 32,
		Error: gram.MeanSD{Mean: 0.5, SD: 0.25}, Seconds: 1}
	text, err := json.Marshal(in)
	require.NoError(t, err)
	assert.JSONEq(t, `{"coupling":"shared","radii":"stratified","budget":"proportional","columns":32,"total_columns":0,`+
		`"error":{"mean":0.5,"sd":0.25},"seconds":1}`, string(text))
	var out Result
	require.NoError(t, json.Unmarshal(text, &out))
	assert.Equal(t, in, out)
}
