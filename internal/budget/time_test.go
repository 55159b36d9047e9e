package budget

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWithTime: the context ends with ErrTime when its clock, and no other, has advanced.
func TestWithTime(t *testing.T) {
	var now atomic.Int64
	now.Store(int64(time.Hour)) // a clock may have begun before
	clock := func() time.Duration { return time.Duration(now.Load()) }
	ctx, stop := WithTime(context.Background(), 50*time.Millisecond, clock)
	defer stop()
	time.Sleep(120 * time.Millisecond)
	require.NoError(t, ctx.Err(), "time is not the clock")
	now.Add(int64(50 * time.Millisecond))
	require.Eventually(t, func() bool { return ctx.Err() != nil }, 10*time.Second, time.Millisecond)
	assert.ErrorIs(t, context.Cause(ctx), ErrTime)
	assert.True(t, Over(ctx))

	ctx, stop = WithTime(context.Background(), 50*time.Millisecond, clock)
	stop()
	assert.ErrorIs(t, context.Cause(ctx), context.Canceled, "released")
	assert.False(t, Over(ctx))

	ctx, stop = WithTime(context.Background(), 0, clock)
	defer stop()
	assert.ErrorIs(t, context.Cause(ctx), ErrTime, "at once")

	ctx, stop = WithTime(context.Background(), time.Millisecond, nil)
	defer stop()
	require.Eventually(t, func() bool { return ctx.Err() != nil }, 10*time.Second, time.Millisecond)
	assert.ErrorIs(t, context.Cause(ctx), ErrTime)
}

// TestWithin: a scope within a metered context is of its Meter, and one outside makes its own.
func TestWithin(t *testing.T) {
	outer, release := New(context.Background(), 100)
	defer release()
	inner, leave := Within(outer, 1000)
	m := Of(inner)
	assert.Same(t, Of(outer), m)
	assert.False(t, m.Spend(101), "no more than the outer one has")
	leave()
	assert.EqualValues(t, 100, m.Spent(), "without what exceeded the bound")

	alone, leave := Within(context.Background(), 10)
	defer leave()
	require.NotNil(t, Of(alone))
	assert.NotSame(t, m, Of(alone))
	assert.True(t, Of(alone).Spend(10))
	assert.False(t, Of(alone).Spend(1))
}
