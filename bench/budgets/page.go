//go:build unix

package main

import (
	"fmt"
	"strings"
)

const head = `# Budgets

This page says what the verbs take at most, and shows what they took for formulas that were chosen to take much.

| verb | processor time at --effort 1 | then |
|---|---|---|
| certify | 10 s | what is not decided by then is undecided |
| spectrum, decompose, report, compare, plan | 60 s | an error |
| features, map, evaluate, fit | 60 s for what to draw from, and the map | an error |
| survey | 20 s times formulas times dimensions, half of it with --no-verify | an error |

` + "`--effort 4`" + ` allows four times as much. What ends a search is a budget of work, which is counted in operations, so that it
ends after the same work on every machine; the times are a last resort, and are of the processor, not of the clock.

Work on rows of data (reading, preparing, transforming, measuring and fitting them) is not counted, whatever the verb: its
time goes with their number. A search that does not end by itself at its bound is ended by the command, which leaves no
partial file.

Every row below is a process of its own at defaults: processor time, the most memory, and what came out. Written by

    go build -o /tmp/krein ./cmd/krein && go run ./bench/budgets -krein /tmp/krein > docs/budgets.md

`

// page writes the table.
func page(done []result) string {
	var b strings.Builder
	b.WriteString(head)
	b.WriteString("| verb | formula | R^d | s | MiB | bound, s | |\n|---|---|---:|---:|---:|---:|---|\n")
	for _, x := range done {
		name := strings.Join(append([]string{x.verb}, x.more...), " ")
		fmt.Fprintf(&b, "| %s | `%s` | %d | %.1f | %d | %.0f | %s |\n", name, strings.ReplaceAll(x.short(), "|", "\\|"), x.dim,
			x.processor.Seconds(), x.memory>>20, x.bound().Seconds(), x.outcome)
	}
	return b.String()
}
