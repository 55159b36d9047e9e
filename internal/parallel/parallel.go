// Package parallel hands indices to goroutines, as many at a time as there are processors.
package parallel

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// For calls do(0) … do(n−1), each once, and returns when all have returned. They begin in this order. If one of them
// panics, no further call begins, and For panics once the others have returned.
func For(n int, do func(i int)) {
	var next atomic.Int64
	var caught Catcher
	run := func() {
		caught.Do(func() {
			for i := int(next.Add(1)) - 1; i < n && !caught.any(); i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) - 1 {
		wait.Go(run)
	}
	run()
	wait.Wait()
	caught.Rethrow()
}

// A Catcher carries a panic from the goroutines that work for a caller to that caller, who may recover from it: a
// panic that ends a goroutine ends the program, and a server with it. The zero value is ready for use.
type Catcher struct{ first atomic.Pointer[Panic] }

// A Panic is the value with which a caller panics for a goroutine that worked for it.
type Panic struct {
	Value any    // what the goroutine panicked with
	Stack string // its stack
}

// Error returns the value and the stack of the goroutine.
func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// ErrPanicked stands for the error of work that ended in a panic, until its caller rethrows that.
var ErrPanicked = errors.New("a goroutine panicked")

// Try calls f as Do does and returns its error, ErrPanicked if it panics.
func (c *Catcher) Try(f func() error) error {
	err := ErrPanicked
	c.Do(func() { err = f() })
	return err
}

// Do calls f and catches its panic. The first one is kept.
func (c *Catcher) Do(f func()) {
	defer func() {
		if v := recover(); v != nil {
			p, is := v.(*Panic) // of a call within a call
			if !is {
				p = &Panic{v, string(debug.Stack())}
			}
			c.first.CompareAndSwap(nil, p)
		}
	}()
	f()
}

func (c *Catcher) any() bool { return c.first.Load() != nil }

// Rethrow panics with the *Panic that was caught, if there was one.
func (c *Catcher) Rethrow() {
	if p := c.first.Load(); p != nil {
		panic(p)
	}
}

// Blocks calls do(lo, hi) for the blocks of size indices of [0, n), the last of which may be smaller, as [For] does.
func Blocks(n, size int, do func(lo, hi int)) {
	For((n+size-1)/size, func(b int) { do(b*size, min(n, (b+1)*size)) })
}

// Try is [For] for calls that may fail. It returns the error of the least i that has one, the same for any
// number of processors, and that of ctx, if it is done, where none has. After either, no further call begins.
func Try(ctx context.Context, n int, do func(i int) error) error {
	var mu sync.Mutex
	var first error
	var failed atomic.Int64 // the index of the first error
	failed.Store(math.MaxInt64)
	For(n, func(i int) {
		// Who came before a call that failed has begun, or is not kept from it.
		if int64(i) > failed.Load() || ctx.Err() != nil {
			return
		}
		if err := do(i); err != nil {
			mu.Lock()
			defer mu.Unlock()
			if int64(i) < failed.Load() {
				first = err
				failed.Store(int64(i))
			}
		}
	})
	if first != nil {
		return first
	}
	return ctx.Err()
}
