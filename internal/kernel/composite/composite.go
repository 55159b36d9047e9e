// Package composite recognises formulas that lose digits in float64 when they are computed as they are written, though
// a function of their parts does not: log(x + sqrt(x^2 + 1)) for asinh x, exp(x) - 1 for expm1 x. The formula language
// writes its functions out like that, and so do people. Proofs do without: enclosures take more bits.
package composite

import (
	"math/big"

	"krein/internal/kernel/formula"
)

// A Function is what a recognised formula computes of its parts x and y.
type Function string

// The functions, with the formulas that they stand for in patterns.
const (
	Expm1         Function = "exp(x) - 1"
	MinusExpm1    Function = "1 - exp(x)"
	OneMinusCos   Function = "1 - cos(x)"
	CosMinusOne   Function = "cos(x) - 1"
	CoshMinusOne  Function = "cosh(x) - 1"
	OneMinusCosh  Function = "1 - cosh(x)"
	OneMinusErfc  Function = "1 - erfc(x)"
	OneMinusTanh  Function = "1 - tanh(x)"
	OnePlusTanh   Function = "1 + tanh(x)"
	Same          Function = "1 - (1 - x)" // x
	SquaresMinus  Function = "x^2 - y^2"
	Hypot         Function = "sqrt(x^2 + y^2)"
	Softplus      Function = "log(1 + exp(x))"
	Asinh         Function = "log(x + sqrt(x^2 + 1))"
	MinusAsinh    Function = "log(sqrt(x^2 + 1) - x)"
	Acosh1p       Function = "log(1 + x + sqrt((1 + x)^2 - 1))"
	Acosh         Function = "log(x + sqrt(x^2 - 1))"
	TwoAtanh      Function = "log(1 + x) - log(1 - x)"
	MinusTwoAtanh Function = "log(1 - x) - log(1 + x)"
	Log1p         Function = "log(1 + x)"
	Log1mSquare   Function = "log(1 - x^2)"
	Log1m         Function = "log(1 - x)"
	Logistic      Function = "exp(x)/(1 + exp(x))"
	MinusLogistic Function = "1/(1 + exp(x))" // the logistic function of −x
	Sech          Function = "1/cosh(x)"
	Csch          Function = "1/sinh(x)"
	Angle         Function = "acos(1 - x^2/2)" // between points of the unit sphere at the distance x
	Acos1m        Function = "acos(1 - x)"
)

// spellings are the formulas recognised, in the order in which they are tried: special ones come before those that
// they are cases of.
var spellings = []struct {
	Function
	formulas []string // besides the one that names it
}{
	{Expm1, nil}, {MinusExpm1, nil}, {OneMinusCos, nil}, {CosMinusOne, nil}, {CoshMinusOne, nil}, {OneMinusCosh, nil},
	{OneMinusErfc, nil}, {OneMinusTanh, nil}, {OnePlusTanh, nil}, {Same, nil},
	{SquaresMinus, nil}, {Hypot, nil}, {Softplus, nil}, {Asinh, []string{"log(x + sqrt(x*x + 1))"}}, {MinusAsinh, nil},
	{Acosh1p, nil}, {Acosh, nil}, {TwoAtanh, []string{"log((1 + x)/(1 - x))"}},
	{MinusTwoAtanh, []string{"log((1 - x)/(1 + x))"}}, {Log1p, nil}, {Log1mSquare, nil}, {Log1m, nil},
	{Logistic, nil}, {MinusLogistic, nil}, {Sech, nil}, {Csch, nil}, {Angle, nil}, {Acos1m, nil},
}

// Functions returns all functions.
func Functions() (all []Function) {
	for _, s := range spellings {
		all = append(all, s.Function)
	}
	return all
}

var patterns = func() map[formula.Op][]pattern {
	m := make(map[formula.Op][]pattern)
	for _, s := range spellings {
		for _, text := range append(s.formulas, string(s.Function)) {
			p := pattern{f: s.Function, x: formula.NewVariable(), y: formula.NewVariable()}
			e, err := formula.Read(text, map[string]*formula.Expr{"x": p.x, "y": p.y})
			if err != nil {
				panic("composite: " + text + ": " + err.Error())
			}
			p.e = e
			m[e.Op()] = append(m[e.Op()], p)
		}
	}
	return m
}()

type pattern struct {
	f       Function
	e, x, y *formula.Expr
}

// Recognise returns the function that e is written as, and its parts: x, and y if it has one; those of SquaresMinus are
// its factors x − y and x + y, which may be recognised in turn. Sums and products match
// in either order, and in x^2 a number matches if it is the square of a rational one. Named kernels are opened.
func Recognise(e *formula.Expr) (f Function, parts []*formula.Expr, ok bool) {
	e = open(e)
	for _, p := range patterns[e.Op()] {
		if !plausible(p.e, e) {
			continue
		}
		m := matcher{pattern: p}
		if !m.match(p.e, e) {
			continue
		}
		switch {
		case p.f == SquaresMinus:
			return p.f, []*formula.Expr{formula.Sub(m.xs, m.ys), formula.Add(m.xs, m.ys)}, true
		case m.ys == nil:
			return p.f, []*formula.Expr{m.xs}, true
		}
		return p.f, []*formula.Expr{m.xs, m.ys}, true
	}
	return "", nil, false
}

// plausible reports whether the operations of the operands may match: none of the operations at the root of a pattern
// is commutative.
func plausible(p, e *formula.Expr) bool {
	for i, a := range p.Args() {
		if i == len(e.Args()) {
			return false
		}
		switch op := open(e.Args()[i]).Op(); a.Op() {
		case formula.OpVar, op:
		case formula.OpPow:
			if op != formula.OpNum {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// matcher has what x and y stand for, nil before they are met.
type matcher struct {
	pattern
	xs, ys *formula.Expr
}

func (m *matcher) match(p, e *formula.Expr) bool {
	e = open(e)
	switch p.Op() {
	case formula.OpVar:
		part := &m.xs
		if p == m.y {
			part = &m.ys
		}
		if *part == nil {
			*part = e
			return true
		}
		return open(*part).Equal(e)
	case formula.OpNum:
		return e.Num() != nil && e.Num().Cmp(p.Num()) == 0
	case formula.OpPow:
		if root := rootOf(e); root != nil && p.Args()[1].IsInt(2) {
			return m.match(p.Args()[0], root)
		}
	}
	if p.Op() != e.Op() || len(p.Args()) != len(e.Args()) {
		return false
	}
	x, y := m.xs, m.ys
	if m.all(p.Args(), e.Args()) {
		return true
	}
	m.xs, m.ys = x, y
	if p.Op() != formula.OpAdd && p.Op() != formula.OpMul {
		return false
	}
	return m.all(p.Args(), []*formula.Expr{e.Args()[1], e.Args()[0]})
}

func (m *matcher) all(p, e []*formula.Expr) bool {
	for i := range p {
		if !m.match(p[i], e[i]) {
			return false
		}
	}
	return true
}

// rootOf returns the root of a number if that is rational, else nil.
func rootOf(e *formula.Expr) *formula.Expr {
	if e.Num() == nil || e.Num().Sign() < 0 {
		return nil
	}
	root := formula.Apply(formula.OpSqrt, formula.Rational(new(big.Rat).Set(e.Num())))
	if root.Num() == nil {
		return nil
	}
	return root
}

func open(e *formula.Expr) *formula.Expr {
	for e.Op() == formula.OpCall && e.Body() != nil {
		e = e.Body()
	}
	return e
}
