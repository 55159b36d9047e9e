package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"krein/cmd/krein/internal/serve"
)

// FuzzServeVerify has the checker read any body: it is no failure of the server, and takes no longer than a request
// may. Where the seeds are whole certificates an execution checks all their claims, a tenth of a second; so there are
// some tens in a second, not hundreds. certify/verify's FuzzVerify is the fast one.
func FuzzServeVerify(f *testing.F) {
	code, certificate, _ := capture("certify", "exp(-z)", "--dim", "2", "--json")
	_, delta, _ := capture("certify", "exp(-z^2)*(1+t)", "--param", "t=ones", "--dim", "2", "--json")
	if code != exitDone {
		f.Fatal("no certificate")
	}
	f.Add("exp(-z)", certificate)
	f.Add("exp(-z)", strings.ReplaceAll(certificate, `"rule"`, `"rul"`))
	f.Add("exp(-z^2)*(1+t)", delta)
	f.Add("z", `{"format":"krein.table/2"}`)
	f.Add("z", `{"format":"krein.zonal/1"}`)
	f.Add("z", `{"format":"krein.tensor/2"}`)
	f.Add("z", `{"format":"krein.minimal/1"}`)
	fuzzServed(f, http.MethodPost, "verify", url.Values{"dim": {"2"}})
}

// FuzzServeCertify has any formula certified, with little work: still a whole search for claims, so that there are some
// tens of executions in a second, not hundreds.
func FuzzServeCertify(f *testing.F) {
	for _, formula := range []string{"exp(-z)", "z<1?1-z:0", "x1*z", "sum(x1)", "10^10^10", "gamma(z)", "max(0,1-z)^99",
		"bessel(1/3)"} {
		f.Add(formula, "")
	}
	fuzzServed(f, http.MethodGet, "certify", url.Values{"dim": {"2"}})
}

// capture runs a command.
func capture(args ...string) (code int, stdout, stderr string) {
	var out, errs strings.Builder
	code = run(context.Background(), args, strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

// fuzzServed asks for a verb with any formula and body.
func fuzzServed(f *testing.F, method, verb string, query url.Values) {
	f.Helper()
	const most = 2 * time.Second
	s := serve.New(run, serve.Settings{Time: most, Effort: 0.01})
	f.Fuzz(func(t *testing.T, formula, body string) {
		q := url.Values{"formula": {formula}}
		for name, values := range query {
			q[name] = values
		}
		if strings.Contains(formula, "t)") {
			q.Set("axis", "ones")
		}
		w := httptest.NewRecorder()
		start := time.Now()
		s.ServeHTTP(w, newRequest(t.Context(), method, "/api/v1/"+verb+"?"+q.Encode(), strings.NewReader(body)))
		if took := time.Since(start); took > 10*most {
			t.Fatalf("%v", took)
		}
		if !slices.Contains([]int{200, 400, 413, 422, 503}, w.Code) {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
	})
}

// newRequest is a request to this machine.
func newRequest(ctx context.Context, method, target string, body io.Reader) *http.Request {
	r := httptest.NewRequestWithContext(ctx, method, target, body)
	r.Host = "localhost:8080"
	return r
}
