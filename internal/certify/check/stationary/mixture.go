package stationary

import (
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/kernel"
)

// mixtureRules are about completely monotone functions of negative definite ones, and Gneiting's class of space–time
// covariances.
var mixtureRules = []*Rule{
	mixture("pd", PD), mixture("finite-mass", FiniteMass),
	spaceTime("pd", PD), spaceTime("finite-mass", FiniteMass),
}

// mixture is the rule about φ(γ(Δ)).
func mixture(name string, id proof.ID) *Rule {
	return &Rule{
		ID: "mixture." + name, Claim: id, Holds: true,
		Theorem: "Let k(Δ) = φ(γ(Δ)) with γ ≥ 0 continuous and negative definite, γ(0) = 0, of the form in " +
			"docs/rules/stationary/mixture.md, and φ continuous and completely monotone on [0,∞). By the theorems of " +
			"Bernstein and Schoenberg k is a mixture of the positive definite kernels exp(−sγ), continuous, and by Bochner's " +
			"theorem the transform of a finite measure.",
		Citation: "docs/rules/stationary/mixture.md; I. J. Schoenberg, Ann. of Math. 39 (1938) 811–841",
		check: fact(func(c *Checker, g Goal, _ none) error {
			m, ok := g.Kernel.Mixture()
			if !ok {
				return rule.Reject("%s is not seen to be a function of a negative definite one", g.Kernel.Formula())
			}
			return monotone(c, m.Phi)
		}),
	}
}

// spaceTime is the rule about Gneiting's class.
func spaceTime(name string, id proof.ID) *Rule {
	return &Rule{
		ID: "gneiting." + name, Claim: id, Holds: true,
		Theorem: "Let k(Δ) = φ(Q/ψ)·ψ^(−n/2)·g(γ), Q = ‖RΔ‖² of rank n, ψ = (c+γ)^p, c > 0, 0 < p ≤ 1, γ ≥ 0 " +
			"continuous and negative definite, γ(0) = 0, of the form in docs/rules/stationary/mixture.md, φ and g continuous " +
			"and completely monotone on [0,∞). Then k is positive definite and continuous, and the transform of a finite " +
			"measure.",
		Citation: "docs/rules/stationary/gneiting.md; T. Gneiting, J. Amer. Statist. Assoc. 97 (2002) 590–600, theorem 2",
		check: fact(func(c *Checker, g Goal, _ none) error {
			s, ok := g.Kernel.SpaceTime()
			if !ok {
				return rule.Reject("%s is not seen to be of Gneiting's class", g.Kernel.Formula())
			}
			return rule.First(monotone(c, s.Phi), monotone(c, s.Rest))
		}),
	}
}

// monotone wants f to be continuous on [0,∞) and completely monotone there.
func monotone(c *Checker, f *kernel.Kernel) error {
	if err := c.radial.Regular(f, rule.Continuous); err != nil {
		return err
	}
	return c.lemma(ofSquare(f), 1, proof.CompletelyMonotone, true)
}
