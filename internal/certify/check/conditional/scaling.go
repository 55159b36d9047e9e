package conditional

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// scalingRules refute conditional positive definiteness, and that on spheres, by what is left of k far away and near 0.
// The argument of conditionally-pd.power: for φ = f∗f, f = Δ^N g, φ̂ = |ξ|^(4N) ĝ² ≥ 0, f(ε·) has
// no moments below order 2N, so that ∫ k(‖y‖/ε) φ(y) dy ≥ 0 for every order up to 2N: it is a limit
// of the forms of k. As ε → ∞ only values near 0 enter, as ε → 0 those far out. Even powers are
// annihilated; ‖y‖^β gives C/Γ(−β/2)·∫|ξ|^(−d−β) φ̂ dξ with C > 0 (Gelfand–Shilov II.3.3), whose
// sign is that of 1/Γ(−β/2). So the leading term that is no even power has the sign of 1/Γ(−β/2),
// and one of the other sign refutes every order.
var scalingRules = []*rule.Rule{
	{
		ID: "conditionally-pd.bounded", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Continuous,
		Check: rule.Reduction(conditionalBounded),
	},
	{
		ID: "conditionally-pd.power", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Continuous,
		Check: rule.Fact(conditionalPower),
	},
	{
		ID: "pd-sphere.power", Claim: proof.PDSphere, Holds: false, Supposes: rule.ContinuousAtZero, MinDim: 2,
		Check: rule.Fact(spherePower),
	},
}

// The second way: k > 0 on (0,∞) and ‖m‖ < ∞ make k bounded, with means ≥ 0 over balls, so that nothing has to be known
// of the behaviour at infinity; positivity is by normal form, for each z > 0.
func conditionalBounded(c *rule.Checker, g rule.Goal, _ rule.None) ([]rule.Goal, error) {
	k, err := Bounded(c, g.Kernel)
	goals := []rule.Goal{{Claim: proof.PD, Holds: false, Kernel: k, Dim: g.Dim}}
	if c.AtInfinity(g.Kernel).Kind == asymptotic.Undetermined && normal.Positive(c.Core(g.Kernel)) == nil {
		goals[0].Kernel, err = g.Kernel, nil
		goals = append(goals, g.Needs(proof.FiniteMass, g.Kernel)...)
	}
	return goals, err
}

// Bounded returns k less a polynomial in z², so that it is bounded at infinity and its mean there is not negative.
// Each round takes the leading even power, or a negative mean, away. A polynomial in z² of degree n is conditionally
// positive definite of order n + 1 with either sign, so that k is of some order if and only if what is left is.
// What is left is bounded and has a mean c ≥ 0: then it is positive definite if it is of any order (Sun 1993), for c₀ = c. With
// c < 0 the rule subtracts it, and c₀ = 0. An odd power, a power with a logarithm or an exponential is no polynomial.
func Bounded(c *rule.Checker, k *kernel.Kernel) (*kernel.Kernel, error) {
	for range normal.MaxOrder {
		inf := c.AtInfinity(k)
		coef, power := inf.Limit, constant.IntExponent(0)
		switch sign, known := coef.Sign(); {
		// Lead.Power is that of 1/z.
		case inf.Kind == asymptotic.Growth:
			coef = inf.Lead.Cos
			if power = inf.Lead.Power.Neg(); len(inf.Lead.Exps) > 0 || inf.Lead.LogPow != 0 || !power.IsEven() {
				return nil, rule.Incomplete("k is not proved to be bounded, polynomials in z² aside")
			}
		case inf.Kind == asymptotic.Undetermined || known != ball.True:
			return nil, rule.Incomplete("the mean of k at infinity is not known: %s", inf.Because)
		case sign >= 0:
			return k, nil
		}
		r, ok := coef.Rat()
		if !ok {
			return nil, rule.Incomplete("%s is not rational", coef)
		}
		degree, _ := power.Int()
		term := formula.Apply(formula.OpMul, formula.Rational(r),
			formula.Apply(formula.OpPow, formula.Variable(), formula.Int(degree)))
		k = k.Derive(formula.Apply(formula.OpSub, k.Expr(), term))
	}
	return nil, rule.Incomplete("a polynomial in z² of more than %d terms", normal.MaxOrder)
}

// PowerEvidence is the evidence of conditionally-pd.power: the term Coefficient·z^Exponent·(log z)^LogPower that
// leads, even powers aside, as z → At, "0" or "infinity".
// All of it but At is derived again: see Recomputed.
type PowerEvidence struct {
	At          string `json:"at"`
	Exponent    string `json:"exponent"`
	LogPower    int    `json:"logPower"`
	Coefficient string `json:"coefficient"`
}

// originOrder is how far the expansion at 0 is looked at.
const originOrder = 12

// NewPowerEvidence finds the term, and is an error where its sign is right.
// β > −d, or β = −d with p ≥ 0 at infinity, so that what k does at other distances contributes O(ε^d) only, which is smaller
// than the term. At 0 exponents are positive by continuity, and the bound is never met.
func NewPowerEvidence(c *rule.Checker, k *kernel.Kernel, dim int, at string) (ev PowerEvidence, err error) {
	var coef constant.Value
	var exponent constant.Exponent
	ev.At = at
	switch at {
	case "0":
		exponent, ev.LogPower, coef, err = leadAtZero(k)
	case "infinity":
		exponent, ev.LogPower, coef, err = leadAtInfinity(c.AtInfinity(k))
	default:
		err = rule.Reject("nothing leads at %q", at)
	}
	if err != nil {
		return ev, err
	}
	ev.Exponent, ev.Coefficient = exponent.String(), coef.String()
	if c := exponent.CmpHalf(int64(-2 * dim)); c < 0 || c == 0 && (at == "0" || ev.LogPower < 0) {
		return ev, rule.Reject("z^(%s) is integrable", exponent)
	}
	sign, err := ev.sign(exponent)
	if err != nil {
		return ev, err
	}
	return ev, rule.Proved(rule.Nonnegative(coef.Scale(big.NewRat(int64(sign), 1))).Not(),
		"the term (%s) z^(%s) has the right sign", coef, exponent)
}

// What is skipped are even powers, each a polynomial in ‖y‖² that the test function annihilates, and coefficients that are
// proved to be zero. A coefficient that may be zero is returned, and its sign is then not known: nothing behind it may lead.
func leadAtZero(k *kernel.Kernel) (exponent constant.Exponent, logs int, coef constant.Value, err error) {
	for _, order := range []int{2, originOrder} { // what is of many powers may take long
		x, err := k.ExactAt(piecewise.Origin(), true, order)
		if err != nil {
			return exponent, 0, coef, rule.Incomplete("%v", err)
		}
		for _, t := range x.Terms {
			if (t.LogPow != 0 || !t.Exp.IsEven()) && t.Coef.IsZero() != ball.True {
				return t.Exp, t.LogPow, t.Coef, nil
			}
		}
	}
	return exponent, 0, coef, rule.Reject("k has at 0 no term but even powers")
}

// Terms are by dominance and dominate the remainder. So what comes before the first that is no even power are even powers,
// and what comes after is smaller, but for waves of the same size, which are looked for. With (log z)^p and an even β the
// term counts as z^β (log z)^(p−1), so that the remainder has to be smaller than that: a term of another power shows it.
func leadAtInfinity(inf *asymptotic.Infinity) (exponent constant.Exponent, logs int, coef constant.Value, err error) {
	if inf.Kind == asymptotic.Undetermined {
		return exponent, 0, coef, rule.Incomplete("at infinity: %s", inf.Because)
	}
	for i, t := range inf.Terms { // by dominance
		exponent = t.Power.Neg()
		if len(t.Exps) > 0 {
			return exponent, 0, coef, rule.Incomplete("an exponential or a wave leads at infinity")
		}
		if t.LogPow == 0 && exponent.IsEven() || t.Cos.IsZero() == ball.True {
			continue
		}
		beyond := false // what has another power is smaller, and so is the remainder
		for _, u := range inf.Terms[i+1:] {
			c, _ := u.Power.Cmp(t.Power)
			same := c == 0 // or it is not known
			if decays, _ := finite.ExponentialSign(&u); same && len(u.Exps) > 0 && decays >= 0 {
				return exponent, 0, coef, rule.Incomplete("a wave is as large at infinity")
			}
			beyond = beyond || !same
		}
		if t.LogPow != 0 && !beyond {
			return exponent, 0, coef, rule.Incomplete("the terms beyond z^(%s) are not known", exponent)
		}
		return exponent, t.LogPow, t.Cos, nil
	}
	return exponent, 0, coef, rule.Reject("no power leads at infinity")
}

// sign returns the sign that the spectral density of z^β (log z)^p has for ω → ∞, and that of −log ω at infinity
// replacing log z. |y|^β has the transform C/Γ(−β/2)·|ξ|^(−d−β), C > 0; (log(z/ε))^p = (log z + L)^p, L = −log ε, is
// L^p to the first order in L → ±∞.
// For β > 0 that is no even integer 1/Γ(−β/2) has the sign (−1)^(⌊β/2⌋+1): Γ has the sign (−1)^m between −m and −m+1. The
// second bit of ⌊β⌋ is the parity of ⌊β/2⌋. For β < 0 Γ(−β/2) > 0. At β = 2m the derivative of 1/Γ(−β/2) in β leads, of the
// sign (−1)^(m+1).
func (ev PowerEvidence) sign(exponent constant.Exponent) (int, error) {
	sign, logs := -1, ev.LogPower
	if exponent.Sign() < 0 || exponent.Floor()&2 != 0 { // ⌊β/2⌋ is odd
		sign = 1
	}
	if exponent.IsEven() { // z^{2m} log z leads, times p L^(p−1)
		if logs < 1 {
			return 0, rule.Incomplete("the power %d of the logarithm", logs)
		}
		logs--
	}
	if ev.At == "0" && logs%2 != 0 { // L → −∞
		sign = -sign
	}
	return sign, nil
}

func conditionalPower(c *rule.Checker, g rule.Goal, ev PowerEvidence) error {
	again, err := NewPowerEvidence(c, g.Kernel, g.Dim, ev.At)
	return rule.First(err, rule.Recomputed(ev, again))
}

// On an arc of a great circle z = 2 sin(θ/2) is θ + O(θ³), odd and analytic: the same term leads in θ, and k(‖x−y‖) is a
// positive definite function of the angle there, to which the argument for R¹ applies. Far distances do not occur.
func spherePower(c *rule.Checker, g rule.Goal, ev PowerEvidence) error {
	if ev.At != "0" {
		return rule.Reject("the sphere has no distances at %s", ev.At)
	}
	return conditionalPower(c, g, ev)
}
