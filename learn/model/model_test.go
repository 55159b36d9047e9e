package model

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	expansion "krein/decompose/zonal"
	"krein/features"
	"krein/features/fitted"
	"krein/features/radial"
	"krein/features/step"
	"krein/features/waves"
	"krein/features/written"
	"krein/features/zonal"
	"krein/internal/document"
	"krein/internal/npz"
	_ "krein/internal/testlong" // fewer collections
	"krein/internal/testnumpy"
	"krein/kernel/parser"
	"krein/learn"
)

var ctx = context.Background()

// data are rows of three classes.
func data() (*mat.Dense, []int) {
	x, y := mat.NewDense(60, 3, nil), make([]int, 60)
	for i := range y {
		y[i] = i % 3
		for j := range 3 {
			x.Set(i, j, math.Sin(float64(7*i+3*j))+2*float64(y[i]*j))
		}
	}
	return x, y
}

func drawn(t *testing.T, formula string, opt *features.Options) *features.Map {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	dec, err := decompose.Jordan(ctx, k, 3, nil)
	require.NoError(t, err)
	m, err := features.New(radial.New(dec), opt)
	require.NoError(t, err)
	return m
}

func trained(t *testing.T) (*Model, *mat.Dense) {
	t.Helper()
	x, y := data()
	raw := mat.DenseCopyOf(x)
	m := &Model{Task: Classify, Method: "svm", Dim: 3, Preparation: fitted.Preparation{Offset: []float64{-1, -1, -1},
		Divisor: []float64{2, 4, math.Inf(1)}}, Kernel: "k", Labels: []string{"a", "<b>", "10"}}
	require.NoError(t, m.Prepare(x))
	var err error
	m.Map, err = waves.Of(drawn(t, "exp(-z^2/2) - exp(-z^2/200) - 0.5",
		&features.Options{Columns: 24, Coupling: features.Orthogonal}))
	require.NoError(t, err)
	c, err := (&learn.LinearSVM{}).Fit(ctx, m.Rows(x), y)
	require.NoError(t, err)
	m.Function = &learn.Linear{Weights: c.Weights, Intercept: c.Intercept}
	m.Training.Rows = 60
	return m, raw
}

func encoded(t *testing.T, m *Model) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, m.Encode(&b))
	return b.Bytes()
}

// A file gives the same predictions, to the bit, and the same file.
func TestRoundTrip(t *testing.T) {
	classifier, raw := trained(t)
	require.NoError(t, classifier.Prepare(raw))
	sphere := func(rep features.Representation, opt *features.Options, about *written.About) *written.Map {
		m, err := features.New(rep, opt)
		require.NoError(t, err)
		w, err := written.Of(m, about)
		require.NoError(t, err)
		return w
	}
	k, err := parser.Parse("spherical_polynomial(3,1)", nil)
	require.NoError(t, err)
	z, err := expansion.New(ctx, k, 3, &expansion.Settings{Tol: 1e-4, MaxDegree: 64})
	require.NoError(t, err)
	network := sphere(step.ArcCosine(1, 3), &features.Options{Columns: 20, Seed: 3}, nil)
	harmonics := sphere(zonal.New(z), &features.Options{Columns: 20, Coupling: features.Orthogonal,
		Distances: []float64{1}}, nil)
	on := func(d *written.Map) *Model {
		weights := mat.NewDense(1, d.Columns(), nil)
		weights.Apply(func(_, j int, _ float64) float64 { return float64(j%5 - 2) }, weights)
		return &Model{
			Task: Regress, Dim: 3,
			Preparation: fitted.Preparation{Offset: make([]float64, 3), Divisor: []float64{1, 1, 1}, Unit: true}, Map: d,
			Function: &learn.Linear{Weights: weights, Intercept: []float64{1}},
		}
	}
	for _, m := range []*Model{on(network), on(harmonics)} {
		_, err := Decode(bytes.NewReader(rewritten(t, m, false,
			func(c *contents) { c.document = append([]byte(" "), c.document...) })))
		assert.ErrorContains(t, err, "checksum")
		_, err = Decode(bytes.NewReader(rewritten(t, m, true, func(c *contents) { c.document = []byte("{}") })))
		assert.ErrorContains(t, err, "document")
		_, err = Decode(bytes.NewReader(rewritten(t, m, true, func(c *contents) { c.Map = "none" })))
		assert.ErrorContains(t, err, "document")
	}
	prepares := on(sphere(step.NTK(3), &features.Options{Columns: 20},
		&written.About{Preparation: fitted.Preparation{Unit: true}}))
	assert.ErrorContains(t, prepares.Encode(new(bytes.Buffer)), "prepares rows itself")
	_, err = Decode(bytes.NewReader(rewritten(t, on(network), true, func(c *contents) {
		var b bytes.Buffer
		require.NoError(t, prepares.Map.(*written.Map).Encode(&b))
		c.document = b.Bytes()
	})))
	assert.ErrorContains(t, err, "prepares rows itself")
	means := mat.NewDense(2, 3, []float64{0, 0, 0, 1, 1, 1})
	for _, m := range []*Model{
		classifier, on(network), on(harmonics),
		{Task: Regress, Dim: 3, Preparation: fitted.Preparation{Offset: make([]float64, 3), Divisor: []float64{1, 1, 1}},
			Function: &learn.Linear{Weights: mat.NewDense(1, 3, []float64{1, 2, 3}), Intercept: []float64{4}}},
		{Task: Cluster, Dim: 3,
			Preparation: fitted.Preparation{Offset: make([]float64, 3), Divisor: []float64{1, 1, 1}, Unit: true}, Means: means},
		{Task: Classify, Dim: 3,
			Preparation: fitted.Preparation{Offset: make([]float64, 3), Divisor: []float64{1, 1, 1}},
			Labels:      []string{"n", "y"},
			Function:    &learn.Linear{Weights: mat.NewDense(1, 3, []float64{1, -2, 3}), Intercept: []float64{0}}},
	} {
		file := encoded(t, m)
		back, err := Decode(bytes.NewReader(file))
		require.NoError(t, err)
		assert.Equal(t, file, encoded(t, back))
		x := mat.DenseCopyOf(raw)
		if m.Unit {
			require.NoError(t, m.Prepare(x))
		}
		want, err := m.Predict(ctx, x)
		require.NoError(t, err)
		got, err := back.Predict(ctx, x)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	path := filepath.Join(t.TempDir(), "m.npz")
	require.NoError(t, classifier.Save(path))
	_, err = Load(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte("PK"), 0o600))
	_, err = Load(path)
	assert.ErrorContains(t, err, path)
}

func TestPredict(t *testing.T) {
	x := mat.NewDense(2, 3, []float64{8, 1, -6, 3, 1, -1})
	m := &Model{Task: Regress, Dim: 3,
		Preparation: fitted.Preparation{Offset: []float64{3, 1, -6}, Divisor: []float64{1, 2, math.Inf(1)}},
		Function:    &learn.Linear{Weights: mat.NewDense(1, 3, []float64{1, 2, 3}), Intercept: []float64{4}}}
	require.NoError(t, m.Prepare(x))
	assert.Equal(t, []float64{5, 0, 0, 0, 0, 0}, x.RawMatrix().Data)
	m.Divisor, m.Unit = []float64{1, 2, 1}, true
	x = mat.NewDense(2, 3, []float64{8, 1, -6, 3, 1, -1})
	require.NoError(t, m.Prepare(x))
	p, err := m.Predict(ctx, x)
	require.NoError(t, err)
	assert.Equal(t, []float64{5, 7}, p.Values)
	assert.ErrorContains(t, m.Prepare(mat.NewDense(1, 3, []float64{3, 1, -6})), "row 1")
	assert.Panics(t, func() { _, _ = m.Predict(ctx, mat.NewDense(1, 2, nil)) })
	assert.Panics(t, func() { _ = m.Prepare(mat.NewDense(1, 2, nil)) })
}

// NumPy reads the file, and finds the same outputs from what it says.
func TestNumPy(t *testing.T) {
	m, raw := trained(t)
	path := filepath.Join(t.TempDir(), "m.npz")
	require.NoError(t, m.Save(path))
	rows := filepath.Join(t.TempDir(), "x.txt")
	var b strings.Builder
	require.NoError(t, json.NewEncoder(&b).Encode(raw.RawMatrix().Data))
	require.NoError(t, os.WriteFile(rows, []byte(b.String()), 0o600))
	out := testnumpy.Run(t, `
import json, sys
import numpy as np
m = np.load(sys.argv[1])
x = np.array(json.load(open(sys.argv[2]))).reshape(-1, 3)
h = json.loads(bytes(m["header"]))
assert h["format"] == "krein.model/4" and h["labels"][1] == "<b>"
t = (x - m["offset"]) / m["divisor"] @ m["frequencies"].T
phi = np.empty((len(x), h["columns"]))
phi[:, 0] = m["constant"]
phi[:, 1::2], phi[:, 2::2] = m["amplitudes"] * np.cos(t), m["amplitudes"] * np.sin(t)
print(json.dumps((phi @ m["weights"].T + m["intercept"]).ravel().tolist()))
`, path, rows)
	require.NoError(t, m.Prepare(raw))
	p, err := m.Predict(ctx, raw)
	require.NoError(t, err)
	var want []float64
	require.NoError(t, json.Unmarshal([]byte(out), &want))
	assert.InDeltaSlice(t, want, p.Outputs.RawMatrix().Data, 1e-10)
}

// rewritten is the file with another header or other numbers, sealed again if that is asked for.
func rewritten(t *testing.T, m *Model, seal bool, change func(*contents)) []byte {
	t.Helper()
	c, err := m.contents()
	require.NoError(t, err)
	c.Checksum, err = c.checksum()
	require.NoError(t, err)
	for name, v := range c.numbers {
		c.numbers[name] = append([]float64(nil), v...)
	}
	change(c)
	if seal {
		c.Checksum, err = c.checksum()
		require.NoError(t, err)
	}
	text, err := document.Compact(&c.header)
	require.NoError(t, err)
	var b bytes.Buffer
	a := npz.NewWriter(&b)
	a.Bytes("header", text)
	for _, name := range arrays[1:] {
		if name == "document" {
			a.Bytes(name, c.document)
			continue
		}
		width := c.width(name)
		if width <= 0 || len(c.numbers[name])%width != 0 {
			width = 0
		}
		a.Float64s(name, c.numbers[name], width)
	}
	require.NoError(t, a.Close())
	return b.Bytes()
}

// Every change of a file is found: by the checksum, or if it is right by what does not fit.
func TestFaults(t *testing.T) {
	m, _ := trained(t)
	for name, c := range map[string]struct {
		seal   bool
		where  string
		change func(*contents)
	}{
		"weight":      {false, "checksum", func(c *contents) { c.numbers["weights"][5]++ }},
		"range":       {false, "checksum", func(c *contents) { c.numbers["offset"][0]-- }},
		"label":       {false, "checksum", func(c *contents) { c.Labels = []string{"a", "b", "c"} }},
		"training":    {false, "checksum", func(c *contents) { c.Training.Rows++ }},
		"version":     {true, "format", func(c *contents) { c.Format = "krein.model/1" }},
		"task":        {true, "task", func(c *contents) { c.Task = "guess" }},
		"unit":        {false, "checksum", func(c *contents) { c.Unit = true }},
		"offset":      {true, "offset", func(c *contents) { c.numbers["offset"] = []float64{1} }},
		"far offset":  {true, "offset", func(c *contents) { c.numbers["offset"][1] = math.Inf(1) }},
		"turned":      {true, "divisor", func(c *contents) { c.numbers["divisor"][1] = -1 }},
		"no divisor":  {true, "divisor", func(c *contents) { c.numbers["divisor"][1] = math.NaN() }},
		"few labels":  {true, "labels", func(c *contents) { c.Labels = c.Labels[:2] }},
		"same labels": {true, "labels", func(c *contents) { c.Labels[0] = c.Labels[1] }},
		"infinite":    {true, "weights", func(c *contents) { c.numbers["weights"][0] = math.Inf(1) }},
		"NaN":         {true, "frequencies", func(c *contents) { c.numbers["frequencies"][0] = math.NaN() }},
		"dim":         {true, "dim", func(c *contents) { c.Dim = -1 }},
		"huge":        {true, "outputs", func(c *contents) { c.Outputs = 1 << 40 }},
		"other shape": {true, "weights", func(c *contents) { c.Outputs++ }},
		"columns": {true, "weights",
			func(c *contents) { c.Columns += 2; c.numbers["weights"] = make([]float64, 3*c.Columns) }},
		"plus":       {true, "frequencies", func(c *contents) { c.Plus++ }},
		"negative":   {true, "minus", func(c *contents) { c.Minus = -1 }},
		"intercept":  {true, "intercept", func(c *contents) { c.numbers["intercept"] = nil }},
		"map":        {true, "map", func(c *contents) { c.Map, c.Plus, c.Minus = "spline", 0, 0 }},
		"no map":     {true, "plus", func(c *contents) { c.Map = "none" }},
		"clusters":   {true, "intercept", func(c *contents) { c.Task = Cluster }},
		"regression": {true, "weights", func(c *contents) { c.Task = Regress }},
		"empty map": {true, "map", func(c *contents) {
			c.Plus, c.Minus, c.numbers["constant"] = 0, 0, []float64{0}
			c.numbers["frequencies"], c.numbers["amplitudes"] = nil, nil
		}},
	} {
		_, err := Decode(bytes.NewReader(rewritten(t, m, c.seal, c.change)))
		var e *Error
		if assert.ErrorAs(t, err, &e, name) {
			if name == "negative" || name == "no map" {
				assert.Contains(t, []string{"plus", "minus"}, e.Where, name)
				continue
			}
			if name == "plus" || name == "empty map" {
				assert.Contains(t, []string{"frequencies", "map"}, e.Where, "%s: %v", name, err)
				continue
			}
			assert.Equal(t, c.where, e.Where, "%s: %v", name, err)
		}
	}
	bad := *m
	bad.Labels = nil
	assert.Error(t, bad.Encode(&bytes.Buffer{}))
	plain := &Model{Task: Regress, Dim: 1, Preparation: fitted.Preparation{Offset: []float64{0}, Divisor: []float64{1}},
		Function: &learn.Linear{Weights: mat.NewDense(1, 1, nil), Intercept: []float64{0}}}
	_, err := Decode(bytes.NewReader(rewritten(t, plain, true, func(c *contents) { c.numbers["constant"][0] = 1 })))
	assert.ErrorContains(t, err, "no waves")
	plain.Labels = []string{"a"}
	assert.ErrorContains(t, plain.Encode(&bytes.Buffer{}), "only classes")
}

// Whatever bytes are read, there is a model that can predict or an error.
func FuzzDecode(f *testing.F) {
	plain := &Model{Task: Regress, Dim: 2,
		Preparation: fitted.Preparation{Offset: []float64{0, 0}, Divisor: []float64{1, 1}},
		Function:    &learn.Linear{Weights: mat.NewDense(1, 2, []float64{1, 2}), Intercept: []float64{3}}}
	var b bytes.Buffer
	require.NoError(f, plain.Encode(&b))
	f.Add(b.Bytes())
	drawn, err := waves.New(&waves.Numbers{Dim: 2, Plus: 1, Constant: 1,
		Frequencies: mat.NewDense(2, 2, []float64{1, 2, 3, 4}), Amplitudes: []float64{1, 2}})
	require.NoError(f, err)
	b.Reset()
	m := &Model{Task: Cluster, Dim: 2,
		Preparation: fitted.Preparation{Offset: []float64{0, 1}, Divisor: []float64{1, 2}, Unit: true}, Map: drawn,
		Means: mat.NewDense(2, 5, nil)}
	require.NoError(f, m.Encode(&b))
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, file []byte) {
		m, err := Decode(bytes.NewReader(file))
		if err != nil || m.Dim > 1000 || m.Columns() > 1000 {
			return
		}
		_, err = m.Predict(ctx, mat.NewDense(1, m.Dim, nil))
		if err == nil {
			require.NoError(t, m.Encode(&bytes.Buffer{}))
		}
	})
}

// The map of a pair has both sides, before and after a file, and the mean of functions of both sides is one of it.
func TestPair(t *testing.T) {
	x, _ := data()
	w := []float64{0.3, -1, 0.5, 1.2, 0.1, -0.4, 0.7, 0.7, 0.2}
	for zeros, phases := range [][]float64{{0.4, 0, -1.1}, {0.4, 0, -1.1}, {0, 0, 0}, {0, 0, 0}} {
		for _, constant := range []float64{0, -0.25} {
			numbers := &waves.PairNumbers{Dim: 3, Constant: math.Sqrt(-constant), Negative: true, Frequencies: mat.NewDense(3, 3, w),
				Phases: phases, Amplitudes: []float64{0.5, 2, 1}, Signs: []float64{1, -1, 1}, Zeros: zeros}
			written, err := waves.NewPair(numbers)
			require.NoError(t, err)
			p := NewPair(written)
			left, right := p.Sides()
			phi, err := left.Transform(nil, x)
			require.NoError(t, err)
			psi, err := right.Transform(nil, x)
			require.NoError(t, err)
			at := func(i int, delta float64, k int) float64 { // of frequency k
				dot := 0.0
				for j := range 3 {
					dot += w[3*k+j] * (x.At(i, j) - x.At(i+1, j)) * delta
				}
				return math.Cos(dot + phases[k])
			}
			for i := range 20 {
				got := mat.Dot(phi.RowView(i), psi.RowView(i+1))
				assert.InDelta(t, constant+0.25*at(i, 1, 0)-4*at(i, 1, 1)+at(i, 1, 2), got, 1e-12)
			}
			_, columns := phi.Dims()
			line := func(seed float64) *learn.Linear {
				l := &learn.Linear{Weights: mat.NewDense(2, columns, nil), Intercept: []float64{seed, 1}}
				for j := range columns {
					l.Weights.Set(0, j, math.Sin(seed+float64(j)))
					l.Weights.Set(1, j, math.Cos(seed*float64(j)))
				}
				return l
			}
			f1, f2 := line(1), line(2.5)
			a, err := f1.Evaluate(ctx, learn.Matrix(phi))
			require.NoError(t, err)
			b, err := f2.Evaluate(ctx, learn.Matrix(psi))
			require.NoError(t, err)
			a.Add(a, b)
			a.Scale(0.5, a)
			m := &Model{Task: Classify, Dim: 3,
				Preparation: fitted.Preparation{Offset: make([]float64, 3), Divisor: []float64{1, 1, 1}}, Map: p,
				Function: p.Mean(f1, f2), Labels: []string{"a", "b"}}
			m.Function.Weights = m.Function.Weights.Slice(0, 1, 0, p.Columns()).(*mat.Dense)
			m.Function.Intercept = m.Function.Intercept[:1]
			again, err := Decode(bytes.NewReader(encoded(t, m)))
			require.NoError(t, err)
			for _, m := range []*Model{m, again} {
				got, err := m.Predict(ctx, x)
				require.NoError(t, err)
				for i := range 60 {
					assert.InDelta(t, a.At(i, 0), got.Outputs.At(i, 0), 1e-12)
				}
			}
			c, err := m.contents()
			require.NoError(t, err)
			c.document = c.document[:len(c.document)-9]
			_, err = c.model()
			assert.ErrorContains(t, err, "document")
			numbers.Unit = true
			written, err = waves.NewPair(numbers)
			require.NoError(t, err)
			assert.Panics(t, func() { NewPair(written) })
			var prepares bytes.Buffer
			require.NoError(t, written.Encode(&prepares))
			c.document = prepares.Bytes()
			_, err = c.model()
			assert.ErrorContains(t, err, "prepares rows itself")
		}
	}
}

// Rows are shifted, divided, and put on the sphere; one that has no direction there is named.
func TestPrepare(t *testing.T) {
	m := &Model{Dim: 2,
		Preparation: fitted.Preparation{Offset: []float64{1, 0}, Divisor: []float64{2, math.Inf(1)}, Unit: true}}
	x := mat.NewDense(2, 2, []float64{5, 7, -3, 1})
	require.NoError(t, m.Prepare(x))
	assert.Equal(t, []float64{1, 0, -1, 0}, x.RawMatrix().Data)
	assert.ErrorContains(t, m.Prepare(mat.NewDense(2, 2, []float64{5, 7, 1, 7})), "row 2: ")
	assert.Panics(t, func() { _ = m.Prepare(mat.NewDense(1, 3, nil)) })
}
