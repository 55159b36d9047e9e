package parquet

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/dataio"
)

// made writes a table in pieces of uneven length.
func made(t *testing.T, opt *dataio.WriterOptions, labels []string, rows []float64) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.parquet")
	opt.Other = Format
	w, err := dataio.Create(path, opt)
	require.NoError(t, err)
	defer w.Abort()
	for i, n := 0, 1; i*opt.Columns < len(rows); i, n = i+n, 3*n+1 {
		end := min(i+n, len(rows)/opt.Columns)
		require.NoError(t, w.WriteLabelled(labels[min(i, len(labels)):min(end, len(labels))],
			rows[i*opt.Columns:end*opt.Columns]))
	}
	require.NoError(t, w.Commit())
	return path
}

// numbers are n of them, some special.
func numbers(n int) []float64 {
	rows := make([]float64, n)
	for i := range rows {
		rows[i] = math.Sin(float64(i*i)) * math.Ldexp(1, i%50)
	}
	rows[0], rows[n-1] = math.Copysign(0, -1), 5e-324
	return rows
}

// Numbers, labels and names come back as they were, in the order in which they were.
func TestWrite(t *testing.T) {
	names := []string{"z", "a", "ü b", "10", "9", "A", ",", "2"}
	rows := numbers(8 * 1000)
	for _, words := range []bool{false, true} {
		var labels []string
		for i := range 1000 {
			labels = append(labels, map[bool]string{false: strconv.Itoa(i % 7), true: fmt.Sprintf("c %d", i%7)}[words])
		}
		path := made(t, &dataio.WriterOptions{Columns: 8, Names: names, Labels: true, LabelName: "class"}, labels, rows)
		r, err := dataio.Open(path, &dataio.Options{Label: "class", KeepLabels: true, Other: Format})
		require.NoError(t, err)
		defer r.Close()
		x, back, err := dataio.ReadLabelled(t.Context(), r)
		require.NoError(t, err)
		assert.Equal(t, labels, back)
		for i, v := range x.RawMatrix().Data {
			require.Equal(t, math.Float64bits(rows[i]), math.Float64bits(v))
		}
		assert.Equal(t, append([]string{"class"}, names...), columnsOf(t, path))
	}
}

// columnsOf returns the names of the columns.
func columnsOf(t *testing.T, path string) (names []string) {
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	f, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
	require.NoError(t, err)
	for _, c := range f.Root().Columns() {
		names = append(names, c.Name())
	}
	return names
}

// Columns without names have them in alphabetical order; float32 is a column of its own type, half as long;
// groups are flushed; the same rows are the same bytes, however they are cut.
func TestWriteShapes(t *testing.T) {
	rows := numbers(12 * 100)
	wide := made(t, &dataio.WriterOptions{Columns: 12}, nil, rows)
	assert.Equal(t, "x01", columnsOf(t, wide)[0])
	assert.Equal(t, "x12", columnsOf(t, wide)[11])
	narrow := made(t, &dataio.WriterOptions{Columns: 12, Single: true}, nil, rows)
	x, _, err := read(t, narrow, "")
	require.NoError(t, err)
	for i, v := range x.RawMatrix().Data {
		require.Equal(t, float64(float32(rows[i])), v)
	}

	var b bytes.Buffer
	s, err := create(&b, &dataio.WriterOptions{Columns: 12})
	require.NoError(t, err)
	assert.Equal(t, groupBytes/(8*12), s.(*sink).most)
	s.(*sink).most = 40
	require.NoError(t, s.Write(nil, rows[:12*30]))
	require.NoError(t, s.Write(nil, rows[12*30:]))
	require.NoError(t, s.Close())
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	require.Len(t, f.RowGroups(), 3)
	assert.EqualValues(t, 20, f.RowGroups()[2].NumRows())
	path := filepath.Join(t.TempDir(), "x.parquet")
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o600))
	x, _, err = read(t, path, "")
	require.NoError(t, err)
	for i, v := range x.RawMatrix().Data {
		require.Equal(t, math.Float64bits(rows[i]), math.Float64bits(v))
	}
}

func TestWriteSameBytes(t *testing.T) {
	rows := numbers(3 * 500)
	var files [][]byte
	for range 2 {
		content, err := os.ReadFile(made(t, &dataio.WriterOptions{Columns: 3}, nil, rows))
		require.NoError(t, err)
		files = append(files, content)
	}
	assert.Equal(t, files[0], files[1])
}

func TestWriteErrors(t *testing.T) {
	for _, opt := range []*dataio.WriterOptions{
		{Columns: 2, Names: []string{"a", "a"}},
		{Columns: 2, Names: []string{"a", ""}},
		{Columns: 1, Names: []string{"label"}, Labels: true},
	} {
		opt.Other = Format
		_, err := dataio.Create(filepath.Join(t.TempDir(), "x.parquet"), opt)
		assert.ErrorContains(t, err, "needs names, each of them once")
	}
	w, err := dataio.Create(filepath.Join(t.TempDir(), "x.parquet"),
		&dataio.WriterOptions{Columns: 1, Labels: true, Other: Format})
	require.NoError(t, err)
	defer w.Abort()
	require.NoError(t, w.WriteLabelled([]string{"1"}, []float64{1}))
	assert.ErrorContains(t, w.WriteLabelled([]string{"one"}, []float64{1}),
		`the label "one" is no number, the first one is`)
}
