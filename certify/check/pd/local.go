package pd

import (
	"math/big"

	"krein/ball"
	"krein/certify/check/rule"
	"krein/certify/proof"
	"krein/kernel"
	"krein/kernel/asymptotic"
	"krein/kernel/constant"
	"krein/kernel/formula"
	"krein/kernel/piecewise"
)

// pdLocalRules refute positive definiteness from the exact local behaviour of the kernel.
var pdLocalRules = []*rule.Rule{
	{
		ID: "pd.flat-at-zero", Claim: proof.PD, Holds: false, Supposes: rule.ContinuousAtZero,
		Theorem: "If k is positive definite, continuous at 0, and k(0) − k(z) = o(z²), then the second moment of m " +
			"vanishes and k is constant. Here all terms of the expansion of k − k(0) at 0 up to z² are zero, " +
			"and k(z) ≠ k(0) for some z.",
		Citation: "E. Lukacs, Characteristic Functions (1970), theorem 4.1.1",
		Check:    rule.Fact(pdFlat),
	},
	{
		ID: "pd.negative-limit", Claim: proof.PD, Holds: false, Supposes: rule.AlmostEverywhere,
		Theorem: "If k is positive definite and tends to c at infinity, or oscillates about c there, then c ≥ 0: the mean " +
			"of k over a ball of radius r tends to c, and is not negative in the limit.",
		Citation: "S. Bochner, Monotone Funktionen, Stieltjessche Integrale und harmonische Analyse (1933): the mean value " +
			"of a positive definite function",
		Check: rule.Fact(pdNegativeLimit),
	},
	{
		ID: "pd.oscillating-tail", Claim: proof.PD, Holds: false, Supposes: rule.AlmostEverywhere,
		Theorem: "Let k be analytic on (0,∞) but for finitely many points, with expansions in powers and logarithms there " +
			"and at 0, and let k and its derivatives decay regularly to a constant. A counting exponent α at b > 0 gives m " +
			"the tail ω^((d−3)/2−α) times a nonzero sum of cosines cos(ωb'+φ), b' > 0; if every exponent β at 0 that is not " +
			"an even integer has (d−3)/2−α > −1−β, this tail leads, and since its mean is 0, m(ω) < 0 for some large ω.",
		Citation: "A. Erdélyi, Asymptotic Expansions (1956), section 2.8; H. Bohr, Almost Periodic Functions (1947), " +
			"section 65; docs/theory.md, section 3",
		Check: rule.Fact(pdOscillatingTail),
	},
}

func pdFlat(_ *rule.Checker, g rule.Goal, ev ValueEvidence) error {
	if err := rule.Distance(ev.Z); err != nil {
		return err
	}
	if err := rule.Recomputed(ev, NewValueEvidence(g.Kernel, ev.Z.Rat, ev.Bits)); err != nil {
		return err
	}
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

func pdNegativeLimit(c *rule.Checker, g rule.Goal, _ rule.None) error {
	inf := c.AtInfinity(g.Kernel)
	if inf.Kind == asymptotic.Undetermined || inf.Kind == asymptotic.Growth {
		return rule.Incomplete("k has no limit at infinity that is known: %s", inf.Because)
	}
	return rule.Proved(rule.Nonnegative(inf.Limit).Not(), "the limit %s is not negative", inf.Limit)
}

// maxTailOrder bounds the order of the expansions that are compared.
const maxTailOrder = 500

// OscillatingTail finds a point at which an exponent counts that makes the leading tail of m oscillate.
func OscillatingTail(c *rule.Checker, k *kernel.Kernel, dim int) (*asymptotic.Singularity, error) {
	inf := c.AtInfinity(k)
	switch inf.Kind {
	case asymptotic.ZeroBeyond:
	case asymptotic.Constant, asymptotic.Gaussian, asymptotic.Exponential, asymptotic.StretchedExp, asymptotic.SuperExp,
		asymptotic.Power:
		if !inf.Regular {
			return nil, rule.Incomplete("k does not decay regularly, as far as is known")
		}
	default:
		return nil, rule.Reject("k does not decay to a constant")
	}
	// An exponent at 0 beyond this one leaves any counting α up to (d−1)/2 + order in front.
	const originOrder = 24
	x, err := k.ExactAt(piecewise.Origin(), true, originOrder)
	if err != nil {
		return nil, rule.Incomplete("%v", err)
	}
	if x.Bounded() != ball.True {
		return nil, rule.Incomplete("whether k is bounded at 0")
	}
	beta := x.Order // nil: no term but even powers
	for _, t := range x.Terms {
		if t.Coef.IsZero() == ball.True || t.LogPow == 0 && t.Exp.IsEven() {
			continue
		}
		beta = &t.Exp
		break
	}
	// α < (d−1)/2 + β
	var bound constant.Exponent
	order := dim/2 + originOrder
	if beta != nil {
		if bound, err = constant.ExponentOf(beta.Value().Add(constant.Rat(big.NewRat(int64(dim)-1, 2)))); err != nil {
			return nil, rule.Incomplete("%v", err)
		}
		order = int(bound.Floor()) + 1
	}
	local := c.Singularities(k, min(order, maxTailOrder))
	if !local.Complete {
		return nil, rule.Incomplete("the singularities: %s", local.Because)
	}
	for i := range local.Singularities {
		p := &local.Singularities[i]
		if formula.IsZero(p.At.Exact) || p.Exponent == nil {
			continue
		}
		if beta != nil {
			if c, _ := p.Exponent.Cmp(bound); c >= 0 { // 0 where it is not known
				continue
			}
		}
		return p, nil
	}
	return nil, rule.Reject("no exponent at b > 0 leads")
}

func pdOscillatingTail(c *rule.Checker, g rule.Goal, _ rule.None) error {
	_, err := OscillatingTail(c, g.Kernel, g.Dim)
	return err
}
