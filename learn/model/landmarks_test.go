package model

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/features/fitted"
	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/testnumpy"
	"krein/kernel/parser"
	"krein/learn"
)

// onLandmarks is a regression on six principal columns of twelve landmarks.
func onLandmarks(t *testing.T) (*Model, *mat.Dense) {
	t.Helper()
	x, y := data()
	k, err := parser.Parse("exp(-z^2/2) - exp(-z^2/t)/2", &parser.Options{Params: map[string]string{"t": "50"}})
	require.NoError(t, err)
	l, err := NewLandmarks(k, mat.DenseCopyOf(x.Slice(0, 12, 0, 3)))
	require.NoError(t, err)
	by, err := l.Principal(ctx, x, 6)
	require.NoError(t, err)
	target := mat.NewDense(60, 1, nil)
	for i, v := range y {
		target.Set(i, 0, float64(v))
	}
	f, err := (&learn.Ridge{Lambda: 0.1}).Fit(ctx, by.Rows(learn.Mapped(l, x)), target)
	require.NoError(t, err)
	return &Model{
		Task: Regress, Dim: 3,
		Preparation: fitted.Preparation{Offset: make([]float64, 3), Divisor: []float64{1, 1, 1}},
		Map:         l, Function: by.Fold(f),
		Kernel: k.Formula(), Beyond: k.BeyondString(),
	}, x
}

// Kernels with landmarks come back from a file to the bit, with their formula, its parameters and its extension.
func TestLandmarks(t *testing.T) {
	m, x := onLandmarks(t)
	file := encoded(t, m)
	back, err := Decode(bytes.NewReader(file))
	require.NoError(t, err)
	assert.Equal(t, file, encoded(t, back))
	want, err := m.Predict(ctx, x)
	require.NoError(t, err)
	got, err := back.Predict(ctx, x)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	assert.Len(t, back.Map.Signature(), 12)

	k, err := kernelOf("exp(-z)", "zero beyond 3/2")
	require.NoError(t, err)
	assert.Equal(t, "zero beyond 3/2", k.BeyondString())
	k, err = kernelOf("1 - u^2", "natural")
	require.NoError(t, err)
	assert.Equal(t, "natural", k.BeyondString())
}

// Every change of such a file is found.
func TestLandmarkFaults(t *testing.T) {
	m, _ := onLandmarks(t)
	for name, c := range map[string]struct {
		seal   bool
		where  string
		change func(*contents)
	}{
		"point":        {false, "checksum", func(c *contents) { c.numbers["frequencies"][4]++ }},
		"formula":      {false, "checksum", func(c *contents) { c.Kernel = "exp(-z)" }},
		"other":        {true, "probe", func(c *contents) { c.Kernel = "exp(-z)" }},
		"moved point":  {true, "probe", func(c *contents) { c.numbers["frequencies"][4]++ }},
		"no formula":   {true, "kernel", func(c *contents) { c.Kernel = "exp(" }},
		"long formula": {true, "kernel", func(c *contents) { c.Kernel = strings.Repeat("1+", 20000) + "z" }},
		"extension":    {true, "beyond", func(c *contents) { c.Beyond = "zero beyond x" }},
		"no extension": {true, "beyond", func(c *contents) { c.Beyond = "zero" }},
		"radius":       {true, "beyond", func(c *contents) { c.Beyond = "zero beyond -1" }},
		"pole":         {true, "frequencies", func(c *contents) { c.Kernel = "1/z" }},
		"few points":   {true, "frequencies", func(c *contents) { c.numbers["frequencies"] = c.numbers["frequencies"][:33] }},
		"NaN":          {true, "frequencies", func(c *contents) { c.numbers["frequencies"][2] = math.NaN() }},
		"huge":         {true, "frequencies", func(c *contents) { c.numbers["frequencies"][2] = 1e300 }},
		"short probe":  {true, "probe", func(c *contents) { c.numbers["probe"] = c.numbers["probe"][:3] }},
		"constant":     {true, "constant", func(c *contents) { c.numbers["constant"][0] = 1 }},
		"document":     {true, "document", func(c *contents) { c.document = []byte("{}") }},
		"frequencies":  {true, "plus", func(c *contents) { c.Plus = 3 }},
		"no map":       {true, "frequencies", func(c *contents) { c.Map = "none" }},
	} {
		_, err := Decode(bytes.NewReader(rewritten(t, m, c.seal, c.change)))
		var e *Error
		if assert.ErrorAs(t, err, &e, name) {
			assert.Equal(t, c.where, e.Where, "%s: %v", name, err)
		}
	}
	m.Kernel = "exp(-z)"
	assert.ErrorContains(t, m.Encode(&bytes.Buffer{}), "not that of the landmarks")
}

// NumPy predicts from the file.
func TestLandmarksNumPy(t *testing.T) {
	m, x := onLandmarks(t)
	path, rows := filepath.Join(t.TempDir(), "m.npz"), filepath.Join(t.TempDir(), "x.txt")
	require.NoError(t, m.Save(path))
	var b strings.Builder
	require.NoError(t, json.NewEncoder(&b).Encode(x.RawMatrix().Data))
	require.NoError(t, os.WriteFile(rows, []byte(b.String()), 0o600))
	out := testnumpy.Run(t, `
import json, sys
import numpy as np
m = np.load(sys.argv[1])
x = np.array(json.load(open(sys.argv[2]))).reshape(-1, 3)
z2 = ((x[:, None] - m["frequencies"]) ** 2).sum(axis=2)
print(json.dumps(((np.exp(-z2/2) - np.exp(-z2/50)/2) @ m["weights"].T + m["intercept"]).ravel().tolist()))
`, path, rows)
	p, err := m.Predict(ctx, x)
	require.NoError(t, err)
	var want []float64
	require.NoError(t, json.Unmarshal([]byte(out), &want))
	assert.InDeltaSlice(t, want, p.Outputs.RawMatrix().Data, 1e-8)
}

// Kernels of x − y with landmarks come back from a file by their formula alone: what is given beside it is refused, and so
// is a kernel that is not symmetric.
func TestStationaryLandmarks(t *testing.T) {
	m, x := onLandmarks(t)
	points := mat.DenseCopyOf(x.Slice(0, 12, 0, 3))
	read := func(formula string, opt *stationary.Options) (*Landmarks, error) {
		k, err := language.Parse(formula, 3, opt)
		require.NoError(t, err)
		return NewStationaryLandmarks(k, points)
	}
	l, err := read("max(w - l1, 0)", &stationary.Options{Params: map[string]string{"w": "8"}})
	require.NoError(t, err)
	m.Map, m.Kernel, m.Beyond = l, l.Kernel(), ""
	file := encoded(t, m)
	back, err := Decode(bytes.NewReader(file))
	require.NoError(t, err)
	assert.Equal(t, file, encoded(t, back))
	a, err := l.Transform(nil, x)
	require.NoError(t, err)
	b, err := back.Map.Transform(nil, x)
	require.NoError(t, err)
	assert.Equal(t, a, b)
	sum := 8.0
	for j := range 3 {
		sum -= math.Abs(x.At(20, j) - x.At(4, j))
	}
	assert.InDelta(t, max(sum, 0), a.At(20, 4), 1e-12)

	_, err = read("exp(-l1)*(1 + sin(x1))", nil)
	require.ErrorContains(t, err, "not proved to be symmetric")
	_, err = read("exp(-l1)", &stationary.Options{Lengths: []string{"1", "2", "3"}})
	require.ErrorContains(t, err, "says less than the kernel is")
	l, err = read("exp(-z)*cos(t)", &stationary.Options{Axes: [][]*big.Rat{{big.NewRat(1, 1), big.NewRat(2, 1), big.NewRat(0, 1)}}})
	require.NoError(t, err)
	require.Equal(t, "exp(-z)*cos(((x1 + 2*x2)/sqrt(5)))", l.Kernel())
}
