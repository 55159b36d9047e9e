package check

import (
	"krein/ball"
	"krein/certify/proof"
	"krein/kernel"
)

// jumpRules refute what makes every kernel that is continuous at 0 continuous, by a value that differs from a limit.
var jumpRules = []*Rule{
	{
		ID: "pd-sphere.jump", Claim: proof.PDSphere, Holds: false, Supposes: ContinuousAtZero,
		Theorem: "A k that is positive definite on S^{d−1}, d ≥ 2, and continuous at 0 is continuous on [0,2]. At a b, 0 < b ≤ 2, k has a value other than its limit from the " +
			"left, or b < 2 and k has one other than its limit from the right.",
		Citation: "docs/rules/pd-sphere.jump.md; C. Berg, J. P. R. Christensen, P. Ressel, Harmonic Analysis on Semigroups (1984), chapter 3: |φ(x,y) − φ(x,y')|² ≤ φ(x,x)(φ(y,y) − 2φ(y,y') + φ(y',y'))",
		check:    fact(sphereJump),
	},
	{
		ID: "conditionally-pd.jump", Claim: proof.ConditionallyPD, Holds: false, Supposes: ContinuousAtZero,
		Theorem: "A k that is conditionally positive definite, of any order, and continuous at 0 has at every b > 0 at which it has limits from both sides these limits for its " +
			"value: its differences of even order over steps h vanish with h, uniformly on R^d.",
		Citation: "docs/rules/conditionally-pd.jump.md",
		From:     not(proof.FiniteMass), Upon: []string{"finite-mass.jump"},
	},
}

func sphereJump(_ *Checker, g Goal, ev JumpEvidence) error {
	if g.Dim < 2 {
		return reject("the two points of S⁰ have no others near them")
	}
	b, err := kernel.ParseConst(ev.At)
	if err != nil {
		return reject("the point %s: %v", ev.At, err)
	}
	beyond, known := b.Cmp(constInt(2))
	if known != ball.True {
		return incomplete("whether two points of the sphere are %s apart", ev.At)
	}
	if beyond > 0 {
		return reject("no two points of the sphere are %s apart", ev.At)
	}
	return jumps(g.Kernel, ev.At, beyond < 0)
}
