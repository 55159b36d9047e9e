package breakpoints

import (
	"slices"

	"krein/internal/budget"
	"krein/internal/kernel/certain"
	"krein/internal/kernel/formula"
)

// criticalArguments returns the expressions at whose zeros one of the formulas may fail to be analytic, as far as m
// allows.
func criticalArguments(m *budget.Meter, formulas ...*formula.Expr) []*formula.Expr {
	var out []*formula.Expr
	seen := make(map[*formula.Expr]bool)
	need := func(g *formula.Expr) {
		if !m.Spend(solveUnits + int64(g.Size())) {
			return
		}
		g = formula.Simplify(g)
		if g.Varies() && !slices.ContainsFunc(out, g.Equal) {
			out = append(out, g)
		}
	}
	var walk func(e *formula.Expr)
	walk = func(e *formula.Expr) {
		if !e.Varies() || seen[e] {
			return
		}
		seen[e] = true
		if e.Op() == formula.OpCall {
			walk(e.Body())
			return
		}
		for _, a := range e.Args() {
			walk(a)
		}
		switch e.Op() {
		case formula.OpDiv:
			need(e.Args()[1])
		case formula.OpPow:
			if p := e.Args()[1].Num(); p == nil || !p.IsInt() || p.Sign() < 0 {
				need(e.Args()[0])
			}
		case formula.OpSqrt, formula.OpLog, formula.OpAbs:
			need(e.Args()[0])
		case formula.OpMin, formula.OpMax:
			for _, a := range e.Args()[1:] {
				need(formula.Sub(e.Args()[0], a))
			}
		case formula.OpAsin, formula.OpAcos:
			need(formula.Sub(e.Args()[0], formula.Int(1)))
			need(formula.Add(e.Args()[0], formula.Int(1)))
		case formula.OpTan:
			need(formula.Apply(formula.OpCos, e.Args()[0]))
		case formula.OpGamma: // poles where sin πx = 0, x ≤ 0
			if x := e.Args()[0]; certain.Sign(x) <= 0 {
				need(formula.Apply(formula.OpSin, formula.Mul(formula.Pi(), x)))
			}
		case formula.OpBesselK:
			need(e.Args()[1])
		case formula.OpBesselJ, formula.OpBesselI:
			if p := e.Args()[0].Num(); p == nil || !p.IsInt() {
				need(e.Args()[1])
			}
		}
	}
	for _, e := range formulas {
		walk(e)
	}
	return out
}
