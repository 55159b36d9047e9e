package kernel

// Work returns the work of one evaluation in float64, in operations: distinct subexpressions, elementary functions counted twice,
// Bessel and gamma functions twenty times.
func (e *Expr) Work() int64 {
	seen := make(map[*Expr]bool)
	var n int64
	var walk func(*Expr)
	walk = func(e *Expr) {
		if seen[e] {
			return
		}
		seen[e] = true
		switch e.op {
		case OpNum, OpPi, OpE, OpVar, OpAdd, OpSub, OpMul, OpDiv, OpMin, OpMax, OpNeg, OpAbs, OpCond, OpSqrt:
			n++
		case OpBesselJ, OpBesselI, OpBesselK, OpGamma:
			n += 20
		default:
			n += 2
		}
		if e.op == OpCall {
			walk(e.body)
		}
		for _, a := range e.args {
			walk(a)
		}
	}
	walk(e)
	return n
}
