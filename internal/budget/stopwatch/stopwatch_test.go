package stopwatch_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"krein/internal/budget"
	"krein/internal/budget/stopwatch"
)

// TestPause: pauses nest, and their time is left out wherever in a context they are.
func TestPause(t *testing.T) {
	var now time.Duration
	watch := stopwatch.New(func() time.Duration { return now })
	ctx := stopwatch.With(t.Context(), watch)
	inner, stop := budget.WithTime(ctx, time.Hour, watch.Time)
	defer stop()
	now += time.Minute
	outside, inside := stopwatch.Pause(ctx), stopwatch.Pause(inner)
	now += time.Hour
	inside()
	now += time.Hour
	assert.Equal(t, time.Minute, watch.Time())
	outside()
	now += time.Second
	assert.Equal(t, time.Minute+time.Second, watch.Time())
	stopwatch.Pause(t.Context())() // of no clock
}
