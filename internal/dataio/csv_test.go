package dataio

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/internal/testlong"
)

// manyLines is a table of several chunks, and its numbers.
func manyLines(rows, columns int, seed uint64) (string, [][]float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	want := make([][]float64, rows)
	for i := range want {
		for j := range columns {
			v := r.NormFloat64()
			if r.IntN(3) == 0 {
				v = float64(r.IntN(1000)) / 8
			}
			want[i] = append(want[i], v)
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strconv.FormatFloat(v, 'g', -1, 64))
		}
		b.WriteString([]string{"\n", "\r\n", "\n\n"}[r.IntN(3)])
	}
	return b.String(), want
}

// A table of several chunks has the rows of its lines in their order, from files, pipes and readers
// that give a byte or two at a time.
func TestChunks(t *testing.T) {
	const rows, columns = 30000, 7
	text, want := manyLines(rows, columns, 1)
	require.Greater(t, len(text), 3*chunkBytes)
	path := filepath.Join(t.TempDir(), "t.csv")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	for _, o := range []*Options{nil, {Stdin: strings.NewReader(text)}, {Stdin: &dribble{text: text}}} {
		name := path
		if o != nil {
			name = "-"
		}
		r, err := Open(name, o)
		require.NoError(t, err)
		row := make([]float64, columns)
		for i := range rows {
			require.NoError(t, r.Read(row))
			require.Equal(t, want[i], row, "row %d", i+1)
		}
		require.Equal(t, io.EOF, r.Read(row))
		require.Equal(t, rows, r.Rows())
		require.NoError(t, r.Close())
	}
	r, err := Open(path, nil) // and stopped half way
	require.NoError(t, err)
	require.NoError(t, r.Read(make([]float64, columns)))
	require.NoError(t, r.Read(make([]float64, columns)))
	require.NoError(t, r.Close())
	assert.Error(t, r.Read(make([]float64, columns)))
}

// A panic of what is read from comes to the caller, whichever goroutine reads.
func TestChunksPanic(t *testing.T) {
	text, _ := manyLines(30000, 7, 1)
	for _, room := range []int{chunkBytes / 64, 5 * chunkBytes / 2} { // in a first piece, and in a later one
		assert.Panics(t, func() {
			r, err := Open("-", &Options{Stdin: io.MultiReader(strings.NewReader(text[:room]), broken{})})
			for row := make([]float64, 7); err == nil; {
				err = r.Read(row)
			}
		})
	}
}

// broken panics.
type broken struct{}

func (broken) Read([]byte) (int, error) { panic("broken") }

// dribble gives pieces of all lengths.
type dribble struct {
	text string
	n    int
}

func (d *dribble) Read(p []byte) (int, error) {
	d.n = d.n*5%8191 + 1
	n := copy(p[:min(d.n, len(p))], d.text)
	d.text = d.text[n:]
	if n == 0 && d.text == "" {
		return 0, io.EOF
	}
	return n, nil
}

// The first thing that is wrong is named with its line, whatever chunk it is in, the rows before it
// are given, and quotes begin wherever they like.
func TestChunksWhereWhat(t *testing.T) {
	const rows, columns = 30000, 4
	text, want := manyLines(rows, columns, 2)
	lines := strings.SplitAfter(text, "\n")
	for _, at := range []int{1, 200, 20000, len(lines) - 2} {
		for bad, message := range map[string]string{
			"1,2,x,4\n":         `column 3: "x" is not a number`,
			"1,2,NaN,4\n":       "column 3 is NaN",
			"1,,3,4\n":          "column 2 is empty",
			"1,2,3\n":           "has 3 columns, the first one 4",
			"1,2,3,4,5\n":       "has 5 columns, the first one 4",
			"x,2,3,4,5\n":       "has 5 columns, the first one 4",
			"1,2,3,\"4\n":       "check the quotes",
			"1,2,3,1e999\n":     "outside the range",
			"1,\"2\n\",3,4,4\n": "has 5 columns",
		} {
			if at > 200 && !testlong.Turn(len(message), 1) { // without a flag two of nine
				continue
			}
			broken := strings.Join(lines[:at], "") + bad + strings.Join(lines[at:], "")
			good := 0 // rows before
			for _, l := range lines[:at] {
				if strings.TrimSpace(l) != "" {
					good++
				}
			}
			r, err := Open("-", &Options{Stdin: strings.NewReader(broken)})
			require.NoError(t, err)
			row := make([]float64, columns)
			for i := range good {
				require.NoError(t, r.Read(row))
				require.Equal(t, want[i], row)
			}
			err = r.Read(row)
			require.ErrorContains(t, err, message)
			require.ErrorContains(t, err, fmt.Sprintf("line %d", at+1))
		}
		quoted := strings.Join(lines[:at], "") + "\"1\",2,\"\n3\",4\n" + strings.Join(lines[at:], "") + "x"
		r, err := Open("-", &Options{Stdin: strings.NewReader(quoted)})
		require.NoError(t, err)
		row := make([]float64, columns)
		for range rows + 1 {
			require.NoError(t, r.Read(row))
		}
		require.Equal(t, want[rows-1], row)
		require.ErrorContains(t, r.Read(row), fmt.Sprintf("line %d has 1 column, the first one", len(lines)+2))
	}
	fails := io.MultiReader(strings.NewReader(text), &failing{})
	r, err := Open("-", &Options{Stdin: fails})
	require.NoError(t, err)
	for range rows {
		require.NoError(t, r.Read(make([]float64, columns)))
	}
	require.ErrorContains(t, r.Read(make([]float64, columns)), "the disk is gone")
}

type failing struct{}

func (*failing) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

// number64 reads what strconv reads, the same number, or nothing.
func TestNumber64(t *testing.T) {
	check := func(t require.TestingT, text string) {
		v, n := number64([]byte(text))
		if n == 0 {
			return
		}
		want, err := strconv.ParseFloat(text[:n], 64)
		require.NoError(t, err, text)
		require.True(t, v == want && (v != 0 || 1/v == 1/want), "%q: %v, not %v", text, v, want)
	}
	for _, text := range []string{"", "-", "+", ".", "e", "1e", "1e+", "-0", "0.5", "1.", ".5", "1e22", "1e23", "1e-22",
		"9007199254740993",
		"9007199254740992", "123456789012345678901234567890", "0.00000000000000000000001", "12345678901234567890e5", "1_0",
		"0x1p3", "1e99999999999"} {
		check(t, text)
		check(t, text+",7")
	}
	for _, text := range []string{"-0", "0.5", "1.", ".5", "1e22", "-12.5e-3", "17", "0.1234567890123456"} {
		_, n := number64([]byte(text + ","))
		assert.Equal(t, len(text), n, "%q is read without strconv's help, whole", text)
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.StringMatching(`[-+]?[0-9]{0,22}(\.[0-9]{0,22})?([eE][-+]?[0-9]{1,4})?[,; x]?`).Draw(t, "text"))
		check(t, strconv.FormatFloat(rapid.Float64().Draw(t, "v"), 'g', -1, 64))
	})
}

// FuzzCSVRecords compares lines without quotes with encoding/csv.
func FuzzCSVRecords(f *testing.F) {
	for _, s := range []string{"1,2\n3,4\n", "1;2\r\n\r\n3;4\r", "1\t2\n \n", "1,2\n3,4,5\n", "1, 2 ,\n",
		"a,b\n1,2\n1e5,-0\n", "1,2\n\r,\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "\"") || sniff(bufio.NewReader(strings.NewReader(text)), &Options{}) != "csv" {
			return
		}
		fast, fastErr := rowsUntilError(t, text, false)
		slow, slowErr := rowsUntilError(t, text, true)
		require.Equal(t, slow, fast)
		require.Equal(t, slowErr, fastErr)
	})
}

// rowsUntilError reads a table by chunks, or by records.
func rowsUntilError(t *testing.T, text string, records bool) (rows [][]float64, message string) {
	r, err := Open("-", &Options{Stdin: strings.NewReader(text)})
	if err != nil {
		return nil, err.Error()
	}
	if c, ok := r.source.(*csvSource); ok && records {
		c.r = c.records(c.b)
	}
	for {
		row := make([]float64, r.Columns())
		if err := r.Read(row); err != nil {
			return rows, err.Error()
		}
		rows = append(rows, row)
	}
}

func BenchmarkChunks(b *testing.B) {
	text, _ := manyLines(300000, 16, 3)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r, err := Open("-", &Options{Stdin: strings.NewReader(text)})
		require.NoError(b, err)
		row := make([]float64, r.Columns())
		for r.Read(row) == nil {
		}
		require.Equal(b, 300000, r.Rows())
	}
}
