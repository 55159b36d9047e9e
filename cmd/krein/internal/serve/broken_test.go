package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/stationary"
	"krein/internal/parallel"
	"krein/kernel"
)

// logged has the log go into a buffer for a test.
func logged(t *testing.T) *bytes.Buffer {
	var b bytes.Buffer
	log.SetOutput(&b)
	t.Cleanup(func() { log.SetOutput(io.Discard) })
	return &b
}

// What goes wrong in a stream of events after its beginning is an event, the last one, and nothing else is in the stream: a
// panic, here or in a goroutine, an error, the end of the time, of the memory and of the server.
func TestEventsFail(t *testing.T) {
	b := logged(t)
	for _, c := range []struct {
		what, says string
		do         func(ctx context.Context) error
	}{
		{"panic", "mistake in krein", func(context.Context) error { panic("oh") }},
		{"runtime error", "mistake in krein", func(context.Context) error { var p *Server; p.set.Time++; return nil }},
		{"panic of a goroutine", "mistake in krein",
			func(context.Context) error { parallel.For(9, func(int) { panic("oh") }); return nil }},
		{"error", "no reason", func(context.Context) error { return errors.New("no reason") }},
		{"time", "longer than the server allows", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }},
		{"memory", "more memory", func(context.Context) error { return errMemory }},
	} {
		for _, formula := range []string{"exp(-z)", "exp(-z^2)*x1"} {
			synctest.Test(t, func(t *testing.T) {
				s := New(echo, Settings{Workers: 2})
				s.lanes.clock.used = idle
				begin := func(ctx context.Context, st *stream) error {
					if err := st.send("picture", map[string]any{"html": ""}); err != nil {
						return err
					}
					return c.do(ctx)
				}
				s.live.kernel = func(ctx context.Context, st *stream, _ *kernel.Kernel, _ int, _ string) error { return begin(ctx, st) }
				s.live.delta = func(ctx context.Context, st *stream, _ *stationary.Kernel, _ string) error { return begin(ctx, st) }
				w := get(t, s, at("/api/v1/events", "formula", formula, "dim", "2"))
				assert.Equal(t, "text/event-stream", w.Header().Get("Content-Type"), c.what)
				m := eventLine.FindAllStringSubmatch(w.Body.String(), -1)
				require.Len(t, m, 2, "%s: %s", c.what, w.Body)
				assert.Equal(t, "picture", m[0][1])
				assert.Equal(t, "failed", m[1][1])
				assert.Equal(t, w.Body.String(), m[0][0]+"\n\n"+m[1][0]+"\n\n", "nothing but events")
				var v struct{ Error string }
				require.NoError(t, json.Unmarshal([]byte(m[1][2]), &v))
				assert.Contains(t, v.Error, c.says, c.what)
				assert.Equal(t, 2, s.lanes.queues[0].free, "%s: the place is given back", c.what)
			})
		}
	}
	assert.Contains(t, b.String(), "panic: oh")
	assert.Contains(t, b.String(), "TestEventsFail", "the log has the stack")
}

// A panic is status 500 with an error as JSON for all who ask for the same; in the middle of an answer the connection ends.
func TestPanics(t *testing.T) {
	b := logged(t)
	synctest.Test(t, func(t *testing.T) {
		s := New(func(context.Context, []string, io.Reader, io.Writer, io.Writer) int {
			time.Sleep(time.Second)
			parallel.For(9, func(int) { panic("oh") })
			return 0
		}, Settings{Workers: 4})
		s.lanes.clock.used = idle
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				r := newRequest(t.Context(), http.MethodGet, at("/api/v1/certify", "formula", "z", "dim", "2"), nil)
				r.RemoteAddr = fmt.Sprintf("10.0.0.%d:1", i)
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				assert.Equal(t, http.StatusInternalServerError, w.Code)
				var v map[string]string
				if assert.NoError(t, json.Unmarshal(w.Body.Bytes(), &v)) {
					assert.Contains(t, v["error"], "mistake in krein")
				}
			})
		}
		wg.Wait()
	})
	assert.Equal(t, 1, strings.Count(b.String(), "krein: panic"), "it is computed once")
	s := New(echo, Settings{})
	s.mux.HandleFunc("GET /half", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "half of an answer")
		panic("oh")
	})
	assert.PanicsWithValue(t, http.ErrAbortHandler, func() {
		s.ServeHTTP(httptest.NewRecorder(), newRequest(t.Context(), http.MethodGet, "/half", nil))
	})
}
