package budget

import (
	"context"
	"sync"
	"time"
)

// WithTime returns a context that ends with cause ErrTime when clock has advanced by d, soon after. clock is any time
// that does not run backwards, such as the processor time of the process; nil stands for time itself. stop releases the
// context.
func WithTime(ctx context.Context, d time.Duration, clock func() time.Duration) (inner context.Context, stop func()) {
	if clock == nil {
		inner, stop := context.WithTimeoutCause(ctx, d, ErrTime)
		return bounded{inner}, stop
	}
	within, cancel := context.WithCancelCause(ctx)
	inner = bounded{within}
	end := clock() + d
	var mu sync.Mutex
	var timer *time.Timer
	var look func()
	look = func() {
		left := end - clock()
		if left <= 0 {
			cancel(ErrTime)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if inner.Err() == nil {
			// several threads may advance a processor clock faster than time; looks are cheap
			timer = time.AfterFunc(min(max(left/8, 2*time.Millisecond), 100*time.Millisecond), look)
		}
	}
	look()
	return inner, func() {
		cancel(context.Canceled)
		mu.Lock()
		defer mu.Unlock()
		if timer != nil {
			timer.Stop()
		}
	}
}

// Within returns a scope of at most the given units: of the Meter of ctx if there is one, else of a new one.
func Within(ctx context.Context, units int64) (inner context.Context, leave func()) {
	if m := Of(ctx); m != nil {
		return m.Enter(ctx, units)
	}
	return New(ctx, units)
}
