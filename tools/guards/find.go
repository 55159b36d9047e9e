package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A guard is a place at which a function says no: a condition with a rejection behind it, one of
// several that are joined by ||, or an error that is handed on.
type guard struct {
	file string // its path below the folder of the package above the others
	fn   string // the function around it, Type.Method
	line int
	kind kind
	text string // the condition or the error, as written, on one line
	// same counts guards of one function with one text, from 0.
	same int
	at   [2]int // byte offsets of what is wrapped; of the place of insertion for a clause, and of the end of its switch
	// zero is, for a clause of a switch with which a function ends, the statement that is needed
	// after it, and for what is declared, the value of what is dropped.
	zero string
}

type kind int8

const (
	condition kind = iota // a bool: dropped, it is false
	failure               // an error: dropped, it is nil
	clause                // of a switch with a tag: dropped, it is left at once
	declared              // what a rule says that it supposes, or rests on: dropped, it is weakest
)

// String names the guard in a way that survives changes elsewhere in the file.
func (g guard) String() string {
	s := fmt.Sprintf("%s %s: %s", g.file, g.fn, g.text)
	if g.same > 0 {
		s += fmt.Sprintf(" #%d", g.same+1)
	}
	return s
}

// pkg is a package with the files that have guards.
type pkg struct {
	name, dir string
	files     []source
}

// source is one parsed file.
type source struct {
	name string // as guard.file
	path string
	text []byte
}

// find lists the guards of a package and of those in the folders below it, what is internal or for tests apart.
func find(root string) (guards []guard, packages []pkg, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "internal"):
			return filepath.SkipDir
		case !d.IsDir():
			return nil
		}
		found, p, err := findIn(root, path)
		if len(p.files) > 0 {
			guards, packages = append(guards, found...), append(packages, p)
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	seen := make(map[string]int)
	for i := range guards {
		key := guards[i].String()
		guards[i].same = seen[key]
		seen[key]++
	}
	return guards, packages, nil
}

// findIn lists the guards of the package in one folder.
func findIn(root, dir string) (guards []guard, p pkg, err error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, p, err
	}
	p.dir = dir
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, p, err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, p, err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return nil, p, err
		}
		p.name = f.Name.Name
		p.files = append(p.files, source{name, path, text})
		w := &walker{fset: fset, text: text, file: filepath.ToSlash(name), covered: make(map[ast.Node]bool)}
		for _, d := range f.Decls {
			w.decl(d)
		}
		guards = append(guards, w.found...)
	}
	return guards, p, nil
}

// walker collects the guards of one file.
type walker struct {
	fset    *token.FileSet
	text    []byte
	file    string
	fn      string
	results []string // the types of the results of the innermost function
	last    ast.Stmt // the last statement of it
	covered map[ast.Node]bool
	found   []guard
}

func (w *walker) decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Body == nil {
			return
		}
		w.fn = d.Name.Name
		if d.Recv != nil && len(d.Recv.List) == 1 {
			w.fn = strings.TrimPrefix(w.source(d.Recv.List[0].Type), "*") + "." + w.fn
		}
		w.function(d.Type, d.Body)
	case *ast.GenDecl: // rules with functions inside
		for _, s := range d.Specs {
			if v, ok := s.(*ast.ValueSpec); ok {
				for i, x := range v.Values {
					w.fn = v.Names[min(i, len(v.Names)-1)].Name
					w.inside(x)
				}
			}
		}
	}
}

// function looks at a body with the given type.
func (w *walker) function(t *ast.FuncType, body *ast.BlockStmt) {
	results, last := w.results, w.last
	defer func() { w.results, w.last = results, last }()
	w.results, w.last = nil, nil
	if t.Results != nil {
		for _, f := range t.Results.List {
			for range max(1, len(f.Names)) {
				w.results = append(w.results, w.source(f.Type))
			}
		}
	}
	if len(body.List) > 0 {
		w.last = body.List[len(body.List)-1]
	}
	w.inside(body)
}

// inside visits everything below n.
func (w *walker) inside(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			w.function(n.Type, n.Body)
			return false
		case *ast.CompositeLit:
			for _, x := range n.Elts {
				if kv, ok := x.(*ast.KeyValueExpr); ok {
					w.member(kv)
				}
			}
		case *ast.IfStmt:
			if ret := w.rejection(n.Body.List, n.Cond); ret != nil {
				w.covered[ret] = true
				if !w.callsFirst(n.Init) {
					w.disjuncts(n.Cond)
				}
			}
		case *ast.SwitchStmt:
			w.clauses(n)
		case *ast.CallExpr:
			if w.calls(n, "first") {
				for _, a := range n.Args {
					w.add(failure, a, a.Pos(), a.End())
				}
			}
		case *ast.ReturnStmt:
			w.handsOn(n)
		}
		return true
	})
}

// member looks at a member of a rule: its name, by which its functions are called, and what it supposes.
func (w *walker) member(kv *ast.KeyValueExpr) {
	switch key := w.source(kv.Key); key {
	case "ID":
		if id, ok := kv.Value.(*ast.BasicLit); ok && w.results == nil {
			w.fn = strings.Trim(id.Value, `"`)
		}
	default:
		value := w.source(kv.Value)
		from := "" // the package of the value
		if x, ok := kv.Value.(*ast.SelectorExpr); ok && key == "Supposes" {
			from = w.source(x.X) + "."
		}
		if weak, ok := weakest[key]; ok && !slices.Contains(weak, strings.TrimPrefix(value, from)) {
			g := w.make(declared, kv.Value.Pos(), kv.Value.End())
			g.text, g.zero = key+" "+value, from+weak[0]
			w.found = append(w.found, g)
		}
	}
}

// weakest are the members of a rule that name hypotheses, and their values that say nothing, the
// first in the place of what is dropped.
var weakest = map[string][]string{"Supposes": {"Pointwise", "AlmostEverywhere"}, "Upon": {"nil"}}

// clauses looks at the clauses of a switch that reject.
func (w *walker) clauses(s *ast.SwitchStmt) {
	for _, st := range s.Body.List {
		c := st.(*ast.CaseClause)
		var about ast.Expr
		if len(c.List) > 0 {
			about = c.List[0]
		}
		ret := w.rejection(c.Body, about)
		if ret == nil {
			continue
		}
		w.covered[ret] = true
		if s.Tag == nil && c.List != nil {
			for _, x := range c.List {
				w.disjuncts(x)
			}
			continue
		}
		text := "default"
		if c.List != nil {
			text = "case " + w.source(c.List[0])
		}
		if s.Tag != nil {
			text = "switch " + w.source(s.Tag) + " " + text
		}
		g := w.make(clause, c.Colon+1, s.End())
		g.text = text
		if w.last == s {
			g.zero = "; return *new(" + strings.Join(w.results, "), *new(") + ")"
		}
		w.found = append(w.found, g)
	}
}

// disjuncts adds the operands of || one by one.
func (w *walker) disjuncts(x ast.Expr) {
	switch e := x.(type) {
	case *ast.ParenExpr:
		w.disjuncts(e.X)
		return
	case *ast.BinaryExpr:
		if e.Op == token.LOR {
			w.disjuncts(e.X)
			w.disjuncts(e.Y)
			return
		}
	}
	w.add(condition, x, x.Pos(), x.End())
}

// rejection returns the last statement of a block if it says no.
func (w *walker) rejection(list []ast.Stmt, about ast.Expr) ast.Node {
	if len(list) == 0 {
		return nil
	}
	switch s := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		if len(s.Results) == 0 || len(s.Results) != len(w.results) {
			return nil
		}
		last := s.Results[len(s.Results)-1]
		switch w.results[len(w.results)-1] {
		case "error":
			if w.rejects(last) || isError(last) && about != nil && mentionsError(about) {
				return s
			}
		case "bool":
			if id, ok := last.(*ast.Ident); ok && id.Name == "false" {
				return s
			}
		}
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok && w.calls(call, "fail") {
			return s
		}
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 && w.rejects(s.Rhs[0]) {
			return s
		}
	}
	return nil
}

// rejecting are the functions that make errors.
var rejecting = []string{"reject", "incomplete", "notEnclosed", "errors.New", "fmt.Errorf"}

// rejects tells whether an expression is certainly an error.
func (w *walker) rejects(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.CallExpr:
		return w.calls(x, rejecting...)
	case *ast.Ident: // errNotOnSphere
		return len(x.Name) > 3 && strings.HasPrefix(x.Name, "err")
	case *ast.UnaryExpr:
		return x.Op == token.AND && strings.HasSuffix(strings.SplitN(w.source(x.X), "{", 2)[0], "Error")
	}
	return false
}

// calls tells whether one of the named functions is called, under its name or that which another
// package exports: first, First and rule.First are one.
func (w *walker) calls(call *ast.CallExpr, names ...string) bool {
	name := w.source(call.Fun)
	if slices.Contains(names, name) {
		return true
	}
	name = name[strings.LastIndex(name, ".")+1:]
	return name != "" && ast.IsExported(name) && slices.Contains(names, strings.ToLower(name[:1])+name[1:])
}

func isError(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "err"
}

// mentionsError tells whether a condition is about an error.
func mentionsError(x ast.Expr) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && isError(e) {
			found = true
		}
		return !found
	})
	return found
}

// handsOn adds the error of a return that is not behind a guard of its own.
func (w *walker) handsOn(s *ast.ReturnStmt) {
	n := len(w.results)
	if w.covered[s] || n == 0 || len(s.Results) != n || w.results[n-1] != "error" {
		return
	}
	x := s.Results[n-1]
	if id, ok := x.(*ast.Ident); ok && id.Name == "nil" {
		return
	}
	if call, ok := x.(*ast.CallExpr); ok && w.calls(call, "first") {
		return // its arguments are guards
	}
	w.add(failure, x, x.Pos(), x.End())
}

// callsFirst tells whether an initialisation is err := first(…).
func (w *walker) callsFirst(s ast.Stmt) bool {
	a, ok := s.(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 {
		return false
	}
	call, ok := a.Rhs[0].(*ast.CallExpr)
	return ok && w.calls(call, "first")
}

func (w *walker) add(k kind, x ast.Node, from, to token.Pos) {
	g := w.make(k, from, to)
	g.text = w.source(x)
	w.found = append(w.found, g)
}

func (w *walker) make(k kind, from, to token.Pos) guard {
	p := w.fset.Position(from)
	return guard{file: w.file, fn: w.fn, line: p.Line, kind: k, at: [2]int{p.Offset, w.fset.Position(to).Offset}}
}

// source is the text of a node on one line.
func (w *walker) source(n ast.Node) string {
	s := string(w.text[w.fset.Position(n.Pos()).Offset:w.fset.Position(n.End()).Offset])
	return strings.Join(strings.Fields(s), " ")
}
