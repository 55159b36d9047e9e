package hankel

import "krein/kernel"

// EvaluationWork returns the work of one evaluation of e in float64, in operations: distinct
// subexpressions, elementary functions counted twice, Bessel and gamma functions twenty times.
func EvaluationWork(e *kernel.Expr) int64 {
	seen := make(map[*kernel.Expr]bool)
	var n int64
	var walk func(*kernel.Expr)
	walk = func(e *kernel.Expr) {
		if seen[e] {
			return
		}
		seen[e] = true
		switch e.Op() {
		case kernel.OpNum, kernel.OpPi, kernel.OpE, kernel.OpVar, kernel.OpAdd, kernel.OpSub, kernel.OpMul,
			kernel.OpDiv, kernel.OpMin, kernel.OpMax, kernel.OpNeg, kernel.OpAbs, kernel.OpCond, kernel.OpSqrt:
			n++
		case kernel.OpBesselJ, kernel.OpBesselI, kernel.OpBesselK, kernel.OpGamma:
			n += 20
		default:
			n += 2
		}
		if e.Op() == kernel.OpCall {
			walk(e.Body())
		}
		for _, a := range e.Args() {
			walk(a)
		}
	}
	walk(e)
	return n
}
