package architecture

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A typing types packages of the module from their sources, as a release builds them. Other modules and the standard
// library stay unknown, and what is unknown is no error: variables of the module are found without it.
type typing struct {
	files *token.FileSet
	known map[string]*typed
}

// typed is a package with its syntax.
type typed struct {
	*types.Package
	syntax []*ast.File
	uses   map[*ast.Ident]types.Object
	picks  map[*ast.SelectorExpr]*types.Selection
}

// Import returns the package of that path.
func (y *typing) Import(path string) (*types.Package, error) {
	if p := y.known[path]; p != nil {
		return p.Package, nil
	}
	if !strings.HasPrefix(path, Module+"/") {
		return nil, fmt.Errorf("%s is not typed", path)
	}
	dir := filepath.Join(root, strings.TrimPrefix(path, Module+"/"))
	b, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	p, err := y.check(path, dir, b.GoFiles)
	if err != nil {
		return nil, err
	}
	y.known[path] = p
	return p.Package, nil
}

// check types files of a folder as one package.
func (y *typing) check(path, dir string, names []string) (*typed, error) {
	p := &typed{uses: map[*ast.Ident]types.Object{}, picks: map[*ast.SelectorExpr]*types.Selection{}}
	for _, name := range names {
		f, err := parser.ParseFile(y.files, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.syntax = append(p.syntax, f)
	}
	conf := types.Config{Importer: y, Error: func(error) {}}
	p.Package, _ = conf.Check(path, y.files, p.syntax, &types.Info{Uses: p.uses, Selections: p.picks})
	return p, nil
}

// packageVariable returns the variable of a package that e is, or is a part of; nil if there is none. A variable reached
// through a pointer or a map counts, too.
func (p *typed) packageVariable(e ast.Expr) *types.Var {
	switch e := e.(type) {
	case *ast.Ident:
		if v, ok := p.uses[e].(*types.Var); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			return v
		}
	case *ast.SelectorExpr:
		if v := p.packageVariable(e.Sel); v != nil {
			return v
		}
		return p.packageVariable(e.X)
	case *ast.ParenExpr:
		return p.packageVariable(e.X)
	case *ast.IndexExpr:
		return p.packageVariable(e.X)
	case *ast.SliceExpr:
		return p.packageVariable(e.X)
	case *ast.StarExpr:
		return p.packageVariable(e.X)
	}
	return nil
}

// changed lists the variables of packages that functions assign to, in whole or in part, take the address of, or call a
// method of the module with a pointer to; init may change those of its own package.
func (p *typed) changed() map[*types.Var]bool {
	found := map[*types.Var]bool{}
	own := false // in init
	mark := func(e ast.Expr) {
		if v := p.packageVariable(e); v != nil && !(own && v.Pkg() == p.Package) {
			found[v] = true
		}
	}
	for _, f := range p.syntax {
		for _, d := range f.Decls {
			fn, isFunc := d.(*ast.FuncDecl)
			own = isFunc && fn.Recv == nil && fn.Name.Name == "init"
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					if n.Tok != token.DEFINE {
						for _, e := range n.Lhs {
							mark(e)
						}
					}
				case *ast.IncDecStmt:
					mark(n.X)
				case *ast.RangeStmt:
					if n.Tok == token.ASSIGN {
						mark(n.Key)
						if n.Value != nil {
							mark(n.Value)
						}
					}
				case *ast.UnaryExpr:
					if n.Op == token.AND {
						mark(n.X)
					}
				case *ast.CallExpr:
					switch f := n.Fun.(type) {
					case *ast.Ident:
						if b, ok := p.uses[f].(*types.Builtin); ok && slices.Contains([]string{"clear", "copy", "delete"}, b.Name()) {
							mark(n.Args[0])
						}
					case *ast.SelectorExpr:
						if isFunc && p.changesReceiver(f) {
							mark(f.X)
						}
					}
				}
				return true
			})
		}
	}
	return found
}

// setting matches the methods that change a number of math/big or ball, or what sync and sync/atomic hold.
var setting = regexp.MustCompile(`^(Set.*|Add|Sub|Mul.*|Quo|Neg|Abs|Inv|Store|Swap|CompareAnd.*|LoadOr.*|LoadAnd.*|Delete|Clear|Put)$`)

// changesReceiver reports whether a call of f may change what f is called on: a method of the module that takes the
// address of a variable, or one with such a name on a pointer or on what the standard library has.
func (p *typed) changesReceiver(f *ast.SelectorExpr) bool {
	s := p.picks[f]
	if s == nil {
		return setting.MatchString(f.Sel.Name)
	}
	if s.Kind() != types.MethodVal {
		return false
	}
	receiver := s.Obj().Type().(*types.Signature).Recv()
	if _, wants := receiver.Type().(*types.Pointer); !wants {
		return false
	}
	_, is := s.Recv().(*types.Pointer)
	return !is || setting.MatchString(f.Sel.Name)
}

// shared are the variables that change while a program runs and by which no answer does: values that are computed once
// and kept, and scratch.
var shared = map[string]string{
	"ball.constPi":                      "digits, computed to as many as were asked for",
	"ball.constLog2":                    "digits",
	"ball.constE":                       "digits",
	"ball.constGamma":                   "digits",
	"ball.tables":                       "digits of the tables of argument reduction",
	"ball.workPool":                     "scratch",
	"special.fixedPool":                 "scratch",
	"special.orderCache":                "factorials and harmonic numbers, by order and precision",
	"special.stirlingCache":             "coefficients, computed to as many as were asked for",
	"internal/kernel/formula.wendlands": "coefficients of the polynomials of generalised Wendland functions, by order",
	"internal/strictjson.known":         "what was found of types of Go",
}

// TestNoSwitches: no variable of a package on which a checker rests is a switch. What a package has is a constant, or is
// made where it is declared or in init; tests that want it otherwise have the tag kreintest, which a release has not.
func TestNoSwitches(t *testing.T) {
	y := &typing{token.NewFileSet(), map[string]*typed{}}
	paths := map[string]bool{}
	for _, base := range []string{"internal/certify/check", "certify/verify", "internal/certify/check/stationary"} {
		all, err := Rest(root, Module+"/"+base)
		require.NoError(t, err)
		for path := range all {
			paths[path] = true
			_, err := y.Import(path)
			require.NoError(t, err)
		}
	}
	changed := map[string]string{} // with the file that does
	variables := 0
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		p := y.known[path]
		for _, name := range p.Scope().Names() {
			if _, ok := p.Scope().Lookup(name).(*types.Var); ok {
				variables++
			}
		}
		dir := filepath.Join(root, strings.TrimPrefix(path, Module+"/"))
		b, err := build.ImportDir(dir, 0)
		require.NoError(t, err)
		tested, err := y.check(path, dir, slices.Concat(b.GoFiles, b.TestGoFiles))
		require.NoError(t, err)
		for v := range tested.changed() {
			if paths[v.Pkg().Path()] && !strings.HasSuffix(y.files.Position(v.Pos()).Filename, "_test.go") {
				changed[strings.TrimPrefix(v.Pkg().Path(), Module+"/")+"."+v.Name()] = path
			}
		}
	}
	require.Greater(t, variables, 100, "variables are found")
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		names, err := y.assigned(path, paths)
		for _, name := range names {
			changed[name] = path
		}
		return err
	}))
	for name, where := range changed {
		assert.NotEmpty(t, shared[name], "%s changes %s: make that a constant, an argument or a field, or a variable under the tag "+
			"kreintest alone", where, name)
	}
	for name := range shared {
		assert.NotEmpty(t, changed[name], "%s does not change", name)
	}
}

// assigned lists the variables of the packages of those paths that a file of another package assigns to or takes the
// address of.
func (y *typing) assigned(path string, paths map[string]bool) (names []string, err error) {
	f, err := parser.ParseFile(y.files, path, nil, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil || slices.ContainsFunc(f.Comments, func(c *ast.CommentGroup) bool {
		return c.Pos() < f.Package && strings.HasPrefix(c.List[0].Text, "//go:build kreintest")
	}) {
		return nil, err
	}
	packages := map[string]*types.Package{}
	for _, i := range f.Imports {
		imported := strings.Trim(i.Path.Value, `"`)
		if !paths[imported] {
			continue
		}
		p := y.known[imported].Package
		if i.Name != nil {
			packages[i.Name.Name] = p
		} else {
			packages[p.Name()] = p
		}
	}
	if len(packages) == 0 {
		return nil, nil
	}
	mark := func(e ast.Expr) {
		for {
			switch x := e.(type) {
			case *ast.SelectorExpr:
				if id, ok := x.X.(*ast.Ident); ok && packages[id.Name] != nil {
					p := packages[id.Name]
					if _, ok := p.Scope().Lookup(x.Sel.Name).(*types.Var); ok {
						names = append(names, strings.TrimPrefix(p.Path(), Module+"/")+"."+x.Sel.Name)
					}
					return
				}
				e = x.X
			case *ast.IndexExpr:
				e = x.X
			case *ast.ParenExpr:
				e = x.X
			case *ast.StarExpr:
				e = x.X
			default:
				return
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, e := range n.Lhs {
					mark(e)
				}
			}
		case *ast.IncDecStmt:
			mark(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				mark(n.X)
			}
		}
		return true
	})
	return names, nil
}
