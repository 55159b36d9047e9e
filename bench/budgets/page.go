//go:build unix

package main

import (
	"fmt"
	"strings"
)

const head = `# Budgets

What the verbs take at defaults for formulas that were chosen to take much: processor time, the most memory, and what came
out. Every row is a process of its own, on one machine; what counts is that no row is beyond its bound. Written by

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
