package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/measure"
	"krein/internal/dataio"
	"krein/internal/testlong"
)

// fileWith writes a file for a test.
func fileWith(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

// contents reads all numbers of a table.
func contents(t *testing.T, path string) *mat.Dense {
	t.Helper()
	r, err := dataio.Open(path, nil)
	require.NoError(t, err)
	defer r.Close()
	x, err := dataio.ReadAll(t.Context(), r)
	require.NoError(t, err)
	return x
}

// The label is dropped only when asked for, in CSV as in npy, and the output says which
// columns were used.
func TestLabelOfData(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	dir := t.TempDir()
	plain := dataFile(t, 12, 4)
	headed := fileWith(t, "h.csv", "class,a,b,c,d\n"+points(12, 4))
	npy := filepath.Join(dir, "x.npy")
	w, err := dataio.Create(npy, &dataio.WriterOptions{Columns: 5})
	require.NoError(t, err)
	x := contents(t, plain)
	for i := range x.RawMatrix().Rows {
		require.NoError(t, w.Write(x.RawRowView(i)))
	}
	require.NoError(t, w.Commit())

	tables := [2]string{} // for rows without and with a label
	tables[0], _, _ = tableFiles(t, "gaussian(1)", 5)
	tables[1], _, _ = tableFiles(t, "gaussian(1)", 4)
	view := func(path string, more ...string) (v struct {
		Dim  int
		Data dataset.View
	}) {
		out := ok(t, "", append([]string{"features", coupling, tables[len(more)/2], "--data", path,
			"--columns", "8", "--json", "-o", filepath.Join(dir, "phi.csv")}, more...)...)
		require.NoError(t, json.Unmarshal([]byte(out), &v))
		return v
	}
	for _, path := range []string{plain, headed, npy} {
		v := view(path)
		assert.Equal(t, 5, v.Dim)
		assert.Equal(t, dataset.View{File: path, Rows: 12, Columns: 5, Scale: "unit"}, v.Data)
		v = view(path, "--label", "first")
		assert.Equal(t, 4, v.Dim)
		assert.Equal(t, 1, v.Data.Label)
		assert.Equal(t, 5, view(path, "--label", "last").Data.Label)
		assert.Equal(t, 3, view(path, "--label", "3").Data.Label)
	}
	assert.Equal(t, "b", view(headed, "--label", "b").Data.Name)
	assert.Contains(t, bad(t, "", "features", "gaussian(1)", "--data", npy, "--label", "b", "-o", "-"), "no header")

	// The features themselves are the same from either format.
	common := []string{"features", "gaussian(1)", coupling, "--columns", "8", "-o", "-", "--data"}
	want := piped(t, "", append(common, plain, "--label", "1")...)
	assert.Equal(t, want, piped(t, "", append(common, npy, "--label", "1")...))
	assert.Equal(t, want, piped(t, "", append(common, headed, "--label", "class")...))

	const used = "12 rows, 4 columns (2–5; column 1 is the label)"
	for _, args := range testlong.Some([][]string{
		{"features", "gaussian(1)", coupling, "--columns", "8", "-o", filepath.Join(dir, "phi.npy"),
			"--data", plain},
		{"evaluate", "gaussian(1)", coupling, jordan, "--columns", "8", "--runs", "1", "--data", plain},
		{"evaluate", "gaussian(1)", coupling, jordan, "--columns", "8", "--runs", "1", "--data", npy},
		{"compare", "gaussian(1)", "--dim", "4", "--bias", "0.1", "--data", plain},
		{"compare", "gaussian(1)", "--dim", "4", "--bias", "0.1", "--scale", "none", "--data", plain},
		{"decompose", "1-z^2/4", "--dim", "4", "--minimal", "--radius", "2", "--bias", "1e-1", "--scale", "sphere",
			"--data", npy},
		{"decompose", "1-z^2/4", "--dim", "4", "--minimal", "--radius", "2", "--bias", "1e-1,1e-2", "--scale", "sphere",
			"--data", plain},
	}, 3) {
		assert.Contains(t, ok(t, "", append(args, "--label", "first")...), used, "%v", args)
	}
	out := ok(t, "", "decompose", "1-z^2/4", "--dim", "4", "--minimal", "--radius", "2", "--bias", "1e-1", "--scale",
		"sphere", "--label", "1", "--data", plain, "--json")
	var v measure.SteadyView
	require.NoError(t, json.Unmarshal([]byte(out), &v))
	require.NotNil(t, v.Data)
	assert.Equal(t, 1, v.Data.Label)
}

// A label that was forgotten, or dropped where there is none, is pointed out.
func TestForgottenLabel(t *testing.T) {
	t.Parallel()
	data := dataFile(t, 12, 4)
	assert.Contains(t, ok(t, "", "evaluate", "gaussian(1)", coupling, jordan, "--columns", "8", "--runs",
		"1", "--data", data), "5 columns (1–5; no label)")
	assert.Contains(t, ok(t, "", "evaluate", "gaussian(1)", coupling, jordan, "--columns", "8", "--runs",
		"1", "--data", data), "the first column alone holds whole numbers only")
	msg := bad(t, "", "compare", "gaussian(1)", "--dim", "4", "--data", data)
	assert.Contains(t, msg, "5 columns (1–5; no label)")
	assert.Contains(t, msg, "--label first")
	assert.Contains(t, bad(t, "", "compare", "gaussian(1)", "--dim", "4", "--scale", "none", "--data", data),
		"--label first")
	assert.Contains(t, bad(t, "", "compare", "gaussian(1)", "--dim", "5", "--label", "1", "--data", data),
		"without --label it has 5")
	assert.Contains(t, bad(t, "", "compare", "gaussian(1)", "--dim", "9", "--data", data), "--dim is 9")
	assert.NotContains(t, bad(t, "", "compare", "gaussian(1)", "--dim", "9", "--data", data), "--label")
	words := fileWith(t, "w.csv", "A,1,2\nB,3,4\n")
	assert.Contains(t, bad(t, "", "evaluate", "gaussian(1)", "--data", words), "--label 1")
}

// What krein writes as CSV it reads back whole.
func TestOwnCSVReadsBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	phi := filepath.Join(dir, "phi.csv.gz")
	ok(t, "", "features", "gaussian(1)-gaussian(2)/2", coupling, "--data", dataFile(t, 9, 3), "--label",
		"first", "--columns", "8", "-o", phi)
	n, d := contents(t, phi).Dims()
	assert.Equal(t, []int{9, 8}, []int{n, d})
	assert.Contains(t, ok(t, "", "features", "gaussian(1)", coupling, "--data", phi, "--columns", "4", "-o",
		filepath.Join(dir, "second.npy")), "9 rows, 8 columns (1–8; no label)")

	spectrum := fileWith(t, "m.csv", ok(t, "", "spectrum", "exp(-z)", "--dim", "2", "--points", "7", "-o", "-"))
	x := contents(t, spectrum)
	n, d = x.Dims()
	assert.Equal(t, []int{7, 3}, []int{n, d})
	density := ok(t, "", "spectrum", "exp(-z)", "--dim", "2", "--points", "7", "--json")
	var v struct{ Omega, Density []float64 }
	require.NoError(t, json.Unmarshal([]byte(density), &v))
	assert.Equal(t, v.Omega, mat.Col(nil, 0, x))
	assert.Equal(t, v.Density, mat.Col(nil, 1, x))
	assert.Contains(t, ok(t, "", "evaluate", "gaussian(1)", coupling, jordan, "--data", spectrum, "--label",
		"error", "--columns", "8", "--runs", "1"), `7 rows, 2 columns (1–2; column 3, "error", is the label)`)

	table := filepath.Join(dir, "t.json")
	ok(t, "", "decompose", "gaussian(1)", "--dim", "3", "-o", table)
	vectors := fileWith(t, "v.csv", ok(t, "", "table", "sample", table, "-n", "11"))
	n, d = contents(t, vectors).Dims()
	assert.Equal(t, []int{11, 1}, []int{n, d})
	assert.Equal(t, 10, strings.Count(string(contentOf(t, vectors)), "\n")-1)
}

// The same rows give the same features from every format, in float32 to its digits, and what ends in
// something unknown is refused, in as out.
func TestFormatsOfData(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	table, _, _ := tableFiles(t, "gaussian(1)", 3)
	phi := func(path string, numbers ...string) *mat.Dense {
		out := filepath.Join(dir, "phi.npy")
		ok(t, "", "features", table, coupling, "--data", path, "--scale", "none",
			"--columns", "8", "-o", out+strings.Join(numbers, ""))
		return contents(t, out)
	}
	want := phi(fileWith(t, "x.csv", "0.5,0,2\n0,1,-3\n"))
	for name, content := range map[string]string{
		"x.txt": "# x\n0.5 0 2\n 0  1 -3\n", "x": "0.5 0 2\n0 1 -3\n", "x.svm": "1 1:0.5 3:2\n-1 2:1 3:-3\n",
		"x.tsv": "0.5\t0\t2\n0\t1\t-3\n",
	} {
		assert.True(t, mat.Equal(want, phi(fileWith(t, name, content))), name)
	}
	single := phi(fileWith(t, "x.csv", "0.5,0,2\n0,1,-3\n"), ",dtype=float32")
	assert.True(t, mat.EqualApprox(want, single, 1e-6))
	assert.False(t, mat.Equal(want, single))
	info, err := os.Stat(filepath.Join(dir, "phi.npy"))
	require.NoError(t, err)
	assert.Equal(t, int64(128+2*8*4), info.Size())

	for _, c := range []struct{ data, out, dtype, want string }{
		{"x.xlsx", "phi.npy", "float64", `".xlsx" are not known; known are csv`},
		{"x.csv", "psi.npz", "float64", "are written as csv, npy or svm"},
		{"x.csv", "phi.npy", "float16", "want float64 or float32"},
	} {
		message := bad(t, "", "features", "gaussian(1)", "--data", fileWith(t, c.data, "1,2\n3,4\n"), "-o",
			filepath.Join(dir, c.out)+",dtype="+c.dtype)
		assert.Contains(t, message, c.want)
	}
}

// TestFeaturesOfPipes: rows of a pipe, which can be read once, get the features that they get from a file, whatever is drawn.
func TestFeaturesOfPipes(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	data, err := os.ReadFile(dataFile(t, 9, 3))
	require.NoError(t, err)
	for _, args := range [][]string{
		{"gaussian(1)"}, {"polynomial(1,3)", "--scale", "none"}, {"activation(tanh(t))"}, {"prod(exp(-abs(x)))"}, {"min"},
	} {
		dir := t.TempDir()
		file, pipe := filepath.Join(dir, "x.csv"), filepath.Join(dir, "pipe.csv")
		require.NoError(t, os.WriteFile(file, data, 0o600))
		require.NoError(t, syscall.Mkfifo(pipe, 0o600))
		go func() {
			if f, err := os.OpenFile(pipe, os.O_WRONLY, 0); err == nil {
				_, _ = f.Write(data)
				_ = f.Close()
			}
		}()
		from := func(data string) *mat.Dense {
			phi := filepath.Join(dir, filepath.Base(data)+".npy")
			ok(t, "", append([]string{"features", "--data", data, "-o", phi, "--columns", "32"}, args...)...)
			return contents(t, phi)
		}
		assert.True(t, mat.Equal(from(file), from(pipe)), args)
	}
}

// Rows of svmlight may lack their last columns: a model, a map or width=N after the name says how many there are. Their labels are no
// columns, so that no column is suspected to be one.
func TestNarrowRows(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	dir := t.TempDir()
	train := fileWith(t, "train.svm", "1 1:0.5 2:1 3:0.25\n0 1:0.25 2:2 3:0.5\n1 1:0.75 2:1 3:1.5\n0 1:0.1 2:2 3:1.25\n")
	narrow := fileWith(t, "narrow.svm", "1 1:0.5\n0 2:1\n")
	full := fileWith(t, "full.csv", "0.5,0,0\n0,1,0\n")
	to := func(name string) string { return filepath.Join(dir, name) }
	fit := []string{"fit", "--task", "classify", "--kernel", "gaussian(1)", "--data", train, "--columns", "8", "--strength", "1", "--lengths", "none", "-o", to("m.npz")}
	assert.NotContains(t, ok(t, "", fit...), "if it is the label")
	ok(t, "", "map", "gaussian(1)", "--data", train, "--columns", "8", "-o", to("map.npz"))
	for _, verb := range [][]string{{"predict", to("m.npz")}, {"features", to("map.npz"), "--signature", to("j.npy")}} {
		for i, data := range []string{narrow, full} {
			ok(t, "", append(verb, "--data", data, "-o", to(fmt.Sprintf("%s%d.csv", verb[0], i)))...)
		}
		one, err := os.ReadFile(to(verb[0] + "0.csv"))
		require.NoError(t, err)
		other, err := os.ReadFile(to(verb[0] + "1.csv"))
		require.NoError(t, err)
		assert.Equal(t, string(other), string(one), verb[0])
	}
	assert.Contains(t, ok(t, "", "features", "gaussian(1)", "--data", narrow+",width=3", "--columns", "8", "-o", to("phi.npy")),
		"data: 2 rows, 3 columns")
	assert.Contains(t, bad(t, "", "features", "gaussian(1)", "--data", train+",width=2", "-o", to("phi.npy")),
		"index 3 is beyond width=2; give at least 3")
	assert.Contains(t, bad(t, "", "features", "gaussian(1)", "--data", narrow+",width=-2", "-o", to("phi.npy")), "width=-2: want")
}

// Rows of svmlight that were fitted with the index 0 are read from 0 on, though no row has that index any more; and where
// columns begin with 1, an index 0 is an error.
func TestFirstIndexIsKept(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	dir := t.TempDir()
	to := func(name string) string { return filepath.Join(dir, name) }
	train := fileWith(t, "train.svm", "1 0:0.5 1:1 2:0.25\n0 0:0.25 1:2 2:0.5\n1 0:0.75 1:1 2:1.5\n0 0:0.1 1:2 2:1.25\n")
	rows := fileWith(t, "rows.svm", "1 1:0.5\n0 2:1\n")
	full := fileWith(t, "full.csv", "0,0.5,0\n0,0,1\n")
	ok(t, "", "fit", "--task", "classify", "--kernel", "gaussian(1)", "--data", train, "--columns", "8", "--strength", "1",
		"--lengths", "none", "-o", to("m.npz"))
	for _, name := range []string{"map.npz", "map.safetensors"} {
		ok(t, "", "map", "gaussian(1)", "--data", train, "--columns", "8", coupling, "-o", to(name))
	}
	ok(t, "", "map", "cos(x1)*gaussian(1)", "--data", train, "--columns", "8", "-o", to("pair.npz"))
	ok(t, "", "features", "gaussian(1)", "--data", train, "--columns", "8", coupling, "--save-ranges", to("r.json"), "-o", to("phi.npy"))
	for i, verb := range [][]string{
		{"predict", to("m.npz")}, {"features", to("map.npz")}, {"features", to("map.safetensors")},
		{"features", to("pair.npz")}, {"features", "gaussian(1)", "--columns", "8", coupling, "--scale", to("r.json")},
	} {
		var got []string
		for j, data := range []string{rows, full} {
			out := to(fmt.Sprintf("out%d-%d.csv", i, j))
			ok(t, "", append(verb, "--data", data, "-o", out)...)
			text, err := os.ReadFile(out)
			require.NoError(t, err)
			got = append(got, string(text))
		}
		assert.Equal(t, got[1], got[0], "%v", verb)
	}
	one := fileWith(t, "one.svm", "1 1:0.5 2:1\n0 1:0.25 2:2\n")
	ok(t, "", "map", "gaussian(1)", "--data", one, "--columns", "8", coupling, "-o", to("one.npz"))
	assert.Contains(t, bad(t, "", "features", to("one.npz"), "--data", fileWith(t, "zero.svm", "1 0:0.5 1:1\n"), "-o", to("phi.npy")),
		"begin with 1: add 1 to the indices")
}
