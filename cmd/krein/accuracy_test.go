package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/measure"
	"krein/decompose"
	"krein/internal/testlong"
)

// badTable is a table of exp(−z²/2) in R³, edited.
func badTable(t *testing.T, edit func(d *decompose.Decomposition)) string {
	t.Helper()
	js, _, _ := tableFiles(t, "exp(-z^2/2)", 3)
	d, err := decompose.Load(js)
	require.NoError(t, err)
	edit(d)
	require.NoError(t, d.Save(js))
	return js
}

// What an estimate says of its own errors decides whether it is used.
func TestInaccurateIsRefused(t *testing.T) {
	t.Parallel()
	data := dataFile(t, 10, 2) // three columns
	dir := t.TempDir()
	features := []string{"features", coupling, "--data", data, "--columns", "8", "-o"}
	estimated := func(d *decompose.Decomposition) {
		d.Quality, d.Bias = decompose.Estimated, nil
		d.Plus.MassKind, d.Plus.LawErr.Kind = decompose.KindEstimated, decompose.KindEstimated
	}
	for name, edit := range map[string]func(d *decompose.Decomposition){
		"mass": func(d *decompose.Decomposition) { estimated(d); d.Plus.MassErr = 0.3 },
		"law": func(d *decompose.Decomposition) {
			estimated(d)
			d.Plus.LawErr.Kolmogorov, d.Plus.LawErr.TotalVariation = 0.02, 0.02
		},
		"another": func(d *decompose.Decomposition) { estimated(d); d.Kernel = "exp(-z^2/3)" }, // whose errors are denied
		"30 %":    func(d *decompose.Decomposition) { estimated(d); d.Plus.Mass *= 0.7; d.Plus.MassErr = 0.3 },
	} {
		js, out := badTable(t, edit), filepath.Join(dir, name+".npy")
		msg := bad(t, "", append(features, out, js)...)
		assert.Contains(t, msg, "--accept-estimate", name)
		assert.NoFileExists(t, out)
		text := ok(t, "", append(features, out, js, "--accept-estimate")...)
		assert.Contains(t, text, "estimated", name)
		code, _, errs := krein(t, "", "table", "check", js)
		assert.Equal(t, exitNotMet, code, "%s: %s", name, errs)
	}
	good := badTable(t, estimated)
	text := ok(t, "", append(features, filepath.Join(dir, "good.npy"), good)...)
	assert.Contains(t, text, "bias: |E k̂(z) − k(z)| for all z is not bounded")
	assert.Contains(t, text, "(estimated: at some distances it is ")
	ok(t, "", "table", "check", good)
	// A bound that claims to be proved is held against the kernel all the same.
	js := badTable(t, func(d *decompose.Decomposition) { d.Kernel = "exp(-z^2/3)" })
	code, _, errs := krein(t, "", "table", "check", js)
	assert.Equal(t, exitNotMet, code)
	assert.Contains(t, errs, "k(z): ")
}

// A kernel that is known badly: every verb refuses it, and takes it with the flag.
func TestInaccurateKernel(t *testing.T) {
	testlong.Await(t, 1, 2)
	t.Parallel()
	if testing.Short() {
		t.Skip("estimates an oscillating density in R^16")
	}
	const kernel = "sin(z)/z*exp(-z^0.3)"
	data := dataFile(t, 10, 16)
	dir := t.TempDir()
	for _, args := range testlong.Some([][]string{
		{"decompose", kernel, "--dim", "16"},
		{"features", kernel, "--data", data, "--columns", "8", "-o", filepath.Join(dir, "phi.npy")},
		{"evaluate", kernel, "--data", data, "--columns", "8", "--runs", "1", "--bias", "0"},
	}, 3) {
		code, _, errs := krein(t, "", args...)
		require.NotEqual(t, exitDone, code, "if this kernel is known well by now, choose another")
		assert.Contains(t, errs, "--accept-estimate")
		assert.NotContains(t, errs, "AcceptEstimate")
		text := ok(t, "", append(args, "--accept-estimate")...)
		assert.Contains(t, text, "bias: |E k̂(z) − k(z)| for all z is not bounded")
		assert.NotContains(t, text, "k(0) = ‖m₊‖")
	}
	if testlong.Turn(1, 3) {
		text := ok(t, "", "compare", kernel, "--dim", "16", "--bias", "0.1")
		assert.Contains(t, text, "not available: Jordan")
	}
}

// Every output says what is known of the bias.
func TestBiasIsAlwaysSaid(t *testing.T) {
	t.Parallel()
	data := dataFile(t, 10, 2)
	dir := t.TempDir()
	const bound = "bias: |E k̂(z) − k(z)| ≤ "
	table := filepath.Join(dir, "t.json")
	assert.Contains(t, ok(t, "", "decompose", "gaussian(1)", "--dim", "3", "-o", table), bound)
	assert.Contains(t, ok(t, "", "table", "inspect", table), bound)
	assert.Contains(t, ok(t, "", "features", "gaussian(1)", coupling, "--data", data, "--columns", "8",
		"-o", filepath.Join(dir, "phi.npy")), bound)
	assert.Contains(t, ok(t, "", "evaluate", "gaussian(1)", coupling, jordan, "--data", data, "--columns",
		"8", "--runs", "1"), bound)
	_, _, errs := krein(t, "", "features", table, coupling, "--data", data, "--columns",
		"8", "-o", "-")
	assert.Contains(t, errs, bound)
	for _, args := range testlong.Some([][]string{
		{"decompose", "gaussian(1)", "--dim", "3"},
		{"table", "inspect", table},
		{"features", "gaussian(1)", coupling, "--data", data, "--columns", "8", "-o",
			filepath.Join(dir, "phi.npy")},
		{"evaluate", "gaussian(1)", coupling, jordan, "--data", data, "--columns", "8", "--runs", "1"},
	}, 2) {
		var v struct{ Bias *measure.Bias }
		require.NoError(t, json.Unmarshal([]byte(ok(t, "", append(args, "--json")...)), &v))
		require.NotNil(t, v.Bias, args[0])
		assert.Equal(t, decompose.KindProved, v.Bias.Kind)
		assert.Less(t, v.Bias.Bound, 1e-9)
	}
}

// Rows that are farther apart than a minimum reaches are an error that names them.
func TestRowsOutside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	table, out := filepath.Join(dir, "m.json"), filepath.Join(dir, "phi.npy")
	ok(t, "", "decompose", "1 - z^2/4", "--dim", "3", "--minimal", "--radius", "2", "--bias", "1e-2", "-o", table)
	d, err := decompose.Load(table)
	require.NoError(t, err)
	require.NotNil(t, d.Domain)
	assert.Equal(t, 2.0, d.Domain.Radius)
	assert.LessOrEqual(t, d.Domain.Bias, 1e-2)
	near := fileWith(t, "near.csv", "0,0,0\n1,1,1\n0,0,1.9\n")
	far := fileWith(t, "far.csv", "0,0,0\n1,1,1\n-26,1,1\n0,0,0\n")
	features := func(data string, more ...string) []string {
		return append([]string{"features", table, coupling, "--data", data, "--columns", "8", "-o",
			out}, more...)
	}
	text := ok(t, "", features(near, "--scale", "none")...)
	assert.Contains(t, text, "at most 2 apart, within 2")
	assert.Contains(t, text, "≤ 0.01 for z ≤ 2, with no bound beyond, proved")
	assert.Contains(t, ok(t, "", features(near)...), "at most 1.733 apart, within 2") // the unit cube
	assert.Contains(t, ok(t, "", features(fileWith(t, "s.csv", "1,0,0\n-30,0,0\n"), "--scale", "sphere")...),
		"on the unit sphere")
	msg := bad(t, "", features(far, "--scale", "none")...)
	assert.Contains(t, msg, "rows 2 and 3 of "+far+" are 27 apart")
	assert.Contains(t, msg, "--scale sphere")
	assert.Contains(t, msg, "--accept-estimate")
	content := string(contentOf(t, far))
	assert.Contains(t, bad(t, content, features("-", "--scale", "none")...), "rows 2 and 3 of standard input are 27 apart")
	text = ok(t, "", features(far, "--scale", "none", "--accept-estimate")...)
	assert.Contains(t, text, "WARNING: rows 2 and 3")
	var v struct {
		Rows *dataset.Spread `json:"distances_between_rows"`
	}
	require.NoError(t,
		json.Unmarshal([]byte(ok(t, "", features(far, "--scale", "none", "--accept-estimate", "--json")...)), &v))
	require.NotNil(t, v.Rows)
	assert.True(t, v.Rows.Outside)
	assert.Equal(t, []int{2, 3}, v.Rows.Between)
	assert.Contains(t, bad(t, "", "decompose", "1-z^2/4", "--dim", "3", "--minimal", "--radius", "2", "--scale", "none",
		"--data", far), "rows 2 and 3")
}

// A kernel for the unit sphere is zero beyond its domain only if someone says so.
func TestRowsOutsideTheDomain(t *testing.T) {
	t.Parallel()
	far := fileWith(t, "far.csv", "0,0,0\n1,1,1\n-2,1,1\n")
	const kernel = "spherical_polynomial(2,4)"
	table := filepath.Join(t.TempDir(), "t.json")
	ok(t, "", "decompose", kernel, "--dim", "3", "-o", table)
	evaluate := []string{"evaluate", table, "--data", far, "--columns", "8", "--runs", "1", coupling, jordan, "--scale"}
	assert.Contains(t, bad(t, "", append(evaluate, "none")...),
		"rows 2 and 3 of "+far+" are 3 apart (--scale none), and the kernel is meant for distances up to 2")
	ok(t, "", append(evaluate, "none", "--param", "beyond=zero")...)
	assert.Contains(t, ok(t, "", append(evaluate, "none", "--accept-estimate")...), "WARNING")
	// A row at the origin has no direction.
	assert.Contains(t, bad(t, "", append(evaluate, "sphere")...), "row 1")
	assert.Contains(t, ok(t, "", append(evaluate, "unit")...), "at most 1.733 apart")
	msg := bad(t, "", "features", table, "--data", far, "--scale", "none", "--columns", "8", "-o", "-")
	assert.True(t, strings.Contains(msg, "rows 2 and 3"), msg)
}
