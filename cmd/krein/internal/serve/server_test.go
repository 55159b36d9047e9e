package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// echo is a command that prints its arguments as JSON.
func echo(_ context.Context, args []string, stdin io.Reader, stdout, _ io.Writer) int {
	b, err := io.ReadAll(stdin)
	if err != nil {
		return 2
	}
	_ = json.NewEncoder(stdout).Encode(map[string]any{"args": args, "stdin": string(b)})
	return 0
}

// get asks a server for a path.
func get(t *testing.T, s *Server, target string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, newRequest(t.Context(), http.MethodGet, target, nil))
	return w
}

// The documentation is there, pages and pictures, and nothing else is.
func TestDocs(t *testing.T) {
	s := New(nil, Settings{})
	for target, want := range map[string]string{
		"/docs/": `<a href="/docs/region.md">For which parameters?</a>`, "/docs/region.md": `<img src="img/region-dims.svg"`,
		"/docs/rules/singularity.md": "<h1", "/docs/img/region-dims.svg": "</svg>",
	} {
		w := get(t, s, target)
		assert.Equal(t, http.StatusOK, w.Code, target)
		assert.Contains(t, w.Body.String(), want, target)
	}
	for _, target := range []string{"/docs/docs.go", "/docs/none.md", "/docs/img/", "/docs/img/none.svg", "/docs/certificates/make.sh"} {
		assert.Equal(t, http.StatusNotFound, get(t, s, target).Code, target)
	}
}

// Parameters in ranges are understood, one and two of them, and what is wrong with them is said.
func TestParseRanges(t *testing.T) {
	s := New(nil, Settings{})
	for query, want := range map[string]string{
		"formula=b*exp(-z)&dim=3&param=b=0..1":                               "0 ≤ b ≤ 1",
		"formula=a*b*exp(-z)&dim=3&param=b=0..1&param=a=1..2":                "1 ≤ a ≤ 2",
		"formula=a*b*c*exp(-z)&dim=3&param=b=0..1&param=a=1..2&param=c=1..2": "two parameters may be in ranges",
		"formula=b*exp(-z)&dim=3&param=b=1..0":                               "the first number is not less",
		"formula=b*exp(-abs(x1))&dim=3&param=b=0..1":                         "one of x − y",
		"formula=b*exp(-z&dim=3&param=b=0..1":                                `"column"`,
	} {
		assert.Contains(t, get(t, s, "/api/v1/parse?"+query).Body.String(), want, query)
	}
}

// at is a path with a query.
func at(path string, pairs ...string) string {
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		q.Add(pairs[i], pairs[i+1])
	}
	return path + "?" + q.Encode()
}

func TestArguments(t *testing.T) {
	s := New(echo, Settings{})
	w := get(t, s, at("/api/v1/certify", "formula", "a*z", "dim", "3", "param", "a=1/2", "param", "b=2", "param", "t=1,0,-2"))
	require.Equal(t, http.StatusOK, w.Code, w.Body)
	assert.JSONEq(t, `{"args":["certify","--effort=1","--dim=3","--param=a=1/2","--param=b=2","--param=t=1,0,-2",`+
		`"--json","--","a*z"],"stdin":""}`, w.Body.String())
	w = httptest.NewRecorder()
	s.ServeHTTP(w, newRequest(t.Context(), http.MethodPost, at("/api/v1/verify", "formula", "z", "dim", "3"),
		strings.NewReader("{}")))
	assert.JSONEq(t, `{"args":["verify","--effort=1","--dim=3","--json","--kernel=z","--","-"],"stdin":"{}"}`,
		w.Body.String())
}

// What could name a file, or be read as a flag, is refused or stays a formula.
func TestNoFiles(t *testing.T) {
	s := New(echo, Settings{})
	for _, q := range [][]string{
		{"formula", "z", "dim", "3", "param", "t=/etc/passwd"},
		{"formula", "z", "dim", "3", "param", "t=x,y"},
		{"formula", "z", "dim", "3", "param", "t1=etc/passwd"},
		{"formula", "z", "dim", "3", "param", "t02=passwd"},
		{"formula", "z", "dim", "3", "param", "t=../0"},
		{"formula", "z", "dim", "3", "param", "t=1/0"},
		{"formula", "z", "dim", "3", "param", "t=1e/2"},
		{"formula", "z", "dim", "3", "lengths", "1/2/3"},
		{"formula", "z", "dim", "3", "lengths", "@file"},
		{"formula", "z", "dim", "3", "output", "x.json"},
		{"formula", "z", "dim", "3", "data", "x.csv"},
		{"formula", "z", "dim", "--output=x"},
		{"formula", "-", "dim", "3"},
		{"formula", "", "dim", "3"},
		{"dim", "3"},
		{"formula", "z"},
		{"formula", "z", "formula", "z", "dim", "3"},
		{"formula", "z", "dim", "3", "beyond", "1e"},
		{"formula", "exp(\xff-z)", "dim", "3"},
		{"formula", strings.Repeat("z", mostFormula+1), "dim", "3"},
	} {
		w := get(t, s, at("/api/v1/certify", q...))
		assert.Equal(t, http.StatusBadRequest, w.Code, "%.60q: %s", q, w.Body)
		assert.Contains(t, w.Body.String(), `"error"`)
	}
	w := get(t, s, at("/api/v1/certify", "formula", "--output=x", "dim", "3"))
	assert.Contains(t, w.Body.String(), `"--","--output=x"]`)
	w = get(t, s, at("/files/table.json", "formula", "--json", "dim", "3"))
	assert.Contains(t, w.Body.String(), `"--","--json"]`)
}

func TestStatus(t *testing.T) {
	failing := func(_ context.Context, _ []string, _ io.Reader, stdout, stderr io.Writer) int {
		fmt.Fprintln(stdout, "half of an answer")
		fmt.Fprintln(stderr, "krein: <b>column 3</b>: no")
		return 2
	}
	w := get(t, New(failing, Settings{}), at("/api/v1/certify", "formula", "z", "dim", "3"))
	assert.Equal(t, http.StatusUnprocessableEntity, w.Code)
	assert.JSONEq(t, `{"error":"<b>column 3</b>: no"}`, w.Body.String())
	assert.Equal(t, "application/json; charset=utf-8", w.Header().Get("Content-Type"))
	assert.Equal(t, "nosniff", w.Header().Get("X-Content-Type-Options"))
	assert.NotContains(t, w.Header().Get("Content-Security-Policy"), "unsafe")

	panicking := func(context.Context, []string, io.Reader, io.Writer, io.Writer) int { panic("oh") }
	s := New(panicking, Settings{Workers: 1})
	for range 3 { // the place is given back
		w = get(t, s, at("/api/v1/certify", "formula", "z", "dim", "3"))
		assert.Equal(t, http.StatusInternalServerError, w.Code)
	}
	for _, target := range []string{"/nothing", "/files/passwd", "/api/v1/features", "/static/app.js", "/..%2f"} {
		assert.Equal(t, http.StatusNotFound, get(t, New(echo, Settings{}), target).Code, target)
	}
	w = httptest.NewRecorder()
	New(echo, Settings{}).ServeHTTP(w, newRequest(t.Context(), http.MethodPost, "/api/v1/certify", nil))
	assert.Equal(t, http.StatusMethodNotAllowed, w.Code)
	w = httptest.NewRecorder()
	New(echo, Settings{}).ServeHTTP(w, newRequest(t.Context(), http.MethodPost,
		at("/api/v1/verify", "formula", "z", "dim", "3"), strings.NewReader(strings.Repeat(" ", mostBody+1))))
	assert.Equal(t, http.StatusRequestEntityTooLarge, w.Code)
}

// The answers that are too long are none.
func TestLongAnswer(t *testing.T) {
	long := func(_ context.Context, _ []string, _ io.Reader, stdout, _ io.Writer) int {
		for {
			if _, err := stdout.Write(make([]byte, 1<<20)); err != nil {
				return 2
			}
		}
	}
	w := get(t, New(long, Settings{}), at("/api/v1/certify", "formula", "z", "dim", "3"))
	assert.Equal(t, http.StatusUnprocessableEntity, w.Code)
	assert.Contains(t, w.Body.String(), "too long")
}

// A command is ended when its time is over or when nobody waits any more, and its place is free again; who finds no
// place to wait in is sent away at once.
func TestBusy(t *testing.T) {
	begun := make(chan struct{}, 10)
	endless := func(ctx context.Context, args []string, _ io.Reader, stdout, _ io.Writer) int {
		if args[len(args)-1] == "1" {
			fmt.Fprintln(stdout, "{}")
			return 0
		}
		begun <- struct{}{}
		<-ctx.Done()
		return 2
	}
	s := New(endless, Settings{Workers: 1, Waiting: 1, Each: 1, Time: time.Hour})
	s.lanes.clock.used = idle
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan int, 2)
	ask := func(formula string) {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, newRequest(ctx, http.MethodGet,
			at("/api/v1/certify", "formula", formula, "dim", "3"), nil))
		ended <- w.Code
	}
	go ask("z")
	<-begun
	go ask("2*z")
	require.Eventually(t, func() bool { q := s.lanes.queues[0]; q.mu.Lock(); defer q.mu.Unlock(); return q.waiting == 1 },
		5*time.Second, time.Millisecond)
	w := get(t, s, at("/api/v1/certify", "formula", "1", "dim", "3"))
	assert.Equal(t, http.StatusTooManyRequests, w.Code)
	assert.Equal(t, "2", w.Header().Get("Retry-After"))
	w = get(t, s, at("/api/v1/events", "formula", "1", "dim", "3"))
	assert.Equal(t, http.StatusTooManyRequests, w.Code)
	cancel()
	assert.Equal(t, http.StatusServiceUnavailable, <-ended, "an empty answer with status 200 would be one")
	assert.Equal(t, http.StatusServiceUnavailable, <-ended)
	assert.Equal(t, http.StatusOK, get(t, s, at("/api/v1/certify", "formula", "1", "dim", "3")).Code)

	s = New(endless, Settings{Workers: 1, Time: time.Millisecond})
	w = get(t, s, at("/api/v1/certify", "formula", "z", "dim", "3"))
	assert.Equal(t, http.StatusServiceUnavailable, w.Code)
	assert.Equal(t, http.StatusOK, get(t, s, at("/api/v1/certify", "formula", "1", "dim", "3")).Code)
}

// What was computed once is at hand.
func TestCached(t *testing.T) {
	n := 0
	s := New(func(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
		n++
		return echo(ctx, args, in, out, errs)
	}, Settings{})
	for range 3 {
		get(t, s, at("/api/v1/certify", "formula", "z", "dim", "3"))
	}
	get(t, s, at("/api/v1/certify", "formula", "z", "dim", "4"))
	assert.Equal(t, 2, n)
}

// A panic while a formula is read gives its place back.
func TestReadingPanics(t *testing.T) {
	s := New(echo, Settings{Workers: 2})
	free := s.readers.free
	r := newRequest(t.Context(), http.MethodGet, "/", nil)
	assert.Panics(t, func() {
		s.reading(httptest.NewRecorder(), r, &patient{visitor(r), time.Second}, func() {
			assert.Equal(t, free-1, s.readers.free)
			panic("oh")
		})
	})
	assert.Equal(t, free, s.readers.free)
}

func TestParse(t *testing.T) {
	s := New(echo, Settings{})
	for _, c := range []struct{ formula, want string }{
		{"exp(-z^2/2", `"column":4`},
		{"exp(-z)", `"html":"\u003cmath`},
		{"exp(-z^2)*x1", `"delta":true`},
		{"<script>alert(1)</script>", `"column":1`},
	} {
		w := get(t, s, at("/api/v1/parse", "formula", c.formula, "dim", "2"))
		var compact strings.Builder
		var v any
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &v))
		require.NoError(t, json.NewEncoder(&compact).Encode(v))
		assert.Contains(t, compact.String(), c.want)
	}
}

var eventLine = regexp.MustCompile(`(?m)^event: (\w+)\ndata: (.*)$`)

// The live page gets every claim, pictures and a verdict; kernels of x − y get five claims.
func TestEvents(t *testing.T) {
	s := New(echo, Settings{})
	w := get(t, s, at("/api/v1/events", "formula", "triangle", "dim", "2"))
	require.Equal(t, "text/event-stream", w.Header().Get("Content-Type"))
	words := map[string]string{}
	count := map[string]int{}
	for _, m := range eventLine.FindAllStringSubmatch(w.Body.String(), -1) {
		count[m[1]]++
		var v struct{ ID, Word string }
		require.NoError(t, json.Unmarshal([]byte(m[2]), &v))
		words[v.ID] = v.Word
		assert.NotContains(t, m[2], "<", "JSON in events is escaped")
	}
	assert.Equal(t, "refuted", words["pd"])
	assert.Len(t, words, 7+1) // and what has no claim
	assert.GreaterOrEqual(t, count["claim"], 7)
	assert.Less(t, count["claim"], 14, "what does not change is sent once")
	assert.Equal(t, 1, count["done"])
	assert.Positive(t, count["picture"])
	w = get(t, s, at("/api/v1/events", "formula", "exp(-z^2)-c*exp(-z^2/s)", "dim", "1", "param", "s=2..3", "param", "c=0..1/2"))
	assert.Regexp(t, `(?s)^event: progress\ndata: {"says":"certifying.*event: picture\n.*event: done\n.*"Positive definite on R<sup>1</sup> in the whole box\."`,
		strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(w.Body.String()))
	w = get(t, s, at("/api/v1/events", "formula", "x1", "dim", "2"))
	assert.Equal(t, 5, strings.Count(w.Body.String(), "event: claim\n"))
	assert.Contains(t, w.Body.String(), `"files":["certificate.json","report.html"]`, "x1 is unbounded")
	w = get(t, s, at("/api/v1/events", "formula", "exp(", "dim", "2"))
	assert.Equal(t, http.StatusUnprocessableEntity, w.Code)
	w = get(t, s, at("/api/v1/events", "formula", "z", "dim", "0"))
	assert.Equal(t, http.StatusBadRequest, w.Code)
}

// The page and its parts are there, and nothing in it would break its own policy.
func TestPage(t *testing.T) {
	s := New(echo, Settings{})
	for target, kind := range map[string]string{"/": "text/html", "/app.js": "text/javascript", "/style.css": "text/css"} {
		w := get(t, s, target)
		assert.Equal(t, http.StatusOK, w.Code)
		assert.Contains(t, w.Header().Get("Content-Type"), kind)
	}
	html := get(t, s, "/").Body.String()
	assert.NotRegexp(t, regexp.MustCompile(`(?i)<script>|\bon[a-z]+=|style=`), html)
}

// newRequest is a request to this machine.
func newRequest(ctx context.Context, method, target string, body io.Reader) *http.Request {
	r := httptest.NewRequestWithContext(ctx, method, target, body)
	r.Host = "localhost:8080"
	return r
}
