package certify

import (
	"fmt"
	"math/big"

	"krein/certify/check/conditional"
	"krein/certify/check/rule"
	"krein/certify/check/shape"
	"krein/certify/proof"
	"krein/kernel/asymptotic"
	"krein/kernel/formula"
)

var conditionalProvers []prover

func init() { // the provers use one another through session.prove
	conditionalProvers = []prover{
		implied("conditionally-pd.pd", "k is positive definite: the order is 0"),
		{ConditionallyPD, refuteConditionalWaves},
		{ConditionallyPD, proveMicchelli},
		{ConditionallyPD, proveConditionalShift},
		{ConditionallyPD, proveConditionalSum},
		implied("conditionally-pd.singularity",
			"k has a singularity at a distance b > 0, or a wave at infinity, that no measure finite away from the origin has"),
		implied("conditionally-pd.negative-density", "the spectral density is negative at a frequency ω > 0"),
		{ConditionallyPD, func(f *session) []candidate {
			if f.checker.AtInfinity(f.K).Kind != asymptotic.Growth {
				return nil
			}
			return refutes(proof.NewStep("conditionally-pd.growth", "k grows faster than every power of z", nil))
		}},
		{ConditionallyPD, refuteConditionalJump},
		{ConditionallyPD, refuteOpposite},
		{ConditionallyPD, refuteConditionalDensity},
	}
}

// refuteConditionalJump looks for a value beside the limits.
func refuteConditionalJump(f *session) (out []candidate) {
	for _, j := range findJump(f) {
		out = append(out, refutes(proof.NewStep("conditionally-pd.jump",
			"a conditionally positive definite kernel that is continuous at 0 has no value beside its limits", nil, j.step))...)
	}
	return out
}

// unbounded reports whether k may be unbounded at infinity. A bounded k that is conditionally
// positive definite is a positive definite function plus a constant, for which there are cheaper
// rules.
func (f *session) unbounded() bool {
	kind := f.checker.AtInfinity(f.K).Kind
	return kind == asymptotic.Growth || kind == asymptotic.Undetermined
}

// maxConditional is the highest order of conditional positive definiteness that is tried.
const maxConditional = 6

// proveMicchelli looks for the least order n for which (−1)ⁿ dⁿ/dtⁿ k(√t) is proved to be
// completely monotone.
func proveMicchelli(f *session) []candidate {
	if !f.unbounded() {
		return nil
	}
	for n := 1; n <= maxConditional; n++ {
		if f.Ctx.Err() != nil {
			return nil
		}
		if s, err := f.Signs(n); err != nil || s.Violated {
			continue
		}
		ev := conditional.OrderEvidence{Order: n}
		k, err := ev.Derived(f.K)
		if err != nil {
			return nil
		}
		if s, holds := f.prove(k, f.Dim, CompletelyMonotone); s != nil && holds {
			return proves(proof.NewStep("conditionally-pd.micchelli",
				fmt.Sprintf("k is continuous and (−1)ⁿ dⁿ/dtⁿ k(√t) is completely monotone for n = %d: the order is %d in every dimension", n, n), ev, s))
		}
	}
	return nil
}

// proveConditionalShift is for kernels with a negative limit at infinity: k − lim k may be positive
// definite.
func proveConditionalShift(f *session) []candidate {
	limit := f.checker.AtInfinity(f.K).Limit
	r, ok := limit.Rat()
	if !ok || r.Sign() >= 0 {
		return nil
	}
	ev := conditional.ShiftEvidence{Shift: rule.Rational{Rat: new(big.Rat).Neg(r)}}
	if s, holds := f.prove(ev.Shifted(f.K), f.Dim, PD); s != nil && holds {
		return proves(proof.NewStep("conditionally-pd.shift", fmt.Sprintf("k + %s is positive definite: the order is 1", ev.Shift.RatString()), ev, s))
	}
	return nil
}

// proveConditionalSum tries the summands one by one.
func proveConditionalSum(f *session) []candidate {
	shape := shape.ShapeOf(f.K)
	terms := formula.Terms(shape.Core)
	if len(terms) < 2 {
		return nil
	}
	ev, parts, err := oneByOne(shape, terms)
	if err != nil {
		return nil
	}
	var from []*proof.Step
	order := 1
	for _, k := range parts {
		s, holds := f.prove(k, f.Dim, ConditionallyPD)
		if s == nil || !holds {
			return nil
		}
		from = append(from, s)
		n, err := conditional.Order(s)
		if err != nil {
			return nil
		}
		order = max(order, n)
	}
	return proves(proof.NewStep("conditionally-pd.sum", fmt.Sprintf("each summand is conditionally positive definite: the order is at most %d", order), ev, from...))
}

// refuteOpposite proves −k conditionally positive definite, and that k is no polynomial in z².
func refuteOpposite(f *session) []candidate {
	if !f.unbounded() {
		return nil
	}
	s, holds := f.prove(shape.NegativeOf(f.K), f.Dim, ConditionallyPD)
	if s == nil || !holds {
		return nil
	}
	order, err := conditional.Order(s)
	if err != nil {
		return nil
	}
	for _, t := range []*big.Rat{big.NewRat(1, 1), big.NewRat(1, 2), big.NewRat(3, 1)} {
		ev, err := conditional.NewOppositeEvidence(f.K, order, t, 128)
		if err == nil && !ev.Value.Indeterminate() && !ev.Value.ContainsZero() {
			return refutes(proof.NewStep("conditionally-pd.opposite",
				fmt.Sprintf("−k is conditionally positive definite of order %d and not a polynomial in z² of that degree", ev.Order), ev, s))
		}
	}
	return nil
}

// refuteConditionalDensity looks for a negative density where the refutation of positive
// definiteness did not need one.
func refuteConditionalDensity(f *session) []candidate {
	if s, holds := f.proof(PD); s == nil || holds {
		return nil
	}
	for _, find := range []func(*session) []candidate{findPDDensity, findPDLocal} {
		for _, c := range find(f) {
			if c.step.Rule == "pd.negative-density" || c.step.Rule == "pd.oscillating-tail" {
				return refutes(proof.NewStep("conditionally-pd.negative-density", "the spectral density is negative at a frequency ω > 0", nil, c.step))
			}
		}
	}
	return nil
}
