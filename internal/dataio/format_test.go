package dataio

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/npy"
	"krein/internal/npz"
)

// named reads a table from a file of the given name.
func named(t *testing.T, name, content string, opt *Options) ([][]float64, error) {
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	r, err := Open(path, opt)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	x, err := ReadAll(context.Background(), r)
	if err != nil {
		return nil, err
	}
	return rowsOf(x), nil
}

func archived(arrays map[string][]float64, columns int) string {
	var b bytes.Buffer
	w := npz.NewWriter(&b)
	for name, data := range arrays {
		w.Float64s(name, data, columns)
	}
	_ = w.Close()
	return b.String()
}

func TestFormats(t *testing.T) {
	two := [][]float64{{1, 2}, {3, 4}}
	sparse := [][]float64{{0, 1.5, 0}, {2, 0, -3}, {0, 0, 0}}
	const svm = "+1 2:1.5 # first\n\n-1 qid:4 1:2 3:-3\r\n7\n"
	for _, c := range []struct {
		name, content string
		opt           *Options
		want          [][]float64
	}{
		{"a.csv", "1,2\n3,4\n", nil, two},
		{"A.CSV.gz", zipped("1,2\n3,4\n"), nil, two},
		{"a.tsv", "1\t2\n3\t4\n", nil, two},
		{"a.data", "1,2\n3,4\n", nil, two},
		{"a.csv", "# made, by hand, today\n#\nx,y\n1,2\n3,4\n", nil, two},
		{"a.csv", "# one\r\n1,2\r\n3,4\r\n", nil, two},
		{"a.csv", "# x, y\n1,2\n3,4\n", &Options{Label: "y"}, [][]float64{{1}, {3}}},
		{"a.csv", "#1,1\n#2,3\n", &Options{Label: "first"}, [][]float64{{1}, {3}}},
		{"a.csv", "#1,1\n2,3\n", &Options{Label: "first"}, [][]float64{{1}, {3}}},
		{"a.txt", "1;2\n3;4\n", nil, two},
		{"a.txt", "# made by numpy\n1 2\n  3\t 4 \n", nil, [][]float64{{1, 2}, {3, 4}}},
		{"a.dat", "a b\n\n1   2 % the first\r\n3 4", nil, two},
		{"a.txt", "a b\n1 x\n3 y\n", &Options{Label: "b"}, [][]float64{{1}, {3}}},
		{"a.txt", "1 2\n3 4\n", &Options{Header: HeaderYes}, [][]float64{{3, 4}}},
		{"a", "1 2\n3 4\n", nil, two},
		{"a", "1\n2\n", nil, [][]float64{{1}, {2}}},
		{"a.svm", svm, nil, sparse},
		{"a.libsvm.gz", zipped(svm), nil, sparse},
		{"a", svm, nil, sparse},
		{"a.txt", svm, &Options{Label: "none"}, sparse},
		{"a.svmlight", "1 0:2 1:3\n0 1:4\n", nil, [][]float64{{2, 3}, {0, 4}}},
		{"a.npz", archived(map[string][]float64{"x": {1, 2, 3, 4}}, 2), nil, two},
		{"a.anything", archived(map[string][]float64{"x": {1, 2, 3, 4}}, 2), nil, two},
		{"a.svm", "1 1:2\n0 2:4\n", &Options{Width: 3}, [][]float64{{2, 0, 0}, {0, 4, 0}}},
		{"a.svm", "1 0:2\n0 1:4\n", &Options{Wanted: &Wanted{Width: 3}}, [][]float64{{2, 0, 0}, {0, 4, 0}}},
		{"a.svm", "1 1:2\n0 2:4\n", &Options{Wanted: &Wanted{Width: 1}}, [][]float64{{2, 0}, {0, 4}}},
		{"a.npz", archived(map[string][]float64{"x": {1, 2, 3, 4}, "y": {5, 6}}, 2), &Options{Array: "x"}, two},
		{"a.npz", archived(map[string][]float64{"x": {1, 2, 3, 4}}, 2), &Options{Array: "x"}, two},
		{"a.csv", "a,b\r1,2\r3,4\r", nil, two},
		{"a.txt", "1 2\r3 4", nil, two},
		{"a.svm", strings.ReplaceAll(svm, "\n", "\r"), nil, sparse},
		{"a.npz.gz", zipped(archived(map[string][]float64{"x": {1, 2, 3, 4}}, 2)), nil, two},
		{"a.anything", string(npyHead(1, 1)) + "\x00\x00\x00\x00\x00\x00\xf0\x3f", nil, [][]float64{{1}}},
	} {
		got, err := named(t, c.name, c.content, c.opt)
		require.NoError(t, err, "%s: %q", c.name, c.content)
		assert.Equal(t, c.want, got, "%s: %q", c.name, c.content)
	}
	r, err := Open("-", &Options{Stdin: strings.NewReader(archived(map[string][]float64{"x": {1, 2, 3, 4}}, 2))})
	require.NoError(t, err)
	assert.Equal(t, 2, r.Columns())
}

func TestFormatErrors(t *testing.T) {
	for _, c := range []struct {
		name, content string
		opt           *Options
		want          string
	}{
		{"a.xlsx", "1,2\n", nil, `".xlsx" are not known; known are csv`},
		{"a.parquet", "PAR1", nil, `".parquet" are not known`},
		{"a.npy", "1,2\n", nil, "no array of numpy"},
		{"a.npz", "1,2\n", nil, "no array of numpy"},
		{"a.npz", npz.Magic + "nothing", nil, "damaged"},
		{"a.npz", archived(map[string][]float64{"x": {1}, "y": {1}}, 1), nil, "as in x.npz,array="},
		{"a.npz", archived(map[string][]float64{"x": {1}, "y": {1}}, 1), &Options{Array: "z"}, `no array "z"; it has`},
		{"a.svm", "1 1:2\n0 4:4\n", &Options{Width: 3}, "index 4 is beyond width=3; give at least 4"},
		{"a.svm", "1 0:2\n0 3:4\n", &Options{Width: 3}, "index 3 is beyond width=3; give at least 4"},
		{"a.csv", "1,2\n", &Options{Width: 2}, "width=2 is of svmlight files"},
		{"a.csv", "1,2\n", &Options{Array: "x"}, "names a table of an npz archive, which this file is not"},
		{"a.npy", string(npyHead(1, 1)), &Options{Array: "x"}, "names a table of an npz archive, which this file is not"},
		{"a.txt", "1 2\n3 4 5\n", nil, "line 2 has 3 columns, the first one 2"},
		{"a.txt", "# head\n1 2\n3 four\n", nil, `line 3, column 2: "four" is not a number`},
		{"a.csv", "# head\n1,2\n3,four\n", nil, `line 3, column 2: "four" is not a number`},
		{"a.csv", "# head\n", nil, "no rows"},
		{"a.txt", "1 2\n3 inf\n", nil, "line 2, column 2 is +Inf"},
		{"a.txt", "# nothing\n", nil, "no rows"},
		{"a.svm", "1 2:3\n1 x\n", nil, `line 2, word 2: "x" is not index:value`},
		{"a.svm", "1 2:3 2:4\n", nil, "line 1, word 3: index 2 comes after 2"},
		{"a.svm", "1 2:nan\n", nil, `word 2: "nan" is no finite number`},
		{"a.svm", "1 2.5:1\n", nil, "is not index:value"},
		{"a.svm", "1 -2:1\n", nil, "is not index:value"},
		{"a.svm", "1 2000000000:1\n", nil, "an index of 2000000000"},
		{"a.svm", "1\n0\n", nil, "no pair"},
		{"a.svm", "", nil, "no pair"},
		{"a.svm", "1 1:2\n", &Options{Label: "first"}, "leave --label first out"},
	} {
		_, err := named(t, c.name, c.content, c.opt)
		assert.ErrorContains(t, err, c.want, "%s: %q", c.name, c.content)
	}
	for _, name := range []string{"phi.xlsx", "phi.npz", "phi.parquet.gz"} {
		_, err := Create(filepath.Join(t.TempDir(), name), &WriterOptions{Columns: 1})
		assert.ErrorContains(t, err, "are written as csv, npy or svm")
	}
}

// float32 is written as such, from either type, and blocks of rows are rows.
func TestWriteSingle(t *testing.T) {
	rows := []float32{1.5, 0.1, -3, 1e-30}
	wide := make([]float64, len(rows))
	for i, v := range rows {
		wide[i] = float64(v)
	}
	for _, single := range []bool{false, true} {
		for _, name := range []string{"a.csv", "a.npy", "a.npy.gz"} {
			for _, narrow := range []bool{false, true} {
				path := filepath.Join(t.TempDir(), name)
				w, err := Create(path, &WriterOptions{Columns: 2, Single: single})
				require.NoError(t, err)
				if narrow {
					require.NoError(t, w.WriteLabelled32(nil, rows))
				} else {
					require.NoError(t, w.WriteRows(wide))
				}
				require.NoError(t, w.Commit())
				r, err := Open(path, nil)
				require.NoError(t, err)
				x, err := ReadAll(t.Context(), r)
				require.NoError(t, err)
				require.NoError(t, r.Close())
				got := x.RawMatrix().Data
				require.Len(t, got, 4)
				for i, v := range got {
					require.Equal(t, rows[i], float32(v))
				}
				text, err := os.ReadFile(path)
				require.NoError(t, err)
				switch {
				case name == "a.npy":
					descr := map[bool]string{false: "<f8", true: "<f4"}[single]
					h, err := npy.Read(bytes.NewReader(text))
					require.NoError(t, err)
					assert.Equal(t, npy.Header{Descr: descr, Shape: []int{2, 2}}, h)
				case name == "a.csv" && single:
					assert.Equal(t, "1.5,0.1\n-3,1e-30\n", string(text))
				}
			}
		}
	}
	w, err := Create(filepath.Join(t.TempDir(), "a.csv"), &WriterOptions{Columns: 2})
	require.NoError(t, err)
	defer w.Abort()
	assert.Panics(t, func() { _ = w.WriteRows([]float64{1}) })
	assert.Panics(t, func() { _ = w.WriteLabelled32(nil, []float32{1}) })
	assert.Panics(t, func() { _ = w.Write([]float64{1, 2, 3, 4}) })
}

func FuzzSVMLight(f *testing.F) {
	path := filepath.Join(f.TempDir(), "a.svm") // of this worker: a directory for every execution takes as long as reading
	for _, s := range []string{"1 2:3 # a\n", "-1 qid:1 1:1\n0\n", "1 0:1e9\n", ":::\n", "1 1:\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) { fuzzNamed(t, path, content) })
}

func FuzzSpaced(f *testing.F) {
	path := filepath.Join(f.TempDir(), "a.txt")
	for _, s := range []string{"1 2\n3 4\n", "a b\n1 2", "# x\n\n1\t 2%\r\n", "1 2\n3\n", "\v\f1 \n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) { fuzzNamed(t, path, content) })
}

func FuzzNPZ(f *testing.F) {
	f.Add([]byte(archived(map[string][]float64{"x": {1, 2, 3, 4}}, 2)))
	f.Fuzz(func(t *testing.T, content []byte) { check(t, append([]byte(npz.Magic), content...), "") })
}

// fuzzNamed reads a hostile file.
func fuzzNamed(t *testing.T, path string, content []byte) {
	require.NoError(t, os.WriteFile(path, content, 0o600))
	r, err := Open(path, nil)
	if err != nil {
		return
	}
	defer r.Close()
	row := make([]float64, r.Columns())
	for range 1000 {
		if r.Read(row) != nil {
			return
		}
	}
}

// Halves are those of IEEE 754: values that numpy writes for them, both orders of bytes.
func TestHalf(t *testing.T) {
	for bits, want := range map[uint16]float64{
		0x0000: 0, 0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x0400: 0x1p-14, 0x0001: 0x1p-24, 0x83ff: -1023 * 0x1p-24,
		0x3555: 0.333251953125, 0x7c00: math.Inf(1), 0xfc00: math.Inf(-1),
	} {
		assert.Equal(t, want, half(bits), "%#x", bits)
	}
	assert.True(t, math.IsNaN(half(0x7e00)))
	assert.True(t, math.Signbit(half(0x8000)))
	for _, order := range []string{"<f2", ">f2"} {
		n, err := numberOf(order)
		require.NoError(t, err)
		b := []byte{0x00, 0x3c}
		if order == ">f2" {
			b = []byte{0x3c, 0x00}
		}
		assert.Equal(t, []float64{1}, n.decode(nil, b))
	}
}

// Rows of svmlight are numbered from 0 or from 1, which a file whose first column is absent does not say: what was fitted
// says it.
func TestFirstIndex(t *testing.T) {
	zero, one := 0, 1
	for _, row := range []struct {
		content string
		wanted  *Wanted
		first   int
		rows    [][]float64
		err     string
	}{
		{"1 1:2 2:3\n", nil, 1, [][]float64{{2, 3}}, ""},
		{"1 1:2 2:3\n0 0:5\n", nil, 0, [][]float64{{0, 2, 3}, {5, 0, 0}}, ""},
		{"1 1:2 2:3\n", &Wanted{Width: 4, FirstIndex: &zero}, 0, [][]float64{{0, 2, 3, 0}}, ""},
		{"1 1:2 2:3\n", &Wanted{Width: 4, FirstIndex: &one}, 1, [][]float64{{2, 3, 0, 0}}, ""},
		{"1 0:2 2:3\n", &Wanted{Width: 4, FirstIndex: &one, What: "the map"}, 0, nil, "index 0, and the columns of the map begin with 1"},
		{"1 1:2 3:3\n", &Wanted{Width: 3, FirstIndex: &zero}, 0, [][]float64{{0, 2, 0, 3}}, ""}, // one column too many, which others say
	} {
		path := filepath.Join(t.TempDir(), "a.svm")
		require.NoError(t, os.WriteFile(path, []byte(row.content), 0o600))
		r, err := Open(path, &Options{Wanted: row.wanted})
		if row.err != "" {
			assert.ErrorContains(t, err, row.err)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, row.first, *r.FirstIndex())
		for _, want := range row.rows {
			got := make([]float64, r.Columns())
			require.NoError(t, r.Read(got))
			assert.Equal(t, want, got)
		}
		require.NoError(t, r.Close())
	}
}
