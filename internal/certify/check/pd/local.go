package pd

import (
	"krein/ball"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// pdLocalRules refute positive definiteness from the exact local behaviour of the kernel.
var pdLocalRules = []*rule.Rule{
	{
		ID: "pd.flat-at-zero", Claim: proof.PD, Holds: false, Supposes: rule.ContinuousAtZero,
		Check: rule.Fact(pdFlat),
	},
	{
		ID: "pd.negative-limit", Claim: proof.PD, Holds: false, Supposes: rule.AlmostEverywhere,
		Check: rule.Fact(pdNegativeLimit),
	},
	{
		ID: "pd.oscillating-tail", Claim: proof.PD, Holds: false, Supposes: rule.AlmostEverywhere,
		Check: rule.Fact(pdOscillatingTail),
	},
}

// pdFlat: let k be positive definite and continuous at 0, k = ∫ Λ_d(ωz) m(dω) with m ≥ 0. By Fatou
// ∫ ω² m(dω)/2d ≤ liminf (k(0) − k(z))/z², since 1 − Λ_d(x) ~ x²/2d. If k(z) = k(0) + o(z²), m is
// an atom at 0 and k constant. A value k(Z) ≠ k(0) is a contradiction.
func pdFlat(_ *rule.Checker, g rule.Goal, ev ValueEvidence) error {
	if err := rule.Distance(ev.Z); err != nil {
		return err
	}
	if err := rule.Recomputed(ev, NewValueEvidence(g.Kernel, ev.Z.Rat, ev.Bits)); err != nil {
		return err
	}
	// Disjoint enclosures: the values differ for certain.
	if err := rule.Proved(ev.Value.Overlaps(ev.Zero).Not(), "k(%s) = %v differs from k(0) = %v", ev.Z.RatString(),
		ev.Value, ev.Zero); err != nil {
		return err
	}
	x, err := g.Kernel.ExactAt(piecewise.Origin(), true, 3)
	if err != nil {
		return rule.Incomplete("%v", err)
	}
	return flat(&x)
}

// flat wants that all terms of the expansion of k − k(0) at 0 up to z² are zero.
//
// The constant term is k(0), by the regularity that the rule supposes. Terms above z², and a
// remainder O(z^p), p > 2, are o(z²).
func flat(x *asymptotic.Expansion) error {
	if !x.Exact && x.Order.CmpHalf(4) <= 0 {
		return rule.Incomplete("the expansion at 0 is known up to z^%s", x.Order)
	}
	for _, t := range x.Terms {
		if t.Exp.CmpHalf(4) > 0 || t.Exp.Sign() == 0 && t.LogPow == 0 {
			continue
		}
		if err := rule.Proved(t.Coef.IsZero(), "the coefficient %s of z^%s at 0 vanishes", t.Coef, t.Exp); err != nil {
			return err
		}
	}
	return nil
}

// pdNegativeLimit checks pd.negative-limit: for a positive definite k the mean of k(‖x−y‖) over x and
// y in a ball of radius r is not negative, and as r → ∞ it tends to the limit of k, or to the
// constant about which k oscillates.
//
// Where the phase grows as slowly as log z, the means do not converge: those of c + A cos(log z) follow
// c + A′ cos(log r + φ), with A′ < A. They come below every number above c again and again, so that c < 0
// makes one of them negative all the same.
func pdNegativeLimit(c *rule.Checker, g rule.Goal, _ rule.None) error {
	inf := c.AtInfinity(g.Kernel)
	if inf.Kind == asymptotic.Undetermined || inf.Kind == asymptotic.Growth {
		return rule.Incomplete("k has no limit at infinity that is known: %s", inf.Because)
	}
	return rule.Proved(rule.Nonnegative(inf.Limit).Not(), "the limit %s is not negative", inf.Limit)
}

// MaxTailOrder bounds the order of the expansions that are compared.
const MaxTailOrder = 500

// pdOscillatingTail wants the exponent of the evidence to count at its point b > 0, and to lead the tail of m.
//
// docs/rules/rougher.md: α < β + (d−1)/2 makes the points b > 0 lead the spectral density at
// infinity, by an almost periodic function of mean 0, negative again and again.
func pdOscillatingTail(c *rule.Checker, g rule.Goal, ev finite.SingularityEvidence) error {
	if err := TailRegular(c, g.Kernel); err != nil {
		return err
	}
	// The exponent is named by the evidence only to say how far expansions go; what counts is found
	// again.
	var named rule.Number
	if err := named.UnmarshalText([]byte(ev.Exponent)); err != nil {
		return err
	}
	exponent, err := constant.ExponentOf(named.Value)
	if err != nil {
		return rule.Incomplete("%v", err)
	}
	// Expansions are needed up to α; the bound keeps evidence from asking for any number of terms.
	order := max(exponent.Floor()+1, int64(finite.LocalOrder(g.Dim)))
	if order > max(MaxTailOrder, int64(finite.LocalOrder(g.Dim))) {
		return rule.Reject("the exponent %s is too large", exponent)
	}
	local := c.Singularities(g.Kernel, int(order))
	if !local.Complete {
		return rule.Incomplete("the singularities: %s", local.Because)
	}
	// The exponent is the least that is proved to count at b, b > 0.
	at, err := finite.Counts(local, ev)
	if err != nil {
		return err
	}
	return rule.Proved(finite.Rougher(local, at, int64(g.Dim)-1), "the exponent %s at z = %s is below β + (d−1)/2", at.Exponent,
		ev.At)
}

// TailRegular wants k to be bounded at 0, and k and its derivatives to decay to a constant.
//
// Regular: the derivatives decay as those of the leading term, so that the part of k near infinity
// adds O(ω^{−n}) for every n to the density at large ω.
func TailRegular(c *rule.Checker, k *kernel.Kernel) error {
	inf := c.AtInfinity(k)
	switch inf.Kind {
	case asymptotic.ZeroBeyond:
	case asymptotic.Constant, asymptotic.Gaussian, asymptotic.Exponential, asymptotic.StretchedExp, asymptotic.SuperExp,
		asymptotic.Power:
		if !inf.Regular && !inf.Negligible {
			return rule.Incomplete("k does not decay regularly, as far as is known")
		}
	default:
		return rule.Reject("k does not decay to a constant")
	}
	x, err := k.ExactAt(piecewise.Origin(), true, 1)
	if err != nil {
		return rule.Incomplete("%v", err)
	}
	if x.Bounded() != ball.True {
		return rule.Incomplete("whether k is bounded at 0")
	}
	return nil
}
