package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
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

// 64 clients with cheap and hostile formulas for a minute: no status but 200, 422, 429 and 503, and memory does not grow.
func TestServeLoad(t *testing.T) {
	if !testlong.Enabled() {
		t.Skip("takes a minute; -long")
	}
	server := httptest.NewServer(serve.New(run, serve.Settings{Time: 10 * time.Second}))
	defer server.Close()
	cheap := []string{"exp(-z)", "matern(5/3)", "triangle", "exp(-z^2/2) - exp(-z^2/200)", "ntk"}
	hostile := []string{strings.Repeat("abs(", 60) + "z-1" + strings.Repeat(")", 60), strings.Repeat("cos(z)*", 15) + "exp(-z)",
		"exp(-z^(2-10^-30))", "max(" + strings.Repeat("cos(z),", 40) + "0)", "(1+z)^(-1000000)", "bessel(1000)"}
	end := time.Now().Add(time.Minute)
	var mu sync.Mutex
	status := map[int]int{}
	var times []time.Duration
	var heaps []float64
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() {
			client := &http.Client{Timeout: time.Minute}
			for n := i; time.Now().Before(end); n++ {
				formula, d := cheap[n%len(cheap)], 1+n%40
				bad := n%8 == 0
				if bad {
					formula = hostile[n/8%len(hostile)] + fmt.Sprintf("*%d", n) // never asked before
				} else if n%3 == 0 {
					formula = fmt.Sprintf("%d*%s", n, formula)
				}
				start := time.Now()
				r, err := client.Get(server.URL + "/api/v1/certify?" + url.Values{"formula": {formula}, "dim": {fmt.Sprint(d)}}.Encode())
				if !assert.NoError(t, err) {
					return
				}
				_, err = io.Copy(io.Discard, r.Body)
				assert.NoError(t, err)
				assert.NoError(t, r.Body.Close())
				mu.Lock()
				status[r.StatusCode]++
				if !bad && r.StatusCode == http.StatusOK {
					times = append(times, time.Since(start))
				}
				mu.Unlock()
				if r.StatusCode == http.StatusTooManyRequests {
					time.Sleep(200 * time.Millisecond)
				}
			}
		})
	}
	for time.Now().Before(end) {
		time.Sleep(5 * time.Second)
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		heaps = append(heaps, float64(m.HeapInuse)/1e6)
	}
	wg.Wait()
	for code := range status {
		assert.Contains(t, []int{200, 422, 429, 503}, code)
	}
	require.NotEmpty(t, times)
	slices.Sort(times)
	t.Logf("status %v; cheap: %d answers, median %v, p99 %v; heap in MB every 5 s: %.0f", status, len(times), times[len(times)/2], times[len(times)*99/100], heaps)
	assert.Less(t, slices.Max(heaps), 1500.0)
	assert.Less(t, heaps[len(heaps)-1], 2*math.Max(slices.Min(heaps[1:]), 300), "memory is flat")
}
