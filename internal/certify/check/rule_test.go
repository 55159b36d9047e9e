package check

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/kernel/parser"
)

// TestEveryRuleIsStrict gives every rule nonsense.
func TestEveryRuleIsStrict(t *testing.T) {
	for _, formula := range []string{"exp(-z^2/2)", "z < 2 ? 1 - z^2/4 : 0", "0", "z^2"} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		for _, r := range Rules() {
			g := rule.Goal{Claim: r.Claim, Holds: r.Holds, Kernel: k, Dim: 3}
			for _, evidence := range []any{
				map[string]int{"nonsense": 1},
				map[string]string{"z": "1/0", "order": "x", "radius": "-1"},
			} {
				c := New(context.Background(), 0)
				assert.Error(t, c.Step(g, proof.NewStep(r.ID, "", evidence)), "%s accepts unknown members", r.ID)
			}
			other := g
			other.Holds = !g.Holds
			assert.Error(t, New(context.Background(), 0).Step(other, proof.NewStep(r.ID, "", nil)),
				"%s proves the opposite", r.ID)
			other = g
			other.Claim = proof.IDs()[(slices.Index(proof.IDs(), g.Claim)+1)%len(proof.IDs())]
			assert.Error(t, New(context.Background(), 0).Step(other, proof.NewStep(r.ID, "", nil)),
				"%s proves another claim", r.ID)
		}
	}
}

func TestBudget(t *testing.T) {
	k, err := parser.Parse("exp(-z)", nil)
	require.NoError(t, err)
	s := proof.NewStep("positive-decomposition.finite-mass", "", nil, proof.NewStep("x", "", nil))
	g := rule.Goal{Claim: proof.PositiveDecomposition, Holds: true, Kernel: k, Dim: 3}
	var incomplete *rule.IncompleteError
	assert.ErrorAs(t, New(context.Background(), 1).Step(g, s), &incomplete)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	assert.ErrorAs(t, New(ctx, 0).Step(g, s), &incomplete)
	var rejected *rule.RejectedError
	require.ErrorAs(t, New(context.Background(), 0).Step(g, s), &rejected)
	assert.Equal(t, "x", rejected.Rule)
}
