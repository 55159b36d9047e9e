// Package conditional has the rules of conditional positive definiteness.
package conditional

import (
	"math/big"
	"slices"

	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/lemma"
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
		Lemma:    lemma.OrderZero,
		Theorem:  "A positive definite kernel is conditionally positive definite of order 0.",
		Citation: "the definitions",
		From:     rule.That(proof.PD),
	},
	{
		ID: "conditionally-pd.shift", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.Pointwise,
		Theorem:  "If k + c is positive definite, k is conditionally positive definite of order 1.",
		Citation: "Σ c_i c_j c = c (Σ c_i)²",
		Check:    rule.Reduction(conditionalShift),
	},
	{
		ID: "conditionally-pd.micchelli", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.ContinuousAtZero,
		Lemma: lemma.Micchelli,
		Theorem: "If k is continuous on [0,∞) and (−1)ⁿ dⁿ/dtⁿ k(√t) is completely monotone on (0,∞), k is conditionally " +
			"positive definite of order n on every R^d.",
		Citation: "C. A. Micchelli, Interpolation of scattered data: distance matrices and conditionally positive definite " +
			"functions (1986), theorem 2.1; H. Wendland, Scattered Data Approximation (2005), theorem 8.19",
		Check: rule.Reduction(conditionalMicchelli),
	},
	{
		ID: "conditionally-pd.sum", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Sum, Check: rule.Reduction(conditionalSum),
	},
	{
		ID: "conditionally-pd.growth", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Continuous,
		Theorem: "A continuous kernel that is conditionally positive definite of order n is O(z^{2n}) at infinity (O(1) " +
			"for n = 0). One that grows like an exponential of a power of z times waves, their phases pairwise " +
			"different, is so of no order.",
		Citation: "H. Wendland, Scattered Data Approximation (2005), section 8.1, proposition 8.6 and theorem 8.12; I. M. " +
			"Gelfand, N. Ya. Vilenkin, Generalized Functions IV (1964), chapter II, section 4.4",
		Check: rule.Fact(conditionalGrowth),
	},
	{
		ID: "conditionally-pd.singularity", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.ContinuousAtZero,
		Lemma: lemma.Singularity,
		Theorem: "The measure of a continuous conditionally positive definite k on R^d∖{0} is nonnegative and finite away " +
			"from the origin; k is the transform of that part plus an entire function of ‖x‖² that is slowly increasing. So a " +
			"singularity of k at a distance b > 0, or a wave at infinity, that no finite measure has refutes every order.",
		Citation: "X. Sun, Conditionally positive definite functions and their application to multivariate interpolation " +
			"(1993), theorem 2.1; docs/rules/singularity.md",
		From: rule.Not(proof.FiniteMass), Upon: []string{"finite-mass.singularity", "finite-mass.oscillation"},
	},
	{
		ID: "conditionally-pd.negative-density", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.AlmostEverywhere,
		Lemma: lemma.NegativeSpectrum,
		Theorem: "The measure of a conditionally positive definite k on R^d∖{0} is nonnegative. If k has a continuous " +
			"spectral density near some ω > 0 and it is negative there, k is conditionally positive definite of no order.",
		Citation: "X. Sun (1993), theorem 2.1; I. M. Gelfand, N. Ya. Vilenkin, Generalized Functions IV " +
			"(1964), chapter II, section 4.4",
		From: rule.Not(proof.PD), Upon: []string{"pd.negative-density", "pd.oscillating-tail"},
	},
	{
		ID: "conditionally-pd.jump", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.ContinuousAtZero,
		Lemma: lemma.Jump,
		Theorem: "A k that is conditionally positive definite, of any order, and continuous at 0 has at every b > 0 at " +
			"which it has limits from both sides these limits for its value: its differences of even order over steps h " +
			"vanish with h, uniformly on R^d.",
		Citation: "docs/rules/jump.md",
		From:     rule.Not(proof.FiniteMass), Upon: []string{"finite-mass.jump"},
	},
	{
		ID: "conditionally-pd.at-zero", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.AtZero, Check: rule.Reduction(pd.AtZero),
	},
	{
		ID: "conditionally-pd.below-limit", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Pointwise,
		Theorem: "If k is conditionally positive definite, of any order, and k(z) → L as z → 0, k(0) ≥ L: at points ih " +
			"with the weights c_i of a difference of that order, h → 0, Σ c_i c_j k(|i−j|h) tends to (k(0) − L) Σ c_i².",
		Citation: "the definition", Check: rule.Fact(belowLimit),
	},
	{
		ID: "conditionally-pd.points", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Pointwise,
		Lemma: lemma.Points, Check: rule.Reduction(conditionalPoints),
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
