// Package language reads the formula language (docs/formulas.md) and holds the catalogue of named kernels.
package language

import (
	"krein/kernel/formula"
	"krein/kernel/grammar"
)

// Read parses a formula with the values of its parameters, all of which must occur; places are the
// rune offsets of its operations.
func Read(source string, values map[string]string) (e *formula.Expr, places map[*formula.Expr]int, err *grammar.Error) {
	params, err := bindParams(values)
	if err != nil {
		return nil, nil, err
	}
	e, rd, err := parseTree(source, params)
	if err != nil {
		return nil, nil, err
	}
	for name := range params {
		if !rd.used[name] {
			return nil, nil, grammar.ErrorAt(0, "parameter %s is given but does not occur in the formula", name)
		}
	}
	return e, rd.places, printable(e)
}

// ReadConstant reads a formula in which the names of params stand for their values, and whose
// constants need no value near a float64.
func ReadConstant(text string, params map[string]*formula.Expr) (*formula.Expr, *grammar.Error) {
	e, _, err := parseTreeOf(text, params, true)
	return e, err
}
