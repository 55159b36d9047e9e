package main

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/dataio"
	"krein/learn"
	"krein/learn/labels"
	"krein/learn/model"
)

// known reads shards of table with their labels, prepared as the model prepares them.
func known(t *testing.T, dir string, files int, m *model.Model) (learn.Rows, []string) {
	t.Helper()
	var data []float64
	var labels []string
	for f := range files {
		r, err := dataio.Open(filepath.Join(dir, "x-00"+strconv.Itoa(f)+".csv"),
			&dataio.Options{Label: "first", KeepLabels: true})
		require.NoError(t, err)
		x, y, err := dataio.ReadLabelled(t.Context(), r)
		require.NoError(t, err)
		require.NoError(t, r.Close())
		data, labels = append(data, x.RawMatrix().Data...), append(labels, y...)
	}
	x := mat.NewDense(len(labels), m.Dim, data)
	require.NoError(t, m.Prepare(x))
	phi, err := m.Map.Transform(nil, x)
	require.NoError(t, err)
	return learn.Matrix(phi), labels
}

// sameRidge wants a model with λ = 0.01 to be that of all rows, within 1e-10.
func sameRidge(t *testing.T, dir string, files int, got *model.Model, intercept string) {
	t.Helper()
	rows, labels := known(t, dir, files, got)
	y := make([]float64, len(labels))
	for i, l := range labels {
		var err error
		y[i], err = strconv.ParseFloat(l, 64)
		require.NoError(t, err)
	}
	s := &learn.Ridge{Lambda: 0.01}
	require.NoError(t, s.Intercept.UnmarshalText([]byte(intercept)))
	want, err := s.Fit(t.Context(), rows, mat.NewDense(len(y), 1, y))
	require.NoError(t, err)
	assert.Less(t, floats.Distance(want.Weights.RawRowView(0), got.Function.Weights.RawRowView(0), 2),
		1e-10*floats.Norm(want.Weights.RawRowView(0), 2), intercept)
	assert.InDelta(t, want.Intercept[0], got.Function.Intercept[0], 1e-10)
}

// Models of shards are learn's of the table: ridge within 1e-10, the machine within what its
// tolerance leaves open, and the bytes do not depend on how a run went.
func TestFit(t *testing.T) {
	dir := t.TempDir()
	table(t, dir, 5, 60, 3)
	data := []string{"--data", filepath.Join(dir, "x-*.csv"), "--label", "first", "--columns", "32", "--seed", "3"}
	fit := func(file string, args ...string) *model.Model {
		path := filepath.Join(dir, file)
		_, err := beamed(t, append(append([]string{"fit", "gaussian(2)", "-o", path}, data...), args...)...)
		require.NoError(t, err)
		assert.NoDirExists(t, path+".work")
		m, err := model.Load(path)
		require.NoError(t, err)
		return m
	}
	for _, intercept := range []string{"none", "free", "penalised"} {
		got := fit("r.npz", "--task", "regress", "--strength", "0.01", "--intercept", intercept)
		sameRidge(t, dir, 5, got, intercept)
		assert.Equal(t, 300, got.Training.Rows)
	}
	assert.Greater(t, fit("r.npz", "--task", "regress").Training.Lambda, 0.0)

	machine := []string{"--task", "classify", "--strength", "0.1", "--tolerance", "1e-6"}
	got := fit("c.npz", machine...)
	rows, text := known(t, dir, 5, got)
	names, y := labels.New(text)
	assert.Equal(t, names.Names, got.Labels)
	s := &learn.LinearSVM{Convex: learn.Convex{C: 0.1, Tolerance: 1e-6, Intercept: learn.FreeIntercept}}
	want, err := s.Fit(t.Context(), rows, y)
	require.NoError(t, err)
	for k := range 3 {
		assert.Less(t, floats.Distance(want.Weights.RawRowView(k), got.Function.Weights.RawRowView(k), 2),
			1e-4*floats.Norm(want.Weights.RawRowView(k), 2))
	}
	assert.InDeltaSlice(t, want.Intercept, got.Function.Intercept, 1e-4)

	first, err := os.ReadFile(filepath.Join(dir, "c.npz"))
	require.NoError(t, err)
	// A run that is interrupted goes on with the answers that it had.
	answers := filepath.Join(dir, "c.npz.work", "*.answers")
	args := append(append([]string{"fit", "gaussian(2)", "-o", filepath.Join(dir, "c.npz")}, data...), machine...)
	err = interrupted(t, answers, 5, args)
	require.ErrorContains(t, err, "goes on from there")
	kept, err := filepath.Glob(answers)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(kept), 5)
	spoilt, err := os.ReadFile(kept[0])
	require.NoError(t, err)
	spoilt[3] ^= 1
	require.NoError(t, os.WriteFile(kept[0], spoilt, 0o600))
	fit("c.npz", machine...)
	again, err := os.ReadFile(filepath.Join(dir, "c.npz"))
	require.NoError(t, err)
	assert.Equal(t, first, again)
}
