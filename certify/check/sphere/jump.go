package sphere

import (
	"krein/ball"
	"krein/certify/check/finite"
	"krein/certify/check/rule"
	"krein/certify/proof"
	"krein/kernel/constant"
)

// sphereJumpRules refute positive definiteness by a value that differs from a limit.
var sphereJumpRules = []*rule.Rule{{
	ID: "pd-sphere.jump", Claim: proof.PDSphere, Holds: false, Supposes: rule.ContinuousAtZero, MinDim: 2,
	Theorem: "A k that is positive definite on S^{d−1}, d ≥ 2, and continuous at 0 is continuous on [0,2]. At a b, 0 < b ≤ 2, k has a value other than its limit from the " +
		"left, or b < 2 and k has one other than its limit from the right.",
	Citation: "docs/rules/pd-sphere.jump.md; C. Berg, J. P. R. Christensen, P. Ressel, Harmonic Analysis on Semigroups (1984), chapter 3: |φ(x,y) − φ(x,y')|² ≤ φ(x,x)(φ(y,y) − 2φ(y,y') + φ(y',y'))",
	Check:    rule.Fact(sphereJump),
}}

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
