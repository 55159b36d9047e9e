package grammar

import (
	"krein/internal/kernel/brief"
	"krein/internal/kernel/formula"
)

// Limits on the tree of a formula: its height, and its nodes with each parameter
// and named kernel counted wherever it occurs.
const (
	maxDepth = 4000
	maxTree  = 100000
)

// Vocabulary says what the names of a formula mean.
type Vocabulary interface {
	// Name returns the value of a name.
	Name(r *Reader, w Word) (Operand, *Error)
	// Call reads the arguments of a function, whose opening parenthesis has been taken.
	Call(r *Reader, w Word) (Operand, *Error)
	// Made may reject an operation, at the rune offset off.
	Made(e *formula.Expr, off int) *Error
}

// Reader makes the tree of a formula from its words, by operator precedence (Pratt 1973): each
// operator takes what binds more tightly on its right, and the trees are built on the way.
type Reader struct {
	Places map[*formula.Expr]int // rune offsets of operations

	words []Word // those not yet read
	names Vocabulary
}

// NewReader returns a Reader of words as Scan returns them.
func NewReader(words []Word, names Vocabulary) *Reader {
	return &Reader{make(map[*formula.Expr]int), words, names}
}

// Operand is a part of a formula that has been read.
type Operand struct {
	Expr  *formula.Expr
	Off   int // the place that messages name: of its operator, if it has one
	Depth int // how many operations are nested in it as it is written
}

// Peek returns the next word, which stays.
func (r *Reader) Peek() Word { return r.words[0] }

// Next takes the next word, which stays if it is the end.
func (r *Reader) Next() Word {
	w := r.words[0]
	if len(r.words) > 1 {
		r.words = r.words[1:]
	}
	return w
}

// Skip takes the next word if it is the punctuation mark text.
func (r *Reader) Skip(text string) bool {
	if r.words[0].Text != text {
		return false
	}
	r.Next()
	return true
}

// Expect takes the punctuation mark text, or the end.
func (r *Reader) Expect(text string) *Error {
	if r.Skip(text) {
		return nil
	}
	return unexpected(r.words[0])
}

// unexpected says that w cannot stand where it does.
func unexpected(w Word) *Error {
	switch {
	case w.Text == "":
		return ErrorAt(w.Off, "the formula ends too early: a number, z or a function is missing")
	case w.Text == "=":
		return ErrorAt(w.Off, "write == to compare, and let NAME = …; to name a value")
	case w.Text == "(" || w.Num != nil || IsLetter([]rune(w.Text)[0]):
		return ErrorAt(w.Off, "unexpected %q; an operator is missing before it", brief.Text(w.Text))
	}
	return ErrorAt(w.Off, "unexpected %q", w.Text)
}

// Number reads what must be a number, as far as its operators bind at least as tightly as least.
func (r *Reader) Number(least int) (Operand, *Error) {
	a, err := r.expression(least)
	if err == nil {
		err = a.wantNumber()
	}
	return a, err
}

// wantNumber is an error for a condition.
func (a Operand) wantNumber() *Error {
	if a.Expr.Op().IsCondition() {
		return ErrorAt(a.Off, "a number is expected here, not a condition (write %s ? 1 : 0)", brief.Text(a.Expr.String()))
	}
	return nil
}

func (a Operand) wantCondition() *Error {
	if !a.Expr.Op().IsCondition() {
		return ErrorAt(a.Off, "a condition such as z < 1 is expected here, not a number")
	}
	return nil
}

// Loosest is the precedence from which on every operator is read.
var Loosest = formula.OpCond.Precedence()

// expression reads an operand and the operators after it that bind at least as tightly as least.
func (r *Reader) expression(least int) (Operand, *Error) {
	a, err := r.prefix()
	for err == nil {
		w := r.words[0]
		op, ok := formula.Infix(w.Text)
		if !ok || op.Precedence() < least {
			break
		}
		r.Next()
		switch op {
		case formula.OpCond:
			a, err = r.choice(a)
		case formula.OpPow: // right-associative
			a, err = r.binary(a, w, op, op.Precedence())
		default:
			a, err = r.binary(a, w, op, op.Precedence()+1)
		}
	}
	return a, err
}

// binary reads the right side of the operator at w.
func (r *Reader) binary(a Operand, w Word, op formula.Op, least int) (Operand, *Error) {
	b, err := r.expression(least)
	chained := -1
	for err == nil && ordered(op) && r.comes(ordered) {
		chained = r.Next().Off
		_, err = r.expression(least)
	}
	if err == nil && chained >= 0 {
		err = ErrorAt(chained, "comparisons cannot be chained; write a < z && z < b")
	}
	if err != nil {
		return b, err
	}
	for _, side := range []Operand{a, b} {
		want := side.wantNumber
		if op == formula.OpAnd || op == formula.OpOr {
			want = side.wantCondition
		}
		if err := want(); err != nil {
			return side, err
		}
	}
	return r.build(w.Off, op, a, b)
}

// comes reports whether the next word is an operator of that kind.
func (r *Reader) comes(kind func(op formula.Op) bool) bool {
	op, ok := formula.Infix(r.words[0].Text)
	return ok && kind(op)
}

func ordered(op formula.Op) bool { return op >= formula.OpLT && op <= formula.OpGE }

// choice reads what follows the ? after the condition c.
func (r *Reader) choice(c Operand) (Operand, *Error) {
	err := c.wantCondition()
	if err == nil && r.words[0].Text == ":" {
		err = ErrorAt(c.Off, "a value is missing between ? and :")
	}
	if err != nil {
		return c, err
	}
	a, err := r.Number(Loosest)
	if err == nil {
		err = r.Expect(":")
	}
	if err != nil {
		return a, err
	}
	b, err := r.Number(Loosest)
	if err != nil {
		return b, err
	}
	return r.build(c.Off, formula.OpCond, c, a, b)
}

// prefix reads an operand: a number, a name, a call, something in parentheses, or a sign and its operand.
func (r *Reader) prefix() (Operand, *Error) {
	w := r.Next()
	switch {
	case w.Num != nil:
		return Operand{formula.Rational(w.Num), w.Off, 0}, nil
	case w.Name && r.Skip("("):
		return r.names.Call(r, w)
	case w.Name:
		return r.names.Name(r, w)
	}
	switch w.Text {
	case "(":
		a, err := r.expression(Loosest)
		if err == nil {
			err = r.Expect(")")
		}
		return a, err
	case "+":
		a, err := r.Number(formula.OpNeg.Precedence())
		return Operand{a.Expr, w.Off, a.Depth + 1}, err
	case "-":
		a, err := r.Number(formula.OpNeg.Precedence())
		if err != nil {
			return a, err
		}
		return r.build(w.Off, formula.OpNeg, a)
	case "!":
		a, err := r.expression(formula.OpNeg.Precedence())
		if err != nil {
			return a, err
		}
		if !a.Expr.Op().IsCondition() {
			return a, ErrorAt(w.Off, "%s needs a condition in parentheses, as in !(z < 1)", w.Text)
		}
		return r.build(w.Off, formula.OpNot, a)
	}
	return Operand{}, unexpected(w)
}

// Arguments reads numbers and commas up to the closing parenthesis.
func (r *Reader) Arguments() ([]Operand, *Error) {
	var args []Operand
	for !r.Skip(")") {
		if len(args) > 0 {
			if err := r.Expect(","); err != nil {
				return nil, err
			}
			if r.Skip(")") { // a comma after the last is allowed, as in Go
				break
			}
		}
		a, err := r.Number(Loosest)
		if err != nil {
			return nil, err
		}
		args = append(args, a)
	}
	return args, nil
}

// Function makes the node of an elementary function.
func (r *Reader) Function(op formula.Op, off int, args []Operand) (Operand, *Error) {
	lo, hi := op.Arity()
	if len(args) < lo || hi >= 0 && len(args) > hi {
		want := "1 argument"
		switch {
		case hi < 0:
			want = "at least 2 arguments"
		case lo == 2:
			want = "2 arguments"
		}
		return Operand{}, ErrorAt(off, "%s takes %s, not %d", op, want, len(args))
	}
	if op == formula.OpBesselJ || op == formula.OpBesselI || op == formula.OpBesselK {
		if args[0].Expr.Varies() {
			return Operand{}, ErrorAt(args[0].Off, "the order of %s must be a constant", op)
		}
	}
	return r.build(off, op, args...)
}

// build makes the node of an operation.
func (r *Reader) build(off int, op formula.Op, operands ...Operand) (Operand, *Error) {
	args, depth := make([]*formula.Expr, len(operands)), 0
	for i, a := range operands {
		args[i], depth = a.Expr, max(depth, a.Depth+1)
	}
	if depth > maxDepth {
		return Operand{}, ErrorAt(off, "operations are nested more than %d deep", maxDepth)
	}
	e := formula.Apply(op, args...)
	if _, ok := r.Places[e]; !ok {
		r.Places[e] = off
	}
	if e.Size() > maxTree {
		return Operand{}, ErrorAt(off, "the formula is too large once its parameters are put in")
	}
	return Operand{e, off, depth}, r.names.Made(e, off)
}
