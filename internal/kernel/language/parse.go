package language

import (
	"errors"
	"math"

	"krein/ball"
	"krein/internal/kernel/brief"
	"krein/internal/kernel/certain"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/grammar"
)

// reader is the vocabulary of what people write, and what it has read of a formula.
type reader struct {
	params    map[string]*formula.Expr
	used      map[string]bool // parameters that occur
	z, u      int             // 1 + rune offset of the first z and u, 0 if there is none
	places    map[*formula.Expr]int
	constants *formula.Evaluation[*ball.Real]
	local     map[string]grammar.Operand // names given by let
	calls     map[string]*formula.Expr   // named kernels, expanded once for each choice of parameters
	exact     bool                       // constants need no float64 value
}

// parseTree converts a formula to a tree. The names in params stand for their values.
func parseTree(formula string, params map[string]*formula.Expr) (*formula.Expr, *reader, *grammar.Error) {
	return parseTreeOf(formula, params, false)
}

// parseTreeOf is parseTree; exact constants need no float64 value.
func parseTreeOf(source string, params map[string]*formula.Expr, exact bool) (*formula.Expr, *reader, *grammar.Error) {
	words, err := scan(source)
	if err != nil {
		return nil, nil, err
	}
	rd := &reader{params: params, exact: exact, used: make(map[string]bool), local: make(map[string]grammar.Operand),
		constants: formula.NewConstantEvaluation(certain.Defined(eval.RealBalls(constantBits), nil)),
		calls:     make(map[string]*formula.Expr)}
	r := grammar.NewReader(words, rd)
	rd.places = r.Places
	a, err := rd.locals(r)
	if err == nil {
		err = r.Expect("")
	}
	if err != nil {
		return nil, nil, err
	}
	return a.Expr, rd, nil
}

// printable reports an error for a formula that, printed with its parameters put in, would be
// beyond the limits of Parse.
func printable(e *formula.Expr) *grammar.Error {
	if _, err := scan(e.String()); err != nil {
		return grammar.ErrorAt(0, "written out with its parameters, %s", err.Msg)
	}
	return nil
}

// Made rejects a division by zero, and a constant that has no finite value.
func (rd *reader) Made(e *formula.Expr, off int) *grammar.Error {
	if e.Op() == formula.OpDiv && vanishes(e.Args()[1]) {
		return grammar.ErrorAt(off, "division by zero")
	}
	if !e.Op().IsCondition() {
		return rd.checkConstant(e, off)
	}
	return nil
}

// vanishes reports whether e is the zero constant or a small polynomial that is identically zero.
func vanishes(e *formula.Expr) bool {
	if e.Op() == formula.OpNum {
		return e.Num().Sign() == 0
	}
	var v *formula.Expr
	another := func(x *formula.Expr) bool { // in formulas of x − y
		if v == nil && x.Op() == formula.OpVar {
			v = x
		}
		return x.Op() == formula.OpVar && x != v
	}
	if !e.Varies() || e.Size() > 50 || e.Some(another) {
		return false
	}
	p, _, ok := constant.Polynomial(e, nil)
	return ok && len(p) == 0
}

// checkConstant rejects a constant that is certain to have no value, or one beyond those of a float64.
func (rd *reader) checkConstant(e *formula.Expr, off int) *grammar.Error {
	if e.Varies() || e.Op() == formula.OpNum || rd.exact {
		return nil
	}
	var infinite certain.InfiniteError
	switch v, err := rd.constants.Value(e); {
	case err != nil && !errors.As(err, &infinite):
		return grammar.ErrorAt(off, "%s is undefined", brief.Text(e.String()))
	case err != nil || math.IsInf(v.Nearest(), 0):
		return grammar.ErrorAt(off, "%s is infinite or too large", brief.Text(e.String()))
	}
	return nil
}

// constantBits is the precision to which the constants of a formula are enclosed.
const constantBits = 256
