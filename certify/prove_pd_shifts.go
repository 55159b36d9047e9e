package certify

import (
	"math"
	"math/big"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/proof"
	"krein/internal/kernel/formula"
	"krein/internal/polynomial/roots"
)

// findPDShifts writes a function on the line as a sum of shifts: its summands without a shift are g, and the weights of the others
// are those by which the values agree.
func findPDShifts(f *session) []candidate {
	core := shape.ShapeOf(f.K)
	if f.Dim != 1 || core.Where != nil || f.depth > 1 {
		return nil
	}
	factors, constant := formula.FactorList(core.Core, false)
	if len(factors) != 1 {
		return nil
	}
	var shifts []*big.Rat
	var still *formula.Expr
	for _, t := range formula.Terms(factors[0]) {
		if by := shiftsIn(t); len(by) > 0 {
			for _, s := range by {
				if !slices.ContainsFunc(shifts, func(r *big.Rat) bool { return r.Cmp(s) == 0 }) {
					shifts = append(shifts, s)
				}
			}
			continue
		}
		still = formula.Combine(formula.OpAdd, still, t)
	}
	if len(shifts) == 0 || len(shifts) > mostShifts || still == nil || !still.Varies() {
		return nil
	}
	g := f.K.Derive(formula.Identity(formula.Mul(constant, still)))
	ev := pd.ShiftsEvidence{Formula: g.Formula()}
	sub := f.nested(g, 1)
	n := len(shifts)
	rows, values := mat.NewDense(2*n+3, n, nil), mat.NewVecDense(2*n+3, nil)
	for i := range 2*n + 3 { // at distances that no formula names
		z := 0.1234 + 0.7071*float64(i)
		values.SetVec(i, f.At(z)-sub.At(z))
		for j, s := range shifts {
			by, _ := s.Float64()
			rows.Set(i, j, (sub.At(z+by)+sub.At(math.Abs(z-by)))/2)
		}
	}
	var weights mat.VecDense
	if weights.SolveVec(rows, values) != nil {
		return nil
	}
	for j, s := range shifts {
		w := weights.AtVec(j)
		if !(math.Abs(w) <= 1.5) {
			return nil
		}
		weight := roots.Simplest(new(big.Rat).SetFloat64(w-1e-10), new(big.Rat).SetFloat64(w+1e-10))
		if weight.Denom().Cmp(big.NewInt(mostBelow)) > 0 {
			return nil
		}
		ev.Shifts = append(ev.Shifts, rule.Rational{Rat: s})
		ev.Weights = append(ev.Weights, rule.Rational{Rat: weight})
	}
	balanced, err := ev.Balanced()
	if err != nil {
		return nil
	}
	claim := PD
	if balanced {
		claim = ConditionallyPD
	}
	if s, holds := f.prove(g, 1, claim); s != nil && holds {
		return proves(proof.NewStep("pd.shifts", "k is a sum of shifts of "+g.Formula()+", the weights of which no frequency makes negative",
			ev, s))
	}
	return nil
}

// mostShifts bounds the number of shifts that are tried, mostBelow the denominators of their weights.
const mostShifts, mostBelow = 4, 1000

// shiftsIn returns the distances r > 0 of all ±z ± r in a formula.
func shiftsIn(e *formula.Expr) (by []*big.Rat) {
	e.Some(func(x *formula.Expr) bool {
		if x.Op() != formula.OpAdd && x.Op() != formula.OpSub {
			return false
		}
		a, b := x.Args()[0], x.Args()[1]
		if b.Varies() {
			a, b = b, a
		}
		if a.Op() == formula.OpNeg {
			a = a.Args()[0]
		}
		if a.Op() == formula.OpVar && b.Num() != nil && b.Num().Sign() != 0 {
			by = append(by, new(big.Rat).Abs(b.Num()))
		}
		return false
	})
	return by
}
