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
//
// pd.completely-monotone: Schoenberg (1938), continuity at 0 carries Bernstein's mixture of
// Gaussians to z = 0. pd.infinite-mass: Bochner; a positive definite k that is continuous at 0 has
// the mass k(0).
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
