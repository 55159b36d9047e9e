package report

import (
	"fmt"
	"html/template"
	"strings"

	"krein/certify"
	"krein/cmd/krein/internal/page"
	"krein/cmd/krein/internal/survey"
)

// Dims is the last dimension of the strip that shows where claims hold.
const Dims = 64

// strip shows claims in many dimensions.
type strip struct {
	Rows   []stripRow
	Key    []key
	Before string
}

// newStrip says of claims on spaces that what holds there holds on smaller ones.
func newStrip(r *survey.Range, dim int, spaces, smaller string) strip {
	return stripWith(r, dim, true, fmt.Sprintf("What holds on %s holds on %s by restriction, so that a proof in "+
		"one dimension decides others", spaces, smaller))
}

// stripWith says what a proof in one dimension decides, and whether statuses may be estimated.
func stripWith(r *survey.Range, dim int, estimates bool, decides string) strip {
	s := strip{Key: keys(estimates), Before: fmt.Sprintf("Dimensions 1 to %d, 32 a row; this report's is framed. %s "+
		"(certificates that were made for this besides the one above: %d).",
		r.Last, decides, r.Runs)}
	for _, id := range r.Claims {
		s.Rows = append(s.Rows, stripOf(r, id, dim))
	}
	return s
}

// stripRow shows one claim in all dimensions.
type stripRow struct {
	Title, Says string
	SVG         template.HTML
}

// stripOf draws a claim's statuses, one square a dimension, and says them in words.
func stripOf(r *survey.Range, id certify.ID, dim int) stripRow {
	cells := r.Cells[id]
	const perRow = 32
	rows := (len(cells) + perRow - 1) / perRow
	says := inWords(cells, r.First)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="-0.1 -0.1 %g %g" role="img" aria-label="%s">`, perRow+0.2, float64(rows)+0.2, says)
	for i, c := range cells {
		m, class, title := page.MarkOf(c.Status), "none", fmt.Sprintf("d = %d: not looked at", i+1)
		if i+1 < r.First {
			title = fmt.Sprintf("d = %d: the formula makes no sense", i+1)
		}
		if c.From > 0 {
			class, title = m.Class, fmt.Sprintf("d = %d: %s", i+1, m.Word)
			if c.From != i+1 {
				title += fmt.Sprintf(", follows from d = %d", c.From)
			}
		}
		x, y := float64(i%perRow), float64(i/perRow)
		extra := ""
		if i+1 == dim {
			extra = fmt.Sprintf(`<rect class="here" x="%g" y="%g" width=".84" height=".84" rx=".12"/>`, x+0.08, y+0.08)
		}
		glyph := ""
		if c.From > 0 && (c.Status == certify.Proved || c.Status == certify.Refuted) {
			glyph = fmt.Sprintf(`<text class="glyph" x="%g" y="%g">%s</text>`, x+0.5, y+0.68, m.Sign)
		}
		fmt.Fprintf(&b, `<g><title>%s</title><rect class="cell %s" x="%g" y="%g" width="1" height="1" rx=".12"/>%s%s</g>`,
			title, class, x, y, glyph, extra)
	}
	b.WriteString(`</svg>`)
	return stripRow{page.Title(id), says, template.HTML(b.String())} //nolint:gosec // no text of users
}

// inWords says what squares show, from the first dimension in which there is a kernel.
func inWords(cells []survey.Cell, first int) string {
	var says strings.Builder
	for i := first - 1; i < len(cells); {
		j := i
		for j < len(cells) && same(cells[j], cells[i]) {
			j++
		}
		word := "not looked at"
		if cells[i].From > 0 {
			word = cells[i].Status.String()
		}
		if says.Len() > 0 {
			says.WriteString("; ")
		}
		if j-i == 1 {
			fmt.Fprintf(&says, "%s in dimension %d", word, i+1)
		} else {
			fmt.Fprintf(&says, "%s in dimensions %d to %d", word, i+1, j)
		}
		i = j
	}
	return says.String()
}

// same reports whether two cells look the same.
func same(a, b survey.Cell) bool {
	return (a.From > 0) == (b.From > 0) && a.Status == b.Status
}

// key is an entry of the strip's key.
type key struct{ Class, Word string }

func keys(estimates bool) []key {
	ks := []key{}
	for _, s := range []certify.Status{certify.Proved, certify.Refuted, certify.Likely, certify.Unlikely,
		certify.Undecided} {
		if !estimates && (s == certify.Likely || s == certify.Unlikely) {
			continue
		}
		m := page.MarkOf(s)
		ks = append(ks, key{m.Class, m.Word})
	}
	return append(ks, key{"none", "not looked at"})
}
