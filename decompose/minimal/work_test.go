package minimal

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/budget"
)

// TestWork: the search for a measure and its proofs count what they do, the same every time, and end with their budget.
func TestWork(t *testing.T) {
	k := parse(t, "1/(1+z)", 0)
	spent := func() int64 {
		ctx, release := budget.New(t.Context(), 1<<50)
		defer release()
		_, err := New(ctx, k, 3, Domain{Radius: 2, Bias: 1e-2})
		require.NoError(t, err)
		return budget.Of(ctx).Spent()
	}
	first := spent()
	assert.Greater(t, first, int64(20_000))
	assert.Equal(t, first, spent())
	ctx, release := budget.New(t.Context(), first/2)
	defer release()
	_, err := New(ctx, k, 3, Domain{Radius: 2, Bias: 1e-2})
	require.ErrorIs(t, budget.Of(ctx).Err(), budget.ErrSpent)
	assert.Error(t, err)
}
