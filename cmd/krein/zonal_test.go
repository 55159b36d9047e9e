package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/sphere"
)

func TestDecomposeSphere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, picture := filepath.Join(dir, "zonal.json"), filepath.Join(dir, "coefficients.svg")
	out := ok(t, "", "decompose", "arccos1", "--dim", "3", "--sphere", "--degrees", "20", "-o", path, "--plot", picture)
	for _, want := range []string{"on the unit sphere of R^3", "‖a₊‖ = 1\n‖a₋‖ = 0\n", "positive definite on this sphere",
		"all proved", "closed forms", path} {
		assert.Contains(t, out, want)
	}
	svg, err := os.ReadFile(picture)
	require.NoError(t, err)
	assert.Contains(t, string(svg), "<svg")
	assert.Contains(t, string(svg), "degree n")

	out = ok(t, "", "verify", path, "--kernel", "arccos1", "--dim", "3")
	assert.Contains(t, out, "accepted")
	code, _, errs := krein(t, "", "verify", path, "--kernel", "arccos1", "--dim", "4")
	assert.Equal(t, exitNotMet, code)
	assert.Contains(t, errs, "dimension 3, not 4")
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Contains(t, bad(t, strings.Replace(string(data), `"bias":`, `"bias":1`, 1), "verify", "-", "--kernel",
		"arccos1", "--dim", "3"), "checksum")

	var view sphere.View
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", "decompose", "sigmoid", "--dim", "4", "--sphere", "--json", "--tol",
		"1e-6")), &view))
	assert.Equal(t, 4, view.Dim)
	assert.False(t, view.Definite)
	require.Len(t, view.Terms, view.Degree+1)
	require.NotNil(t, view.Terms[3].Sign)
	assert.Equal(t, -1, *view.Terms[3].Sign)
	assert.Equal(t, "0", view.Terms[2].Value)
	assert.Less(t, view.Bias, 1e-6)
	assert.Equal(t, 4.0, view.Terms[1].Harmonics)

	stdout := ok(t, "", "decompose", "1 - z^2/4", "--dim", "5", "--sphere", "-o", "-")
	assert.True(t, strings.HasPrefix(stdout, `{"format":"krein.zonal/1"`))

	for want, args := range map[string][]string{
		"only with --sphere":       {"decompose", "exp(-z)", "--dim", "3", "--degrees", "5"},
		"two different":            {"decompose", "exp(-z)", "--dim", "3", "--sphere", "--minimal", "--radius", "2"},
		"only two points":          {"decompose", "exp(-z)", "--dim", "1", "--sphere"},
		"want 1 …":                 {"decompose", "exp(-z)", "--dim", "3", "--sphere", "--degrees", "-1"},
		"want a positive number":   {"decompose", "exp(-z)", "--dim", "3", "--sphere", "--tol", "0"},
		"ending in .svg or .png":   {"decompose", "exp(-z)", "--dim", "3", "--sphere", "--plot", "x.gif"},
		"jumps at z = 1":           {"decompose", "z < 1 ? 1 : 0", "--dim", "3", "--sphere"},
		"there is nothing to draw": {"decompose", "1", "--dim", "3", "--sphere", "--plot", picture},
	} {
		code, _, errs := krein(t, "", args...)
		assert.NotZero(t, code, want)
		assert.Contains(t, errs, want)
	}
}
