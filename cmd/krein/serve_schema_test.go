package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/serve"
	"krein/internal/testlong"
)

// asked is a request of the interface: what the command's line has besides the formula, and what its status is.
type asked struct {
	verb, formula string
	args          []string // --name=value
	status        int
}

// requests are kernels of every kind, for every verb that takes them.
var requests = []asked{
	{"certify", "c*exp(-z)", []string{"--dim=3", "--param=c=2"}, 200},
	{"certify", "ntk", []string{"--dim=16"}, 200},
	{"certify", "1-z", []string{"--dim=1", "--param=beyond=1"}, 200},
	{"certify", "sin(z)/z - bessel(7)*exp(-z)", []string{"--dim=4"}, 200},
	{"certify", "delta_gaussian(1,10)", []string{"--dim=3"}, 200},
	{"certify", "exp(-z^2/8)*(1+sinh(t))", []string{"--dim=2", "--param=t=1,-1/2"}, 200},
	{"certify", "gaussian(1)", []string{"--dim=2", "--lengths=1,2"}, 200},
	{"certify", "exp(x1)", []string{"--dim=2"}, 200},
	{"certify", "exp(-z", []string{"--dim=3"}, 422},
	{"certify", "z", []string{"--dim=0"}, 422},
	{"spectrum", "exp(-z)", []string{"--dim=3", "--points=3", "--to=2"}, 200},
	{"spectrum", "cos(z)*exp(-z) + cos(3*z)", []string{"--dim=1", "--points=4"}, 200},
	{"spectrum", "max(0,1-z)", []string{"--dim=5", "--points=2", "--from=1", "--to=9"}, 200},
	{"spectrum", "exp(-z^2/8)*(1+sinh(t))", []string{"--dim=2", "--param=t=ones", "--points=3"}, 200},
	{"spectrum", "z", []string{"--dim=2", "--points=1"}, 422},
	{"decompose", "exp(-z^2/2) - exp(-z^2/200)", []string{"--dim=16"}, 200},
	{"decompose", "exp(-z)", []string{"--dim=1", "--accept-estimate=true"}, 200},
	{"decompose", "spherical_polynomial(2,3)", []string{"--dim=4", "--sphere=true"}, 200},
	{"decompose", "exp(-z^2/8)*(1+sinh(t))", []string{"--dim=2", "--param=t=ones"}, 200},
	{"decompose", "ntk", []string{"--dim=16"}, 422},
	{"compare", "exp(-z^2/2)", []string{"--dim=2", "--error=0.2"}, 200},
	{"compare", "arccos(1)", []string{"--dim=3", "--error=0.2"}, 200},
	{"compare", "shift_gaussian(1/8,2)", []string{"--dim=2", "--error=0.2", "--columns=8"}, 200},
	{"plan", "exp(-z)", []string{"--dim=3", "--error=0.2", "--columns=64"}, 200},
	{"plan", "ntk", []string{"--dim=16", "--error=0.2"}, 200},
	{"plan", "shift_gaussian(1/8,2)", []string{"--dim=3", "--error=0.5"}, 200},
	{"plan", "z", []string{"--dim=3", "--confidence=2"}, 422},
}

// ask asks a server for an answer.
func ask(s *serve.Server, method, verb, formula, body string, args ...string) (int, string) {
	q := url.Values{"formula": {formula}}
	for _, a := range args {
		name, value, _ := strings.Cut(strings.TrimPrefix(a, "--"), "=")
		q.Add(name, value)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, newRequest(context.Background(), method, "/api/v1/"+verb+"?"+q.Encode(), strings.NewReader(body)))
	return w.Code, w.Body.String()
}

// timed are the seconds that a check took.
var timed = regexp.MustCompile(`"seconds": [-+.e0-9]+`)

// The interface answers with the bytes of the command, or with what it says is wrong; and as its description says.
func TestServeLikeCommand(t *testing.T) {
	testlong.Slow(t)
	s := serve.New(run, serve.Settings{})
	valid := newSchemas(t, s)
	for i, r := range requests {
		if !testlong.Turn(i, 5) {
			continue
		}
		code, stdout, stderr := krein(t, "", append(append([]string{r.verb, "--json"}, r.args...), "--", r.formula)...)
		status, got := ask(s, http.MethodGet, r.verb, r.formula, "", r.args...)
		assert.Equal(t, r.status, status, "%s %s: %.400s", r.verb, r.formula, got)
		want := stdout
		if code == exitFailed {
			b, err := json.Marshal(map[string]string{"error": strings.TrimPrefix(strings.TrimSpace(stderr), "krein: ")})
			require.NoError(t, err)
			want = string(b) + "\n"
		}
		assert.True(t, want == got, "%s %s is not what the command prints", r.verb, r.formula)
		valid.check(t, "get", r.verb, status, got)
		if r.verb != "certify" || status != http.StatusOK {
			continue
		}
		if !strings.Contains(got, `"proof"`) { // there is nothing to check
			continue
		}
		_, want, _ = krein(t, got, append(append([]string{"verify", "--json", "--kernel", r.formula}, r.args...),
			"--", "-")...)
		status, checked := ask(s, http.MethodPost, "verify", r.formula, got, r.args...)
		assert.Equal(t, http.StatusOK, status, checked)
		assert.Contains(t, checked, `"accepted"`)
		assert.True(t, timed.ReplaceAllString(want, "") == timed.ReplaceAllString(checked, ""), "verify %s", r.formula)
		valid.check(t, "post", "verify", status, checked)
		status, checked = ask(s, http.MethodPost, "verify", r.formula+"+1", got, r.args...)
		assert.False(t, strings.Contains(checked, `"accepted"`), "verify %s + 1", r.formula)
		valid.check(t, "post", "verify", status, checked)
	}
	for _, formula := range []string{"exp(-z)", "exp(-z", "x1", "<b>", "ntk"} {
		status, got := ask(s, http.MethodGet, "parse", formula, "", "--dim=2")
		valid.check(t, "get", "parse", status, got)
	}
	zonal := ok(t, "", "decompose", "spherical_polynomial(2,3)", "--dim=4", "--sphere", "-o", "-")
	status, got := ask(s, http.MethodPost, "verify", "spherical_polynomial(2,3)", zonal, "--dim=4")
	assert.Contains(t, got, `"accepted"`)
	valid.check(t, "post", "verify", status, got)
	status, got = ask(s, http.MethodPost, "verify", "z", `{"format":"no"}`, "--dim=4")
	assert.Equal(t, http.StatusUnprocessableEntity, status)
	valid.check(t, "post", "verify", status, got)
}

// Files for download are those of the commands.
func TestServeFiles(t *testing.T) {
	s := serve.New(run, serve.Settings{})
	file := func(name, formula string, args ...string) (int, string, http.Header) {
		q := url.Values{"formula": {formula}}
		for _, a := range args {
			k, v, _ := strings.Cut(strings.TrimPrefix(a, "--"), "=")
			q.Add(k, v)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, newRequest(context.Background(), http.MethodGet, "/files/"+name+"?"+q.Encode(), nil))
		return w.Code, w.Body.String(), w.Header()
	}
	const radial, delta = "exp(-z^2/2)", "shift_gaussian(1/8,2)"
	for _, r := range testlong.Some([]struct {
		name, formula string
		command, args []string
	}{
		{"certificate.json", radial, []string{"certify", "--json"}, nil},
		{"table.json", radial, []string{"decompose", "-o", "-"}, nil},
		{"zonal.json", "spherical_polynomial(2,3)", []string{"decompose", "--sphere", "-o", "-"}, nil},
		{"table.json", delta, []string{"decompose", "-o", "-"}, nil},
		{"table.npz", radial, []string{"decompose", "-o", "FILE.npz"}, nil},
		{"map.npz", radial, []string{"map", "-o", "FILE.npz"}, []string{"--columns=64"}},
		{"map.safetensors", radial, []string{"map", "-o", "FILE.safetensors"}, []string{"--columns=64"}},
		{"map.onnx", radial, []string{"map", "-o", "FILE.onnx"}, []string{"--columns=64"}},
		{"map.npz", radial, []string{"map", "-o", "FILE.npz"}, []string{"--columns=64", "--exact=sphere"}},
		{"sphere.npz", "ntk", []string{"map", "--representation", "sphere", "--scale", "sphere", "-o", "FILE.npz"}, []string{"--columns=64"}},
		{"sphere.onnx", radial, []string{"map", "--representation", "sphere", "--scale", "sphere", "-o", "FILE.onnx"},
			[]string{"--columns=64"}},
		{"map.npz", delta, []string{"map", "-o", "FILE.npz"}, []string{"--columns=64"}},
	}, 3) {
		args := append(append([]string{}, r.command...), append(r.args, "--dim=3", "--", r.formula)...)
		want := outputOf(t, args)
		code, got, header := file(r.name, r.formula, append(r.args, "--dim=3")...)
		assert.Equal(t, http.StatusOK, code, "%s: %s", r.name, got)
		assert.Equal(t, `attachment; filename="`+r.name+`"`, header.Get("Content-Disposition"))
		assert.True(t, want == got, "%s of %s is not what the command writes", r.name, r.formula)
	}
	if testlong.Turn(1, 3) {
		for _, f := range []string{radial, delta} {
			code, got, header := file("report.html", f, "--dim=2")
			assert.Equal(t, http.StatusOK, code)
			assert.Contains(t, got, "<!doctype html>")
			assert.Equal(t, "text/html; charset=utf-8", header.Get("Content-Type"))
		}
	}
	for _, r := range [][]string{
		{"map.npz", radial, "--dim=1000", "--columns=999999"}, {"table.npz", "ntk", "--dim=16"},
		{"map.onnx", delta, "--dim=2"}, {"map.npz", "arccos(1)", "--dim=3"}, {"zonal.json", "exp(", "--dim=3"},
	} {
		code, got, header := file(r[0], r[1], r[2:]...)
		assert.Contains(t, []int{400, 422}, code, "%v", r)
		assert.Contains(t, got, `"error"`)
		assert.Empty(t, header.Get("Content-Disposition"))
	}
}

// schemas check answers by the server's own description.
type schemas struct{ doc map[string]any }

func newSchemas(t *testing.T, s *serve.Server) *schemas {
	t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, newRequest(context.Background(), http.MethodGet, "/api/v1/openapi.json", nil))
	v := &schemas{}
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &v.doc))
	return v
}

// check holds an answer against the schema of its status.
func (s *schemas) check(t *testing.T, method, verb string, status int, body string) {
	t.Helper()
	at := s.doc
	for _, k := range []string{"paths", "/api/v1/" + verb, method, "responses", fmt.Sprint(status), "content",
		"application/json", "schema"} {
		next, ok := at[k].(map[string]any)
		require.True(t, ok, "%s, status %d: the description has no %s", verb, status, k)
		at = next
	}
	var v any
	require.NoError(t, json.Unmarshal([]byte(body), &v))
	assert.Empty(t, s.wrong(at, v, verb), "status %d", status)
}

// wrong says where a value is not as a schema wants it.
func (s *schemas) wrong(schema map[string]any, v any, where string) string {
	if ref, ok := schema["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/components/schemas/")
		return s.wrong(s.doc["components"].(map[string]any)["schemas"].(map[string]any)[name].(map[string]any), v, where)
	}
	if of, ok := schema["oneOf"].([]any); ok {
		var all []string
		for _, one := range of {
			if w := s.wrong(one.(map[string]any), v, where); w != "" {
				all = append(all, w)
			}
		}
		if len(all) != len(of)-1 {
			return fmt.Sprintf("%s is %d of %d: %s", where, len(of)-len(all), len(of), strings.Join(all, "; "))
		}
		return ""
	}
	kind := map[bool]string{true: "null"}[v == nil]
	switch v := v.(type) {
	case string:
		kind = "string"
	case bool:
		kind = "boolean"
	case float64:
		if kind = "number"; v == math.Trunc(v) && schema["type"] == "integer" {
			kind = "integer"
		}
	case []any:
		kind = "array"
	case map[string]any:
		kind = "object"
	}
	if want, ok := schema["type"]; ok && want != kind {
		return fmt.Sprintf("%s is of type %s, not %s", where, kind, want)
	}
	if enum, ok := schema["enum"].([]any); ok && !slices.Contains(enum, v) {
		return fmt.Sprintf("%s is %v, none of %v", where, v, enum)
	}
	switch v := v.(type) {
	case []any:
		items, _ := schema["items"].(map[string]any)
		for i, x := range v {
			if w := s.wrong(items, x, fmt.Sprintf("%s[%d]", where, i)); w != "" {
				return w
			}
		}
	case map[string]any:
		return s.members(schema, v, where)
	}
	return ""
}

// members says which member of an object is not as a schema wants it.
func (s *schemas) members(schema, v map[string]any, where string) string {
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if _, ok := v[name.(string)]; !ok {
			return fmt.Sprintf("%s has no %s", where, name)
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, x := range v {
		p, ok := properties[name].(map[string]any)
		if more, free := schema["additionalProperties"].(map[string]any); !ok && free {
			p, ok = more, true
		}
		if !ok && schema["additionalProperties"] == false {
			return fmt.Sprintf("%s has %s, which is not described", where, name)
		}
		if w := s.wrong(p, x, where+"."+name); w != "" {
			return w
		}
	}
	return ""
}

// outputOf is what a command writes, to standard output or into its FILE.
func outputOf(t *testing.T, args []string) string {
	t.Helper()
	for i, a := range args {
		if !strings.HasPrefix(a, "FILE") {
			continue
		}
		args[i] = filepath.Join(t.TempDir(), a)
		ok(t, "", args...)
		b, err := os.ReadFile(args[i])
		require.NoError(t, err)
		return string(b)
	}
	return ok(t, "", args...)
}
