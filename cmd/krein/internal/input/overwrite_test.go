package input

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "krein/internal/testlong"
)

// TestCheckOutput: every name of a file that is read is refused as an output, and as a file of a directory that is emptied.
func TestCheckOutput(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.MkdirAll(at("d/e"), 0o777))
	require.NoError(t, os.Mkdir(at("other"), 0o777))
	for _, name := range []string{"x", "d/y", "d/e/z"} {
		require.NoError(t, os.WriteFile(at(name), []byte(name), 0o600))
	}
	require.NoError(t, os.Symlink(at("x"), at("link")))
	require.NoError(t, os.Link(at("x"), at("hard")))
	require.NoError(t, os.Symlink(at("d"), at("alias")))
	require.NoError(t, os.Symlink(at("nowhere"), at("dangling")))
	reads := []NamedFile{{"--data", at("d/y")}, {"--data", at("x")}, {"--data", at("missing")}}
	for _, out := range []string{"x", "link", "hard", "d/y", "alias/y", "d/../x"} {
		err := CheckOutput(reads, NamedFile{"--output", at(out)})
		assert.ErrorContains(t, err, "--output "+at(out)+" is the file of --data ", out)
	}
	for _, out := range []string{"new", "missing", "dangling", "d/e/z", "other/x"} {
		assert.NoError(t, CheckOutput(reads, NamedFile{"--output", at(out)}), out)
	}
	assert.NoError(t, CheckOutput(reads, NamedFile{"--output", "/dev/null"}))

	for _, into := range []string{"d", "alias", ".", "d/../d", "other/../d"} {
		assert.ErrorContains(t, Outside(reads[:1], NamedFile{"--work", at(into)}), "lies in the directory of --work", into)
	}
	for _, into := range []string{"d/e", "other", "d/new", "dd"} {
		assert.NoError(t, Outside(reads, NamedFile{"--work", at(into)}), into)
	}
	// What is still to be written, in a directory that is still to be made.
	assert.Error(t, Outside([]NamedFile{{"--output", at("new/deep/m.npz")}}, NamedFile{"--work", at("new")}))
	assert.Error(t, Outside([]NamedFile{{"--output", at("alias/w/m.npz")}}, NamedFile{"--work", at("d/w")}))
	// A link in the directory would be written through.
	require.NoError(t, os.Symlink(at("x"), at("other/part-0")))
	require.NoError(t, os.Symlink(at("nowhere"), at("other/part-1")))
	assert.ErrorContains(t, Outside(reads, NamedFile{"--output", at("other")}), "is a link to --data "+at("x"))
	assert.NoError(t, Outside(reads[:1], NamedFile{"--output", at("other")}))
	// A file may be read by a name that is a link out of the directory, or into it.
	require.NoError(t, os.Symlink(at("d/y"), at("in")))
	assert.Error(t, Outside([]NamedFile{{"--data", at("in")}}, NamedFile{"--work", at("d")}))
}
