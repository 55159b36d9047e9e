package fitting

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/score"
	"krein/learn"
	"krein/learn/model"
)

// noise is a table of rows that are made when they are read.
type noise struct {
	count, dim, at int
	random         *rand.Rand
	label          float64
	look           func() // now and then
}

func (n *noise) HasLabels() bool   { return true }
func (n *noise) LabelText() string { return strconv.FormatFloat(n.label, 'g', -1, 64) }

func (n *noise) Again() error {
	n.at, n.random = 0, rand.New(rand.NewPCG(1, 2))
	return nil
}

func (n *noise) Read(dst []float64) error {
	if n.random == nil {
		_ = n.Again()
	}
	if n.at == n.count {
		return io.EOF
	}
	if n.at++; n.look != nil && n.at%20000 == 0 {
		n.look()
	}
	n.label = n.random.NormFloat64() / 10
	for j := range dst {
		dst[j] = n.random.Float64()
		n.label += math.Sin(float64(j+2) * dst[j])
	}
	return nil
}

// job is one on rows of noise.
func (n *noise) job(method string) *Job {
	return &Job{Task: model.Regress, Method: method, Folds: 4, Holdout: 0.2, Seed: 3, Intercept: learn.FreeIntercept,
		Signature: []float64{1, 1, -1}, Table: n, Model: &model.Model{Task: model.Regress, Dim: n.dim}}
}

// TestBySums: what is fitted some rows at a time, over several blocks, is what learn fits to rows in memory.
func TestBySums(t *testing.T) {
	const rows = 1<<13 + 1000
	n := &noise{count: rows, dim: 3}
	x, y := mat.NewDense(rows, 3, nil), mat.NewDense(rows, 1, nil)
	for i := range rows {
		require.NoError(t, n.Read(x.RawRowView(i)))
		y.Set(i, 0, n.label)
	}
	require.NoError(t, n.Again())
	for i, c := range []struct {
		method    string
		strength  float64
		holdout   float64
		intercept learn.Intercept
		keep      int
	}{
		{"ridge", 0, 0.2, learn.FreeIntercept, 0}, {"ridge", 2, 0.2, learn.PenalisedIntercept, 0},
		{"ridge", 0, 0, learn.NoIntercept, 0}, {"ridge", 3, 0, learn.FreeIntercept, 0},
		{"krein-ridge", 0, 0.25, learn.FreeIntercept, 0}, {"krein-ridge", 1, 0, learn.NoIntercept, 0},
		{"ridge", 0, 0.2, learn.FreeIntercept, 2}, {"krein-ridge", 1, 0.2, learn.FreeIntercept, 2}, {"ridge", 1, 0, learn.NoIntercept, 1},
	} {
		j := n.job(c.method)
		j.Strength, j.Holdout, j.Intercept, j.Keep = c.strength, c.holdout, c.intercept, c.keep
		require.NoError(t, n.Again())
		require.NoError(t, j.Check())
		assert.Equal(t, rows, j.Count)
		got, err := j.Run(t.Context())
		require.NoError(t, err, i)

		var train, held []int
		for row, f := range learn.Deal(make([]int, rows), max(1, int(math.Round(1/max(c.holdout, 1e-9)))), 3) {
			if f == 0 && c.holdout > 0 {
				held = append(held, row)
			} else {
				train = append(train, row)
			}
		}
		part := func(of *mat.Dense, some []int) *mat.Dense {
			_, width := of.Dims()
			out := mat.NewDense(len(some), width, nil)
			for to, from := range some {
				out.SetRow(to, of.RawRowView(from))
			}
			return out
		}
		columns := func(x *mat.Dense) (learn.Rows, []float64, *learn.Canonical) { // that are fitted to
			if c.keep == 0 {
				return learn.Matrix(x), j.Signature, nil
			}
			by, err := learn.NewPrincipal(t.Context(), learn.Matrix(x), j.Signature, c.keep)
			require.NoError(t, err)
			return by.Rows(learn.Matrix(x)), by.Signature(), by
		}
		fit := func(x, y *mat.Dense, lambda float64) (f *learn.Linear) {
			in, signs, by := columns(x)
			if c.method == "ridge" {
				f, err = (&learn.Ridge{Lambda: lambda, Intercept: c.intercept}).Fit(t.Context(), in, y)
			} else {
				p, e := (&learn.KreinRidge{Signature: signs, Intercept: c.intercept}).Fit(t.Context(), in, y)
				require.NoError(t, e)
				f, err = p.Stationary(lambda)
			}
			require.NoError(t, err)
			if by != nil {
				f = by.Fold(f)
			}
			return f
		}
		if c.strength == 0 {
			folds := &learn.Folds{Count: 4, Seed: 3, Grid: lambdas()}
			tx, signs, _ := columns(part(x, train))
			ty := part(y, train)
			want, err := (&learn.Ridge{Intercept: c.intercept}).CrossValidate(t.Context(), tx, ty, folds)
			if c.method == "krein-ridge" {
				want, err = (&learn.KreinRidge{Signature: signs, Intercept: c.intercept}).CrossValidate(t.Context(), tx, ty,
					folds, (*learn.KreinPath).Stationary)
			}
			require.NoError(t, err)
			assert.InEpsilonSlice(t, want.Mean, got.Choice.Mean, 1e-12, i)
		}
		want := fit(x, y, j.Strength)
		assert.InEpsilonSlice(t, want.Weights.RawRowView(0), j.Model.Function.Weights.RawRowView(0), 1e-11, i)
		all, err := want.Evaluate(t.Context(), learn.Matrix(x))
		require.NoError(t, err)
		assert.InEpsilon(t, score.RMSE(mat.Col(nil, 0, y), mat.Col(nil, 0, all)), *got.Training.RMSE, 1e-12, i)
		assert.Equal(t, rows, got.Training.Rows)
		if c.holdout == 0 {
			assert.Nil(t, got.Held)
			continue
		}
		some, err := fit(part(x, train), part(y, train), j.Strength).Evaluate(t.Context(), learn.Matrix(part(x, held)))
		require.NoError(t, err)
		assert.InEpsilon(t, score.RMSE(mat.Col(nil, 0, part(y, held)), mat.Col(nil, 0, some)), *got.Held.RMSE, 1e-12, i)
		assert.Equal(t, len(held), got.Held.Rows)
		assert.Equal(t, len(held), j.Model.Training.Held)
	}
}

// TestBySumsMemory: memory grows by a few bytes a row, however wide these are.
func TestBySumsMemory(t *testing.T) {
	const rows, dim = 80_000, 20
	var most uint64
	n := &noise{count: rows, dim: dim, look: func() {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapAlloc)
	}}
	n.look()
	before := most
	j := n.job("ridge")
	require.NoError(t, j.Check())
	_, err := j.Run(t.Context())
	require.NoError(t, err)
	assert.Less(t, most-before, uint64(8*rows*dim/4))
}

// TestBySumsChanged: a file that has other rows in another pass is an error, as is a row without a value.
func TestBySumsChanged(t *testing.T) {
	for _, more := range []int{-1, 1, 1 << 13} {
		n := &noise{count: 1<<13 + 5, dim: 3}
		j := n.job("ridge")
		require.NoError(t, j.Check())
		n.count += more
		_, err := j.Run(t.Context())
		assert.ErrorContains(t, err, "changed while it was read", more)
	}
	j := (&noise{count: 3, dim: 3}).job("ridge")
	j.Holdout = 0
	require.NoError(t, j.Check())
	_, err := j.Run(t.Context())
	assert.ErrorContains(t, err, "choosing by cross-validation")
	assert.ErrorContains(t, err, fmt.Sprintf("%d folds of 3 rows", j.Folds))
}
