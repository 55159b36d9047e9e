// Package rules holds the pages of the theorems on which proofs rest, one for each that check.Rules are cases of: the
// statement, its proof or source, how the hypotheses are checked and what the evidence is.
package rules

import "embed"

//go:embed *.md stationary/*.md
var pages embed.FS

// Page returns the page of that name (theorem.Rule.Page) in Markdown; ok is false if there is none.
func Page(name string) (text string, ok bool) { return read(name) }

// Family returns the page of the rules about kernels of x − y whose identifiers begin with a name and a dot.
func Family(name string) (text string, ok bool) { return read("stationary/" + name) }

func read(name string) (text string, ok bool) {
	b, err := pages.ReadFile(name + ".md")
	return string(b), err == nil
}
