// Package conditional has the rules of conditional positive definiteness.
package conditional

import (
	"math/big"
	"slices"

	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// A kernel is conditionally positive definite of order n ≥ 0 if Σ c_i c_j k(‖x_i−x_j‖) ≥ 0 whenever Σ c_i p(x_i) = 0
// for all polynomials p of degree < n. The claim is that there is such an order; a higher one does too.

// conditionalRules prove and refute conditional positive definiteness.
var conditionalRules = []*rule.Rule{
	{
		ID: "conditionally-pd.pd", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.Pointwise,
		From: rule.That(proof.PD),
	},
	{
		ID: "conditionally-pd.shift", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(conditionalShift),
	},
	{
		ID: "conditionally-pd.micchelli", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.ContinuousAtZero,
		Check: rule.Reduction(conditionalMicchelli),
	},
	{
		ID: "conditionally-pd.sum", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(conditionalSum),
	},
	{
		ID: "conditionally-pd.growth", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Continuous,
		Check: rule.Fact(conditionalGrowth),
	},
	{
		ID: "conditionally-pd.singularity", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.ContinuousAtZero,
		From: rule.Not(proof.FiniteMass), Upon: []string{"finite-mass.singularity", "finite-mass.oscillation"},
	},
	{
		ID: "conditionally-pd.negative-density", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.AlmostEverywhere,
		From: rule.Not(proof.PD), Upon: []string{"pd.negative-density", "pd.oscillating-tail"},
	},
	{
		ID: "conditionally-pd.jump", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.ContinuousAtZero,
		From: rule.Not(proof.FiniteMass), Upon: []string{"finite-mass.jump"},
	},
	{
		ID: "conditionally-pd.at-zero", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(pd.AtZero),
	},
	{
		ID: "conditionally-pd.below-limit", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Pointwise,
		Check: rule.Fact(belowLimit),
	},
	{
		ID: "conditionally-pd.points", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Pointwise,
		Check: rule.Reduction(conditionalPoints),
	},
}

// Rules are those of this package.
var Rules = slices.Concat(conditionalRules, scalingRules, conditionalWaveRules)

// ShiftEvidence is the evidence of conditionally-pd.shift: the constant c.
type ShiftEvidence struct {
	Shift rule.Rational `json:"shift"`
}

// Shifted returns the kernel k + c.
func (ev ShiftEvidence) Shifted(k *kernel.Kernel) *kernel.Kernel {
	return k.Derive(formula.Apply(formula.OpAdd, k.Expr(), formula.Rational(ev.Shift.Rat)))
}

func conditionalShift(_ *rule.Checker, g rule.Goal, ev ShiftEvidence) ([]rule.Goal, error) {
	return g.Needs(proof.PD, ev.Shifted(g.Kernel)), nil
}

func conditionalMicchelli(_ *rule.Checker, g rule.Goal, ev normal.OrderEvidence) ([]rule.Goal, error) {
	k, err := ev.Derived(g.Kernel)
	if err != nil {
		return nil, err
	}
	return g.Needs(proof.CompletelyMonotone, k), nil
}

func conditionalSum(_ *rule.Checker, g rule.Goal, ev pd.SumEvidence) ([]rule.Goal, error) {
	parts, _, err := ev.Split(shape.ShapeOf(g.Kernel))
	if err != nil {
		return nil, err
	}
	return g.Closed(parts)
}

func conditionalGrowth(c *rule.Checker, g rule.Goal, _ rule.None) error {
	inf := c.AtInfinity(g.Kernel)
	if inf.Kind != asymptotic.Growth {
		return rule.Reject("the kernel is not proved to be unbounded at infinity")
	}
	if sign, _ := finite.ExponentialSign(&inf.Lead); sign <= 0 { // z² cos z has an exponent, too
		return rule.Reject("the kernel is not proved to grow faster than every power")
	}
	return nil
}

func belowLimit(_ *rule.Checker, g rule.Goal, _ rule.None) error {
	v, own, err := g.Kernel.OwnValueAtZero()
	if !own { // as where err is not nil
		return rule.Incomplete("k is not known to have a value of its own at 0: %v", err)
	}
	limits, err := rule.LimitsOf(g.Kernel, v)
	if err != nil {
		return err
	}
	return rule.Proved(rule.Nonnegative(v.Value.Sub(limits[0])).Not(), "k(0) = %s is below the limit %s",
		v.Value, limits[0])
}

func conditionalPoints(_ *rule.Checker, g rule.Goal, ev pd.PointsEvidence) ([]rule.Goal, error) {
	if err := ev.Negative(g); err != nil {
		return nil, err
	}
	sum := new(big.Rat)
	for _, w := range ev.Weights {
		sum.Add(sum, w.Rat)
	}
	if sum.Sign() != 0 {
		return nil, rule.Reject("the weights sum to %s, not to 0", sum.RatString())
	}
	return g.Needs(proof.FiniteMass, g.Kernel), nil
}
