package serve

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// One visitor asks for much; another waits for one turn only.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, 10, 5)
		leave, err := q.enter(t.Context(), "a")
		require.NoError(t, err)
		var mu sync.Mutex
		var order []string
		enter := func(who string) {
			go func() {
				leave, err := q.enter(t.Context(), who)
				assert.NoError(t, err)
				mu.Lock()
				order = append(order, who)
				mu.Unlock()
				leave()
				leave() // twice is once
			}()
			synctest.Wait()
		}
		for range 3 {
			enter("a")
		}
		enter("b")
		leave()
		synctest.Wait()
		assert.Equal(t, []string{"a", "b", "a", "a"}, order)
		assert.Equal(t, 1, q.free)
		assert.Empty(t, q.waiting)
		assert.Empty(t, q.turn)
	})
}

func TestFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, 3, 2)
		leave, err := q.enter(t.Context(), "a")
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		for range 2 {
			go func() { _, err := q.enter(ctx, "a"); assert.ErrorIs(t, err, context.Canceled) }()
		}
		synctest.Wait()
		_, err = q.enter(t.Context(), "a")
		assert.ErrorIs(t, err, errFull, "a waits twice already")
		go func() { _, err := q.enter(ctx, "b"); assert.ErrorIs(t, err, context.Canceled) }()
		synctest.Wait()
		_, err = q.enter(t.Context(), "c")
		assert.ErrorIs(t, err, errFull, "three wait")
		cancel()
		synctest.Wait()
		assert.Zero(t, q.total)
		assert.Empty(t, q.turn)
		leave()
		assert.Equal(t, 1, q.free)
	})
}

// Whatever gives up when, no place is lost and none is given twice.
func TestPlaces(t *testing.T) {
	q := newQueue(3, 50, 50)
	var inside, most atomic.Int32
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%7)*100*time.Microsecond)
			defer cancel()
			leave, err := q.enter(ctx, string(rune('a'+i%5)))
			if err != nil {
				return
			}
			n := inside.Add(1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			time.Sleep(50 * time.Microsecond)
			inside.Add(-1)
			leave()
		})
	}
	wg.Wait()
	assert.LessOrEqual(t, most.Load(), int32(3))
	assert.Equal(t, 3, q.free)
	assert.Zero(t, q.total)
}

func TestCache(t *testing.T) {
	c := newCache(4 * (overhead + 101))
	for _, k := range []string{"a", "b", "c", "d"} {
		c.put(&answer{key: k, body: make([]byte, 100)})
	}
	_, ok := c.get("a")
	assert.True(t, ok)
	c.put(&answer{key: "e", body: make([]byte, 100)})
	_, ok = c.get("b")
	assert.False(t, ok, "b was asked for longest ago")
	_, ok = c.get("a")
	assert.True(t, ok)
	c.put(&answer{key: "long", body: make([]byte, 2000)})
	_, ok = c.get("long")
	assert.False(t, ok)
	assert.Len(t, c.at, c.order.Len())
}
