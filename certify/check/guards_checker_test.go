package check

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/check/finite"
	"krein/certify/check/internal/checktest"
	"krein/certify/check/pd"
	"krein/certify/check/rule"
	"krein/certify/check/wave"
	"krein/certify/proof"
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
		{rule.Goal{Claim: proof.ConditionallyPD, Holds: true, Kernel: k, Dim: 3}, proof.NewStep("conditionally-pd.pd", "", nil, proof.NewStep("conditionally-pd.pd", "", nil, pd)), "does not conclude"},
		{rule.Goal{Claim: proof.ConditionallyPD, Holds: true, Kernel: kernel.FromFunc("f", func(float64) float64 { return 1 }, nil), Dim: 3}, step, "Go function"},
	} {
		err := guardChecker().Step(row.goal, row.step)
		assert.Equal(t, checktest.Rejected, checktest.OutcomeOf(t, err), "%v", row.goal)
		assert.ErrorContains(t, err, row.why)
	}
	_, err := finite.Analyse(guardChecker(), kernel.FromFunc("f", func(float64) float64 { return 1 }, nil), 3)
	assert.ErrorContains(t, err, "Go function")
	_, _, ok := wave.Lambda(kernel.FromFunc("f", func(float64) float64 { return 1 }, nil).Expr())
	assert.False(t, ok)
}

// TestGuardsVerify: a certificate answers for its kernel and dimension only, and a witness is one.
func TestGuardsVerify(t *testing.T) {
	ask := func(formula string, dim int, id proof.ID) Question {
		return Question{checktest.Parsed(t, formula), dim, id}
	}
	mass := assumed(proof.FiniteMass, true)
	points := pd.NewPointsEvidence(checktest.Parsed(t, "1-2*z"), [][]rule.Rational{rationals(1), rationals(-1)}, rationals(1, 1), 64)
	refuted := proof.NewStep("pd-sphere.points", "", points)
	// a refutation without a witness's form: −1 on a pair of poles
	cert := func(witness *proof.Step) *proof.Certificate {
		var claims []proof.Claim
		for _, id := range proof.IDs() {
			claim := proof.Claim{ID: id, Status: proof.Undecided, Because: "test"}
			if id == proof.PDSphere {
				claim = proof.Claim{ID: id, Status: proof.Refuted, Because: "test", Rule: refuted.Rule, Proof: refuted, Witness: witness}
			}
			claims = append(claims, claim)
		}
		return proof.New("1 - 2*z", "natural", 1, claims, proof.Mass{Kind: proof.MassUnknown})
	}
	good := ask("1-2*z", 1, proof.PDSphere)
	verify := func(witness *proof.Step, q Question) Report { return Verify(context.Background(), cert(witness), q, 0) }
	require.Equal(t, Accepted, verify(nil, good).Verdict, verify(nil, good).Why)
	require.Equal(t, Accepted, verify(refuted, good).Verdict)
	for _, row := range []struct {
		q       Question
		witness *proof.Step
		why     string
	}{
		{ask("1-2*z", 2, proof.PDSphere), nil, "is about R^1, not R^2"},
		{ask("1-3*z", 1, proof.PDSphere), nil, "is about another kernel"},
		{good, proof.NewStep("pd-sphere.points", "", pd.NewPointsEvidence(checktest.Parsed(t, "1-2*z"), [][]rule.Rational{rationals(2), rationals(-1)}, rationals(1, 1), 64)), "does not lie on the unit sphere"},
		{good, mass, "no rule of a witness"},
	} {
		r := verify(row.witness, row.q)
		assert.Equal(t, Rejected, r.Verdict, row.why)
		assert.Contains(t, r.Why, row.why)
	}
}
