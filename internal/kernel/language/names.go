package language

import (
	"fmt"
	"sort"

	"krein/internal/kernel/brief"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/grammar"
)

// Name returns the value of a name: one given by let, a parameter, a variable, a constant or a named kernel.
func (rd *reader) Name(_ *grammar.Reader, w grammar.Word) (grammar.Operand, *grammar.Error) {
	if a, ok := rd.local[w.Text]; ok {
		return grammar.Operand{Expr: a.Expr, Off: w.Off, Depth: a.Depth}, nil
	}
	e, err := rd.identifier(w.Text, w.Off)
	return grammar.Operand{Expr: e, Off: w.Off}, err
}

func (rd *reader) identifier(name string, off int) (*formula.Expr, *grammar.Error) {
	if p, ok := rd.params[name]; ok {
		rd.used[name] = true
		return p, nil
	}
	switch name {
	case "pi", "π":
		return formula.Pi(), nil
	case "e":
		return formula.E(), nil
	case "z", "u", "theta", "θ":
		if name == "z" && rd.z == 0 {
			rd.z = off + 1
		}
		if name != "z" && rd.u == 0 {
			rd.u = off + 1
		}
		if rd.z > 0 && rd.u > 0 {
			return nil, grammar.ErrorAt(off, "a formula uses either the distance z or the inner product u = 1 - z^2/2, not both")
		}
		switch name {
		case "z":
			return formula.Variable(), nil
		case "u":
			return innerProduct, nil
		}
		return angle, nil
	}
	_, ok := formula.FunctionNamed(name)
	if ok || spellings[name] != "" || rewritten[name] != "" || name == "sum" || name == "prod" {
		return nil, grammar.ErrorAt(off, "%s is a function: write %[1]s(…), or give a parameter of that name its value, as "+
			"in --param %[1]s=1 or let %[1]s = 1;", name)
	}
	if entry := lookup(name); entry != nil {
		return rd.named(entry, nil, off)
	}
	hint := didYouMean(name, rd.names(true))
	if _, isHabit := habits[name]; !isHabit && (hint == "" || len([]rune(name)) <= 2) {
		hint = fmt.Sprintf(" (a parameter needs a value, as in --param %s=1 or let %[1]s = 1;)", brief.Text(name))
	}
	return nil, grammar.ErrorAt(off, "unknown name %q%s", brief.Text(name), hint)
}

// names lists what may stand in a formula.
func (rd *reader) names(variables bool) []string {
	var list []string
	list = append(list, formula.FunctionNames()...)
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

// Call reads the arguments of the function at w, whose opening parenthesis has been taken.
func (rd *reader) Call(r *grammar.Reader, w grammar.Word) (grammar.Operand, *grammar.Error) {
	name, off := w.Text, w.Off
	if s, ok := spellings[name]; ok {
		name = s
	}
	op, elementary := formula.FunctionNamed(name)
	entry := lookup(name)
	if _, ok := rewritten[name]; ok {
		args, err := r.Arguments()
		if err != nil {
			return grammar.Operand{}, err
		}
		return rd.rewrite(name, off, args)
	}
	if !elementary && entry == nil {
		if _, ok := rd.params[name]; ok || name == "z" || name == "u" || name == "e" || name == "pi" || name == "π" {
			return grammar.Operand{}, grammar.ErrorAt(off, "%s is not a function; write * to multiply", name)
		}
		return grammar.Operand{}, grammar.ErrorAt(off, "unknown function %q%s", brief.Text(name),
			didYouMean(name, rd.names(false)))
	}
	args, err := r.Arguments()
	if err != nil {
		return grammar.Operand{}, err
	}
	if elementary && (op != formula.OpTanh || len(args) != 2) {
		return r.Function(op, off, args)
	}
	if elementary {
		entry = lookup("sigmoid")
	}
	constants, depth := make([]*formula.Expr, len(args)), 0
	for i, a := range args {
		if a.Expr.Varies() {
			if entry.Name == "sigmoid" && len(args) == 1 {
				return rd.rewrite("logistic", off, args) // of constants it is a kernel
			}
			hint := "; it is a function of z already"
			if s, ok := unspoken[name]; ok {
				hint = "; " + s
			}
			return grammar.Operand{}, grammar.ErrorAt(a.Off,
				"the parameters of %s are constants, not functions of z%s", name, hint)
		}
		constants[i], depth = a.Expr, max(depth, a.Depth+1)
	}
	e, err := rd.named(entry, constants, off)
	return grammar.Operand{Expr: e, Off: off, Depth: depth}, err
}

// maxCalls bounds the different named kernels of a formula.
const maxCalls = 100

// named makes the node for a kernel of the catalogue.
func (rd *reader) named(entry *Entry, args []*formula.Expr, off int) (*formula.Expr, *grammar.Error) {
	key := formula.Call(entry.Name, args, formula.Variable(), len(args), nil).String()
	if e, ok := rd.calls[key]; ok {
		return e, nil
	}
	if len(rd.calls) == maxCalls {
		return nil, grammar.ErrorAt(off, "the formula has more than %d different named kernels", maxCalls)
	}
	e, err := entry.expand(args)
	if err != nil {
		return nil, grammar.ErrorAt(off, "%v", err)
	}
	rd.calls[key], rd.places[e] = e, off
	return e, rd.checkConstant(e, off)
}

// parseConstant parses the value of a parameter.
func parseConstant(text string) (*formula.Expr, *grammar.Error) {
	e, rd, err := parseTree(text, nil)
	if err != nil {
		return nil, err
	}
	if e.Varies() {
		return nil, grammar.ErrorAt(max(rd.z, rd.u, 1)-1, "the value must be constant")
	}
	return e, nil
}

// bindParams parses the values of the parameters of a formula.
func bindParams(params map[string]string) (map[string]*formula.Expr, *grammar.Error) {
	names := make([]string, 0, len(params))
	for name := range params {
		names = append(names, name)
	}
	sort.Strings(names)
	bound := make(map[string]*formula.Expr, len(params))
	for _, name := range names {
		if !isIdentifier(name) {
			return nil, grammar.ErrorAt(0, "parameter name %q: letters, digits and _ only, beginning with a letter",
				brief.Text(name))
		}
		if Taken(name) {
			return nil, grammar.ErrorAt(0, "parameter name %s is taken by the formula language", name)
		}
		v, err := parseConstant(params[name])
		if err != nil {
			return nil, grammar.ErrorAt(0, "parameter %s = %q: %v", name, brief.Text(params[name]), err)
		}
		bound[name] = v
	}
	return bound, nil
}

func isIdentifier(name string) bool {
	for i, r := range name {
		if !grammar.IsLetter(r) && (i == 0 || !grammar.IsDigit(r)) {
			return false
		}
	}
	return name != ""
}

// innerProduct is u on the unit sphere, 1 − z²/2.
var innerProduct = formula.Call("u", nil, formula.Sub(formula.Int(1),
	formula.Div(formula.Pow(formula.Variable(), formula.Int(2)), formula.Int(2))), 0, sphereDomain)

// angle is the geodesic distance on the unit sphere, arccos u.
var angle = formula.Apply(formula.OpAcos, innerProduct)
