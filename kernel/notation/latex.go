// Package notation writes formulas as others do: in LaTeX and in Python.
package notation

import (
	"math/big"
	"strings"

	"krein/kernel"
)

// KernelLaTeX returns the formula of a kernel, without the extension, in LaTeX math.
// Named kernels are written out. For a Go function it is the name.
func KernelLaTeX(k *kernel.Kernel) string {
	if k.IsFunc() {
		return `\mathrm{` + strings.NewReplacer("_", `\_`, "%", `\%`, "&", `\&`, "#", `\#`, "$", `\$`).Replace(k.Formula()) + `}`
	}
	return LaTeX(k.FormulaExpr())
}

// LaTeX returns e in LaTeX math; named kernels are written out, the inner product stays u.
func LaTeX(e *kernel.Expr) string {
	var b strings.Builder
	writeLaTeX(&b, e, precCond)
	return b.String()
}

// innerProduct is the name of the inner product 1 − z²/2 in formulas.
const innerProduct = "u"

var latexFunctions = map[kernel.Op]string{
	kernel.OpExp: `\exp`, kernel.OpLog: `\log`, kernel.OpSin: `\sin`, kernel.OpCos: `\cos`, kernel.OpTan: `\tan`,
	kernel.OpAsin: `\arcsin`, kernel.OpAcos: `\arccos`, kernel.OpAtan: `\arctan`,
	kernel.OpSinh: `\sinh`, kernel.OpCosh: `\cosh`, kernel.OpTanh: `\tanh`,
	kernel.OpErf: `\operatorname{erf}`, kernel.OpErfc: `\operatorname{erfc}`, kernel.OpGamma: `\Gamma`,
	kernel.OpMin: `\min`, kernel.OpMax: `\max`,
}

var latexSymbols = map[kernel.Op]string{
	kernel.OpAdd: "+", kernel.OpSub: "-", kernel.OpLT: "<", kernel.OpLE: `\le `, kernel.OpGT: ">", kernel.OpGE: `\ge `, kernel.OpEQ: "=", kernel.OpNE: `\ne `,
	kernel.OpAnd: `\text{ and }`, kernel.OpOr: `\text{ or }`,
}

// How tightly a part of a formula holds together, loosest first.
const (
	precCond = iota
	precOr
	precAnd
	precCompare
	precAdd
	precMul
	precNeg
	precPow
	precAtom
)

// latexPrecedence is the precedence of e, fractions and roots being closed and cases open to the
// right.
func latexPrecedence(e *kernel.Expr) int {
	switch e.Op() {
	case kernel.OpNum:
		if e.Num().Sign() < 0 {
			return precNeg
		}
	case kernel.OpDiv:
		if leadingMinus(e.Args()[0]) != nil {
			return precNeg
		}
	case kernel.OpOr:
		return precOr
	case kernel.OpAnd:
		return precAnd
	case kernel.OpLT, kernel.OpLE, kernel.OpGT, kernel.OpGE, kernel.OpEQ, kernel.OpNE:
		return precCompare
	case kernel.OpAdd, kernel.OpSub:
		return precAdd
	case kernel.OpMul:
		return precMul
	case kernel.OpNeg:
		return precNeg
	case kernel.OpPow:
		return precPow
	}
	return precAtom
}

// leadingMinus returns −e if e is printed with a minus in front, else nil.
func leadingMinus(e *kernel.Expr) *kernel.Expr {
	switch {
	case e.Op() == kernel.OpNeg:
		return e.Args()[0]
	case e.Op() == kernel.OpNum && e.Num().Sign() < 0:
		return kernel.Apply(kernel.OpNeg, e)
	case e.Op() == kernel.OpMul || e.Op() == kernel.OpDiv:
		if a := leadingMinus(e.Args()[0]); a != nil {
			if n := a.Num(); e.Op() == kernel.OpMul && n != nil && n.Cmp(big.NewRat(1, 1)) == 0 {
				return e.Args()[1]
			}
			return kernel.Apply(e.Op(), a, e.Args()[1])
		}
	}
	return nil
}

// writeLaTeX writes e where anything looser than least needs parentheses.
func writeLaTeX(b *strings.Builder, e *kernel.Expr, least int) {
	if e.Op() == kernel.OpCall && e.Name() != innerProduct {
		e = e.Body()
	}
	p := latexPrecedence(e)
	if p < least {
		b.WriteString(`\left(`)
		defer b.WriteString(`\right)`)
	}
	switch e.Op() {
	case kernel.OpNum:
		b.WriteString(latexRat(e))
	case kernel.OpPi:
		b.WriteString(`\pi`)
	case kernel.OpE:
		b.WriteString("e")
	case kernel.OpVar:
		b.WriteString("z")
	case kernel.OpCall:
		b.WriteString(e.Name())
	case kernel.OpNeg:
		b.WriteByte('-')
		writeLaTeX(b, e.Args()[0], precMul)
	case kernel.OpAdd, kernel.OpSub, kernel.OpLT, kernel.OpLE, kernel.OpGT, kernel.OpGE, kernel.OpEQ, kernel.OpNE, kernel.OpAnd, kernel.OpOr:
		writeLaTeX(b, e.Args()[0], p)
		b.WriteString(latexSymbols[e.Op()])
		writeLaTeX(b, e.Args()[1], p+1)
	case kernel.OpMul:
		latexProduct(b, e)
	case kernel.OpDiv:
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
	case kernel.OpPow:
		latexPower(b, e)
	case kernel.OpSqrt:
		b.WriteString(`\sqrt{`)
		writeLaTeX(b, e.Args()[0], precCond)
		b.WriteByte('}')
	case kernel.OpAbs:
		b.WriteString(`\left|`)
		writeLaTeX(b, e.Args()[0], precCond)
		b.WriteString(`\right|`)
	case kernel.OpNot:
		b.WriteString(`\neg\left(`)
		writeLaTeX(b, e.Args()[0], precCond)
		b.WriteString(`\right)`)
	case kernel.OpCond:
		latexCases(b, e)
	case kernel.OpBesselJ, kernel.OpBesselI, kernel.OpBesselK:
		b.WriteString(map[kernel.Op]string{kernel.OpBesselJ: "J", kernel.OpBesselI: "I", kernel.OpBesselK: "K"}[e.Op()] + "_{")
		writeLaTeX(b, e.Args()[0], precCond)
		b.WriteByte('}')
		latexArgs(b, e.Args()[1:])
	default:
		b.WriteString(latexFunctions[e.Op()])
		latexArgs(b, e.Args())
	}
}

func latexArgs(b *strings.Builder, args []*kernel.Expr) {
	b.WriteString(`\left(`)
	for i, a := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		writeLaTeX(b, a, precCond)
	}
	b.WriteString(`\right)`)
}

// latexProduct sets factors side by side, with a dot where the second begins with a digit or a
// sign.
func latexProduct(b *strings.Builder, e *kernel.Expr) {
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

func latexPower(b *strings.Builder, e *kernel.Expr) {
	base := e.Args()[0]
	if base.Op() == kernel.OpCall && base.Name() != innerProduct {
		base = base.Body()
	}
	switch p := latexPrecedence(base); {
	case p < precAtom, base.Op() == kernel.OpDiv, base.Op() == kernel.OpCond, base.Op() == kernel.OpNum && !base.Num().IsInt():
		b.WriteString(`\left(`)
		writeLaTeX(b, base, precCond)
		b.WriteString(`\right)`)
	case base.Op() == kernel.OpVar || base.Op() == kernel.OpE || base.Op() == kernel.OpPi || base.Op() == kernel.OpCall || base.Op() == kernel.OpNum:
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
func latexCases(b *strings.Builder, e *kernel.Expr) {
	b.WriteString(`\begin{cases}`)
	for ; e.Op() == kernel.OpCond; e = e.Args()[2] {
		writeLaTeX(b, e.Args()[1], precCond)
		b.WriteString(` & \text{if } `)
		writeLaTeX(b, e.Args()[0], precCond)
		b.WriteString(`\\`)
	}
	writeLaTeX(b, e, precCond)
	b.WriteString(` & \text{otherwise}\end{cases}`)
}

// latexRat writes an exact number.
func latexRat(e *kernel.Expr) string {
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
