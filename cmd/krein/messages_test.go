package main

import (
	"bytes"
	"errors"
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

// TestNoPackageNames: errors of the library are shown without the names of its packages.
func TestNoPackageNames(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"decompose", "exp(-z)", "--dim", "3", "--minimal", "--radius", "2", "--bias", "1e-13"},
		{"decompose", "z < 1 ? 1 : 0", "--dim", "3", "--sphere"},
		{"table", "inspect", fileWith(t, "t.json", "{}")},
	} {
		assert.NotRegexp(t, `(decompose|density|mass|sign|hankel|features): `, bad(t, "", args...))
	}
}

// What would take all memory is refused with the amount.
func TestMemoryLimit(t *testing.T) {
	data := dataFile(t, 5, 2)
	for _, args := range [][]string{
		{"features", "gaussian(1)", "--data", data, "-o", "-", "--columns", "1000000000000"},
		{"features", "gaussian(1)", "--data", data, "-o", "-", "--columns", "9223372036854775807"},
		{"evaluate", "gaussian(1)", "--data", data, "--columns", "32,1000000000000"},
	} {
		msg := bad(t, "", args...)
		assert.Contains(t, msg, "GiB of memory, more than the limit of 4 GiB")
	}
	assert.Contains(t, bad(t, "", "features", "gaussian(1)", "--data", data, "-o", "-", "--columns", "-1"),
		"want at least 1")
	assert.Equal(t, 4096, input.BlockRows(100))
	assert.Equal(t, 1, input.BlockRows(1<<40))
}

// A bias that float64 cannot have is refused at once, for the right reason.
func TestBiasOutOfReach(t *testing.T) {
	t.Parallel()
	msg := bad(t, "", "decompose", "1 - z^2/4", "--dim", "16", "--minimal", "--radius", "2", "--bias", "1e-13")
	assert.Contains(t, msg, "out of reach")
	assert.Contains(t, msg, "ask for 2e-12 or more")
}

// Where the work was spent, the budget is named; no other is advised, which nobody has tried.
func TestAtEffort(t *testing.T) {
	t.Parallel()
	msg := bad(t, "", "decompose", "1 - z^2/4", "--dim", "16", "--minimal", "--radius", "2", "--bias", "1e-9",
		"--effort", "0.01")
	assert.Contains(t, msg, "the budget of work is spent (--effort 0.01)")
}

// Ctrl-C ends a search at once.
func TestInterruptSearch(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts a process")
	}
	interruptComputing(t, "exp(-z)*cos(3*z)", 400*time.Millisecond,
		"decompose", "-", "--dim", "3", "--minimal", "--radius", "5", "-o", "t.json")
}

// full is an output for which there is no room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// What cannot be written is an error, whichever verb writes it, and for texts of help too.
func TestFullDisk(t *testing.T) {
	for _, args := range testlong.Some([][]string{
		{"decompose", "gaussian(1)", "--dim", "2"}, {"plan", "--help"}, {"doctor"},
		{"plan", "gaussian(1)", "--dim", "2", "--error", "0.1"}, {"--help"}, {"kernels"},
		{"spectrum", "exp(-abs(x1))", "--dim", "2"},
	}, 1) {
		var errs bytes.Buffer
		assert.Equal(t, exitFailed, run(t.Context(), args, strings.NewReader(""), full{}, &errs), args)
		assert.Equal(t, "krein: no space left on device\n", errs.String(), args)
	}
}

// A file of another kind is called by its name, with the verb that takes it.
func TestMisplacedFiles(t *testing.T) {
	dir, data := t.TempDir(), dataFile(t, 5, 2)
	file := func(name string, args ...string) string {
		path := filepath.Join(dir, name)
		ok(t, "", append(args, "-o", path)...)
		return path
	}
	waves := file("m.npz", "map", "gaussian(1)", "--dim", "2", "--columns", "8")
	table := file("t.json", "decompose", "gaussian(1)", "--dim", "2")
	certificate := file("c.json", "certify", "gaussian(1)", "--dim", "2")
	sphere := file("s.npz", "map", "ntk", "--dim", "2", "--columns", "8")
	model := file("m.onnx", "map", "gaussian(1)", "--dim", "2", "--columns", "8")
	measure := file("d.json", "decompose", "exp(-abs(x1))*exp(-x2^2)", "--dim", "2")
	for _, c := range []struct {
		want string
		args []string
	}{
		{"m.npz is a feature map, for 'krein features'", []string{"predict", waves, "--data", data}},
		{"m.npz is a feature map, for 'krein features'",
			[]string{"verify", waves, "--kernel", "gaussian(1)", "--dim", "2"}},
		{"t.json is a sampler table, for", []string{"predict", table, "--data", data}},
		{"d.json is the measure of a kernel of x − y, for",
			[]string{"verify", measure, "--kernel", "gaussian(1)", "--dim", "2"}},
		{"c.json is a certificate, for 'krein verify'; here it should be a table", []string{"table", "inspect", certificate}},
		{"t.json is a sampler table, for", []string{"verify", table, "--kernel", "exp(-abs(x1))", "--dim", "2"}},
		{"c.json is a certificate, for", []string{"features", certificate, "--data", data, "-o", "-"}},
		{"s.npz is a feature map, for 'krein features'", []string{"predict", sphere, "--data", data}},
		{"m.onnx is an ONNX model, for programs like onnxruntime; 'krein map -o' with a name in .npz",
			[]string{"features", model, "--data", data, "-o", "-"}},
		{"m.onnx is an ONNX model, for programs like onnxruntime; here it should be a table",
			[]string{"table", "inspect", model}},
		{"m.onnx is an ONNX model", []string{"features", model, "--data", data, "-o", "-"}},
		{"m.onnx is an ONNX model", []string{"predict", model, "--data", data}},
		{"m.onnx is an ONNX model", []string{"verify", model, "--kernel", "gaussian(1)", "--dim", "2"}},
		{"is not a model, a file that 'krein fit -o' wrote", []string{"predict", data, "--data", data}},
		{"no such file", []string{"predict", filepath.Join(dir, "none"), "--data", data}},
	} {
		assert.Contains(t, bad(t, "", c.args...), c.want)
	}
}

// One error is said once, and one row is no rows.
func TestOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.csv.gz")
	ok(t, strings.Repeat("1,2.5\n3,4\n", 2000), "convert", "-", "-o", path)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, b[:len(b)/2], 0o600))
	msg := bad(t, "", "convert", path, "-o", path+".npy")
	assert.Contains(t, msg, "the file ends early")
	assert.Equal(t, 1, strings.Count(strings.TrimSpace(msg), "EOF"), msg)
	assert.Contains(t, ok(t, "1,2\n", "convert", "-", "-o", path+".csv"), "1 row, 2 columns")
}

// An axis that the formula does not use, and flags of formulas beside a file that has its kernel, are errors that say
// what to leave out.
func TestUnusedAxis(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	data, table := dataFile(t, 5, 2), filepath.Join(t.TempDir(), "table.json")
	ok(t, "", "decompose", "exp(-z)", "--dim", "2", "-o", table)
	for _, verb := range [][]string{
		{"certify", "exp(-z)", "--dim", "2"},
		{"decompose", "exp(-z)", "--dim", "2"},
		{"spectrum", "exp(-z)", "--dim", "2"},
		{"compare", "exp(-z)", "--dim", "2"},
		{"plan", "exp(-z)", "--dim", "2", "--error", "0.1"},
		{"map", "exp(-z)", "--dim", "2"},
		{"features", "exp(-z)", "--data", data, "-o", "-"},
		{"evaluate", "exp(-z)", "--data", data},
		{"fit", "--task", "regress", "--kernel", "exp(-z)", "--data", data, "--label", "first", "-o", table + ".npz"},
		{"report", "exp(-z)", "--dim", "2", "-o", table + ".html"},
		{"certify", "exp(-abs(x1))", "--dim", "2"},
	} {
		assert.Contains(t, bad(t, "", append(verb, "--param", "t=1,0")...),
			"--param t=1,0 is the axis of t, which the formula has not: leave it out", verb)
	}
	assert.Contains(t, bad(t, "", "certify", "exp(-z)*cos(t1)", "--dim", "2", "--param", "t=1,0", "--param", "t2=ones"),
		"--param t2=ones is an axis, and the formula has no t beyond t1")
	ok(t, "", "certify", "exp(-z)*cos(t2)", "--dim", "2", "--param", "t=1,0", "--param", "t2=ones") // orthogonal to the first
	ok(t, "", "certify", "let tau = 2; exp(-z/tau)*cos(t)", "--dim", "2", "--param", "t=1,0")
	for _, flag := range [][]string{{"--param", "t=1,0"}, {"--param", "a=2"}, {"--param", "beyond=2"}} {
		assert.Contains(t, bad(t, "", append([]string{"map", table}, flag...)...),
			"--param "+flag[1]+" is about a formula, and "+table+" has its kernel: leave --param out")
	}
}
