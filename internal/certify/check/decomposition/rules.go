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
//
// A finite signed measure is the difference of its Jordan parts, each with a positive definite
// transform. Sums, products (with positive definite and negative parts multiplied out) and a value
// at 0 keep the property; locally it is decided by the singularities at z = b < ∞ alone, whatever k
// does at infinity (docs/rules/positive-decomposition.finite-mass.md).
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

// fromConditional: a conditionally positive definite k of order q is a difference: with points ξ_l
// that are unisolvent for the polynomials of degree below q and their Lagrange basis p_l, the
// kernel k(x,y) − Σ p_l(x)k(ξ_l,y) − Σ p_l(y)k(x,ξ_l) + ΣΣ p_l(x)p_m(y)k(ξ_l,ξ_m) is positive
// definite, and what was subtracted has finite rank: symmetric, and so a difference. If −k is one,
// so is k.
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
