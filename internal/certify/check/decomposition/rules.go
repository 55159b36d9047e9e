// Package decomposition has the rules of differences of positive definite kernels.
package decomposition

import (
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/proof"
)

// Rules prove and refute that the kernel is a difference of two (Lebesgue measurable) positive definite kernels. An
// infinite mass by itself excludes only parts with bounded diagonals; one that comes from a singularity at a distance b
// > 0 excludes all.
var Rules = []*rule.Rule{
	{
		ID: "positive-decomposition.finite-mass", Claim: proof.PositiveDecomposition, Holds: true, Supposes: rule.Pointwise,
		From: rule.That(proof.FiniteMass),
	},
	{
		ID: "positive-decomposition.conditionally-pd", Claim: proof.PositiveDecomposition, Holds: true,
		Supposes: rule.Pointwise,
		From:     rule.That(proof.ConditionallyPD), Check: rule.Reduction(fromConditional),
	},
	{
		ID: "positive-decomposition.sum", Claim: proof.PositiveDecomposition, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(finite.Parts(finite.SumParts)),
	},
	{
		ID: "positive-decomposition.product", Claim: proof.PositiveDecomposition, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(finite.Parts(finite.ProductParts)),
	},
	{
		ID: "positive-decomposition.at-zero", Claim: proof.PositiveDecomposition, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(pd.AtZero),
	},
	{
		ID: "positive-decomposition.local", Claim: proof.PositiveDecomposition, Holds: true, Supposes: rule.Continuous,
		Check: rule.Fact(func(c *rule.Checker, g rule.Goal, _ rule.None) error {
			return finite.AnalyseBefore(c, g.Kernel, g.Dim, nil)
		}),
	},
	{
		ID: "positive-decomposition.singularity", Claim: proof.PositiveDecomposition, Holds: false,
		Supposes: rule.AlmostEverywhere,
		From:     rule.Not(proof.FiniteMass), Upon: []string{"finite-mass.singularity"},
	},
}

// Evidence is the sign c of c·k in positive-decomposition.conditionally-pd.
type Evidence struct {
	Sign int `json:"sign"`
}

func fromConditional(_ *rule.Checker, g rule.Goal, ev Evidence) ([]rule.Goal, error) {
	k := g.Kernel
	switch ev.Sign {
	case 1:
	case -1:
		k = shape.NegativeOf(k)
	default:
		return nil, rule.Reject("the sign is %d", ev.Sign)
	}
	return g.Needs(proof.ConditionallyPD, k), nil
}
