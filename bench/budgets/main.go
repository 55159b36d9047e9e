//go:build unix

// Command budgets measures what the verbs of krein take of processor time and memory for formulas that are chosen to
// take much, and writes docs/budgets.md:
//
//	go build -o /tmp/krein ./cmd/krein && go run ./bench/budgets -krein /tmp/krein > docs/budgets.md
//
// Each row is a process of its own; what it took is what the system says when it has ended. -only takes the rows whose
// command matches a regular expression. The exit status is 1 if a row was beyond its bound.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	krein := flag.String("krein", "", "the command to measure")
	only := flag.String("only", "", "a regular expression that commands match")
	flag.Parse()
	if err := run(ctx, *krein, *only); err != nil {
		fmt.Fprintln(os.Stderr, "budgets:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, krein, only string) error {
	if krein == "" {
		return errors.New("no command to measure: go build -o /tmp/krein ./cmd/krein, then -krein /tmp/krein")
	}
	match, err := regexp.Compile(only)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	dir, err := os.MkdirTemp("", "budgets")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var done []result
	before := load()
	beyond := 0
	for _, r := range rows() {
		if !match.MatchString(r.String()) {
			continue
		}
		x, err := measure(ctx, krein, dir, r)
		if err != nil {
			return fmt.Errorf("%s: %w", r, err)
		}
		fmt.Fprintf(os.Stderr, "%6.2f s %5d MiB  %-24s %s\n", x.processor.Seconds(), x.memory>>20, x.outcome, r)
		if x.beyond() {
			beyond++
		}
		done = append(done, x)
	}
	if _, err := os.Stdout.WriteString(page(done, before)); err != nil {
		return err
	}
	if beyond > 0 {
		return fmt.Errorf("%d of %d rows are beyond their bounds", beyond, len(done))
	}
	return nil
}

// result is what a row took.
type result struct {
	row
	processor time.Duration
	memory    int64
	outcome   string
}

func (x *result) beyond() bool { return x.processor > x.bound() || x.memory > mostMemory }

// give is how many times its bound a row may take before it is given up.
const give = 3

// measure runs a row.
func measure(ctx context.Context, krein, dir string, r row) (x result, err error) {
	x.row = r
	// the shell's limit of processor time ends what does not end, whatever else the machine does
	limit := fmt.Sprintf("ulimit -t %d; exec \"$0\" \"$@\"", int(give*r.bound().Seconds()))
	cmd := exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", limit, krein}, r.args(dir)...)...)
	out, err := cmd.CombinedOutput()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		return x, err
	}
	if ctx.Err() != nil {
		return x, ctx.Err()
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return x, errors.New("the system does not tell what a process takes")
	}
	x.processor = time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	x.memory = usage.Maxrss << 10 // kB on Linux
	x.outcome = outcome(string(out), cmd.ProcessState)
	if r.verb == "certify" && x.outcome == "done" && !claim.Match(out) {
		return x, fmt.Errorf("no claim is read in its output:\n%s", out)
	}
	return x, nil
}

// claim matches the row of one in the table of certify; its status is the first group.
var claim = regexp.MustCompile(`(?m)^[a-z]+(?:-[a-z]+)* +(proved|refuted|likely|unlikely|undecided)\b`)

// outcome says in a few words what came out.
func outcome(out string, s *os.ProcessState) string {
	if s.Success() {
		n := 0
		for _, m := range claim.FindAllStringSubmatch(out, -1) {
			if m[1] == "undecided" {
				n++
			}
		}
		if n > 0 {
			return fmt.Sprintf("%d undecided", n)
		}
		return "done"
	}
	if s.ExitCode() < 0 {
		return "did not end"
	}
	if strings.Contains(out, "panic") || strings.Contains(out, "goroutine ") {
		return "panic"
	}
	if strings.Contains(out, "of processor time") {
		return "error: cut off"
	}
	if strings.Contains(out, "--effort") {
		return "error: budget"
	}
	return "error"
}
