package enclose

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestImports: the checker of proofs trusts this package, which therefore rests on five packages of the module, the hooks of its tests
// and the standard library only.
func TestImports(t *testing.T) {
	allowed := map[string]bool{"krein/ball": true, "krein/internal/budget": true, "krein/internal/elem64": true, "krein/special": true, "krein/quad": true, "krein/kernel": true, "krein/internal/testhook": true}
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	files := 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		files++
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, i := range f.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			require.NoError(t, err)
			first, _, _ := strings.Cut(path, "/")
			assert.True(t, allowed[path] || first != "krein" && !strings.Contains(first, "."), "%s imports %s", name, path)
		}
	}
	assert.Greater(t, files, 7)
}
