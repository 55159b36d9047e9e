package certify

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"krein/internal/certify/check/conditional"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/crosscheck"
	"krein/internal/certify/laplace"
	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
)

var conditionalProvers []prover

func init() { // the provers use one another through session.prove
	conditionalProvers = []prover{
		implied("pd.not-sphere", "k is not positive definite on the sphere"),
		implied("conditionally-pd.pd", "k is positive definite: the order is 0"),
		{ConditionallyPD, refuteBelowLimit},
		{ConditionallyPD, refuteConditionalWaves},
		{ConditionallyPD, func(f *session) []candidate { return candidates(false, f.wrongPowers()...) }},
		{ConditionallyPD, proveConditionalBernstein},
		atZero(ConditionallyPD, "the value at 0 is at least that of a conditionally positive definite function"),
		{ConditionallyPD, proveMicchelli},
		{ConditionallyPD, proveConditionalShift},
		{ConditionallyPD, proveConditionalSum},
		{ConditionallyPD, refuteConditionalSingularity},
		{ConditionallyPD, refuteBounded},
		implied("conditionally-pd.negative-density", "the spectral density is negative at a frequency ω > 0"),
		{ConditionallyPD, refuteConditionalJump},
		{ConditionallyPD, refuteConditionalDensity},
		{ConditionallyPD, func(f *session) []candidate { return f.findDensity(true) }},
		{ConditionallyPD, refuteConditionalPoints},
	}
}

// growthProvers come before what spends much work on kernels that grow exponentially.
var growthProvers = []prover{{ConditionallyPD, func(f *session) []candidate {
	if f.checker.AtInfinity(f.K).Kind != asymptotic.Growth {
		return nil
	}
	return refutes(proof.NewStep("conditionally-pd.growth", "k grows faster than every power of z", nil))
}}}

// refuteBelowLimit looks for a value at 0 below the limit.
func refuteBelowLimit(f *session) []candidate {
	if _, own, err := f.K.OwnValueAtZero(); err != nil || !own {
		return nil
	}
	return refutes(proof.NewStep("conditionally-pd.below-limit", "k(0) lies below the limit of k at 0", nil))
}

// atZero is for kernels with a value of their own at 0.
func atZero(id ID, says string) prover {
	return prover{id, func(f *session) []candidate {
		e, ok := shape.AtZero(f.K)
		if !ok {
			return nil
		}
		if s, holds := f.prove(f.K.Derive(e), f.Dim, id); s != nil && holds {
			return proves(proof.NewStep(string(id)+".at-zero", says, nil, s))
		}
		return nil
	}}
}

// refuteConditionalJump searches for a value other than the limits.
func refuteConditionalJump(f *session) (out []candidate) {
	for _, j := range findJump(f) {
		out = append(out, refutes(proof.NewStep("conditionally-pd.jump",
			"a conditionally positive definite kernel that is continuous at 0 equals its limits at every distance", nil, j.step))...)
	}
	return out
}

// wrongPowers are refutations by terms at 0 and at infinity the signs of which are wrong.
func (f *session) wrongPowers() (out []*proof.Step) {
	for _, at := range []string{"0", "infinity"} {
		var ev conditional.PowerEvidence
		var err error
		if doubt := fail.Doubt(func() { ev, err = conditional.NewPowerEvidence(f.checker, f.K, f.Dim, at) }); doubt != nil {
			f.note(ConditionallyPD, "", "%v", doubt) // at one end, which says nothing of the other
		} else if err == nil {
			out = append(out, proof.NewStep("conditionally-pd.power", "even powers aside, k is "+powerTerm(ev)+" at "+at+
				", which makes the spectral density negative at "+map[string]string{"0": "infinity", "infinity": "0"}[at], ev))
		}
	}
	return out
}

// powerTerm writes the term that leads.
func powerTerm(ev conditional.PowerEvidence) string {
	term := "(" + ev.Coefficient + ")·" + "z^(" + ev.Exponent + ")"
	if ev.LogPower != 0 {
		term += fmt.Sprintf("·(log z)^%d", ev.LogPower)
	}
	return term
}

// refuteConditionalSingularity looks for singularities and waves, whatever else refutes a finite mass.
func refuteConditionalSingularity(f *session) (out []candidate) {
	for _, find := range []func(*session) []candidate{findSingularity, findOscillation} {
		for _, c := range find(f) {
			out = append(out, refutes(proof.NewStep("conditionally-pd.singularity",
				c.step.Says+"; away from the origin, the measure of a conditionally positive definite kernel would be finite", nil,
				c.step))...)
		}
	}
	return out
}

// refuteBounded rests on a refutation of positive definiteness, of k or of k less a polynomial.
func refuteBounded(f *session) []candidate {
	s, holds := f.proof(PD)
	less, err := conditional.Bounded(f.checker, f.K)
	if err == nil && less != f.K {
		s, holds = f.prove(less, f.Dim, PD)
	}
	from := []*proof.Step{s}
	if finite, holds := f.proof(FiniteMass); err != nil && finite != nil && holds { // suffices if k > 0
		from, err = append(from, finite), nil
	}
	if err != nil || s == nil || holds {
		return nil
	}
	return refutes(proof.NewStep("conditionally-pd.bounded",
		"polynomials in z² aside, k is bounded, its mean at infinity not negative, and it is not positive definite",
		nil, from...))
}

// unbounded reports whether k may be unbounded at infinity. A bounded k that is conditionally positive definite is a
// positive definite function plus a constant, for which there are cheaper rules.
func (f *session) unbounded() bool {
	kind := f.checker.AtInfinity(f.K).Kind
	return kind == asymptotic.Growth || kind == asymptotic.Undetermined
}

// proveConditionalBernstein looks for a Bernstein function −k or k(0) − k.
func proveConditionalBernstein(f *session) []candidate {
	if !f.unbounded() {
		return nil
	}
	if s := laplace.ProveConditional(f.Ctx, f.K); s != nil {
		return proves(s)
	}
	return nil
}

// maxConditional is the highest order of conditional positive definiteness that is tried.
const maxConditional = 6

// proveMicchelli looks for the least order n for which (−1)ⁿ dⁿ/dtⁿ k(√t) is proved to be completely monotone.
func proveMicchelli(f *session) []candidate {
	if !f.unbounded() {
		return nil
	}
	for n := 1; n <= maxConditional; n++ {
		if f.Ctx.Err() != nil {
			return nil
		}
		if violated, err := f.Violated(n); violated || err != nil && n > 1 {
			// where floats see nothing, the first order is looked at all the same
			continue
		}
		ev := normal.OrderEvidence{Order: n}
		k, err := ev.Derived(f.K)
		if err != nil {
			return nil
		}
		if s, holds := f.prove(k, f.Dim, CompletelyMonotone); s != nil && holds {
			return proves(proof.NewStep("conditionally-pd.micchelli",
				fmt.Sprintf("k is continuous and (−1)ⁿ dⁿ/dtⁿ k(√t) is completely monotone for n = %d: the "+
					"order is %d in every dimension", n, n), ev, s))
		}
	}
	return nil
}

// proveConditionalShift is for kernels with a negative limit at infinity, or mean over a period: k
// less that may be positive definite.
func proveConditionalShift(f *session) []candidate {
	limit := f.checker.AtInfinity(f.K).Limit
	r, ok := limit.Rat()
	if least := math.Floor(limit.Ball(nil, 128).Nearest()); !ok && !math.IsInf(least, 0) {
		// any shift that is large enough
		r, ok = new(big.Rat).SetFloat64(least), true
	}
	if _, periodic := f.onLine(); periodic { // less its least value
		r, ok = new(big.Rat).SetFloat64(math.Floor(min(0, slices.Min(f.Samples().K)))), true
	}
	if !ok || r == nil || r.Sign() >= 0 {
		return nil
	}
	ev := conditional.ShiftEvidence{Shift: rule.Rational{Rat: new(big.Rat).Neg(r)}}
	if s, holds := f.prove(ev.Shifted(f.K), f.Dim, PD); s != nil && holds {
		return proves(proof.NewStep("conditionally-pd.shift",
			fmt.Sprintf("k + %s is positive definite: the order is 1", ev.Shift.RatString()), ev, s))
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
	ev, parts, _, err := oneByOne(shape, terms)
	if err != nil {
		return nil
	}
	var from []*proof.Step
	order, known := 1, true
	for _, k := range parts {
		s, holds := f.prove(k, f.Dim, ConditionallyPD)
		if s == nil || !holds {
			return nil
		}
		from = append(from, s)
		n, ok := orderOf(s)
		known = known && ok
		order = max(order, n)
	}
	says := "each summand is conditionally positive definite"
	if known {
		says += fmt.Sprintf(": the order is at most %d", order)
	}
	return proves(proof.NewStep("conditionally-pd.sum", says, ev, from...))
}

// refuteConditionalDensity looks for a negative density where the refutation of positive definiteness did not need one.
func refuteConditionalDensity(f *session) []candidate {
	if s, holds := f.proof(PD); s == nil || holds {
		return nil
	}
	for _, find := range []func(*session) []candidate{findPDDensity, findPDLocal} {
		for _, c := range find(f) {
			if c.step.Rule == "pd.negative-density" || c.step.Rule == "pd.oscillating-tail" {
				return refutes(proof.NewStep("conditionally-pd.negative-density",
					"the spectral density is negative at a frequency ω > 0", nil, c.step))
			}
		}
	}
	return nil
}

// refuteConditionalPoints searches for a negative form with weights that sum to 0, for kernels the order of which is at most 1.
func refuteConditionalPoints(f *session) []candidate {
	if form := f.looking().Search(f.Dim, crosscheck.Balanced); form != nil {
		if s := f.witness(ConditionallyPD, form); s != nil {
			return refutes(s)
		}
	}
	return nil
}

// orderOf returns the order that a proof of conditional positive definiteness gives; ok is false if it gives none.
func orderOf(s *proof.Step) (order int, ok bool) {
	switch s.Rule {
	case "conditionally-pd.pd":
		return 0, true
	case "conditionally-pd.shift", "conditionally-pd.bernstein":
		return 1, true
	case "conditionally-pd.at-zero":
		return orderOf(s.From[0])
	case "conditionally-pd.micchelli":
		var ev normal.OrderEvidence
		err := s.Decode(&ev)
		return ev.Order, err == nil
	case "conditionally-pd.sum":
		order, ok = 1, true
		for _, p := range s.From {
			n, has := orderOf(p)
			order, ok = max(order, n), ok && has
		}
		return order, ok
	}
	return 0, false
}
