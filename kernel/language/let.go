package language

import (
	"krein/kernel/formula"
	"krein/kernel/internal/brief"
)

// locals reads names of values, let NAME = …;, and the formula that uses them.
func (rd *reader) locals() (operand, *formula.Error) {
	for rd.skip("let") {
		w := rd.next()
		if err := rd.free(w); err != nil {
			return operand{}, err
		}
		if !rd.skip("=") {
			return operand{}, formula.ErrorAt(rd.words[0].off, "write let %s = …; before the formula", w.text)
		}
		a, err := rd.number(loosest)
		if err == nil && !rd.skip(";") {
			err = formula.ErrorAt(rd.words[0].off, "a ; is missing behind the value of %s", w.text)
		}
		if err != nil {
			return a, err
		}
		rd.local[w.text] = a
	}
	return rd.number(loosest)
}

// free says why a word cannot name a value.
func (rd *reader) free(w word) *formula.Error {
	_, local := rd.local[w.text]
	_, param := rd.params[w.text]
	switch {
	case !w.name:
		return formula.ErrorAt(w.off, "let wants a name, as in let a = 2;")
	case local || param:
		return formula.ErrorAt(w.off, "%s has a value already", brief.Text(w.text))
	case reserved(w.text) || lookup(w.text) != nil:
		return formula.ErrorAt(w.off, "the name %s is taken by the formula language", brief.Text(w.text))
	}
	return nil
}

// reserved reports whether a name has a meaning in every formula.
func reserved(name string) bool {
	switch name {
	case "z", "u", "e", "pi", "π", "and", "or", "not", "let":
		return true
	}
	_, isForeign := foreign[name]
	_, isFunction := formula.FunctionNamed(name)
	return isForeign || isFunction
}
