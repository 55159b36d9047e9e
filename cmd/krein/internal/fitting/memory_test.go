package fitting

import (
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	_ "krein/internal/testlong"
	"krein/learn"
	"krein/learn/model"
)

// held is a job on rows in memory of two classes that the first column tells, and of values.
func held(rows, dim int) *Job {
	random := rand.New(rand.NewPCG(3, 4))
	x, text := mat.NewDense(rows, dim, nil), make(List, rows)
	for i := range rows {
		for j := range dim {
			x.Set(i, j, random.Float64())
		}
		text[i] = strconv.Itoa(int(2 * math.Mod(x.At(i, 0)+0.1*random.NormFloat64()+1, 1)))
	}
	return &Job{Task: model.Classify, Method: "svm", Folds: 4, Strength: 1, Holdout: 0.25, Seed: 3, X: x, Labels: text,
		Intercept: learn.FreeIntercept, Model: &model.Model{Task: model.Classify, Dim: dim}}
}

// TestHeldOut: rows held out have no part in the function that is scored on them, and lie where they lay afterwards.
func TestHeldOut(t *testing.T) {
	for _, method := range []string{"svm", "logistic", "svr"} {
		j := held(203, 3)
		if j.Method = method; method == "svr" {
			j.Task, j.Epsilon = model.Regress, 0.01
			j.Model.Task = model.Regress
		}
		x := mat.DenseCopyOf(j.X)
		require.NoError(t, j.Check())
		classes, values := append([]int(nil), j.classes...), append([]float64(nil), j.values...)
		got, err := j.Run(t.Context())
		require.NoError(t, err)
		assert.Equal(t, x, j.X)
		assert.Equal(t, classes, append([]int(nil), j.classes...))
		assert.Equal(t, values, append([]float64(nil), j.values...))

		strata := j.classes
		if strata == nil {
			strata = make([]int, 203)
		}
		apart := held(203, 3) // the same rows without those held out
		var train, out List
		var trainX, outX []float64
		for i, f := range learn.Deal(strata, 4, 3) {
			if f == 0 {
				out, outX = append(out, apart.Labels.Text(i)), append(outX, x.RawRowView(i)...)
			} else {
				train, trainX = append(train, apart.Labels.Text(i)), append(trainX, x.RawRowView(i)...)
			}
		}
		apart.Task, apart.Method, apart.Epsilon, apart.Model.Task, apart.Holdout = j.Task, method, j.Epsilon, j.Task, 0
		apart.X, apart.Labels = mat.NewDense(len(train), 3, trainX), train
		require.NoError(t, apart.Check())
		_, err = apart.Run(t.Context())
		require.NoError(t, err)
		p, err := apart.Model.Predict(t.Context(), mat.NewDense(len(out), 3, outX))
		require.NoError(t, err)
		tally := NewTally(apart.Model)
		require.NoError(t, tally.Add(p, out))
		assert.Equal(t, tally.Score(), got.Held, method)
	}
}

// TestMove: any order of rows with their labels, and back.
func TestMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "rows")
		j := &Job{X: mat.NewDense(n, 2, nil), classes: make([]int, n), values: make([]float64, n)}
		identity := make([]uint32, n)
		for i := range n {
			identity[i] = uint32(i)
			j.X.Set(i, 1, float64(i))
			j.classes[i], j.values[i] = i, float64(i)
		}
		order := rapid.Permutation(identity).Draw(t, "order")
		j.move(order)
		for i, from := range order {
			assert.Equal(t, []float64{0, float64(from)}, j.X.RawRowView(i))
			assert.Equal(t, []any{int(from), float64(from)}, []any{j.classes[i], j.values[i]})
		}
		j.back(order)
		for i := range n {
			assert.Equal(t, []any{float64(i), i, float64(i)}, []any{j.X.At(i, 1), j.classes[i], j.values[i]})
		}
	})
}

// TestOneCopy: nothing is as large as the rows but the rows.
func TestOneCopy(t *testing.T) {
	const rows, dim = 40_000, 100 // a pass has 8 MB for blocks, however many rows there are
	j := held(rows, dim)
	j.Strength = 1e-4
	var most uint64
	look := func() {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapAlloc)
	}
	require.NoError(t, j.Check())
	look()
	before := most
	calls := 0
	j.Progress = func(string, int, int) {
		if calls++; calls%8 == 1 {
			look()
		}
	}
	_, err := j.Run(t.Context())
	require.NoError(t, err)
	assert.Positive(t, calls)
	assert.Less(t, most-before, uint64(8*rows*dim/2))
}

// TestLabelKinds: labels are told apart as [krein/learn/labels] does.
func TestLabelKinds(t *testing.T) {
	j := held(4, 1)
	for _, c := range []struct {
		text  List
		names []string
		y     []int
	}{
		{List{"2", "1", "+1.0", "2.00"}, []string{"1", "2"}, []int{1, 0, 0, 1}},
		{List{"b", "a", "b", "a"}, []string{"a", "b"}, []int{1, 0, 1, 0}},
		{List{"nan", "a", "nan", "a"}, []string{"a", "nan"}, []int{1, 0, 1, 0}},
	} {
		j.Labels = c.text
		require.NoError(t, j.Check())
		assert.Equal(t, c.names, j.Model.Labels)
		assert.Equal(t, c.y, j.classes)
	}
	j.Labels = List{"1", "2", "NaN", "nan"}
	assert.ErrorContains(t, j.Check(), `row 3 has no label but "NaN"`)
}
