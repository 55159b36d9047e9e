package serve

import (
	"context"
	"errors"
	"sync"
)

// errFull says that there is no room to wait in.
var errFull = errors.New("too much work is waiting; try again in a moment")

// queue gives out a number of places to work in. Who finds none waits; places go round the visitors, so that one who asks
// for much does not keep others waiting for more than a turn.
type queue struct {
	mu      sync.Mutex
	free    int
	most    int // that wait, in all
	each    int // that wait, for one visitor
	total   int
	waiting map[string][]chan struct{}
	turn    []string // visitors who wait, in the order of their turns
}

func newQueue(places, most, each int) *queue {
	return &queue{free: places, most: most, each: each, waiting: map[string][]chan struct{}{}}
}

// enter waits for a place; leave gives it back. The error is errFull at once, or ctx's.
func (q *queue) enter(ctx context.Context, visitor string) (leave func(), err error) {
	q.mu.Lock()
	if q.free > 0 {
		q.free--
		q.mu.Unlock()
		return sync.OnceFunc(q.leave), nil
	}
	if q.total >= q.most || len(q.waiting[visitor]) >= q.each {
		q.mu.Unlock()
		return nil, errFull
	}
	place := make(chan struct{})
	if len(q.waiting[visitor]) == 0 {
		q.turn = append(q.turn, visitor)
	}
	q.waiting[visitor] = append(q.waiting[visitor], place)
	q.total++
	q.mu.Unlock()
	select {
	case <-place:
		return sync.OnceFunc(q.leave), nil
	case <-ctx.Done():
		if !q.forget(visitor, place) { // it came at the same time
			q.leave()
		}
		return nil, ctx.Err()
	}
}

// leave gives the place to who is next.
func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.turn) == 0 {
		q.free++
		return
	}
	visitor := q.turn[0]
	q.turn = q.turn[1:]
	place := q.waiting[visitor][0]
	if q.waiting[visitor] = q.waiting[visitor][1:]; len(q.waiting[visitor]) > 0 {
		q.turn = append(q.turn, visitor)
	} else {
		delete(q.waiting, visitor)
	}
	q.total--
	close(place)
}

// forget takes who gave up out of the queue, and reports whether it was still there.
func (q *queue) forget(visitor string, place chan struct{}) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, p := range q.waiting[visitor] {
		if p != place {
			continue
		}
		q.total--
		if q.waiting[visitor] = append(q.waiting[visitor][:i:i], q.waiting[visitor][i+1:]...); len(q.waiting[visitor]) > 0 {
			return true
		}
		delete(q.waiting, visitor)
		for j, v := range q.turn {
			if v == visitor {
				q.turn = append(q.turn[:j:j], q.turn[j+1:]...)
				break
			}
		}
		return true
	}
	return false
}
