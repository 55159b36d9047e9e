package budget

import (
	"context"
	"sync"
	"time"
)

// Stopwatch is a clock that stands still while it is paused. It is safe for concurrent use.
type Stopwatch struct {
	clock func() time.Duration

	mu     sync.Mutex
	paused int           // how often, without being resumed
	at     time.Duration // of clock, when it was paused first
	out    time.Duration // how long it has been paused before
}

// NewStopwatch returns one that runs with clock.
func NewStopwatch(clock func() time.Duration) *Stopwatch { return &Stopwatch{clock: clock} }

// Time returns what clock says, less the time of pauses.
func (s *Stopwatch) Time() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.paused > 0 {
		return s.at - s.out
	}
	return s.clock() - s.out
}

func (s *Stopwatch) pause() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.paused == 0 {
		s.at = s.clock()
	}
	s.paused++
}

func (s *Stopwatch) resume() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.paused--; s.paused == 0 {
		s.out += s.clock() - s.at
	}
}

// stopwatchKey finds the Stopwatch of a context.
type stopwatchKey struct{}

// WithStopwatch returns a context whose work Pause leaves out.
func WithStopwatch(ctx context.Context, s *Stopwatch) context.Context {
	return context.WithValue(ctx, stopwatchKey{}, s)
}

// Pause stops the Stopwatch of ctx, or of a context that it was made from, until the function that it returns is called:
// for work on rows of data, whose number no bound of a computation knows. Calls nest; without a Stopwatch nothing happens.
func Pause(ctx context.Context) (resume func()) {
	s, ok := ctx.Value(stopwatchKey{}).(*Stopwatch)
	if !ok {
		return func() {}
	}
	s.pause()
	return s.resume
}
