package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// cancelAfter makes the test binary run the command, cancel it after so much processor time, in milliseconds, and print
// for how long it then still ran.
const cancelAfter = "KREIN_TEST_CANCEL_AFTER"

// mostAfterCancel is how long a verb may still run: by the clock, or by processor time where others want the machine.
const mostAfterCancel = 200 * time.Millisecond

// processorTime is what this process has used.
func processorTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// runAndCancel is the child process of TestCancel.
func runAndCancel(after string) int {
	ms, err := strconv.Atoi(after)
	if err != nil {
		panic(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	type moment struct {
		used time.Duration
		at   time.Time
	}
	from := make(chan moment, 1)
	go func() {
		for processorTime() < time.Duration(ms)*time.Millisecond {
			time.Sleep(time.Millisecond)
		}
		from <- moment{processorTime(), time.Now()}
		cancel()
	}()
	var out, errs bytes.Buffer
	code := run(ctx, os.Args[1:], strings.NewReader(""), &out, &errs)
	now := moment{processorTime(), time.Now()}
	select {
	case m := <-from:
		fmt.Printf("late %d %d code %d %s", (now.used - m.used).Microseconds(), now.at.Sub(m.at).Microseconds(), code,
			errs.String())
	default:
		fmt.Print("done")
	}
	return 0
}

// TestCancel: whatever a verb does, it ends soon after its context does.
func TestCancel(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	certify := func(dim, formula string) []string { return []string{"certify", "--dim", dim, "--", formula} }
	type row struct {
		args []string
		ms   int
	}
	var rows []row
	for _, c := range []struct {
		args []string
		at   []int // ms
	}{
		{certify("3", "exp(-z)*cos(z)"), []int{50, 300, 1000}},
		{certify("2", "exp(cos(z)-1)"), []int{100, 900, 2000}},
		{certify("64", "cos(besselk(1/3, z))*exp(-z)"), []int{300, 1500}},
		{certify("1000", "(1+z)^(-10^20)"), []int{200}},
		{[]string{"decompose", "--dim", "16", "spherical_polynomial(2,10)"}, []int{100, 600}},
		{[]string{"decompose", "--dim", "3", "exp(-z^(1/2))"}, []int{300, 1200}},
		{[]string{"decompose", "--dim", "3", "--minimal", "--radius", "5", "exp(-z)*cos(3*z)"}, []int{300, 2000}},
	} {
		for _, ms := range c.at {
			rows = append(rows, row{c.args, ms})
		}
	}
	for _, c := range testlong.Some(rows, 5) {
		ms := c.ms
		cmd := exec.CommandContext(t.Context(), os.Args[0], c.args...)
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", cancelAfter, ms))
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		if string(out) == "done" { // on this machine, before that
			continue
		}
		var used, clock int64
		var code int
		_, err = fmt.Sscanf(string(out), "late %d %d code %d", &used, &clock, &code)
		require.NoError(t, err, "%s", out)
		assert.LessOrEqual(t, time.Duration(min(used, clock))*time.Microsecond, mostAfterCancel,
			"%q cancelled at %d ms", c.args, ms)
		if code == exitDone { // it was at its end
			continue
		}
		assert.Equal(t, exitInterrupted, code, "%q cancelled at %d ms", c.args, ms)
		assert.Contains(t, string(out), errInterrupted.Error(), "%q cancelled at %d ms", c.args, ms)
		t.Logf("%.80q at %d ms: %d µs by the clock, %d µs of processor time", c.args, ms, clock, used)
	}
}
