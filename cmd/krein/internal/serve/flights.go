package serve

import (
	"context"
	"errors"
	"net/http"
	"sync"
)

// flights are the commands that run now, by what they are asked: who asks the same has no place
// meanwhile, and gets the same answer.
type flights struct {
	mu sync.Mutex
	at map[string]*flight
}

// flight is a command that runs. When it is done it has an answer, unless it was stopped.
type flight struct {
	done   chan struct{}
	answer *answer
	err    error
}

// begin returns the flight of a key, and whether it is new: then it has to be ended.
func (f *flights) begin(key string) (*flight, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if fl := f.at[key]; fl != nil {
		return fl, false
	}
	fl := &flight{done: make(chan struct{})}
	f.at[key] = fl
	return fl, true
}

// end tells who waits for the flight that it has ended.
func (f *flights) end(key string, fl *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.at, key)
	close(fl.done)
}

// errFlies says that somebody else computes the same.
var errFlies = errors.New("this is being computed")

// answerTo returns the answer to a job: one at hand, one that is being computed, or its own.
func (s *Server) answerTo(r *http.Request, j *job) (a *answer, err error) {
	p := &patient{visitor(r), s.set.Time}
	if j.body != nil { // no two are alike
		err = s.lanes.work(r.Context(), p, "", func(ctx context.Context) error {
			a, err = s.compute(ctx, j, "")
			return err
		})
		return a, err
	}
	key := j.key()
	for {
		if a, ok := s.cache.get(key); ok {
			return a, nil
		}
		var fl *flight
		err := s.lanes.work(r.Context(), p, key, func(ctx context.Context) (err error) {
			fl, err = s.fly(ctx, j, key)
			return err
		})
		if errors.Is(err, errFlies) {
			err = p.wait(r.Context(), fl.wait)
		}
		if err != nil {
			return nil, err
		}
		if fl.answer != nil || isFinal(fl.err) {
			return fl.answer, fl.err
		}
	}
}

// isFinal reports whether who asks for the same would have the same error.
func isFinal(err error) bool {
	var p *panicError
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errMemory) || errors.As(err, &p)
}

// wait waits for the end of a flight.
func (f *flight) wait(ctx context.Context) error {
	select {
	case <-f.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// fly computes the answer to a job, unless it has become known; or returns the flight of who does.
func (s *Server) fly(ctx context.Context, j *job, key string) (*flight, error) {
	fl, mine := s.flights.begin(key)
	if !mine {
		return fl, errFlies
	}
	defer s.flights.end(key, fl)
	if a, ok := s.cache.get(key); ok {
		fl.answer = a
	} else {
		fl.err = caught(func() (err error) {
			fl.answer, err = s.compute(ctx, j, key)
			return err
		})
	}
	return fl, fl.err
}

// compute runs the command of a job, and keeps its answer if it has a key; the error says that it was stopped.
func (s *Server) compute(ctx context.Context, j *job, key string) (*answer, error) {
	a := &answer{key: key, file: j.file, kind: j.kind}
	if a.status, a.body = s.command(ctx, j); a.status == 0 {
		return nil, context.Cause(ctx)
	}
	if a.status != http.StatusOK {
		a.kind, a.file = jsonType, ""
	}
	if key != "" && a.status < http.StatusInternalServerError {
		s.cache.put(a)
	}
	return a, nil
}
