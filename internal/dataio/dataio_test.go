package dataio

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/combin"
	"pgregory.net/rapid"

	"krein/internal/npy"
	_ "krein/internal/testlong" // a fixed seed
)

func read(t testing.TB, content string, opt *Options) (*mat.Dense, error) {
	path := filepath.Join(t.TempDir(), "table")
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	r, err := Open(path, opt)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return ReadAll(context.Background(), r)
}

// npyHead is the header of a table of float64.
func npyHead(rows, columns int) []byte { return (&Writer{columns: columns}).head(rows) }

func zipped(content string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, content)
	_ = z.Close()
	return b.String()
}

func rowsOf(x *mat.Dense) [][]float64 {
	n, _ := x.Dims()
	out := make([][]float64, n)
	for i := range out {
		out[i] = x.RawRowView(i)
	}
	return out
}

func TestCSV(t *testing.T) {
	first := &Options{Label: "first"}
	for name, c := range map[string]struct {
		content string
		opt     *Options
		want    [][]float64
	}{
		"label first":           {"7,1,2\n8,3,4\n", first, [][]float64{{1, 2}, {3, 4}}},
		"label a word":          {"A,1,2\nB,3,4", first, [][]float64{{1, 2}, {3, 4}}},
		"label last":            {"1,2,x\n3,4,y\n", &Options{Label: "last"}, [][]float64{{1, 2}, {3, 4}}},
		"label last of one row": {"1,2,x", &Options{Label: "last"}, [][]float64{{1, 2}}},
		"label by number":       {"1,x,2\n3,y,4\n", &Options{Label: "2"}, [][]float64{{1, 2}, {3, 4}}},
		"label by name":         {"a, y ,b\n1,x,2\n3,y,4\n", &Options{Label: "y"}, [][]float64{{1, 2}, {3, 4}}},
		"label a name that is repeated in its column": {"a,y\n1,y\n", &Options{Label: "y"}, [][]float64{{1}}},
		"label by name of numbers": {"1,y\n3,4\n", &Options{Label: "y", Header: HeaderYes},
			[][]float64{{3}}},
		"the word none":     {"1,2\n3,4\n", &Options{Label: "none"}, [][]float64{{1, 2}, {3, 4}}},
		"header, no label":  {"y,a,b\n0,1,2\n", nil, [][]float64{{0, 1, 2}}},
		"no label":          {"1,2\n3,4\n", nil, [][]float64{{1, 2}, {3, 4}}},
		"header":            {"y,a,b\n0,1,2\n", first, [][]float64{{1, 2}}},
		"header of numbers": {"1,2\n3,4\n", &Options{Header: HeaderYes}, [][]float64{{3, 4}}},
		"quotes":            {"\"y\",\"a,b\"\n0,\"1e3\"\n", first, [][]float64{{1000}}},
		"semicolons":        {"1;2\n3;4\n", nil, [][]float64{{1, 2}, {3, 4}}},
		"tabs":              {"1\t2\n", nil, [][]float64{{1, 2}}},
		"bars":              {"1|2\n", &Options{Comma: '|'}, [][]float64{{1, 2}}},
		"spaces and blanks": {"\n1 , 2\r\n\r\n 3,4 ", nil, [][]float64{{1, 2}, {3, 4}}},
		"byte order mark":   {"\xef\xbb\xbf1,2\n", nil, [][]float64{{1, 2}}},
		"one column":        {"1\n2\n", nil, [][]float64{{1}, {2}}},
		"gzip":              {zipped("7,1,2\n"), first, [][]float64{{1, 2}}},
		"two gzip members": {zipped("7,1,2\n") + zipped("7,3,4\n"), first,
			[][]float64{{1, 2}, {3, 4}}},
	} {
		t.Run(name, func(t *testing.T) {
			x, err := read(t, c.content, c.opt)
			require.NoError(t, err)
			assert.Equal(t, c.want, rowsOf(x))
		})
	}
}

func TestErrorsSayWhereAndWhatToDo(t *testing.T) {
	long := zipped(strings.Repeat("1,2.25,3.5,4\n", 5000))
	labelled := func(label string) *Options { return &Options{Label: label} }
	for name, c := range map[string]struct {
		content string
		opt     *Options
		want    []string
	}{
		"empty":              {"", nil, []string{"empty"}},
		"header only":        {"a,b\n", nil, []string{"no rows"}},
		"ragged":             {"1,2\n3,4\n5\n", nil, []string{"line 3", "1 column,", "2"}},
		"ragged, blank line": {"1,2\n\n5,6,7\n", nil, []string{"line 3", "3 columns"}},
		"word":               {"1,2\n3,four\n", nil, []string{"line 2, column 2", `"four"`, "not a number"}},
		"word in first line": {"1,2,x\n", nil, []string{"line 1, column 3", `"x"`}},
		"decimal comma":      {"1,5;2\n", nil, []string{"line 1, column 1", `"1,5" is not a number`, "write 1.5, everywhere: tr , . < FILE > OTHER"}},
		"quoted decimal":     {"\"1,5\",2\n", nil, []string{"line 1, column 1", `"1,5" is not a number`, "write 1.5"}},
		"UTF-16":             {"\xff\xfe1\x00,\x002\x00\n\x00", nil, []string{"UTF-16", "UTF-8"}},
		"UTF-16, other ends": {"\xfe\xff\x001\x00,\x002\x00\n", nil, []string{"UTF-16"}},
		"nan":                {"1,2\nnan,4\n", nil, []string{"line 2, column 1 is NaN", "remove"}},
		"infinite":           {"1,2\n1,-Inf\n", nil, []string{"line 2, column 2 is -Inf"}},
		"too large":          {"1,1e999\n", nil, []string{"line 1, column 2", "range"}},
		"empty cell":         {"1,2\n3,\n", nil, []string{"line 2, column 2 is empty"}},
		"quote":              {"1,2\n3,\"4\n", nil, []string{"line 2", "quotes"}},
		"only a label":       {"1\n2\n", labelled("first"), []string{"only column is the label"}},
		"label too far":      {"1,2\n", labelled("3"), []string{"label column 3", "2 columns"}},
		"label 0":            {"1,2\n", labelled("0"), []string{"label column 0", "count from 1"}},
		"label without head": {"1,2\n", labelled("y"), []string{`"y"`, "no header"}},
		"label, head denied": {"x,y\n1,2\n", &Options{Label: "y", Header: HeaderNo}, []string{`"y"`, "no header"}},
		"label not there":    {"x,z\n1,2\n", labelled("y"), []string{`"y"`, `"x", "z"`}},
		"label twice there":  {"y,y\n1,2\n", labelled("y"), []string{"columns 1 and 2"}},
		"npy, label by name": {string(npyHead(2, 2)), labelled("y"), []string{"no header"}},
		"word, no label":     {"A,1\nB,2\n", nil, []string{`"A" is not a number`, "--label 1"}},
		"truncated gzip":     {long[:len(long)/2], nil, []string{"truncated"}},
		"truncated header":   {long[:7], nil, []string{"truncated"}},
		"gzip checksum":      {long[:len(long)-6] + "abcdef", nil, []string{"damaged"}},
		"truncated npy":      {string(npyHead(2, 2)) + "12345678", nil, []string{"row 1 of 2", "truncated"}},
		"npy, huge shape":    {string(npyHead(math.MaxInt/2, 1<<40)), nil, []string{"beyond any memory"}},
		"npy, wide":          {string(npyHead(1, 1<<20)), nil, []string{"truncated"}},
		"npy version":        {npy.Magic + "\x09\x00", nil, []string{"version 9"}},
		"npy, bad header":    {npy.Magic + "\x01\x00\x03\x00{1}", nil, []string{"expected a key"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(t, c.content, c.opt)
			require.Error(t, err)
			for _, w := range c.want {
				assert.ErrorContains(t, err, w)
			}
			assert.ErrorContains(t, err, "table: ", "the file is named")
		})
	}
}

func TestStandardInput(t *testing.T) {
	r, err := Open("-", &Options{Label: "first", Stdin: strings.NewReader("x,1\ny,abc\n")})
	require.NoError(t, err)
	row := make([]float64, 1)
	require.NoError(t, r.Read(row))
	err = r.Read(row)
	assert.ErrorContains(t, err, "standard input: line 2, column 2")
	assert.Equal(t, err, r.Read(row), "errors stay")
	assert.Equal(t, -1, r.Rows())
}

// The reference arrays were saved by numpy: testdata/gen/npy.py.
func TestNumpy(t *testing.T) {
	text, err := os.ReadFile("../../testdata/npy.json")
	require.NoError(t, err)
	var golden struct {
		Cases []struct {
			Name, Base64, Error string
			Rows                [][]string
		}
	}
	require.NoError(t, json.Unmarshal(text, &golden))
	require.NotEmpty(t, golden.Cases)
	for _, c := range golden.Cases {
		t.Run(c.Name, func(t *testing.T) {
			content, err := base64.StdEncoding.DecodeString(c.Base64)
			require.NoError(t, err)
			x, err := read(t, string(content), nil)
			if c.Error != "" {
				assert.ErrorContains(t, err, c.Error)
				return
			}
			require.NoError(t, err)
			got := rowsOf(x)
			require.Len(t, got, len(c.Rows))
			for i, row := range c.Rows {
				require.Len(t, got[i], len(row))
				for j, cell := range row {
					want, err := strconv.ParseFloat(cell, 64)
					require.NoError(t, err)
					assert.Equal(t, want, got[i][j])
				}
			}
		})
	}
}

func TestWriteThenRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.IntRange(1, 5).Draw(t, "columns")
		rows := rapid.SliceOfN(rapid.SliceOfN(rapid.Float64(), columns, columns), 1, 20).Draw(t, "rows")
		name := rapid.SampledFrom([]string{"a.csv", "a.csv.gz", "a.npy", "a.npy.gz", "-"}).Draw(t, "name")
		opt := &WriterOptions{Columns: columns}
		if rapid.Bool().Draw(t, "count known") {
			opt.Rows = len(rows)
		}
		var stdout bytes.Buffer
		path := name
		if name == "-" {
			opt.Stdout = &stdout
			opt.Format = rapid.SampledFrom([]Format{FormatAuto, CSV, NPY}).Draw(t, "format")
		} else {
			dir, err := os.MkdirTemp("", "dataio")
			require.NoError(t, err)
			defer os.RemoveAll(dir)
			path = filepath.Join(dir, name)
		}
		w, err := Create(path, opt)
		require.NoError(t, err)
		for _, row := range rows {
			require.NoError(t, w.Write(row))
		}
		require.NoError(t, w.Commit())
		r, err := Open(path, &Options{Stdin: &stdout})
		require.NoError(t, err)
		defer r.Close()
		x, err := ReadAll(context.Background(), r)
		require.NoError(t, err)
		require.Equal(t, rows, rowsOf(x))
	})
}

// The same numbers are the same rows in either format, with every way to name the label.
func TestLabelIsTheSameInEveryFormat(t *testing.T) {
	want := map[string][][]float64{"": {{1, 2, 3}, {4, 5, 6}}, "none": {{1, 2, 3}, {4, 5, 6}},
		"first": {{2, 3}, {5, 6}}, "last": {{1, 2}, {4, 5}}, "2": {{1, 3}, {4, 6}}}
	for _, format := range []Format{CSV, NPY} {
		var table bytes.Buffer
		w, err := Create("-", &WriterOptions{Columns: 3, Rows: 2, Format: format, Stdout: &table})
		require.NoError(t, err)
		require.NoError(t, w.Write([]float64{1, 2, 3}))
		require.NoError(t, w.Write([]float64{4, 5, 6}))
		require.NoError(t, w.Commit())
		for label, rows := range want {
			x, err := read(t, table.String(), &Options{Label: label})
			require.NoError(t, err)
			assert.Equal(t, rows, rowsOf(x), label)
		}
	}
}

func TestUsedColumns(t *testing.T) {
	for _, c := range []struct{ content, label, used, suspect string }{
		{"1,2.5,3.5\n2,2.5,3.5\n", "", "3 columns (1–3; no label)", "first"},
		{"2.5,3.5,1\n", "none", "3 columns (1–3; no label)", "last"},
		{"2.5,1,2.5\n", "", "3 columns (1–3; no label)", ""},
		{"1,2,3\n", "", "3 columns (1–3; no label)", ""},
		{"1,2.5,3.5\n1.5,2.5,3.5\n", "", "3 columns (1–3; no label)", ""},
		{"1,2.5,3.5\n", "first", "2 columns (2–3; column 1 is the label)", ""},
		{"1,2.5,3.5\n", "3", "2 columns (1–2; column 3 is the label)", ""},
		{"a,y,b,c\n1.5,2,2,2\n", "y", "3 columns (1, 3–4; column 2, \"y\", is the label)", ""},
		{"1,2\n", "last", "1 column (1; column 2 is the label)", ""},
		{"1\n", "", "1 column (1; no label)", ""},
	} {
		r, err := Open("-", &Options{Label: c.label, Stdin: strings.NewReader(c.content)})
		require.NoError(t, err)
		assert.Empty(t, r.Suspect(), "nothing has been read")
		assert.Equal(t, -1, r.Rows())
		x, err := ReadAll(t.Context(), r)
		require.NoError(t, err)
		assert.Equal(t, x.RawMatrix().Rows, r.Rows())
		assert.Equal(t, c.used, r.Used(), c)
		assert.Equal(t, c.suspect, r.Suspect(), c)
	}
}

func TestNPYHeadIsAligned(t *testing.T) {
	for _, n := range []int{0, 1, math.MaxInt} {
		head := npyHead(n, 1<<50)
		assert.Len(t, head, 128)
		assert.Equal(t, byte('\n'), head[127])
	}
}

func TestUnfinishedFilesLeaveNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.npy")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	w, err := Create(path, &WriterOptions{Columns: 1, Rows: 2})
	require.NoError(t, err)
	require.NoError(t, w.Write([]float64{1}))
	assert.ErrorContains(t, w.Commit(), "2 rows were announced and 1 written")
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "old", string(got))
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, files, 1)
}

func TestScale(t *testing.T) {
	const table = "0,10,5,-1e308\n4,20,5,1e308\n1,15,5,0\n"
	x, err := read(t, table, nil)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "t.csv")
	require.NoError(t, os.WriteFile(path, []byte(table), 0o600))
	r, err := Open(path, nil)
	require.NoError(t, err)
	defer r.Close()
	g, err := ScanRanges(context.Background(), r)
	require.NoError(t, err)
	assert.Equal(t, RangesOf(x), g)
	g.ScaleAll(x)
	assert.Equal(t, [][]float64{{0, 0, 0, 0}, {1, 1, 0, 1}, {0.25, 0.5, 0, 0.5}}, rowsOf(x))
	row := []float64{8, 10, 7, 0}
	g.Scale(row)
	assert.Equal(t, []float64{2, 0, 0, 0.5}, row, "not cut off")

	require.NoError(t, g.Check(4))
	assert.ErrorContains(t, g.Check(3), "3 columns")
	assert.ErrorContains(t, (&Ranges{Min: []float64{1}, Max: []float64{0}}).Check(1), "column 1")
	assert.ErrorContains(t, (&Ranges{Min: []float64{math.NaN()}, Max: []float64{0}}).Check(1), "column 1")
}

// Every subset of the rows is equally likely: a chi-square test over the 10 subsets of 3
// out of 5, and rows stay in file order.
func TestSampleIsUniform(t *testing.T) {
	const n, k, draws = 5, 3, 5000
	counts := map[[k]float64]int{}
	for seed := range uint64(draws) {
		r, err := Open("-", &Options{Stdin: strings.NewReader("0\n1\n2\n3\n4\n")})
		require.NoError(t, err)
		x, err := Sample(context.Background(), r, k, seed)
		require.NoError(t, err)
		var key [k]float64
		copy(key[:], x.RawMatrix().Data)
		require.Less(t, key[0], key[1])
		require.Less(t, key[1], key[2])
		counts[key]++
	}
	expect := float64(draws) / float64(combin.Binomial(n, k))
	chi2 := 0.0
	require.Len(t, counts, 10)
	for _, c := range counts {
		chi2 += (float64(c) - expect) * (float64(c) - expect) / expect
	}
	assert.Less(t, chi2, 33.7, "chi-square with 9 degrees of freedom, p = 1e-4")

	r, err := Open("-", &Options{Stdin: strings.NewReader("0\n1\n")})
	require.NoError(t, err)
	x, err := Sample(context.Background(), r, k, 1)
	require.NoError(t, err)
	assert.Equal(t, [][]float64{{0}, {1}}, rowsOf(x))
}

// TestSampleOf: rows in memory give the sample that their file gives.
func TestSampleOf(t *testing.T) {
	var text strings.Builder
	for i := range 500 {
		fmt.Fprintf(&text, "%d,%d\n", i, i*i)
	}
	open := func() *Reader {
		r, err := Open("-", &Options{Stdin: strings.NewReader(text.String())})
		require.NoError(t, err)
		return r
	}
	all, err := ReadAll(t.Context(), open())
	require.NoError(t, err)
	for _, n := range []int{1, 100, 499, 500, 501} {
		want, err := Sample(t.Context(), open(), n, 7)
		require.NoError(t, err)
		assert.Equal(t, want, SampleOf(all, n, 7), n)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := Open("-", &Options{Stdin: strings.NewReader("0,1\n")})
	require.NoError(t, err)
	_, err = ReadAll(ctx, r)
	assert.ErrorIs(t, err, context.Canceled)
}

// check reads a hostile table: whatever comes, rows are finite or there is an error.
func check(t *testing.T, content []byte, label string) {
	r, err := Open("-", &Options{Stdin: bytes.NewReader(content), Label: label})
	if err != nil {
		return
	}
	row := make([]float64, r.Columns())
	for range 1000 {
		if err := r.Read(row); err != nil {
			require.Equal(t, err, r.Read(row))
			return
		}
		for _, v := range row {
			require.False(t, math.IsNaN(v) || math.IsInf(v, 0))
		}
	}
}

func FuzzCSV(f *testing.F) {
	for _, s := range []string{"1,2\n3,4\n", "a;b\n1;2", "\"1\",\"\n", "1\t\t2\n", zipped("1,2\n"), "\xef\xbb\xbfx",
		"1e999,0x1p-3,inf\n", "# x\n#y,z\n1,2\n"} {
		f.Add([]byte(s), "first")
	}
	f.Fuzz(func(t *testing.T, content []byte, label string) { check(t, content, label) })
}

func FuzzNPY(f *testing.F) {
	f.Add([]byte("\x01\x00\x76\x00" + string(npyHead(2, 1)[10:]) + "0123456789abcdef"))
	f.Add([]byte("\x02\x00\x3c\x00\x00\x00{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }\n0123456789abcdef"))
	f.Add([]byte("\x01\x00\x36\x00{'descr': '<f4', 'fortran_order': True, 'shape': (2,)}\n01234567"))
	f.Fuzz(func(t *testing.T, content []byte) { check(t, append([]byte(npy.Magic), content...), "") })
}

func BenchmarkReadCSV(b *testing.B) {
	content := []byte(strings.Repeat("26,2,4,4,3,2,7,8,2,9,11,7,7,1,8,5,6\n", 10000))
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		r, err := Open("-", &Options{Stdin: bytes.NewReader(content)})
		require.NoError(b, err)
		_, err = ReadAll(context.Background(), r)
		require.NoError(b, err)
	}
}
