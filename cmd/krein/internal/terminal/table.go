package terminal

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"
)

// Table is a table in the house style: no frame, a rule below the header.
type Table struct {
	table.Writer
	rows []table.Row // the first is the header
}

// NewTable returns a table with no rows yet.
func NewTable(header ...any) *Table {
	t := &Table{Writer: table.NewWriter(), rows: []table.Row{header}}
	style := table.StyleLight
	style.Options = table.Options{SeparateHeader: true}
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	style.Format.Header = 0 // as written
	t.SetStyle(style)
	t.AppendHeader(table.Row(header))
	t.SuppressTrailingSpaces()
	return t
}

// AppendRow adds a row.
func (t *Table) AppendRow(row table.Row, config ...table.RowConfig) {
	t.rows = append(t.rows, row)
	t.Writer.AppendRow(row, config...)
}

// For returns the text of the table for w. On a terminal that is not as wide the columns of a row stand in several
// lines.
func (t *Table) For(w io.Writer) string {
	s := t.Render()
	width := columns(w)
	if width == 0 {
		return s
	}
	for line := range strings.Lines(s) {
		if text.StringWidth(strings.TrimSuffix(line, "\n")) > width {
			return t.stacked(width)
		}
	}
	return s
}

// columns is the width of the terminal that w is, or what the environment variable COLUMNS says; 0: there is no bound.
func columns(w io.Writer) int {
	if o, ok := w.(*Output); ok {
		w = o.Writer
	}
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			return width
		}
	}
	width, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil {
		return 0
	}
	return max(width, 0)
}

// stacked returns the table with as many columns in a line as have room, the others below them, set in.
func (t *Table) stacked(width int) string {
	const gap, indent = 2, 4
	wide := make([]int, len(t.rows[0]))
	for _, row := range t.rows {
		for j, cell := range row {
			wide[j] = max(wide[j], text.StringWidth(fmt.Sprint(cell)))
		}
	}
	below := make([]bool, len(wide)) // begins a line
	at, ruled := 0, 0
	for j, n := range wide {
		if below[j] = j > 0 && at+gap+n > width; below[j] {
			at = indent + n
		} else if at += n; j > 0 {
			at += gap
		}
		ruled = max(ruled, at)
	}
	var b strings.Builder
	for i, row := range t.rows {
		line := ""
		for j, cell := range row {
			align := text.AlignLeft
			if _, number := cell.(int); number {
				align = text.AlignRight
			}
			switch {
			case below[j]:
				b.WriteString(strings.TrimRight(line, " ") + "\n")
				line = strings.Repeat(" ", indent)
			case j > 0:
				line += strings.Repeat(" ", gap)
			}
			line += align.Apply(fmt.Sprint(cell), wide[j])
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
		if i == 0 {
			b.WriteString(strings.Repeat("─", ruled) + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
