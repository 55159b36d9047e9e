package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/input"
	"krein/internal/testlong"
)

func TestRegionCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, plot := filepath.Join(dir, "r.json"), filepath.Join(dir, "r.svg")
	family := []string{"exp(-z) + b*exp(-2*z)", "--param", "b=-1..1", "--dim", "1"}
	out := ok(t, "", append([]string{"region", "--tolerance", "1e-3", "-o", file, "--plot", plot}, family...)...)
	assert.Contains(t, out, "Positive definite on R^1 for -1/2 ≤ b ≤ 1.")
	svg, err := os.ReadFile(plot)
	require.NoError(t, err)
	assert.Contains(t, string(svg), "</svg>")

	verify := []string{"verify", file, "--kernel", family[0], "--dim", "1", "--param"}
	out = ok(t, "", append(verify, "b=-1..1")...)
	assert.Contains(t, out, "accepted")
	assert.Contains(t, out, "certify/region")
	out = ok(t, "", append(verify, "b=-1..1", "--json")...)
	assert.Contains(t, out, `"verdict": "accepted"`)
	code, _, errs := krein(t, "", append(verify, "b=-1..2")...)
	assert.Equal(t, exitNotMet, code)
	assert.Contains(t, errs, "--param 'b=-1..1'")
	code, _, errs = krein(t, "", "verify", file, "--kernel", "exp(-z) + b*exp(-3*z)", "--dim", "1", "--param", "b=-1..1")
	assert.Equal(t, exitNotMet, code)
	assert.Contains(t, errs, "rejected")
	assert.Contains(t, bad(t, "", "verify", file, "--kernel", "exp(-z)", "--dim", "1"), "--param b=0..3")

	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, bytes.Replace(data, []byte(`"status":"undecided"`), []byte(`"status":"proved"`), 1), 0o644))
	assert.Contains(t, bad(t, "", append(verify, "b=-1..1")...), "damaged or edited")
}

// A box of two parameters is mapped, drawn, verified for itself and smaller ones, and continued.
func TestRegionMap(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, plot := filepath.Join(dir, "m.json"), filepath.Join(dir, "m.svg")
	const kernel = "exp(-b*z)*(1 - c*z)"
	family := []string{kernel, "--param", "b=1/2..2", "--param", "c=-3..3", "--dim", "1", "--tolerance", "0.1"}
	line := append([]string{"region", "-o", file, "--plot", plot}, family...)
	out := ok(t, "", line...)
	assert.Contains(t, out, "Not positive definite on R^1")
	assert.Contains(t, out, "-1/2 ≤ c ≤ 1/2")
	svg, err := os.ReadFile(plot)
	require.NoError(t, err)
	assert.Contains(t, string(svg), "</svg>")
	for box, want := range map[[2]string]string{
		{"b=1/2..2", "c=-3..3"}: "accepted", {"b=1..3/2", "c=0..1"}: "accepted", {"b=1/2..3", "c=-3..3"}: "rejected", {"b=1/2..2", "c=-3..4"}: "rejected",
	} {
		code, out, errs := krein(t, "", "verify", file, "--kernel", kernel, "--dim", "1", "--param", box[0], "--param", box[1])
		assert.Contains(t, out+errs, want, box)
		assert.Equal(t, want == "accepted", code == 0, box)
	}
	code, _, errs := krein(t, "", line...)
	assert.Zero(t, code)
	assert.Contains(t, errs, "continuing the map in")
	code, _, errs = krein(t, "", "verify", file, "--kernel", kernel, "--dim", "1", "--param", "b=1/2..2", "--param", "c=1")
	assert.NotZero(t, code, errs)
}

// Several dimensions have a row each, one picture and one file, in which verify finds the one that it is asked about.
func TestRegionDims(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, plot := filepath.Join(dir, "d.json"), filepath.Join(dir, "d.svg")
	const kernel = "exp(-z)*(1 + b*z)"
	line := []string{"region", kernel, "--param", "b=-2..2", "--dims", "1..2,4", "--tolerance", "1e-3"}
	out := ok(t, "", append(line, "-o", file, "--plot", plot)...)
	for _, row := range []string{`R\^1 +-1 ≤ b ≤ 1 `, `R\^2 +-1/2 ≤ b ≤ 1 `, `R\^4 +-1/4 ≤ b ≤ 1 `} {
		assert.Regexp(t, row, out)
	}
	assert.Contains(t, out, "Positive definite on R^4 for -1/4 ≤ b ≤ 1. Not positive definite on R^4 for")
	svg, err := os.ReadFile(plot)
	require.NoError(t, err)
	for _, row := range []string{"R^1", "R^2", "R^4"} {
		assert.Contains(t, string(svg), row)
	}
	verify := []string{"verify", file, "--kernel", kernel, "--param", "b=-2..2", "--dim"}
	for _, dim := range []string{"1", "2", "4"} {
		assert.Contains(t, ok(t, "", append(verify, dim)...), "accepted")
	}
	code, _, errs := krein(t, "", append(verify, "3")...)
	assert.Equal(t, exitNotMet, code)
	assert.Contains(t, errs, "about R^1, R^2, R^4, not R^3")
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(written), ok(t, "", append(line, "-o", "-")...))
	damaged := bytes.Replace(written, []byte(`"dim":4`), []byte(`"dim":3`), 1)
	require.NotEqual(t, written, damaged)
	require.NoError(t, os.WriteFile(file, damaged, 0o600))
	assert.Contains(t, bad(t, "", append(verify, "1")...), "damaged or edited")
	require.NoError(t, os.WriteFile(file, []byte("[]"), 0o600))
	assert.Contains(t, bad(t, "", append(verify, "1")...), "without a document")
}

// Ranges that are none, and verbs that take none, say what is wrong.
// TestRegionInterrupted: what an interrupted run has decided is in the file, which is sound, and the same command goes on from there.
func TestRegionInterrupted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.json")
	args := []string{"region", "exp(-z)*cos(b*z)", "--param", "b=0..3", "--dims", "2,3", "--tolerance", "0.1", "-o", file}
	ctx, stop := context.WithCancel(input.Alone(t.Context()))
	time.AfterFunc(300*time.Millisecond, stop)
	var out, errs bytes.Buffer
	require.Equal(t, exitInterrupted, run(ctx, args, strings.NewReader(""), &out, &errs), errs.String())
	assert.Contains(t, errs.String(), "what is decided so far is in "+file)
	code, _, stderr := krein(t, "", args...)
	require.Equal(t, exitDone, code, stderr)
	assert.Contains(t, stderr, "continuing the region in "+file)
	for _, dim := range []string{"2", "3"} {
		code, stdout, stderr := krein(t, "", "verify", file, "--kernel", args[1], "--param", "b=0..3", "--dim", dim)
		require.Equal(t, exitDone, code, stdout+stderr)
	}
}

func TestRegionRefuses(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ says, line string }{
		{"no parameter has a range", "region exp(-b*z) --param b=1 --dim 1"},
		{"the first number is not less", "region b*exp(-z) --param b=1..1 --dim 1"},
		{"is no number", "region b*exp(-z) --param b=0..1e999999999 --dim 1"},
		{"is no number", "region b*exp(-z) --param b=..1 --dim 1"},
		{"about one claim", "region a*b*exp(-z) --param b=0..1 --param a=0..1 --dim 1 --claim pd,finite-mass"},
		{"shows two parameters", "region a*b*c*exp(-z) --param b=0..1 --param a=0..1 --param c=0..1 --dim 1 --plot m.svg"},
		{"one parameter in a range", "region a*b*exp(-z) --param b=0..1 --param a=0..1 --dims 1..3"},
		{"one claim", "region b*exp(-z) --param b=0..1 --dims 1,2 --claim pd,finite-mass"},
		{"is not a dimension", "region b*exp(-z) --param b=0..1 --dims 3..1"},
		{"want 1 … 1000", "region b*exp(-z) --param b=0..1 --dims 0..3"},
		{"missing: --dims", "region b*exp(-z) --param b=0..1"},
		{"does not occur", "region exp(-z) --param b=0..1 --dim 1"},
		{"taken by the formula language", "region exp(-z)*z --param z=0..1 --dim 1"},
		{"'krein region' says for which values", "spectrum b*exp(-z) --param b=0..1 --dim 1"},
		{"one value of each parameter", "certify b*exp(-z) --param b=0..1 --dim 1 -o x.tex"},
		{"for all values of b", "certify exp(-z)*gaussian(b) --param b=0..1 --dim 1"},
		{"one may have", "certify a*b*exp(-z) --param b=0..1 --param a=0..1 --dim 1"},
		{"want a range such as", "certify b*exp(-z) --param b=(0..1 --dim 1"},
		{"one of x − y", "region b*exp(-abs(x1)) --param b=0..1 --dim 2"},
		{"no function of x − y", "region min --param b=0..1 --dim 2"},
		{"--tolerance", "region b*exp(-z) --param b=0..1 --dim 1 --tolerance 0"},
		{"no such claim", "region b*exp(-z) --param b=0..1 --dim 1 --claim pq"},
		{"--param beyond=no", "region b*exp(-z) --param b=0..1 --dim 1 --param beyond=no"},
	} {
		assert.Contains(t, bad(t, "", strings.Fields(row.line)...), row.says, row.line)
	}
}

// One certificate for every value of a range is verified for that range and smaller ones, and for no other.
func TestCertifyOver(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "c.json")
	const kernel = "exp(-z)*cos(b*z)"
	out := ok(t, "", "certify", kernel, "--param", "b=(0..1/2]", "--dim", "3", "--claim", "pd", "--require", "pd=proved", "-o", file,
		"--effort", "30") // its time is that of all tests that run beside this one
	assert.Contains(t, out, "for every b with 0 < b ≤ 1/2")
	assert.Contains(t, out, "proved")
	for param, want := range map[string]string{
		"b=(0..1/2]": "accepted", "b=1/8..1/4": "accepted", "b=0..1/2": "rejected", "b=1/4..2": "rejected",
	} {
		code, out, errs := krein(t, "", "verify", file, "--kernel", kernel, "--dim", "3", "--param", param)
		assert.Contains(t, out+errs, want, param)
		assert.Equal(t, want == "accepted", code == 0, param)
	}
	code, _, errs := krein(t, "", "verify", file, "--kernel", "exp(-z)*cos(c*z)", "--dim", "3", "--param", "c=(0..1/2]")
	assert.Equal(t, exitNotMet, code)
	assert.Contains(t, errs, "rejected")
	code, _, _ = krein(t, "", "verify", file, "--kernel", "exp(-z)*cos(3*b*z)", "--dim", "3", "--param", "b=(0..1/2]")
	assert.Equal(t, exitNotMet, code)
	// a named kernel, and its masses
	out = ok(t, "", "certify", "delta_gaussian(1, b)", "--param", "b=2..2.01", "--dim", "3", "-o", file, "--effort", "30")
	assert.Contains(t, out, "For every such b: ‖m₊‖ between")
	for param, want := range map[string]int{"b=2..2.01": exitDone, "b=2.001..2.002": exitDone, "b=2..2.02": exitNotMet} {
		code, out, errs := krein(t, "", "verify", file, "--kernel", "delta_gaussian(1, b)", "--dim", "3", "--param", param)
		assert.Equal(t, want, code, param)
		assert.Equal(t, want == exitDone, strings.Contains(out, "masses"), out+errs)
	}
	// an end at which the formula is of another kind has a certificate of its own
	const closed = "exp(-z)*(1 + b*z)"
	out = ok(t, "", "certify", closed, "--param", "b=0..1/2", "--dim", "1", "--claim", "pd", "--require", "pd=proved", "-o", file,
		"--effort", "30")
	assert.Contains(t, out, "Several certificates together decide pd: one for 0 < b < 1/2, and one for b = 0,")
	for param, want := range map[string]string{
		"b=0..1/2": "accepted", "b=(0..1/4]": "accepted", "b=-1/8..1/2": "rejected", "b=0..51/100": "rejected",
	} {
		code, out, errs := krein(t, "", "verify", file, "--kernel", closed, "--dim", "1", "--param", param)
		assert.Contains(t, out+errs, want, param)
		assert.Equal(t, want == "accepted", code == 0, param)
	}
	if !testlong.Turn(1, 3) {
		return
	}
	code, out, errs = krein(t, "", "certify", kernel, "--param", "b=0..3", "--dim", "3", "--claim", "pd", "--require", "pd=proved")
	assert.Equal(t, exitNotMet, code, errs)
	assert.Contains(t, out, "for every b with 0 ≤ b ≤ 3")
	const divide = "krein region 'exp(-z)*cos(b*z)' --param 'b=0..3' --dim 3 --claim pd" // what is advised is run
	assert.Contains(t, out, divide)
	out = ok(t, "", "region", kernel, "--param", "b=0..3", "--dim", "3", "--claim", "pd")
	assert.Contains(t, out, "0 ≤ b ≤ 1/sqrt(3)")
}
