// Package catalogue says what is known of the named kernels of the formula language: definitions for
// a document, sources, remarks. What a name means is in package language.
package catalogue

import "krein/internal/kernel/language"

// Entry is a named kernel.
type Entry struct {
	language.Entry
	Group   string // "positive definite", "compact support", "sphere", …
	LaTeX   string // the definition, for a document
	Source  string // paper and equation
	Remarks string // what a user should know
}

// Entries returns the named kernels in alphabetical order.
func Entries() []Entry {
	var list []Entry
	for _, e := range language.Catalogue() {
		w := words[e.Name]
		list = append(list, Entry{e, w.group, w.latex, w.source, w.remarks})
	}
	return list
}
