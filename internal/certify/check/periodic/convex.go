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

// finiteMass: let h be k on [0, T/2] and k(T/2) =: c beyond, of finite mass on the line. An even k
// of period T is h(z) + h(T−z) − c on [0,T], so that about every point of the circle it agrees with
// a transform of a finite measure; by Wiener's lemma (a partition of unity in the algebra of
// absolutely convergent Fourier series) its Fourier series converges absolutely. On R^d, d ≥ 2,
// waves have no finite mass.
func finiteMass(_ *rule.Checker, g rule.Goal, ev Period) ([]rule.Goal, error) {
	if g.Dim > 1 {
		return nil, rule.Reject("Λ_%d decays", g.Dim)
	}
	h, err := ev.Held(g.Kernel)
	return g.Needs(proof.FiniteMass, h), err
}

// Decompose wants k to be on a period, and at 0, what positive-decomposition.periodic says.
//
// A difference of positive definite kernels is a local matter
// (docs/rules/positive-decomposition.finite-mass.md): all that happens within one period happens in
// [0, 5T/4), the point T, where k meets its value at 0, included. From 5T/4 on, where k is regular
// if it is at T/4, it is held constant.
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
