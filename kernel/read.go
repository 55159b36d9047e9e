package kernel

// read parses a formula with the values of its parameters, all of which must occur; places are the
// rune offsets of its operations.
func read(formula string, values map[string]string) (e *Expr, places map[*Expr]int, err *FormulaError) {
	params, err := bindParams(values)
	if err != nil {
		return nil, nil, err
	}
	e, rd, err := parseTree(formula, params)
	if err != nil {
		return nil, nil, err
	}
	for name := range params {
		if !rd.used[name] {
			return nil, nil, failAt(0, "parameter %s is given but does not occur in the formula", name)
		}
	}
	return e, rd.places, printable(e)
}

// readConstant reads a formula in which the names of params stand for their values, and whose
// constants need no value near a float64.
func readConstant(text string, params map[string]*Expr) (*Expr, *FormulaError) {
	e, _, err := parseTreeOf(text, params, true)
	return e, err
}
