package formula

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"krein/internal/kernel/brief"
	"krein/internal/kernel/fail"
)

// Limits on the text of a formula, on how deep its operations are nested, on the tree that it makes, and on the powers
// of ten of numbers: a short text is no long computation.
const (
	maxText    = 20_000
	maxNesting = 2000
	maxTree    = 100_000
	maxTens    = 1000
)

// word is a number, a name, an operator or a bracket, after spaces.
var word = regexp.MustCompile(
	`^\s*([0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?|[\pL_][\pL_0-9]*|<=|>=|==|!=|&&|\|\||[-+*/^<>!?:,()])`)

// name is the name of a parameter.
var name = regexp.MustCompile(`^[\pL_][\pL_0-9]*$`)

// Read returns the formula of a text in the notation in which String prints, without named kernels. The names of given
// stand for their values. What people write besides, package grammar reads.
func Read(text string, given map[string]*Expr) (e *Expr, err error) {
	defer fail.Catch(&err)
	if len(text) > maxText {
		return nil, fail.Because("a formula of %d characters (at most %d)", len(text), maxText)
	}
	r := &reader{given: given}
	for rest := text; strings.TrimSpace(rest) != ""; {
		m := word.FindStringSubmatch(rest)
		if m == nil {
			return nil, fail.Because("%s is not part of a formula", brief.Text(rest))
		}
		r.words, rest = append(r.words, m[1]), rest[len(m[0]):]
	}
	r.words = append(r.words, "") // the end
	e = r.expression(precCond)
	r.expect("")
	if e.op.IsCondition() {
		return nil, fail.Because("%s is a condition, not a number", brief.Text(text))
	}
	return e, nil
}

// reader makes a tree by operator precedence (Pratt 1973): each operator takes what binds more tightly on its right.
type reader struct {
	words []string // those not yet read
	given map[string]*Expr
	depth int
}

func (r *reader) next() string {
	w := r.words[0]
	if w != "" {
		r.words = r.words[1:]
	}
	return w
}

func (r *reader) expect(w string) {
	if found := r.next(); found != w {
		panic(fail.Because("%q where %q is expected", brief.Text(found), w))
	}
}

func (r *reader) apply(op Op, args ...*Expr) *Expr {
	if why := mismatch(op, args); why != "" {
		panic(fail.Because("%s", why))
	}
	if op >= OpBesselJ && op <= OpBesselK && args[0].varies {
		panic(fail.Because("the order of %s must be a constant", op))
	}
	e := Apply(op, args...)
	if e.Size() > maxTree {
		panic(fail.Because("a formula of more than %d operations", maxTree))
	}
	return e
}

// expression reads an operand and the operators after it that bind at least as tightly as least.
func (r *reader) expression(least int) *Expr {
	if r.depth++; r.depth > maxNesting {
		panic(fail.Because("operations are nested more than %d deep", maxNesting))
	}
	defer func() { r.depth-- }()
	a := r.operand()
	for {
		op, ok := infix[r.words[0]]
		if !ok || op.Precedence() < least {
			return a
		}
		r.next()
		switch op {
		case OpCond:
			b := r.expression(precCond)
			r.expect(":")
			a = r.apply(op, a, b, r.expression(precCond))
		case OpPow: // right-associative
			a = r.apply(op, a, r.expression(precPow))
		default:
			a = r.apply(op, a, r.expression(op.Precedence()+1))
		}
	}
}

// operand reads a number, a name, a function of operands, what stands in parentheses, or what a sign belongs to.
func (r *reader) operand() *Expr {
	w := r.next()
	if e := r.given[w]; e != nil {
		return e
	}
	if op, ok := functions[w]; ok {
		r.expect("(")
		args := []*Expr{r.expression(precCond)}
		for r.words[0] == "," {
			r.next()
			args = append(args, r.expression(precCond))
		}
		r.expect(")")
		return r.apply(op, args...)
	}
	switch w {
	case "par":
		return r.parameter()
	case "z":
		return nodeVar
	case "pi":
		return nodePi
	case "e":
		return nodeE
	case "(":
		e := r.expression(precCond)
		r.expect(")")
		return e
	case "-":
		return r.apply(OpNeg, r.expression(precNeg))
	case "!":
		return r.apply(OpNot, r.expression(precNeg))
	}
	if _, tens, _ := strings.Cut(w, "e"); tens != "" && w[0] <= '9' {
		if n, err := strconv.Atoi(tens); err != nil || max(n, -n) > maxTens {
			panic(fail.Because("the power of ten of %q", brief.Text(w)))
		}
	}
	v, ok := new(big.Rat).SetString(w)
	if !ok {
		panic(fail.Because("unknown name %q, or an operand is missing before it", brief.Text(w)))
	}
	return leaf(v)
}
