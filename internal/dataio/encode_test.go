package dataio

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// written writes a table in two pieces, reads it, and returns what is in the file.
func written(
	t require.TestingT, path string, w *WriterOptions, labels []string, rows []float64, r *Options,
) (x *mat.Dense, back []string, text string) {
	out, err := Create(path, w)
	require.NoError(t, err)
	defer out.Abort()
	none := labels
	if len(labels) > 0 {
		none, labels = labels[1:], labels[:1]
	}
	require.NoError(t, out.WriteLabelled(labels, rows[:w.Columns]))
	require.NoError(t, out.WriteLabelled(none, rows[w.Columns:]))
	require.NoError(t, out.Commit())
	in, err := Open(path, r)
	require.NoError(t, err)
	defer in.Close()
	if in.HasLabels() {
		x, back, err = ReadLabelled(context.Background(), in)
	} else {
		x, err = ReadAll(context.Background(), in)
	}
	require.NoError(t, err)
	all, err := os.ReadFile(path)
	require.NoError(t, err)
	return x, back, string(all)
}

// What is in the files, to the byte.
func TestWriteText(t *testing.T) {
	rows := []float64{0, 1.5, 0, 0.1, 0, 0}
	at := func(name string) string { return filepath.Join(t.TempDir(), name) }
	_, labels, text := written(t, at("a.svm"), &WriterOptions{Columns: 3, Labels: true}, []string{"2", " -1"}, rows,
		&Options{KeepLabels: true})
	assert.Equal(t, "2 2:1.5 3:0\n-1 1:0.1\n", text, "the last column of the first row says how many there are")
	assert.Equal(t, []string{"2", "-1"}, labels)
	_, _, text = written(t, at("a.libsvm"), &WriterOptions{Columns: 3, Single: true}, nil, rows, nil)
	assert.Equal(t, "0 2:1.5 3:0\n0 1:0.1\n", text)
	named := &WriterOptions{Columns: 3, Labels: true, LabelName: "the class", Names: []string{"a", "b, c", `d"`}}
	x, labels, text := written(t, at("a.csv"), named, []string{"x", `y,"z`}, rows,
		&Options{Label: "the class", KeepLabels: true})
	assert.Equal(t, "the class,a,\"b, c\",\"d\"\"\"\nx,0,1.5,0\n\"y,\"\"z\",0.1,0,0\n", text)
	assert.Equal(t, []string{"x", `y,"z`}, labels)
	assert.Equal(t, rows, x.RawMatrix().Data)
	for _, name := range []string{"e.svm", "e.csv", "e.npy"} { // an empty slice is none
		written(t, at(name), &WriterOptions{Columns: 3}, []string{}, rows, &Options{Header: HeaderNo})
	}
	x, _, _ = written(t, at("a.npy"), &WriterOptions{Columns: 3, Labels: true}, []string{"7", "-1e3"}, rows, nil)
	assert.Equal(t, []float64{7, 0, 1.5, 0, -1e3, 0.1, 0, 0}, x.RawMatrix().Data)
	x, _, _ = written(t, at("a.npy.gz"), &WriterOptions{Columns: 3, Labels: true, Single: true},
		[]string{"7", "8"}, rows, nil)
	assert.Equal(t, []float64{7, 0, 1.5, 0, 8, float64(float32(0.1)), 0, 0}, x.RawMatrix().Data)
}

// Numbers and labels are the same in every format, whatever they are.
func TestWriteRoundTrips(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.IntRange(1, 5).Draw(t, "columns")
		count := rapid.IntRange(1, 6).Draw(t, "rows")
		number := rapid.OneOf(rapid.SampledFrom([]float64{0, 0, 0, 1, math.Copysign(0, -1), math.MaxFloat64, 5e-324}),
			rapid.Float64Range(-1e9, 1e9))
		rows := rapid.SliceOfN(number, columns*count, columns*count).Draw(t, "numbers")
		var labels []string
		for range count {
			labels = append(labels, strconv.Itoa(rapid.IntRange(-3, 30).Draw(t, "label")))
		}
		for _, name := range []string{"a.svm", "a.libsvm.gz", "a.csv", "a.npy"} {
			path := filepath.Join(dir, name)
			label := "first"
			if f, _ := FormatTo(path, nil); f == SVMLight {
				label = ""
			}
			x, back, _ := written(t, path, &WriterOptions{Columns: columns, Labels: true}, labels, rows,
				&Options{Label: label, KeepLabels: true, Header: HeaderNo})
			require.Equal(t, labels, back, name)
			same(t, rows, x)
			x, _, _ = written(t, path, &WriterOptions{Columns: columns}, nil, rows, &Options{Header: HeaderNo})
			same(t, rows, x)
		}
	})
}

// same compares bits: −0 is not 0.
func same(t require.TestingT, want []float64, x *mat.Dense) {
	got := x.RawMatrix().Data
	require.Len(t, got, len(want))
	for i, v := range got {
		require.Equal(t, math.Float64bits(want[i]), math.Float64bits(v), "number %d: %v", i, v)
	}
}

func TestWriteLabelErrors(t *testing.T) {
	for name, bad := range map[string]string{"a.svm": "x", "a.npy": "x", "b.svm": "", "c.svm": "1 2:3", "b.npy": "inf",
		"d.svm": "nan"} {
		w, err := Create(filepath.Join(t.TempDir(), name), &WriterOptions{Columns: 1, Labels: true})
		require.NoError(t, err)
		require.NoError(t, w.WriteLabelled([]string{"1"}, []float64{1}))
		assert.ErrorContains(t, w.WriteLabelled([]string{bad}, []float64{1}), "is not a number", name)
		w.Abort()
	}
	w, err := Create(filepath.Join(t.TempDir(), "a.csv"), &WriterOptions{Columns: 1, Labels: true})
	require.NoError(t, err)
	defer w.Abort()
	assert.Panics(t, func() { _ = w.WriteRows([]float64{1}) })
	assert.Panics(t, func() { _ = w.WriteLabelled([]string{"1", "2"}, []float64{1}) })
	_, err = Create(filepath.Join(t.TempDir(), "a.csv"), &WriterOptions{Columns: 1, Names: []string{"a", "b"}})
	assert.ErrorContains(t, err, "2 names for 1 columns")
	_, err = FormatTo("a.parquet", nil)
	assert.ErrorContains(t, err, `not as ".parquet"`)
	other := &Foreign{Ending: ".parquet"}
	f, err := FormatTo("a.parquet", other)
	require.NoError(t, err)
	assert.Equal(t, Another, f)
	_, err = FormatTo("a.parquet.gz", other)
	assert.ErrorContains(t, err, "leave .gz out")
	_, err = FormatTo("a.xlsx", other)
	assert.ErrorContains(t, err, "or as parquet, not as")
}
