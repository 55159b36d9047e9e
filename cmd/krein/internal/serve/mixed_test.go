package serve

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// machine has four processors, which those who work share alike, in a time of its own.
type machine struct {
	mu      sync.Mutex
	working int
	used    time.Duration
}

const machineTick = 5 * time.Millisecond

// run is a command that takes the seconds of a processor that stand before its formula's first space.
func (m *machine) run(ctx context.Context, args []string, _ io.Reader, stdout, _ io.Writer) int {
	first, _, _ := strings.Cut(args[len(args)-1], " ")
	seconds, err := strconv.ParseFloat(first, 64)
	if err != nil {
		panic(err)
	}
	m.add(1)
	defer m.add(-1)
	for rest := time.Duration(seconds * float64(time.Second)); rest > 0; {
		select {
		case <-ctx.Done():
			return 2
		case <-time.After(machineTick):
			rest -= m.tick()
		}
	}
	fmt.Fprintln(stdout, "{}")
	return 0
}

func (m *machine) add(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.working += n
}

func (m *machine) tick() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	had := machineTick * 4 / time.Duration(max(4, m.working))
	m.used += had
	return had
}

func (m *machine) time() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used
}

// The seconds that formulas of TestServeLoad take, and two that are worse.
var (
	cheapSeconds   = []float64{.02, .9, .3, .2, .4}
	hostileSeconds = []float64{.01, 3, .7, .1, .2, 11, 100}
)

// took are the times of answers, by what was asked.
type took map[string][]time.Duration

func (t took) at(what string, share float64) time.Duration {
	slices.Sort(t[what])
	if len(t[what]) == 0 {
		return 0
	}
	return t[what][int(float64(len(t[what])-1)*share)].Round(time.Millisecond)
}

// mixed has 64 clients ask for a minute as in TestServeLoad, and one more, who asks for what is
// cheap and new.
func mixed(t *testing.T, address func(i int) string) (times took, status map[string]int) {
	t.Helper()
	times, status = took{}, map[string]int{}
	synctest.Test(t, func(t *testing.T) {
		m := &machine{}
		s := New(m.run, Settings{Workers: 4})
		s.lanes.clock.used = m.time
		var mu sync.Mutex
		ask := func(i int, what, formula string) {
			r := newRequest(t.Context(), http.MethodGet,
				at("/api/v1/certify", "formula", formula, "dim", "3"), nil)
			r.RemoteAddr = address(i) + ":1"
			w := httptest.NewRecorder()
			start := time.Now()
			s.ServeHTTP(w, r)
			mu.Lock()
			status[fmt.Sprint(what, " ", w.Code)]++
			if w.Code == http.StatusOK {
				times[what] = append(times[what], time.Since(start))
			}
			mu.Unlock()
			if w.Code == http.StatusTooManyRequests {
				time.Sleep(200 * time.Millisecond)
			}
		}
		var wg sync.WaitGroup
		end := time.Now().Add(time.Minute)
		for i := range 64 {
			wg.Go(func() {
				for n := i; time.Now().Before(end); n++ {
					cost := cheapSeconds[n%5]
					switch {
					case n%8 == 0:
						cost = hostileSeconds[n/8%len(hostileSeconds)]
						ask(i, fmt.Sprint("hostile ", cost), fmt.Sprint(cost, " ", -n))
					case n%3 == 0:
						ask(i, "cheap", fmt.Sprint(cost, " new ", n))
					default:
						ask(i, "cheap", fmt.Sprint(cost, " ", n%40))
					}
					time.Sleep(2 * time.Millisecond)
				}
			})
		}
		wg.Go(func() {
			for n := 0; time.Now().Before(end); n++ {
				ask(64, "probe", fmt.Sprint(cheapSeconds[n%5], " probe ", n))
				time.Sleep(200 * time.Millisecond)
			}
		})
		wg.Wait()
		assert.Empty(t, s.flights.at)
		for _, q := range s.lanes.queues {
			assert.Equal(t, q.places, q.free)
			assert.Empty(t, q.visitors)
		}
	})
	for _, what := range slices.Sorted(maps.Keys(times)) {
		t.Logf("%s: %d answers, median %v, p90 %v, p99 %v, longest %v", what, len(times[what]),
			times.at(what, .5), times.at(what, .9), times.at(what, .99), times.at(what, 1))
	}
	t.Log(status)
	return times, status
}

// What is cheap does not wait for what is not: of another visitor, and of the same one. And what
// takes long is done too.
func TestMixedAddresses(t *testing.T) {
	times, status := mixed(t, func(i int) string { return fmt.Sprintf("192.0.2.%d", i) })
	assert.Zero(t, status["probe 429"])
	assert.Greater(t, status["probe 200"], 80, "a newcomer does not wait")
	assert.Less(t, times.at("probe", .9), time.Second)
	assert.Less(t, times.at("probe", .5), 400*time.Millisecond)
	assert.Zero(t, status["cheap 429"])
	assert.Less(t, times.at("cheap", .9), time.Second)
	assert.Less(t, times.at("cheap", 1), 12*time.Second)
	assert.Positive(t, status["hostile 11 200"])
}

func TestMixedOneAddress(t *testing.T) {
	times, status := mixed(t, func(int) string { return "192.0.2.1" })
	// Which of those who ask at one instant is first is chance: in 31 runs answers were 2.1 to 11 times as many as refusals.
	assert.Greater(t, status["cheap 200"], status["cheap 429"])
	assert.Less(t, times.at("cheap", .9), 2*time.Second)
	assert.Less(t, times.at("cheap", .99), 3*time.Second)
	assert.Less(t, times.at("cheap", 1), 8*time.Second)
	assert.Greater(t, status["probe 200"], 30)
	assert.Less(t, times.at("probe", 1), 6*time.Second)
	assert.Positive(t, status["hostile 11 200"])
}
