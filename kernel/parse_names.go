package kernel

import "sort"

func (rd *reader) identifier(name string, off int) (*Expr, *FormulaError) {
	if p, ok := rd.params[name]; ok {
		rd.used[name] = true
		return p, nil
	}
	switch name {
	case "pi", "π":
		return Pi(), nil
	case "e":
		return E(), nil
	case "z", "u":
		if name == "z" && rd.z == 0 {
			rd.z = off + 1
		}
		if name == "u" && rd.u == 0 {
			rd.u = off + 1
		}
		if rd.z > 0 && rd.u > 0 {
			return nil, failAt(off, "a formula uses either the distance z or the inner product u = 1 - z^2/2, not both")
		}
		if name == "u" {
			return innerProduct, nil
		}
		return Variable(), nil
	}
	if _, ok := FunctionNamed(name); ok {
		return nil, failAt(off, "the function %s needs its argument in parentheses", name)
	}
	if entry := lookup(name); entry != nil {
		return rd.named(entry, nil, off)
	}
	return nil, failAt(off, "unknown name %q%s", abridge(name), didYouMean(name, rd.names(true)))
}

// names lists what may stand in a formula.
func (rd *reader) names(variables bool) []string {
	var list []string
	list = append(list, FunctionNames()...)
	for name := range byName {
		list = append(list, name)
	}
	if variables {
		list = append(list, "z", "u", "pi", "e")
		for name := range rd.params {
			list = append(list, name)
		}
	}
	return list
}

// call reads the arguments of the function at w, whose opening parenthesis has been taken.
func (rd *reader) call(w word) (operand, *FormulaError) {
	name, off := w.text, w.off
	op, elementary := FunctionNamed(name)
	entry := lookup(name)
	if !elementary && entry == nil {
		if _, ok := rd.params[name]; ok || name == "z" || name == "u" || name == "e" || name == "pi" || name == "π" {
			return operand{}, failAt(off, "%s is not a function; write * to multiply", name)
		}
		return operand{}, failAt(off, "unknown function %q%s", abridge(name), didYouMean(name, rd.names(false)))
	}
	args, err := rd.arguments()
	if err != nil {
		return operand{}, err
	}
	if !elementary || op == OpTanh && len(args) == 2 {
		if elementary {
			entry = lookup("sigmoid")
		}
		constants, depth := make([]*Expr, len(args)), 0
		for i, a := range args {
			if a.e.varies {
				return operand{}, failAt(a.off, "the parameters of %s are constants, not functions of z", name)
			}
			constants[i], depth = a.e, max(depth, a.depth+1)
		}
		e, err := rd.named(entry, constants, off)
		return operand{e, off, depth}, err
	}
	lo, hi := op.Arity()
	if len(args) < lo || hi >= 0 && len(args) > hi {
		want := "1 argument"
		switch {
		case hi < 0:
			want = "at least 2 arguments"
		case lo == 2:
			want = "2 arguments"
		}
		return operand{}, failAt(off, "%s takes %s, not %d", name, want, len(args))
	}
	if op == OpBesselJ || op == OpBesselI || op == OpBesselK {
		if args[0].e.varies {
			return operand{}, failAt(args[0].off, "the order of %s must be a constant", name)
		}
	}
	return rd.build(off, op, args...)
}

// arguments reads numbers and commas up to the closing parenthesis.
func (rd *reader) arguments() ([]operand, *FormulaError) {
	var args []operand
	for !rd.skip(")") {
		if len(args) > 0 {
			if err := rd.expect(","); err != nil {
				return nil, err
			}
			if rd.skip(")") { // a comma after the last is allowed, as in Go
				break
			}
		}
		a, err := rd.number(precCond)
		if err != nil {
			return nil, err
		}
		args = append(args, a)
	}
	return args, nil
}

// maxCalls bounds the different named kernels of a formula.
const maxCalls = 100

// named makes the node for a kernel of the catalogue.
func (rd *reader) named(entry *Entry, args []*Expr, off int) (*Expr, *FormulaError) {
	key := Call(entry.Name, args, Variable(), len(args)).String()
	if e, ok := rd.calls[key]; ok {
		return e, nil
	}
	if len(rd.calls) == maxCalls {
		return nil, failAt(off, "the formula has more than %d different named kernels", maxCalls)
	}
	e, err := entry.expand(args)
	if err != nil {
		return nil, failAt(off, "%v", err)
	}
	rd.calls[key], rd.places[e] = e, off
	return e, rd.checkConstant(e, off)
}

// parseConstant parses the value of a parameter.
func parseConstant(text string) (*Expr, *FormulaError) {
	e, rd, err := parseTree(text, nil)
	if err != nil {
		return nil, err
	}
	if e.varies {
		return nil, failAt(max(rd.z, rd.u, 1)-1, "the value must be constant")
	}
	return e, nil
}

// bindParams parses the values of the parameters of a formula.
func bindParams(params map[string]string) (map[string]*Expr, *FormulaError) {
	names := make([]string, 0, len(params))
	for name := range params {
		names = append(names, name)
	}
	sort.Strings(names)
	bound := make(map[string]*Expr, len(params))
	for _, name := range names {
		if !isIdentifier(name) {
			return nil, failAt(0, "parameter name %q: letters, digits and _ only, beginning with a letter", abridge(name))
		}
		_, taken := FunctionNamed(name)
		switch name {
		case "z", "u", "e", "pi", "π", "and", "or", "not":
			taken = true
		}
		if _, ok := foreign[name]; ok || taken || lookup(name) != nil {
			return nil, failAt(0, "parameter name %s is taken by the formula language", name)
		}
		v, err := parseConstant(params[name])
		if err != nil {
			return nil, failAt(0, "parameter %s = %q: %v", name, abridge(params[name]), err)
		}
		bound[name] = v
	}
	return bound, nil
}

func isIdentifier(name string) bool {
	for i, r := range name {
		if !isLetter(r) && (i == 0 || !isDigit(r)) {
			return false
		}
	}
	return name != ""
}

// innerProduct is u on the unit sphere, 1 − z²/2.
var innerProduct = Call(innerProductName, nil, sub(Int(1), quo(power(Variable(), Int(2)), Int(2))), 0)

const innerProductName = "u"
