package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/features/fitted"
	"krein/features/maclaurin"
	"krein/features/written"
	"krein/internal/dataio"
	"krein/internal/testlong"
	"krein/internal/testnumpy"
)

// applied is a map at its defaults and what came out of applying it.
type applied struct {
	Map    string `json:"map"`
	Rows   string `json:"rows"` // npy
	Left   string `json:"left"`
	Single string `json:"single"`          // in float32
	Right  string `json:"right,omitempty"` // of a pair
}

// readTable reads a file of numbers.
func readTable(t *testing.T, path string) *mat.Dense {
	t.Helper()
	r, err := dataio.Open(path, nil)
	require.NoError(t, err)
	x, err := dataio.ReadAll(t.Context(), r)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	return x
}

// writeRows writes a table with the named columns, whose values are far from [0,1]; unit has them on the sphere.
func writeRows(t *testing.T, path string, names []string, columns []int, count, start int, unit bool) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintln(&b, strings.Join(names, ","))
	for i := start; i < start+count; i++ {
		row := make([]float64, len(columns))
		for k, j := range columns {
			row[k] = 3*math.Sin(float64(i*i+7*j+1)) + float64(j)
		}
		if unit {
			fitted.Unit(row)
		}
		for k, v := range row {
			if k > 0 {
				fmt.Fprint(&b, ",")
			}
			fmt.Fprintf(&b, "%.17g", v)
		}
		fmt.Fprintln(&b)
	}
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o600))
}

// drawnMaps draws maps of every kind at their defaults, without data and fitted to data, and returns their files.
func drawnMaps(t *testing.T, at func(string) string, train string) (files []string) {
	t.Helper()
	const difference = "exp(-z^2/2) - exp(-z^2/200)"
	for _, k := range testlong.Some([]struct {
		name string
		args []string
	}{
		{"frequencies", []string{"gaussian(3)"}}, {"pair", []string{"shift_gaussian(1/8, 2)"}}, {"network", []string{"ntk"}},
		{"exact", []string{difference, "--exact", "sphere"}},
		{"smooth", []string{"exp(-z^2/8)*(1+sinh(t/2))", "--param", "t=1,0,2"}}, {"constant", []string{"1 + gaussian(1) - 0.5*gaussian(3)"}}, {"even", []string{"exp(-abs(x1) - abs(x2))"}},
		{"steps", []string{"arccos0"}}, {"orders", []string{difference, "--exact", "minus"}},
		{"minimal", []string{at("least.json")}}, {"zonal", []string{at("zonal.json")}},
		{"degrees", []string{"gaussian(1)", "--representation", "sphere"}}, {"design", []string{"gaussian(1)", "--coupling", "design"}},
	}, 1) {
		name, args := k.name, k.args
		switch name {
		case "minimal":
			ok(t, "", "decompose", "1 - z^2/4", "--dim", "3", "--minimal", "--radius", "12", "--bias", "1e-2", "-o", args[0])
		case "zonal":
			ok(t, "", "decompose", "exp(-z)", "--dim", "3", "--sphere", "-o", args[0])
		}
		for _, with := range [][]string{nil, {"--data", train, "--label", "y"}} {
			for _, ending := range []string{".npz", ".safetensors"} {
				if (name == "pair" || name == "even" || name == "smooth") && ending != ".npz" {
					continue
				}
				file := at(fmt.Sprint(name, len(with), ending))
				all := append(append([]string{"map", "--columns", "48", "-o", file}, args...), with...)
				if with == nil && !strings.HasSuffix(args[0], ".json") {
					all = append(all, "--dim", "3")
				}
				out := ok(t, "", all...)
				if with == nil && name == "frequencies" {
					assert.Contains(t, out, "rows: taken as they are; the map has no scaling")
				}
				files = append(files, file)
			}
		}
	}
	expansion, err := maclaurin.New(3, []float64{1, 1, 0.5, 0.25}, 1)
	require.NoError(t, err)
	m, err := features.New(expansion, &features.Options{Columns: 40})
	require.NoError(t, err)
	w, err := written.Of(m, &written.About{Preparation: fitted.Preparation{Names: []string{"a", "b", "c"}, Label: "y",
		Offset: []float64{1, 0, 2}, Divisor: []float64{2, math.Inf(1), 9}, Unit: true}})
	require.NoError(t, err)
	for _, ending := range []string{".npz", ".safetensors"} {
		require.NoError(t, w.Save(at("monomials"+ending)))
		files = append(files, at("monomials"+ending))
	}
	return files
}

// A saved map of any kind, drawn and applied without a flag, gives the same features by the command, by Go and by
// Python: what is done to rows stands in the file. A row's features do not depend on the rows beside it, nor on the order
// of named columns.
func TestMapsAtDefaults(t *testing.T) {
	testlong.Slow(t)
	testnumpy.Run(t, "pass") // skips without NumPy
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	writeRows(t, at("train.csv"), []string{"y", "a", "b", "c"}, []int{7, 0, 1, 2}, 60, 0, false)
	writeRows(t, at("test.csv"), []string{"a", "b", "c"}, []int{0, 1, 2}, 20, 100, false)
	writeRows(t, at("other.csv"), []string{"c", "y", "a", "b"}, []int{2, 7, 0, 1}, 7, 100, false)
	ok(t, "", "convert", at("test.csv"), "--label", "none", "-o", at("test.npy"))
	var list []applied
	for _, file := range drawnMaps(t, at, at("train.csv")) {
		use := func(data, dtype string, more ...string) {
			ok(t, "", append([]string{"features", file, "--data", data}, append(slices.Clone(more[:len(more)-1]), more[len(more)-1]+",dtype="+dtype)...)...)
		}
		a := applied{Map: file, Rows: at("test.npy"), Left: file + ".npy", Single: file + ".32.npy"}
		l, err := written.Load(file)
		require.NoError(t, err)
		both, left := []string{}, []string{}
		if l.Pair != nil {
			a.Right, left = file+".right.npy", []string{"--side", "left"}
			both = append(both, "--right", a.Right)
		}
		use(at("test.csv"), "float64", append(both, "-o", a.Left)...)
		use(at("test.npy"), "float32", append(left, "-o", a.Single)...)
		list = append(list, a)

		x := readTable(t, at("test.npy"))
		require.NoError(t, l.PrepareAll(x))
		want, err := l.Transform(nil, x)
		require.NoError(t, err)
		assert.Equal(t, want.RawMatrix().Data, readTable(t, a.Left).RawMatrix().Data, file)
		if l.Names != nil { // the same rows among fewer, columns in another order, the label among them
			use(at("other.csv"), "float64", append(left, "-o", at("other.npy"))...)
			few := readTable(t, at("other.npy")).RawMatrix()
			assert.InDeltaSlice(t, want.RawMatrix().Data[:len(few.Data)], few.Data, 1e-15, file)
		}
	}
	b, err := json.Marshal(list)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(at("list.json"), b, 0o600))
	t.Setenv("PYTHONPATH", "../../python")
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	out := testnumpy.Run(t, `
import json, sys
import numpy as np
import krein
for a in json.load(open(sys.argv[1])):
    m = krein.KreinFeatures(a["map"])
    x = np.load(a["rows"])
    sides = {"left": m.fit(x).transform, "right": m.transform_right}
    for side, by in sides.items():
        if side in a:
            d = np.abs(by(x) - np.load(a[side])).max()
            if not d < 1e-12: print(a["map"], side, d)
    single = np.load(a["single"])
    got = m.transform(x.astype(np.float32))
    d = np.abs(got - single).max() / np.abs(single).max()
    if not (d < 1e-3 and got.dtype == single.dtype == np.float32): print(a["map"], "float32", d)
print("done")
`, at("list.json"))
	assert.Equal(t, "done", strings.TrimSpace(out))
}
