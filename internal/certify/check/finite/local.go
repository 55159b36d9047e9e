package finite

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/wave"
	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// finiteLocalRules decide by the behaviour at 0, at the singular points b > 0 and at infinity.
// The theorem behind them. Let s = (d−1)/2 and let k be analytic on (0,∞) but for finitely many
// points. Cut k smoothly: near 0, near each point b, far out, and the rest, which is smooth with
// compact support away from 0 and so in the algebra A of transforms of integrable functions. At 0
// and far out dyadic pieces F_n have norms 2^(−nβ), by ‖F‖_A ≤ C‖F‖_{H^n}, n > d/2, and dilations
// keep the norm. Near b the polynomial of the exponents that do not count is smooth, and what is
// left, |t^(j)| ≤ C|z−b|^(α−j), has the density O(ω^(s−1−α)): split at |z−b| = 1/ω, integrate by
// parts beyond. It is integrable exactly for α > s. Conversely an exponent e ≤ s that counts makes
// the density of a cutoff of k a nonzero almost periodic function times ω^(s−1−e), whose integral
// over [T,2T] does not vanish: infinite mass.
var finiteLocalRules = []*rule.Rule{
	{
		ID: "finite-mass.analysis", Claim: proof.FiniteMass, Holds: true, Supposes: rule.Continuous,
		Check: rule.Fact(checkFiniteAnalysis),
	},
	{
		ID: "finite-mass.singularity", Claim: proof.FiniteMass, Holds: false, Supposes: rule.AlmostEverywhere,
		Check: rule.Fact(checkFiniteSingularity),
	},
	{
		ID: "finite-mass.unbounded", Claim: proof.FiniteMass, Holds: false, Supposes: rule.AlmostEverywhere,
		Check: rule.Fact(checkFiniteUnbounded),
	},
	{
		ID: "finite-mass.jump", Claim: proof.FiniteMass, Holds: false, Supposes: rule.Pointwise,
		Check: rule.Fact(checkFiniteJump),
	},
	{
		ID: "finite-mass.oscillation", Claim: proof.FiniteMass, Holds: false, Supposes: rule.AlmostEverywhere,
		Check: rule.Fact(checkFiniteOscillation),
	},
}

// Analyse checks the hypotheses of finite-mass.analysis but for continuity, which the Checker derives beforehand.
// docs/rules/analysis.md has the theorem, its hypotheses 1 to 4, and the proof; here 1 is asked by rule.Continuous and by
// pointsRegular, 2 by originRegular, 3 by noneCounts, 4 by decays or fastWaves.
func Analyse(c *rule.Checker, k *kernel.Kernel, dim int) error {
	if err := AnalyseBefore(c, k, dim, nil); err != nil {
		return err
	}
	err := decays(c, k, dim)
	if err != nil && fastWaves(c, k, dim) == nil {
		return nil
	}
	return err
}

// AnalyseBefore is Analyse for what is wanted of k at 0 and on (0,end), whatever happens at infinity; all of (0,∞) if
// end is nil.
func AnalyseBefore(c *rule.Checker, k *kernel.Kernel, dim int, end *constant.Value) error {
	if err := originRegular(k); err != nil {
		return err
	}
	return pointsRegular(c.Singularities(k, LocalOrder(dim)), dim, end)
}

// originRegular wants k to begin with its limit and positive powers: an expansion known beyond the limit.
// z^e (log z)^p with e > 0 is no obstacle in any dimension: its dyadic pieces have norms 2^(−ne). With e < 0, or e = 0 and
// a logarithm, k has no limit, or one that sums do not reach: 1/log z is continuous at 0, and not treated.
func originRegular(k *kernel.Kernel) error {
	x, err := k.ExactAt(piecewise.Origin(), true, 1)
	if err != nil {
		return rule.Incomplete("near 0: %v", err)
	}
	for _, t := range x.Terms {
		if e := t.Exp.Sign(); e < 0 || e == 0 && t.LogPow != 0 {
			return rule.Incomplete("at 0 the expansion of k has a term z^(%s) (log z)^%d, %s", t.Exp, t.LogPow, t.Coef)
		}
	}
	return nil
}

// pointsRegular wants k to be analytic on (0,∞) but for points at which no exponent up to (d−1)/2 counts.
// Complete says that k is proved to be analytic between the points, and beyond the last. A point that may or may not lie
// before end counts.
func pointsRegular(local *asymptotic.Local, dim int, end *constant.Value) error {
	if !local.Complete {
		return rule.Incomplete("%s", local.Because)
	}
	for i := range local.Singularities {
		s := &local.Singularities[i]
		if formula.IsZero(s.At.Exact) || end != nil && !before(s.At, *end) {
			continue
		}
		if err := noneCounts(s, dim); err != nil {
			return err
		}
	}
	return nil
}

// before reports that b < end, or that this is not decided.
func before(b piecewise.Breakpoint, end constant.Value) bool {
	at, err := b.Constant()
	s, known := at.Cmp(end)
	return err != nil || known != ball.True || s < 0
}

// noneCounts wants that no exponent up to (d−1)/2 counts at b.
// α > s = (d−1)/2 makes m(ω) = O(ω^(s−1−α)), integrable at infinity; at α = s it is 1/ω, and not. So "≤ s" rejects, with
// equality. A doubt at or below s, or sides compared to an order at or below s only, leaves it open.
func noneCounts(s *asymptotic.Singularity, dim int) error {
	// In halves, so that (d−1)/2 is exact for even d.
	h := twiceHalf(dim)
	if s.Exponent != nil && s.Exponent.CmpHalf(h) <= 0 {
		return rule.Reject("at z = %s the exponent %s ≤ (d−1)/2 counts", s.At, s.Exponent)
	}
	if s.Doubt != nil && s.Doubt.CmpHalf(h) <= 0 {
		return rule.Incomplete("%s", s.Because)
	}
	// Order is the first exponent of which nothing is known: at (d−1)/2 or below, one may count
	// that was not seen.
	if s.Exponent == nil && s.Order != nil && s.Order.CmpHalf(h) <= 0 {
		return rule.Incomplete("the sides of z = %s are compared up to order %s only", s.At, s.Order)
	}
	return nil
}

// decays wants the behaviour at infinity that finite-mass.analysis needs.
// The regular kinds need their derivatives to decay likewise: Regular. A power with waves in the expansion is followed term by
// term. (log z)^(−p): the n-th dyadic piece has the norm n^(−p), summable for p ≥ 2 only.
func decays(c *rule.Checker, k *kernel.Kernel, dim int) error {
	inf, enough := c.AtInfinity(k), false
	switch inf.Kind {
	case asymptotic.ZeroBeyond, asymptotic.Constant, asymptotic.Gaussian, asymptotic.Exponential, asymptotic.StretchedExp,
		asymptotic.SuperExp:
		enough = inf.Regular || inf.Negligible
	// A power with Regular has the derivatives of a power; if waves occur in the expansion they do
	// not decay faster than the terms.
	case asymptotic.Power, asymptotic.Oscillating:
		if inf.Kind == asymptotic.Oscillating || !inf.Regular {
			return wavesDecay(c, k, dim)
		}
		enough = true
	case asymptotic.LogDecay:
		enough = inf.Regular && inf.Lead.LogPow <= -2
	case asymptotic.Undetermined:
		_, enough = wave.Damped(c, k)
	}
	if !enough {
		return rule.Incomplete("the behaviour of k at infinity does not decide: %s", inf.Because)
	}
	return nil
}

func checkFiniteAnalysis(c *rule.Checker, g rule.Goal, _ rule.None) error {
	return Analyse(c, g.Kernel, g.Dim)
}

// SingularityEvidence names a point b > 0 and the exponent that is proved to count there.
type SingularityEvidence struct {
	At       string `json:"at"`
	Exponent string `json:"exponent"`
	LogPower int    `json:"logPower"`
}

// If an exponent e ≤ s counts, the density of k times a cutoff about b is ω^(s−1−e) times an almost periodic function that is
// not 0, and ∫_T^2T |m| does not tend to 0. Where a lower exponent is in doubt, the conclusion is the same with that one.
func checkFiniteSingularity(c *rule.Checker, g rule.Goal, ev SingularityEvidence) error {
	p, err := Counts(c.Singularities(g.Kernel, LocalOrder(g.Dim)), ev)
	if err != nil {
		return err
	}
	if p.Exponent.CmpHalf(twiceHalf(g.Dim)) > 0 {
		return rule.Reject("the exponent %s exceeds (d−1)/2 = %s", p.Exponent, big.NewRat(twiceHalf(g.Dim), 2).RatString())
	}
	return nil
}

// Counts finds the point b > 0 of the evidence, at which its exponent counts.
// The point is found by its text, which is that of the exact constant; the exponent is that which the checker finds.
func Counts(local *asymptotic.Local, ev SingularityEvidence) (*asymptotic.Singularity, error) {
	for i := range local.Singularities {
		p := &local.Singularities[i]
		if p.At.String() != ev.At || formula.IsZero(p.At.Exact) {
			continue
		}
		// The evidence is compared with what is found, and is not used.
		if p.Exponent == nil || p.Exponent.String() != ev.Exponent || p.LogPow != ev.LogPower {
			return nil, rule.Reject("another exponent counts at z = %s, or none does", ev.At)
		}
		return p, nil
	}
	if !local.Complete {
		return nil, rule.Incomplete("z = %s is not among the points that are found, and those are not all: %s", ev.At,
			local.Because)
	}
	return nil, rule.Reject("z = %s is not among the points between the pieces of k", ev.At)
}

// Evidence names a point at which an exponent counts.
func Evidence(s *asymptotic.Singularity) SingularityEvidence {
	return SingularityEvidence{At: s.At.String(), Exponent: s.Exponent.String(), LogPower: s.LogPow}
}

// Rougher reports whether the exponent that counts at b > 0 is proved to be below β + n/2, β the exponent up to which
// the kernel is an even polynomial near 0: any, if nothing counts there, and none is known if it has no expansion there.
// 0 < b singular with exponent α, and k ~ even polynomial + z^β at 0: the tail of b wins against the cusp's ω^(−1−β) if
// (d−3)/2 − α > −1 − β; n is the dimension's part of that, in halves. An unknown comparison is not true.
func Rougher(local *asymptotic.Local, at *asymptotic.Singularity, n int64) ball.Truth {
	zero := local.Origin()
	if zero == nil {
		return ball.Unknown
	}
	beta := zero.Doubt
	if beta == nil {
		beta = zero.Exponent
	}
	if beta == nil {
		beta = zero.Order
	}
	if beta == nil {
		return ball.True
	}
	c, known := at.Exponent.Value().Cmp(beta.Value().Add(constant.Rat(big.NewRat(n, 2))))
	switch {
	case c < 0:
		return known
	case zero.Exponent == nil || zero.Doubt != nil: // β is at least what was compared, and may be more
		return ball.Unknown
	}
	return known.Not() // c is 0 if it is not known
}

// UnboundedEvidence says where k is unbounded: at 0 or at infinity ("inf").
type UnboundedEvidence struct {
	At string `json:"at"`
}

// |∫ Λ_d(ωz) m(dω)| ≤ ‖m‖ for every z. The leading term at 0 is proved not to be zero; Growth has a coefficient that is.
func checkFiniteUnbounded(c *rule.Checker, g rule.Goal, ev UnboundedEvidence) error {
	switch ev.At {
	case "0":
		x, err := g.Kernel.ExactAt(piecewise.Origin(), true, 1)
		if err != nil {
			return rule.Incomplete("%v", err)
		}
		return rule.Proved(x.Bounded().Not(), "k is bounded near 0")
	// Growth: the coefficient of the leading term is proved not to be 0, and terms of one size have
	// different frequencies, so that k is unbounded along a sequence.
	case "inf":
		switch inf := c.AtInfinity(g.Kernel); inf.Kind {
		case asymptotic.Growth:
			return nil
		case asymptotic.Undetermined:
			return rule.Incomplete("the behaviour at infinity is not known: %s", inf.Because)
		}
		return rule.Reject("k is bounded near infinity")
	}
	return rule.Reject("%q is neither 0 nor inf", ev.At)
}

// JumpEvidence names the point at which k has a value of its own.
type JumpEvidence struct {
	At string `json:"at"`
}

func checkFiniteJump(_ *rule.Checker, g rule.Goal, ev JumpEvidence) error {
	return Jumps(g.Kernel, ev.At, true)
}

// Jumps wants the value at the distance that is written at to differ from the limit from the left or, if that counts,
// the right.
// The transform of a finite measure is continuous (dominated convergence). A value that differs from one limit is enough, and
// "differs" is proved. A distance at which the formula has no value is no jump: there k may be the limit.
func Jumps(k *kernel.Kernel, at string, right bool) error {
	own, err := JumpValues(k)
	if err != nil {
		return rule.Incomplete("%v", err)
	}
	for _, v := range own {
		if v.At.String() != at {
			continue
		}
		ls, err := rule.LimitsOf(k, v)
		if err != nil {
			return err
		}
		if !right { // the first one
			ls = ls[1:]
		}
		if slices.ContainsFunc(ls, func(l constant.Value) bool { return l.Equal(v.Value) == ball.False }) {
			return nil
		}
		return rule.Reject("that k(%s) differs from a limit is not proved", v.At)
	}
	return rule.Reject("no condition changes at z = %s", at)
}

// JumpValues are the values of its own that k may have; of infinitely many those of kernel.Near.
func JumpValues(k *kernel.Kernel) ([]piecewise.OwnValue, error) {
	near, end := k.Near()
	if near == nil {
		return k.OwnValues()
	}
	own, err := near.OwnValues()
	return slices.DeleteFunc(own, func(v piecewise.OwnValue) bool { return !before(v.At, end) }), err
}

// twiceHalf returns twice (d−1)/2, the exponent of a singularity at b > 0 up to which m is not finite.
func twiceHalf(dim int) int64 { return int64(dim) - 1 }

// LocalOrder returns the order of expansions that decides finite mass in R^dim: the least integer above (d−1)/2.
// Terms up to an order above s show every exponent that may count.
func LocalOrder(dim int) int { return (dim-1)/2 + 1 }
