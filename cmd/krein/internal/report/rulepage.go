package report

import (
	"bytes"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"krein/docs/rules"
)

// RulePage returns the page of a theorem as HTML, its heading left out and links kept where section has the place on
// the same page of what the page of that name is about; the empty string if there is no such page.
func RulePage(t Theorem, section func(name string) (anchor string, ok bool)) (template.HTML, error) {
	get := rules.Page
	if t.family {
		get = rules.Family
	}
	source, ok := get(t.Page)
	if !ok {
		return "", nil
	}
	if first, rest, ok := strings.Cut(source, "\n"); ok && strings.HasPrefix(first, "# ") {
		source = rest
	}
	md := goldmark.New(goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(links(section), 100))))
	var b bytes.Buffer
	if err := md.Convert([]byte(source), &b); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil //nolint:gosec // our own pages; goldmark leaves out raw HTML
}

// links turns links between rule pages into links within one page, and drops those to other files.
type links func(name string) (anchor string, ok bool)

// Transform goes over the links.
func (section links) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	var found []*ast.Link
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function returns no error
		if l, ok := n.(*ast.Link); ok && entering {
			found = append(found, l)
		}
		return ast.WalkContinue, nil
	})
	for _, l := range found {
		to := string(l.Destination)
		name, isPage := strings.CutSuffix(strings.TrimPrefix(to, "../"), ".md")
		anchor, here := "", false
		if isPage {
			anchor, here = section(name)
		}
		switch {
		case strings.HasPrefix(to, "https://"):
		case here:
			l.Destination = []byte("#" + anchor)
		default: // keep the words
			parent := l.Parent()
			for c := l.FirstChild(); c != nil; c = l.FirstChild() {
				parent.InsertBefore(parent, l, c)
			}
			parent.RemoveChild(parent, l)
		}
	}
}

// Anchor is the identifier of a rule's section.
func Anchor(id string) string { return "rule-" + id }
