package report

import (
	"fmt"
	"html"
	"math"
	"strings"

	"krein/internal/outward"
)

// Plane is a picture of a function of two variables: bands of equal size, positive and negative ones in different
// colours.
type Plane struct {
	Title, X, Y, Value string
	// End is the largest |x| and |y|.
	End float64
	// Rows has values on an even grid, from y = −End to End, and in each row from x = −End to End.
	Rows [][]float64
}

// bands is how many bands there are of each sign.
const bands = 8

// The size of the drawing in its own units; the rest is as in curves.
const (
	planeSize   = 380.0
	planeHeight = top + planeSize + bottom
	planeLeft   = 120.0
	keyWidth    = 18.0
	places      = 20 // in each direction, that show values under the pointer
)

// SVG returns the picture as an svg element, the empty string if there is nothing to draw.
func (p *Plane) SVG(id string) string {
	most := 0.0
	for _, row := range p.Rows {
		for _, v := range row {
			if finite(v) {
				most = max(most, math.Abs(v))
			}
		}
	}
	if most == 0 {
		return ""
	}
	b := new(strings.Builder)
	fmt.Fprintf(b, `<svg class="chart" viewBox="0 0 %g %g" role="img" aria-labelledby="%s-t %s-d">`, width,
		planeHeight, id, id)
	fmt.Fprintf(b, `<title id="%s-t">%s</title><desc id="%s-d">%s</desc>`, id, html.EscapeString(p.Title), id,
		html.EscapeString(p.describe()))
	p.writeBands(b, most)
	p.writeAxes(b)
	p.writeKey(b, most)
	p.writeReadings(b)
	b.WriteString(`</svg>`)
	return b.String()
}

// describe says in words what is drawn.
func (p *Plane) describe() string {
	least, most := math.Inf(1), math.Inf(-1)
	for _, row := range p.Rows {
		for _, v := range row {
			if finite(v) {
				least, most = min(least, v), max(most, v)
			}
		}
	}
	return fmt.Sprintf("%s for %s and %s from %.3g to %.3g: between %s and %s.", p.Value, p.X, p.Y, -p.End,
		p.End, outward.Down(least, 3), outward.Up(most, 3))
}

// band is the band of a value, negative for negative ones, 0 where nothing is drawn.
func band(v, most float64) int {
	if !finite(v) {
		return 0
	}
	n := int(math.Min(bands, math.Floor(math.Abs(v)/most*bands+0.5)))
	if v < 0 {
		return -n
	}
	return n
}

// look is the class and the opacity of a band.
func look(n int) string {
	class := Plus
	if n < 0 {
		class, n = Minus, -n
	}
	return fmt.Sprintf(`class="band %s" fill-opacity="%.2f"`, class, 0.08+0.82*float64(n)/bands)
}

// writeBands draws runs of cells of the same band.
func (p *Plane) writeBands(b *strings.Builder, most float64) {
	h := planeSize / float64(len(p.Rows))
	for i, row := range p.Rows {
		w := planeSize / float64(len(row))
		for j := 0; j < len(row); {
			n, from := band(row[j], most), j
			for j < len(row) && band(row[j], most) == n {
				j++
			}
			if n != 0 {
				fmt.Fprintf(b, `<rect %s x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, look(n),
					planeLeft+w*float64(from), top+planeSize-h*float64(i+1), w*float64(j-from), h)
			}
		}
	}
}

// writeAxes draws marks and labels.
func (p *Plane) writeAxes(b *strings.Builder) {
	at := func(v float64) float64 { return planeSize * (v + p.End) / (2 * p.End) }
	fmt.Fprintf(b, `<path class="axis" d="M%g %gh%gM%g %gv%g"/><rect class="frame" x="%g" y="%g" width="%g" `+
		`height="%g"/><g class="ticks">`,
		planeLeft, top+planeSize/2, planeSize, planeLeft+planeSize/2, top, planeSize, planeLeft, top, planeSize, planeSize)
	for _, v := range axisMarks(-p.End, p.End, roundStep(-p.End, p.End, mostWide)) {
		fmt.Fprintf(b, `<text x="%.1f" y="%g" text-anchor="middle">%s</text>`, planeLeft+at(v), top+planeSize+22, chartNumber(v))
		fmt.Fprintf(b, `<text x="%g" y="%.1f" text-anchor="end">%s</text>`, planeLeft-8, top+planeSize-at(v)+4, chartNumber(v))
	}
	fmt.Fprintf(b, `<text x="%g" y="%g" text-anchor="middle">%s</text>`, planeLeft+planeSize/2, planeHeight-8,
		html.EscapeString(p.X))
	fmt.Fprintf(b, `<text transform="translate(%g %g) rotate(-90)" text-anchor="middle">%s</text></g>`, planeLeft-46,
		top+planeSize/2, html.EscapeString(p.Y))
}

// writeKey draws the bands that occur, with their values.
func (p *Plane) writeKey(b *strings.Builder, most float64) {
	first, last := 0, 0
	for _, row := range p.Rows {
		for _, v := range row {
			first, last = min(first, band(v, most)), max(last, band(v, most))
		}
	}
	x, h := planeLeft+planeSize+40, planeSize/float64(last-first+1)
	fmt.Fprintf(b, `<text x="%g" y="%g">%s</text><g class="ticks">`, x, top-10, html.EscapeString(p.Value))
	for n := first; n <= last; n++ {
		y := top + h*float64(last-n)
		if n != 0 {
			fmt.Fprintf(b, `<rect %s x="%g" y="%.1f" width="%g" height="%.1f"/>`, look(n), x, y, keyWidth, h)
		}
		if (n-first)%2 == 0 || last-first < bands {
			fmt.Fprintf(b, `<text x="%g" y="%.1f">%s</text>`, x+keyWidth+8, y+h/2+4, chartNumber(rounded(most*float64(n)/bands)))
		}
	}
	fmt.Fprintf(b, `</g><rect class="frame" x="%g" y="%g" width="%g" height="%g"/>`, x, top, keyWidth, planeSize)
}

// rounded is a number to three digits.
func rounded(v float64) float64 {
	if v == 0 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(v)))-2)
	return math.Round(v/unit) * unit
}

// writeReadings lays squares over the area that show the value at their middle when the pointer is there.
func (p *Plane) writeReadings(b *strings.Builder) {
	const w = planeSize / places
	for i := range places {
		row := p.Rows[(2*i+1)*len(p.Rows)/(2*places)]
		for j := range places {
			v := row[(2*j+1)*len(row)/(2*places)]
			at := func(n int) float64 { return p.End * (float64(2*n+1)/places - 1) }
			if finite(v) {
				fmt.Fprintf(b, `<g class="read"><rect x="%g" y="%g" width="%g" height="%g"><title>%s at (%.3g, `+
					`%.3g): %.4g</title></rect></g>`,
					planeLeft+w*float64(j), top+planeSize-w*float64(i+1), w, w, html.EscapeString(p.Value), at(j), at(i), v)
			}
		}
	}
}
