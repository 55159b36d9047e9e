package periodic

import (
	"math/big"

	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/kernel"
)

// evenRules prove finite mass and positive decompositions of functions of a period.
var evenRules = []*rule.Rule{{
	ID: "finite-mass.periodic", Claim: proof.FiniteMass, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(finiteMass),
}, {
	ID: "positive-decomposition.periodic", Claim: proof.PositiveDecomposition, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Fact(decomposition),
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
