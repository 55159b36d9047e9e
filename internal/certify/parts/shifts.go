package parts

import (
	"math/big"

	"krein/internal/kernel/formula"
)

// SeriesShifts returns shifts with which a formula may be a power series as pd.power-series reads it: 0, and the
// rational constant in the argument of the series.
func SeriesShifts(core *formula.Expr) []*big.Rat {
	out := []*big.Rat{new(big.Rat)}
	var inner *formula.Expr
	sign := int64(1)
	switch args := core.Args(); core.Op() {
	case formula.OpExp:
		inner, sign = args[0], -1
	case formula.OpPow:
		if inner = args[0]; !inner.Varies() {
			inner, sign = args[1], -1
		}
	case formula.OpDiv:
		if inner = args[1]; inner.Op() == formula.OpSqrt || inner.Op() == formula.OpPow {
			inner = inner.Args()[0]
		}
	case formula.OpNeg:
		if args[0].Op() == formula.OpLog {
			inner = args[0].Args()[0]
		}
	}
	if inner == nil {
		return out
	}
	sum := new(big.Rat)
	for _, t := range formula.Terms(inner) {
		if n := t.Num(); n != nil {
			sum.Add(sum, n)
		} else if t.Op() == formula.OpNeg && t.Args()[0].Num() != nil {
			sum.Sub(sum, t.Args()[0].Num())
		}
	}
	if sum.Sign() != 0 {
		out = append(out, sum.Mul(sum, big.NewRat(sign, 1)))
	}
	return out
}
