package formula

import "strings"

// String prints e as a formula with the fewest parentheses that Parse reads back to an equal tree; rationals are exact.
func (e *Expr) String() string {
	var b strings.Builder
	printExpr(&b, e, precCond)
	return b.String()
}

// Precedences of operators, loosest first.
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

// Precedence returns how tightly an operator binds, 0 for OpCond and the most for what needs no parentheses.
func (op Op) Precedence() int {
	switch op {
	case OpCond:
		return precCond
	case OpOr:
		return precOr
	case OpAnd:
		return precAnd
	case OpLT, OpLE, OpGT, OpGE, OpEQ, OpNE:
		return precCompare
	case OpAdd, OpSub:
		return precAdd
	case OpMul, OpDiv:
		return precMul
	case OpNeg:
		return precNeg
	case OpPow:
		return precPow
	}
	return precAtom
}

// precedence returns how tightly the text of e holds together.
func precedence(e *Expr) int {
	if e.op == OpNum {
		text, atom := formatRat(e.num)
		switch {
		case atom:
			return precAtom
		case e.num.IsInt() || !strings.Contains(text, "/"):
			return precNeg
		}
		return precMul
	}
	return e.op.Precedence()
}

// printExpr prints e where anything looser than least needs parentheses.
func printExpr(b *strings.Builder, e *Expr, least int) {
	p := precedence(e)
	if p < least {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch e.op {
	case OpNum:
		text, _ := formatRat(e.num)
		b.WriteString(text)
	case OpPi, OpE, OpVar:
		b.WriteString(e.op.String())
	case OpParameter:
		b.WriteString(ParameterText + e.name + ")")
	case OpCond:
		printExpr(b, e.args[0], precOr)
		b.WriteString(" ? ")
		printExpr(b, e.args[1], precCond)
		b.WriteString(" : ")
		printExpr(b, e.args[2], precCond)
	case OpAnd, OpOr, OpLT, OpLE, OpGT, OpGE, OpEQ, OpNE, OpAdd, OpSub, OpMul, OpDiv:
		left := p
		if p == precCompare {
			left = p + 1
		}
		printExpr(b, e.args[0], left)
		if p == precMul {
			b.WriteString(symbols[e.op])
		} else {
			b.WriteString(" " + symbols[e.op] + " ")
		}
		printExpr(b, e.args[1], p+1)
	case OpPow:
		printExpr(b, e.args[0], precAtom)
		b.WriteByte('^')
		printExpr(b, e.args[1], precNeg)
	case OpNeg:
		b.WriteByte('-')
		printExpr(b, e.args[0], precNeg)
	case OpNot:
		b.WriteString("!(")
		printExpr(b, e.args[0], precCond)
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
		printExpr(b, a, precCond)
	}
	b.WriteByte(')')
}
