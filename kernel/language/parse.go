package language

import (
	"errors"
	"math"

	"krein/ball"
	"krein/kernel/eval"
	"krein/kernel/formula"
	"krein/kernel/internal/brief"
	"krein/kernel/internal/certain"
	"krein/kernel/internal/powers"
)

// Limits on the tree of a formula: its height, and its nodes with each parameter
// and named kernel counted wherever it occurs.
const (
	maxDepth = 4000
	maxTree  = 100000
)

// reader makes the tree of a formula from its words, by operator precedence (Pratt 1973): each
// operator takes what binds more tightly on its right, and the trees are built on the way.
type reader struct {
	words     []word // those not yet read
	params    map[string]*formula.Expr
	used      map[string]bool       // parameters that occur
	z, u      int                   // 1 + rune offset of the first z and u, 0 if there is none
	places    map[*formula.Expr]int // rune offsets of operations
	constants *formula.Evaluation[*ball.Real]
	local     map[string]operand       // names given by let
	calls     map[string]*formula.Expr // named kernels, expanded once for each choice of parameters
	exact     bool                     // constants need no float64 value
}

// operand is a part of a formula that has been read.
type operand struct {
	e     *formula.Expr
	off   int // the place that messages name: of its operator, if it has one
	depth int // how many operations are nested in it as it is written
}

// parseTree converts a formula to a tree. The names in params stand for their values.
func parseTree(formula string, params map[string]*formula.Expr) (*formula.Expr, *reader, *formula.Error) {
	return parseTreeOf(formula, params, false)
}

// parseTreeOf is parseTree; exact constants need no float64 value.
func parseTreeOf(source string, params map[string]*formula.Expr, exact bool) (*formula.Expr, *reader, *formula.Error) {
	words, err := scan(source)
	if err != nil {
		return nil, nil, err
	}
	rd := &reader{words: words, params: params, exact: exact, used: make(map[string]bool), local: make(map[string]operand),
		constants: formula.NewConstantEvaluation(certain.Defined(eval.RealBalls(constantBits), nil)), places: make(map[*formula.Expr]int), calls: make(map[string]*formula.Expr)}
	a, err := rd.locals()
	if err == nil {
		err = rd.expect("")
	}
	if err != nil {
		return nil, nil, err
	}
	return a.e, rd, nil
}

// printable reports an error for a formula that, printed with its parameters put in, would be
// beyond the limits of Parse.
func printable(e *formula.Expr) *formula.Error {
	if _, err := scan(e.String()); err != nil {
		return formula.ErrorAt(0, "written out with its parameters, %s", err.Msg)
	}
	return nil
}

// next takes the next word, which stays if it is the end.
func (rd *reader) next() word {
	w := rd.words[0]
	if len(rd.words) > 1 {
		rd.words = rd.words[1:]
	}
	return w
}

// skip takes the next word if it is the punctuation mark text.
func (rd *reader) skip(text string) bool {
	if rd.words[0].text != text {
		return false
	}
	rd.next()
	return true
}

// expect takes the punctuation mark text, or the end.
func (rd *reader) expect(text string) *formula.Error {
	if rd.skip(text) {
		return nil
	}
	return unexpected(rd.words[0])
}

// unexpected says that w cannot stand where it does.
func unexpected(w word) *formula.Error {
	switch {
	case w.text == "":
		return formula.ErrorAt(w.off, "the formula ends too early: a number, z or a function is missing")
	case w.text == "=":
		return formula.ErrorAt(w.off, "write == to compare, and let NAME = …; to name a value")
	case w.text == "(" || w.num != nil || isLetter([]rune(w.text)[0]):
		return formula.ErrorAt(w.off, "unexpected %q; an operator is missing before it", brief.Text(w.text))
	}
	return formula.ErrorAt(w.off, "unexpected %q", w.text)
}

// number reads what must be a number, as far as its operators bind at least as tightly as least.
func (rd *reader) number(least int) (operand, *formula.Error) {
	a, err := rd.expression(least)
	if err == nil {
		err = a.wantNumber()
	}
	return a, err
}

func (a operand) wantNumber() *formula.Error {
	if a.e.Op().IsCondition() {
		return formula.ErrorAt(a.off, "a number is expected here, not a condition (write %s ? 1 : 0)", brief.Text(a.e.String()))
	}
	return nil
}

func (a operand) wantCondition() *formula.Error {
	if !a.e.Op().IsCondition() {
		return formula.ErrorAt(a.off, "a condition such as z < 1 is expected here, not a number")
	}
	return nil
}

// infix are the operators with a left operand; ? has two on its right.
var infix = map[string]formula.Op{
	"?": formula.OpCond, "||": formula.OpOr, "or": formula.OpOr, "&&": formula.OpAnd, "and": formula.OpAnd,
	"<": formula.OpLT, "<=": formula.OpLE, ">": formula.OpGT, ">=": formula.OpGE, "==": formula.OpEQ,
	"!=": formula.OpNE, "+": formula.OpAdd, "-": formula.OpSub, "*": formula.OpMul, "/": formula.OpDiv,
	"^": formula.OpPow, "**": formula.OpPow,
}

// loosest is the precedence from which on every operator is read.
var loosest = formula.OpCond.Precedence()

// expression reads an operand and the operators after it that bind at least as tightly as least.
func (rd *reader) expression(least int) (operand, *formula.Error) {
	a, err := rd.prefix()
	for err == nil {
		w := rd.words[0]
		op, ok := infix[w.text]
		if !ok || op.Precedence() < least {
			break
		}
		rd.next()
		if w.raised() {
			if err = a.wantNumber(); err == nil {
				a, err = rd.build(w.off, op, a, operand{e: formula.Rational(w.num), off: w.off})
			}
			continue
		}
		switch op {
		case formula.OpCond:
			a, err = rd.choice(a)
		case formula.OpPow: // right-associative
			a, err = rd.binary(a, w, op, op.Precedence())
		default:
			a, err = rd.binary(a, w, op, op.Precedence()+1)
		}
	}
	return a, err
}

// binary reads the right side of the operator at w.
func (rd *reader) binary(a operand, w word, op formula.Op, least int) (operand, *formula.Error) {
	b, err := rd.expression(least)
	chained := -1
	for err == nil && ordered(op) && ordered(infix[rd.words[0].text]) {
		chained = rd.next().off
		_, err = rd.expression(least)
	}
	if err == nil && chained >= 0 {
		err = formula.ErrorAt(chained, "comparisons cannot be chained; write a < z && z < b")
	}
	if err != nil {
		return b, err
	}
	for _, side := range []operand{a, b} {
		want := side.wantNumber
		if op == formula.OpAnd || op == formula.OpOr {
			want = side.wantCondition
		}
		if err := want(); err != nil {
			return side, err
		}
	}
	return rd.build(w.off, op, a, b)
}

func ordered(op formula.Op) bool { return op >= formula.OpLT && op <= formula.OpGE }

// choice reads what follows the ? after the condition c.
func (rd *reader) choice(c operand) (operand, *formula.Error) {
	err := c.wantCondition()
	if err == nil && rd.words[0].text == ":" {
		err = formula.ErrorAt(c.off, "a value is missing between ? and :")
	}
	if err != nil {
		return c, err
	}
	a, err := rd.number(loosest)
	if err == nil {
		err = rd.expect(":")
	}
	if err != nil {
		return a, err
	}
	b, err := rd.number(loosest)
	if err != nil {
		return b, err
	}
	return rd.build(c.off, formula.OpCond, c, a, b)
}

// prefix reads an operand: a number, a name, a call, something in parentheses, or a sign and its
// operand.
func (rd *reader) prefix() (operand, *formula.Error) {
	w := rd.next()
	switch {
	case w.raised():
		return operand{}, unexpected(w)
	case w.num != nil:
		return operand{e: formula.Rational(w.num), off: w.off}, nil
	case w.name && rd.skip("("):
		return rd.call(w)
	case w.name:
		if a, ok := rd.local[w.text]; ok {
			return operand{a.e, w.off, a.depth}, nil
		}
		e, err := rd.identifier(w.text, w.off)
		return operand{e: e, off: w.off}, err
	}
	switch w.text {
	case "(":
		a, err := rd.expression(loosest)
		if err == nil {
			err = rd.expect(")")
		}
		if err == nil && rd.skip(positivePart) {
			if err = a.wantNumber(); err == nil {
				return rd.build(w.off, formula.OpMax, operand{e: formula.Int(0)}, a)
			}
		}
		return a, err
	case "+":
		a, err := rd.number(formula.OpNeg.Precedence())
		return operand{a.e, w.off, a.depth + 1}, err
	case "-":
		a, err := rd.number(formula.OpNeg.Precedence())
		if err != nil {
			return a, err
		}
		return rd.build(w.off, formula.OpNeg, a)
	case "!", "not":
		a, err := rd.expression(formula.OpNeg.Precedence())
		if err != nil {
			return a, err
		}
		if !a.e.Op().IsCondition() {
			return a, formula.ErrorAt(w.off, "%s needs a condition in parentheses, as in !(z < 1)", w.text)
		}
		return rd.build(w.off, formula.OpNot, a)
	}
	return operand{}, unexpected(w)
}

// build makes the node and rejects a constant that has no finite value.
func (rd *reader) build(off int, op formula.Op, operands ...operand) (operand, *formula.Error) {
	args, depth := make([]*formula.Expr, len(operands)), 0
	for i, a := range operands {
		args[i], depth = a.e, max(depth, a.depth+1)
	}
	if depth > maxDepth {
		return operand{}, formula.ErrorAt(off, "operations are nested more than %d deep", maxDepth)
	}
	e := formula.Apply(op, args...)
	made := operand{e, off, depth}
	if _, ok := rd.places[e]; !ok {
		rd.places[e] = off
	}
	if e.Size() > maxTree {
		return made, formula.ErrorAt(off, "the formula is too large once its parameters are put in")
	}
	if op == formula.OpDiv && vanishes(args[1]) {
		return made, formula.ErrorAt(off, "division by zero")
	}
	if !op.IsCondition() {
		return made, rd.checkConstant(e, off)
	}
	return made, nil
}

// vanishes reports whether e is the zero constant or a small polynomial that is identically zero.
func vanishes(e *formula.Expr) bool {
	if e.Op() == formula.OpNum {
		return e.Num().Sign() == 0
	}
	if !e.Varies() || e.Size() > 50 {
		return false
	}
	p, _, ok := powers.Rational(e, nil)
	return ok && len(p) == 0
}

// checkConstant rejects a constant that is certain to have no value, or one beyond those of a
// float64.
func (rd *reader) checkConstant(e *formula.Expr, off int) *formula.Error {
	if e.Varies() || e.Op() == formula.OpNum || rd.exact {
		return nil
	}
	var infinite certain.InfiniteError
	switch v, err := rd.constants.Value(e); {
	case err != nil && !errors.As(err, &infinite):
		return formula.ErrorAt(off, "%s is undefined", brief.Text(e.String()))
	case err != nil || math.IsInf(v.Nearest(), 0):
		return formula.ErrorAt(off, "%s is infinite or too large", brief.Text(e.String()))
	}
	return nil
}

// constantBits is the precision to which the constants of a formula are enclosed.
const constantBits = 256
