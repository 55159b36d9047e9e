package kernel

import (
	"math/big"
	"strings"
)

// LaTeX returns the formula of the kernel, without the extension, in LaTeX math.
// Named kernels are written out. For a Go function it is the name.
func (k *Kernel) LaTeX() string {
	if k.expr == nil {
		return `\mathrm{` + strings.NewReplacer("_", `\_`, "%", `\%`, "&", `\&`, "#", `\#`, "$", `\$`).Replace(k.fn.name) + `}`
	}
	return k.expr.LaTeX()
}

// LaTeX returns e in LaTeX math; named kernels are written out, the inner product stays u.
func (e *Expr) LaTeX() string {
	var b strings.Builder
	writeLaTeX(&b, e, precCond)
	return b.String()
}

var latexFunctions = map[Op]string{
	OpExp: `\exp`, OpLog: `\log`, OpSin: `\sin`, OpCos: `\cos`, OpTan: `\tan`,
	OpAsin: `\arcsin`, OpAcos: `\arccos`, OpAtan: `\arctan`,
	OpSinh: `\sinh`, OpCosh: `\cosh`, OpTanh: `\tanh`,
	OpErf: `\operatorname{erf}`, OpErfc: `\operatorname{erfc}`, OpGamma: `\Gamma`,
	OpMin: `\min`, OpMax: `\max`,
}

var latexSymbols = map[Op]string{
	OpAdd: "+", OpSub: "-", OpLT: "<", OpLE: `\le `, OpGT: ">", OpGE: `\ge `, OpEQ: "=", OpNE: `\ne `,
	OpAnd: `\text{ and }`, OpOr: `\text{ or }`,
}

// latexPrecedence is precedence, fractions and roots being closed and cases open to the right.
func latexPrecedence(e *Expr) int {
	switch e.op {
	case OpNum:
		if e.num.Sign() < 0 {
			return precNeg
		}
		return precAtom
	case OpDiv:
		if leadingMinus(e.args[0]) != nil {
			return precNeg
		}
		return precAtom
	case OpSqrt, OpAbs, OpCond:
		return precAtom
	}
	return precedence(e)
}

// leadingMinus returns −e if e is printed with a minus in front, else nil.
func leadingMinus(e *Expr) *Expr {
	switch {
	case e.op == OpNeg:
		return e.args[0]
	case e.op == OpNum && e.num.Sign() < 0:
		return neg(e)
	case e.op == OpMul || e.op == OpDiv:
		if a := leadingMinus(e.args[0]); a != nil {
			return identity(Apply(e.op, a, e.args[1]))
		}
	}
	return nil
}

// writeLaTeX writes e where anything looser than least needs parentheses.
func writeLaTeX(b *strings.Builder, e *Expr, least int) {
	if e.op == OpCall && e.name != nodeU.name {
		e = e.body
	}
	p := latexPrecedence(e)
	if p < least {
		b.WriteString(`\left(`)
		defer b.WriteString(`\right)`)
	}
	switch e.op {
	case OpNum:
		b.WriteString(latexRat(e.num))
	case OpPi:
		b.WriteString(`\pi`)
	case OpE:
		b.WriteString("e")
	case OpVar:
		b.WriteString("z")
	case OpCall:
		b.WriteString(e.name)
	case OpNeg:
		b.WriteByte('-')
		writeLaTeX(b, e.args[0], precMul)
	case OpAdd, OpSub, OpLT, OpLE, OpGT, OpGE, OpEQ, OpNE, OpAnd, OpOr:
		writeLaTeX(b, e.args[0], p)
		b.WriteString(latexSymbols[e.op])
		writeLaTeX(b, e.args[1], p+1)
	case OpMul:
		latexProduct(b, e)
	case OpDiv:
		top := e.args[0]
		if a := leadingMinus(top); a != nil {
			b.WriteByte('-')
			top = a
		}
		b.WriteString(`\frac{`)
		writeLaTeX(b, top, precCond)
		b.WriteString(`}{`)
		writeLaTeX(b, e.args[1], precCond)
		b.WriteByte('}')
	case OpPow:
		latexPower(b, e)
	case OpSqrt:
		b.WriteString(`\sqrt{`)
		writeLaTeX(b, e.args[0], precCond)
		b.WriteByte('}')
	case OpAbs:
		b.WriteString(`\left|`)
		writeLaTeX(b, e.args[0], precCond)
		b.WriteString(`\right|`)
	case OpNot:
		b.WriteString(`\neg\left(`)
		writeLaTeX(b, e.args[0], precCond)
		b.WriteString(`\right)`)
	case OpCond:
		latexCases(b, e)
	case OpBesselJ, OpBesselI, OpBesselK:
		b.WriteString(map[Op]string{OpBesselJ: "J", OpBesselI: "I", OpBesselK: "K"}[e.op] + "_{")
		writeLaTeX(b, e.args[0], precCond)
		b.WriteByte('}')
		latexArgs(b, e.args[1:])
	default:
		b.WriteString(latexFunctions[e.op])
		latexArgs(b, e.args)
	}
}

func latexArgs(b *strings.Builder, args []*Expr) {
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
func latexProduct(b *strings.Builder, e *Expr) {
	writeLaTeX(b, e.args[0], precMul)
	var right strings.Builder
	writeLaTeX(&right, e.args[1], precPow)
	r := right.String()
	if r[0] >= '0' && r[0] <= '9' || strings.HasPrefix(r, `\frac`) {
		b.WriteString(`\cdot `)
	} else {
		b.WriteString(`\,`)
	}
	b.WriteString(r)
}

func latexPower(b *strings.Builder, e *Expr) {
	base := e.args[0]
	if base.op == OpCall && base.name != nodeU.name {
		base = base.body
	}
	switch p := latexPrecedence(base); {
	case p < precAtom, base.op == OpDiv, base.op == OpCond, base.op == OpNum && !base.num.IsInt():
		b.WriteString(`\left(`)
		writeLaTeX(b, base, precCond)
		b.WriteString(`\right)`)
	case base.op == OpVar || base.op == OpE || base.op == OpPi || base.op == OpCall || base.op == OpNum:
		writeLaTeX(b, base, precCond)
	default:
		b.WriteByte('{')
		writeLaTeX(b, base, precCond)
		b.WriteByte('}')
	}
	b.WriteString(`^{`)
	writeLaTeX(b, e.args[1], precCond)
	b.WriteByte('}')
}

// latexCases writes a chain of conditions as one set of cases.
func latexCases(b *strings.Builder, e *Expr) {
	b.WriteString(`\begin{cases}`)
	for ; e.op == OpCond; e = e.args[2] {
		writeLaTeX(b, e.args[1], precCond)
		b.WriteString(` & \text{if } `)
		writeLaTeX(b, e.args[0], precCond)
		b.WriteString(`\\`)
	}
	writeLaTeX(b, e, precCond)
	b.WriteString(` & \text{otherwise}\end{cases}`)
}

func latexRat(r *big.Rat) string {
	if r.IsInt() {
		return latexDecimal(first(formatRat(r)))
	}
	if s := first(formatRat(r)); !strings.Contains(s, "/") {
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
