package parallel

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// processors runs a test for numbers of them.
func processors(t *testing.T, test func(t *testing.T, n int)) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	for _, n := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(n)
		t.Run(fmt.Sprint(n), func(t *testing.T) { test(t, n) })
	}
}

// Every index comes once, and no more calls run beside each other than there are processors, but that many do.
func TestFor(t *testing.T) {
	processors(t, func(t *testing.T, at int) {
		for _, n := range []int{-1, 0, 1, 2, 50} {
			count := make([]atomic.Int32, max(n, 0))
			var now, most atomic.Int32
			begun := make(chan struct{}, max(n, 1))
			For(n, func(i int) {
				defer now.Add(-1)
				for v, m := now.Add(1), most.Load(); v > m && !most.CompareAndSwap(m, v); m = most.Load() {
				}
				count[i].Add(1)
				begun <- struct{}{}
				for len(begun) < min(at, n) { // wait for each other
					time.Sleep(time.Microsecond)
				}
			})
			for i := range count {
				assert.Equal(t, int32(1), count[i].Load(), i)
			}
			assert.Equal(t, int32(min(at, max(n, 0))), most.Load(), n)
		}
	})
}

// On one processor calls come in the order of their indices.
func TestOrder(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var got []int
	For(9, func(i int) { got = append(got, i) })
	assert.True(t, slices.IsSorted(got), got)
	assert.Len(t, got, 9)
}

// Blocks are disjoint, cover all, and have the size that is asked for but for the last.
func TestBlocks(t *testing.T) {
	processors(t, func(t *testing.T, _ int) {
		for _, n := range []int{0, 1, 9, 10, 11, 64} {
			for _, size := range []int{1, 3, 10, 100} {
				seen := make([]int, n)
				Blocks(n, size, func(lo, hi int) {
					assert.Less(t, lo, hi)
					assert.Zero(t, lo%size)
					assert.True(t, hi == lo+size || hi == n && hi < lo+size, "%d … %d", lo, hi)
					for i := lo; i < hi; i++ {
						seen[i]++
					}
				})
				assert.NotContains(t, seen, 0)
				assert.Equal(t, n, sum(seen))
			}
		}
	})
}

func sum(all []int) (s int) {
	for _, v := range all {
		s += v
	}
	return s
}

// The error is that of the least index, however late it comes, and what had begun before it is done.
func TestTry(t *testing.T) {
	processors(t, func(t *testing.T, at int) {
		var done [50]atomic.Int32
		err := Try(t.Context(), len(done), func(i int) error {
			done[i].Add(1)
			if i == 7 {
				time.Sleep(5 * time.Millisecond)
			}
			if i >= 7 {
				return fmt.Errorf("%d", i)
			}
			return nil
		})
		assert.EqualError(t, err, "7")
		for i := range done {
			if i <= 7 {
				assert.Equal(t, int32(1), done[i].Load(), i)
			}
			assert.LessOrEqual(t, done[i].Load(), int32(1), i)
		}
		if at == 1 {
			assert.Zero(t, done[8].Load(), "calls begin after an error")
		}
		assert.NoError(t, Try(t.Context(), 9, func(int) error { return nil }))
		assert.NoError(t, Try(t.Context(), -1, nil))
	})
}

// The end of a context keeps calls from beginning and is an error, but one of a call comes before it.
func TestTryCancelled(t *testing.T) {
	processors(t, func(t *testing.T, at int) {
		ctx, stop := context.WithCancel(t.Context())
		var calls atomic.Int32
		err := Try(ctx, 1000, func(int) error {
			calls.Add(1)
			stop()
			return nil
		})
		assert.ErrorIs(t, err, context.Canceled)
		assert.LessOrEqual(t, int(calls.Load()), at)
		assert.ErrorIs(t, Try(ctx, 0, nil), context.Canceled)

		ctx, stop = context.WithCancel(t.Context())
		own := errors.New("own")
		assert.Equal(t, own, Try(ctx, 3, func(int) error { stop(); return own }))
	})
}

// A panic comes to the caller, from whichever goroutine it is, after all have returned; no call begins afterwards.
func TestPanics(t *testing.T) {
	processors(t, func(t *testing.T, _ int) {
		var now, calls atomic.Int32
		var outer Catcher
		outer.Do(func() {
			For(1000, func(i int) {
				now.Add(1)
				defer now.Add(-1)
				if calls.Add(1); i == 3 {
					For(2, func(int) { panic("three") })
				}
				time.Sleep(50 * time.Microsecond) // else all may be over before the panic is known
			})
		})
		assert.Zero(t, now.Load(), "calls that run on")
		assert.Less(t, calls.Load(), int32(1000))
		var p *Panic
		func() {
			defer func() { p, _ = recover().(*Panic) }()
			outer.Rethrow()
		}()
		if assert.NotNil(t, p) {
			assert.Equal(t, "three", p.Value)
			assert.Contains(t, p.Error(), "three\n\ngoroutine ")
			assert.Contains(t, p.Stack, "parallel_test.go")
		}
		new(Catcher).Rethrow() // nothing was caught
	})
}

func TestCatcherTry(t *testing.T) {
	var c Catcher
	assert.NoError(t, c.Try(func() error { return nil }))
	assert.ErrorIs(t, c.Try(func() error { return context.Canceled }), context.Canceled)
	c.Rethrow() // there is nothing to
	assert.ErrorIs(t, c.Try(func() error { panic("so") }), ErrPanicked)
	assert.Panics(t, c.Rethrow)
}
