// Command lines counts the lines of code and of comments of the checkout: by package, by floor of the house, and for
// all that a package and its imports are made of. Tests and generated files are left out. Nothing limits the counts.
//
//	GOWORK=off go run -C tools ./lines            # all packages
//	GOWORK=off go run -C tools ./lines -rest internal/certify/check
package main

import (
	"flag"
	"fmt"
	"go/build"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
)

// A count is a number of lines of code (neither blank nor comment alone) and one of lines of comments alone.
type count struct{ code, comments int }

func (c count) plus(d count) count { return count{c.code + d.code, c.comments + d.comments} }

// A pkg is a package below the root of the checkout, by its path from there.
type pkg struct {
	imports []string
	count
}

var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

func main() {
	root := flag.String("root", "..", "the checkout")
	rest := flag.String("rest", "", "count this package and all that it imports of the checkout")
	flag.Parse()
	all, err := read(*root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "lines:", err)
		os.Exit(1)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer w.Flush()
	row := func(name string, c count) { fmt.Fprintf(w, "%d\t%d\t  %s\n", c.code, c.comments, name) }
	fmt.Fprintf(w, "code\tcomments\t  \n")
	var names []string
	if *rest != "" {
		if _, ok := all[*rest]; !ok {
			fmt.Fprintf(os.Stderr, "lines: no package %q below %s\n", *rest, *root)
			os.Exit(2)
		}
		names = closure(all, *rest)
	} else {
		for name := range all {
			names = append(names, name)
		}
		slices.Sort(names)
	}
	var sum count
	for _, name := range names {
		row(name, all[name].count)
		sum = sum.plus(all[name].count)
	}
	row("all of these", sum)
	if *rest != "" {
		return
	}
	floors := map[string]count{}
	for name, p := range all {
		first, _, _ := strings.Cut(name, "/")
		floors[first] = floors[first].plus(p.count)
	}
	var firsts []string
	for first := range floors {
		firsts = append(firsts, first)
	}
	slices.Sort(firsts)
	for _, first := range firsts {
		row(first+"/…", floors[first])
	}
	for _, base := range []string{"internal/certify/check", "certify/verify", "internal/certify/check/stationary"} {
		var c count
		for _, name := range closure(all, base) {
			c = c.plus(all[name].count)
		}
		row("all that "+base+" rests on", c)
	}
}

// closure returns the package and all that it imports, in the order of their names.
func closure(all map[string]*pkg, name string) (names []string) {
	done := map[string]bool{}
	var visit func(string)
	visit = func(name string) {
		if done[name] || all[name] == nil {
			return
		}
		done[name] = true
		names = append(names, name)
		for _, imp := range all[name].imports {
			visit(imp)
		}
	}
	visit(name)
	slices.Sort(names)
	return names
}

// read returns every package of the checkout, those of nested modules too.
func read(root string) (map[string]*pkg, error) {
	all := map[string]*pkg{}
	return all, filepath.WalkDir(root, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); dir != root && (name[0] == '.' || name == "testdata") {
			return filepath.SkipDir
		}
		p, err := build.ImportDir(dir, 0)
		if err != nil || len(p.GoFiles) == 0 {
			return nil // no Go files here
		}
		rel, err := filepath.Rel(root, dir)
		if err != nil {
			return err
		}
		counted := &pkg{}
		for _, imp := range p.Imports {
			if imp, ok := strings.CutPrefix(imp, "krein/"); ok {
				counted.imports = append(counted.imports, imp)
			}
		}
		for _, name := range slices.Concat(p.GoFiles, p.SFiles) {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				return err
			}
			if !generated.Match(text) {
				counted.count = counted.plus(lines(text))
			}
		}
		all[filepath.ToSlash(rel)] = counted
		return nil
	})
}

// lines counts the lines of a file of Go or of Go's assembly.
func lines(text []byte) count {
	var s scanner.Scanner
	f := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(f, text, func(token.Position, string) {}, scanner.ScanComments) // assembly has characters that are none of Go
	code, comments := map[int]bool{}, map[int]bool{}
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.SEMICOLON && lit == "\n" {
			continue // no character of the file
		}
		kind := code
		if tok == token.COMMENT {
			kind = comments
		}
		for line := f.Line(pos); line <= f.Line(pos+token.Pos(max(len(lit), 1)-1)); line++ {
			kind[line] = true
		}
	}
	for line := range code {
		delete(comments, line)
	}
	return count{len(code), len(comments)}
}
