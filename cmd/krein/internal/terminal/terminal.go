// Package terminal writes for people and programs: tables, wrapped text, JSON, files, progress.
package terminal

import (
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Count is a number of things, of which one has a name without s at its end: 1 row, 2 rows.
func Count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + one + "s"
}

// Shorten cuts s to n runes.
func Shorten(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// Width is that of lines of text, in characters: what a terminal has at least.
const Width = 80

// Narrow breaks the cells of a column, counted from 1, at spaces, so that none is wider.
func Narrow(column, width int) table.ColumnConfig {
	return table.ColumnConfig{Number: column, WidthMax: width, WidthMaxEnforcer: text.WrapSoft}
}

// Wrap breaks s into indented lines.
func Wrap(s, indent string) string {
	var b strings.Builder
	for line := range strings.Lines(text.WrapSoft(Plain(s), Width-len(indent))) {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(indent + strings.TrimSpace(line))
	}
	return b.String()
}
