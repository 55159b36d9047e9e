package budget

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestScopes: an inner scope ends by its own bound and the outer one goes on; what the inner one spent counts outside,
// without what exceeded its bound.
func TestScopes(t *testing.T) {
	outer, release := New(context.Background(), 100)
	m := Of(outer)
	ctx, leave := m.Enter(context.Background(), 30)
	assert.True(t, m.Spend(30))
	require.NoError(t, ctx.Err())
	assert.False(t, m.Spend(25))
	assert.True(t, m.Stopped())
	assert.ErrorIs(t, context.Cause(ctx), ErrSpent)
	assert.ErrorIs(t, m.Err(), ErrSpent)
	leave()
	assert.False(t, m.Stopped())
	require.NoError(t, m.Err())
	assert.EqualValues(t, 30, m.Spent())

	_, leave = m.Enter(context.Background(), 1000)
	assert.True(t, m.Spend(70))
	assert.False(t, m.Spend(1), "an inner scope has no more than the outer one")
	leave()
	assert.False(t, m.Stopped(), "all is spent, and not more")
	assert.False(t, m.Spend(1))
	_, leave = m.Enter(context.Background(), 5)
	assert.True(t, m.Stopped())
	leave()
	assert.Same(t, m, Of(ctx))
	release()
	assert.True(t, m.Spend(1000), "a released Meter bounds nothing")
	require.NoError(t, m.Err())
	require.Error(t, outer.Err())
}

// TestCancel: the end of the caller's context stops the innermost scope, whichever context it is of.
func TestCancel(t *testing.T) {
	outer, cancel := context.WithCancel(context.Background())
	metered, release := New(outer, 100)
	m := Of(metered)
	ctx, leave := m.Enter(metered, 10)
	assert.True(t, m.Spend(1))
	cancel()
	assert.Eventually(t, m.Stopped, time.Second, time.Millisecond)
	assert.ErrorIs(t, ctx.Err(), context.Canceled)
	assert.ErrorIs(t, m.Err(), context.Canceled)
	leave()
	assert.True(t, m.Stopped())
	release()
	assert.Contains(t, Why(outer, "x"), "canceled")
}

// TestNil: a nil Meter bounds nothing.
func TestNil(t *testing.T) {
	var m *Meter
	ctx, leave := m.Enter(context.Background(), 1)
	defer leave()
	assert.True(t, m.Spend(1<<60))
	assert.False(t, m.Stopped())
	require.NoError(t, m.Err())
	require.NoError(t, ctx.Err())
	assert.Zero(t, m.Spent())
}
