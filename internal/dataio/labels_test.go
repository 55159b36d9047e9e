package dataio

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/internal/npz"
)

// Labels come as they are written, with the rows they belong to, from every format, and from texts of
// several pieces.
func TestLabels(t *testing.T) {
	long, want := new(strings.Builder), []string{}
	for i := range 90000 {
		name := []string{"b", "a a", "10", "1.50"}[i*i%7%4]
		want = append(want, name)
		long.WriteString("1.25,")
		long.WriteString(name)
		long.WriteString(",")
		long.WriteString(strings.Repeat("2", 1+i%9))
		long.WriteString("\n")
	}
	var archive bytes.Buffer
	w := npz.NewWriter(&archive)
	w.Float64s("x", []float64{1, 2, 1.5, 4}, 2)
	require.NoError(t, w.Close())
	for name, c := range map[string]struct {
		text, label string
		want        []string
	}{
		"long.csv":   {long.String(), "2", want},
		"head.csv":   {"x,class\n1, yes \n2,no\n", "class", []string{"yes", "no"}},
		"quoted.csv": {"1,\"a,b\"\n2,c\n", "last", []string{"a,b", "c"}},
		"space.txt":  {"u 1 2\nv 3 4\nu 5 6\n", "first", []string{"u", "v", "u"}},
		"x.svm":      {"+1 1:2\n-1 2:3\n+1 1:1\n", "", []string{"+1", "-1", "+1"}},
		"x.npz":      {archive.String(), "first", []string{"1", "1.5"}},
	} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
		r, err := Open(path, &Options{Label: c.label, KeepLabels: true})
		require.NoError(t, err, name)
		x, labels, err := ReadLabelled(context.Background(), r)
		require.NoError(t, err, name)
		require.NoError(t, r.Close())
		assert.Equal(t, c.want, labels, name)
		rows, _ := x.Dims()
		assert.Len(t, labels, rows)
		r, err = Open(path, &Options{Label: c.label})
		require.NoError(t, err, name)
		same, err := ReadAll(context.Background(), r)
		require.NoError(t, err, name)
		assert.Empty(t, r.LabelText())
		require.NoError(t, r.Close())
		assert.Equal(t, same, x, name)
	}
}

// TestReadTable: rows are those of ReadLabelled whether their number is known or not, over several pieces; another number
// is an error, not rows that are left out.
func TestReadTable(t *testing.T) {
	const rows = 3*pieceNumbers/2 + 5
	var text strings.Builder
	for i := range rows {
		fmt.Fprintf(&text, "%d,%s,%d\n", i, []string{"a", "7"}[i%2], -i)
	}
	open := func() *Reader {
		r, err := Open("-", &Options{Label: "2", KeepLabels: true, Stdin: strings.NewReader(text.String())})
		require.NoError(t, err)
		return r
	}
	want, labels, err := ReadLabelled(t.Context(), open())
	require.NoError(t, err)
	require.Equal(t, float64(rows-1), want.At(rows-1, 0))
	for _, known := range []int{-1, rows} {
		x, l, err := ReadTable(t.Context(), open(), known)
		require.NoError(t, err)
		assert.True(t, mat.Equal(want, x))
		assert.Equal(t, rows, l.Len())
		for i := range rows {
			if l.Text(i) != labels[i] {
				t.Fatalf("row %d: %s for %s", i, l.Text(i), labels[i])
			}
		}
	}
	for _, known := range []int{0, rows - 1, rows + 1} {
		_, _, err := ReadTable(t.Context(), open(), known)
		assert.ErrorContains(t, err, "standard input: the file was changed while it was read")
	}
	r, err := Open("-", &Options{Stdin: strings.NewReader("1,2\n")})
	require.NoError(t, err)
	x, l, err := ReadTable(t.Context(), r, 1)
	require.NoError(t, err)
	assert.Nil(t, l)
	assert.Equal(t, []float64{1, 2}, x.RawRowView(0))
}

func TestLabelRefusals(t *testing.T) {
	for text, want := range map[string]string{"1,2\n": "no label column", "1,a\n2,\n": "row 2 has no label"} {
		label := "last"
		if strings.Contains(want, "column") {
			label = "none"
		}
		r, err := Open("-", &Options{Label: label, KeepLabels: true, Stdin: strings.NewReader(text), Header: HeaderNo})
		require.NoError(t, err)
		_, _, err = ReadLabelled(context.Background(), r)
		assert.ErrorContains(t, err, want)
	}
}
