package report

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"krein/certify"
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
func newStrip(r *SurveyRange, dim int, spaces, smaller string) strip {
	return stripWith(r, dim, true, fmt.Sprintf("What holds on %s holds on %s by restriction, so that a proof in "+
		"one dimension decides others", spaces, smaller))
}

// stripWith says what a proof in one dimension decides, and whether statuses may be estimated.
func stripWith(r *SurveyRange, dim int, estimates bool, decides string) strip {
	s := strip{Key: keys(estimates), Before: fmt.Sprintf("Dimensions 1 to %d; this report's is framed. %s "+
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
func stripOf(r *SurveyRange, id certify.ID, dim int) stripRow {
	cells := r.Cells[id]
	says := inWords(cells, r.First)
	var b strings.Builder
	fmt.Fprintf(&b, `<div class="pieces" role="img" aria-label="%s">`, says)
	for first := 0; first < len(cells); first += perPiece {
		writePiece(&b, cells[first:min(first+perPiece, len(cells))], first+1, r.First, dim)
	}
	b.WriteString(`</div>`)
	return stripRow{Title(id), says, template.HTML(b.String())} //nolint:gosec // no text of users
}

// perPiece is how many dimensions one drawing has: two of them stand in a row of a page, and one on a telephone.
const perPiece = 16

// writePiece draws dimensions from first on; least is the first one in which the formula makes sense, and dim is framed.
func writePiece(b *strings.Builder, cells []SurveyCell, first, least, dim int) {
	fmt.Fprintf(b, `<svg viewBox="-0.1 -0.1 %g 1.2" aria-hidden="true">`, perPiece+0.2)
	for i, c := range cells {
		d := first + i
		m, class, title := MarkOf(c.Status), "none", fmt.Sprintf("d = %d: not computed", d)
		if d < least {
			title = fmt.Sprintf("d = %d: the formula makes no sense", d)
		}
		if c.From > 0 {
			class, title = m.Class, fmt.Sprintf("d = %d: %s", d, m.Word)
			if c.From != d {
				title += fmt.Sprintf(", follows from d = %d", c.From)
			}
		}
		glyph, frame := "", ""
		if c.From > 0 && (c.Status == certify.Proved || c.Status == certify.Refuted) {
			glyph = fmt.Sprintf(`<text class="glyph" x="%g" y="0.68">%s</text>`, float64(i)+0.5, m.Sign)
		}
		if d == dim {
			frame = fmt.Sprintf(`<rect class="here" x="%g" y="0.08" width=".84" height=".84" rx=".12"/>`, float64(i)+0.08)
		}
		fmt.Fprintf(b, `<g><title>%s</title><rect class="cell %s" x="%d" y="0" width="1" height="1" rx=".12"/>%s%s</g>`,
			title, class, i, glyph, frame)
	}
	b.WriteString(`</svg>`)
}

// inWords says what squares show, from the first dimension in which there is a kernel.
func inWords(cells []SurveyCell, first int) string {
	var says []string
	var where []string // the dimensions, one after another, of the status that comes next
	skipped, several := false, false
	for i := first - 1; i < len(cells); {
		j := i
		for j < len(cells) && same(cells[j], cells[i]) {
			j++
		}
		at := cells[i]
		if at.From == 0 {
			i, skipped = j, true
			continue
		}
		switch {
		case j-i == 1:
			where = append(where, strconv.Itoa(j))
		default:
			where, several = append(where, fmt.Sprintf("%d to %d", i+1, j)), true
		}
		for i = j; i < len(cells) && cells[i].From == 0; i++ {
			skipped = true
		}
		if i < len(cells) && cells[i].Status == at.Status {
			continue
		}
		dimensions := "dimension"
		if several || len(where) > 1 {
			dimensions = "dimensions"
		}
		says = append(says, fmt.Sprintf("%s in %s %s", at.Status, dimensions, listed(where)))
		where, several = nil, false
	}
	if skipped {
		says = append(says, "not computed elsewhere")
	}
	return strings.Join(says, "; ")
}

// listed joins words by commas and, before the last one, by "and".
func listed(words []string) string {
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " and " + words[n]
	}
	return words[0]
}

// same reports whether two cells look the same.
func same(a, b SurveyCell) bool {
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
		m := MarkOf(s)
		ks = append(ks, key{m.Class, m.Word})
	}
	return append(ks, key{"none", "not computed"})
}
