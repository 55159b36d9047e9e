package notation

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"krein/internal/kernel/composite"
	"krein/internal/kernel/formula"
)

// numpyNames are the functions of one argument; those of scipy.special are written sp.
var numpyNames = map[formula.Op]string{
	formula.OpAbs: "np.abs", formula.OpExp: "np.exp", formula.OpLog: "np.log", formula.OpSqrt: "np.sqrt",
	formula.OpSin: "np.sin", formula.OpCos: "np.cos", formula.OpTan: "np.tan",
	formula.OpAsin: "np.arcsin", formula.OpAcos: "np.arccos", formula.OpAtan: "np.arctan", formula.OpSinh: "np.sinh",
	formula.OpCosh: "np.cosh", formula.OpTanh: "np.tanh",
	formula.OpMin: "np.minimum", formula.OpMax: "np.maximum", formula.OpCond: "np.where", formula.OpErf: "sp.erf",
	formula.OpErfc: "sp.erfc", formula.OpGamma: "sp.gamma",
	formula.OpBesselJ: "sp.jv", formula.OpBesselI: "sp.iv", formula.OpBesselK: "sp.kv",
}

var numpySymbols = map[formula.Op]string{
	formula.OpAdd: "+", formula.OpSub: "-", formula.OpMul: "*", formula.OpDiv: "/", formula.OpPow: "**",
	formula.OpLT: "<", formula.OpLE: "<=", formula.OpGT: ">", formula.OpGE: ">=", formula.OpEQ: "==", formula.OpNE: "!=",
	formula.OpAnd: "&", formula.OpOr: "|",
}

// numpyForms are the functions of recognised formulas of x, here %[1]s, and y, %[2]s. What NumPy has no function for is
// written as it stands.
var numpyForms = map[composite.Function]string{
	composite.Expm1:         "np.expm1(%[1]s)",
	composite.MinusExpm1:    "(-np.expm1(%[1]s))",
	composite.OneMinusCos:   "(2. * np.sin(%[1]s / 2.) ** 2.)",
	composite.CosMinusOne:   "(-2. * np.sin(%[1]s / 2.) ** 2.)",
	composite.CoshMinusOne:  "(2. * np.sinh(%[1]s / 2.) ** 2.)",
	composite.OneMinusCosh:  "(-2. * np.sinh(%[1]s / 2.) ** 2.)",
	composite.OneMinusErfc:  "sp.erf(%[1]s)",
	composite.OneMinusTanh:  "(2. / (1. + np.exp(2. * %[1]s)))",
	composite.OnePlusTanh:   "(2. / (1. + np.exp(-2. * %[1]s)))",
	composite.Same:          "%[1]s",
	composite.SquaresMinus:  "(%[1]s * %[2]s)",
	composite.Hypot:         "np.hypot(%[1]s, %[2]s)",
	composite.Softplus:      "np.logaddexp(0., %[1]s)",
	composite.Asinh:         "np.arcsinh(%[1]s)",
	composite.MinusAsinh:    "(-np.arcsinh(%[1]s))",
	composite.Acosh1p:       "np.log1p(%[1]s + np.sqrt(%[1]s * (%[1]s + 2.)))",
	composite.Acosh:         "np.arccosh(%[1]s)",
	composite.TwoAtanh:      "(2. * np.arctanh(%[1]s))",
	composite.MinusTwoAtanh: "(-2. * np.arctanh(%[1]s))",
	composite.Log1p:         "np.log1p(%[1]s)",
	composite.Log1m:         "np.log1p(-%[1]s)",
	composite.Logistic:      "(1. / (1. + np.exp(-%[1]s)))",
	composite.Angle:         "(2. * np.arcsin(np.abs(%[1]s) / 2.))",
	composite.Acos1m:        "(2. * np.arcsin(np.sqrt(%[1]s / 2.)))",
}

// NumPy writes e as a Python expression in an array z of float64, with np for numpy and, where
// special is true, sp for scipy.special. Constants are rounded to float64. Where e has no value because a power
// in it has none, the expression is NaN, though Python's nan**0, 1**nan and (-2)**2.0 are numbers.
func NumPy(e *formula.Expr) (text string, special bool) {
	var b strings.Builder
	special = writeNumPy(&b, e)
	return b.String(), special
}

func writeNumPy(b *strings.Builder, e *formula.Expr) (special bool) {
	e = e.Body()
	if f, parts, ok := composite.Recognise(e); ok && numpyForms[f] != "" {
		form := numpyForms[f]
		special = strings.HasPrefix(form, "sp.")
		var texts []any
		for _, part := range parts {
			var text strings.Builder
			special = writeNumPy(&text, part) || special
			texts = append(texts, text.String())
		}
		fmt.Fprintf(b, form, texts...)
		return special
	}
	infix := func(symbol string) {
		b.WriteByte('(')
		for i, a := range e.Args() {
			if i > 0 {
				b.WriteString(" " + symbol + " ")
			}
			special = writeNumPy(b, a) || special
		}
		b.WriteByte(')')
	}
	switch e.Op() {
	case formula.OpNum:
		b.WriteString(numpyNumber(e.Num()))
	case formula.OpPi:
		b.WriteString("np.pi")
	case formula.OpE:
		b.WriteString("np.e")
	case formula.OpVar:
		b.WriteByte('z')
	case formula.OpParameter: // no one number
		b.WriteString("np.nan")
	case formula.OpNeg, formula.OpNot:
		b.WriteString(map[formula.Op]string{formula.OpNeg: "(-", formula.OpNot: "(~"}[e.Op()])
		special = writeNumPy(b, e.Args()[0])
		b.WriteByte(')')
	case formula.OpPow:
		base, exponent := e.Args()[0], e.Args()[1]
		switch {
		case exponent.IsInt(0):
			b.WriteString("np.where(np.isnan(")
			special = writeNumPy(b, base)
			b.WriteString("), np.nan, 1.)")
		case exponent.Varies() && (base.Num() == nil || base.IsInt(1)):
			x, y := formula.Apply(formula.OpGE, base, formula.Int(0)), formula.Apply(formula.OpEQ, exponent, exponent)
			b.WriteString("np.where(")
			writeNumPy(b, formula.Apply(formula.OpAnd, x, y))
			b.WriteString(", ")
			infix("**")
			b.WriteString(", np.nan)")
		default:
			infix("**")
		}
	default:
		if s, ok := numpySymbols[e.Op()]; ok {
			infix(s)
			return special
		}
		name, ok := numpyNames[e.Op()]
		if !ok {
			panic(fmt.Sprintf("notation: operation %d has no NumPy name", e.Op()))
		}
		special = strings.HasPrefix(name, "sp.")
		b.WriteString(name + "(")
		for i, a := range e.Args() {
			if i > 0 {
				b.WriteString(", ")
			}
			special = writeNumPy(b, a) || special
		}
		b.WriteByte(')')
	}
	return special
}

// numpyNumber writes a rational as Python reads it: small integers and ratios of such exactly,
// others rounded to float64.
func numpyNumber(r *big.Rat) string {
	if r.Num().BitLen() <= 53 && r.Denom().BitLen() <= 53 {
		if r.IsInt() && r.Sign() >= 0 {
			return r.Num().String() + "."
		}
		if r.IsInt() {
			return "(" + r.Num().String() + ".)"
		}
		return "(" + r.Num().String() + "/" + r.Denom().String() + ")"
	}
	f, _ := r.Float64()
	return "(" + strconv.FormatFloat(f, 'g', -1, 64) + ")"
}
