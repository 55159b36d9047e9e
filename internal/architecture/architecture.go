// Package architecture reads the module's own sources for tests: which package imports which, and how many lines of
// code a package has.
package architecture

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Module is the path of the module, and the first part of the paths of its packages.
const Module = "krein"

// A Package is a package of the module without its tests.
type Package struct {
	Path    string
	Imports []string // everything that it imports directly
	Lines   int      // lines of code: neither blank nor comment alone
}

// Read reads the package of that path; root is the directory of the module.
func Read(root, path string) (Package, error) {
	dir := filepath.Join(root, strings.TrimPrefix(strings.TrimPrefix(path, Module), "/"))
	p, err := build.ImportDir(dir, 0)
	if err != nil {
		return Package{}, fmt.Errorf("package %s: %w", path, err)
	}
	pkg := Package{Path: path, Imports: p.Imports}
	for _, name := range slices.Concat(p.GoFiles, p.SFiles) {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return Package{}, err
		}
		pkg.Lines += codeLines(data)
	}
	return pkg, nil
}

// codeLines counts the lines of Go, or of Go's assembly, that hold more than comments.
func codeLines(text []byte) int {
	var s scanner.Scanner
	files := token.NewFileSet()
	f := files.AddFile("", -1, len(text))
	s.Init(f, text, func(token.Position, string) {}, 0) // assembly has characters that are none of Go
	lines := map[int]bool{}
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return len(lines)
		}
		if tok == token.SEMICOLON && lit == "\n" {
			continue // no character of the file
		}
		for line := f.Line(pos); line <= f.Line(pos+token.Pos(max(len(lit), 1)-1)); line++ {
			lines[line] = true
		}
	}
}

// Rest returns the packages of the module that the package of that path imports, directly and
// indirectly, itself included, by path.
func Rest(root, path string) (map[string]Package, error) {
	all := map[string]Package{}
	var visit func(path string) error
	visit = func(path string) error {
		if _, seen := all[path]; seen {
			return nil
		}
		p, err := Read(root, path)
		if err != nil {
			return err
		}
		all[path] = p
		for _, imp := range p.Imports {
			if strings.HasPrefix(imp, Module+"/") {
				if err := visit(imp); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return all, visit(path)
}

// All returns every package of the module, without those of the modules nested in it.
func All(root string) ([]Package, error) {
	var all []Package
	err := filepath.WalkDir(root, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, dir)
		if err != nil {
			return err
		}
		if rel != "." {
			if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil || strings.HasPrefix(d.Name(), ".") ||
				d.Name() == "testdata" {
				return filepath.SkipDir
			}
		}
		if _, err := build.ImportDir(dir, 0); err != nil {
			return nil // no Go files here
		}
		p, err := Read(root, Module+"/"+filepath.ToSlash(rel))
		if err != nil {
			return err
		}
		if p.Lines > 0 {
			all = append(all, p)
		}
		return nil
	})
	return all, err
}

// Exported counts the exported names of a package, without methods and fields, and returns those that no comment says
// anything of: neither their own nor that of the group in which they are declared.
func Exported(root, path string) (count int, bare []string, err error) {
	dir := filepath.Join(root, strings.TrimPrefix(strings.TrimPrefix(path, Module), "/"))
	p, err := build.ImportDir(dir, 0)
	if err != nil {
		return 0, nil, fmt.Errorf("package %s: %w", path, err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(set, filepath.Join(dir, name), nil, parser.ParseComments)
		if err != nil {
			return 0, nil, err
		}
		files = append(files, f)
	}
	d, err := doc.NewFromFiles(set, files, path)
	if err != nil {
		return 0, nil, err
	}
	add := func(text string, names ...string) {
		for _, name := range names {
			if !ast.IsExported(name) {
				continue
			}
			count++
			if strings.TrimSpace(text) == "" {
				bare = append(bare, name)
			}
		}
	}
	values := func(all []*doc.Value) {
		for _, v := range all {
			for _, s := range v.Decl.Specs {
				s := s.(*ast.ValueSpec)
				for _, name := range s.Names {
					add(v.Doc+s.Doc.Text()+s.Comment.Text(), name.Name)
				}
			}
		}
	}
	funcs := func(all []*doc.Func) {
		for _, f := range all {
			add(f.Doc, f.Name)
		}
	}
	values(d.Consts)
	values(d.Vars)
	funcs(d.Funcs)
	for _, t := range d.Types {
		add(t.Doc, t.Name)
		values(t.Consts)
		values(t.Vars)
		funcs(t.Funcs)
	}
	return count, bare, nil
}
