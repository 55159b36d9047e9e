package language

import (
	"krein/internal/kernel/brief"
	"krein/internal/kernel/grammar"
)

// locals reads names of values, let NAME = …;, and the formula that uses them.
func (rd *reader) locals(r *grammar.Reader) (grammar.Operand, *grammar.Error) {
	for r.Skip("let") {
		w := r.Next()
		if err := rd.free(w); err != nil {
			return grammar.Operand{}, err
		}
		if !r.Skip("=") {
			return grammar.Operand{}, grammar.ErrorAt(r.Peek().Off, "write let %s = …; before the formula", w.Text)
		}
		a, err := r.Number(grammar.Loosest)
		if err == nil && !r.Skip(";") {
			err = grammar.ErrorAt(r.Peek().Off, "a ; is missing after the value of %s", w.Text)
		}
		if err != nil {
			return a, err
		}
		rd.local[w.Text] = a
	}
	return r.Number(grammar.Loosest)
}

// free says why a word cannot name a value.
func (rd *reader) free(w grammar.Word) *grammar.Error {
	_, local := rd.local[w.Text]
	_, param := rd.params[w.Text]
	switch {
	case !w.Name:
		return grammar.ErrorAt(w.Off, "let wants a name, as in let a = 2;")
	case local || param:
		return grammar.ErrorAt(w.Off, "%s has a value already", brief.Text(w.Text))
	case Taken(w.Text):
		return grammar.ErrorAt(w.Off, "the name %s is taken by the formula language", brief.Text(w.Text))
	}
	return nil
}

// Taken reports whether a name without arguments has a meaning in every formula: gamma has none, and may be a parameter
// beside gamma(…).
func Taken(name string) bool {
	switch name {
	case "z", "u", "e", "pi", "π", "and", "or", "not", "let":
		return true
	}
	_, isForeign := foreign[name]
	return isForeign || lookup(name) != nil
}
