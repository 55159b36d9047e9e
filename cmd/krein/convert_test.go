package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/internal/dataio"
	"krein/internal/parquet"
	"krein/internal/testlong"
)

// labelled reads a table and its labels.
func labelled(t *testing.T, path, label string) (*mat.Dense, []string) {
	t.Helper()
	r, err := dataio.Open(path, &dataio.Options{Label: label, KeepLabels: true, Other: parquet.Format})
	require.NoError(t, err)
	defer r.Close()
	x, labels, err := dataio.ReadLabelled(t.Context(), r)
	require.NoError(t, err)
	return x, labels
}

// A table that goes through every format is the same in each, and at the end the same text.
func testConversions(t *testing.T, csv string, formats ...string) {
	want, labels := labelled(t, csv, "first")
	last := csv
	for i, format := range append(formats, ".csv") {
		to := filepath.Join(t.TempDir(), fmt.Sprintf("%d%s", i, format))
		words := []string{"convert", last, "-o", to}
		if !isSVM(last) {
			words = append(words, "--label", "first")
		}
		ok(t, "", words...)
		label := "first"
		if isSVM(to) {
			label = ""
		}
		x, own := labelled(t, to, label)
		require.True(t, mat.Equal(want, x), to)
		require.Equal(t, labels, own, to)
		last = to
	}
}

func isSVM(path string) bool {
	f, _ := dataio.FormatTo(path, parquet.Format)
	return f == dataio.SVMLight
}

// The round trip of the issue, on a made table and on the papers' letter: svmlight and Parquet equal the CSV.
func TestConvert(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "%d,%v,0,%v,0\n", i%5-1, float64(i*i)/7, 1e-300*float64(i%3))
	}
	testConversions(t, fileWith(t, "x.csv", b.String()), ".svm", ".parquet", ".libsvm.gz", ".npy", ".svmlight",
		".npy.gz", ".parquet")
}

func TestConvertLetter(t *testing.T) {
	testlong.Await(t, 1, 2)
	t.Parallel()
	for _, name := range []string{"train", "test"} {
		letter := "../../../shared/data/letter/" + name + ".csv.gz"
		if _, err := os.Stat(letter); err != nil {
			t.Skip("the data of the papers are not here")
		}
		testConversions(t, letter, ".svm", ".parquet")
	}
}

// toStdout returns what a conversion to standard output writes; what it says goes elsewhere.
func toStdout(t *testing.T, words ...string) string {
	code, stdout, stderr := krein(t, "", append([]string{"convert"}, words...)...)
	require.Equal(t, exitDone, code, stderr)
	assert.Contains(t, stderr, " rows, ")
	return stdout
}

// Names and labels that are words go where there is room for them, and are missed where there is none.
func TestConvertNamesAndWords(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	to := func(name string) string { return filepath.Join(dir, name) }
	csv := fileWith(t, "x.csv", "b,a,kind\n1,2,\"x, y\"\n3,4,z\n")
	said := ok(t, "", "convert", csv, "--label", "kind", "-o", to("x.parquet"))
	assert.Contains(t, said, `2 rows, 2 columns (1–2; column 3, "kind", is the label)`)
	assert.Equal(t, "kind,b,a\n\"x, y\",1,2\nz,3,4\n", toStdout(t, to("x.parquet"), "--label", "kind", "-o", "-"))
	svm := fileWith(t, "x.svm", "3 1:0.5\n4 2:0.25\n")
	assert.Equal(t, "3,0.5,0\n4,0,0.25\n", toStdout(t, svm, "-o", "-"))
	assert.Equal(t, "0.5,0\n0,0.25\n", toStdout(t, svm, "--label", "none", "-o", "-"))
	assert.Contains(t, ok(t, "1 2\n3 4\n", "convert", "-", "-o", to("y.npy,dtype=float32"), "--json"),
		`"labels": false`)
	assert.Equal(t, []float64{1, 2, 3, 4}, contents(t, to("y.npy")).RawMatrix().Data)
}

// TestOutputOverData: no verb that writes rows writes them over those it reads.
func TestOutputOverData(t *testing.T) {
	t.Parallel()
	csv := fileWith(t, "x.csv", "1,2\n3,4\n")
	link := filepath.Join(t.TempDir(), "y.csv")
	require.NoError(t, os.Symlink(csv, link))
	for _, words := range [][]string{
		{"convert", csv, "-o", csv}, {"convert", csv, "-o", link}, {"features", "exp(-z)", "--data", csv, "-o", csv},
		{"features", "exp(-z)", "--data", csv, "-o", csv + ".npy", "--signature", csv},
	} {
		code, _, stderr := krein(t, "", words...)
		assert.NotEqual(t, exitDone, code)
		assert.Regexp(t, `is the file of (FILE|--data) \S+, which would be lost`, stderr)
	}
	data, err := os.ReadFile(csv)
	require.NoError(t, err)
	assert.Equal(t, "1,2\n3,4\n", string(data))
}

// What is asked for and cannot be had is said.
func TestConvertErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	to := func(name string) string { return filepath.Join(dir, name) }
	csv := fileWith(t, "x.csv", "b,a,kind\n1,2,x\n3,4,z\n")
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{csv, "--label", "kind", "-o", to("x.svm")}, `the label "x" is not a number`},
		{[]string{csv, "--label", "kind", "-o", to("x.npy")}, `the label "x" is not a number`},
		{[]string{csv, "-o", to("x.parquet")}, "drop the column if it is the label"},
		{[]string{fileWith(t, "n.csv", "1,2\n"), "-o", to("x.svm")}, "--label none for zeros"},
		{[]string{csv, "--label", "kind", "-o", to("x.parquet.gz")}, "leave .gz out"},
		{[]string{csv, "--label", "kind", "-o", to("x.npz")}, "or as parquet, not as"},
		{[]string{csv, "--label", "kind", "-o", "-", "--json"}, "write the table to a file"},
		{[]string{csv, "--label", "kind", "-o", to("x.csv,dtype=float16")}, "want float64 or float32"},
		{[]string{"-", "-o", to("x.svm")}, "not a pipe"},
	} {
		assert.Contains(t, bad(t, "PAR1", append([]string{"convert"}, c.words...)...), c.want)
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, left)
}

// Features have the same numbers in every format; svmlight has the labels of the data, and zeros without.
func TestFeaturesInFormats(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	dir := t.TempDir()
	data := dataFile(t, 40, 3)
	phi := func(name string, more ...string) string {
		ok(t, "", append([]string{"features", "gaussian(1)-gaussian(2)/2", coupling, "--data", data, "--label",
			"first", "--columns", "8", "-o", filepath.Join(dir, name)}, more...)...)
		name, _, _ = strings.Cut(name, ",")
		return filepath.Join(dir, name)
	}
	_, truth := labelled(t, data, "first")
	want := contents(t, phi("phi.npy"))
	for _, name := range []string{"phi.parquet", "phi.svm", "phi.csv"} {
		r, err := dataio.Open(phi(name), &dataio.Options{Other: parquet.Format})
		require.NoError(t, err)
		x, err := dataio.ReadAll(t.Context(), r)
		require.NoError(t, err)
		require.NoError(t, r.Close())
		assert.True(t, mat.Equal(want, x), name)
	}
	_, labels := labelled(t, filepath.Join(dir, "phi.svm"), "")
	assert.Equal(t, truth, labels)
	single := contents(t, phi("phi32.npy,dtype=float32"))
	x, labels := labelled(t, phi("phi32.svm.gz,dtype=float32"), "")
	assert.Equal(t, truth, labels)
	for i, v := range x.RawMatrix().Data {
		require.Equal(t, single.RawMatrix().Data[i], float64(float32(v)))
	}
	ok(t, "", "features", "gaussian(1)", coupling, "--data", data, "--columns", "4", "-o",
		filepath.Join(dir, "none.svm"))
	_, labels = labelled(t, filepath.Join(dir, "none.svm"), "")
	assert.Equal(t, slices.Repeat([]string{"0"}, 40), labels)
}

// What float32 has no number for is an error where float32 is asked for, not an infinite number in the file.
func TestBeyondFloat32(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, out := filepath.Join(dir, "x.csv"), filepath.Join(dir, "o.npy")
	require.NoError(t, os.WriteFile(data, []byte("1,2\n-1e39,3\n"), 0o600))
	for _, args := range [][]string{
		{"convert", data, "-o", out + ",dtype=float32"}, {"convert", data, "-o", filepath.Join(dir, "o.csv,dtype=float32")},
		{"features", "gaussian(1)", coupling, "--scale", "none", "--data", data, "--columns", "8", "-o", out + ",dtype=float32"},
	} {
		assert.Contains(t, bad(t, "", args...), "-1e+39 is outside the range of float32", args)
	}
	assert.Contains(t, bad(t, "", "map", "gaussian(1e-39)", "--dim", "2", "--columns", "8", "-o", filepath.Join(dir, "m.onnx,dtype=float32")),
		"beyond float32")
	assert.Equal(t, "x.csv", namesIn(t, dir))
	ok(t, "", "convert", data, "-o", out)
}
