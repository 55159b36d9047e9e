package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/serve"
	"krein/internal/testlong"
)

// axe-core is not part of this repository (half a megabyte, MPL): the test downloads this version once.
const (
	axeAddress = "https://registry.npmjs.org/axe-core/-/axe-core-4.10.3.tgz"
	axeMember  = "package/axe.min.js"
	axeSum     = "880970c081707360e64f34cea25ff91892f5bc95675b0776925b9709dd8a68bb" // SHA-256 of that file
)

// axeCore returns the source of axe-core, from the user's cache or else from the registry, or skips the test.
func axeCore(t *testing.T) string {
	t.Helper()
	sums := func(b []byte) bool {
		sum := sha256.Sum256(b)
		return hex.EncodeToString(sum[:]) == axeSum
	}
	kept := filepath.Join(os.TempDir(), "axe-core.js")
	if dir, err := os.UserCacheDir(); err == nil {
		kept = filepath.Join(dir, "krein-tests", "axe-core-4.10.3.min.js")
	}
	if b, err := os.ReadFile(kept); err == nil && sums(b) {
		return string(b)
	}
	b, err := download(axeAddress, axeMember)
	if err != nil || !sums(b) {
		t.Logf("%s: %v", axeAddress, err)
		testlong.Missing(t, "axe-core (npm)")
	}
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err == nil { // without a cache it is downloaded again
		if err := os.WriteFile(kept, b, 0o600); err != nil {
			t.Log(err)
		}
	}
	return string(b)
}

// download returns a member of a compressed archive at an address.
func download(address, member string) ([]byte, error) {
	client := &http.Client{Timeout: 30 * time.Second}
	r, err := client.Get(address) //nolint:noctx // the client has a timeout
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %s", r.Status)
	}
	packed, err := gzip.NewReader(r.Body)
	if err != nil {
		return nil, err
	}
	for archive := tar.NewReader(packed); ; {
		h, err := archive.Next()
		if err != nil {
			return nil, err
		}
		if h.Name == member {
			return io.ReadAll(archive)
		}
	}
}

// violations runs axe-core on the page and lists what it finds.
func (b *browser) violations(axe string) string {
	b.t.Helper()
	b.eval(axe + "; 0")
	return b.eval(`axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations.flatMap(v => v.nodes.map(n =>
  v.id + ": " + n.target.join(" ") + " " + n.html.slice(0, 120) + " " + n.failureSummary.replace(/\s+/g, " ").slice(0, 300))).join("\n"))`)
}

// The pages that people see pass the checks of axe-core, light and dark, on a screen and on a telephone; -long has all four, and
// KREIN_SHOTS=DIR pictures of them.
func TestAxe(t *testing.T) {
	testlong.Slow(t)
	axe := axeCore(t)
	b := newBrowser(t)
	server := httptest.NewServer(serve.New(run, serve.Settings{Time: 10 * time.Minute}))
	defer server.Close()
	dir := t.TempDir()
	file := func(name string, args ...string) string {
		path := filepath.Join(dir, name+".html")
		ok(t, "", append(args, "-o", path)...)
		return "file://" + path
	}
	surveyed := file("survey", "survey", "exp(-z)", "ntk", "spherical_polynomial(2,10)")
	live := func(pairs ...string) string {
		q := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			q.Add(pairs[i], pairs[i+1])
		}
		return server.URL + "/?" + q.Encode()
	}
	const there = `document.querySelectorAll("#verdict p").length > 0 && ` + quiet
	for _, p := range []struct{ name, address, until string }{
		{"start", server.URL + "/", there},
		{"found", live("formula", "exp(-z)*cos(b*z)", "dim", "3", "param", "b=1/2"), there},
		{"asymmetric", live("formula", "exp(-z^2/8)*(1+sinh(t))", "dim", "2"), there},
		{"wrong", live("formula", "exp(-z", "dim", "3"), `document.getElementById("error").textContent !== ""`},
		{"two", live("formula", "exp(-z)", "dim", "3", "with", "exp(-z)*cos(z)"), `document.querySelectorAll("#other-verdict p").length > 0 && ` + quiet},
		{"region", live("formula", "exp(-z)*cos(b*z)", "dim", "3", "param", "b=0..3"), there},
		{"map", live("formula", "exp(-z^2)-c*exp(-z^2/s)", "dim", "1", "param", "s=2..3", "param", "c=0..1/2"), there},
		{"docs", server.URL + "/docs/", `true`},
		{"docs-region", server.URL + "/docs/region.md", `true`},
		{"docs-maps", server.URL + "/docs/maps.md", `true`},
		{"report-region", file("report-region", "report", "exp(-z)*cos(b*z)", "--param", "b=0..3", "--dim", "3"), `true`},
		{"report", file("report", "report", "ntk", "--dim", "16"), `true`},
		{"sphere", file("sphere", "report", "sigmoid", "--dim", "4", "--sphere"), `true`},
		{"delta", file("delta", "report", "exp(-z^2/8)*(1 + sinh(t/5))", "--param", "t=ones", "--dim", "8"), `true`},
		{"survey", surveyed, `true`},
	} {
		if only := os.Getenv("KREIN_AXE"); only != "" && !slices.Contains(strings.Split(only, ","), p.name) {
			continue // while a page is being made
		}
		b.visit(p.address)
		b.until(p.until)
		for i, scheme := range []string{"light", "dark"} {
			for j, width := range []int{1280, 390} {
				if !testlong.Turn((i+j)%2, 2) { // a day has each scheme and each width, and the next day the other pairs
					continue
				}
				b.size(width, 1500, scheme)
				name := fmt.Sprintf("%s-%s-%d", p.name, scheme, width)
				b.shot(name)
				b.eval(`document.querySelectorAll("details:not([open])").forEach(d => { d.open = true; d.className += " shut"; })`)
				assert.Empty(t, b.violations(axe), name)
				assert.Equal(t, "true", b.eval(narrow), name)
				b.eval(`document.querySelectorAll("details.shut").forEach(d => { d.open = false; })`)
			}
		}
	}
}

// A member of an archive is found, and one that is not there is an error.
func TestDownload(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	a := tar.NewWriter(z)
	require.NoError(t, a.WriteHeader(&tar.Header{Name: "a", Size: 1, Mode: 0o600}))
	_, err := a.Write([]byte("b"))
	require.NoError(t, err)
	require.NoError(t, a.Close())
	require.NoError(t, z.Close())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(packed.Bytes()) }))
	defer server.Close()
	b, err := download(server.URL, "a")
	require.NoError(t, err)
	assert.Equal(t, "b", string(b))
	_, err = download(server.URL, "c")
	assert.Error(t, err)
}
