package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/serve"
	"krein/internal/testlong"
)

// The server stops when it is told to, at once, whatever it is doing.
func TestServeStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- serve.New(run, serve.Settings{}).Serve(ctx, l) }()
	response, err := http.Get("http://" + l.Addr().String() + "/api/v1/openapi.json")
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	cancel()
	require.NoError(t, <-done)
	code, _, stderr := krein(t, "", "serve", "--address", "nowhere:x")
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, stderr, "--address")
}

// answered is what a client got.
type answered struct {
	status  int
	hostile bool
	took    time.Duration
}

// client asks from its address until end: an eighth of the formulas are hostile and were never asked
// before, a third of the others too.
func client(t *testing.T, address string, from net.Addr, i int, end time.Time) (got []answered) {
	cheap := []string{"exp(-z)", "matern(5/3)", "triangle", "exp(-z^2/2) - exp(-z^2/200)", "ntk"}
	hostile := []string{
		strings.Repeat("abs(", 60) + "z-1" + strings.Repeat(")", 60), strings.Repeat("cos(z)*", 15) + "exp(-z)",
		"exp(-z^(2-10^-30))", "max(" + strings.Repeat("cos(z),", 40) + "0)", "(1+z)^(-1000000)", "bessel(1000)",
	}
	c := &http.Client{Timeout: 3 * time.Minute, Transport: &http.Transport{
		DialContext: (&net.Dialer{LocalAddr: from}).DialContext}}
	defer c.CloseIdleConnections()
	for n := i; time.Now().Before(end); n++ {
		formula, d := cheap[n%len(cheap)], 1+n%40
		a := answered{hostile: n%8 == 0}
		if a.hostile {
			formula = hostile[n/8%len(hostile)] + fmt.Sprintf("*%d", n)
		} else if n%3 == 0 {
			formula = fmt.Sprintf("%d*%s", n, formula)
		}
		start := time.Now()
		r, err := c.Get(address + "/api/v1/certify?" + url.Values{"formula": {formula}, "dim": {fmt.Sprint(d)}}.Encode())
		if !assert.NoError(t, err) {
			return got
		}
		_, err = io.Copy(io.Discard, r.Body)
		assert.NoError(t, err)
		assert.NoError(t, r.Body.Close())
		a.status, a.took = r.StatusCode, time.Since(start)
		got = append(got, a)
		if r.StatusCode == http.StatusTooManyRequests {
			assert.Equal(t, "2", r.Header.Get("Retry-After"))
			time.Sleep(200 * time.Millisecond)
		}
	}
	return got
}

// 64 clients with cheap and hostile formulas for a minute: no error but 429 (and 422 for hostile formulas that have no
// answer), memory does not grow, and nothing is left when they are gone.
func TestServeLoad(t *testing.T) {
	if !testlong.Enabled() {
		t.Skip("takes two minutes; -long")
	}
	t.Run("addresses", func(t *testing.T) {
		load(t, func(i int) net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(i+1))} })
	})
	t.Run("one address", func(t *testing.T) { load(t, func(int) net.Addr { return nil }) })
}

// Forty requests of eleven bytes, each of which takes hundreds of MiB, do not take more than the limit, and what a command
// takes between two looks.
func TestServeMemory(t *testing.T) {
	if !testlong.Enabled() {
		t.Skip("takes a minute; -long")
	}
	const each, between = 256 << 20, 768 << 20
	s := serve.New(run, serve.Settings{Workers: 2, Memory: each})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	var wg sync.WaitGroup
	var left atomic.Int64
	left.Store(40)
	for i := range 40 {
		wg.Go(func() {
			defer left.Add(-1)
			r, err := http.Get("http://" + l.Addr().String() + "/api/v1/certify?" +
				url.Values{"formula": {"erf(1e20*z)"}, "dim": {fmt.Sprint(i + 1)}}.Encode())
			if assert.NoError(t, err) {
				assert.Contains(t, []int{200, 429, 503}, r.StatusCode)
				assert.NoError(t, r.Body.Close())
			}
		})
	}
	most := uint64(0)
	for left.Load() > 0 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapInuse)
		time.Sleep(5 * time.Millisecond)
	}
	wg.Wait()
	cancel()
	require.NoError(t, <-done)
	t.Logf("heap at most %d MiB", most>>20)
	assert.Less(t, most, uint64(128<<20+2*each+between))
}

// load has clients with addresses of their own.
func load(t *testing.T, from func(i int) net.Addr) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- serve.New(run, serve.Settings{}).Serve(ctx, l) }()
	end := time.Now().Add(time.Minute)
	var mu sync.Mutex
	var all []answered
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() {
			got := client(t, "http://"+l.Addr().String(), from(i), i, end)
			mu.Lock()
			defer mu.Unlock()
			all = append(all, got...)
		})
	}
	var heaps []float64
	for time.Now().Before(end) {
		time.Sleep(2 * time.Second)
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		heaps = append(heaps, float64(m.HeapInuse)/1e6)
	}
	wg.Wait()
	cancel()
	require.NoError(t, <-done)
	status, worst := map[int]int{}, time.Duration(0)
	var times []time.Duration
	for _, a := range all {
		status[a.status]++
		if !a.hostile && a.status == http.StatusOK {
			times = append(times, a.took)
		}
		worst = max(worst, a.took)
		assert.Contains(t, []int{200, 429, 422}, a.status)
		assert.False(t, !a.hostile && a.status == 422)
	}
	require.NotEmpty(t, times)
	slices.Sort(times)
	at := func(share float64) time.Duration {
		return times[int(float64(len(times)-1)*share)].Round(time.Millisecond)
	}
	t.Logf("%d answers, by status %v; cheap: %d, median %v, p90 %v, p99 %v, longest %v; longest of all %v; "+
		"heap in MB every 2 s: %.0f",
		len(all), status, len(times), at(.5), at(.9), at(.99), at(1), worst.Round(time.Millisecond), heaps)
	half := len(heaps) / 2
	assert.Less(t, slices.Max(heaps[half:]), 1.5*slices.Max(heaps[:half]), "memory is flat")
	assert.Less(t, slices.Max(heaps), 1500.0)
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+5 }, 10*time.Second, 100*time.Millisecond,
		"nothing goes on")
}
