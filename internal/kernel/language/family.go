package language

import (
	"maps"
	"math/big"

	"krein/internal/kernel/formula"
	"krein/internal/kernel/grammar"
)

// ReadFamily reads a formula with a free parameter as ReadOver reads it where the parameter has the value at, and returns the
// tree with one node, free, wherever the parameter stands. Kernels of the catalogue and functions of the language are
// expanded with the node in them; what is chosen by the value of a parameter is chosen by at.
func ReadFamily(source string, values map[string]string, name string, at *big.Rat, over ...*formula.Range) (e, free *formula.Expr,
	err *grammar.Error) {
	all := make(map[string]string, len(values)+1)
	maps.Copy(all, values)
	all[name] = at.RatString()
	params, err := bind(all, over)
	if err != nil {
		return nil, nil, err
	}
	free = formula.Call(name, nil, formula.Rational(at), 0, nil)
	params[name] = free
	e, rd, err := parseTree(source, params)
	if err != nil {
		return nil, nil, err
	}
	for name := range params {
		if !rd.used[name] {
			return nil, nil, grammar.ErrorAt(0, "parameter %s is given but does not occur in the formula", name)
		}
	}
	return e, free, printable(e)
}
