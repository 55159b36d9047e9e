package check

import (
	"go/build"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestImports keeps the trusted base small: what the checker needs of the project, directly
// and indirectly.
func TestImports(t *testing.T) {
	direct := []string{"krein/ball", "krein/certify/proof", "krein/hankel/enclose", "krein/internal/budget", "krein/kernel", "krein/quad", "krein/special"}
	indirect := []string{"krein/internal/bigfn", "krein/internal/budget", "krein/internal/dd", "krein/internal/elem64", "krein/internal/limb", "krein/internal/testhook"}
	all := map[string]bool{}
	var visit func(path, dir string)
	visit = func(path, dir string) {
		p, err := build.ImportDir(dir, 0)
		require.NoError(t, err)
		for _, imp := range p.Imports {
			if path == "krein/certify/check" && strings.HasPrefix(imp, "krein/") {
				assert.Contains(t, direct, imp, "imported by the checker")
			}
			if strings.HasPrefix(imp, "krein/") && !all[imp] {
				all[imp] = true
				visit(imp, "../../"+strings.TrimPrefix(imp, "krein/"))
			}
			if path == "krein/certify/check" && strings.Contains(imp, ".") {
				t.Errorf("the checker imports %s", imp)
			}
		}
	}
	visit("krein/certify/check", ".")
	for _, imp := range slices.Sorted(maps.Keys(all)) {
		assert.Contains(t, append(indirect, direct...), imp, "in the checker's trusted base")
	}
}
