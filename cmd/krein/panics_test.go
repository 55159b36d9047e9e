package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	delta "krein/fourier/language"
	"krein/internal/kernel/language"
	"krein/internal/npy"
	"krein/internal/testformula"
	"krein/internal/testlong"
)

// What one verb may take in TestVerbs. The effort is a small share of what users have, so that thousands of formulas
// can be tried; what takes more processor time all the same is told to stop.
const (
	verbEffort = "0.01"
	verbTime   = 300 * time.Millisecond
	shortVerb  = 100 * time.Millisecond // without -today: plain tests are fast
	slowCPU    = 20 * time.Second
	slowHeap   = 1 << 30
)

// TestVerbs: no verb panics, whatever the formula is, prints NaN or an infinite number with exit status 0, ends without
// a message or takes long after it was told to stop. KREIN_VERBS=FIRST:COUNT chooses the seeds, KREIN_VERB the verbs,
// KREIN_VERB_TIME what each may take; KREIN_SLOW names a file that gets what takes much CPU or memory.
func TestVerbs(t *testing.T) {
	first, count := 1, 2
	limit := shortVerb
	if testlong.Rounds(8) > 1 {
		limit = verbTime
	}
	switch {
	case testlong.Enabled():
		count = 5000
	case testlong.Rounds(8) == 8: // -today
		first, count = 1000*time.Now().YearDay(), 60
	}
	if s := os.Getenv("KREIN_VERBS"); s != "" {
		_, err := fmt.Sscanf(s, "%d:%d", &first, &count)
		require.NoError(t, err)
		limit = verbTime
	}
	if s := os.Getenv("KREIN_VERB_TIME"); s != "" {
		var err error
		limit, err = time.ParseDuration(s)
		require.NoError(t, err)
	}
	s := &verbSweep{T: t, dir: t.TempDir(), rows: map[int]string{}, cost: map[string]time.Duration{}, limit: limit}
	for seed := first; seed < first+count; seed++ {
		s.kernel(seed, testformula.New(uint64(seed), names()).Kernel())
	}
	t.Logf("%d kernels, %d read, %d calls, %d with status 0, %d stopped; CPU %v", count, s.read, s.calls, s.done, s.stopped,
		s.cost)
	if only := os.Getenv("KREIN_VERB"); count > 50 && (only == "" || strings.Contains(only, "certify")) {
		require.Greater(t, s.read, count/3, "most formulas are valid, and some of them are certified in time")
	}
}

// TestExtremes: kernels whose parameters are far from those of use are certified at full effort, without a panic, and what
// is proved verifies. Enclosures of their masses reach below 0 or to infinity, scales leave the range of float64, and
// exponents and orders have more digits than are exact there. TestVerbs, at a hundredth of the effort, sees no masses.
func TestExtremes(t *testing.T) {
	testlong.Slow(t)
	file := filepath.Join(t.TempDir(), "c.json")
	rows := [][]string{
		{"2", "besseli(1e-20, wendland(3,1)*z^(99/50))"}, {"2", "cosh_gaussian(1000,1)"},
		{"8", "exp(-z^2)*sinh(1e3*t)", "--param=t=ones"}, {"1", "sinh_gaussian(1000,1)"},
		{"2", "exp(-z^2)*cosh(1e6*t)", "--param=t=ones"}, {"1", "shift_gaussian(1000,1)"},
		{"3", "besselj(1e-20, askey(2,1)*z^(199/100))"}, {"8", "shift_gaussian(r,1/10)", "--param=r=20"},
		{"2", "exp(-1e-9*z^2)*sinh(1e-9*t)", "--param=t=ones"}, {"16", "cosh_gaussian(1e4,1)"},
		{"2", "besseli(1e-300, z^(1/50))"}, {"1", "sinh_gaussian(1e-9,1e6)"},
		{"49", "prod(z*exp(-abs((7.31e-09)*z)))"}, {"60", "prod(z^2*exp(-1e-6*abs(z)))"},
	}
	for i, r := range rows {
		if !testlong.Turn(i, len(rows)) {
			continue
		}
		flags := append([]string{"--dim", r[0]}, r[2:]...)
		words := ok(t, "", append(append([]string{"certify", "-o", file}, flags...), "--", r[1])...)
		require.NotRegexp(t, notNumber, words, r[1])
		code, out, errs := krein(t, "", append([]string{"verify", file, "--kernel", r[1]}, flags...)...)
		if !strings.Contains(errs, "proves and refutes nothing") {
			require.Equal(t, exitDone, code, "%s\n%s%s", r[1], out, errs)
		}
	}
}

// names lists all named kernels.
func names() *testformula.Catalogue {
	c := new(testformula.Catalogue)
	for _, e := range language.Catalogue() {
		n := testformula.Named{Name: e.Name}
		for _, p := range e.Params {
			n.Params = append(n.Params, testformula.Param{Name: p.Name, Range: p.Range, Optional: p.Default != nil})
		}
		c.Radial = append(c.Radial, n)
	}
	for _, e := range delta.Catalogue() {
		n := testformula.Named{Name: e.Name}
		_, list, _ := strings.Cut(strings.TrimSuffix(e.Signature, ")"), "(")
		for _, name := range strings.Split(list, ", ") {
			n.Params = append(n.Params, testformula.Param{Name: name})
		}
		c.Delta = append(c.Delta, n)
	}
	return c
}

// verbSweep tries verbs.
type verbSweep struct {
	*testing.T
	dir                        string
	rows                       map[int]string // data files by dimension
	calls, done, stopped, read int
	cost                       map[string]time.Duration // by verb
	limit                      time.Duration            // of processor time for a verb
}

// data returns a file of rows.
func (s *verbSweep) data(dim int) string {
	if s.rows[dim] == "" {
		s.rows[dim] = filepath.Join(s.dir, fmt.Sprintf("rows%d.csv", dim))
		var b strings.Builder
		for i := range 9 {
			for j := range dim {
				if j > 0 {
					b.WriteByte(',')
				}
				b.WriteString(strconv.FormatFloat(math.Abs(math.Sin(float64(7*i+3*j+i*j+1))), 'f', 6, 64))
			}
			b.WriteByte('\n')
		}
		require.NoError(s, os.WriteFile(s.rows[dim], []byte(b.String()), 0o644))
	}
	return s.rows[dim]
}

// kernel tries all verbs on a kernel.
func (s *verbSweep) kernel(seed int, k testformula.Kernel) {
	file := func(name string) string { return filepath.Join(s.dir, name) }
	name := fmt.Sprintf("seed %d: %s", seed, commandLine(append(append([]string{"certify"}, k.Flags()...), "--", k.Formula))[6:])
	call := func(verb string, args ...string) bool {
		if only := os.Getenv("KREIN_VERB"); only != "" && !strings.Contains(only, verb) {
			return false
		}
		return s.run(name, k, verb, args...)
	}
	certificate := file("c.json")
	for _, old := range []string{certificate, file("phi.npy"), file("psi.npy"), file("j.npy")} {
		_ = os.Remove(old)
	}
	if call("certify", "-o", certificate) {
		s.read++
		call("verify", certificate, "--kernel", k.Formula)
	}
	call("decompose")
	call("spectrum", "--points", "5")
	call("report", "-o", file("r.html"))
	pair := []string{"--data", s.data(k.Dim), "--columns", "16", "--scale", "none", "-o", file("phi.npy"), "--signature",
		file("j.npy"), "--right", file("psi.npy")}
	one := pair[:len(pair)-2]
	if k.Radial {
		pair = one
	}
	if call("features", pair...) || !k.Radial && call("features", one...) {
		s.finite(name, file("phi.npy"))
		s.finite(name, file("psi.npy"))
	}
	call("map", "--columns", "16", "-o", file("m.npz"))
	call("plan")
	call("compare")
	if k.Radial {
		call("survey", "--dims", "1,3")
	}
}

// run tries a verb, and reports whether it ended with status 0.
func (s *verbSweep) run(name string, k testformula.Kernel, verb string, args ...string) bool {
	s.calls++
	line := append([]string{verb}, k.Flags()...)
	if verb == "survey" || verb == "features" { // of other dimensions, and that of the data
		line = append([]string{verb}, k.Args...)
	}
	if verb != "verify" {
		line = append(line, "--effort", verbEffort)
	}
	line = append(line, args...)
	if verb != "verify" {
		line = append(line, "--", k.Formula)
	}
	if testing.Verbose() {
		s.Logf("%s %s", verb, name)
	}
	ctx, stop := context.WithCancel(s.Context())
	defer stop()
	cpu := cpuTime()
	heap := watch(func() bool { return cpuTime()-cpu > s.limit }, stop)
	var out, errs bytes.Buffer
	code, failure := -1, any(nil)
	func() {
		defer func() {
			if failure = recover(); failure != nil {
				s.Errorf("%s panics: %v\n%s\n%s", verb, failure, name, debug.Stack())
			}
		}()
		code = run(ctx, line, strings.NewReader(""), &out, &errs)
	}()
	used, most := cpuTime()-cpu, heap()
	s.cost[verb] += used
	if used > slowCPU || most > slowHeap {
		s.slow(verb, k, used, most)
	}
	switch {
	case failure != nil:
		return false
	case code == exitDone:
		s.done++
	case ctx.Err() != nil:
		s.stopped++
	case !strings.HasPrefix(errs.String(), "krein: ") || misused.MatchString(errs.String()):
		s.Errorf("%s ends with status %d and %q: %s", verb, code, errs.String(), name)
	}
	if code == exitDone || verb == "verify" && code == exitNotMet {
		if bad := notNumber.FindString(withoutFormula(out.String(), k.Formula)); bad != "" {
			s.Errorf("%s prints %q: %s\n%.3000s", verb, bad, name, out.String())
		}
	}
	if verb == "verify" && code != exitDone && ctx.Err() == nil && !strings.Contains(out.String(), "incomplete") &&
		!strings.Contains(errs.String(), "proves and refutes nothing") {
		s.Errorf("what certify says does not verify, status %d: %s\n%s%s", code, name, errs.String(), out.String())
	}
	return code == exitDone
}

// notNumber finds what floats print that are no numbers.
var notNumber = regexp.MustCompile(`(^|[^A-Za-z_])(NaN|[+-]?Inf)($|[^A-Za-z_])`)

// misused finds what is said of flags that a verb does not take, which are mistakes of this test.
var misused = regexp.MustCompile("unknown flag|--effort [0-9.]+: want|flag needs")

func withoutFormula(text, formula string) string { return strings.ReplaceAll(text, formula, "") }

// finite wants the features in a file to be numbers.
func (s *verbSweep) finite(name, file string) {
	f, err := os.Open(file)
	if os.IsNotExist(err) { // a map of one side
		return
	}
	require.NoError(s, err)
	defer f.Close()
	_, err = npy.Read(f)
	require.NoError(s, err, name)
	data, err := io.ReadAll(f)
	require.NoError(s, err, name)
	for ; len(data) >= 8; data = data[8:] {
		if v := math.Float64frombits(binary.LittleEndian.Uint64(data)); math.IsNaN(v) || math.IsInf(v, 0) {
			s.Errorf("features writes %v: %s", v, name)
			return
		}
	}
}

// slow notes what takes long.
func (s *verbSweep) slow(verb string, k testformula.Kernel, used time.Duration, heap uint64) {
	text := fmt.Sprintf("%s\t%s\t%s\t%.1f CPU-s\t%d MiB", verb, k.Formula, strings.Join(k.Flags(), " "), used.Seconds(),
		heap>>20)
	s.Log("slow: " + text)
	if file := os.Getenv("KREIN_SLOW"); file != "" {
		f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		require.NoError(s, err)
		_, err = fmt.Fprintln(f, text)
		require.NoError(s, err)
		require.NoError(s, f.Close())
	}
}

// cpuTime is what the process has used.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// watch looks every few milliseconds, until the function that it returns is called, which returns the largest heap that
// was seen: what a collection left, not the garbage that may lie about until the next. It calls stop once it is time to.
func watch(over func() bool, stop func()) func() uint64 {
	done, most := make(chan struct{}), make(chan uint64)
	go func() {
		s, top := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}, uint64(0)
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for {
			metrics.Read(s)
			top = max(top, s[0].Value.Uint64())
			if over() {
				stop()
			}
			select {
			case <-done:
				most <- top
				return
			case <-tick.C:
			}
		}
	}()
	return func() uint64 { close(done); return <-most }
}
