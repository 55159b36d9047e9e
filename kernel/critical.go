package kernel

import (
	"slices"

	"krein/internal/budget"
)

// criticalArguments returns the expressions at whose zeros one of the formulas may fail to be analytic, as far as m allows.
func criticalArguments(m *budget.Meter, formulas ...*Expr) []*Expr {
	var out []*Expr
	seen := make(map[*Expr]bool)
	need := func(g *Expr) {
		if !m.Spend(solveUnits + int64(g.size)) {
			return
		}
		g = simplify(g)
		if g.varies && !slices.ContainsFunc(out, g.Equal) {
			out = append(out, g)
		}
	}
	var walk func(e *Expr)
	walk = func(e *Expr) {
		if !e.varies || seen[e] {
			return
		}
		seen[e] = true
		if e.op == OpCall {
			walk(e.body)
			return
		}
		for _, a := range e.args {
			walk(a)
		}
		switch e.op {
		case OpDiv:
			need(e.args[1])
		case OpPow:
			if p := e.args[1].Num(); p == nil || !p.IsInt() || p.Sign() < 0 {
				need(e.args[0])
			}
		case OpSqrt, OpLog, OpAbs:
			need(e.args[0])
		case OpMin, OpMax:
			for _, a := range e.args[1:] {
				need(sub(e.args[0], a))
			}
		case OpAsin, OpAcos:
			need(sub(e.args[0], Int(1)))
			need(add(e.args[0], Int(1)))
		case OpTan:
			need(Apply(OpCos, e.args[0]))
		case OpGamma: // poles where sin πx = 0, x ≤ 0
			if x := e.args[0]; steadySign(x) <= 0 {
				need(Apply(OpSin, mul(Pi(), x)))
			}
		case OpBesselK:
			need(e.args[1])
		case OpBesselJ, OpBesselI:
			if p := e.args[0].Num(); p == nil || !p.IsInt() {
				need(e.args[1])
			}
		}
	}
	for _, e := range formulas {
		walk(e)
	}
	return out
}
