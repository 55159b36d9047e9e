//go:build unix

package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

const head = `# Budgets

This page says what the verbs take at most, and shows what they took for formulas that were chosen to take much.

| verb | processor time at --effort 1 | then |
|---|---|---|
| certify | 10 s | what is not decided by then is undecided |
| spectrum, decompose, report, compare, plan | 60 s | an error |
| features, map, evaluate, fit | 60 s for what to draw from, how (evaluate: the search for combinations, --coupling published), and the map | an error |
| region | 60 s, for all values together | what is not decided by then is open |
| survey | 20 s times formulas times dimensions | an error |

` + "`--effort 4`" + ` allows four times as much. What ends a search is a budget of work, which is counted in operations, so that it
ends after the same work on every machine; the times are a last resort, and are of the processor, not of the clock.

Work on rows of data (reading, preparing, transforming, measuring and fitting them) is not counted, whatever the verb: its
time goes with their number. A search that does not end by itself at its bound is ended by the command, which leaves no
partial file.

Every row below is a process of its own at defaults: processor time, the most memory, and what came out. Written by

    go build -o /tmp/krein ./cmd/krein && go run ./bench/budgets -krein /tmp/krein > docs/budgets.md

`

// machine says on what the rows are measured.
func machine() string {
	model := "unknown processor"
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(info)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				model = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d processors, %s/%s, %s", model, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH,
		runtime.Version())
}

// load returns the processes that wanted a processor, on average over the last minute, as the system says.
func load() string {
	b, err := os.ReadFile("/proc/loadavg")
	if f := strings.Fields(string(b)); err == nil && len(f) > 0 {
		return f[0]
	}
	return "not known"
}

// page writes the table; before is the load when the first row began.
func page(done []result, before string) string {
	var b strings.Builder
	b.WriteString(head)
	fmt.Fprintf(&b, "Machine: %s. Load at the first row %s, at the last %s.\nA busy machine takes more processor time for "+
		"the same work.\n\n", machine(), before, load())
	b.WriteString("| verb | formula | R^d | s | MiB | bound, s | |\n|---|---|---:|---:|---:|---:|---|\n")
	for _, x := range done {
		name := strings.Join(append([]string{x.verb}, x.more...), " ")
		fmt.Fprintf(&b, "| %s | `%s` | %d | %.1f | %d | %.0f | %s |\n", name, strings.ReplaceAll(x.short(), "|", "\\|"), x.dim,
			x.processor.Seconds(), x.memory>>20, x.bound().Seconds(), x.outcome)
	}
	return b.String()
}
