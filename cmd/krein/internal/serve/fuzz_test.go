package serve

import (
	"encoding/json"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

// seeds are queries that requests are made of.
var seeds = []string{
	"formula=exp(-z)&dim=3",
	"formula=c*exp(-z%2Fl)&dim=3&param=c%3D2&param=l%3D1%2F2&beyond=3%2F2",
	"formula=shift_gaussian(r,2)&dim=3&param=r%3D1,0,-1%2F2",
	"formula=exp(-z%5E2)*t&dim=2&param=t1%3Dones&param=t2%3D1,-2e3&lengths=1,.5",
	"formula=%3Cscript%3Ealert(1)%3C%2Fscript%3E&dim=3",
	"formula=--output%3D%2Ftmp%2Fx&dim=3",
	"formula=-&dim=x",
	"formula=z&dim=3&points=99999&from=0&to=1e9",
	"formula=z&dim=3&accept-estimate=true&sphere=true&columns=64&target=1%2F2&bias=1e-3,1e-4",
	"formula=z&dim=3&error=0.1&confidence=.95&radius=4&claim=pd&claim=masses",
	"formula=z&formula=z&dim=3&param=t%3D%2Fetc%2Fpasswd&param=t1%3D..%2F0",
	"%zz;&&==", "formula=%00%ff%0a&dim=3", "formula=exp(%cb%cb-z)&dim=3", "",
}

// takesAtMost is what a request may take here: the second that it has, and what a busy machine adds.
const takesAtMost = 30 * time.Second

// fuzzRequest asks a server that does not compute for path with any query and body: the answer is no failure, is JSON
// or events, has no markup, comes in time, and what a command is told is a formula, after all flags.
func fuzzRequest(f *testing.F, method, path string) {
	f.Helper()
	for _, q := range seeds {
		f.Add(q, "{}")
	}
	s := New(echo, Settings{Effort: 0.01, Time: time.Second})
	f.Fuzz(func(t *testing.T, query, body string) {
		r := newRequest(t.Context(), method, "/", strings.NewReader(body))
		r.URL = &url.URL{Path: path, RawQuery: query}
		w := httptest.NewRecorder()
		start := time.Now()
		s.ServeHTTP(w, r)
		if took := time.Since(start); took > takesAtMost {
			t.Fatalf("%v", took)
		}
		if !slices.Contains([]int{200, 400, 404, 413, 422, 503}, w.Code) {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		kind, _, err := mime.ParseMediaType(w.Header().Get("Content-Type"))
		if err != nil || strings.Contains(kind, "html") && w.Code != http.StatusOK {
			t.Fatalf("%s: %s", kind, w.Body)
		}
		var v struct {
			Error string
			Args  []string
		}
		if kind != "application/json" {
			return
		}
		if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if w.Code != http.StatusOK && v.Error == "" {
			t.Fatalf("no reason: %s", w.Body)
		}
		if len(v.Args) > 0 {
			commandLine(t, v.Args, r.URL.Query())
		}
	})
}

// commandLine holds the words of a command against the query that they are from.
func commandLine(t *testing.T, args []string, query url.Values) {
	t.Helper()
	end := slices.Index(args, "--")
	if end != len(args)-2 {
		t.Fatalf("one word stands after the flags: %q", args)
	}
	formula := strings.TrimSpace(query.Get("formula"))
	last := args[end+1]
	if last != formula && (last != "-" || !slices.Contains(args, "--kernel="+formula)) {
		t.Fatalf("the formula is %q, not %q", last, formula)
	}
	for _, a := range args[1:end] {
		name, value, _ := strings.Cut(strings.TrimPrefix(a, "--"), "=")
		switch {
		case !strings.HasPrefix(a, "--"):
			t.Fatalf("%q is no flag", a)
		case slices.Contains([]string{"effort", "json", "kernel", "output"}, name) || a == "--sphere":
		case name == "param" && strings.HasPrefix(value, "beyond=") && slices.Contains(query["beyond"], value[len("beyond="):]):
		case !slices.Contains(query[name], value):
			t.Fatalf("%q was not asked for", a)
		}
	}
}

func FuzzCertify(f *testing.F)   { fuzzRequest(f, http.MethodGet, "/api/v1/certify") }
func FuzzVerify(f *testing.F)    { fuzzRequest(f, http.MethodPost, "/api/v1/verify") }
func FuzzSpectrum(f *testing.F)  { fuzzRequest(f, http.MethodGet, "/api/v1/spectrum") }
func FuzzDecompose(f *testing.F) { fuzzRequest(f, http.MethodGet, "/api/v1/decompose") }
func FuzzCompare(f *testing.F)   { fuzzRequest(f, http.MethodGet, "/api/v1/compare") }
func FuzzPlan(f *testing.F)      { fuzzRequest(f, http.MethodGet, "/api/v1/plan") }
func FuzzParse(f *testing.F)     { fuzzRequest(f, http.MethodGet, "/api/v1/parse") }
func FuzzEvents(f *testing.F)    { fuzzRequest(f, http.MethodGet, "/api/v1/events") }
func FuzzTable(f *testing.F)     { fuzzRequest(f, http.MethodGet, "/files/table.json") }
func FuzzReport(f *testing.F)    { fuzzRequest(f, http.MethodGet, "/files/report.html") }

// FuzzPath asks for anything.
func FuzzPath(f *testing.F) {
	for _, p := range []string{"/", "/api/v1/openapi.json", "/files/../etc/passwd", "/app.js", "/style.css", "//",
		"/api/v1/", "/files/%2e%2e"} {
		f.Add("GET", p, "")
	}
	s := New(echo, Settings{Effort: 0.01, Time: time.Second})
	f.Fuzz(func(t *testing.T, method, path, query string) {
		if strings.HasSuffix(path, "events") {
			return // FuzzEvents
		}
		r := newRequest(t.Context(), http.MethodGet, "/", nil)
		r.Method, r.URL = method, &url.URL{Path: path, RawQuery: query}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code >= http.StatusInternalServerError {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
	})
}
