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

` + "`--effort 4`" + ` allows four times as much. What ends a search is a budget of work, which is counted in operations, so that it
ends after the same work on every machine; the times are a last resort, and are of the processor, not of the clock.

survey takes for each certificate what certify takes. features, map, evaluate and fit work on the kernel under the same
budgets of work as decompose and plan, but their time is not cut off: most of it may go to rows.

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
