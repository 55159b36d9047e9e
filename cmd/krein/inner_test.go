package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/internal/testlong"
)

// rowsOf writes rows and returns them and the name of the file.
func rowsOf(t *testing.T, rows, columns int, value func(r *rand.Rand) float64) (*mat.Dense, string) {
	t.Helper()
	r := rand.New(rand.NewPCG(11, uint64(columns)))
	x := mat.NewDense(rows, columns, nil)
	var b strings.Builder
	for i := range rows {
		for j := range columns {
			v := math.Round(1e6*value(r)) / 1e6
			x.Set(i, j, v)
			fmt.Fprintf(&b, "%s%v", strings.Repeat(",", min(j, 1)), v)
		}
		b.WriteByte('\n')
	}
	path := filepath.Join(t.TempDir(), "rows.csv")
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o600))
	return x, path
}

// Formulas in u are kernels of the inner product for rows off the sphere: features, maps in files and evaluate agree with
// f(⟨x,y⟩), exactly where there are columns enough.
func TestInnerProduct(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	x, rows := rowsOf(t, 30, 3, (*rand.Rand).NormFloat64)
	dir := filepath.Dir(rows)
	for _, q := range []struct {
		formula string
		columns string
		within  float64 // of the largest value
	}{
		{"polynomial(1,3)", "64", 1e-12},
		{"(1+u)^2 - u^3/10", "64", 1e-12},
		{"exp(u/4)", "2000", 2e-4},
		{"sigmoid(1/12,0)", "600", 1e-2},
		{"exp(-u/3)", "2000", 1e-2},
	} {
		phi, j, saved := filepath.Join(dir, "phi.npy"), filepath.Join(dir, "j.npy"), filepath.Join(dir, "map.npz")
		code, out, errs := krein(t, "", "features", q.formula, "--data", rows, "--scale", "none", "--columns", q.columns, "-o", phi,
			"--signature", j)
		require.Equal(t, exitDone, code, errs)
		assert.Contains(t, out, "u = ⟨x,y⟩")
		assert.Contains(t, out, "proved")
		f, sign := contents(t, phi), contents(t, j)
		var signed, got mat.Dense
		signed.Apply(func(_, c int, v float64) float64 { return v * sign.At(c, 0) }, f)
		got.Mul(&signed, f.T())
		largest, worst := 0.0, 0.0
		for a := range 30 {
			for b := range 30 {
				want := ofInnerProduct(t, q.formula, mat.Dot(x.RowView(a), x.RowView(b)))
				largest, worst = max(largest, math.Abs(want)), max(worst, math.Abs(want-got.At(a, b)))
			}
		}
		assert.LessOrEqual(t, worst, q.within*largest, q.formula)

		code, _, errs = krein(t, "", "map", q.formula, "--data", rows, "--scale", "none", "--columns", q.columns, "-o", saved)
		require.Equal(t, exitDone, code, errs)
		again := filepath.Join(dir, "again.npy")
		code, _, errs = krein(t, "", "features", saved, "--data", rows, "-o", again)
		require.Equal(t, exitDone, code, errs)
		assert.True(t, mat.Equal(f, contents(t, again)), q.formula)
	}
	code, out, errs := krein(t, "", "evaluate", "polynomial(1,3)", "--data", rows, "--scale", "none", "--columns", "8,40", "--runs", "5")
	require.Equal(t, exitDone, code, errs)
	assert.Regexp(t, `40 +20 +0\.0000 +0\.0000`, out) // the others are 0
	model, labelled := filepath.Join(dir, "m.npz"), filepath.Join(dir, "labels.txt")
	code, out, errs = krein(t, "", "fit", "--task", "regress", "--kernel", "polynomial(1,2)", "--data", rows, "--label", "3",
		"--scale", "none", "-o", model, "--columns", "50")
	require.Equal(t, exitDone, code, errs)
	assert.Contains(t, out, "k(x,y) = polynomial(1, 2)")
	code, _, errs = krein(t, "", "predict", model, "--data", rows, "--label", "3", "-o", labelled)
	require.Equal(t, exitDone, code, errs)
}

// The same options and lengths give other rows the same map, and longer rows a warning.
func TestNorms(t *testing.T) {
	t.Parallel()
	_, rows := rowsOf(t, 20, 3, (*rand.Rand).NormFloat64)
	dir := filepath.Dir(rows)
	at := func(name string) string { return filepath.Join(dir, name) }
	features := func(args ...string) string {
		code, out, errs := krein(t, "", append([]string{"features", "exp(u/8)", "--scale", "none", "--columns", "30"}, args...)...)
		require.Equal(t, exitDone, code, errs)
		return out
	}
	features("--data", rows, "-o", at("a.npy"), "--save-ranges", at("r.json"))
	b, err := os.ReadFile(rows)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(b), "\n")
	require.NoError(t, os.WriteFile(at("few.csv"), []byte(strings.Join(lines[:5], "")+"9,9,9\n"), 0o600))
	out := features("--data", at("few.csv"), "-o", at("b.npy"), "--scale", at("r.json"))
	assert.Contains(t, out, "WARNING: row 6 has length 15.59")
	first, second := contents(t, at("a.npy")), contents(t, at("b.npy"))
	_, c := first.Dims()
	assert.True(t, mat.Equal(first.Slice(0, 5, 0, c), second.Slice(0, 5, 0, c)))
	ok(t, "", "map", "exp(u/8)", "--scale", "none", "--columns", "30", "--dim", "3", "--norms", "1,2", "-o", at("m.npz"))
	ok(t, "", "features", at("m.npz"), "--data", rows, "-o", at("c.npy"))
	ok(t, "", "features", at("m.npz"), "--data", at("few.csv"), "-o", at("d.npy"))
	first, second = contents(t, at("c.npy")), contents(t, at("d.npy"))
	_, c = first.Dims()
	assert.True(t, mat.Equal(first.Slice(0, 5, 0, c), second.Slice(0, 5, 0, c)))
}

// The min kernel is exact at the ends, near elsewhere, and refuses rows outside of the cube.
func TestMinKernel(t *testing.T) {
	t.Parallel()
	x, rows := rowsOf(t, 25, 3, (*rand.Rand).Float64)
	dir := filepath.Dir(rows)
	phi, saved := filepath.Join(dir, "phi.npy"), filepath.Join(dir, "min.npz")
	code, out, errs := krein(t, "", "features", "min", "--data", rows, "--scale", "none", "--columns", "3000", "-o", phi)
	require.Equal(t, exitDone, code, errs)
	assert.Contains(t, out, "1 + Σ min(x_j, y_j)")
	f := contents(t, phi)
	for a := range 25 {
		for b := range 25 {
			want := 1.0
			for c := range 3 {
				want += min(x.At(a, c), x.At(b, c))
			}
			assert.InDelta(t, want, mat.Dot(f.RowView(a), f.RowView(b)), 3*1e-3) // a stratum of each coordinate is cut
		}
	}
	for _, ending := range []string{".npz", ".safetensors", ".onnx"} {
		saved = strings.TrimSuffix(saved, filepath.Ext(saved)) + ending
		code, _, errs = krein(t, "", "map", "min", "--dim", "3", "--columns", "40", "-o", saved)
		require.Equal(t, exitDone, code, errs)
	}
	code, out, errs = krein(t, "", "evaluate", "min", "--data", rows, "--columns", "30", "--runs", "5")
	require.Equal(t, exitDone, code, errs)
	assert.Contains(t, out, "threshold")
	code, _, errs = krein(t, "", "fit", "--task", "cluster", "--clusters", "2", "--kernel", "min", "--data", rows, "-o",
		filepath.Join(dir, "m.npz"))
	require.Equal(t, exitDone, code, errs)

	for want, args := range map[string][]string{
		"column":                  {"features", "min", "--data", rows, "--scale", "standard", "-o", phi},
		"integral over t":         {"certify", "min", "--dim", "2"},
		"--coupling":              {"features", "min", "--data", rows, "-o", phi, "--coupling", "gorf"},
		"--norms":                 {"map", "min", "--data", rows, "-o", saved, "--norms", "1"},
		"means nothing for the m": {"features", "min", "--data", rows, "-o", phi, "--param", "beyond=zero"},
		"are iid or stratified":   {"features", "min", "--data", rows, "-o", phi, "--coupling", "auto,importance"},
		"3 coordinates":           {"features", "min", "--data", rows, "-o", phi, "--columns", "2"},
		"another kernel":          {"features", "polynomial(1,3)", "--data", rows, "--scale", "none", "--coupling", "auto,iid", "-o", phi},
		"both are other kernels":  {"features", "1/(1/100-u)", "--data", rows, "--scale", "none", "-o", phi},
		"want numbers that are n": {"map", "exp(u)", "--data", rows, "--scale", "none", "-o", saved, "--norms", "-1"},
	} {
		code, _, errs := krein(t, "", args...)
		assert.Equal(t, exitFailed, code, want)
		if want == "another kernel" {
			want = "auto,iid is about functions of the distance"
		}
		assert.Contains(t, errs, want)
	}
}

// Rows that make the variance hopeless get a warning with the figure, and remedies that say that they change the kernel.
func TestHopeless(t *testing.T) {
	t.Parallel()
	_, rows := rowsOf(t, 20, 4, func(r *rand.Rand) float64 { return 3 * r.NormFloat64() })
	phi := filepath.Join(filepath.Dir(rows), "phi.npy")
	code, out, errs := krein(t, "", "features", "exp(u)", "--data", rows, "--scale", "none", "-o", phi)
	require.Equal(t, exitDone, code, errs)
	assert.Regexp(t, `WARNING: the features say next to nothing of the kernel.*error is [0-9.e+]+ times.*other kernels`, out)
	code, out, errs = krein(t, "", "features", "exp(u)", "--data", rows, "--scale", "none", "--lengths", "9", "-o", phi)
	require.Equal(t, exitDone, code, errs)
	assert.NotContains(t, out, "WARNING")
}
