package hankel

import "krein/kernel/formula"

// EvaluationWork returns the work of one evaluation of e in float64, in operations: distinct
// subexpressions, elementary functions counted twice, Bessel and gamma functions twenty times.
func EvaluationWork(e *formula.Expr) int64 {
	seen := make(map[*formula.Expr]bool)
	var n int64
	var walk func(*formula.Expr)
	walk = func(e *formula.Expr) {
		if seen[e] {
			return
		}
		seen[e] = true
		switch e.Op() {
		case formula.OpNum, formula.OpPi, formula.OpE, formula.OpVar, formula.OpAdd, formula.OpSub, formula.OpMul,
			formula.OpDiv, formula.OpMin, formula.OpMax, formula.OpNeg, formula.OpAbs, formula.OpCond, formula.OpSqrt:
			n++
		case formula.OpBesselJ, formula.OpBesselI, formula.OpBesselK, formula.OpGamma:
			n += 20
		default:
			n += 2
		}
		if e.Op() == formula.OpCall {
			walk(e.Body())
		}
		for _, a := range e.Args() {
			walk(a)
		}
	}
	walk(e)
	return n
}
