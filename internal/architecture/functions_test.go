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

// A function of more lines or branches says why, at the end of its first line.
const (
	mostLines    = 80
	mostBranches = 30
	excuse       = "// one function: "
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
			if !ok || excused(set, f, fn) {
				continue
			}
			lines := set.Position(fn.End()).Line - set.Position(fn.Pos()).Line + 1
			if n := branches(fn); lines > mostLines || n > mostBranches {
				assert.Fail(t, "a long function", "%s: %s has %d lines (at most %d) and %d branches (at most %d): "+
					"cut it, or say why not: %q",
					path, fn.Name.Name, lines, mostLines, n, mostBranches, excuse+"…")
			}
		}
		return nil
	}))
}

// excused reports whether the first line of a function says why it is one.
func excused(set *token.FileSet, f *ast.File, fn *ast.FuncDecl) bool {
	for _, g := range f.Comments {
		if fn.Body != nil && set.Position(g.Pos()).Line == set.Position(fn.Body.Lbrace).Line {
			return strings.HasPrefix(g.List[0].Text, excuse)
		}
	}
	return false
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
