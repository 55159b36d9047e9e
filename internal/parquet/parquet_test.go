package parquet

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/internal/dataio"
)

type record struct {
	Name string   `parquet:"name"`
	A    float64  `parquet:"a"`
	B    float32  `parquet:"b"`
	C    int64    `parquet:"c"`
	D    int32    `parquet:"d"`
	E    bool     `parquet:"e"`
	F    *float64 `parquet:"f,optional"`
}

// write writes rows, some of them in a group of their own.
func write[T any](t *testing.T, rows []T) string {
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b)
	for i, r := range rows {
		_, err := w.Write([]T{r})
		require.NoError(t, err)
		if i%300 == 299 {
			require.NoError(t, w.Flush())
		}
	}
	require.NoError(t, w.Close())
	path := filepath.Join(t.TempDir(), "x.parquet")
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o600))
	return path
}

func read(t *testing.T, path, label string) (*mat.Dense, *dataio.Reader, error) {
	r, err := dataio.Open(path, &dataio.Options{Label: label, Other: Format})
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	x, err := dataio.ReadAll(t.Context(), r)
	return x, r, err
}

func records(n int) []record {
	var rows []record
	for i := range n {
		v := float64(i)
		rows = append(rows, record{fmt.Sprint(i), v / 8, float32(i) / 4, int64(-i), int32(i), i%2 == 1, &v})
	}
	return rows
}

// Numbers of every kind are read, from all groups, and the label is a word.
func TestRead(t *testing.T) {
	x, r, err := read(t, write(t, records(1000)), "name")
	require.NoError(t, err)
	rows, columns := x.Dims()
	require.Equal(t, [2]int{1000, 6}, [2]int{rows, columns})
	assert.Equal(t, 1000, r.Rows())
	for i := range 1000 {
		v := float64(i)
		require.Equal(t, []float64{v / 8, v / 4, -v, v, float64(i % 2), v}, x.RawRowView(i))
	}
}

func TestErrors(t *testing.T) {
	empty := records(700)
	empty[650].F = nil
	_, _, err := read(t, write(t, empty), "name")
	assert.ErrorContains(t, err, `row 651, column 7 ("f") is empty`)
	_, _, err = read(t, write(t, records(2)), "none")
	assert.ErrorContains(t, err, `row 1, column 1 ("name") is a BYTE_ARRAY, not a number`)
	_, _, err = read(t, write(t, []struct{ L []float64 }{{[]float64{1}}}), "")
	assert.ErrorContains(t, err, "lists or records")
	_, _, err = read(t, write(t, []struct{ A float64 }{}), "")
	assert.ErrorContains(t, err, "no rows")

	whole, err := os.ReadFile(write(t, records(50)))
	require.NoError(t, err)
	_, err = dataio.Open("-", &dataio.Options{Stdin: bytes.NewReader(whole), Other: Format})
	assert.ErrorContains(t, err, "not a pipe")
	path := filepath.Join(t.TempDir(), "x.parquet")
	for _, n := range []int{4, 20, len(whole) / 2, len(whole) - 9} {
		require.NoError(t, os.WriteFile(path, whole[:n], 0o600))
		_, _, err := read(t, path, "name")
		assert.Error(t, err)
	}
	for i := 4; i < len(whole); i += 7 { // damaged anywhere: an error or rows, no panic
		broken := bytes.Clone(whole)
		broken[i] ^= 0x55
		require.NoError(t, os.WriteFile(path, broken, 0o600))
		_, _, _ = read(t, path, "name")
	}
}
