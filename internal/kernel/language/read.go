// Package language reads the formula language (docs/formulas.md) and holds the catalogue of named kernels.
package language

import (
	"maps"

	"krein/internal/kernel/formula"
	"krein/internal/kernel/grammar"
)

// Read parses a formula with the values of its parameters, all of which must occur; places are the
// rune offsets of its operations.
func Read(source string, values map[string]string) (e *formula.Expr, places map[*formula.Expr]int, err *grammar.Error) {
	return ReadOver(source, values, nil)
}

// ReadOver is Read where, unless it is nil, the name of a range stands for the parameter with that range: the tree is that
// of the formula at every value in it. A named kernel takes the parameter alone, not an expression with it, so that the
// range of its own parameter is decided exactly; what a value chooses (an order that is an integer) is chosen for none.
func ReadOver(source string, values map[string]string, over *formula.Range) (e *formula.Expr, places map[*formula.Expr]int,
	err *grammar.Error) {
	if over != nil {
		with := maps.Clone(values)
		if with == nil {
			with = make(map[string]string)
		}
		with[over.Name], values = over.Lo.RatString(), with // its name is looked at like others
	}
	params, err := bindParams(values)
	if err != nil {
		return nil, nil, err
	}
	if over != nil {
		params[over.Name] = formula.Parameter(over)
	}
	e, rd, err := parseTree(source, params)
	if err != nil {
		for _, other := range respelt(source) {
			if _, _, wrong := parseTree(other, params); wrong == nil {
				err.Msg += "; krein reads this as " + other
				break
			}
		}
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
