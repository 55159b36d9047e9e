package notation

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"krein/kernel"
)

// numpyNames are the functions of one argument; those of scipy.special are written sp.
var numpyNames = map[kernel.Op]string{
	kernel.OpAbs: "np.abs", kernel.OpExp: "np.exp", kernel.OpLog: "np.log", kernel.OpSqrt: "np.sqrt", kernel.OpSin: "np.sin", kernel.OpCos: "np.cos", kernel.OpTan: "np.tan",
	kernel.OpAsin: "np.arcsin", kernel.OpAcos: "np.arccos", kernel.OpAtan: "np.arctan", kernel.OpSinh: "np.sinh", kernel.OpCosh: "np.cosh", kernel.OpTanh: "np.tanh",
	kernel.OpMin: "np.minimum", kernel.OpMax: "np.maximum", kernel.OpCond: "np.where", kernel.OpErf: "sp.erf", kernel.OpErfc: "sp.erfc", kernel.OpGamma: "sp.gamma",
	kernel.OpBesselJ: "sp.jv", kernel.OpBesselI: "sp.iv", kernel.OpBesselK: "sp.kv",
}

var numpySymbols = map[kernel.Op]string{
	kernel.OpAdd: "+", kernel.OpSub: "-", kernel.OpMul: "*", kernel.OpDiv: "/", kernel.OpPow: "**",
	kernel.OpLT: "<", kernel.OpLE: "<=", kernel.OpGT: ">", kernel.OpGE: ">=", kernel.OpEQ: "==", kernel.OpNE: "!=", kernel.OpAnd: "&", kernel.OpOr: "|",
}

// NumPy writes e as a Python expression in an array z of float64, with np for numpy and, where
// special is true, sp for scipy.special. Constants are rounded to float64.
func NumPy(e *kernel.Expr) (text string, special bool) {
	var b strings.Builder
	special = writeNumPy(&b, e)
	return b.String(), special
}

func writeNumPy(b *strings.Builder, e *kernel.Expr) (special bool) {
	e = e.Body()
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
	case kernel.OpNum:
		b.WriteString(numpyNumber(e.Num()))
	case kernel.OpPi:
		b.WriteString("np.pi")
	case kernel.OpE:
		b.WriteString("np.e")
	case kernel.OpVar:
		b.WriteByte('z')
	case kernel.OpNeg, kernel.OpNot:
		b.WriteString(map[kernel.Op]string{kernel.OpNeg: "(-", kernel.OpNot: "(~"}[e.Op()])
		special = writeNumPy(b, e.Args()[0])
		b.WriteByte(')')
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
