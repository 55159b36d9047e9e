package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/features/waves"
	"krein/internal/dataio"
	"krein/internal/testlong"
)

// Features by a map from a file are those that the file's map gives, to rows as it prepares them.
func TestFeaturesFrom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, data, phi, ranges := filepath.Join(dir, "map.npz"), filepath.Join(dir, "x.csv"), filepath.Join(dir, "phi.npy"),
		filepath.Join(dir, "r.json")
	require.NoError(t, os.WriteFile(data, []byte("7,0.5,-0.25\n8,1,3\n9,-2,0.125\n"), 0o600))
	require.NoError(t, os.WriteFile(ranges, []byte(`{"min":[-2,-1],"max":[1,3]}`), 0o600))
	raw := mat.NewDense(3, 2, []float64{0.5, -0.25, 1, 3, -2, 0.125})
	read := func() *mat.Dense {
		r, err := dataio.Open(phi, nil)
		require.NoError(t, err)
		x, err := dataio.ReadAll(t.Context(), r)
		require.NoError(t, err)
		require.NoError(t, r.Close())
		return x
	}
	for _, c := range []struct{ draw, use []string }{
		{nil, []string{"--scale", "none"}},
		{[]string{"--scale", ranges, "--lengths", "2"}, nil},
	} {
		code, _, stderr := krein(t, "", append([]string{"map", "gaussian(1)", "--dim", "2", "--columns", "8", "-o", file},
			c.draw...)...)
		require.Equal(t, exitDone, code, stderr)
		code, out, stderr := krein(t, "", append([]string{"features", file, "--data", data, "--label", "first",
			"-o", phi}, c.use...)...)
		require.Equal(t, exitDone, code, stderr)
		assert.Contains(t, out, "3 rows × 8 columns")
		w, err := waves.Load(file)
		require.NoError(t, err)
		x := mat.DenseCopyOf(raw)
		require.NoError(t, w.Prepare(x))
		want, err := w.Transform(nil, x)
		require.NoError(t, err)
		assert.Equal(t, want.RawMatrix().Data, read().RawMatrix().Data)
	}
	for _, bad := range [][]string{
		{"--scale", "unit"}, {"--scale", ranges}, {"--seed", "1"}, {"--columns", "8"}, {"gaussian(1)"}, {file},
		{"--label", "none"},
	} {
		code, _, stderr := krein(t, "", append([]string{"features", file, "--data", data, "--label", "first", "-o",
			phi}, bad...)...)
		assert.Equal(t, exitFailed, code, bad)
		assert.NotEmpty(t, stderr)
	}
	code, _, stderr := krein(t, "", "features", data, "--data", data, "-o", phi)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, stderr, "neither a NumPy archive nor a safetensors file")
	assert.Contains(t, bad(t, "", "features", "--map", file, "--data", data, "-o", phi), "krein features phi.map.npz")
}

// Maps on the sphere have files too: features by them are those of the map that is drawn, to the bit, from rows that
// are put on the sphere by the command or by the file.
func TestFeaturesFromSphere(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	dir := t.TempDir()
	data := filepath.Join(dir, "x.csv")
	require.NoError(t, os.WriteFile(data, []byte("0.5,-0.25,1\n1,3,-1\n-2,0.125,2\n"), 0o600))
	features := func(args ...string) string {
		code, out,
			stderr := krein(t, "", append([]string{"features", "--data", data + ",header=no", "-o", "-"}, args...)...)
		require.Equal(t, exitDone, code, stderr)
		return out
	}
	how := []string{"--columns", "40", "--seed", "5", "--coupling", "orthogonal"}
	for _, c := range testlong.Some([]struct {
		formula string
		flags   []string
	}{
		{"ntk", nil}, {"arccos0", nil}, {"gaussian(1) - 1/2*gaussian(1/3)", []string{"--representation", "sphere"}},
		{"gaussian(1) - 1/2*gaussian(3)", []string{"--coupling", "auto,iid,equal", "--exact", "sphere"}},
		{"gaussian(1) - 1/2*gaussian(3)", []string{"--coupling", "auto,stratified,equal", "--exact", "minus"}},
	}, 1) {
		drawn := features(append(append([]string{c.formula, "--scale", "sphere"}, how...), c.flags...)...)
		var v struct{ Distances []float64 }
		said := ok(t, "", append(slices.Concat([]string{"features", c.formula, "--data", data + ",header=no", "--scale", "sphere", "--json", "-o",
			filepath.Join(dir, "phi.npy")}, how), c.flags...)...)
		require.NoError(t, json.Unmarshal([]byte(said), &v))
		same := slices.Clone(how)
		if v.Distances != nil {
			same = append(same, "--distances", strings.Trim(strings.ReplaceAll(fmt.Sprint(v.Distances), " ", ","), "[]"))
		}
		for _, name := range []string{"m.npz", "m.safetensors"} {
			for _, scale := range [][]string{nil, {"--scale", "sphere"}} {
				if scale == nil && slices.Contains(c.flags, "minus") { // of rows anywhere: it takes them as they are
					continue
				}
				file := filepath.Join(dir, name)
				args := slices.Concat([]string{"map", c.formula, "--dim", "3", "-o", file}, same, scale)
				if slices.Contains(c.flags, "--exact") {
					args = append(args, c.flags...)
				} else {
					args = append(args, "--representation", "sphere")
				}
				assert.Contains(t, ok(t, "", args...), "signature J")
				assert.Equal(t, drawn, features(file), "%s %s %s", c.formula, name, scale)
			}
		}
	}
	file := filepath.Join(dir, "m.npz")
	ok(t, "", "map", "ntk", "--dim", "3", "--scale", "none", "-o", file)
	for _, scale := range []string{"sphere", "unit", "standard"} {
		assert.Contains(t, bad(t, "", "features", file, "--data", data, "-o", filepath.Join(dir, "phi.npy"), "--scale",
			scale), "stands in its file")
	}
	for want, args := range map[string][]string{
		"takes the scaling from data":     {"ntk", "--scale", "unit"},
		"want unit, standard":             {"ntk", "--scale", "cube"},
		"want none, plus":                 {"gaussian(1)", "--exact", "all"},
		"there is no sphere in R^1":       {"gaussian(1)", "--dim", "1", "--representation", "sphere"},
		"--label is about the data":       {"ntk", "--label", "y"},
		"want auto, none or all for a":    {"exp(-abs(x1))", "--exact", "plus"},
		"one length for all columns chan": {"ntk", "--scale", "sphere", "--lengths", "2"},
	} {
		assert.Contains(t, bad(t, "", append([]string{"map", "--dim", "3", "-o", file}, args...)...), want)
	}
}
