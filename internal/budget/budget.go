// Package budget counts the work of a search, which ends after the same work on every machine, or soon after its
// context.
//
// A unit is about the time of one product of 64-bit balls, a tenth of a microsecond. Counts are of operations, weighted
// by their precision, never of time: the same search spends the same units everywhere.
package budget

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// ErrSpent is the cause by which the context of a scope ends when its work is spent.
var ErrSpent = errors.New("the budget of work is spent")

// ErrTime is the cause by which a context ends when the time allowed for a search is over.
var ErrTime = errors.New("the time is over")

// Meter counts the work done for one analysis and says when to stop. Scopes nest: each bounds what is spent while it
// is the innermost, and what it spends, its parents spend too. A nil *Meter is no bound at all. Spend and Stopped may
// be called from many goroutines, Enter and leave by the one that runs the search.
type Meter struct {
	spent   atomic.Int64
	limit   atomic.Int64 // of the innermost scope
	stopped atomic.Bool

	mu  sync.Mutex
	top *scope
}

// scope is a bound on the work done while it lasts.
type scope struct {
	parent *scope
	ctx    context.Context
	cancel context.CancelCauseFunc
	limit  int64
}

// key finds the Meter of a context, and nameKey what its budget is called where its work or its time is over.
type (
	key     struct{}
	nameKey struct{}
)

// Of returns the Meter whose scope ctx is of, nil if there is none.
func Of(ctx context.Context) *Meter {
	m, _ := ctx.Value(key{}).(*Meter)
	return m
}

const noLimit = int64(^uint64(0) >> 1)

// New returns the context of a new Meter (Of) that allows so many units. After release the Meter counts on, but bounds
// nothing.
func New(ctx context.Context, units int64) (inner context.Context, release func()) {
	m := new(Meter)
	m.limit.Store(noLimit)
	return m.Enter(ctx, units)
}

// Enter opens a scope of at most the given number of units, fewer if less is left of the scope around it, and returns
// its context, which ends with ctx, or with cause ErrSpent when the units are spent. leave closes the scope; scopes are
// left in the reverse order. On a nil Meter the context is ctx.
func (m *Meter) Enter(ctx context.Context, units int64) (inner context.Context, leave func()) {
	if m == nil {
		return ctx, func() {}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &scope{parent: m.top, limit: m.limit.Load()}
	if at := m.spent.Load() + units; at > 0 && at < s.limit {
		s.limit = at
	}
	inner, s.cancel = context.WithCancelCause(context.WithValue(ctx, key{}, m))
	s.ctx = bounded{inner}
	m.top = s
	m.limit.Store(s.limit)
	m.check(s)
	stop := context.AfterFunc(s.ctx, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.top == s {
			m.stopped.Store(true)
		}
	})
	return s.ctx, func() { stop(); m.leave(s) }
}

// check updates stopped for the innermost scope s.
func (m *Meter) check(s *scope) {
	if m.spent.Load() > s.limit {
		s.cancel(ErrSpent)
	}
	m.stopped.Store(s.ctx.Err() != nil)
}

func (m *Meter) leave(s *scope) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.top != s {
		panic("budget: scopes are left in the reverse order")
	}
	s.cancel(context.Canceled)
	if s.parent == nil {
		m.top = nil
		m.limit.Store(noLimit)
		m.stopped.Store(false)
		return
	}
	if m.spent.Load() > s.limit { // by how much depends on what ran at once
		m.spent.Store(s.limit)
	}
	m.top = s.parent
	m.limit.Store(s.parent.limit)
	m.check(s.parent)
}

// Spend counts n units and reports whether work may go on.
func (m *Meter) Spend(n int64) bool {
	if m == nil {
		return true
	}
	if m.spent.Add(n) > m.limit.Load() && !m.stopped.Load() {
		m.mu.Lock()
		if m.top != nil {
			m.check(m.top)
		}
		m.mu.Unlock()
	}
	return !m.stopped.Load()
}

// Stopped reports whether the innermost scope is spent, or its context done.
func (m *Meter) Stopped() bool { return m != nil && m.stopped.Load() }

// Spent returns the units spent so far.
func (m *Meter) Spent() int64 {
	if m == nil {
		return 0
	}
	return m.spent.Load()
}

// Err returns nil while work may go on, then the error of the context: that the work is spent, its time over, or what its
// caller ended it by.
func (m *Meter) Err() error {
	if !m.Stopped() {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.top == nil {
		return nil
	}
	return m.top.ctx.Err()
}

// Named returns a context for which the errors of scopes and bounds of time below it name the budget that they are of.
func Named(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, nameKey{}, name)
}

// bounded is a context that ends by its work or its time: its error says which, and of what budget (Named), where that of
// context says that somebody cancelled.
type bounded struct{ context.Context }

func (b bounded) Err() error {
	err := b.Context.Err()
	if err == nil || !Over(b.Context) {
		return err
	}
	return over(b.Context, "")
}

// over is the error of a context whose work or time is over.
func over(ctx context.Context, name string) *overError {
	if name == "" {
		name, _ = ctx.Value(nameKey{}).(string)
	}
	return &overError{context.Cause(ctx), ctx.Err(), name}
}

// overError is the error of a bounded context: it is cause, ErrSpent or ErrTime, and the error of package context too.
type overError struct {
	cause, err error
	name       string
}

func (e *overError) Error() string {
	if e.name == "" {
		return e.cause.Error()
	}
	return fmt.Sprintf("%v (%s)", e.cause, e.name)
}

func (e *overError) Unwrap() []error { return []error{e.cause, e.err} }

// Over reports whether ctx ended because its work is spent or its time over, and not by the caller.
func Over(ctx context.Context) bool {
	cause := context.Cause(ctx)
	return errors.Is(cause, ErrSpent) || errors.Is(cause, ErrTime)
}

// Why says in a sentence why a search with this context ended early: by its budget or its caller. Where name is "", the
// budget is called as the context says (Named).
func Why(ctx context.Context, name string) string {
	if Over(ctx) {
		return over(ctx, name).Error()
	}
	return fmt.Sprintf("stopped: %v", context.Cause(ctx))
}

// Arithmetic is the cost of a sum or product at prec bits.
func Arithmetic(prec uint) int64 {
	w := int64(prec)/64 + 1
	return 1 + w*w/128
}

// Function is the cost of an elementary function at prec bits.
func Function(prec uint) int64 {
	w := int64(prec)/64 + 1
	return 12 + w*w
}

// Special is the cost of a Bessel function or the like at prec bits.
func Special(prec uint) int64 {
	w := int64(prec)/64 + 1
	return 400 + 100*w*w
}
