// Package pd has the rules of positive definiteness on R^d.
package pd

import (
	"slices"

	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
)

// Rules prove and refute that the kernel is positive definite on R^d.
var Rules = slices.Concat(
	pdValueRules, pdLocalRules, pdPremiseRules, pdClosureRules, pdConvexRules, pdFamilyRules,
)

// pdPremiseRules derive positive definiteness, or its failure, from other claims about the same kernel.
var pdPremiseRules = []*rule.Rule{
	{
		ID: "pd.completely-monotone", Claim: proof.PD, Holds: true, Supposes: rule.ContinuousAtZero,
		From: rule.That(proof.CompletelyMonotone),
	},
	{
		ID: "pd.infinite-mass", Claim: proof.PD, Holds: false, Supposes: rule.ContinuousAtZero,
		From: rule.Not(proof.FiniteMass),
	},
	{
		ID: "pd.not-conditionally-pd", Claim: proof.PD, Holds: false, Supposes: rule.Pointwise,
		From: rule.Not(proof.ConditionallyPD),
	},
}
