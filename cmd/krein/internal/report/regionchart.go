package report

import (
	"fmt"
	"html"
	"strings"
)

// RegionChart is a picture of an interval or of a rectangle that is divided into cells: filled ones, hatched ones, and what is left
// empty, so that grey tells them apart.
type RegionChart struct {
	Title, Says    string // what it is, and what it shows in words
	X, Y           string // the names of the parameters; no Y: an interval
	X0, X1, Y0, Y1 float64
	Cells          []RegionCell
	Points         []RegionMark
}

// RegionCell is a rectangle, or the interval from X0 to X1, with the class proved or refuted.
type RegionCell struct {
	X0, X1, Y0, Y1 float64
	Class          string
}

// RegionMark is a place with the class by which the page shows it (DragStyle).
type RegionMark struct {
	Class string
	X, Y  float64
}

const stripHeight = 44.0

// SVG returns the picture as an svg element. id is the prefix of the identifiers in it.
func (r *RegionChart) SVG(id string) string {
	a := axes{x0: r.X0, x1: r.X1, y0: r.Y0, y1: r.Y1}
	tall, below := height-bottom, height
	if r.Y == "" {
		a.y0, a.y1 = 0, 1
		tall = top + stripHeight
		below = tall + bottom
	}
	y := func(v float64) float64 { return top + (tall-top)*(a.y1-v)/(a.y1-a.y0) }
	b := new(strings.Builder)
	fmt.Fprintf(b, `<svg class="chart" viewBox="0 0 %g %g" role="img" aria-labelledby="%s-t %s-d">`, width, below, id, id)
	fmt.Fprintf(b, `<title id="%s-t">%s</title><desc id="%s-d">%s</desc>`, id, html.EscapeString(r.Title), id, html.EscapeString(r.Says))
	fmt.Fprintf(b, `<pattern id="%s-h" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">`+
		`<path class="hatch" d="M0 0V7"/></pattern>`, id)
	cell := func(class string, x0, y0, w, h float64) {
		fmt.Fprintf(b, `<rect class="region %s" x="%.2f" y="%.2f" width="%.2f" height="%.2f"/>`, class, x0, y0, w, h)
		if class == "refuted" {
			fmt.Fprintf(b, `<rect fill="url(#%s-h)" x="%.2f" y="%.2f" width="%.2f" height="%.2f"/>`, id, x0, y0, w, h)
		}
	}
	for _, c := range r.Cells {
		if r.Y == "" {
			c.Y0, c.Y1 = 0, 1
		}
		w, h := a.x(c.X1)-a.x(c.X0), y(c.Y0)-y(c.Y1)
		cell(c.Class, a.x(c.X0), y(c.Y1), max(w, 1), max(h, 1)) // a single value is seen, too
	}
	fmt.Fprintf(b, `<rect class="frame" x="%g" y="%g" width="%g" height="%g"/><g class="ticks">`, left, top, areaWidth, tall-top)
	for _, v := range axisMarks(a.x0, a.x1, roundStep(a.x0, a.x1, mostWide)) {
		fmt.Fprintf(b, `<text x="%.1f" y="%g" text-anchor="middle">%s</text>`, a.x(v), tall+20, chartNumber(v))
	}
	fmt.Fprintf(b, `<text x="%g" y="%g" text-anchor="middle">%s</text>`, left+areaWidth/2, below-8, html.EscapeString(r.X))
	if r.Y != "" {
		for _, v := range axisMarks(a.y0, a.y1, roundStep(a.y0, a.y1, mostSteps)) {
			fmt.Fprintf(b, `<text x="%g" y="%.1f" text-anchor="end">%s</text>`, left-6, y(v)+4, chartNumber(v))
		}
		fmt.Fprintf(b, `<text x="14" y="%g">%s</text>`, top+(tall-top)/2-14, html.EscapeString(r.Y))
	}
	b.WriteString(`</g><g class="legend">`)
	x := left
	for _, class := range []string{"proved", "refuted", "open"} {
		cell(class, x, 8, 22, 13)
		fmt.Fprintf(b, `<text x="%g" y="19">%s</text>`, x+28, class)
		x += 150
	}
	b.WriteString(`</g>`)
	for _, m := range r.Points {
		if r.Y == "" {
			fmt.Fprintf(b, `<path class="at f %s" d="M%.1f %gV%g"/>`, m.Class, a.x(m.X), top-4, tall+4)
		} else {
			fmt.Fprintf(b, `<circle class="at f %s" cx="%.1f" cy="%.1f" r="6"/>`, m.Class, a.x(m.X), y(m.Y))
		}
	}
	b.WriteString(`</svg>`)
	return b.String()
}
