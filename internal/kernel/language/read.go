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
	return ReadOver(source, values)
}

// ReadOver is Read where the name of a range stands for the parameter with that range: the tree is that of the formula at
// all values in the ranges. A named kernel takes the parameter alone, not an expression with it, so that the
// range of its own parameter is decided exactly; what a value chooses (an order that is an integer) is chosen for none.
func ReadOver(source string, values map[string]string, over ...*formula.Range) (e *formula.Expr, places map[*formula.Expr]int,
	err *grammar.Error) {
	params, err := bind(values, over)
	if err != nil {
		return nil, nil, err
	}
	e, rd, err := parseTree(source, params)
	if err != nil {
		for _, other := range Respelt(source) {
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

// bind returns the constants that the names of values and of ranges stand for.
func bind(values map[string]string, over []*formula.Range) (map[string]*formula.Expr, *grammar.Error) {
	all := make(map[string]string, len(values)+len(over))
	maps.Copy(all, values)
	for _, r := range over {
		if _, taken := all[r.Name]; taken {
			return nil, grammar.ErrorAt(0, "parameter %s is given twice", r.Name)
		}
		all[r.Name] = r.Lo.RatString() // its name is looked at like others
	}
	params, err := bindParams(all)
	if err != nil {
		return nil, err
	}
	for _, r := range over {
		params[r.Name] = formula.Parameter(r)
		if r.Unit != nil {
			params[r.Name] = formula.Mul(r.Unit, params[r.Name])
		}
	}
	return params, nil
}

// ReadConstant reads a formula in which the names of params stand for their values, and whose
// constants need no value near a float64.
func ReadConstant(text string, params map[string]*formula.Expr) (*formula.Expr, *grammar.Error) {
	e, _, err := parseTreeOf(text, params, true)
	return e, err
}
