package rule_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/rule"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
	"krein/kernel"
)

// word is evidence: with "ask" there is a premise.
type word struct {
	Word string `json:"word"`
}

// TestAccepted: a step that was accepted is not gone over again, and it is no reason to accept anything else. The rule
// of the test holds of one kernel, in one dimension, with some evidence, for two claims and for one only as a
// refutation.
func TestAccepted(t *testing.T) {
	k, same, other := checktest.Parsed(t, "exp(-z)"), checktest.Parsed(t, "exp(-z)"), checktest.Parsed(t, "1-z")
	cut, err := k.Extend(kernel.Zero, big.NewRat(1, 1))
	require.NoError(t, err)
	asked := 0
	rules := map[string]*rule.Rule{}
	for _, claim := range proof.IDs() {
		for _, holds := range []bool{true, false} {
			id := fmt.Sprintf("%s.%v", claim, holds)
			rules[id] = &rule.Rule{ID: id, Claim: claim, Holds: holds, Supposes: rule.Pointwise,
				Check: rule.Reduction(func(_ *rule.Checker, g rule.Goal, ev word) ([]rule.Goal, error) {
					asked++
					switch {
					case g.Kernel.String() != k.String() || g.Dim != 3 || ev.Word == "wrong" || g.Holds != (g.Claim == proof.PD):
						return nil, rule.Reject("that is false")
					case ev.Word == "ask":
						return []rule.Goal{g}, nil
					case ev.Word == "both":
						return []rule.Goal{g, g}, nil
					}
					return nil, nil
				})}
		}
	}
	step := func(id, evidence string, from ...*proof.Step) *proof.Step {
		return proof.NewStep(id, "", word{evidence}, from...)
	}
	pd := rule.Goal{Claim: proof.PD, Holds: true, Kernel: k, Dim: 3}
	with := func(change func(*rule.Goal)) rule.Goal { g := pd; change(&g); return g }
	good := step("pd.true", "right")
	whole := step("pd.true", "ask", good)
	ctx, c := context.Background(), rule.New(context.Background(), rules, 0)
	rules["never"] = &rule.Rule{ID: "never", Claim: proof.PD, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Fact(func(*rule.Checker, rule.Goal, word) error { return rule.Reject("never") })}
	for _, s := range []*proof.Step{good, whole, step("pd.true", "both", whole, good)} {
		require.NoError(t, c.Step(pd, s))
	}
	before := asked
	require.NoError(t, c.Step(pd, step("pd.true", "ask", step("pd.true", "right"))))
	assert.Equal(t, before, asked, "it is the same proof, read once more")
	require.NoError(t, c.Step(with(func(g *rule.Goal) { g.Kernel = same }), good))
	assert.Greater(t, asked, before, "kernels are the same by identity only")

	change := func(g rule.Goal, s *proof.Step) string {
		var rejected *rule.RejectedError
		err := c.Step(g, s)
		require.True(t, errors.As(err, &rejected), "%v by %s %s: %v", g, s.Rule, s.Evidence, err)
		return rejected.Why
	}
	for _, s := range []*proof.Step{good, whole} {
		for _, g := range []rule.Goal{
			with(func(g *rule.Goal) { g.Dim = 4 }), with(func(g *rule.Goal) { g.Kernel = other }),
			with(func(g *rule.Goal) { g.Kernel = cut }), with(func(g *rule.Goal) { g.Holds = false }),
			with(func(g *rule.Goal) { g.Claim = proof.FiniteMass }),
			with(func(g *rule.Goal) { g.Claim, g.Holds = proof.PDSphere, false }),
		} {
			change(g, s)
		}
	}
	for _, s := range []*proof.Step{
		step("pd.true", "wrong"), step("pd.true", "ask"), step("pd.true", "right", good), step("pd.true", "ask", good, good),
		step("pd.true", "ask", step("pd.true", "wrong")), step("pd.true", "ask", step("pd.false", "right")),
		step("finite-mass.true", "right"), step("pd.true", "ask", step("pd.true", "ask")),
		step("pd.true", "ask", whole, good), {Rule: "pd.true", Evidence: []byte(`{"word":"right"} `)},
		step("pd.true", "both", step("pd.true", "ask", good, good)), step("never", "right"),
		step("pd.true", "ask", step("never", "right")), {Rule: "pd.true 7 right", Evidence: []byte(`{}`)},
	} {
		change(pd, s)
		change(pd, s) // nor is what was rejected accepted when it comes again
	}
	require.NoError(t, c.Step(with(func(g *rule.Goal) { g.Claim, g.Holds = proof.FiniteMass, false }),
		step("finite-mass.false", "right")))
	assert.Equal(t, "that is false", change(with(func(g *rule.Goal) { g.Claim = proof.FiniteMass }),
		step("finite-mass.true", "right")))

	done, stop := context.WithCancel(ctx)
	stop()
	c.Within(done, rule.DefaultSteps, "")
	var incomplete *rule.IncompleteError
	assert.True(t, errors.As(c.Step(pd, good), &incomplete), "nothing is accepted once the work is over")
	c.Within(ctx, 0, "")
	assert.True(t, errors.As(c.Step(pd, good), &incomplete))
}
