package kernel

import (
	"errors"
	"math"
	"math/big"
	"sort"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
)

// Limits on the tree of a formula: its height, and its nodes with each parameter
// and named kernel counted wherever it occurs.
const (
	maxDepth = 4000
	maxTree  = 100000
)

// parseTree converts a formula to a tree. The names in params stand for their values.
func parseTree(formula string, params map[string]*Expr) (*Expr, *reader, *FormulaError) {
	return parseTreeOf(formula, params, false)
}

// parseTreeOf is parseTree; exact constants need no float64 value.
func parseTreeOf(formula string, params map[string]*Expr, exact bool) (*Expr, *reader, *FormulaError) {
	s, ferr := scan(formula)
	if ferr != nil {
		return nil, nil, ferr
	}
	tree, err := parser.Parse(s.masked)
	if err != nil {
		return nil, nil, syntaxError(s, err)
	}
	rd := &reader{s: s, params: params, exact: exact, used: make(map[string]bool), floats: make(map[*Expr]float64), places: make(map[*Expr]int), calls: make(map[string]*Expr)}
	e, ferr := rd.number(tree.Node, 0)
	if ferr != nil {
		return nil, nil, ferr
	}
	return e, rd, nil
}

// printable reports an error for a formula that, printed with its parameters put in, would be beyond the
// limits of Parse.
func printable(e *Expr) *FormulaError {
	s, err := scan(e.String())
	if err == nil {
		if _, perr := parser.Parse(s.masked); perr != nil {
			err = syntaxError(s, perr)
		}
	}
	if err != nil {
		return failAt(0, "written out with its parameters, %s", err.Msg)
	}
	return nil
}

// syntaxError restates an error of expr's parser in the words of the formula.
func syntaxError(s *scanned, err error) *FormulaError {
	var fe *file.Error
	if !errors.As(err, &fe) {
		return failAt(0, "%v", err)
	}
	off := min(fe.From, len(s.text))
	switch {
	case strings.Contains(fe.Message, "maximum allowed nodes"):
		return failAt(off, "the formula has too many operations (about 10000 are allowed)")
	case strings.Contains(fe.Message, "EOF"):
		return failAt(len(s.text), "the formula ends too early: a number, z or a function is missing")
	case strings.HasPrefix(fe.Message, "unexpected token"):
		word := string(s.text[off:min(fe.To, len(s.text))])
		if word == "(" || isLetter(s.text[off]) || isDigit(s.text[off]) {
			return failAt(off, "unexpected %q; an operator is missing before it", word)
		}
		return failAt(off, "unexpected %q", word)
	}
	return failAt(off, "%s", fe.Message)
}

// reader converts expr's syntax tree.
type reader struct {
	s      *scanned
	params map[string]*Expr
	used   map[string]bool   // parameters that occur
	z, u   int               // 1 + rune offset of the first z and u, 0 if there is none
	floats map[*Expr]float64 // values of constants
	places map[*Expr]int     // rune offsets of operations
	calls  map[string]*Expr  // named kernels, expanded once for each choice of parameters
	exact  bool              // constants need no float64 value
}

// maxCalls bounds the different named kernels of a formula.
const maxCalls = 100

// offset returns where the text of n begins, as well as the syntax tree tells.
func offset(n ast.Node) int {
	for {
		switch m := n.(type) {
		case *ast.ConditionalNode:
			n = m.Cond
		default:
			return n.Location().From
		}
	}
}

// number converts a node that must be a number.
func (rd *reader) number(n ast.Node, depth int) (*Expr, *FormulaError) {
	e, err := rd.node(n, depth)
	if err == nil && isBool(e.op) {
		return nil, failAt(offset(n), "a number is expected here, not a condition (write %s ? 1 : 0)", abridge(e.String()))
	}
	return e, err
}

// condition converts a node that must be a condition.
func (rd *reader) condition(n ast.Node, depth int) (*Expr, *FormulaError) {
	e, err := rd.node(n, depth)
	if err == nil && !isBool(e.op) {
		return nil, failAt(offset(n), "a condition such as z < 1 is expected here, not a number")
	}
	return e, err
}

var binaryOps = map[string]Op{
	"+": OpAdd, "-": OpSub, "*": OpMul, "/": OpDiv, "^": OpPow, "**": OpPow,
	"<": OpLT, "<=": OpLE, ">": OpGT, ">=": OpGE, "==": OpEQ, "!=": OpNE,
	"&&": OpAnd, "and": OpAnd, "||": OpOr, "or": OpOr,
}

func (rd *reader) node(n ast.Node, depth int) (*Expr, *FormulaError) {
	if depth > maxDepth {
		return nil, failAt(offset(n), "operations are nested more than %d deep", maxDepth)
	}
	depth++
	off := offset(n)
	switch n := n.(type) {
	case *ast.IntegerNode:
		return leaf(rd.s.numbers[off]), nil
	case *ast.IdentifierNode:
		return rd.identifier(n.Value, off)
	case *ast.UnaryNode:
		switch n.Operator {
		case "+":
			return rd.number(n.Node, depth)
		case "-":
			a, err := rd.number(n.Node, depth)
			if err != nil {
				return nil, err
			}
			return rd.build(off, OpNeg, a)
		case "!", "not":
			a, err := rd.node(n.Node, depth)
			if err != nil {
				return nil, err
			}
			if !isBool(a.op) {
				return nil, failAt(off, "%s needs a condition in parentheses, as in !(z < 1)", n.Operator)
			}
			return Apply(OpNot, a), nil
		}
	case *ast.BinaryNode:
		op, ok := binaryOps[n.Operator]
		if !ok {
			break
		}
		if off, ok := chained(n); ok {
			return nil, failAt(off, "comparisons cannot be chained; write a < z && z < b")
		}
		side := rd.number
		if op == OpAnd || op == OpOr {
			side = rd.condition
		}
		a, err := side(n.Left, depth)
		if err != nil {
			return nil, err
		}
		b, err := side(n.Right, depth)
		if err != nil {
			return nil, err
		}
		return rd.build(off, op, a, b)
	case *ast.ConditionalNode:
		if n.Exp1 == n.Cond {
			return nil, failAt(off, "a value is missing between ? and :")
		}
		c, err := rd.condition(n.Cond, depth)
		if err != nil {
			return nil, err
		}
		a, err := rd.number(n.Exp1, depth)
		if err != nil {
			return nil, err
		}
		b, err := rd.number(n.Exp2, depth)
		if err != nil {
			return nil, err
		}
		return rd.build(off, OpCond, c, a, b)
	case *ast.BuiltinNode:
		return rd.call(n.Name, n.Arguments, off, depth)
	case *ast.CallNode:
		if id, ok := n.Callee.(*ast.IdentifierNode); ok {
			return rd.call(id.Value, n.Arguments, off, depth)
		}
	}
	return nil, failAt(off, "this is not part of a formula")
}

// chained recognises what expr's parser makes of a < b < c, a conjunction whose
// sides share b, and returns the place of the second comparison.
func chained(n *ast.BinaryNode) (off int, ok bool) {
	if n.Operator != "&&" {
		return 0, false
	}
	right, ok := n.Right.(*ast.BinaryNode)
	if !ok {
		return 0, false
	}
	left, ok := n.Left.(*ast.BinaryNode)
	for ok && left.Operator == "&&" {
		left, ok = left.Right.(*ast.BinaryNode)
	}
	if !ok || left.Right != right.Left {
		return 0, false
	}
	return right.Location().From, true
}

// build makes the node and rejects a constant that has no finite value.
func (rd *reader) build(off int, op Op, args ...*Expr) (*Expr, *FormulaError) {
	e := Apply(op, args...)
	if _, ok := rd.places[e]; !ok {
		rd.places[e] = off
	}
	if e.size > maxTree {
		return nil, failAt(off, "the formula is too large once its parameters are put in")
	}
	if op == OpDiv && vanishes(args[1]) {
		return nil, failAt(off, "division by zero")
	}
	if !isBool(op) {
		if err := rd.checkConstant(e, off); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// vanishes reports whether e is the zero constant or a small polynomial that is identically zero.
func vanishes(e *Expr) bool {
	if e.op == OpNum {
		return e.num.Sign() == 0
	}
	if !e.varies || e.size > 50 {
		return false
	}
	p, _, ok := rationalPolynomial(e)
	return ok && len(p) == 0
}

// checkConstant rejects a constant whose float64 value is NaN or infinite.
func (rd *reader) checkConstant(e *Expr, off int) *FormulaError {
	if e.varies || e.op == OpNum || rd.exact {
		return nil
	}
	v := rd.constant(e)
	switch {
	case math.IsNaN(v):
		return failAt(off, "%s is undefined", abridge(e.String()))
	case math.IsInf(v, 0):
		return failAt(off, "%s is infinite or too large", abridge(e.String()))
	}
	return nil
}

// constant returns the float64 value of a constant, its parts being known already.
func (rd *reader) constant(e *Expr) float64 {
	if v, ok := rd.floats[e]; ok {
		return v
	}
	ev := evaluator[float64]{ar: Float64{}, memo: rd.floats}
	v, err := ev.value(e)
	if err != nil {
		return math.NaN()
	}
	return v
}

func (rd *reader) identifier(name string, off int) (*Expr, *FormulaError) {
	if p, ok := rd.params[name]; ok {
		rd.used[name] = true
		return p, nil
	}
	switch name {
	case "pi", "π":
		return nodePi, nil
	case "e":
		return nodeE, nil
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
			return nodeU, nil
		}
		return nodeVar, nil
	}
	if _, ok := functions[name]; ok {
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
	for name := range functions {
		list = append(list, name)
	}
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

func (rd *reader) call(name string, nodes []ast.Node, off, depth int) (*Expr, *FormulaError) {
	op, elementary := functions[name]
	entry := lookup(name)
	if !elementary && entry == nil {
		if _, ok := rd.params[name]; ok || name == "z" || name == "u" || name == "e" || name == "pi" || name == "π" {
			return nil, failAt(off, "%s is not a function; write * to multiply", name)
		}
		return nil, failAt(off, "unknown function %q%s", abridge(name), didYouMean(name, rd.names(false)))
	}
	var args []*Expr
	for _, n := range nodes {
		a, err := rd.number(n, depth)
		if err != nil {
			return nil, err
		}
		args = append(args, a)
	}
	if !elementary || op == OpTanh && len(args) == 2 {
		if elementary {
			entry = lookup("sigmoid")
		}
		for i, a := range args {
			if a.varies {
				return nil, failAt(offset(nodes[i]), "the parameters of %s are constants, not functions of z", name)
			}
		}
		return rd.named(entry, args, off)
	}
	lo, hi := arity(op)
	if len(args) < lo || hi >= 0 && len(args) > hi {
		want := "1 argument"
		switch {
		case hi < 0:
			want = "at least 2 arguments"
		case lo == 2:
			want = "2 arguments"
		}
		return nil, failAt(off, "%s takes %s, not %d", name, want, len(args))
	}
	if op == OpBesselJ || op == OpBesselI || op == OpBesselK {
		if args[0].varies {
			return nil, failAt(offset(nodes[0]), "the order of %s must be a constant", name)
		}
	}
	return rd.build(off, op, args...)
}

// named makes the node for a kernel of the catalogue.
func (rd *reader) named(entry *Entry, args []*Expr, off int) (*Expr, *FormulaError) {
	key := call(entry.Name, args, nodeVar).String()
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
		_, taken := functions[name]
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

// ratOf returns the value of a rational constant, or nil.
func ratOf(e *Expr) *big.Rat {
	if e.op == OpNum {
		return e.num
	}
	return nil
}
