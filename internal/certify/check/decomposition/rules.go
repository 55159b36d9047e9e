// Package decomposition has the rules of differences of positive definite kernels.
package decomposition

import (
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/lemma"
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
		Theorem: "If m is a finite signed measure, its Jordan parts m₊ and m₋ are finite and nonnegative, and k is the " +
			"difference of their transforms: two continuous, bounded, stationary positive definite kernels.",
		Citation: "I. J. Schoenberg, Metric spaces and completely monotone functions (1938), theorem 1; docs/theory.md, (D)",
		From:     rule.That(proof.FiniteMass),
	},
	{
		ID: "positive-decomposition.conditionally-pd", Claim: proof.PositiveDecomposition, Holds: true,
		Supposes: rule.Pointwise,
		Theorem: "If k or −k is conditionally positive definite of some order, it is a positive definite kernel plus a " +
			"kernel of finite rank, and that is a difference of positive semidefinite kernels of finite " +
			"rank; they are not stationary.",
		Citation: "H. Wendland, Scattered Data Approximation (2005), theorem 10.18; docs/theory.md, (C)",
		From:     rule.That(proof.ConditionallyPD), Check: rule.Reduction(fromConditional),
	},
	{
		ID: "positive-decomposition.sum", Claim: proof.PositiveDecomposition, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Algebra, Check: rule.Reduction(finite.Parts(finite.SumParts)),
	},
	{
		ID: "positive-decomposition.product", Claim: proof.PositiveDecomposition, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Algebra, Check: rule.Reduction(finite.Parts(finite.ProductParts)),
	},
	{
		ID: "positive-decomposition.at-zero", Claim: proof.PositiveDecomposition, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.AtZero, Check: rule.Reduction(pd.AtZero),
	},
	{
		ID: "positive-decomposition.local", Claim: proof.PositiveDecomposition, Holds: true, Supposes: rule.Continuous,
		Lemma: lemma.Analysis,
		Theorem: "Let k be continuous on [0,∞) and analytic on (0,∞) but for finitely many points b, with real powers and " +
			"logarithms at 0, and at each b let every exponent that counts exceed (d−1)/2. Then k agrees on every [0,R] with " +
			"a difference of continuous positive definite functions, and by shells it is a difference of measurable, locally " +
			"bounded positive definite kernels on R^d, whatever it does at infinity; they are not stationary.",
		Citation: "docs/rules/analysis.md",
		Check: rule.Fact(func(c *rule.Checker, g rule.Goal, _ rule.None) error {
			return finite.AnalyseBefore(c, g.Kernel, g.Dim, nil)
		}),
	},
	{
		ID: "positive-decomposition.singularity", Claim: proof.PositiveDecomposition, Holds: false,
		Supposes: rule.AlmostEverywhere,
		Lemma:    lemma.Singularity,
		Theorem: "If k is a difference of two measurable positive definite kernels on R^d, whatever their diagonals, k " +
			"belongs to the Fourier algebra in a neighbourhood of every sphere ‖x‖ = b > 0. A singularity at b that the " +
			"transform of no finite measure has refutes the claim.",
		Citation: "docs/rules/singularity.md; N. Wiener, Tauberian theorems (1932), " +
			"lemma IIe (local inverses)",
		From: rule.Not(proof.FiniteMass), Upon: []string{"finite-mass.singularity"},
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
