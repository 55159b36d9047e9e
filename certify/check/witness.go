package check

import (
	"math/big"
	"slices"

	"krein/certify/check/pd"
	"krein/certify/check/rule"
	"krein/certify/proof"
)

// Finite witnesses: quadratic forms that anyone can add up again.

var witnessRules = []*rule.Rule{
	{
		ID: "pd-sphere.points", Claim: proof.PDSphere, Holds: false, Supposes: rule.Pointwise,
		Theorem:  "If k is positive definite on S^{d−1}, Σ c_i c_j k(‖x_i−x_j‖) ≥ 0 for all unit vectors x_i of R^n, n ≤ d, and real c_i.",
		Citation: "the definition",
		Check:    rule.Fact(spherePoints),
	},
	{
		ID: "conditionally-pd.points", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Pointwise,
		Theorem: "If m is finite and k is conditionally positive definite on R^d of some order, m is nonnegative away from the origin, so that k plus a constant is " +
			"positive definite and Σ c_i c_j k(‖x_i−x_j‖) ≥ 0 for all points x_i of R^n, n ≤ d, and real c_i with Σ c_i = 0.",
		Citation: "uniqueness of the measure on R^d∖{0}: X. Sun, Conditionally positive definite functions and their application to multivariate interpolation (1993), theorem 2.1",
		Check:    rule.Reduction(conditionalPoints),
	},
}

// witnesses are the rules that refute by values at finitely many points alone.
var witnesses = []string{
	"pd.points", "pd.bounded-by-zero", "pd.lambda-bound", "pd-sphere.points", "pd-sphere.bounded-by-zero", "conditionally-pd.points",
}

// IsWitness reports whether a rule refutes by values of the kernel at finitely many points that anyone can compute again.
func IsWitness(rule string) bool { return slices.Contains(witnesses, rule) }

func spherePoints(_ *rule.Checker, g rule.Goal, ev pd.PointsEvidence) error {
	if err := ev.Negative(g); err != nil {
		return err
	}
	one := big.NewRat(1, 1)
	for i, x := range ev.Points {
		size := new(big.Rat)
		for _, c := range x {
			size.Add(size, new(big.Rat).Mul(c.Rat, c.Rat))
		}
		if size.Cmp(one) != 0 {
			return rule.Reject("point %d does not lie on the unit sphere", i+1)
		}
	}
	return nil
}

func conditionalPoints(_ *rule.Checker, g rule.Goal, ev pd.PointsEvidence) ([]rule.Goal, error) {
	if err := ev.Negative(g); err != nil {
		return nil, err
	}
	sum := new(big.Rat)
	for _, w := range ev.Weights {
		sum.Add(sum, w.Rat)
	}
	if sum.Sign() != 0 {
		return nil, rule.Reject("the weights sum to %s, not to 0", sum.RatString())
	}
	return g.Needs(proof.FiniteMass, g.Kernel), nil
}
