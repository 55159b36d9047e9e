package serve

import (
	"context"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// One visitor asks for much; another waits for one turn only, whenever it comes.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(bounds{places: 1, hold: 1, room: 10, each: 5}, newLedger())
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
		time.Sleep(time.Second) // of work for a
		leave()
		synctest.Wait()
		assert.Equal(t, []string{"b", "a", "a", "a"}, order)
		assert.Equal(t, 1, q.free)
		assert.Empty(t, q.visitors)
		assert.Empty(t, q.turn)
	})
}

func TestFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(bounds{places: 1, hold: 1, room: 2, each: 1}, newLedger())
		leave, err := q.enter(t.Context(), "a")
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { _, err := q.enter(ctx, "a"); assert.ErrorIs(t, err, context.Canceled) }()
		synctest.Wait()
		_, err = q.enter(t.Context(), "a")
		assert.ErrorIs(t, err, errFull, "a waits already")
		go func() { _, err := q.enter(ctx, "b"); assert.ErrorIs(t, err, context.Canceled) }()
		synctest.Wait()
		_, err = q.enter(t.Context(), "c")
		assert.ErrorIs(t, err, errFull, "two wait, nobody has two more")
		cancel()
		synctest.Wait()
		assert.Zero(t, q.waiting)
		assert.Empty(t, q.turn)
		leave()
		assert.Equal(t, 1, q.free)
	})
}

// Nobody has all places; and who has most of the full room to wait in gives way to who has none.
func TestStarving(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(bounds{places: 3, hold: 2, room: 4, each: 4}, newLedger())
		var leaves []func()
		for range 2 {
			leave, err := q.enter(t.Context(), "greedy")
			require.NoError(t, err)
			leaves = append(leaves, leave)
		}
		away := 0
		for range 4 {
			go func() {
				leave, err := q.enter(t.Context(), "greedy")
				if err != nil {
					assert.ErrorIs(t, err, errFull)
					away++
					return
				}
				leave()
			}()
			synctest.Wait()
		}
		assert.Equal(t, 1, q.free)
		leave, err := q.enter(t.Context(), "modest")
		require.NoError(t, err, "a place is kept")
		for _, who := range []string{"b", "c"} { // the room is full of one visitor's requests
			go func() {
				leave, err := q.enter(t.Context(), who)
				assert.NoError(t, err)
				leave()
			}()
			synctest.Wait()
		}
		assert.Equal(t, 2, away)
		assert.Equal(t, 4, q.waiting)
		_, err = q.enter(t.Context(), "greedy")
		assert.ErrorIs(t, err, errFull, "nobody has two more")
		leaves[0]()
		synctest.Wait()
		assert.Empty(t, q.turn, "all of them came and went")
		leave()
		leaves[1]()
		assert.Equal(t, 3, q.free)
		assert.Empty(t, q.visitors)
	})
}

// Whatever gives up when, no place is lost and none is given twice.
func TestPlaces(t *testing.T) {
	q := newQueue(bounds{places: 3, hold: 2, room: 50, each: 50}, newLedger())
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
	assert.Empty(t, q.visitors)
	assert.Zero(t, q.waiting)
}

// A place goes to who has had the least work of late; but who has waited for as long as it has
// worked is not overtaken by who comes then.
func TestLeastWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(bounds{places: 1, hold: 1, room: 10, each: 5}, newLedger())
		var order []string
		work := func(who string, d time.Duration) {
			go func() {
				leave, err := q.enter(t.Context(), who)
				assert.NoError(t, err)
				order = append(order, who)
				time.Sleep(d)
				leave()
			}()
			synctest.Wait()
		}
		work("much", 9*time.Second)
		pass(10 * time.Second)
		work("little", 1*time.Second)
		pass(2 * time.Second)
		work("other", 3*time.Second)
		work("much", time.Second)
		work("little", time.Second)
		work("nothing", time.Second)
		pass(time.Minute)
		assert.Equal(t, []string{"much", "little", "other", "nothing", "little", "much"}, order)

		order = nil
		assert.Less(t, q.ledger.of("much"), 2.)
		work("other", 10*time.Second)
		work("much", time.Second)
		pass(9 * time.Second)
		work("nothing", time.Second)
		pass(time.Minute)
		assert.Equal(t, []string{"other", "much", "nothing"}, order)
	})
}

// The ledger forgets half in every halfLife, and does not grow for ever.
func TestLedger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLedger()
		l.turn("a", 2)
		time.Sleep(time.Second)
		assert.InDelta(t, 2, l.of("a"), .05)
		l.turn("a", -2)
		one := l.of("a")
		time.Sleep(halfLife)
		assert.InDelta(t, one/2, l.of("a"), 1e-9)
		assert.Zero(t, l.of("b"))
		l.turn("a", 1)
		time.Sleep(time.Hour)
		assert.InDelta(t, halfLife.Seconds()/math.Ln2, l.of("a"), 1e-9, "there is no more")
		for i := range 3 * mostAccounts {
			l.turn(fmt.Sprint(i), 1)
			time.Sleep(20 * time.Millisecond)
			l.turn(fmt.Sprint(i), -1)
		}
		assert.LessOrEqual(t, len(l.accounts), mostAccounts)
		assert.Positive(t, l.of("a"), "who works is not forgotten")
		assert.Positive(t, l.of(fmt.Sprint(3*mostAccounts-1)))
	})
}

func TestCache(t *testing.T) {
	c := newCache(4 * (overhead + 101))
	put := func(key string, bytes int) { c.put(&answer{key: key, body: make([]byte, bytes)}) }
	has := func() (keys []string) {
		for e := c.order.Front(); e != nil; e = e.Next() {
			keys = append(keys, e.Value.(*answer).key)
		}
		held := 0
		for _, k := range keys {
			held += c.at[k].Value.(*answer).size()
		}
		assert.Equal(t, held, c.held)
		assert.Len(t, c.at, len(keys))
		return keys
	}
	for _, k := range []string{"a", "b", "c", "d"} {
		put(k, 100)
	}
	assert.Equal(t, []string{"d", "c", "b", "a"}, has())
	a, ok := c.get("a")
	assert.True(t, ok)
	assert.Len(t, a.body, 100)
	put("e", 100)
	assert.Equal(t, []string{"e", "a", "d", "c"}, has(), "b was asked for longest ago")
	_, ok = c.get("b")
	assert.False(t, ok)
	put("long", 101)
	assert.Equal(t, []string{"e", "a", "d", "c"}, has(), "more than a quarter")
	put("d", 1)
	assert.Equal(t, []string{"d", "e", "a", "c"}, has(), "in the place of what it was")
	for i := range 1000 { // full for long, it goes on
		put(string(rune('α'+i)), 50)
		assert.Equal(t, string(rune('α'+i)), has()[0])
	}
}
