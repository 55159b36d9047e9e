package kernel

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// layers are the files of the package by what they are about, from the bottom up. A file uses what
// stands in its layer or below, so that each layer could be a package of its own; none has more
// than 4000 lines.
var layers = []struct{ name, files string }{
	{"formula", "expr build fold simplify names number errors print eval arith derivative parity polynomial_terms"},
	{"eval", "steady defined ball ball_*"},
	{"language", "scan parse parse_names catalogue entries bodies"},
	{"constant", "const const_* series_exponent"},
	{"series", "series series_*"},
	{"piecewise", "pieces critical solve polynomial sign_* exact_pieces exact_equal exact_polynomial own_values"},
	{"asymptotic", "exact exact_infinity infinity infinity_*"},
	{"kernel", "kernel kernel_* doc"},
}

// upward are the uses that are left: a method of trees that needs balls.
var upward = []string{"ball.go: method BallValue of Expr"}

func layerOf(file string) int {
	name := strings.TrimSuffix(filepath.Base(file), ".go")
	return slices.IndexFunc(layers, func(l struct{ name, files string }) bool {
		return slices.ContainsFunc(strings.Fields(l.files), func(pattern string) bool {
			ok, _ := filepath.Match(pattern, name)
			return ok
		})
	})
}

// empty imports packages without looking at them: only what the package itself declares matters.
type empty struct{}

func (empty) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, filepath.Base(path))
	p.MarkComplete()
	return p, nil
}

func TestLayers(t *testing.T) {
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	fset := token.NewFileSet()
	var files []*ast.File
	lines := make([]int, len(layers))
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		l := layerOf(name)
		require.GreaterOrEqual(t, l, 0, "%s is in no layer", name)
		lines[l] += strings.Count(string(text), "\n")
		f, err := parser.ParseFile(fset, name, text, 0)
		require.NoError(t, err)
		files = append(files, f)
	}
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object), Defs: make(map[*ast.Ident]types.Object)}
	conf := types.Config{Importer: empty{}, Error: func(error) {}}
	pkg, _ := conf.Check("krein/kernel", fset, files, info) // errors of what is imported
	fileOf := func(p token.Pos) string { return filepath.Base(fset.Position(p).Filename) }
	found := map[string]bool{}
	for id, o := range info.Uses {
		if o.Pkg() != pkg || o.Parent() != nil && o.Parent() != pkg.Scope() { // nil: methods and fields
			continue
		}
		from, to := fileOf(id.Pos()), fileOf(o.Pos())
		if layerOf(to) > layerOf(from) {
			found[fmt.Sprintf("%s: %s of %s", from, o.Name(), to)] = true
		}
	}
	for id, o := range info.Defs {
		f, ok := o.(*types.Func)
		if !ok || f.Signature().Recv() == nil {
			continue
		}
		recv := f.Signature().Recv().Type()
		if p, ok := recv.(*types.Pointer); ok {
			recv = p.Elem()
		}
		named, ok := recv.(*types.Named)
		if from := fileOf(id.Pos()); ok && layerOf(fileOf(named.Obj().Pos())) != layerOf(from) {
			found[fmt.Sprintf("%s: method %s of %s", from, f.Name(), named.Obj().Name())] = true
		}
	}
	var list []string
	for use := range found {
		list = append(list, use)
	}
	slices.Sort(list)
	assert.Equal(t, upward, list, "what looks up from its layer")
	require.Greater(t, len(info.Uses), 10000, "the names were not resolved")
	for i, l := range layers {
		t.Logf("%5d %s", lines[i], l.name)
		assert.LessOrEqual(t, lines[i], 4000, l.name)
	}
}
