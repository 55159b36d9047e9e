package serve

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/kernel"
)

// Requests whose Host is no name of this server are refused, whatever they ask for: the IP address that a connection came
// to is one, localhost where it is the machine's own, and names in --address.
func TestHost(t *testing.T) {
	s := New(echo, Settings{Hosts: []string{"krein.example.org"}})
	ask := func(local, host, target string) int {
		ctx := t.Context()
		if local != "" {
			a, err := net.ResolveTCPAddr("tcp", local)
			require.NoError(t, err)
			ctx = context.WithValue(ctx, http.LocalAddrContextKey, a)
		}
		r := newRequest(ctx, http.MethodGet, target, nil)
		r.Host = host
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Code
	}
	certify := at("/api/v1/certify", "formula", "z", "dim", "3")
	for _, c := range []struct {
		local, host string
		served      bool
	}{
		{"127.0.0.1:8080", "127.0.0.1:8080", true},
		{"127.0.0.1:8080", "127.0.0.1", true},
		{"127.0.0.1:8080", "localhost:8080", true},
		{"127.0.0.1:8080", "LOCALHOST.", true},
		{"127.0.0.1:8080", "localhost:9000", true}, // a port that is forwarded
		{"127.0.0.1:8080", "127.0.0.2", true},
		{"[::1]:8080", "[::1]:8080", true},
		{"[::1]:8080", "localhost", true},
		{"", "localhost", true}, // no TCP
		{"127.0.0.1:8080", "krein.example.org:8080", true},
		{"127.0.0.1:8080", "Krein.Example.org.", true},
		{"192.0.2.1:8080", "192.0.2.1:8080", true},
		{"[::ffff:192.0.2.1]:8080", "192.0.2.1", true},
		{"192.0.2.1:8080", "krein.example.org", true},
		{"[2001:db8::1]:8080", "[2001:db8:0::1]", true},
		{"127.0.0.1:8080", "evil.example", false},
		{"127.0.0.1:8080", "evil.example:8080", false},
		{"127.0.0.1:8080", "", false},
		{"127.0.0.1:8080", "localhost.evil.example", false},
		{"127.0.0.1:8080", "127.0.0.1:8080.evil.example", false},
		{"127.0.0.1:8080", "evil.localhost", false},
		{"127.0.0.1:8080", "127.0.0.1.evil.example", false},
		{"127.0.0.1:8080", "x.krein.example.org", false},
		{"127.0.0.1:8080", "192.0.2.1", false},
		{"192.0.2.1:8080", "localhost:8080", false},
		{"192.0.2.1:8080", "127.0.0.1:8080", false},
		{"192.0.2.1:8080", "192.0.2.2", false},
		{"", "192.0.2.2", false},
	} {
		want := http.StatusMisdirectedRequest
		if c.served {
			want = http.StatusOK
		}
		for _, target := range []string{certify, "/", "/app.js"} {
			assert.Equal(t, want, ask(c.local, c.host, target), "%s at %s: %s", c.host, c.local, target)
		}
	}
	for _, good := range []string{"krein.example.org", "KREIN", "192.0.2.1", "::1", "[::1]"} {
		_, err := ParseHost(good)
		assert.NoError(t, err, good)
	}
	for _, bad := range []string{"", "http://krein", "krein:80", "192.0.2.1:80", "[::1]:80", "a/b", "*.example.org", "a b"} {
		_, err := ParseHost(bad)
		assert.ErrorContains(t, err, "--address", bad)
	}
}

// header is what a browser says of where a request is from.
type header map[string]string

const old = "Mozilla/5.0 (old)"

// What pages of other sites can have a browser send computes nothing, neither by new browsers nor by old ones; what this
// server's pages, people and programs send does.
func TestOtherSites(t *testing.T) {
	for _, c := range []struct {
		what     string
		h        header
		computes bool
	}{
		{"fetch of ours", header{"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}, true},
		{"download of ours", header{"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate"}, true},
		{"typed or bookmarked", header{"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}, true},
		{"curl", header{"User-Agent": "curl/8.0"}, true},
		{"a program", nil, true},
		{"a program behind our origin", header{"Origin": "http://localhost:8080"}, true},
		{"old, fetch of ours with an origin", header{"User-Agent": old, "Origin": "http://localhost:8080"}, true},
		{"old, ours by cookie", header{"User-Agent": old, "Cookie": "a=b; krein-page=1"}, true},
		{"old, ours by referrer", header{"User-Agent": old, "Referer": "http://localhost:8080/?formula=z"}, true},

		{"link", header{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, false},
		{"clicked link", header{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-User": "?1"}, false},
		{"frame", header{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, false},
		{"form", header{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Origin": "http://evil.example"}, false},
		{"image", header{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}, false},
		{"fetch", header{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors", "Origin": "http://evil.example"}, false},
		{"another port", header{"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"}, false},
		{"what is not known yet", header{"Sec-Fetch-Site": "new"}, false},
		{"typed, with an origin", header{"Sec-Fetch-Site": "none", "Origin": "http://evil.example"}, false},
		{"old, fetch", header{"User-Agent": old, "Origin": "http://evil.example"}, false},
		{"old, fetch with a cookie", header{"User-Agent": old, "Origin": "http://evil.example", "Cookie": "krein-page=1"}, false},
		{"old, sandboxed", header{"User-Agent": old, "Origin": "null"}, false},
		{"old, another port", header{"User-Agent": old, "Origin": "http://localhost:3000"}, false},
		{"old, form from a page with a name like ours", header{"User-Agent": old, "Origin": "http://localhost:8080.evil"}, false},
		{"old, image", header{"User-Agent": old, "Referer": "http://evil.example/"}, false},
		{"old, image that hides its page", header{"User-Agent": old}, false},
		{"old, broken", header{"User-Agent": old, "Origin": "%zz"}, false},
	} {
		var computed atomic.Int64
		s := New(func(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
			computed.Add(1)
			return echo(ctx, args, in, out, errs)
		}, Settings{})
		s.live.kernel = func(context.Context, *stream, *kernel.Kernel, int, string) error {
			computed.Add(1)
			return nil
		}
		ask := func(method, target string) *httptest.ResponseRecorder {
			r := newRequest(t.Context(), method, target, strings.NewReader("{}"))
			for name, value := range c.h {
				r.Header.Set(name, value)
			}
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			return w
		}
		for i, to := range [][2]string{
			{"GET", "/api/v1/certify"}, {"HEAD", "/api/v1/certify"}, {"POST", "/api/v1/verify"}, {"GET", "/api/v1/spectrum"},
			{"GET", "/api/v1/events"}, {"GET", "/api/v1/parse"}, {"GET", "/files/report.html"}, {"GET", "/files/table.npz"},
		} {
			before := computed.Load()
			w := ask(to[0], at(to[1], "formula", "exp(-z)", "dim", fmt.Sprint(i+1)))
			if !c.computes {
				assert.Equal(t, http.StatusForbidden, w.Code, "%s: %v", c.what, to)
				assert.Equal(t, before, computed.Load(), "%s: %v", c.what, to)
				assert.JSONEq(t, `{"error":"`+notForeign+`"}`, w.Body.String())
				continue
			}
			assert.NotEqual(t, http.StatusForbidden, w.Code, "%s: %v", c.what, to)
			if !strings.HasSuffix(to[1], "parse") {
				assert.Equal(t, before+1, computed.Load(), "%s: %v", c.what, to)
			}
		}
		page := ask("GET", at("/", "formula", "exp(-z)"))
		assert.Equal(t, http.StatusOK, page.Code, c.what)
		assert.Equal(t, !c.computes, strings.Contains(page.Body.String(), "data-linked"), "%s: the page waits for a click", c.what)
		cookies := page.Result().Cookies()
		if c.h["Sec-Fetch-Site"] != "" {
			assert.Empty(t, cookies, c.what)
		} else if assert.Len(t, cookies, 1, c.what) {
			assert.Equal(t, http.SameSiteStrictMode, cookies[0].SameSite, c.what)
		}
	}
	w := httptest.NewRecorder()
	New(echo, Settings{}).ServeHTTP(w, newRequest(t.Context(), http.MethodOptions, "/api/v1/certify", nil))
	assert.Empty(t, w.Header().Get("Access-Control-Allow-Origin"), "nobody else reads answers")
}
