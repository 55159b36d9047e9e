package hankel

import (
	"math"

	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
)

// EvaluationWork returns the work of one evaluation of e in float64, in operations: distinct
// subexpressions, elementary functions counted twice, Bessel functions I five times, Bessel functions J and K and the gamma
// function twenty times, and Bessel functions of high order by the steps of their recurrences.
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
		case formula.OpBesselI:
			n += 5 + orderWork(e.Args()[0])
		case formula.OpBesselJ, formula.OpBesselK:
			n += 20 + orderWork(e.Args()[0])
		case formula.OpGamma:
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

// nearBessel is the argument up to which Bessel functions have values by expansions in float64. Beyond it, balls enclose
// them, at a cost of farBessel for each: one value and two that show how far it moves with its argument.
const (
	nearBessel = 0x1p30
	farBessel  = 300
)

// farCost is what the Bessel functions in e add, beyond nearBessel, to the cost of an evaluation, in units of
// budget.Meter.
func farCost(e *formula.Expr) (units int64) {
	e.Some(func(part *formula.Expr) bool { // each once
		if op := part.Op(); op == formula.OpBesselJ || op == formula.OpBesselI || op == formula.OpBesselK {
			units += farBessel
		}
		return false
	})
	return units
}

// orderWork is the work that a high order adds to a value of a Bessel function.
func orderWork(order *formula.Expr) int64 {
	nu, err := formula.Eval(order, 1, formula.Arith[float64](numeric.Float64{}))
	if err != nil || !(math.Abs(nu) > 500) { // of a small one, or not known
		return 0
	}
	return int64(math.Min(math.Abs(nu)/2, 1e5))
}
