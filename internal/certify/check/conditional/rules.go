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
		// Near b > 0 k is the transform of a finite measure plus an entire function of z², for any
		// order: docs/rules/singularity.md.
		ID: "conditionally-pd.singularity", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.ContinuousAtZero,
		From: rule.Not(proof.FiniteMass), Upon: []string{"finite-mass.singularity", "finite-mass.oscillation"},
	},
	{
		// A measure on R^d∖{0} represents every order (Sun 1993, theorem 2.1) and is the density
		// off 0, so that a density that is negative at some ω > 0, or oscillates without end,
		// excludes each of them. What k does at single distances has no say in integrals.
		ID: "conditionally-pd.negative-density", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.AlmostEverywhere,
		From: rule.Not(proof.PD), Upon: []string{"pd.negative-density", "pd.oscillating-tail"},
	},
	{
		// sup |k_h| → 0 for the 2n-th differences k_h, as k is continuous at 0: limits from both
		// sides and the value agree.
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

// Σ c_i c_j (k+c) = Σ c_i c_j k where Σ c_i = 0: order 1.
func conditionalShift(_ *rule.Checker, g rule.Goal, ev ShiftEvidence) ([]rule.Goal, error) {
	return g.Needs(proof.PD, ev.Shifted(g.Kernel)), nil
}

// (−1)ⁿ dⁿ/dtⁿ k(√t) completely monotone on (0,∞), and k continuous at 0, make k conditionally positive definite of order
// n on every R^d (Micchelli 1986, theorem 2.1). Without continuity at 0 the integral that represents k may lack its value there.
func conditionalMicchelli(_ *rule.Checker, g rule.Goal, ev normal.OrderEvidence) ([]rule.Goal, error) {
	k, err := ev.Derived(g.Kernel)
	if err != nil {
		return nil, err
	}
	return g.Needs(proof.CompletelyMonotone, k), nil
}

// Of the largest of the orders: annihilating polynomials of a higher degree is asked of fewer weights. Coefficients that are
// multiplied into the terms are checked with them, as parts of the kernels.
func conditionalSum(_ *rule.Checker, g rule.Goal, ev pd.SumEvidence) ([]rule.Goal, error) {
	parts, _, err := ev.Split(shape.ShapeOf(g.Kernel))
	if err != nil {
		return nil, err
	}
	return g.Closed(parts)
}

// k = O(z^2n) for a kernel of order n, by its 2n-th differences, which are bounded (docs/rules/conditionally-pd.growth.md).
// A leading term with an exponential of positive real part exceeds every power along a sequence even if it oscillates, since
// its coefficient is proved not to be zero. Growth by a power alone, which z² cos z has, proves nothing of the order.
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

// With the weights (−1)^i C(n,i) at ihv the form tends to (k(0) − L) Σ c_i², Σ c_i = 0: L > k(0) makes it negative for
// every order n.
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

// Weights with Σ c_i = 0 annihilate constants only: a negative form refutes order 1. That is enough where k is unbounded and o(z²), as
// then it is of order 1 if it is of any; and finite mass makes it enough: then k − c₀ is positive definite for a constant c₀ if k is of any
// order, so that the form of k is that of k − c₀ (docs/rules/points.md).
func conditionalPoints(c *rule.Checker, g rule.Goal, ev pd.PointsEvidence) ([]rule.Goal, error) {
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
	if c.AtInfinity(g.Kernel).Kind == asymptotic.Growth {
		if err := pd.Subquadratic(c, g.Kernel); err != nil {
			return nil, err
		}
		return nil, c.Regular(g.Kernel, rule.Continuous)
	}
	return g.Needs(proof.FiniteMass, g.Kernel), nil
}
