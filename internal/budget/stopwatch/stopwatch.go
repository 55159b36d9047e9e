// Package stopwatch has clocks that stand still while a computation does work that no bound of time should count.
package stopwatch

import (
	"context"
	"sync"
	"time"
)

// Watch is a clock that stands still while it is paused. It is safe for concurrent use.
type Watch struct {
	clock func() time.Duration

	mu     sync.Mutex
	paused int           // how often, without being resumed
	at     time.Duration // of clock, when it was paused first
	out    time.Duration // how long it has been paused before
}

// New returns one that runs with clock.
func New(clock func() time.Duration) *Watch { return &Watch{clock: clock} }

// Time returns what clock says, less the time of pauses.
func (s *Watch) Time() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.paused > 0 {
		return s.at - s.out
	}
	return s.clock() - s.out
}

func (s *Watch) pause() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.paused == 0 {
		s.at = s.clock()
	}
	s.paused++
}

func (s *Watch) resume() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.paused--; s.paused == 0 {
		s.out += s.clock() - s.at
	}
}

// key finds the Watch of a context.
type key struct{}

// With returns a context whose work Pause leaves out.
func With(ctx context.Context, s *Watch) context.Context {
	return context.WithValue(ctx, key{}, s)
}

// Pause stops the Watch of ctx, or of a context that it was made from, until the function that it returns is called:
// for work on rows of data, whose number no bound of a computation knows. Calls nest; without a Watch nothing happens.
func Pause(ctx context.Context) (resume func()) {
	s, ok := ctx.Value(key{}).(*Watch)
	if !ok {
		return func() {}
	}
	s.pause()
	return s.resume
}
