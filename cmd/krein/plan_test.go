package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/drawing"
	"krein/features"
	"krein/features/waves"
	"krein/features/written"
	"krein/internal/testlong"
)

func TestPlan(t *testing.T) {
	t.Parallel()
	code, out, stderr := krein(t, "", "plan", "delta_gaussian(1,10)", "--dim", "4", "--error", "0.05", "--radius", "2",
		"--columns", "512", "--json")
	require.Equal(t, exitDone, code, stderr)
	var v planView
	require.NoError(t, json.Unmarshal([]byte(out), &v))
	require.NotEmpty(t, v.Plans)
	assert.Equal(t, "Jordan", v.Plans[0].Measure)
	assert.Equal(t, 2.0, v.Diameter)
	rows := v.Plans[0].Rows
	require.Len(t, rows, 5)
	for i := 1; i < len(rows); i++ {
		assert.Positive(t, rows[i].Columns)
	}
	assert.Greater(t, rows[0].Columns, 1e5)
	assert.Less(t, rows[4].Columns, rows[3].Columns)
	assert.Less(t, rows[4].Error, 0.05)

	// On the sphere, and a kernel that is exact there.
	code, out, stderr = krein(t, "", "plan", "spherical_polynomial(3,1)", "--dim", "4")
	require.Equal(t, exitDone, code, stderr)
	assert.Contains(t, out, "zonal on S^3, degrees to 1")
	for _, bad := range [][]string{
		{"plan", "exp(-z)", "--dim", "0"},
		{"plan", "exp(-z)", "--dim", "2", "--error", "-1"},
		{"plan", "exp(-z)", "--dim", "2", "--columns", "6"},
		{"plan", "exp(-z)", "--dim", "2", "--confidence", "2"},
	} {
		code, _, _ := krein(t, "", bad...)
		assert.Equal(t, exitFailed, code, bad)
	}
}

// On the sphere the polynomial kernel has no error from 17 columns on, and kernels without a Jordan
// decomposition are measured all the same.
func TestEvaluateOnTheSphere(t *testing.T) {
	t.Parallel()
	data := dataFile(t, 40, 16)
	code, out, stderr := krein(t, "", "evaluate", "spherical_polynomial(3,1)", "--data", data, "--label", "first",
		"--runs", "2", "--columns", "32", "--json")
	require.Equal(t, exitDone, code, stderr)
	var v struct {
		Results []struct {
			Representation string  `json:"representation"`
			Total          int     `json:"total_columns"`
			Bias           float64 `json:"bias"`
			Error          struct{ Mean float64 }
		} `json:"results"`
	}
	require.NoError(t, json.Unmarshal([]byte(out), &v))
	require.NotEmpty(t, v.Results)
	r := v.Results[0]
	assert.Equal(t, "zonal on S^15, degrees to 1", r.Representation)
	assert.Equal(t, 17, r.Total)
	assert.Less(t, r.Error.Mean, 1e-14)
	assert.Contains(t, stderr, "no Jordan decomposition")
	code, out, stderr = krein(t, "", "evaluate", "spherical_polynomial(3,1)", "--data", data, "--label", "first", "--runs",
		"2", "--columns", "32", "--coupling", "published")
	require.Equal(t, exitDone, code, stderr)
	for _, name := range []string{"SRF", "DIGMM", "Nyström, uniform", "Nyström, leverage scores"} {
		assert.Contains(t, out, name)
	}
	code, out, stderr = krein(t, "", "evaluate", "ntk", "--data", data, "--label", "first", "--runs", "2",
		"--columns", "64")
	require.Equal(t, exitDone, code, stderr)
	assert.Contains(t, out, "step and ReLU functions")
}

// Maps on the sphere: from a formula, from the file of an expansion, and from a least measure; J in a file.
func TestFeaturesOfAnyRepresentation(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	data, dir := dataFile(t, 40, 16), t.TempDir()
	phi, j := filepath.Join(dir, "phi.csv"), filepath.Join(dir, "j.csv")
	view := func(args ...string) (v drawing.MapView) {
		args = append([]string{"features", "--data", data, "--label", "first", "-o", phi, "--signature", j,
			"--json"}, args...)
		code, out, stderr := krein(t, "", args...)
		require.Equal(t, exitDone, code, stderr)
		require.NoError(t, json.Unmarshal([]byte(out), &v))
		text, err := os.ReadFile(j)
		require.NoError(t, err)
		signs := strings.Fields(string(text))
		require.Len(t, signs, v.Columns)
		at := 0
		for _, r := range v.Signature {
			for range r.Columns {
				assert.Equal(t, strconv.Itoa(r.Sign), signs[at])
				at++
			}
		}
		return v
	}
	v := view("spherical_polynomial(3,1)")
	assert.Equal(t, "zonal on S^15, degrees to 1", v.Representation)
	assert.Equal(t, 17, v.Columns-v.Zeros)
	assert.Equal(t, features.DefaultColumns, v.Columns)
	assert.Zero(t, v.Random)
	assert.Less(t, v.Bias.Bound, 1e-15)
	v = view("ntk", "--columns", "64")
	assert.Equal(t, "step and ReLU functions", v.Representation)
	assert.Equal(t, features.Orthogonal, v.Coupling)
	assert.Equal(t, 64, v.Columns)
	v = view("gaussian(1) - 0.5*gaussian(3)", "--scale", "sphere", "--representation", "jordan", "--columns", "16")
	assert.Equal(t, "jordan", v.Representation)
	v = view("gaussian(1) - 0.5*gaussian(3)", "--scale", "sphere", "--representation", "sphere", "--columns", "16",
		"--coupling", "iid")
	assert.Contains(t, v.Representation, "zonal")
	assert.Equal(t, features.IID, v.Coupling)

	z := filepath.Join(dir, "z.json")
	code, _, stderr := krein(t, "", "decompose", "arccos1", "--dim", "16", "--sphere", "-o", z)
	require.Equal(t, exitDone, code, stderr)
	v = view(z, "--columns", "32")
	assert.Contains(t, v.Representation, "zonal on S^15")
	assert.Equal(t, "arccos1", v.Formula)
	assert.Positive(t, v.Bias.Bound)

	least := filepath.Join(dir, "m.json")
	code, _, stderr = krein(t, "", "decompose", "1 - z^2/4", "--dim", "16", "--minimal", "--radius", "2", "--bias", "1e-2",
		"--proof", least)
	require.Equal(t, exitDone, code, stderr)
	v = view(least, "--columns", "32", "--scale", "sphere")
	assert.Equal(t, "least measure", v.Representation)
	assert.Equal(t, 2.0, v.Bias.Radius)

	for _, c := range testlong.Some([][2]string{{z, "zonal on S^15"}, {least, "least measure"}}, 2) {
		code, out, stderr := krein(t, "", "evaluate", c[0], "--data", data, "--label", "first", "--scale",
			"sphere", "--runs", "2", "--columns", "32")
		require.Equal(t, exitDone, code, stderr)
		assert.Contains(t, out, c[1])
	}
	code, _, stderr = krein(t, "", "evaluate", "ntk", z, "--data", data)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, stderr, "2 arguments")

	for _, bad := range [][]string{
		{"ntk", "--representation", "zonal"},
		{"ntk", "--representation", "sphere", "--coupling", "auto,stratified"},
		{z, "--coupling", "shared"},
		{"ntk", "--representation", "jordan"},
		{"ntk", "-o", "-", "--signature", "-"},
	} {
		args := append([]string{"features", "--data", data, "--label", "first", "-o", phi}, bad...)
		code, _, _ := krein(t, "", args...)
		assert.Equal(t, exitFailed, code, bad)
	}
}

// The archive has the columns of the map: cosines and sines of its frequencies with its amplitudes.
func TestMap(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "map.npz")
	how := []string{"--columns", "13", "--seed", "4", "--coupling", "orthogonal,stratified,equal",
		"--exact", "none"}
	code, out, stderr := krein(t, "", append([]string{"map", "1 + gaussian(1) - 0.5*gaussian(3)", "--dim", "3", "-o", file},
		how...)...)
	require.Equal(t, exitDone, code, stderr)
	assert.Contains(t, out, "3 frequencies for k₊, 3 for k₋")
	m, err := waves.Load(file)
	require.NoError(t, err)
	require.Len(t, m.Signature(), 13)
	assert.InDelta(t, 1, m.Numbers().Constant, 1e-12)

	// The same columns from 'krein features', at a point.
	x, phi := filepath.Join(dir, "x.csv"), filepath.Join(dir, "phi.csv")
	require.NoError(t, os.WriteFile(x, []byte("0.3,-0.7,1.1\n"), 0o600))
	code, _, stderr = krein(t, "", append([]string{"features", "1 + gaussian(1) - 0.5*gaussian(3)", "--data", x + ",header=no",
		"--scale", "none", "-o", phi}, how...)...)
	require.Equal(t, exitDone, code, stderr)
	text, err := os.ReadFile(phi)
	require.NoError(t, err)
	var row []float64
	for _, f := range strings.Split(strings.TrimSpace(string(text)), ",") {
		v, err := strconv.ParseFloat(f, 64)
		require.NoError(t, err)
		row = append(row, v)
	}
	require.Len(t, row, 13)
	phis, err := m.Transform(nil, mat.NewDense(1, 3, []float64{0.3, -0.7, 1.1}))
	require.NoError(t, err)
	assert.InDeltaSlice(t, row, phis.RawRowView(0), 1e-12)

	// The other formats have the same numbers.
	draw := func(name string, args ...string) string {
		other := filepath.Join(dir, name)
		code, _, stderr := krein(t, "", slices.Concat([]string{"map", "1 + gaussian(1) - 0.5*gaussian(3)", "--dim", "3", "-o", other},
			how, args)...)
		require.Equal(t, exitDone, code, stderr)
		return other
	}
	tensors, err := waves.Load(draw("map.safetensors"))
	require.NoError(t, err)
	assert.Equal(t, m.Numbers(), tensors.Numbers())
	assert.FileExists(t, strings.TrimSuffix(draw("map.onnx,dtype=float32"), ",dtype=float32"))
	for _, args := range [][]string{{"-o", "map.npz,dtype=float32"}, {"-o", "map.onnx,dtype=int8"}} {
		code, _, stderr := krein(t, "", append([]string{"map", "gaussian(1)", "--dim", "3"}, args...)...)
		assert.Equal(t, exitFailed, code)
		assert.Contains(t, stderr, "float32", args)
	}

	code, out, stderr = krein(t, "", "map", "spherical_polynomial(3,1)", "--dim", "16")
	require.Equal(t, exitDone, code, stderr)
	assert.Contains(t, out, "exact, 17 columns")
	code, _, stderr = krein(t, "", "map", "ntk", "--dim", "16", "-o", file)
	assert.Equal(t, exitDone, code, stderr)
	sphere, err := written.Load(file)
	require.NoError(t, err)
	assert.True(t, sphere.Unit)
	code, _, _ = krein(t, "", "map", "gaussian(1)")
	assert.Equal(t, exitFailed, code)
}
