// Package notation writes formulas as others do: in LaTeX and in Python.
package notation

import (
	"math/big"
	"strings"

	"krein/internal/kernel/formula"
	"krein/kernel"
)

// KernelLaTeX returns the formula of a kernel, without the extension, in LaTeX math.
// Named kernels are written out.
func KernelLaTeX(k *kernel.Kernel) string {
	return LaTeX(k.FormulaExpr())
}

// LaTeX returns e in LaTeX math; named kernels are written out, the inner product stays u, and a Symbol what it is
// written as.
func LaTeX(e *formula.Expr) string {
	var b strings.Builder
	writeLaTeX(&b, e, precCond)
	return b.String()
}

// symbolic begins the names of symbols.
const symbolic = "\x00"

// Symbol returns a formula with a value that LaTeX writes as it is told.
func Symbol(latex string, value *formula.Expr) *formula.Expr {
	return formula.Call(symbolic+latex, nil, value, 0, nil)
}

// opened writes named kernels out.
func opened(e *formula.Expr) *formula.Expr {
	if e.Op() == formula.OpCall && e.Name() != innerProduct && !strings.HasPrefix(e.Name(), symbolic) {
		return e.Body()
	}
	return e
}

// innerProduct is the name of the inner product 1 − z²/2 in formulas.
const innerProduct = "u"

var latexFunctions = map[formula.Op]string{
	formula.OpExp: `\exp`, formula.OpLog: `\log`, formula.OpSin: `\sin`, formula.OpCos: `\cos`, formula.OpTan: `\tan`,
	formula.OpAsin: `\arcsin`, formula.OpAcos: `\arccos`, formula.OpAtan: `\arctan`,
	formula.OpSinh: `\sinh`, formula.OpCosh: `\cosh`, formula.OpTanh: `\tanh`,
	formula.OpErf: `\operatorname{erf}`, formula.OpErfc: `\operatorname{erfc}`, formula.OpGamma: `\Gamma`,
	formula.OpMin: `\min`, formula.OpMax: `\max`,
}

var latexSymbols = map[formula.Op]string{
	formula.OpAdd: "+", formula.OpSub: "-", formula.OpLT: "<", formula.OpLE: `\le `, formula.OpGT: ">",
	formula.OpGE: `\ge `, formula.OpEQ: "=", formula.OpNE: `\ne `,
	formula.OpAnd: `\text{ and }`, formula.OpOr: `\text{ or }`,
}

// How tightly a part of a formula holds together, loosest first.
var (
	precCond = formula.OpCond.Precedence()
	precMul  = formula.OpMul.Precedence()
	precNeg  = formula.OpNeg.Precedence()
	precPow  = formula.OpPow.Precedence()
	precAtom = formula.OpVar.Precedence()
)

// latexPrecedence is the precedence of e, fractions and roots being closed and cases open to the right.
func latexPrecedence(e *formula.Expr) int {
	switch e.Op() {
	case formula.OpNum:
		if e.Num().Sign() < 0 {
			return precNeg
		}
	case formula.OpDiv:
		if leadingMinus(e.Args()[0]) != nil {
			return precNeg
		}
		return precAtom
	case formula.OpNot, formula.OpCond:
		return precAtom
	}
	return e.Op().Precedence()
}

// leadingMinus returns −e if e is printed with a minus in front, else nil.
func leadingMinus(e *formula.Expr) *formula.Expr {
	switch {
	case e.Op() == formula.OpNeg:
		return e.Args()[0]
	case e.Op() == formula.OpNum && e.Num().Sign() < 0:
		return formula.Apply(formula.OpNeg, e)
	case e.Op() == formula.OpMul || e.Op() == formula.OpDiv:
		if a := leadingMinus(e.Args()[0]); a != nil {
			if n := a.Num(); e.Op() == formula.OpMul && n != nil && n.Cmp(big.NewRat(1, 1)) == 0 {
				return e.Args()[1]
			}
			return formula.Apply(e.Op(), a, e.Args()[1])
		}
	}
	return nil
}

// writeLaTeX writes e where anything looser than least needs parentheses.
func writeLaTeX(b *strings.Builder, e *formula.Expr, least int) {
	e = opened(e)
	p := latexPrecedence(e)
	if p < least {
		b.WriteString(`\left(`)
		defer b.WriteString(`\right)`)
	}
	switch e.Op() {
	case formula.OpNum:
		b.WriteString(latexRat(e))
	case formula.OpPi:
		b.WriteString(`\pi`)
	case formula.OpE:
		b.WriteString("e")
	case formula.OpVar:
		b.WriteString("z")
	case formula.OpParameter:
		b.WriteString(strings.ReplaceAll(e.Name(), "_", `\_`))
	case formula.OpCall:
		b.WriteString(strings.TrimPrefix(e.Name(), symbolic))
	case formula.OpNeg:
		b.WriteByte('-')
		writeLaTeX(b, e.Args()[0], precMul)
	case formula.OpAdd, formula.OpSub, formula.OpLT, formula.OpLE, formula.OpGT, formula.OpGE, formula.OpEQ, formula.OpNE,
		formula.OpAnd, formula.OpOr:
		writeLaTeX(b, e.Args()[0], p)
		b.WriteString(latexSymbols[e.Op()])
		writeLaTeX(b, e.Args()[1], p+1)
	case formula.OpMul:
		latexProduct(b, e)
	case formula.OpDiv:
		top := e.Args()[0]
		if a := leadingMinus(top); a != nil {
			b.WriteByte('-')
			top = a
		}
		b.WriteString(`\frac{`)
		writeLaTeX(b, top, precCond)
		b.WriteString(`}{`)
		writeLaTeX(b, e.Args()[1], precCond)
		b.WriteByte('}')
	case formula.OpPow:
		latexPower(b, e)
	case formula.OpSqrt:
		b.WriteString(`\sqrt{`)
		writeLaTeX(b, e.Args()[0], precCond)
		b.WriteByte('}')
	case formula.OpAbs:
		b.WriteString(`\left|`)
		writeLaTeX(b, e.Args()[0], precCond)
		b.WriteString(`\right|`)
	case formula.OpNot:
		b.WriteString(`\neg\left(`)
		writeLaTeX(b, e.Args()[0], precCond)
		b.WriteString(`\right)`)
	case formula.OpCond:
		latexCases(b, e)
	case formula.OpBesselJ, formula.OpBesselI, formula.OpBesselK:
		b.WriteString(map[formula.Op]string{formula.OpBesselJ: "J", formula.OpBesselI: "I",
			formula.OpBesselK: "K"}[e.Op()] + "_{")
		writeLaTeX(b, e.Args()[0], precCond)
		b.WriteByte('}')
		latexArgs(b, e.Args()[1:])
	default:
		b.WriteString(latexFunctions[e.Op()])
		latexArgs(b, e.Args())
	}
}

func latexArgs(b *strings.Builder, args []*formula.Expr) {
	b.WriteString(`\left(`)
	for i, a := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		writeLaTeX(b, a, precCond)
	}
	b.WriteString(`\right)`)
}

// latexProduct sets factors side by side, with a dot where the second begins with a digit or a sign.
func latexProduct(b *strings.Builder, e *formula.Expr) {
	writeLaTeX(b, e.Args()[0], precMul)
	var right strings.Builder
	writeLaTeX(&right, e.Args()[1], precPow)
	r := right.String()
	if r[0] >= '0' && r[0] <= '9' || strings.HasPrefix(r, `\frac`) {
		b.WriteString(`\cdot `)
	} else {
		b.WriteString(`\,`)
	}
	b.WriteString(r)
}

func latexPower(b *strings.Builder, e *formula.Expr) {
	base := opened(e.Args()[0])
	switch p := latexPrecedence(base); {
	case p < precAtom, base.Op() == formula.OpDiv, base.Op() == formula.OpCond, base.Op() == formula.OpNum &&
		!base.Num().IsInt():
		b.WriteString(`\left(`)
		writeLaTeX(b, base, precCond)
		b.WriteString(`\right)`)
	case base.Op() == formula.OpVar || base.Op() == formula.OpE || base.Op() == formula.OpPi ||
		base.Op() == formula.OpCall || base.Op() == formula.OpNum:
		writeLaTeX(b, base, precCond)
	default:
		b.WriteByte('{')
		writeLaTeX(b, base, precCond)
		b.WriteByte('}')
	}
	b.WriteString(`^{`)
	writeLaTeX(b, e.Args()[1], precCond)
	b.WriteByte('}')
}

// latexCases writes a chain of conditions as one set of cases.
func latexCases(b *strings.Builder, e *formula.Expr) {
	b.WriteString(`\begin{cases}`)
	for ; e.Op() == formula.OpCond; e = e.Args()[2] {
		writeLaTeX(b, e.Args()[1], precCond)
		b.WriteString(` & \text{if } `)
		writeLaTeX(b, e.Args()[0], precCond)
		b.WriteString(`\\`)
	}
	writeLaTeX(b, e, precCond)
	b.WriteString(` & \text{otherwise}\end{cases}`)
}

// latexRat writes an exact number.
func latexRat(e *formula.Expr) string {
	r, s := e.Num(), e.String()
	if r.IsInt() || !strings.Contains(s, "/") {
		return latexDecimal(s)
	}
	sign, a := "", new(big.Rat).Abs(r)
	if r.Sign() < 0 {
		sign = "-"
	}
	return sign + `\frac{` + a.Num().String() + `}{` + a.Denom().String() + `}`
}

func latexDecimal(s string) string {
	mantissa, exponent, ok := strings.Cut(s, "e")
	if !ok {
		return s
	}
	if mantissa == "1" {
		return `10^{` + exponent + `}`
	}
	return mantissa + `\cdot 10^{` + exponent + `}`
}
