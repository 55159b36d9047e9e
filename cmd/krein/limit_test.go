package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/input"
)

// slowInput is standard input that takes processor time of a clock to read, and is slow enough for the clock to be seen.
type slowInput struct {
	io.Reader
	clock *atomic.Int64
	takes time.Duration
}

func (s *slowInput) Read(p []byte) (int, error) {
	if s.clock.Swap(int64(s.takes)) == 0 {
		time.Sleep(250 * time.Millisecond)
	}
	return s.Reader.Read(p)
}

// TestLimits: every verb that says so ends with an error when it took nearly its bound for what it finds out about a
// kernel, and none when rows took hours.
func TestLimits(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "x.csv")
	rows := points(12, 2)
	require.NoError(t, os.WriteFile(data, []byte(rows), 0o600))
	const formula = "exp(-z)*cos(z)"
	file := func(name string) string { return filepath.Join(dir, name) }
	for name, args := range map[string][]string{
		"decompose": {"decompose", "KERNEL", "--dim", "2"},
		"minimal":   {"decompose", "KERNEL", "--dim", "2", "--minimal", "--radius", "2", "--bias", "1e-2"},
		"sphere":    {"decompose", "KERNEL", "--dim", "3", "--sphere"},
		"spectrum":  {"spectrum", "KERNEL", "--dim", "2", "--points", "5"},
		"report":    {"report", "KERNEL", "--dim", "2", "-o", file("r.html")},
		"compare":   {"compare", "KERNEL", "--dim", "2"},
		"plan":      {"plan", "KERNEL", "--dim", "2"},
		"features":  {"features", "KERNEL", "--data", "DATA", "-o", file("phi.npy"), "--columns", "16"},
		"map":       {"map", "KERNEL", "--dim", "2", "-o", file("m.npz")},
		"evaluate":  {"evaluate", "KERNEL", "--data", "DATA", "--columns", "16", "--runs", "2", "--bias", "0"},
		"fit": {"fit", "--kernel", "KERNEL", "--data", "DATA", "--task", "cluster", "--clusters", "2", "-o",
			file("fit.npz"), "--columns", "16"},
		"survey": {"survey", "KERNEL", "--dims", "2,3"},
	} {
		call := func(kernel, data, in string, takes time.Duration) (int, string) {
			line := make([]string, len(args))
			for i, a := range args {
				line[i] = strings.NewReplacer("KERNEL", kernel, "DATA", data).Replace(a)
			}
			clock := new(atomic.Int64)
			ctx := input.Timed(t.Context(), func() time.Duration { return time.Duration(clock.Load()) })
			var errs bytes.Buffer
			code := run(ctx, line, &slowInput{strings.NewReader(in), clock, takes}, io.Discard, &errs)
			return code, errs.String()
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bound := time.Minute
			if name == "survey" {
				bound = 40 * time.Second // two dimensions
			}
			code, errs := call("-", data, formula, bound*15/16)
			assert.Equal(t, exitFailed, code)
			assert.Contains(t, errs, "krein: 'krein "+args[0]+"' takes at most "+bound.String()+" of processor time")
			assert.Contains(t, errs, "--effort 1")
			if strings.Contains(strings.Join(args, " "), "DATA") {
				code, errs = call("gaussian(1)", "-", rows, 3*time.Hour)
				assert.Equal(t, exitDone, code, errs)
			}
		})
	}
}

// TestCertifyInTime: a kernel of x − y with which the search does not come to an end has claims that are undecided, no
// error: the search is over before the bound of the verb. The clock runs ten times as fast.
func TestCertifyInTime(t *testing.T) {
	t.Parallel()
	begin := time.Now()
	ctx := input.Timed(t.Context(), func() time.Duration { return 10 * time.Since(begin) })
	var out, errs bytes.Buffer
	code := run(ctx, []string{"certify", "--dim", "3", "1/sqrt(1+(0.3*(x1^4)^(1/4)+z^2))-1/(3+(0.3*(x1^4)^(1/4)+z^2))"},
		strings.NewReader(""), &out, &errs)
	assert.Equal(t, exitDone, code, errs.String())
	assert.Contains(t, out.String(), "the time is over")
}
