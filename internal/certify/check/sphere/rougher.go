package sphere

import (
	"krein/ball"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// sphereRougherRules refute positive definiteness by points at which a kernel is rougher than at 0.
var sphereRougherRules = []*rule.Rule{{
	ID: "pd-sphere.rougher", Claim: proof.PDSphere, Holds: false, Supposes: rule.ContinuousAtZero, MinDim: 2,
	Check: rule.Fact(sphereRougher),
}, {
	ID: "pd-sphere.jump", Claim: proof.PDSphere, Holds: false, Supposes: rule.ContinuousAtZero, MinDim: 2,
	Check: rule.Fact(sphereJump),
}}

// sphereRougher: docs/rules/rougher.md. If k is positive definite on S^{d−1} and its exponents at 0
// that are no even integers begin at β, no exponent below β + (d−2)/2 counts at a 0 < b < 2, and
// none below β at the antipode in powers of √(4−z²). finite.Rougher compares exactly; the number it
// takes is that of halves, d−2, or 0.
func sphereRougher(c *rule.Checker, g rule.Goal, ev finite.SingularityEvidence) error {
	b, err := constant.Parse(ev.At)
	if err != nil {
		return rule.Reject("the point %s: %v", ev.At, err)
	}
	local := c.Singularities(g.Kernel, finite.LocalOrder(g.Dim))
	// The singularities of finite.Counts are of k on both sides of b. At the antipode the right side is no part of the sphere.
	if b.Equal(constInt(2)) == ball.True {
		again, at, err := AntipodeEvidence(g.Kernel)
		if err := rule.First(err, rule.Recomputed(ev, again)); err != nil {
			return err
		}
		return rule.Proved(finite.Rougher(local, at, 0), "the exponent %s at the antipode is below β", at.Exponent)
	}
	// b > 0 is part of what counts.
	if below, _ := b.Cmp(constInt(2)); below >= 0 { // 0 if it is not decided
		return rule.Reject("z = %s is not known to lie below 2", ev.At)
	}
	at, err := finite.Counts(local, ev)
	if err != nil {
		return err
	}
	return rule.Proved(finite.Rougher(local, at, int64(g.Dim)-2), "the exponent %s at z = %s is below β + (d−2)/2", at.Exponent, ev.At)
}

// antipodeOrder is that in 2 − z to which terms at the antipode are looked for.
const antipodeOrder = 3

// AntipodeEvidence finds the first term c(2−z)^e (log)^p of k, c ≠ 0, that is no power of 4−z²; at has its exponent 2e
// as a function of √(4−z²).
//
// 4−z² = (2−z)(2+z) is an analytic function of 2−z with a simple zero, so that whole powers of one
// are an analytic function of the other, and (2−z)^e is (4−z²)^e times one: an exponent 2e of
// √(4−z²). Terms whose coefficient is not known to be different from 0 are passed over: if one is
// there, the least exponent that counts is smaller still, and the claim is refuted all the more.
func AntipodeEvidence(k *kernel.Kernel) (ev finite.SingularityEvidence, at *asymptotic.Singularity, err error) {
	x, err := k.ExactAt(piecewise.BreakpointAt(formula.Int(2)), false, antipodeOrder)
	if err != nil {
		return ev, nil, rule.Incomplete("k near the antipode: %v", err)
	}
	for _, t := range x.Terms {
		if n, whole := t.Exp.Int(); whole && n >= 0 && t.LogPow == 0 || t.Coef.IsZero() != ball.False {
			continue
		}
		twice := t.Exp.Times(2)
		ev = finite.SingularityEvidence{At: "2", Exponent: t.Exp.String(), LogPower: t.LogPow}
		return ev, &asymptotic.Singularity{Exponent: &twice, LogPow: t.LogPow}, nil
	}
	return ev, nil, rule.Reject("no term at the antipode is proved to count")
}

// sphereJump: a k that is continuous at 0 and positive definite on S^{d−1}, d ≥ 2, is continuous on
// [0,2]: |k(x,y) − k(x,y′)|² ≤ 2k(0)(k(0) − k(y,y′)). At b < 2 limits from both sides and the value
// count, at b = 2 those from below.
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
