package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSeeds: tests that draw random inputs import testlong, which fixes rapid's seed. Without it a
// run fails by the accident of its draws, and CI refuses work that is not at fault.
func TestSeeds(t *testing.T) {
	draws, fixed := map[string]bool{}, map[string]bool{}
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if name := d.Name(); err == nil && path != root && (name == "testdata" || name[0] == '.') {
				return fs.SkipDir
			}
			return err
		}
		if strings.HasSuffix(path, "_test.go") && filepath.Base(path) != "seeds_test.go" {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			dir := filepath.Dir(path)
			draws[dir] = draws[dir] || strings.Contains(string(text), `"pgregory.net/rapid"`)
			fixed[dir] = fixed[dir] || strings.Contains(string(text), `"krein/internal/testlong"`)
		}
		return nil
	}))
	assert.NotEmpty(t, draws)
	for dir, random := range draws {
		if random {
			assert.True(t, fixed[dir], `%s: import _ "krein/internal/testlong"`, dir)
		}
	}
}
