package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A function of more lines or branches says why in its comment: "One function: …".
const (
	mostLines    = 80
	mostBranches = 30
	excuse       = "One function: "
)

// TestLongFunctions: whatever is long says why it is not cut.
func TestLongFunctions(t *testing.T) {
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if name := d.Name(); err == nil && path != root && (name == "testdata" || name == "tools" || name[0] == '.') {
				return fs.SkipDir
			}
			return err
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		require.NoError(t, err)
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || strings.Contains(fn.Doc.Text(), excuse) {
				continue
			}
			lines := set.Position(fn.End()).Line - set.Position(fn.Pos()).Line + 1
			if n := branches(fn); lines > mostLines || n > mostBranches {
				assert.Fail(t, "a long function", "%s: %s has %d lines (at most %d) and %d branches (at most %d): cut it, or say why not: %q",
					path, fn.Name.Name, lines, mostLines, n, mostBranches, "// "+excuse+"…")
			}
		}
		return nil
	}))
}

// branches counts conditions, loops and cases.
func branches(fn *ast.FuncDecl) (n int) {
	ast.Inspect(fn, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.CommClause:
			n++
		case *ast.CaseClause:
			if x.List != nil {
				n++
			}
		case *ast.BinaryExpr:
			if x.Op == token.LAND || x.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}
