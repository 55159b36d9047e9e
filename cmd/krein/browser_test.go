package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/serve"
	"krein/internal/testlong"
)

// browser is a headless Chromium, asked over its debugging pipe.
type browser struct {
	t       *testing.T
	to      *os.File
	from    *bufio.Reader
	session string
	n       int
	console []string // what pages complained of
}

// newBrowser starts Chromium with an empty page, or skips the test.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium: the page is not looked at in a browser")
	}
	in, to, err := os.Pipe()
	require.NoError(t, err)
	from, out, err := os.Pipe()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), path, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe",
		"--user-data-dir="+t.TempDir(), "about:blank")
	cmd.ExtraFiles = []*os.File{in, out}
	require.NoError(t, cmd.Start())
	require.NoError(t, in.Close())
	require.NoError(t, out.Close())
	b := &browser{t: t, to: to, from: bufio.NewReaderSize(from, 1<<20)}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it has nothing to save
		_ = cmd.Wait()
		_ = to.Close()
		_ = from.Close()
		time.Sleep(100 * time.Millisecond) // its children leave the directory
	})
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

// call sends a command and waits for its answer.
func (b *browser) call(method string, params any, result any) {
	b.t.Helper()
	b.n++
	m := map[string]any{"id": b.n, "method": method}
	if params != nil {
		m["params"] = params
	}
	if b.session != "" {
		m["sessionId"] = b.session
	}
	text, err := json.Marshal(m)
	require.NoError(b.t, err)
	_, err = b.to.Write(append(text, 0))
	require.NoError(b.t, err)
	for {
		line, err := b.from.ReadBytes(0)
		require.NoError(b.t, err, method)
		var answer struct {
			ID     int
			Method string
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		require.NoError(b.t, json.Unmarshal(bytes.TrimSuffix(line, []byte{0}), &answer))
		switch answer.Method {
		case "Log.entryAdded", "Runtime.exceptionThrown":
			b.console = append(b.console, string(line))
		}
		if answer.ID != b.n {
			continue
		}
		if answer.Error != nil {
			b.t.Fatalf("%s: %s", method, answer.Error.Message)
		}
		if result != nil {
			require.NoError(b.t, json.Unmarshal(answer.Result, result))
		}
		return
	}
}

// eval returns the value of an expression in the page as text.
func (b *browser) eval(expression string) string {
	b.t.Helper()
	var v struct{ Result struct{ Value any } }
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &v)
	return fmt.Sprint(v.Result.Value)
}

// until waits for an expression to be true.
func (b *browser) until(expression string) {
	b.t.Helper()
	for range 600 {
		if b.eval(expression) == "true" {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.t.Fatalf("%s did not come true; the page says %s", expression, b.eval("document.body.innerText"))
}

// size sets the window, light or dark.
func (b *browser) size(width, height int, scheme string) {
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// shot saves a picture of the whole page where KREIN_SHOTS names a directory.
func (b *browser) shot(name string) {
	dir := os.Getenv("KREIN_SHOTS")
	if dir == "" {
		return
	}
	var v struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true}, &v)
	data, err := base64.StdEncoding.DecodeString(v.Data)
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(filepath.Join(dir, name+".png"), data, 0o600))
}

// visit opens an address.
func (b *browser) visit(address string) {
	b.call("Page.navigate", map[string]any{"url": address}, nil)
	b.until(`document.readyState === "complete"`)
}

const (
	quiet = `!document.getElementById("status").classList.contains("busy")`
	// narrow is true if nothing is wider than the window.
	narrow = `document.documentElement.scrollWidth <= window.innerWidth`
	// unnamed lists what can be reached by the keyboard and has no name.
	unnamed = `[...document.querySelectorAll("a[href],button,input,summary")].filter(e => !(e.textContent.trim() || e.ariaLabel || e.labels?.length)).map(e => e.outerHTML).join()`
)

// The live page in a browser: a link holds the whole state, the verdict comes, errors are underlined, examples work, markup in
// a formula stays text, nothing is wider than a telephone, and the console is silent.
func TestLivePage(t *testing.T) {
	testlong.Await(t, 2, 3)
	b := newBrowser(t)
	server := httptest.NewServer(serve.New(run, serve.Settings{}))
	defer server.Close()
	b.size(1100, 1700, "light")
	b.visit(server.URL + "/?" + url.Values{"formula": {"exp(-z^2/2) - exp(-z^2/200)"}, "dim": {"3"}}.Encode())
	b.until(`document.querySelectorAll("#verdict p").length > 0 && ` + quiet)
	assert.Equal(t, "7", b.eval(`document.querySelectorAll("#claims details.claim").length`))
	assert.Contains(t, b.eval(`document.getElementById("verdict").innerText`), "difference of two positive definite kernels")
	assert.Equal(t, "2", b.eval(`document.querySelectorAll("svg.chart").length`))
	assert.Equal(t, "1", b.eval(`document.querySelectorAll("#typeset math").length`))
	assert.Contains(t, b.eval(`document.querySelector("[data-file='table.json']").href`), "/files/table.json?formula=")
	b.shot("live-light")

	b.eval(`document.getElementById("formula").value = "exp(-z^2/2+foo)"; document.getElementById("formula").dispatchEvent(new Event("input"))`)
	b.until(`document.getElementById("error").textContent.includes("foo")`)
	assert.Equal(t, "f", b.eval(`document.getElementById("wrong").textContent`))
	assert.Equal(t, "true", b.eval(`document.getElementById("formula").getAttribute("aria-invalid")`))

	b.size(420, 1700, "dark")
	b.eval(`document.querySelectorAll("#examples button")[3].click()`)
	b.until(`location.search.includes("max") && document.querySelectorAll("#verdict p").length > 0 && ` + quiet)
	assert.Equal(t, "true", b.eval(narrow))
	b.shot("live-dark-narrow")

	b.visit(server.URL + "/?" + url.Values{"formula": {`<img src=x onerror=alert(1)>`}, "dim": {"3"}}.Encode())
	b.until(`document.getElementById("error").textContent !== ""`)
	assert.Equal(t, "0", b.eval(`document.querySelectorAll("img").length`))
	b.visit(server.URL + "/?" + url.Values{"formula": {"exp(-z^2/8)*(1+sinh(t))"}, "dim": {"2"}}.Encode())
	b.until(`!document.getElementById("text").hidden && ` + quiet)
	assert.Contains(t, b.eval(`document.getElementById("text").textContent`), "symmetric")
	assert.Empty(t, b.eval(unnamed))
	assert.Empty(t, b.console)
}

// A report in a browser: it asks for nothing else, a link to a theorem unfolds it, and it is not wider than a telephone.
func TestReportPage(t *testing.T) {
	testlong.Await(t, 3, 3)
	b := newBrowser(t)
	path := filepath.Join(t.TempDir(), "r.html")
	ok(t, "", "report", "exp(-z)", "--dim", "3", "-o", path)
	b.size(1100, 3000, "light")
	b.visit("file://" + path)
	b.shot("report-light")
	assert.Equal(t, "7", b.eval(`document.querySelectorAll(".glance li").length`))
	assert.Equal(t, "0", b.eval(`performance.getEntriesByType("resource").length`))
	b.eval(`document.querySelector(".step a").click()`)
	b.until(`document.querySelector(document.querySelector(".step a").hash.replaceAll(".", "\\.")).closest("details").open`)
	assert.Empty(t, b.eval(unnamed))
	b.size(420, 3000, "dark")
	b.shot("report-dark-narrow")
	assert.Equal(t, "true", b.eval(narrow))
	assert.Empty(t, strings.Join(b.console, "\n"))
}
