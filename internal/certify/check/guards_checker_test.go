package check

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/monotone"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// TestGuardsChecker: what the checker asks of every step, whatever its rule.
func TestGuardsChecker(t *testing.T) {
	pd := assumed(proof.PD, true)
	step := proof.NewStep("conditionally-pd.pd", "", nil, pd)
	k := checktest.Parsed(t, "exp(-z)")
	require.NoError(t, guardChecker().Step(rule.Goal{Claim: proof.ConditionallyPD, Holds: true, Kernel: k, Dim: 3}, step))
	for _, row := range []struct {
		goal rule.Goal
		step *proof.Step
		why  string
	}{
		{rule.Goal{Claim: proof.FiniteMass, Holds: true, Kernel: k, Dim: 3}, step, "does not conclude"},
		{rule.Goal{Claim: proof.ConditionallyPD, Holds: false, Kernel: k, Dim: 3}, step, "does not conclude"},
		{rule.Goal{Claim: proof.ConditionallyPD, Holds: true, Kernel: k, Dim: 3}, proof.NewStep("conditionally-pd.pd", "",
			nil, proof.NewStep("conditionally-pd.pd", "", nil, pd)), "does not conclude"},
	} {
		err := guardChecker().Step(row.goal, row.step)
		assert.Equal(t, checktest.Rejected, checktest.OutcomeOf(t, err), "%v", row.goal)
		assert.ErrorContains(t, err, row.why)
	}
}

// TestGuardsVerify: what is said of another claim, or not decided, is no proof, and a witness is one.
func TestGuardsVerify(t *testing.T) {
	k := checktest.Parsed(t, "1-2*z")
	onPoles := func(x float64) *proof.Step {
		points := pd.NewPointsEvidence(k, [][]rule.Rational{rationals(x), rationals(-1)}, rationals(1, 1), 64)
		return proof.NewStep("pd-sphere.points", "", points)
	}
	refuted := onPoles(1) // a refutation without a witness's form: −1 on a pair of poles
	claim := func(change func(cl *proof.Claim)) proof.Claim {
		cl := proof.Claim{ID: proof.PDSphere, Status: proof.Refuted, Because: "test", Rule: refuted.Rule, Proof: refuted}
		change(&cl)
		return cl
	}
	all := NewVerifier(k, 1, 0) // what it accepted of one row is no reason for another
	for _, row := range []struct {
		change func(cl *proof.Claim)
		want   Verdict
		why    string
	}{
		{func(cl *proof.Claim) {}, Accepted, ""},
		{func(cl *proof.Claim) { cl.Witness = refuted }, Accepted, ""},
		{func(cl *proof.Claim) { cl.ID = proof.PD }, Rejected, "the claim is pd, not pd-sphere"},
		{func(cl *proof.Claim) { cl.Proof = nil }, Rejected, "there is no proof"},
		{func(cl *proof.Claim) { cl.Status = proof.Unlikely }, Rejected, "there is no proof: the claim is unlikely"},
		{func(cl *proof.Claim) { cl.Status = proof.Proved }, Rejected, "does not conclude"},
		{func(cl *proof.Claim) { cl.Witness = onPoles(2) }, Rejected, "does not lie on the unit sphere"},
		{func(cl *proof.Claim) { cl.Witness = assumed(proof.FiniteMass, true) }, Rejected, "no rule of a witness"},
	} {
		for _, v := range []*Verifier{NewVerifier(k, 1, 0), all} {
			r := v.Verify(context.Background(), claim(row.change), proof.PDSphere)
			assert.Equal(t, row.want, r.Verdict, row.why)
			assert.Contains(t, r.Why, row.why)
		}
	}
}

// TestGuardsValueless: what is proved of sums and products drops constants, and so one without a value has to be seen
// before.
func TestGuardsValueless(t *testing.T) {
	root := formula.Apply(formula.OpSqrt, formula.Int(2))
	k := kernel.NewNatural(formula.Div(formula.Variable(),
		formula.Sub(root, formula.Apply(formula.OpSqrt, formula.Int(2)))))
	r := NewVerifier(k, 2, 0).Verify(context.Background(),
		proof.Claim{ID: proof.PD, Status: proof.Proved, Proof: proof.NewStep("pd.sum", "", nil)}, proof.PD)
	assert.Equal(t, Rejected, r.Verdict)
	assert.Contains(t, r.Why, "has no value")
}

// TestGuardsDefined: what is said to hold of a function is said of one that has a value at every z > 0; a refutation
// holds whatever values are chosen.
func TestGuardsDefined(t *testing.T) {
	sector := func(formula string) *proof.Step {
		return proof.NewStep("completely-monotone.sector", "", monotone.Argument{Formula: formula})
	}
	for formula, want := range map[string]Verdict{"exp(-z)*log((z - 3/2)^2 - 0.000001)^0": Incomplete,
		"exp(-z)*(1/(z - 1))^0": Incomplete, "exp(-z)*log(1 + z)^0": Accepted} {
		k := checktest.Parsed(t, formula)
		r := NewVerifier(k, 1, 0).Verify(context.Background(), proof.Claim{ID: proof.CompletelyMonotone, Status: proof.Proved,
			Proof: sector(k.Formula())}, proof.CompletelyMonotone)
		assert.Equal(t, want, r.Verdict, "%s: %s", formula, r.Why)
		refuted := proof.NewStep("pd-sphere.two-points", "", nil)
		r = NewVerifier(k, 1, 0).Verify(context.Background(),
			proof.Claim{ID: proof.PDSphere, Status: proof.Proved, Proof: refuted}, proof.PDSphere)
		assert.Equal(t, want, r.Verdict, "%s: %s", formula, r.Why)
	}
	// A refutation is one of a function that has values but for single distances.
	for formula, want := range map[string]Verdict{"z*(1/(z-1))^0": Accepted, "z*log((z - 3/2)^2 - 0.000001)^0": Incomplete} {
		k := checktest.Parsed(t, formula)
		bound := pd.NewValueEvidence(k, big.NewRat(2, 1), 64)
		r := NewVerifier(k, 1, 0).Verify(context.Background(),
			proof.Claim{ID: proof.PD, Status: proof.Refuted, Proof: proof.NewStep("pd.bounded-by-zero", "", bound)}, proof.PD)
		assert.Equal(t, want, r.Verdict, "%s: %s", formula, r.Why)
	}
}

// TestGuardsExponents: a step that compares exponents whose order depends on the value of a parameter is not decided.
func TestGuardsExponents(t *testing.T) {
	for interval, status := range map[string]Verdict{"2 < p < 3": Accepted, "1 < p < 3": Incomplete, "1 < p < 2": Rejected} {
		k, err := kernel.Read("exp(-z^par(" + interval + "))")
		require.NoError(t, err)
		s := proof.NewStep("pd.flat-at-zero", "", pd.NewValueEvidence(k, big.NewRat(1, 1), 64))
		got, _, why := VerdictOf(New(context.Background(), 100).Step(rule.Goal{Claim: proof.PD, Kernel: k, Dim: 3}, s))
		assert.Equal(t, status, got, "%s: %s", interval, why)
		if status == Incomplete {
			assert.Contains(t, why, "which of the exponents par(1 < p < 3) and 2 is larger is not decided")
		}
	}
}
