package serve

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// errFull says that there is no room to wait in.
var errFull = errors.New("too much work is waiting; try again in a moment")

// queue gives out a number of places to work in. Who finds none waits. One visitor cannot starve
// another: a place goes to who waits and has had the least work of late, by turns; nobody has all of
// them, unless there is only one; and where the room to wait in is full, who has most of it gives
// way. Nor is who has had much work starved: a second of waiting makes up for one of work.
type queue struct {
	bounds
	ledger   *ledger // of work; nil where nobody waits
	mu       sync.Mutex
	free     int
	waiting  int
	visitors map[string]*visits
	turn     []*visits // of those who wait, who is next in front
}

// bounds say how many places there are, how many of them one visitor may have, and how many
// requests wait, in all and of one visitor.
type bounds struct{ places, hold, room, each int }

// visits are the requests of one visitor.
type visits struct {
	visitor string
	inside  int
	waiting []wait
}

// wait is a request that waits: for a place, which is nil, or errFull, which sends it away.
type wait struct {
	place chan error
	since time.Time
}

// firstWork is what a place counts that was given out just now, in seconds.
const firstWork = 0.1

func newQueue(b bounds, l *ledger) *queue {
	return &queue{bounds: b, ledger: l, free: b.places, visitors: map[string]*visits{}}
}

// enter waits for a place; leave gives it back. The error is errFull, or ctx's.
func (q *queue) enter(ctx context.Context, visitor string) (leave func(), err error) {
	v, place, err := q.ask(visitor)
	if err != nil {
		return nil, err
	}
	select {
	case err = <-place:
	case <-ctx.Done():
		if q.forget(v, place) {
			return nil, ctx.Err()
		}
		if <-place == nil { // it came at the same time
			q.leave(v)
		}
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return sync.OnceFunc(func() { q.leave(v) }), nil
}

// ask puts a request into the queue, out of which it may come at once.
func (q *queue) ask(visitor string) (*visits, chan error, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	v := q.visit(visitor)
	if !q.has(v) && (len(v.waiting) >= q.each || q.waiting >= q.room && !q.makeRoom(v)) {
		return nil, nil, errFull
	}
	q.visitors[visitor] = v
	if len(v.waiting) == 0 {
		q.turn = append(q.turn, v)
	}
	place := make(chan error, 1)
	v.waiting = append(v.waiting, wait{place, time.Now()})
	q.waiting++
	q.next()
	return v, place, nil
}

// visit returns what there is of a visitor.
func (q *queue) visit(visitor string) *visits {
	if v := q.visitors[visitor]; v != nil {
		return v
	}
	return &visits{visitor: visitor}
}

// has reports whether there is a place for a visitor at once: then nobody waits who may have it.
func (q *queue) has(v *visits) bool { return q.free > 0 && v.inside < q.hold }

// try takes a place if there is one at once.
func (q *queue) try(visitor string) (leave func(), ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	v := q.visit(visitor)
	if !q.has(v) {
		return nil, false
	}
	q.visitors[visitor] = v
	q.take(v)
	return sync.OnceFunc(func() { q.leave(v) }), true
}

// take gives a place to a visitor.
func (q *queue) take(v *visits) {
	v.inside++
	q.free--
	if q.ledger != nil {
		q.ledger.turn(v.visitor, 1)
	}
}

// makeRoom sends away who came last of the visitor with the most that wait, if it has two more than v.
func (q *queue) makeRoom(v *visits) bool {
	if len(q.turn) == 0 {
		return false
	}
	most := slices.MaxFunc(q.turn, func(a, b *visits) int { return len(a.waiting) - len(b.waiting) })
	n := len(most.waiting) - 1
	if n < len(v.waiting)+1 {
		return false
	}
	most.waiting[n].place <- errFull
	most.waiting = most.waiting[:n]
	q.waiting--
	return true
}

// leave gives a place back.
func (q *queue) leave(v *visits) {
	q.mu.Lock()
	defer q.mu.Unlock()
	v.inside--
	q.free++
	if q.ledger != nil {
		q.ledger.turn(v.visitor, -1)
	}
	q.next()
	q.tidy(v)
}

// next gives free places to who wait.
func (q *queue) next() {
	for q.free > 0 {
		var v *visits
		least := 0.0
		for _, w := range q.turn {
			if w.inside >= q.hold {
				continue
			}
			if work := q.work(w); v == nil || work < least {
				v, least = w, work
			}
		}
		if v == nil {
			return
		}
		v.waiting[0].place <- nil
		v.waiting = v.waiting[1:]
		q.waiting--
		q.take(v)
		q.turn = slices.DeleteFunc(q.turn, func(w *visits) bool { return w == v })
		if len(v.waiting) > 0 {
			q.turn = append(q.turn, v)
		}
	}
}

// work is the work that a visitor who waits has had of late, less the time for which it has waited.
func (q *queue) work(v *visits) float64 {
	work := firstWork * float64(v.inside)
	if q.ledger != nil {
		work += q.ledger.of(v.visitor) - time.Since(v.waiting[0].since).Seconds()
	}
	return work
}

// forget takes who gave up out of the queue, and reports whether it was still there.
func (q *queue) forget(v *visits, place chan error) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.IndexFunc(v.waiting, func(w wait) bool { return w.place == place })
	if i < 0 {
		return false
	}
	v.waiting = slices.Delete(v.waiting, i, i+1)
	q.waiting--
	if len(v.waiting) == 0 {
		q.turn = slices.DeleteFunc(q.turn, func(w *visits) bool { return w == v })
	}
	q.tidy(v)
	return true
}

// tidy forgets a visitor of whom nothing is here.
func (q *queue) tidy(v *visits) {
	if v.inside == 0 && len(v.waiting) == 0 {
		delete(q.visitors, v.visitor)
	}
}
