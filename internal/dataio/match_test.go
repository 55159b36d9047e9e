package dataio

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wanted reads a table of text as something that was fitted to columns b, a and c, and a label y, wants it.
func wanted(t *testing.T, text, label string) (*Reader, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.csv")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return Open(path, &Options{Label: label, KeepLabels: true,
		Wanted: &Wanted{Names: []string{"b", "a", "c"}, Label: "y", What: "m.npz"}})
}

// Columns are read by their names, in any order, with the label or without; what is missing and what is not wanted is
// listed.
func TestWanted(t *testing.T) {
	for text, label := range map[string]string{
		"b,a,c\n1,2,3\n": "none", "a,b,c\n2,1,3\n": "none", "y,c,a,b\n?,3,2,1\n": "none", "c,a,y,b\n3,2,,1\n": "",
		"c,a,y,b\n3,2,ok,1\n": "y", "x,c,a,b\nok,3,2,1\n": "first", "c,b,a,y\n3,1,2,ok\n": "4",
		"1,2,3\n": "none", "ok,1,2,3\n": "1", // no names: as they come
	} {
		r, err := wanted(t, text, label)
		require.NoError(t, err, text)
		row := make([]float64, 3)
		require.NoError(t, r.Read(row), text)
		assert.Equal(t, []float64{1, 2, 3}, row, text)
		if strings.Contains(text, "ok") {
			assert.Equal(t, "ok", r.LabelText(), text)
		} else {
			assert.False(t, r.HasLabels(), text)
		}
		if strings.Contains(text, "a") {
			assert.Equal(t, []string{"b", "a", "c"}, r.Names())
		}
		require.NoError(t, r.Close())
	}
	for text, want := range map[string]string{
		"a,b\n1,2\n":         "missing: c",
		"a,b,c,d\n1,2,3,4\n": "unknown: d",
		"d,e\n1,2\n":         "missing: b, a, c; unknown: d, e",
		"a,b,c,b\n1,2,3,4\n": "there twice: b",
		"y,y,a,b,c\n":        "unknown: y",
		"A,b,c\n1,2,3\n":     "missing: a; unknown: A",
	} {
		_, err := wanted(t, text, "none")
		if assert.ErrorContains(t, err, "columns do not match", text) {
			assert.Contains(t, strings.NewReplacer(`"`, "").Replace(err.Error()), want)
			assert.Contains(t, err.Error(), "of m.npz are")
		}
	}
	_, err := wanted(t, "a,b,c\n1,2,3\n", "a") // the label is a column that is wanted
	assert.ErrorContains(t, err, "missing")
}

// What is fitted to a table keeps its names if these tell its columns apart.
func TestDistinct(t *testing.T) {
	for text, want := range map[string][]string{
		"a,b,y\n1,2,3\n": {"a", "b", "|", "y", ""}, "1,2,3\n": {"|", "", ""}, "a,a,y\n1,2,3\n": {"|", "", "a"},
		"y,b,y\n1,2,3\n": {"y", "b", "|", "", ""}, "a\xff,b,y\n1,2,3\n": {"a\ufffd", "b", "|", "y", ""},
	} {
		path := filepath.Join(t.TempDir(), "x.csv")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		r, err := Open(path, &Options{Label: "last"})
		require.NoError(t, err)
		names, label, repeated := r.Distinct()
		assert.Equal(t, want, append(append(names, "|"), label, repeated), text)
		require.NoError(t, r.Close())
	}
}

// Labels come back as they are written, and those that are plain numbers are not kept.
func TestDictionary(t *testing.T) {
	d := &dictionary{index: map[string]float64{}}
	random := rand.New(rand.NewPCG(1, 2))
	for _, text := range []string{"a", "", "1", "1.0", "+1", "-0", "0", "1e5", "100000", "NaN", "nan", "Inf", "1e999", "0x1p3",
		"-3.25", "é", "1_0", "b"} {
		assert.Equal(t, text, d.text(d.number([]byte(text))))
		assert.Equal(t, text, d.text(d.number([]byte(" "+text))))
	}
	kept := len(d.texts)
	for range 1000 {
		text := strings.TrimSpace(strings.Join([]string{d.text(random.NormFloat64())}, ""))
		assert.Equal(t, text, d.text(d.number([]byte(text))))
	}
	assert.Len(t, d.texts, kept)
}
