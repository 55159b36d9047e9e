package sphere

import (
	"krein/ball"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/lemma"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
)

// sphereRougherRules refute positive definiteness by points at which a kernel is rougher than at 0.
var sphereRougherRules = []*rule.Rule{{
	ID: "pd-sphere.rougher", Claim: proof.PDSphere, Holds: false, Supposes: rule.ContinuousAtZero, MinDim: 2,
	Lemma: lemma.Rougher,
	Theorem: "Let k be positive definite on S^{d−1}, d ≥ 2, continuous at 0, and an even polynomial plus O(z^β) near " +
		"0. Then it is as smooth within (0,2) as β + (d−2)/2 tells: no exponent below that counts at any b, 0 < b < 2.",
	Citation: "docs/rules/rougher.md; G. Szegő, Orthogonal Polynomials (1975), (4.9.19), (7.33.6)",
	Check:    rule.Fact(sphereRougher),
}, {
	ID: "pd-sphere.jump", Claim: proof.PDSphere, Holds: false, Supposes: rule.ContinuousAtZero, MinDim: 2,
	Lemma: lemma.Jump,
	Theorem: "A k that is positive definite on S^{d−1}, d ≥ 2, and continuous at 0 is continuous on [0,2]. At a b, 0 < " +
		"b ≤ 2, k has a value other than its limit from the left, or b < 2 and k has one other than " +
		"its limit from the right.",
	Citation: "docs/rules/jump.md; C. Berg, J. P. R. Christensen, P. Ressel, Harmonic Analysis on Semigroups " +
		"(1984), chapter 3: |φ(x,y) − φ(x,y')|² ≤ φ(x,x)(φ(y,y) − 2φ(y,y') + φ(y',y'))",
	Check: rule.Fact(sphereJump),
}}

func sphereRougher(c *rule.Checker, g rule.Goal, ev finite.SingularityEvidence) error {
	b, err := constant.Parse(ev.At)
	if err != nil {
		return rule.Reject("the point %s: %v", ev.At, err)
	}
	if below, _ := b.Cmp(constInt(2)); below >= 0 { // 0 if it is not decided
		return rule.Reject("z = %s is not known to lie below 2", ev.At)
	}
	local := c.Singularities(g.Kernel, finite.LocalOrder(g.Dim))
	at, err := finite.Counts(local, ev)
	if err != nil {
		return err
	}
	return rule.Proved(finite.Rougher(local, at, int64(g.Dim)-2), "the exponent %s at z = %s is below β + (d−2)/2", at.Exponent, ev.At)
}

func sphereJump(_ *rule.Checker, g rule.Goal, ev finite.JumpEvidence) error {
	b, err := constant.Parse(ev.At)
	if err != nil {
		return rule.Reject("the point %s: %v", ev.At, err)
	}
	beyond, known := b.Cmp(constInt(2))
	if known != ball.True {
		return rule.Incomplete("whether two points of the sphere are %s apart", ev.At)
	}
	if beyond > 0 {
		return rule.Reject("no two points of the sphere are %s apart", ev.At)
	}
	return finite.Jumps(g.Kernel, ev.At, beyond < 0)
}
