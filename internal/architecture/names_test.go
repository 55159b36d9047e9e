package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// foreign are words of comments that look like names of Go, and are names of the world: people, programs, units, messages
// of other formats.
var foreign = strings.Fields("AttributeProto ChaCha8 GraphProto MacWilliams MatMul MathML McMillan ModelProto NodeProto OpenAPI " +
	"ReduceL2 ReLU ReLUs SciPy TensorProto ValueInfoProto VmHWM")

// sources are what the Go files of the checkout declare, use and say.
type sources struct {
	used     map[string]bool            // identifiers
	declared map[string]map[string]bool // by names of packages: what they declare at the top
	packages map[string]bool            // folders that have Go files
	comments []remark
}

type remark struct{ at, text string }

// read takes the files of all modules of the checkout, and their tests.
func (s *sources) read(t *testing.T) {
	s.used, s.declared, s.packages = map[string]bool{}, map[string]map[string]bool{}, map[string]bool{}
	files := token.NewFileSet()
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && len(d.Name()) > 2 && d.Name()[0] == '.' {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		f, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		s.packages[filepath.ToSlash(rel)] = true
		if s.declared[f.Name.Name] == nil {
			s.declared[f.Name.Name] = map[string]bool{}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				s.used[id.Name] = true
			}
			return true
		})
		for _, d := range f.Decls {
			for _, name := range topNames(d) {
				s.declared[f.Name.Name][name] = true
			}
		}
		for _, group := range f.Comments {
			s.comments = append(s.comments, remark{files.Position(group.Pos()).String(), group.Text()})
		}
		return nil
	}))
	require.Greater(t, len(s.comments), 5000)
}

// topNames are the names that a declaration at the top of a file makes.
func topNames(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return []string{d.Name.Name}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}

var (
	qualified = regexp.MustCompile(`\b([a-z][a-z0-9]*)\.([A-Z][A-Za-z0-9]*)`)
	humped    = regexp.MustCompile(`\b([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+)\b`)
	folders   = regexp.MustCompile(`\b(?:ball|special|quad|kernel|fourier|hankel|certify|decompose|features|learn|internal|cmd)(?:/[a-z0-9]+)+\b`)
)

// stale lists the names in a comment that nothing has: words of several humps that no file uses, names with their package
// that it does not declare, and folders without Go files.
func (s *sources) stale(text string) (names []string) {
	for _, m := range qualified.FindAllStringSubmatch(text, -1) {
		if p, ok := s.declared[m[1]]; ok && !p[m[2]] && !s.used[m[1]+m[2]] {
			names = append(names, m[0])
		}
	}
	for _, m := range humped.FindAllString(text, -1) {
		if len(m) > 3 && !s.used[m] && !slices.Contains(foreign, m) { // shorter ones are products: dP, kN
			names = append(names, m)
		}
	}
	for _, m := range folders.FindAllString(text, -1) {
		if !s.packages[m] && !s.packages[m[:strings.LastIndexByte(m, '/')]] { // a file or a name after the folder
			names = append(names, m)
		}
	}
	return names
}

// TestNamesInComments: what comments name exists. A name that was changed is to be changed where it is spoken of, too.
func TestNamesInComments(t *testing.T) {
	var s sources
	s.read(t)
	for _, text := range []string{"see NoSuchName", "architecture.NoSuch", "kernel/nowhere/at"} {
		assert.NotEmpty(t, s.stale(text), text)
	}
	assert.Empty(t, s.stale("see TestNamesInComments, architecture.Read and internal/architecture in McMillan's dP"))
	for _, c := range s.comments {
		assert.Empty(t, s.stale(c.text), "%s names what does not exist", c.at)
	}
}
