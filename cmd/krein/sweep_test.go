package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testformula"
	"krein/internal/testlong"
)

// Bounds on one certificate at effort 1, of at most 4 kB and in dimensions up to 1000: time, and memory. Without -long
// the effort is a tenth, and the time less: what does not look at its budget shows all the same.
const (
	sweepTime   = 10 * time.Second
	sweepMemory = 1 << 30
	shortTime   = 4 * time.Second
)

// TestSweep: no formula takes the machine. Each is certified in a process of its own, whose time and memory are those
// that the system counts. KREIN_SWEEP=FIRST:COUNT chooses the seeds.
func TestSweep(t *testing.T) {
	testlong.Slow(t)
	first, count := 1, 3
	if testlong.Enabled() {
		count = 5000
	}
	if s := os.Getenv("KREIN_SWEEP"); s != "" {
		_, err := fmt.Sscanf(s, "%d:%d", &first, &count)
		require.NoError(t, err)
	}
	type row struct {
		name, formula string
		dim           int
	}
	var rows []row
	for seed := first; seed < first+count; seed++ {
		g := testformula.New(uint64(seed), nil)
		rows = append(rows, row{"seed " + strconv.Itoa(seed), g.Radial(), g.Dim()})
	}
	for i, f := range []string{"exp(cos(z)-1)", "exp(sin(z)^2)", "1/(2-cos(z))", "max(0,1-z*10^20)^1.99"} {
		rows = append(rows, row{"named " + f, f, 2 + i/3})
	}
	for _, f := range deepFormulas() {
		rows = append(rows, row{"deep", f, 1})
	}
	// symbolic powers, and numerators of rational densities
	damped := listed(60, "+", "exp(-sqrt(%d)*z)*cos(z)")
	rows = append(rows, row{"deep", damped, 1}, row{"deep", damped, 1000})
	for _, r := range testlong.Some(rows, 14) {
		sweepOne(t, r.name, r.formula, r.dim)
	}
}

// residentMemory returns the bytes of memory that this process has, 0 where that is not told.
func residentMemory() int64 {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	f := strings.Fields(string(data))
	if len(f) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(f[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

func sweepOne(t *testing.T, name, formula string, dim int) {
	t.Helper()
	limit, effort := sweepTime, "1"
	if !testlong.Enabled() {
		limit, effort = shortTime, "0.1"
	}
	cmd := exec.Command(os.Args[0], "certify", "--effort", effort, "--dim", strconv.Itoa(dim), "--", formula)
	cmd.Env = append(os.Environ(), asKrein+"=1")
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	// Until it runs its own program a child counts the memory of this one, and the most that it had is what is told.
	debug.FreeOSMemory()
	ours := residentMemory()
	start := time.Now()
	require.NoError(t, cmd.Start())
	// well beyond the bound, on a busy machine too
	killer := time.AfterFunc(20*limit, func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	killer.Stop()
	// The wall clock says too much on a busy machine, the processors' sum where several work at once.
	used := min(time.Since(start), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	memory := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss * 1024
	text := out.String()
	switch code := cmd.ProcessState.ExitCode(); {
	case used > limit || memory > max(sweepMemory, ours+ours/8) || code < 0:
		t.Errorf("%s: %v, %d MB, %v: %s in R^%d", name, used, memory>>20, err, formula, dim)
	case code != exitDone && code != exitFailed || strings.Contains(text, "goroutine ") || strings.Contains(text, "panic"):
		assert.Fail(t, "the program failed", "%s: %s in R^%d: exit %d: %s", name, formula, dim, code,
			text[:min(len(text), 1500)])
	case testing.Verbose():
		t.Logf("%s: %.1f s, %d MB, exit %d: %.150s in R^%d", name, used.Seconds(), memory>>20, code, formula, dim)
	}
}

// deepFormulas are long, deep or extreme in ways that took time exponential in their length, or memory without bound,
// once.
func deepFormulas() []string {
	return []string{
		"1/(1+" + listed(100, "+", "z^%d") + ")",                                      // signs of sums
		listed(60, "*", "(2-cos(z/%d))") + "*exp(-z)",                                 // growth of products
		listed(39, "*", "(z+sqrt(%d))") + "*exp(-z)",                                  // constants within constants
		strings.Repeat("1/(1+", 100) + "z" + strings.Repeat(")", 100),                 // zeros of quotients
		strings.Repeat("1-(", 50) + "z^(10^9)" + strings.Repeat(")", 50) + "*exp(-z)", // a spectrum's remainder
		strings.Repeat("1/(1+", 45) + "7-z^2" + strings.Repeat(")", 45) + "*exp(-z)",  // equations within equations
		listed(16, "*", "cos(sqrt(%d)*z)"),                                            // products of waves
		"(1+z)^(-10^20)",                                                              // tables of densities
		"besselj(10^20,z)",                                                            // expansions for large orders
		"gamma(2000-1/1000003)*exp(-z)",                                               // exact values of gamma
	}
}

// listed joins f of 1, …, n.
func listed(n int, by, f string) string {
	s := make([]string, n)
	for i := range s {
		s[i] = fmt.Sprintf(f, i+1)
	}
	return strings.Join(s, by)
}
