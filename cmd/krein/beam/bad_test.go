package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/beam/internal/shards"
)

// line replaces a line of a file of text.
func line(t *testing.T, path string, number int, by string) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := strings.Split(string(data), "\n")
	lines[number-1] = by
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600))
}

// What is wrong with a shard is said with its file, its row and what to do, by every verb; the
// others are kept, and the run goes on when the shard has been made again.
func TestBadShards(t *testing.T) {
	verbs := map[string][]string{
		"features": {"features", "gaussian(1)", "--scale", "none", "--columns", "8"},
		"ranges":   {"features", "gaussian(1)", "--columns", "8"},
		"regress":  {"fit", "linear", "--task", "regress", "--scale", "none", "--strength", "1"},
		"classify": {"fit", "linear", "--task", "classify", "--scale", "none", "--strength", "1"},
	}
	for name, row := range map[string]struct {
		number int
		text   string
		want   string
	}{
		"ragged":  {3, "1,2,3", "line 3 has 3 columns, the first one 5; give every row the same number"},
		"not one": {7, "1,0,NaN,0,0", "line 7, column 3 is NaN; remove the row or fill the value in"},
		"word":    {7, "1,0,0,red,0", `line 7, column 4: "red" is not a number`},
	} {
		dir := t.TempDir()
		table(t, dir, 3, 20, 4)
		line(t, filepath.Join(dir, "x-001.csv"), row.number, row.text)
		for verb, words := range verbs {
			_, err := beamed(t, append(words, "--data", filepath.Join(dir, "x-*.csv"), "--label", "first", "-o",
				filepath.Join(dir, verb+".npz"))...)
			require.Error(t, err, "%s, %s", name, verb)
			assert.ErrorContains(t, err, "shard 2 of 3", "%s, %s", name, verb)
			assert.ErrorContains(t, err, "x-001.csv", "%s, %s", name, verb)
			assert.ErrorContains(t, err, row.want, "%s, %s", name, verb)
			assert.NotContains(t, err.Error(), "DoFn")
		}
	}

	dir := t.TempDir()
	table(t, dir, 3, 20, 4)
	shard := filepath.Join(dir, "x-002.csv")
	whole, err := os.ReadFile(shard)
	require.NoError(t, err)
	features := []string{"features", "gaussian(1)", "--scale", "none", "--columns", "8", "--data",
		filepath.Join(dir, "x-*.csv"), "--label", "first", "-o", filepath.Join(dir, "phi")}
	for want, text := range map[string]string{
		"has 3 columns without the label where the first shard has 4": "1,2,3,4\n5,6,7,8\n",
		"the file is empty": "",
	} {
		require.NoError(t, os.WriteFile(shard, []byte(text), 0o600))
		_, err = beamed(t, features...)
		assert.ErrorContains(t, err, "x-002.csv")
		assert.ErrorContains(t, err, want)
	}
	require.NoError(t, os.WriteFile(shard, whole, 0o600))
	_, err = beamed(t, features...)
	require.NoError(t, err)

	// Features of one run are the rows of the next: a Parquet file that is cut off or damaged,
	// columns in another order.
	linear := []string{"features", "gaussian(1)", "--scale", "none", "--columns", "8", "--data",
		filepath.Join(dir, "phi", "part-*.parquet"), "-o", filepath.Join(dir, "psi")}
	part := filepath.Join(dir, "phi", "part-00001-of-00003.parquet")
	data, err := os.ReadFile(part)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(part, data[:len(data)/2], 0o600))
	_, err = beamed(t, linear...)
	assert.ErrorContains(t, err, "part-00001-of-00003.parquet: the Parquet file is damaged")
	assert.ErrorContains(t, err, "get it again")
	require.NoError(t, os.WriteFile(part, bytes.ReplaceAll(data, []byte("x3"), []byte("y3")), 0o600))
	_, err = beamed(t, linear...)
	assert.ErrorContains(t, err, `feature 3 is called "y3" where the first shard has "x3"`)
}

// Flags that do not go together, and files that are not there, are refused before any work.
func TestBadFlags(t *testing.T) {
	dir := t.TempDir()
	table(t, dir, 2, 20, 4)
	data, out := filepath.Join(dir, "x-*.csv"), filepath.Join(dir, "out")
	defer func() { *jobopts.Async = false }() // flags of Beam are those of the process
	for _, c := range []struct {
		want string
		args []string
	}{
		{"no such file", []string{"features", "gaussian(1)", "--data", filepath.Join(dir, "y-*")}},
		{"matched twice", []string{"features", "gaussian(1)", "--data", data, "--data", filepath.Join(dir, "x-001.csv")}},
		{"of them", []string{"features", "gaussian(1)", "--map", "m.npz", "--data", data}},
		{"of maps that are drawn", []string{"features", "--map", "m.npz", "--seed", "1", "--data", data}},
		{"want unit, standard, sphere, none or a file", []string{"features", "gaussian(1)", "--scale", "log", "--data", data}},
		{"--save-ranges", []string{"features", "gaussian(1)", "--scale", "standard", "--data", data}},
		{"want float64 or float32", []string{"features", "gaussian(1)", "--dtype", "int", "--data", data}},
		{"--label is required", []string{"fit", "gaussian(1)", "--task", "regress", "--data", data}},
		{"--strength is required", []string{"fit", "gaussian(1)", "--task", "classify", "--label", "1", "--data", data}},
		{"want regress or classify", []string{"fit", "gaussian(1)", "--task", "cluster", "--label", "1", "--data", data}},
		{"they are values rather than classes", []string{"fit", "linear", "--task", "classify", "--strength", "1", "--label",
			"2", "--data", data}},
		{"leave it out", []string{"features", "gaussian(1)", "--async", "--data", data}},
	} {
		_, err := beamed(t, append(c.args, "-o", out)...)
		assert.ErrorContains(t, err, c.want, "%q", c.args)
		require.NoError(t, os.RemoveAll(out))
		require.NoError(t, os.RemoveAll(out+".work"))
	}
}

// interrupted runs the command in this process, interrupts it when so many files of a pattern are
// there, and returns its error. A run that was quicker than the eye is run again.
func interrupted(t *testing.T, pattern string, files int, args []string) error {
	t.Helper()
	for range 10 {
		require.NoError(t, os.RemoveAll(filepath.Dir(pattern)))
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			for ctx.Err() == nil {
				if names, _ := filepath.Glob(pattern); len(names) >= files {
					cancel()
				}
				time.Sleep(time.Millisecond)
			}
		}()
		_, err := beamedIn(ctx, args...)
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}

// A run that is interrupted ends soon and says what to do; nothing that is not whole has a record.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	table(t, dir, 12, 50, 4)
	args := []string{"features", "gaussian(1)", "--data", filepath.Join(dir, "x-*.csv"), "--label", "1", "--columns",
		"256", "-o", filepath.Join(dir, "phi")}
	err := interrupted(t, filepath.Join(dir, "phi", "*"+shards.Suffix), 1, args)
	require.ErrorContains(t, err, "what is finished is kept, and the same command goes on from there")
	_, err = beamed(t, args...)
	require.NoError(t, err)
	assert.NotEmpty(t, together(t, filepath.Join(dir, "phi"), ".parquet"))
}

// A survey's certificates are those of its kernels, in their order, and are not made twice.
func TestSurvey(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "survey")
	file := filepath.Join(dir, "kernels.txt")
	require.NoError(t, os.WriteFile(file, []byte("# two\nexp(-z)\n\n"), 0o600))
	args := []string{"survey", "gaussian(1)", "--formulas", file, "--dims", "1,2", "-o", out}
	said, err := beamed(t, args...)
	require.NoError(t, err)
	assert.Contains(t, said, "4 certificates of 2 kernels")
	lines, err := os.ReadFile(filepath.Join(out, "certificates.jsonl"))
	require.NoError(t, err)
	all := strings.Split(strings.TrimSpace(string(lines)), "\n")
	require.Len(t, all, 4)
	for i, want := range []string{"gaussian(1)", "gaussian(1)", "exp(-z)", "exp(-z)"} {
		assert.Contains(t, all[i], want)
		assert.Contains(t, all[i], []string{`"dim":1`, `"dim":2`}[i%2])
	}
	text, err := os.ReadFile(filepath.Join(out, "survey.json"))
	require.NoError(t, err)
	assert.Equal(t, 4, strings.Count(string(text), `"finite-mass": "proved"`))

	// Two pieces are damaged, what is said of claims and a certificate: the others are kept, and
	// the result is the same.
	pieces, err := filepath.Glob(filepath.Join(out, "pieces", "*"))
	require.NoError(t, err)
	require.Len(t, pieces, 4)
	old := time.Unix(1, 0)
	for i, p := range pieces {
		piece, err := os.ReadFile(p)
		require.NoError(t, err)
		at := map[int]int{1: bytes.Index(piece, []byte("proved")), 2: bytes.LastIndex(piece, []byte("proved"))}[i]
		if at > 0 {
			piece[at] = 'P'
		}
		require.NoError(t, os.WriteFile(p, piece, 0o600))
		require.NoError(t, os.Chtimes(p, old, old))
	}
	_, err = beamed(t, args...)
	require.NoError(t, err)
	for i, p := range pieces {
		info, err := os.Stat(p)
		require.NoError(t, err)
		assert.Equal(t, i == 0 || i == 3, info.ModTime().Equal(old), "%d", i)
	}
	again, err := os.ReadFile(filepath.Join(out, "certificates.jsonl"))
	require.NoError(t, err)
	assert.Equal(t, string(lines), string(again))

	_, err = beamed(t, "survey", "gaussian(", "-o", out)
	assert.Error(t, err)
}
