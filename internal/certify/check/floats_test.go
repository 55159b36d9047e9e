package check

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// estimated lists what of a kernel is found by floats and proves nothing.
var estimated = []string{"Pieces"}

// floatsIn returns the uses of the estimated half of package kernel in a file of the trusted
// packages.
func floatsIn(f *ast.File) (out []token.Pos) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if !ok || !slices.Contains(estimated, sel.Sel.Name) {
				return true
			}
			out = append(out, n.Pos())
		case *ast.SelectorExpr: // Breakpoint.Value
			if n.Sel.Name != "Value" {
				return true
			}
			if x, ok := n.X.(*ast.SelectorExpr); ok && slices.Contains([]string{"At", "Lo", "Hi", "Radius"}, x.Sel.Name) {
				out = append(out, n.Pos())
			}
		}
		return true
	})
	return out
}

// TestNoFloatPieces: what the checker and the enclosures decide rests on proved pieces,
// singularities and behaviour at infinity.
func TestNoFloatPieces(t *testing.T) {
	// a breakpoint without an exact form becomes a float Num, of which nothing is proved
	allowed := map[string]int{"recognise.go": 1}
	files := 0
	for _, dir := range []string{".", "conditional", "decomposition", "finite", "monotone", "normal", "pd", "rule",
		"shape", "spectrum", "sphere", "wave", "../proof", "../certificate", "../../../certify/verify", "../../hankel/closed",
		"../../hankel/density", "../../hankel/sign", "../../hankel/mass", "../../hankel/search",
		"../../hankel/distribution"} {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		require.NoError(t, err)
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			files++
			set := token.NewFileSet()
			f, err := parser.ParseFile(set, name, nil, 0)
			require.NoError(t, err)
			found := floatsIn(f)
			if len(found) > allowed[filepath.Base(name)] {
				t.Errorf("%s rests on floats", set.Position(found[0]))
			}
		}
	}
	assert.Greater(t, files, 60)

	for source, want := range map[string]int{
		"pieces, err := k.Pieces()":                      1,
		"pieces, err := k.ExactPieces()":                 0,
		"if p.Hi.Value < 2 { return }":                   1,
		"if ev.Value.Positive() == True { return }":      0,
		"_ = pieces[0].Lo.Value + piecewise.Origin().At": 1,
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() {\n"+source+"\n}", 0)
		require.NoError(t, err)
		assert.Len(t, floatsIn(f), want, source)
	}
}
