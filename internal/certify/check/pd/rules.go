// Package pd has the rules of positive definiteness on R^d.
package pd

import (
	"slices"

	"krein/internal/certify/check/lemma"
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
		Lemma: lemma.Schoenberg,
		Theorem: "If k(√t) is completely monotone on (0,∞) and k is continuous at 0, then k is a mixture of Gaussians and " +
			"a constant, and positive definite on every R^d.",
		Citation: "I. J. Schoenberg, Metric spaces and completely monotone functions (1938), theorem 3",
		From:     rule.That(proof.CompletelyMonotone),
	},
	{
		ID: "pd.infinite-mass", Claim: proof.PD, Holds: false, Supposes: rule.ContinuousAtZero,
		Lemma: lemma.Bochner,
		Theorem: "A positive definite k that is continuous at 0 is continuous, and the transform of a nonnegative measure " +
			"of mass k(0); if there is no finite measure, k is not positive definite.",
		Citation: "S. Bochner, Monotone Funktionen, Stieltjessche Integrale und harmonische Analyse (1933); I. J. " +
			"Schoenberg (1938), theorem 1",
		From: rule.Not(proof.FiniteMass),
	},
	{
		ID: "pd.not-conditionally-pd", Claim: proof.PD, Holds: false, Supposes: rule.Pointwise,
		Lemma:    lemma.OrderZero,
		Theorem:  "A positive definite kernel is conditionally positive definite of order 0.",
		Citation: "the definitions",
		From:     rule.Not(proof.ConditionallyPD),
	},
}
