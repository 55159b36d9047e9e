package conditional

import (
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/periodic"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/wave"
	"krein/internal/certify/proof"
)

// conditionalWaveRules refute conditional positive definiteness of formulas of waves.
var conditionalWaveRules = []*rule.Rule{
	{
		ID: "conditionally-pd.almost-periodic", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Pointwise,
		Check: rule.Fact(conditionalAlmostPeriodic),
	},
	{
		ID: "conditionally-pd.negative-coefficient", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Pointwise,
		Check: rule.Resting(conditionalNegativeCoefficient), Upon: []string{"pd.negative-coefficient"},
	},
}

// WavesEvidence is that of conditionally-pd.almost-periodic: two points, and the period of a k that is not analytic.
type WavesEvidence struct {
	finite.ReturnEvidence
	Period string `json:"period,omitempty"`
}

// A k that is an analytic function of waves, or continuous and of a period, is Σ c_a e^{iaz} with Σ|c_a| < ∞, and c_a is the
// mass at a of the measure on a line. In R^d, d ≥ 2, that measure is a projection without atoms off 0: k is constant. In R¹ it is even.
// A period alone says nothing of k(z) against k(−z), which k(|x−y|) has not.
func conditionalAlmostPeriodic(c *rule.Checker, g rule.Goal, ev WavesEvidence) error {
	err := ev.Within(g.Dim)
	switch {
	case err != nil:
	case ev.Period == "":
		err = wave.Analytic(g.Kernel.Expr())
	case g.Dim < 2:
		err = rule.Reject("a period says nothing about z and −z")
	default:
		err = periodic.Period{Period: ev.Period}.Continuous(c, g.Kernel)
	}
	return rule.First(err, finite.ReturnsApart(g.Kernel.Expr(), ev.ReturnEvidence))
}

// conditionalNegativeCoefficient rests on a refutation of positive definiteness by a coefficient at a > 0.
// c_a = ν({a}) ≥ 0 for a > 0 only: at a = 0 a polynomial may take away from it. cos z − 3 is of order 1.
func conditionalNegativeCoefficient(_ *rule.Checker, g rule.Goal, _ rule.None, on *proof.Step) ([]rule.Goal, error) {
	var ev periodic.FourierEvidence
	if err := on.Decode(&ev); err != nil {
		return nil, err
	}
	if ev.Points < 1 || ev.N%ev.Points == 0 {
		return nil, rule.Reject("the coefficient at frequency 0 may be negative")
	}
	return []rule.Goal{{Claim: proof.PD, Holds: false, Kernel: g.Kernel, Dim: g.Dim}}, nil
}
