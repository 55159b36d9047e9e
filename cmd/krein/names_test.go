package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// labelledRows are rows of three columns, a class that the product of two of them tells, in the order of the named
// columns; a name that is none of a, b, c and y has zeros.
func labelledRows(count int, names ...string) string {
	var b strings.Builder
	fmt.Fprintln(&b, strings.Join(names, ","))
	for i := range count {
		at := map[string]float64{"a": math.Sin(float64(i)), "b": 100 * math.Sin(float64(3*i+1)), "c": math.Cos(float64(5 * i))}
		for j, name := range names {
			if j > 0 {
				fmt.Fprint(&b, ",")
			}
			if name != "y" {
				fmt.Fprintf(&b, "%.6f", at[name])
				continue
			}
			fmt.Fprint(&b, map[bool]string{true: "yes", false: "no"}[at["a"]*at["b"] > 0])
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

// A model, a map and ranges go by the names of columns that they were fitted with: the order of a table's columns does
// not matter, its label may be there or not, and missing and unknown columns are named.
func TestColumnsByName(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{
		"train.csv": labelledRows(200, "a", "b", "c", "y"), "turned.csv": labelledRows(200, "c", "y", "b", "a"),
		"bare.csv": labelledRows(200, "b", "a", "c"), "missing.csv": labelledRows(200, "a", "c", "y"),
		"more.csv": labelledRows(200, "a", "b", "c", "z"), "other.csv": labelledRows(200, "a", "B", "c"),
	} {
		require.NoError(t, os.WriteFile(at(name), []byte(text), 0o600))
	}
	_, unnamed, _ := strings.Cut(labelledRows(200, "a", "b", "c"), "\n")
	require.NoError(t, os.WriteFile(at("unnamed.csv"), []byte(unnamed), 0o600))
	ok(t, "", "convert", at("turned.csv"), "--label", "y", "-o", at("turned.parquet"))
	ok(t, "", "convert", at("unnamed.csv"), "--label", "none", "-o", at("unnamed.npy"))
	ok(t, "", "fit", "--task", "classify", "--kernel", "gaussian(1)", "--data", at("train.csv"), "--label", "y", "--columns",
		"64", "--strength", "8", "--holdout", "0", "-o", at("model.npz"))
	ok(t, "", "map", "gaussian(1)", "--data", at("train.csv"), "--label", "y", "--columns", "8", "-o", at("map.npz"))
	draw := []string{"features", "gaussian(1)", "--columns", "8", "--coupling", "iid,iid,equal"}
	ok(t, "", append(draw, "--data", at("train.csv"), "--label", "y", "--save-ranges", at("r.json"), "-o", at("phi.npy"))...)
	verbs := map[string][]string{
		"model": {"predict", at("model.npz")}, "map": {"features", at("map.npz")},
		"ranges": append(draw, "--scale", at("r.json")),
	}
	for name, verb := range verbs {
		use := func(data string, more ...string) string {
			ok(t, "", append(append(append([]string{}, verb...), "--data", at(data), "-o", at("use.csv")), more...)...)
			got, err := os.ReadFile(at("use.csv"))
			require.NoError(t, err)
			return string(got)
		}
		want := use("train.csv", "--label", "y")
		for _, data := range []string{"train.csv", "turned.csv", "bare.csv", "unnamed.csv", "unnamed.npy"} {
			assert.Equal(t, want, use(data), "%s %s", name, data)
		}
		assert.Equal(t, want, use("turned.csv", "--label", "2"), name)
		assert.Equal(t, want, use("turned.parquet", "--label", "y"), name)
		for data, says := range map[string]string{
			"missing.csv": `missing: "b"`, "more.csv": `unknown: "z"`, "other.csv": `missing: "b"; unknown: "B"`,
		} {
			said := bad(t, "", append(append(append([]string{}, verb...), "--data", at(data)), "-o", at("out.csv"))...)
			assert.Contains(t, said, says, "%s %s", name, data)
			assert.NoFileExists(t, at("out.csv"))
		}
	}
	var v struct{ Score struct{ Accuracy float64 } }
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", "predict", at("model.npz"), "--data", at("turned.csv"), "--label", "y",
		"--json", "-o", at("p.csv"))), &v))
	assert.Greater(t, v.Score.Accuracy, 0.9)

	twice := strings.Replace(labelledRows(200, "a", "b", "c", "y"), "a,b,c", "a,b,a", 1)
	require.NoError(t, os.WriteFile(at("twice.csv"), []byte(twice), 0o600))
	code, _, said := krein(t, "", "map", "gaussian(1)", "--data", at("twice.csv"), "--label", "y", "-o", at("map.npz"))
	require.Equal(t, exitDone, code, said)
	assert.Contains(t, said, `several columns are called "a"`)
}

// Half of a pair of maps is written only if it is asked for, by a formula and by a file alike.
func TestSidesOfPairs(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(at("x.csv"), []byte(labelledRows(20, "a", "b", "c")), 0o600))
	ok(t, "", "map", "shift_gaussian(1/8, 2)", "--data", at("x.csv"), "--columns", "16", "-o", at("pair.npz"))
	ok(t, "", "map", "gaussian(1)", "--data", at("x.csv"), "--columns", "16", "-o", at("map.npz"))
	for _, verb := range [][]string{{at("pair.npz")}, {"shift_gaussian(1/8, 2)", "--columns", "16", "--exact", "none"}} {
		run := func(args ...string) []string {
			return append(append([]string{"features", "--data", at("x.csv")}, verb...), args...)
		}
		said := bad(t, "", run("-o", at("none.npy"), "--signature", at("j.npy"))...)
		assert.Contains(t, said, "--side left")
		assert.NoFileExists(t, at("none.npy"))
		assert.NoFileExists(t, at("j.npy"))
		ok(t, "", run("-o", at("phi.csv"), "--right", at("psi.csv"))...)
		for side, file := range map[string]string{"left": "phi.csv", "right": "psi.csv"} {
			ok(t, "", run("-o", at("one.csv"), "--side", side)...)
			want, err := os.ReadFile(at(file))
			require.NoError(t, err)
			got, err := os.ReadFile(at("one.csv"))
			require.NoError(t, err)
			assert.Equal(t, string(want), string(got), side)
		}
		ok(t, "", run("-o", at("both.csv"), "--side", "concatenated")...)
		for _, args := range [][]string{{"--side", "up"}, {"--side", "left", "--right", at("psi.csv")}, {"--side", "concatenated",
			"--right", at("psi.csv")}, {"--side", "concatenate"}} {
			bad(t, "", run(append([]string{"-o", at("phi.csv")}, args...)...)...)
		}
		x, err := os.ReadFile(at("x.csv"))
		require.NoError(t, err)
		want, err := os.ReadFile(at("psi.csv"))
		require.NoError(t, err)
		require.NoError(t, os.Remove(at("psi.csv")))
		if strings.HasSuffix(verb[0], ".npz") { // standard input, which is read once
			ok(t, string(x), "features", at("pair.npz"), "--data", "-", "-o", at("phi.csv"), "--right", at("psi.csv"))
			got, err := os.ReadFile(at("psi.csv"))
			require.NoError(t, err)
			assert.Equal(t, string(want), string(got))
		}
	}
	assert.Contains(t, bad(t, "", "features", at("map.npz"), "--data", at("x.csv"), "-o", at("phi.npy"), "--side",
		"left"), "Φ is both maps")
}

// Predictions and scores are the same whatever the number of rows that are read at a time.
func TestPredictStreams(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	const count = 40000 // some blocks
	require.NoError(t, os.WriteFile(at("train.csv"), []byte(labelledRows(300, "a", "b", "c", "y")), 0o600))
	require.NoError(t, os.WriteFile(at("x.csv"), []byte(labelledRows(count, "y", "a", "b", "c")), 0o600))
	ok(t, "", "fit", "--task", "classify", "--kernel", "linear", "--data", at("train.csv"), "--label", "y", "--strength", "1",
		"--holdout", "0", "-o", at("model.npz"))
	all := strings.Fields(ok(t, "", "predict", at("model.npz"), "--data", at("x.csv"), "-o", "-"))
	require.Len(t, all, count)
	var v struct {
		Predictions []string
		Score       struct {
			Rows      int
			Accuracy  float64
			Confusion [][]float64
		}
	}
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", "predict", at("model.npz"), "--data", at("x.csv"), "--label", "y",
		"--json")), &v))
	assert.Equal(t, all, v.Predictions)
	right := 0
	for i, line := range strings.Split(labelledRows(count, "y", "a", "b", "c"), "\n")[1 : count+1] {
		if label, _, _ := strings.Cut(line, ","); label == all[i] {
			right++
		}
	}
	assert.Equal(t, count, v.Score.Rows)
	assert.InDelta(t, float64(right)/count, v.Score.Accuracy, 1e-12)
	assert.Equal(t, float64(right), v.Score.Confusion[0][0]+v.Score.Confusion[1][1])
	wrong := strings.Replace(labelledRows(count, "y", "a", "b", "c"), "\nyes", "\nmaybe", 1)
	require.NoError(t, os.WriteFile(at("x.csv"), []byte(wrong), 0o600))
	assert.Contains(t, bad(t, "", "predict", at("model.npz"), "--data", at("x.csv"), "--label", "y", "-o", at("p.csv")),
		`has the label "maybe"`)
	assert.NoFileExists(t, at("p.csv"))
}
