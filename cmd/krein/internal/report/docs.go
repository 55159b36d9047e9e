package report

import (
	"bytes"
	"html/template"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"krein/docs"
	"krein/docs/rules"
)

// DocTitle returns the title of a page of the documentation, by its path below docs; ok is false if there is none.
func DocTitle(name string) (title string, ok bool) {
	source, ok := docSource(name)
	first, _, _ := strings.Cut(source, "\n")
	return strings.TrimPrefix(first, "# "), ok
}

// Doc returns a page of the documentation as HTML, by its path below docs, and its title; ok is false if there is none.
func Doc(name string) (title string, body template.HTML, ok bool) {
	source, ok := docSource(name)
	if !ok {
		return "", "", false
	}
	title, _ = DocTitle(name)
	md := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID(),
		parser.WithASTTransformers(util.Prioritized(docLinks(path.Dir(name)), 100))))
	var b bytes.Buffer
	if err := md.Convert([]byte(source), &b); err != nil {
		return "", "", false
	}
	return title, template.HTML(reachable.Replace(b.String())), true //nolint:gosec // our own pages; goldmark leaves out raw HTML
}

// reachable makes what scrolls reachable by the keyboard, and no heading of cells without words.
var reachable = strings.NewReplacer("<table>", `<div class="scroll" tabindex="0"><table>`, "</table>", "</table></div>",
	"<pre>", `<pre tabindex="0">`, "<th></th>", "<td></td>")

// docSource returns a page in Markdown.
func docSource(name string) (source string, ok bool) {
	if rule, is := strings.CutPrefix(name, "rules/"); is {
		if family, is := strings.CutPrefix(rule, "stationary/"); is {
			return rules.Family(strings.TrimSuffix(family, ".md"))
		}
		return rules.Page(strings.TrimSuffix(rule, ".md"))
	}
	if !strings.HasSuffix(name, ".md") {
		return "", false
	}
	b, err := docs.Pages.ReadFile(name)
	return string(b), err == nil
}

// docLinks keeps links and pictures of a page in a directory that lead to the documentation or to other sites, and the words
// of all others: those to files of the repository.
type docLinks string

// Transform goes over the links.
func (dir docLinks) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	var found []ast.Node
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function returns no error
		if entering && (n.Kind() == ast.KindLink || n.Kind() == ast.KindImage) {
			found = append(found, n)
		}
		return ast.WalkContinue, nil
	})
	for _, n := range found {
		if dir.leads(n) {
			continue
		}
		parent := n.Parent()
		for c := n.FirstChild(); c != nil; c = n.FirstChild() {
			parent.InsertBefore(parent, n, c)
		}
		parent.RemoveChild(parent, n)
	}
}

// leads reports whether a link leads somewhere.
func (dir docLinks) leads(n ast.Node) bool {
	if image, is := n.(*ast.Image); is {
		_, err := docs.Pages.ReadFile(path.Join(string(dir), string(image.Destination)))
		return err == nil
	}
	to := string(n.(*ast.Link).Destination)
	if strings.HasPrefix(to, "https://") || strings.HasPrefix(to, "#") {
		return true
	}
	to, _, _ = strings.Cut(to, "#")
	_, ok := docSource(path.Join(string(dir), to))
	return ok
}
