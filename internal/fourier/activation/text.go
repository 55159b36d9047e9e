package activation

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"krein/internal/kernel/composite"
	"krein/internal/kernel/formula"
	"krein/internal/program"
)

// named are the recognised formulas for which package program has names, which neither overflow nor lose digits.
var named = map[composite.Function]func(x ...*formula.Expr) *formula.Expr{
	composite.Expm1: called("expm1", 1, 1), composite.MinusExpm1: called("expm1", -1, 1),
	composite.OneMinusErfc: called("erf", 1, 1),
	composite.OneMinusTanh: called("logistic", 2, -2), composite.OnePlusTanh: called("logistic", 2, 2),
	composite.Softplus: called("softplus", 1, 1), composite.Logistic: called("logistic", 1, 1),
	composite.MinusLogistic: called("logistic", 1, -1), composite.Log1p: called("log1p", 1, 1),
	composite.Log1m: called("log1p", 1, -1), composite.Asinh: called("asinh", 1, 1), composite.MinusAsinh: called("asinh", -1, 1),
	composite.Acosh: called("acosh", 1, 1), composite.TwoAtanh: called("atanh", 2, 1),
	composite.MinusTwoAtanh: called("atanh", -2, 1), composite.Sech: called("sech", 1, 1), composite.Csch: called("csch", 1, 1),
	composite.Hypot: called("hypot", 1, 1),
}

// called returns factor·f(inner·x), printed so.
func called(f string, factor, inner int64) func(x ...*formula.Expr) *formula.Expr {
	times := func(n int64, x *formula.Expr) *formula.Expr {
		switch n {
		case 1:
			return x
		case -1:
			return formula.Identity(formula.Apply(formula.OpNeg, x))
		}
		return formula.Mul(formula.Int(n), x)
	}
	return func(x ...*formula.Expr) *formula.Expr {
		args := make([]*formula.Expr, len(x))
		for i, a := range x {
			args[i] = times(inner, a)
		}
		return times(factor, formula.Call(f, args, formula.Variable(), len(args), nil))
	}
}

// mostText is the size of formulas that are written out.
const mostText = 4000

// variable is that of a printed formula.
var variable = regexp.MustCompile(`\bz\b`)

// textOf prints a formula in the language of package program, empty if it is too long.
func textOf(e *formula.Expr) string {
	if e.Size() > mostText {
		return ""
	}
	return variable.ReplaceAllString(written(formula.Opened(e)).String(), "t")
}

// written puts names in the places of formulas that have some.
func written(e *formula.Expr) *formula.Expr {
	if len(e.Args()) == 0 || !e.Varies() && !e.Op().IsCondition() {
		return e
	}
	if f, parts, ok := composite.Recognise(e); ok && named[f] != nil {
		for i, x := range parts {
			parts[i] = written(x)
		}
		return named[f](parts...)
	}
	args := make([]*formula.Expr, len(e.Args()))
	for i, x := range e.Args() {
		args[i] = written(x)
	}
	return formula.Apply(e.Op(), args...)
}

// Text returns the function in the language of package program, in which maps are stored: a formula in t with the values of
// parameters, in elementary functions alone. Its values are rounded as its operations are; at 0 it has the limit of g where
// the formula has no value. The error says that the language has no such function.
func (g *Function) Text() (string, error) {
	if g.text == "" {
		return "", errors.New("the formula is too long")
	}
	p, err := program.Read(g.text)
	if err != nil {
		return "", err
	}
	finite := func(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
	if v := g.At(0); finite(v) && !finite(p.At(0)) {
		return fmt.Sprintf("t == 0 ? %s : %s", strings.Replace(strconv.FormatFloat(v, 'g', -1, 64), "e+", "e", 1), g.text), nil
	}
	return g.text, nil
}
