package kernel

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// numpyNames are the functions of one argument; those of scipy.special are written sp.
var numpyNames = map[Op]string{
	OpAbs: "np.abs", OpExp: "np.exp", OpLog: "np.log", OpSqrt: "np.sqrt", OpSin: "np.sin", OpCos: "np.cos", OpTan: "np.tan",
	OpAsin: "np.arcsin", OpAcos: "np.arccos", OpAtan: "np.arctan", OpSinh: "np.sinh", OpCosh: "np.cosh", OpTanh: "np.tanh",
	OpMin: "np.minimum", OpMax: "np.maximum", OpCond: "np.where", OpErf: "sp.erf", OpErfc: "sp.erfc", OpGamma: "sp.gamma",
	OpBesselJ: "sp.jv", OpBesselI: "sp.iv", OpBesselK: "sp.kv",
}

var numpySymbols = map[Op]string{
	OpAdd: "+", OpSub: "-", OpMul: "*", OpDiv: "/", OpPow: "**",
	OpLT: "<", OpLE: "<=", OpGT: ">", OpGE: ">=", OpEQ: "==", OpNE: "!=", OpAnd: "&", OpOr: "|",
}

// NumPy writes e as a Python expression in an array z of float64, with np for numpy and, where special is true, sp for scipy.special. Constants are
// rounded to float64.
func (e *Expr) NumPy() (text string, special bool) {
	var b strings.Builder
	special = writeNumPy(&b, e)
	return b.String(), special
}

func writeNumPy(b *strings.Builder, e *Expr) (special bool) {
	e = e.Body()
	infix := func(symbol string) {
		b.WriteByte('(')
		for i, a := range e.args {
			if i > 0 {
				b.WriteString(" " + symbol + " ")
			}
			special = writeNumPy(b, a) || special
		}
		b.WriteByte(')')
	}
	switch e.op {
	case OpNum:
		b.WriteString(numpyNumber(e.num))
	case OpPi:
		b.WriteString("np.pi")
	case OpE:
		b.WriteString("np.e")
	case OpVar:
		b.WriteByte('z')
	case OpNeg, OpNot:
		b.WriteString(map[Op]string{OpNeg: "(-", OpNot: "(~"}[e.op])
		special = writeNumPy(b, e.args[0])
		b.WriteByte(')')
	default:
		if s, ok := numpySymbols[e.op]; ok {
			infix(s)
			return special
		}
		name, ok := numpyNames[e.op]
		if !ok {
			panic(fmt.Sprintf("kernel: operation %d has no NumPy name", e.op))
		}
		special = strings.HasPrefix(name, "sp.")
		b.WriteString(name + "(")
		for i, a := range e.args {
			if i > 0 {
				b.WriteString(", ")
			}
			special = writeNumPy(b, a) || special
		}
		b.WriteByte(')')
	}
	return special
}

// numpyNumber writes a rational as Python reads it: small integers and ratios of such exactly, others rounded to float64.
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
