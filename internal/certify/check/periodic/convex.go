package periodic

import (
	"math/big"

	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/lemma"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/kernel"
)

// evenRules prove finite mass and positive decompositions of functions of a period.
var evenRules = []*rule.Rule{{
	ID: "finite-mass.periodic", Claim: proof.FiniteMass, Holds: true, Supposes: rule.Pointwise,
	Lemma: lemma.Periodic,
	Theorem: "Let d = 1 and k be even as a formula on the line and have period T. If h, h = k on [0,T/2] and constant " +
		"beyond, has finite mass, so has k: its Fourier series converges absolutely, for about each point k is h, or h and " +
		"its reflection at T/2 less k(T/2).",
	Citation: "docs/rules/periodic.md; N. Wiener, Tauberian theorems (1932), lemma IIe; J.-P. Kahane, " +
		"Séries de Fourier absolument convergentes (1970), II.2",
	Check: rule.Reduction(finiteMass),
}, {
	ID: "positive-decomposition.periodic", Claim: proof.PositiveDecomposition, Holds: true, Supposes: rule.Pointwise,
	Lemma: lemma.Periodic,
	Theorem: "Let k have period T on [0,∞), and let h = k on [0,5T/4], constant beyond, be continuous, begin at 0 with " +
		"real powers and logarithms and have at every b < 5T/4 no exponent up to (d−1)/2 that counts. Then nor has k at " +
		"any b > 0, and it is a difference of measurable, locally bounded positive definite kernels on R^d " +
		"(positive-decomposition.local).",
	Citation: "docs/rules/periodic.md",
	Check:    rule.Fact(decomposition),
}}

func finiteMass(_ *rule.Checker, g rule.Goal, ev Period) ([]rule.Goal, error) {
	if g.Dim > 1 {
		return nil, rule.Reject("Λ_%d decays", g.Dim)
	}
	h, err := ev.Held(g.Kernel)
	return g.Needs(proof.FiniteMass, h), err
}

// Decompose wants k to be on a period, and at 0, what positive-decomposition.periodic says.
func (p Period) Decompose(c *rule.Checker, k *kernel.Kernel, dim int) error {
	period, err := p.translates(k)
	if err != nil {
		return err
	}
	end := period.Scale(big.NewRat(5, 4))
	at, outside, err := valueAt(k, end)
	if err != nil {
		return err
	}
	h := cut(k, at, k.Expr(), outside)
	if err := c.Regular(h, rule.Continuous); err != nil {
		return err
	}
	return finite.AnalyseBefore(c, h, dim, &end)
}

func decomposition(c *rule.Checker, g rule.Goal, ev Period) error {
	return ev.Decompose(c, g.Kernel, g.Dim)
}
