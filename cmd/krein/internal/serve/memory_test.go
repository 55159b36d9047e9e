package serve

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// tank is memory that commands take and give back: each takes as many MiB as its formula says, one every 10 ms, and keeps
// all for a second.
type tank struct {
	mu         sync.Mutex
	used, most uint64
}

func (k *tank) add(n int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.used += uint64(n)
	k.most = max(k.most, k.used)
}

func (k *tank) now() uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.used
}

func (k *tank) run(ctx context.Context, args []string, _ io.Reader, stdout, _ io.Writer) int {
	var want, had int64
	if _, err := fmt.Sscanf(args[len(args)-1], "%d", &want); err != nil {
		return 2
	}
	defer func() { k.add(-had << 20) }()
	for wait := 10 * time.Millisecond; ; {
		if had < want {
			had++
			k.add(1 << 20)
		} else if had == want {
			wait, had = time.Second, had+1
			k.add(1 << 20)
		} else {
			fmt.Fprintln(stdout, "{}")
			return 0
		}
		select {
		case <-ctx.Done():
			time.Sleep(30 * time.Millisecond) // until it is noticed
			return 2
		case <-time.After(wait):
		}
	}
}

// Memory is held to the limit: what began last begins again when there is more, all that have room alone get an answer, who
// has not gets an error, and what needs little is answered meanwhile.
func TestMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := &tank{}
		s := New(k.run, Settings{Workers: 4, Memory: 64 << 20, Time: 10 * time.Minute, Each: 100})
		const limit = baseMemory + 4*64<<20
		s.memory.used, s.memory.clean = k.now, func() {}
		s.lanes.clock.used = idle
		var wg sync.WaitGroup
		ask := func(mib, i int, want int) {
			wg.Go(func() {
				r := newRequest(t.Context(), http.MethodGet, at("/api/v1/certify", "formula", fmt.Sprintf("%d*%d", mib, i),
					"dim", "3"), nil)
				r.RemoteAddr = fmt.Sprintf("10.0.0.%d:1", i)
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				assert.Equal(t, want, w.Code, "%d MiB: %s", mib, w.Body)
			})
		}
		for i := range 20 {
			ask(200, i, http.StatusOK)
			ask(1, 100+i, http.StatusOK)
		}
		ask(1000, 200, http.StatusServiceUnavailable)
		ask(390, 201, http.StatusServiceUnavailable) // 1 MiB above the limit
		ask(380, 202, http.StatusOK)
		wg.Wait()
		assert.Less(t, k.most, uint64(limit+32<<20), "what comes in between two looks, and until a command has noticed")
		assert.Greater(t, k.most, uint64(limit*3/4))
		assert.Zero(t, k.now())
		time.Sleep(time.Second)
		assert.False(t, s.memory.looks(), "nobody looks at the memory of nobody")
	})
}

// looks reports whether m looks at its memory again.
func (m *memory) looks() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.timer != nil
}

// Work that takes no notice of being stopped does not have all other work stopped with it at once.
func TestMemoryStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		used := uint64(0) // it and why are read and written while m is locked
		m := &memory{limit: 100, used: func() uint64 { return used }, clean: func() {}}
		var why []string
		stop := func(name string) context.CancelCauseFunc {
			return func(err error) { why = append(why, fmt.Sprint(name, " ", err == errYield)) }
		}
		stopped := func(want ...string) {
			t.Helper()
			m.mu.Lock()
			defer m.mu.Unlock()
			assert.Equal(t, want, why)
		}
		a := m.begin(stop("a"))
		b := m.begin(stop("b"))
		c := m.begin(stop("c"))
		m.mu.Lock()
		used = 101
		m.mu.Unlock()
		time.Sleep(stopTime / 2)
		stopped("c true")
		time.Sleep(stopTime)
		stopped("c true", "b true")
		m.end(c)
		m.end(b)
		time.Sleep(stopTime / 2)
		stopped("c true", "b true", "a false")
		m.end(a)
		time.Sleep(stopTime)
		assert.False(t, m.looks())
	})
}
