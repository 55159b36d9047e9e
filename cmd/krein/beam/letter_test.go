package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/beam/internal/shards"
	"krein/cmd/krein/beam/internal/work"
	"krein/internal/dataio"
	"krein/learn"
	"krein/learn/labels"
	"krein/learn/model"
)

var letter = flag.Int("letter", 0, "how many copies of letter TestLetter takes, a shard each; 0: none")

// letterFile has 15 000 rows of 16 columns behind their labels.
const letterFile = "/work/shared/data/letter/train.csv.gz"

// Letter, copied so often that it has millions of rows: the features of its shards are those that
// 'krein features' gives the whole, bit by bit, and ridge regression is the one of 'krein fit'.
// ./run-letter.sh runs it with 100 copies.
func TestLetter(t *testing.T) {
	if *letter == 0 {
		t.Skip("-letter 100 compares shards of letter ×100 with the command")
	}
	f, err := os.Open(letterFile)
	if err != nil {
		t.Skipf("no data: %v", err)
	}
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	dir := t.TempDir()
	var numbers bytes.Buffer // labels are letters from 1: letter and a seventh of the first column, for regression
	for i, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		_, rest, _ := bytes.Cut(line, []byte(","))
		var first float64
		_, err := fmt.Sscanf(string(rest), "%g", &first)
		require.NoError(t, err)
		fmt.Fprintf(&numbers, "%g,%s\n", math.Sin(first)+float64(i%7)/8, rest)
	}
	whole := filepath.Join(dir, "whole.csv")
	require.NoError(t, os.WriteFile(whole, bytes.Repeat(numbers.Bytes(), *letter), 0o600))
	for i := range *letter {
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("x-%03d.csv", i)), numbers.Bytes(), 0o600))
	}
	krein := filepath.Join(dir, "krein")
	out, err := exec.Command("go", "build", "-o", krein, "krein/cmd/krein").CombinedOutput()
	require.NoError(t, err, "%s", out)
	timed := func(what string, do func()) {
		start := time.Now()
		do()
		t.Logf("%s: %.1f s", what, time.Since(start).Seconds())
	}
	command := func(args ...string) {
		out, err := exec.Command(krein, args...).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	shared := []string{"delta_gaussian(1,10)", "--label", "first", "--columns", "64", "--seed", "5"}
	data := []string{"--data", filepath.Join(dir, "x-*.csv")}

	for _, dtype := range []string{"float64", "float32"} {
		one, many := filepath.Join(dir, dtype+".npy"), filepath.Join(dir, dtype)
		timed("krein features, "+dtype, func() {
			command(append([]string{
				"features", "--data", whole, "-o", one + ",dtype=" + dtype, "--coupling", "orthogonal,stratified,equal",
				"--exact", "none",
			}, shared...)...)
		})
		timed("krein-beam features, "+dtype, func() {
			_, err := beamed(t, append(append([]string{"features", "-o", many, "--dtype", dtype}, shared...), data...)...)
			require.NoError(t, err)
		})
		rows := same(t, one, many)
		assert.Equal(t, 15000**letter, rows)
		t.Logf("%d rows of %s are the same bits", rows, dtype)
		require.NoError(t, os.RemoveAll(one))
		require.NoError(t, os.RemoveAll(many))
	}

	mapFile := filepath.Join(dir, "map.npz") // that of 'krein fit' of the same rows
	command("map", shared[0], "--data", whole, "--label", "first", "--columns", "64", "-o", mapFile)
	one, many := filepath.Join(dir, "map.npy"), filepath.Join(dir, "map")
	command("features", "--map", mapFile, "--label", "first", "--data", whole, "-o", one)
	_, err = beamed(t, append([]string{"features", "--map", mapFile, "--label", "first", "-o", many}, data...)...)
	require.NoError(t, err)
	t.Logf("%d rows by a map from a file are the same bits", same(t, one, many))
	require.NoError(t, os.RemoveAll(one))
	require.NoError(t, os.RemoveAll(many))
	models := map[string]*model.Model{}
	timed("krein fit", func() {
		command("fit", "--task", "regress", "--kernel", shared[0], "--label", "first", "--columns", "64", "--lengths",
			"none", "--strength", "0.001", "--data", whole, "-o", filepath.Join(dir, "one.npz"), "--holdout", "0")
	})
	timed("krein-beam fit", func() {
		_, err := beamed(t, append([]string{
			"fit", "--map", mapFile, "--task", "regress", "--label", "first", "--strength", "0.001", "-o",
			filepath.Join(dir, "many.npz"),
		}, data...)...)
		require.NoError(t, err)
	})
	for _, name := range []string{"one", "many"} {
		m, err := model.Load(filepath.Join(dir, name+".npz"))
		require.NoError(t, err)
		models[name] = m
	}
	want, got := models["one"].Function, models["many"].Function
	d := floats.Distance(want.Weights.RawRowView(0), got.Weights.RawRowView(0),
		2) / floats.Norm(want.Weights.RawRowView(0), 2)
	b := math.Abs(want.Intercept[0]-got.Intercept[0]) / math.Abs(want.Intercept[0])
	t.Logf("ridge: weights differ by %.2g of their norm, intercepts by %.2g of %.4g", d, b, want.Intercept[0])
	assert.Less(t, d, 1e-10)
	assert.Less(t, b, 1e-10)
}

// The machine of letter's 26 classes in five shards is learn's within what the tolerance leaves
// open, and says the same of all rows.
func TestLetterMachine(t *testing.T) {
	if *letter == 0 {
		t.Skip("-letter 1 compares the machine of shards of letter with learn's")
	}
	r, err := dataio.Open(letterFile, &dataio.Options{Label: "first", KeepLabels: true})
	if err != nil {
		t.Skipf("no data: %v", err)
	}
	raw, names, err := dataio.ReadLabelled(t.Context(), r)
	require.NoError(t, err)
	dir := t.TempDir()
	n, d := raw.Dims()
	for f := range 5 {
		var b bytes.Buffer
		for i := f * n / 5; i < (f+1)*n/5; i++ {
			b.WriteString(names[i])
			for j := range d {
				fmt.Fprintf(&b, ",%v", raw.At(i, j))
			}
			b.WriteByte('\n')
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("x-%d.csv", f)), b.Bytes(), 0o600))
	}
	for _, tolerance := range []float64{1e-3, 1e-6} {
		file := filepath.Join(dir, "m.npz")
		said, err := beamed(t, "fit", "delta_gaussian(1,10)", "--columns", "128", "--task", "classify", "--strength", "1",
			"--label", "first", "--tolerance", fmt.Sprint(tolerance), "--data", filepath.Join(dir, "x-*.csv"), "-o", file)
		require.NoError(t, err)
		m, err := model.Load(file)
		require.NoError(t, err)
		x := mat.DenseCopyOf(raw)
		require.NoError(t, m.Prepare(x))
		phi, err := m.Map.Transform(nil, x)
		require.NoError(t, err)
		_, y := labels.New(names)
		s := &learn.LinearSVM{Convex: learn.Convex{C: 1, Intercept: learn.FreeIntercept, Tolerance: tolerance}}
		c, err := s.Fit(t.Context(), learn.Matrix(phi), y)
		require.NoError(t, err)
		want, err := c.Evaluate(t.Context(), learn.Matrix(phi))
		require.NoError(t, err)
		p, err := m.Predict(t.Context(), x)
		require.NoError(t, err)
		other := 0
		for i, k := range learn.Decide(want) {
			if k != p.Classes[i] {
				other++
			}
		}
		want.Sub(want, p.Outputs)
		t.Logf("%stolerance %g: outputs differ by %.2g at most, %d of %d predictions", said, tolerance,
			mat.Max(want)-min(0, mat.Min(want)), other, n)
		assert.LessOrEqual(t, float64(other), 1e-2*float64(n))
	}
}

// same compares a table with its parts, and returns the number of rows.
func same(t *testing.T, one, many string) (n int) {
	t.Helper()
	whole, err := dataio.Open(one, nil)
	require.NoError(t, err)
	defer func() { _ = whole.Close() }()
	parts, err := shards.List([]string{filepath.Join(many, "part-*.parquet")})
	require.NoError(t, err)
	x, y := make([]float64, whole.Columns()), make([]float64, whole.Columns())
	for _, p := range parts {
		r, err := dataio.Open(p.Path, &dataio.Options{Other: work.Parquet})
		require.NoError(t, err)
		require.Equal(t, whole.Columns(), r.Columns())
		for r.Read(y) == nil {
			require.NoError(t, whole.Read(x))
			n++
			for j := range x {
				if math.Float64bits(x[j]) != math.Float64bits(y[j]) {
					require.Equal(t, x, y, "row %d", n)
				}
			}
		}
		require.NoError(t, r.Close())
	}
	assert.ErrorIs(t, whole.Read(x), io.EOF)
	return n
}
