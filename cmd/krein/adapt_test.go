package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// Features that are adapted to rows are near to the kernel with few columns, for functions of the distance and symmetric ones
// of x − y, indefinite ones too; the map file gives the same bits to the same rows, and Φ has the signs of --signature.
func TestAdaptedFeatures(t *testing.T) {
	t.Parallel()
	data, dir := dataFile(t, 200, 3), t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, kernel := range []string{"gaussian(1)", "gaussian(1) - gaussian(3)/2", "exp(-x1^2-3*abs(x2))"} {
		var v adaptedView
		out := ok(t, "", "features", kernel, "--adapt", "--data", data, "--columns", "24", "--json", "--signature", at("j.csv"), "-o", at("phi.npy"))
		require.NoError(t, json.Unmarshal([]byte(out), &v))
		assert.Equal(t, 24, v.Columns)
		assert.Greater(t, v.Points, 24)
		assert.Less(t, v.Error, 0.1, kernel)
		assert.Equal(t, kernel == "gaussian(1) - gaussian(3)/2", v.Minus > 0, kernel)
		signs, err := os.ReadFile(at("j.csv"))
		require.NoError(t, err)
		assert.Equal(t, v.Minus, strings.Count(string(signs), "-1"), kernel)
		first, err := os.ReadFile(at("phi.npy"))
		require.NoError(t, err)
		said := ok(t, "", "features", at("phi.map.npz"), "--data", data, "-o", at("again.npy"))
		assert.Equal(t, v.Minus > 0, strings.Contains(said, "signature J: "), kernel)
		again, err := os.ReadFile(at("again.npy"))
		require.NoError(t, err)
		assert.Equal(t, first, again, kernel)
		ok(t, "", "features", kernel, "--adapt", "--data", data, "--columns", "24", "-o", at("phi.npy")) // replaces both
	}
	said := ok(t, "", "features", "gaussian(1)", "--adapt=50", "--data", data, "--columns", "24", "-o", at("b.csv"))
	assert.Contains(t, said, "24 principal columns of the kernels with 50 rows of the data")
	assert.Contains(t, said, "relative error of K, measured on 200 rows")
	for want, args := range map[string][]string{
		"draws none":            {"gaussian(1)", "--adapt", "--coupling", "iid"},
		"--columns 24 at least": {"gaussian(1)", "--adapt=5", "--columns", "24"},
		"give --right":          {"shift_gaussian(1/2, 2)", "--adapt"},
		"here Φ is both maps":   {"exp(-l1)", "--adapt", "--right", at("d.npy")},
	} {
		assert.Contains(t, bad(t, "", append([]string{"features", "--data", data, "-o", at("c.npy")}, args...)...), want)
	}
	assert.Contains(t, bad(t, "", "predict", at("phi.map.npz"), "--data", data), "krein features")
}

// A kernel that is not symmetric has columns of both arguments, and the map file applies both.
func TestAdaptedSides(t *testing.T) {
	t.Parallel()
	data, dir := dataFile(t, 200, 3), t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	same := func(a, b string) {
		first, err := os.ReadFile(at(a))
		require.NoError(t, err)
		again, err := os.ReadFile(at(b))
		require.NoError(t, err)
		assert.Equal(t, first, again, b)
	}
	said := ok(t, "", "features", "exp(-z)*(1+t/(1+t^2))", "--param", "t=1,-2,0,0", "--adapt", "--data", data, "--columns", "24", "-o", at("phi.npy"), "--right", at("psi.npy"))
	assert.Contains(t, said, "200 rows × 24 columns each of Φ and Ψ, K ≈ Φ Ψᵀ")
	assert.Contains(t, said, "right features written to "+at("psi.npy"))
	ok(t, "", "features", at("phi.map.npz"), "--data", data, "-o", at("phi2.npy"), "--right", at("psi2.npy"))
	same("phi.npy", "phi2.npy")
	same("psi.npy", "psi2.npy")
	ok(t, "", "features", at("phi.map.npz"), "--data", data, "-o", at("psi3.npy"), "--side", "right")
	same("psi.npy", "psi3.npy")
	assert.Contains(t, bad(t, "", "features", at("phi.map.npz"), "--data", data, "-o", at("c.npy")), "give --right FILE")
	assert.Contains(t, ok(t, "", "features", at("phi.map.npz"), "--data", data, "-o", at("c.npy"), "--side", "concatenated"), "48 columns of Φ and Ψ")
	var v adaptedView
	out := ok(t, "", "features", "shift_gaussian(1/2, 2)", "--adapt", "--data", data, "--columns", "24", "--json", "-o", at("a.npy"), "--right", at("b.npy"))
	require.NoError(t, json.Unmarshal([]byte(out), &v))
	assert.Less(t, v.Error, 1e-5)
	assert.Equal(t, "both", v.Sides)
}

// The rows of a file, more than are kept in memory, give the map of the same rows from standard input, and their labels stay.
func TestAdaptedFeaturesOfFiles(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	var rows strings.Builder
	rng := rand.New(rand.NewPCG(3, 7))
	rows.WriteString("y,a,b\n")
	for i := range 9000 {
		fmt.Fprintf(&rows, "%d,%.4f,%.4f\n", i%2, rng.Float64(), rng.Float64())
	}
	data, dir := fileWith(t, "many.csv", rows.String()), t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	args := []string{"features", "gaussian(1)", "--adapt", "--columns", "8", "--label", "y", "--scale", "standard", "-o"}
	said := ok(t, "", append(args, at("a.svm"), "--data", data)...)
	assert.Contains(t, said, "9000 rows × 8 columns")
	ok(t, rows.String(), append(args, at("b.svm"), "--data", "-")...)
	a, err := os.ReadFile(at("a.svm"))
	require.NoError(t, err)
	b, err := os.ReadFile(at("b.svm"))
	require.NoError(t, err)
	assert.Equal(t, string(b), string(a))
	assert.Equal(t, "0 1:", string(a[:4]))
}
