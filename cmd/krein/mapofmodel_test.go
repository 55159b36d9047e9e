package main

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/learn/model"
)

// The map that is taken out of a model gives the features that the model predicts from, bit for bit, in every kind of file,
// and prepares rows as the model does; a model without a map, and flags of maps that are drawn, are errors.
func TestMapOfModel(t *testing.T) {
	t.Chdir(t.TempDir())
	writeRows(t, "train.csv", []string{"y", "a", "b", "c"}, []int{7, 0, 1, 2}, 60, 0, false)
	writeRows(t, "test.csv", []string{"c", "a", "b"}, []int{2, 0, 1}, 20, 40, false)
	fit := func(more ...string) {
		ok(t, "", append([]string{"fit", "--task", "regress", "--strength", "1", "--data", "train.csv", "--label", "y", "--columns", "16",
			"-o", "model.npz"}, more...)...)
	}
	for _, how := range [][]string{{"--kernel", "gaussian(1)", "--landmarks=none"},
		{"--kernel", "exp(-z)", "--scale", "sphere", "--lengths", "none", "--landmarks=none"},
		{"--kernel", "gaussian(1)", "--compress", "2"}} {
		fit(append(how, "--coupling=iid")...)
		m, err := model.Load("model.npz")
		require.NoError(t, err)
		x := readTable(t, "test.csv")
		for i := range 20 { // columns by name
			row := x.RawRowView(i)
			row[0], row[1], row[2] = row[1], row[2], row[0]
		}
		require.NoError(t, m.PrepareAll(x))
		want, err := m.Map.Transform(nil, x)
		require.NoError(t, err)
		for _, name := range []string{"map.npz", "map.safetensors", "map.onnx"} {
			says := ok(t, "", "map", "model.npz", "-o", name)
			assert.Contains(t, says, "written to "+name)
			if name == "map.onnx" {
				continue
			}
			ok(t, "", "features", name, "--data", "test.csv", "-o", "phi.npy")
			assert.Equal(t, want.RawMatrix().Data, readTable(t, "phi.npy").RawMatrix().Data, "%v", how)
		}
		var predicted mat.Dense
		predicted.Mul(want, m.Function.Weights.T())
		p, err := m.Predict(t.Context(), x)
		require.NoError(t, err)
		for i, v := range p.Values {
			assert.InDelta(t, predicted.At(i, 0)+m.Function.Intercept[0], v, 1e-9*max(1, math.Abs(v)))
		}
	}
	var v modelMapView
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", "map", "model.npz", "--json")), &v))
	assert.Equal(t, modelMapView{Formula: "gaussian(1)", Model: "model.npz", Dim: 3, Columns: 32, Prepared: v.Prepared}, v)
	assert.Contains(t, v.Prepared, "is divided by a number")

	for flag, want := range map[string]string{"--columns=8": "--columns is about maps that are drawn", "--data=train.csv": "--data is about",
		"-ox.csv": "want a name ending in"} {
		assert.Contains(t, bad(t, "", "map", "model.npz", flag), want)
	}
	assert.Contains(t, bad(t, "", "map", "gaussian(1)", "model.npz"), "2 arguments")
	assert.Contains(t, bad(t, "", "map", "model.npz", "-o", "model.npz"), "would be lost")
	assert.Contains(t, bad(t, "", "map", "map.npz"), "map.npz is a feature map")
	fit("--kernel", "shift_gaussian(1/8, 2)")
	ok(t, "", "map", "model.npz", "-o", "pair.npz")
	assert.Contains(t, bad(t, "", "map", "model.npz", "-o", "pair.onnx"), "a pair of maps is written as .npz")
	assert.NoFileExists(t, "pair.onnx")
	for _, how := range [][]string{{"--kernel", "linear"}, {"--kernel", "gaussian(1)"}, {"--kernel", "gaussian(1)", "--landmarks"}} {
		require.NoError(t, os.Remove("model.npz"))
		if how[1] == "linear" {
			ok(t, "", "fit", "--task", "regress", "--strength", "1", "--data", "train.csv", "--label", "y", "-o", "model.npz", "--kernel", "linear")
		} else {
			fit(how...)
		}
		assert.Contains(t, strings.Join(strings.Fields(bad(t, "", "map", "model.npz")), " "), "it has no map of its own")
	}
}
