package shards

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A result is there only with its record, of this job and this input, and with the bytes that it
// had.
func TestFinished(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	input := write("x-0.csv", "1,2\n")
	write("x-1.csv", "3,4\n")
	for name, spoil := range map[string]func(output string){
		"":        func(string) {},
		"record":  func(output string) { require.NoError(t, os.Remove(output+Suffix)) },
		"result":  func(output string) { require.NoError(t, os.Remove(output)) },
		"bytes":   func(output string) { write(filepath.Base(output), "fiat") },
		"longer":  func(output string) { write(filepath.Base(output), "facts") },
		"no JSON": func(output string) { write(filepath.Base(output)+Suffix, "{") },
		"input":   func(string) { require.NoError(t, os.Chtimes(input, time.Unix(9, 0), time.Unix(9, 0))) },
	} {
		all, err := List([]string{filepath.Join(dir, "x-*.csv")})
		require.NoError(t, err)
		require.Len(t, all, 2)
		assert.Equal(t, [2]int{1, 2}, [2]int{all[1].Index, all[1].Of})
		output := all[0].Output(dir, ".npy")
		assert.Equal(t, "part-00000-of-00002.npy", filepath.Base(output))
		write(filepath.Base(output), "fact")
		r, err := all[0].Finish(output, "job", 1)
		require.NoError(t, err)
		other, err := all[0].Finished(output, "another job")
		require.NoError(t, err)
		assert.Nil(t, other)
		require.NoError(t, all[0].Unchanged())
		spoil(output)
		again, err := List([]string{filepath.Join(dir, "x-*.csv")})
		require.NoError(t, err)
		got, err := again[0].Finished(output, "job")
		require.NoError(t, err)
		if name == "" {
			assert.Equal(t, r, got)
			continue
		}
		assert.Nil(t, got, name)
		if name == "input" {
			assert.ErrorContains(t, all[0].Unchanged(), "has changed since the run began: start again")
		}
		ran := 0
		data, err := again[0].Once(output, "job", func() ([]byte, int, error) { ran++; return []byte("fact"), 1, nil })
		require.NoError(t, err)
		assert.Equal(t, "fact", string(data))
		data, err = again[0].Once(output, "job", func() ([]byte, int, error) { ran++; return nil, 0, nil })
		require.NoError(t, err)
		assert.Equal(t, "fact", string(data))
		assert.Equal(t, 1, ran, name)
	}
}
