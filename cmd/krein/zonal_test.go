package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/measure"
	"krein/internal/outward"
	"krein/internal/testlong"
)

func TestDecomposeSphere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, picture := filepath.Join(dir, "zonal.json"), filepath.Join(dir, "coefficients.svg")
	out := ok(t, "", "decompose", "arccos1", "--dim", "3", "--sphere", "-o", path, "--plot", picture)
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

	var view measure.SphereView
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", "decompose", "sigmoid", "--dim", "4", "--sphere", "--json")), &view))
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
		"two different":            {"decompose", "exp(-z)", "--dim", "3", "--sphere", "--minimal", "--radius", "2"},
		"only two points":          {"decompose", "exp(-z)", "--dim", "1", "--sphere"},
		"ending in .svg or .png":   {"decompose", "exp(-z)", "--dim", "3", "--sphere", "--plot", "x.gif"},
		"jumps at z = 1":           {"decompose", "z < 1 ? 1 : 0", "--dim", "3", "--sphere"},
		"there is nothing to draw": {"decompose", "1", "--dim", "3", "--sphere", "--plot", picture},
	} {
		code, _, errs := krein(t, "", args...)
		assert.NotZero(t, code, want)
		assert.Contains(t, errs, want)
	}
}

// The biases of the table in docs/zonal.md are bounds: what is proved, rounded up.
func TestZonalPageBounds(t *testing.T) {
	page, err := os.ReadFile("../../docs/zonal.md")
	require.NoError(t, err)
	for name, formula := range map[string]string{
		"| κ₀ | 16 |":                       "arccos0",
		"| Gaussians, τ = 1 less 10 | 3 |":  "exp(-z^2/2)-exp(-z^2/200)",
		"| Gaussians, τ = 1 less 10 | 16 |": "exp(-z^2/2)-exp(-z^2/200)",
		"| tanh u | 16 |":                   "tanh(1-z^2/2)",
	} {
		i := strings.Index(string(page), name)
		require.Positive(t, i, name)
		cells := strings.Split(string(page[i:]), "|")
		_, out, _ := krein(t, "", "decompose", formula, "--dim", strings.TrimSpace(cells[2]), "--sphere", "--json")
		var z struct{ Bias float64 }
		require.NoError(t, json.Unmarshal([]byte(out), &z))
		want, err := strconv.ParseFloat(outward.Up(z.Bias, 2), 64)
		require.NoError(t, err)
		got, err := strconv.ParseFloat(strings.TrimSpace(cells[6]), 64)
		require.NoError(t, err)
		assert.Positive(t, got)
		assert.Equal(t, want, got, name)
	}
}

// A bias that more columns do not change is remarked upon where it is more than a hundredth of k(0), and the remedy works.
func TestLargeBias(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	x := fileWith(t, "x.csv", rings(40))
	out := filepath.Join(t.TempDir(), "phi.npy")
	args := []string{"features", "--data", x, "--label", "last", "--scale", "sphere", "--columns", "64", "-o", out}
	const slow = "1 - (z/2)^(1/4)"
	assert.Contains(t, ok(t, "", append(args, slow)...), "WARNING: the bias may be ")
	assert.NotContains(t, ok(t, "", append(args, "ntk")...), "WARNING")
	steps := ok(t, "", append(args, "arccos0(3)")...) // products of step functions
	assert.NotContains(t, steps, "WARNING")
	assert.Contains(t, steps, "at z = 0, at z = 2 and for ")
	ok(t, "", "fit", "--task", "classify", "--kernel", slow, "--landmarks", "--columns", "16", "--data", x, "--label", "last",
		"-o", filepath.Join(t.TempDir(), "m.npz"))
}
