package check

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/kernel"
	"krein/kernel/parser"
)

// Every hypothesis of the rules of witnesses, each broken alone.
func TestWitnessRules(t *testing.T) {
	rats := func(xs ...*big.Rat) (out []rule.Rational) {
		for _, x := range xs {
			out = append(out, rule.Rational{Rat: x})
		}
		return out
	}
	zero, one, two := new(big.Rat), big.NewRat(1, 1), big.NewRat(2, 1)
	minus := big.NewRat(-1, 1)
	step := func(rule, formula string, points [][]rule.Rational, weights []rule.Rational,
		from ...*proof.Step) (*kernel.Kernel, *proof.Step) {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		return k, proof.NewStep(rule, "", pd.NewPointsEvidence(k, points, weights, 64), from...)
	}
	run := func(id proof.ID, dim int, k *kernel.Kernel, s *proof.Step) error {
		return New(context.Background(), 0).Step(rule.Goal{Claim: id, Holds: false, Kernel: k, Dim: dim}, s)
	}
	var rejected *rule.RejectedError

	// k(2) = 2 > k(0) = 1 on antipodes
	k, s := step("pd-sphere.points", "1 + z/2", [][]rule.Rational{rats(one), rats(minus)}, rats(one, minus))
	assert.NoError(t, run(proof.PDSphere, 1, k, s))
	assert.NoError(t, run(proof.PDSphere, 5, k, s))
	// 1 and 1/2 do not both lie on the sphere; the form is negative all the same
	k, s = step("pd-sphere.points", "1 + z/2", [][]rule.Rational{rats(one), rats(big.NewRat(1, 2))}, rats(one, minus))
	assert.ErrorAs(t, run(proof.PDSphere, 3, k, s), &rejected)
	assert.ErrorContains(t, rejected, "unit sphere")

	finite := proof.NewStep("finite-mass.analysis", "", nil)
	k, s = step("conditionally-pd.points", "1 + z*exp(-z)", [][]rule.Rational{rats(zero), rats(one)},
		rats(one, minus), finite)
	assert.NoError(t, run(proof.ConditionallyPD, 2, k, s))
	// exp(−z) − 1/2 is conditionally positive definite; with weights of sum 2 the form is negative
	// for large distances
	k, s = step("conditionally-pd.points", "exp(-z) - 9/10", [][]rule.Rational{rats(zero), rats(two)},
		rats(one, one), finite)
	assert.ErrorAs(t, run(proof.ConditionallyPD, 2, k, s), &rejected)
	assert.ErrorContains(t, rejected, "sum to 2")
	// z^3 is conditionally positive definite of order 2, and has no finite mass
	k, s = step("conditionally-pd.points", "z^3", [][]rule.Rational{rats(zero), rats(one)}, rats(one, minus), finite)
	assert.Error(t, run(proof.ConditionallyPD, 2, k, s))
	k, s = step("conditionally-pd.points", "z^3", [][]rule.Rational{rats(zero), rats(one)}, rats(one, minus))
	assert.ErrorAs(t, run(proof.ConditionallyPD, 2, k, s), &rejected)

	// IsWitness names rules that exist.
	for _, id := range witnesses {
		assert.NotNil(t, index()[id], id)
		assert.True(t, IsWitness(id))
	}
	assert.False(t, IsWitness("pd.negative-density"))
}
