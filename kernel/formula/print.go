package formula

import "strings"

// String prints e as a formula with the fewest parentheses that Parse reads back
// to an equal tree; rationals are exact.
func (e *Expr) String() string {
	var b strings.Builder
	printExpr(&b, e, PrecCond)
	return b.String()
}

// Precedences of operators, loosest first.
const (
	PrecCond = iota
	PrecOr
	PrecAnd
	PrecCompare
	PrecAdd
	PrecMul
	PrecNeg
	PrecPow
	precAtom
)

// precedence returns how tightly the text of e holds together.
func precedence(e *Expr) int {
	switch e.op {
	case OpNum:
		_, atom := formatRat(e.num)
		switch {
		case atom:
			return precAtom
		case e.num.IsInt() || !strings.Contains(first(formatRat(e.num)), "/"):
			return PrecNeg
		}
		return PrecMul
	case OpCond:
		return PrecCond
	case OpOr:
		return PrecOr
	case OpAnd:
		return PrecAnd
	case OpLT, OpLE, OpGT, OpGE, OpEQ, OpNE:
		return PrecCompare
	case OpAdd, OpSub:
		return PrecAdd
	case OpMul, OpDiv:
		return PrecMul
	case OpNeg:
		return PrecNeg
	case OpPow:
		return PrecPow
	}
	return precAtom
}

func first(s string, _ bool) string { return s }

// printExpr prints e where anything looser than least needs parentheses.
func printExpr(b *strings.Builder, e *Expr, least int) {
	p := precedence(e)
	if p < least {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch e.op {
	case OpNum:
		b.WriteString(first(formatRat(e.num)))
	case OpPi, OpE, OpVar:
		b.WriteString(e.op.String())
	case OpCond:
		printExpr(b, e.args[0], PrecOr)
		b.WriteString(" ? ")
		printExpr(b, e.args[1], PrecCond)
		b.WriteString(" : ")
		printExpr(b, e.args[2], PrecCond)
	case OpAnd, OpOr, OpLT, OpLE, OpGT, OpGE, OpEQ, OpNE, OpAdd, OpSub, OpMul, OpDiv:
		left := p
		if p == PrecCompare {
			left = p + 1
		}
		printExpr(b, e.args[0], left)
		if p == PrecMul {
			b.WriteString(symbols[e.op])
		} else {
			b.WriteString(" " + symbols[e.op] + " ")
		}
		printExpr(b, e.args[1], p+1)
	case OpPow:
		printExpr(b, e.args[0], precAtom)
		b.WriteByte('^')
		printExpr(b, e.args[1], PrecNeg)
	case OpNeg:
		b.WriteByte('-')
		printExpr(b, e.args[0], PrecNeg)
	case OpNot:
		b.WriteString("!(")
		printExpr(b, e.args[0], PrecCond)
		b.WriteByte(')')
	case OpCall:
		b.WriteString(e.name)
		if args := e.args[:e.shown]; len(args) > 0 {
			printArgs(b, args)
		}
	default:
		b.WriteString(e.op.String())
		printArgs(b, e.args)
	}
}

func printArgs(b *strings.Builder, args []*Expr) {
	b.WriteByte('(')
	for i, a := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		printExpr(b, a, PrecCond)
	}
	b.WriteByte(')')
}
