package serve

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"
	"time"
)

// errMemory is why work is ended that alone takes more memory than the server gives.
var errMemory = errors.New("this takes more memory than the server allows; the command 'krein' has no such limit")

// errYield is why work is stopped that has to begin again when there is more memory.
var errYield = errors.New("this waits for memory")

// memory holds what the process has of it to a limit. While there is more, the work that began last is stopped, and begins
// again when there is less; so the first comes to its end. Work that takes too much alone is ended. Commands run in this
// process, where nobody knows what each of them has.
type memory struct {
	limit uint64
	used  func() uint64
	clean func() // frees what nobody uses any more

	mu    sync.Mutex
	works []*tenant // in the order in which they began
	timer *time.Timer
}

// tenant is work that has memory.
type tenant struct {
	stop  context.CancelCauseFunc
	since time.Time // when it was stopped; zero if it was not
}

const (
	baseMemory   = 128 << 20 // of the program, answers that are kept, and certificates that come in
	workerMemory = 512 << 20 // default

	memoryTick = 10 * time.Millisecond // between looks at the memory
	stopTime   = time.Second           // that work which was stopped may take to end, before other work is stopped
)

func newMemory(limit uint64) *memory {
	return &memory{limit: limit, used: heapInUse, clean: runtime.GC}
}

// heapInUse is what the heap has, garbage that was not collected yet included.
func heapInUse() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// collect has the collector keep the whole process below the limit as long as that is possible, and returns what undoes that.
func (m *memory) collect() (undo func()) {
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, int64(m.limit)))
	return func() { debug.SetMemoryLimit(before) }
}

// begin counts work, which stop stops.
func (m *memory) begin(stop context.CancelCauseFunc) *tenant {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := &tenant{stop: stop}
	m.works = append(m.works, t)
	if m.timer == nil {
		m.timer = time.AfterFunc(memoryTick, m.look)
	}
	return t
}

// end says that work has ended.
func (m *memory) end(t *tenant) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.works = slices.DeleteFunc(m.works, func(o *tenant) bool { return o == t })
}

// look stops work if there is too little memory, and looks again later as long as there is work.
func (m *memory) look() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.works) == 0 {
		m.timer = nil
		return
	}
	defer func() { m.timer = time.AfterFunc(memoryTick, m.look) }()
	if m.used() <= m.limit {
		return
	}
	if m.clean(); m.used() <= m.limit {
		return
	}
	now, going := time.Now(), 0
	for _, t := range m.works {
		switch {
		case t.since.IsZero():
			going++
		case now.Sub(t.since) < stopTime:
			return // it gives its memory back in a moment
		}
	}
	for _, t := range slices.Backward(m.works) {
		if !t.since.IsZero() {
			continue
		}
		t.since = now
		if going == 1 && len(m.works) == 1 {
			t.stop(errMemory)
		} else {
			t.stop(errYield)
		}
		return
	}
}

// room waits until work may begin: no more than most is in use, or nothing else works.
func (m *memory) room(ctx context.Context, most uint64) error {
	for {
		m.mu.Lock()
		free := len(m.works) == 0 || m.used() <= most
		m.mu.Unlock()
		if free {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * memoryTick):
		}
	}
}
