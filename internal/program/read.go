package program

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// Limits on the text of a formula, on how deep its operations are nested and on the powers of ten of its numbers: a short
// text is no long computation.
const (
	maxText    = 20_000
	maxNesting = 500
	maxTens    = 400
)

// word is a number, a name, an operator or a bracket, after spaces.
var word = regexp.MustCompile(
	`^ *([0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?|[a-z][a-z0-9]*|<=|>=|==|!=|&&|\|\||[-+*/^<>!?:,()])`)

// Precedences of operators, loosest first.
const (
	precChoice = iota
	precOr
	precAnd
	precCompare
	precAdd
	precMul
	precNeg
	precPow
)

var precedence = map[string]int{"?": precChoice, "||": precOr, "&&": precAnd, "<": precCompare, "<=": precCompare,
	">": precCompare, ">=": precCompare, "==": precCompare, "!=": precCompare, "+": precAdd, "-": precAdd, "*": precMul,
	"/": precMul, "^": precPow}

// Read returns the program of a formula in the variable t. It has numbers (12, 0.5, 1e-3), pi and e, + − * / ^ with the
// usual precedences, max and min of two or more, hypot, the functions of [Function], comparisons, &&, || and !(…), and
// condition ? a : b; nothing else, so that other programs read it, too. A power with a rational exponent p/q that is written
// so is exact in it; other constants are rounded one operation at a time. The error says what is wrong with the text.
func Read(text string) (p *Program, err error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("a formula of %d characters (at most %d)", len(text), maxText)
	}
	r := &reader{}
	for rest := text; strings.Trim(rest, " ") != ""; {
		m := word.FindStringSubmatch(rest)
		if m == nil {
			return nil, fmt.Errorf("%.20q is not part of a formula", rest)
		}
		r.words, rest = append(r.words, m[1]), rest[len(m[0]):]
	}
	r.words = append(r.words, "") // the end
	defer func() {
		if f := recover(); f != nil {
			bad, ok := f.(fault)
			if !ok {
				panic(f)
			}
			err = bad
		}
	}()
	root := r.number(r.expression(precChoice))
	r.expect("")
	return r.Program(root), nil
}

// fault is what ends reading.
type fault struct{ error }

func because(format string, args ...any) fault { return fault{fmt.Errorf(format, args...)} }

// reader reads by operator precedence (Pratt 1973): each operator takes what binds more tightly on its right.
type reader struct {
	Builder
	words []string // those not yet read
	depth int
}

// term is a part of a formula.
type term struct {
	value     int
	condition bool
	literal   *big.Rat // of a number as it is written, of its negative or of a quotient of such; value is then not made yet
	quotient  bool
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
		panic(because("%.20q where %q is expected", found, w))
	}
}

// number returns the value of a term that is no condition.
func (r *reader) number(a term) int {
	switch {
	case a.condition:
		panic(because("a condition where a number is expected"))
	case a.literal == nil:
		return a.value
	}
	v, _ := a.literal.Float64()
	if math.IsInf(v, 0) {
		panic(because("a number beyond the floats"))
	}
	return r.Constant(v)
}

func (r *reader) truth(a term) int {
	if !a.condition {
		panic(because("a number where a condition is expected"))
	}
	return a.value
}

// expression reads an operand and the operators after it that bind at least as tightly as least.
func (r *reader) expression(least int) term {
	if r.depth++; r.depth > maxNesting {
		panic(because("operations are nested more than %d deep", maxNesting))
	}
	defer func() { r.depth-- }()
	a := r.operand()
	for {
		w := r.words[0]
		p, ok := precedence[w]
		if !ok || p < least {
			return a
		}
		r.next()
		switch w {
		case "?":
			c, b := r.truth(a), r.number(r.expression(precChoice))
			r.expect(":")
			a = term{value: r.Op(Select, c, b, r.number(r.expression(precChoice)))}
		case "^": // right-associative
			a = r.raised(a, r.expression(precPow))
		default:
			a = r.infix(w, a, r.expression(p+1))
		}
	}
}

// raised is a^b.
func (r *reader) raised(a, b term) term {
	if b.literal != nil {
		return term{value: r.Power(RationalPower(b.literal), r.number(a))}
	}
	return term{value: r.Op(Pow, r.number(a), r.number(b))}
}

// infix is an operation on two terms.
func (r *reader) infix(w string, a, b term) term {
	op := func(op Op, x, y term) term { return term{value: r.Op(op, r.number(x), r.number(y))} }
	condition := func(op Op, x, y term) term {
		return term{value: r.Op(op, r.number(x), r.number(y)), condition: true}
	}
	not := func(c term) term { return term{value: r.Op(Not, r.truth(c)), condition: true} }
	both := func(c, d term) term { return term{value: r.Op(And, r.truth(c), r.truth(d)), condition: true} }
	switch w {
	case "+":
		return op(Add, a, b)
	case "-":
		return op(Sub, a, b)
	case "*":
		return op(Mul, a, b)
	case "/":
		if a.literal != nil && b.literal != nil && !a.quotient && !b.quotient && b.literal.Sign() != 0 {
			return term{literal: new(big.Rat).Quo(a.literal, b.literal), quotient: true}
		}
		return op(Div, a, b)
	case "<":
		return condition(Less, a, b)
	case "<=":
		return condition(LessEqual, a, b)
	case ">":
		return condition(Less, b, a)
	case ">=":
		return condition(LessEqual, b, a)
	case "==":
		return condition(Equal, a, b)
	case "!=":
		return not(condition(Equal, a, b))
	case "&&":
		return both(a, b)
	}
	return not(both(not(a), not(b))) // ||
}

// operand reads a number, a name, a function of operands, what stands in parentheses, or what a sign belongs to.
func (r *reader) operand() term {
	switch w := r.next(); {
	case w == "(":
		a := r.expression(precChoice)
		r.expect(")")
		return a
	case w == "-":
		a := r.expression(precNeg)
		if a.literal != nil {
			return term{literal: new(big.Rat).Neg(a.literal), quotient: a.quotient}
		}
		return term{value: r.Op(Neg, r.number(a))}
	case w == "!":
		return term{value: r.Op(Not, r.truth(r.expression(precPow))), condition: true}
	case w == "t":
		return term{value: r.Variable()}
	case w == "pi":
		return term{value: r.Constant(math.Pi)}
	case w == "e":
		return term{value: r.Constant(math.E)}
	case w != "" && w[0] >= '0' && w[0] <= '9':
		return r.literal(w)
	case w == "":
		panic(because("the formula ends too early"))
	default:
		return r.call(w)
	}
}

// literal reads a number.
func (r *reader) literal(w string) term {
	if _, tens, _ := strings.Cut(w, "e"); tens != "" {
		if n, err := strconv.Atoi(tens); err != nil || max(n, -n) > maxTens {
			panic(because("the power of ten of %.20q", w))
		}
	}
	v, ok := new(big.Rat).SetString(w)
	if !ok {
		panic(because("%.20q is no number", w))
	}
	return term{literal: v}
}

// call reads a function of operands.
func (r *reader) call(name string) term {
	f, one := functions[name]
	op, two := map[string]Op{"min": Min, "max": Max, "hypot": Hypot}[name]
	if !one && !two {
		panic(because("unknown function %.20q", name))
	}
	r.expect("(")
	args := []int{r.number(r.expression(precChoice))}
	for r.words[0] == "," {
		r.next()
		args = append(args, r.number(r.expression(precChoice)))
	}
	r.expect(")")
	switch {
	case one && len(args) == 1:
		return term{value: r.Apply(name, f, args[0])}
	case two && (len(args) == 2 || len(args) > 2 && op != Hypot):
		v := args[0]
		for _, b := range args[1:] {
			v = r.Op(op, v, b)
		}
		return term{value: v}
	}
	panic(because("%s of %d numbers", name, len(args)))
}
