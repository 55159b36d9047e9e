package serve

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"krein/cmd/krein/internal/input"
)

// twoLanes are lanes of one place each, with a slice of a second, on a machine that works always.
func twoLanes() *lanes {
	begin := time.Now()
	clock := &share{used: func() time.Duration { return time.Since(begin) }}
	b := bounds{places: 1, hold: 1, room: 10, each: 10}
	return newLanes(b, newLedger(), clock, newMemory(1<<40), time.Minute, time.Second)
}

// pass lets time pass, and what happens in it.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// runs is work that takes its time, and how often it began.
type runs struct {
	takes  time.Duration
	begun  int
	ended  time.Duration // from the beginning of the test, once it is done
	err    error
	cancel context.CancelFunc
}

// begin asks lanes for work.
func begin(t *testing.T, l *lanes, start time.Time, key string, takes time.Duration) *runs {
	ctx, cancel := context.WithCancel(t.Context())
	r := &runs{takes: takes, cancel: cancel}
	go func() {
		p := &patient{"a", 40 * time.Second}
		r.err = l.work(ctx, p, key, func(ctx context.Context) error {
			r.begun++
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(r.takes):
				return nil
			}
		})
		r.ended = time.Since(start)
	}()
	synctest.Wait()
	return r
}

// What outlasts its slice goes on in the next lane; where that has no place it is stopped, and does
// not keep the short from its own.
func TestLanes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, start := twoLanes(), time.Now()
		first := begin(t, l, start, "first", 10*time.Second)
		second := begin(t, l, start, "second", 5*time.Second)
		pass(1500 * time.Millisecond) // first has gone on
		assert.Equal(t, 1, second.begun)
		short := begin(t, l, start, "short", time.Second/10)
		pass(30 * time.Second)
		assert.Equal(t, 1, first.begun)
		assert.Equal(t, 10*time.Second, first.ended)
		assert.Equal(t, 2, second.begun, "it was stopped, and began again")
		assert.Equal(t, 15*time.Second, second.ended)
		assert.Less(t, short.ended, 3500*time.Millisecond, "not after what is long")

		again := begin(t, l, start, "second", 5*time.Second)
		short = begin(t, l, start, "short", time.Second/10)
		pass(10 * time.Second)
		assert.Equal(t, 1, again.begun)
		assert.InDelta(t, 31.6, short.ended.Seconds(), .01, "what is known to be long is not in the way")
		assert.NoError(t, errors.Join(first.err, second.err, short.err, again.err))
	})
}

// Work that is given up leaves its place, in what lane it may be, running or waiting; work has a
// limit, and so has waiting.
func TestLanesCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, start := twoLanes(), time.Now()
		first := begin(t, l, start, "", 10*time.Second)
		pass(2 * time.Second)
		stopped := begin(t, l, start, "", 10*time.Second)
		pass(3 * time.Second)
		short := begin(t, l, start, "", 10*time.Second)
		for _, r := range []*runs{short, stopped, first} {
			r.cancel()
			synctest.Wait()
			assert.ErrorIs(t, r.err, context.Canceled)
		}
		assert.Equal(t, 5*time.Second, first.ended)
		assert.Equal(t, 1, l.queues[0].free+l.queues[1].free-1)
		endless := begin(t, l, start, "", time.Hour)
		pass(2 * time.Second)
		waits := begin(t, l, start, "", time.Hour)
		pass(2 * time.Minute)
		assert.ErrorIs(t, endless.err, context.DeadlineExceeded)
		assert.Equal(t, 65*time.Second, endless.ended)
		assert.ErrorIs(t, waits.err, errFull)
		assert.Less(t, waits.ended, 50*time.Second)
		assert.Zero(t, l.clock.working)
	})
}

// The clock counts what each has if all share alike.
func TestShare(t *testing.T) {
	used := time.Duration(0)
	s := &share{used: func() time.Duration { return used }}
	used = time.Hour // of other things
	first := s.turn(1)
	used += time.Second
	second := s.turn(1)
	used += 4 * time.Second
	assert.Equal(t, 3*time.Second, s.turn(-1)-first)
	used += time.Second
	assert.Equal(t, 3*time.Second, s.turn(0)-second)
	assert.Positive(t, input.ProcessorTime())
}

// Bounds of time are shares of the processors, whatever else keeps these busy, but those of work that would not end in time
// end at half of it.
func TestWithin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		used := time.Duration(0)
		s := &share{used: func() time.Duration { return used }}
		s.turn(2)
		defer s.turn(-2)
		free := input.CertifySettings(s.within(t.Context(), 20*time.Second)).Clock
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		bounded := input.CertifySettings(s.within(ctx, 20*time.Second)).Clock
		time.Sleep(15 * time.Second)
		used += 2 * time.Second
		assert.Equal(t, time.Second, free())
		assert.InDelta(t, 10*time.Second, bounded(), 1e3, "20 s at half of a minute")
		used += 22 * time.Second
		assert.Equal(t, 12*time.Second, bounded())
	})
}

// What is being computed is not computed twice; if who asked for it first goes away, another does it.
func TestFlights(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := 0
		s := New(func(ctx context.Context, _ []string, _ io.Reader, stdout, _ io.Writer) int {
			begun++
			select {
			case <-ctx.Done():
				return 2
			case <-time.After(10 * time.Second):
				_, _ = io.WriteString(stdout, "{}")
				return 0
			}
		}, Settings{Workers: 4})
		s.lanes.clock.used = idle
		ask := func(ctx context.Context) *httptest.ResponseRecorder {
			w := httptest.NewRecorder()
			go s.ServeHTTP(w, newRequest(ctx, http.MethodGet,
				at("/api/v1/certify", "formula", "z", "dim", "3"), nil))
			synctest.Wait()
			return w
		}
		ctx, cancel := context.WithCancel(t.Context())
		ask(ctx)
		others := []*httptest.ResponseRecorder{ask(t.Context()), ask(t.Context()), ask(t.Context())}
		assert.Equal(t, 1, begun)
		assert.Equal(t, 3, s.lanes.queues[0].free, "who waits for another's answer has no place")
		pass(5 * time.Second)
		cancel()
		pass(10*time.Second + time.Millisecond)
		assert.Equal(t, 2, begun)
		for _, w := range others {
			assert.Equal(t, http.StatusOK, w.Code)
			assert.Equal(t, "{}", w.Body.String())
		}
		assert.Empty(t, s.flights.at)
	})
}
