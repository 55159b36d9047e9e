package budget

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestPause: pauses nest, and their time is left out wherever in a context they are.
func TestPause(t *testing.T) {
	var now time.Duration
	watch := NewStopwatch(func() time.Duration { return now })
	ctx := WithStopwatch(t.Context(), watch)
	inner, stop := WithTime(ctx, time.Hour, watch.Time)
	defer stop()
	now += time.Minute
	outside, inside := Pause(ctx), Pause(inner)
	now += time.Hour
	inside()
	now += time.Hour
	assert.Equal(t, time.Minute, watch.Time())
	outside()
	now += time.Second
	assert.Equal(t, time.Minute+time.Second, watch.Time())
	Pause(t.Context())() // of no clock
}
