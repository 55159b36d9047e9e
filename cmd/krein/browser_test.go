package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
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
		testlong.Missing(t, "chromium")
	}
	in, to, err := os.Pipe()
	require.NoError(t, err)
	from, out, err := os.Pipe()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), path, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--remote-debugging-pipe", "--user-data-dir="+t.TempDir(), "about:blank")
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
	for range 2400 {
		if b.eval(expression) == "true" {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.t.Fatalf("%s did not come true; the page says %s", expression, b.eval("document.body.innerText"))
}

// size sets the window, light, dark, or as it is printed.
func (b *browser) size(width, height int, scheme string) {
	b.call("Emulation.setDeviceMetricsOverride",
		map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	b.call("Emulation.setScrollbarsHidden", map[string]any{"hidden": true}, nil)
	medium := "screen"
	if scheme == "print" {
		medium, scheme = "print", "light"
	}
	b.call("Emulation.setEmulatedMedia", map[string]any{"media": medium,
		"features": []any{map[string]any{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// shot saves pictures of the whole page where KREIN_SHOTS names a directory: one for each piece that can be looked at
// in full size.
func (b *browser) shot(name string) {
	dir := os.Getenv("KREIN_SHOTS")
	if dir == "" {
		return
	}
	const piece = 1500
	var size struct{ W, H float64 }
	require.NoError(b.t, json.Unmarshal([]byte(b.eval(
		`JSON.stringify({W: window.innerWidth, H: document.documentElement.scrollHeight})`)), &size))
	for i := 0; float64(i)*piece < size.H; i++ {
		y := float64(i) * piece
		clip := map[string]any{"x": 0, "y": y, "width": size.W, "height": min(piece, size.H-y), "scale": 1}
		var v struct{ Data string }
		b.call("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true, "clip": clip}, &v)
		data, err := base64.StdEncoding.DecodeString(v.Data)
		require.NoError(b.t, err)
		require.NoError(b.t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.png", name, i+1)), data, 0o600))
	}
}

// tab presses the tabulator key n times and returns what had the focus then each time.
func (b *browser) tab(n int) (at []string) {
	b.t.Helper()
	for range n {
		for _, kind := range []string{"rawKeyDown", "keyUp"} {
			b.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": "Tab", "code": "Tab",
				"windowsVirtualKeyCode": 9}, nil)
		}
		at = append(at, b.eval(`(e => e.id || e.textContent.trim().slice(0, 24))(document.activeElement)`))
	}
	return at
}

// visit opens an address. Page.navigate answers while the page before may still be there, which is complete, too: on a busy
// machine what follows was asked of that one.
func (b *browser) visit(address string) {
	b.eval(`window.kreinLeft = true`)
	b.call("Page.navigate", map[string]any{"url": address}, nil)
	b.until(`!window.kreinLeft && document.readyState === "complete"`)
}

const (
	quiet = `!document.getElementById("status").classList.contains("busy")`
	// narrow is true if nothing is wider than the window.
	narrow = `document.documentElement.scrollWidth <= window.innerWidth`
	// faint lists texts that stand out from what is behind them by less than 4.5, or 3 where they are large.
	faint = `(() => {
  const rgb = c => { const v = (c.match(/[\d.]+/g) || []).map(Number); return {v, a: v.length > 3 ? v[3] : 1}; };
  const lum = v => { const [r, g, b] = v.map(x => (x /= 255) <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b; };
  const out = [];
  for (const e of document.querySelectorAll("body *")) {
    const text = [...e.childNodes].filter(n => n.nodeType === 3 && n.data.trim()).map(n => n.data).join("").trim();
    const s = getComputedStyle(e);
    if (!text || !e.getClientRects().length || s.visibility === "hidden" || e.closest(".skip")) continue;
    let back = e;
    while (back && rgb(getComputedStyle(back).backgroundColor).a === 0) back = back.parentElement;
    const x = lum(rgb(e.closest("svg") ? s.fill : s.color).v.slice(0, 3));
    const y = lum(rgb(getComputedStyle(back || document.documentElement).backgroundColor).v.slice(0, 3));
    const ratio = (Math.max(x, y) + .05) / (Math.min(x, y) + .05);
    if (ratio < (parseFloat(s.fontSize) >= 24 ? 3 : 4.5)) out.push(ratio.toFixed(2) + " " + text.slice(0, 40));
  }
  return out.join("; ");
})()`
	// unnamed lists what can be reached by the keyboard and has no name.
	unnamed = `[...document.querySelectorAll("a[href],button,input,select,summary")].filter(e => !(e.textContent.trim() ` +
		`|| e.ariaLabel || e.labels?.length)).map(e => e.outerHTML).join()`
)

// The live page in a browser: a link holds the whole state, the verdict comes, errors are underlined, examples work,
// markup in a formula stays text, nothing is wider than a telephone, all can be read and reached, and the console is
// silent.
func TestLivePage(t *testing.T) {
	testlong.Await(t, 2, 3)
	b := newBrowser(t)
	server := httptest.NewServer(serve.New(run, serve.Settings{}))
	defer server.Close()
	link := func(pairs ...string) string {
		q := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			q.Add(pairs[i], pairs[i+1])
		}
		return server.URL + "/?" + q.Encode()
	}
	const there = `document.querySelectorAll("#verdict p").length > 0 && ` + quiet
	b.size(1100, 1700, "light")
	b.visit(link("formula", "exp(-z^2/2) - exp(-z^2/200)", "dim", "3"))
	b.until(there)
	assert.Equal(t, "7", b.eval(`document.querySelectorAll("#claims details.claim").length`))
	assert.Contains(t, b.eval(`document.getElementById("verdict").innerText`),
		"difference of two positive definite kernels")
	assert.Equal(t, "2", b.eval(`document.querySelectorAll("svg.chart").length`))
	assert.Equal(t, "1", b.eval(`document.querySelectorAll("#typeset math").length`))
	assert.Contains(t, b.eval(`document.querySelector("[data-file='table.json']").href`), "/files/table.json?formula=")
	assert.Empty(t, b.eval(faint))
	b.shot("live-light")
	b.eval(`document.activeElement.blur(); scrollTo(0, 0)`)
	at := b.tab(8)
	assert.Equal(t, []string{"To the claims", "formula", "slide", "dim", "Certify"}, at[:5],
		"what is used first comes first")
	assert.Equal(t, []string{"Parameters, lengths, dom", "exp(-z^2/2) - exp(-z^2/2", "ntk"}, at[5:])

	b.eval(`document.getElementById("formula").value = "exp(-z^2/2+foo)"; ` +
		`document.getElementById("formula").dispatchEvent(new Event("input"))`)
	b.until(`document.getElementById("error").textContent.includes("foo")`)
	assert.Equal(t, "f", b.eval(`document.getElementById("wrong").textContent`))
	assert.Equal(t, "true", b.eval(`document.getElementById("formula").getAttribute("aria-invalid")`))
	assert.Equal(t, "true", b.eval(`document.getElementById("found").classList.contains("stale")`))
	b.shot("live-error")

	b.size(380, 1700, "dark")
	b.eval(`document.querySelectorAll("#examples button")[3].click()`)
	b.until(`location.search.includes("max") && ` + there)
	assert.Equal(t, "true", b.eval(narrow))
	assert.Empty(t, b.eval(faint))
	b.shot("live-dark-narrow")
	b.eval(`history.back()`) // the kernel before
	b.until(`document.getElementById("formula").value.includes("200") && ` + there)
	b.eval(`document.getElementById("slide").value = 5; document.getElementById("slide").dispatchEvent(new Event("input"));
document.getElementById("slide").dispatchEvent(new Event("change"))`)
	b.until(`location.search.includes("dim=5") && ` + there)

	b.visit(link("formula", "b*exp(-z)", "dim", "3", "param", "b=2", "with", "exp(-z)*cos(z)"))
	b.until(`document.querySelectorAll("#other-verdict p").length > 0 && ` + quiet)
	assert.Contains(t, b.eval(`document.getElementById("verdict").innerText`), "Positive definite on R3")
	assert.Contains(t, b.eval(`document.getElementById("other-verdict").innerText`), "Indefinite on R3")
	assert.Equal(t, "14", b.eval(`document.querySelectorAll("details.claim").length`))
	assert.Equal(t, "0", b.eval(`(all => all.length - new Set(all).size)([...document.querySelectorAll("[id]")].map(e => e.id))`), "identifiers are of one element each")
	b.shot("live-two")
	b.visit(link("formula", "exp(-z)", "dim", "3", "with", "exp(-z"))
	b.until(`document.getElementById("other-error").textContent !== ""`)

	b.visit(link("formula", `<img src=x onerror=alert(1)>`, "dim", "3"))
	b.until(`document.getElementById("error").textContent !== ""`)
	assert.Equal(t, "0", b.eval(`document.querySelectorAll("img").length`))
	b.visit(link("formula", "c*(1-z)", "dim", "1", "param", "c=2", "beyond", "1"))
	b.until(there)
	assert.Contains(t, b.eval(`document.getElementById("verdict").innerText`), "Positive definite")
	assert.Contains(t, b.eval(`document.getElementById("verdict").innerText`),
		`--param 'c=2' --param 'beyond=1'`)
	assert.Equal(t, "true", b.eval(`document.getElementById("more").open`))
	assert.Empty(t, b.eval(unnamed))
	assert.Equal(t, "true", b.eval(narrow))
	b.shot("live-more")
	b.size(1100, 1700, "light")
	b.visit(link("formula", "exp(-z^2/8)*(1+sinh(t))", "dim", "2"))
	b.until(there)
	assert.Equal(t, "5", b.eval(`document.querySelectorAll("#claims details.claim").length`))
	assert.Contains(t, b.eval(`document.getElementById("claims").innerText`), "symmetric part")
	assert.Equal(t, "1", b.eval(`document.querySelectorAll("svg.chart").length`))
	assert.Equal(t, "report.html certificate.json table.json map.npz",
		b.eval(`[...document.querySelectorAll("[data-file]")].filter(a => !a.hidden).map(a => a.textContent).join(" ")`))
	b.shot("live-delta")
	assert.Empty(t, b.eval(faint))
	assert.Empty(t, b.console)
}

// Pages of other sites in a browser: a link leads to the page with the form filled, and nothing is computed before a click;
// frames, images, forms, fetches and links to answers compute nothing; an address that is typed does. The other site is
// localhost, this server 127.0.0.1.
func TestLinkedPage(t *testing.T) {
	testlong.Slow(t)
	b := newBrowser(t)
	var ran, asked atomic.Int64
	krein := serve.New(func(_ context.Context, _ []string, _ io.Reader, out, _ io.Writer) int {
		ran.Add(1)
		fmt.Fprintln(out, "{}")
		return 0
	}, serve.Settings{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("from") { // who asks, of all that the other page has
			asked.Add(1)
			r.URL.RawQuery = strings.Replace(r.URL.RawQuery, "from=1&", "", 1)
		}
		krein.ServeHTTP(w, r)
		if w.Header().Get("Content-Type") == "text/event-stream" {
			ran.Add(1)
		}
	}))
	defer server.Close()
	const query = "?from=1&formula=exp(-z)&dim=3"
	api := server.URL + "/api/v1/certify" + query
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<a id="page" href="%[1]s/?formula=exp(-z)&amp;dim=3">page</a> <a id="answer" href="%[2]s">answer</a>
<img src="%[2]s"><iframe src="%[2]s"></iframe><iframe src="%[1]s/files/report.html%[3]s"></iframe>
<iframe name="f"></iframe><form id="get" target="f" action="%[1]s/api/v1/spectrum"><input name="from" value="1">
<input name="formula" value="z"><input name="dim" value="3"></form>
<iframe name="p"></iframe><form id="post" target="p" method="post" action="%[1]s/api/v1/verify%[3]s"></form>
<script>document.getElementById("get").submit(); document.getElementById("post").submit();
fetch("%[2]s", {mode: "no-cors"}); fetch("%[2]s").catch(() => 0); new EventSource("%[1]s/api/v1/events%[3]s");
navigator.sendBeacon("%[1]s/api/v1/verify%[3]s", "{}");</script>`, server.URL, api, query)
	}))
	defer other.Close()
	elsewhere := strings.Replace(other.URL, "127.0.0.1", "localhost", 1)
	b.visit(elsewhere)
	for range 200 {
		if asked.Load() >= 9 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	assert.GreaterOrEqual(t, asked.Load(), int64(9), "all of them ask")
	assert.Zero(t, ran.Load(), "and nothing is computed")
	b.eval(`document.getElementById("answer").click()`)
	b.until(`document.body && document.body.innerText.includes("pages of other sites")`)
	assert.Zero(t, ran.Load())

	b.visit(elsewhere)
	b.eval(`document.getElementById("page").click()`)
	b.until(`document.readyState === "complete" && !!document.getElementById("status")?.textContent`)
	assert.Equal(t, "exp(-z)", b.eval(`document.getElementById("formula").value`))
	assert.Contains(t, b.eval(`document.getElementById("status").textContent`), "press Certify")
	assert.Zero(t, ran.Load(), "a link computes nothing")
	b.eval(`document.querySelector("#ask button[type=submit]").click()`)
	b.until(`document.querySelectorAll("#verdict p").length > 0`)
	assert.Equal(t, int64(1), ran.Load(), "a click does")
	b.visit(server.URL + "/?formula=exp(-z)&dim=2") // typed
	b.until(`document.querySelectorAll("#verdict p").length > 0`)
	assert.Equal(t, int64(2), ran.Load())
	b.visit(server.URL + "/api/v1/certify?formula=z&dim=2")
	assert.Equal(t, int64(3), ran.Load())
}

// A parameter in a range: the region comes with a row of values and a slider, and the chosen value has its verdict, its mark,
// its kernel and its density; in reports without a script, by the keyboard alone.
func TestRegionPage(t *testing.T) {
	testlong.Slow(t)
	b := newBrowser(t)
	server := httptest.NewServer(serve.New(run, serve.Settings{Time: 10 * time.Minute}))
	defer server.Close()
	const shown = `[...document.querySelectorAll(".drag .f")].filter(e => getComputedStyle(e).display !== "none").map(e => e.tagName).join()`
	const says = `[...document.querySelectorAll(".says p")].filter(e => e.getClientRects().length).map(e => e.textContent).join("|")`
	b.size(1100, 1700, "light")
	b.visit(server.URL + "/?" + url.Values{"formula": {"exp(-z)*cosh(b*z)"}, "dim": {"3"}, "param": {"b=0..2"}}.Encode())
	b.until(`document.querySelectorAll("#verdict p").length > 0 && ` + quiet)
	assert.Contains(t, b.eval(`document.getElementById("verdict").innerText`), "for 0 ≤ b ≤ 1.")
	assert.Equal(t, "P,path,path,path,path", b.eval(shown), "a verdict, a mark, a kernel, a density with its area")
	assert.Regexp(t, "^✓ proved b = 1/2: Positive definite on R3 for 0 ≤ b ≤ 1.$", b.eval(says))
	b.eval(`(s => { s.value = 12; s.dispatchEvent(new Event("input")); })(document.querySelector(".values input[type=range]"))`)
	assert.Regexp(t, "^✓ proved b = 1:", b.eval(says), "the end itself")
	b.eval(`(s => { s.value = 13; s.dispatchEvent(new Event("input")); })(document.querySelector(".values input[type=range]"))`)
	assert.Regexp(t, "^✗ refuted b = 13/12: Not positive definite on R3 for 1 < b ≤ 2.$", b.eval(says))
	assert.Equal(t, "region.json report.html", b.eval(`[...document.querySelectorAll("[data-file]")].filter(a => !a.hidden).map(a => a.textContent).sort().join(" ")`))

	b.visit(server.URL + "/?" + url.Values{"formula": {"exp(-z^2)-c*exp(-z^2/s)"}, "dim": {"1"}, "param": {"s=2..3", "c=0..1"}}.Encode())
	b.until(`document.querySelectorAll("#verdict p").length > 0 && ` + quiet)
	assert.Equal(t, "2", b.eval(`document.querySelectorAll(".values input[type=range]").length`))
	assert.Equal(t, "P,circle,path,path,path", b.eval(shown))
	const looks = `[...document.querySelectorAll(".values input[type=radio]")].map(e => getComputedStyle(e).backgroundImage !== "none" ? "r" :
  getComputedStyle(e).backgroundColor === getComputedStyle(document.querySelector(".region.proved")).fill ? "p" : "-").join("")`
	assert.Regexp(t, "^p{9}p+-?r+$", b.eval(looks), "all s at c = 1/4, and the c at s = 9/4")
	for at, want := range map[string]string{"0": "^✓ proved s = 9/4, c = 0:", "8": "^✗ refuted s = 9/4, c = 1:"} {
		b.eval(`(s => { s.value = ` + at + `; s.dispatchEvent(new Event("input")); })(document.querySelectorAll(".values input[type=range]")[1])`)
		assert.Regexp(t, want, b.eval(says))
		assert.Equal(t, strings.Repeat(map[string]string{"0": "p", "8": "r"}[at], 9), b.eval(looks)[:9], "all s at this c")
	}

	path := filepath.Join(t.TempDir(), "r.html")
	ok(t, "", "report", "exp(-z)*cosh(b*z)", "--param", "b=0..2", "--dim", "3", "-o", path)
	b.visit("file://" + path)
	assert.Equal(t, "0", b.eval(`document.scripts.length`))
	assert.Regexp(t, "^✓ proved b = 1/2:", b.eval(says))
	b.eval(`document.querySelector(".values input:checked").focus()`)
	for range 7 {
		for _, kind := range []string{"rawKeyDown", "keyUp"} {
			b.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": "ArrowRight", "code": "ArrowRight", "windowsVirtualKeyCode": 39}, nil)
		}
	}
	assert.Regexp(t, "^✗ refuted b = 13/12:", b.eval(says))
	assert.Empty(t, b.eval(faint))
	assert.Empty(t, b.console)
}

// Errors in the stream of events are shown, and the page is ready for another question.
func TestFailedPage(t *testing.T) {
	b := newBrowser(t)
	krein := serve.New(run, serve.Settings{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/events" {
			krein.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "event: failed\ndata: {\"error\": \"a mistake in krein\"}\n\n")
	}))
	defer server.Close()
	b.visit(server.URL + "/?formula=exp(-z)&dim=3")
	b.until(`document.getElementById("error").textContent.includes("a mistake in krein")`)
	assert.Equal(t, "true", b.eval(quiet))
}

// Reports in a browser: they ask for nothing else, a link to a theorem unfolds it, they are not wider than a telephone,
// and what they have stands within the page in print.
func TestReportPage(t *testing.T) {
	testlong.Await(t, 3, 3)
	b := newBrowser(t)
	for _, c := range []struct {
		name   string
		claims string
		args   []string
	}{
		{"report", "7", []string{"exp(-z)", "--dim", "3"}},
		{"sphere", "2", []string{"sigmoid", "--dim", "4", "--sphere"}},
		{"delta", "5", []string{"exp(-z^2/8)*(1 + sinh(t/5))", "--param", "t=ones", "--dim", "8"}},
		{"taxicab", "5", []string{"tl1(3)", "--dim", "2"}},
	} {
		path := filepath.Join(t.TempDir(), "r.html")
		ok(t, "", append([]string{"report", "-o", path}, c.args...)...)
		b.size(1100, 1500, "light")
		b.visit("file://" + path)
		b.shot(c.name + "-light")
		assert.Equal(t, c.claims, b.eval(`document.querySelectorAll(".glance li").length`), c.name)
		assert.Equal(t, "0", b.eval(`performance.getEntriesByType("resource").length`), c.name)
		b.eval(`document.querySelector(".step a").click()`)
		b.until(
			`document.querySelector(document.querySelector(".step a").hash.replaceAll(".", "\\.")).closest("details").open`)
		assert.Empty(t, b.eval(unnamed), c.name)
		b.size(380, 1500, "dark")
		b.shot(c.name + "-dark-narrow")
		assert.Equal(t, "true", b.eval(narrow), c.name)
		b.size(760, 1500, "print")
		b.eval(`document.querySelectorAll("details").forEach(d => d.open = true)`)
		b.shot(c.name + "-print")
		assert.Equal(t, "true", b.eval(narrow), c.name)
	}
	assert.Empty(t, strings.Join(b.console, "\n"))
}
