package serve

import (
	"context"
	"errors"
	"sync"
	"time"
)

// lanes give out workers. What a request costs nobody knows before: it begins in the first lane, in which work takes no
// more than a slice of time. What outlasts that goes on in the next lane, if it has a place; if not, it is stopped,
// waits for one, and begins again, by which no more than the slice is lost. So who asks for little does not wait for
// who asks for much, even where both are one visitor; and what takes long has places that nothing short takes from it.
type lanes struct {
	queues []*queue
	slices []time.Duration // of all lanes but the last, in time of a processor since work began
	limit  time.Duration   // of all work
	clock  *share
	memory *memory
	long   *cache // in what lane that begins which was stopped before
}

// errSlice is why work is stopped that has to wait in the next lane.
var errSlice = errors.New("this takes longer, and waits for its turn")

// newLanes returns lanes with so many workers each, but for the middle ones, which have half as
// many: what takes them seldom takes them for long.
func newLanes(b bounds, ledger *ledger, clock *share, m *memory, limit time.Duration, slices ...time.Duration) *lanes {
	l := &lanes{
		slices: slices, limit: limit, clock: clock, memory: m, long: newCache(longRoom),
	}
	for i := range len(slices) + 1 {
		in := b
		if 0 < i && i < len(slices) {
			in.places = max(1, b.places/2)
			in.hold = max(1, in.places-1)
		}
		l.queues = append(l.queues, newQueue(in, ledger))
	}
	return l
}

// longRoom is what may be kept of keys.
const longRoom = 1 << 20

// work calls do when there is a worker, for a limited time, and again if do was stopped to wait for
// the next lane, or for memory. A key, if there is one, stands for what is done.
func (l *lanes) work(ctx context.Context, p *patient, key string, do func(context.Context) error) error {
	lane := 0
	if a, ok := l.long.get(key); ok {
		lane = a.lane
	}
	for {
		stopped, err := l.workIn(ctx, p, lane, do)
		switch {
		case errors.Is(err, errYield):
			if err := l.room(ctx, p, l.memory.limit/2); err != nil {
				return err
			}
		case !errors.Is(err, errSlice):
			return err
		default:
			if lane = stopped + 1; key != "" {
				l.long.put(&answer{key: key, lane: lane})
			}
		}
	}
}

// workIn calls do when there is a worker in a lane. It returns the lane in which do ended, and, if do was stopped, why:
// errSlice to wait for the lane after that, errYield to wait for memory, errMemory for good. A panic of do is an error.
func (l *lanes) workIn(ctx context.Context, p *patient, lane int, do func(context.Context) error) (int, error) {
	leave, err := p.enter(ctx, l.queues[lane])
	if err != nil {
		return lane, err
	}
	if err := l.room(ctx, p, l.memory.limit); err != nil {
		leave()
		return lane, err
	}
	ctx, cancel := context.WithTimeout(ctx, l.limit)
	defer cancel()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s := &stay{lanes: l, visitor: p.visitor, lane: lane, leave: leave, stop: stop, begun: l.clock.turn(1)}
	defer s.end() // of a panic too
	s.next()
	err = l.inMemory(stop, func() error { return caught(func() error { return do(ctx) }) })
	s.end()
	if err != nil && isStop(context.Cause(ctx)) {
		err = context.Cause(ctx)
	}
	return s.lane, err
}

// room waits until no more than most of the memory is in use.
func (l *lanes) room(ctx context.Context, p *patient, most uint64) error {
	return p.wait(ctx, func(ctx context.Context) error { return l.memory.room(ctx, most) })
}

// inMemory calls do, which stop stops if there is too little memory.
func (l *lanes) inMemory(stop context.CancelCauseFunc, do func() error) error {
	t := l.memory.begin(stop)
	defer l.memory.end(t)
	return do()
}

// isStop reports whether err is why work was stopped, though its time is not over and somebody waits for it.
func isStop(err error) bool {
	return errors.Is(err, errSlice) || errors.Is(err, errYield) || errors.Is(err, errMemory)
}

// stay is work in a lane.
type stay struct {
	lanes   *lanes
	visitor string
	begun   time.Duration
	stop    context.CancelCauseFunc

	mu    sync.Mutex
	lane  int
	leave func()
	timer *time.Timer
	ended bool
}

// next sees to it that the stay in this lane ends after its slice.
func (s *stay) next() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lane == len(s.lanes.slices) || s.ended {
		return
	}
	had := s.lanes.clock.turn(0) - s.begun
	if rest := s.lanes.slices[s.lane] - had; rest > 0 {
		s.timer = time.AfterFunc(max(rest, tick), s.next)
		return
	}
	leave, ok := s.lanes.queues[s.lane+1].try(s.visitor)
	if !ok {
		s.stop(errSlice)
		return
	}
	s.leave()
	s.lane, s.leave = s.lane+1, leave
	s.timer = time.AfterFunc(0, s.next)
}

// end gives the place back.
func (s *stay) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	s.ended = true
	if s.timer != nil {
		s.timer.Stop()
	}
	s.lanes.clock.turn(-1)
	s.leave()
}

// tick is how often a stay looks at the clock at most.
const tick = 10 * time.Millisecond

// share is a clock: what each of those who work has of the processors' time, if all share alike. So
// slices are the same on a machine that is busy with other things.
type share struct {
	used func() time.Duration // by all of them

	mu      sync.Mutex
	working int
	had, at time.Duration
}

// turn says that so many more work than before, and returns what who worked from the beginning has had.
func (s *share) turn(by int) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.used()
	if s.working > 0 {
		s.had += (now - s.at) / time.Duration(s.working)
	}
	s.at = now
	s.working += by
	return s.had
}

// patient is who waits for a limited time in all.
type patient struct {
	visitor string
	rest    time.Duration
}

// enter waits for a place in a queue; it is errFull that the time is over.
func (p *patient) enter(ctx context.Context, q *queue) (leave func(), err error) {
	err = p.wait(ctx, func(ctx context.Context) error {
		leave, err = q.enter(ctx, p.visitor)
		return err
	})
	return leave, err
}

// wait calls what waits for something until its context is done.
func (p *patient) wait(ctx context.Context, wait func(context.Context) error) error {
	end, cancel := context.WithTimeout(ctx, p.rest)
	defer cancel()
	start := time.Now()
	err := wait(end)
	p.rest -= time.Since(start)
	if err != nil && ctx.Err() == nil {
		return errFull
	}
	return err
}
