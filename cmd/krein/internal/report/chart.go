package report

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"

	"krein/internal/outward"
)

// Class says what a curve stands for, and so how it looks.
type Class string

// The classes; the page's style sheet gives them colours ([Style]).
const (
	KernelClass Class = "kernel"
	Plus        Class = "plus"
	Minus       Class = "minus"
)

// Curve is a line through points, with stems for atoms.
type Curve struct {
	Name  string
	Class Class
	// X increases. Where Y is not finite the line is interrupted.
	X, Y []float64
	// Fill fills the area down to zero.
	Fill bool
	// Stems are points with a line down to zero.
	Stems []Point
	// Dots says that the points are drawn, not a line through them.
	Dots bool
}

// Point is a point of the plane.
type Point struct{ X, Y float64 }

// Chart is a picture of curves over one axis.
type Chart struct {
	Title, X, Y string
	// Log makes the axis of X logarithmic, LogY that of Y; what is not positive is not drawn then.
	Log, LogY bool
	Curves    []Curve
	// Frames, if there are any, are drawn in place of the first curve, over its X and in its style; the page shows one of
	// them at a time (DragStyle).
	Frames []Frame
}

// Frame is a curve with the class by which the page shows it.
type Frame struct {
	Class string
	Y     []float64
}

// The size of the drawing in its own units, and the margins around the area of the curves.
const (
	width, height            = 720.0, 310.0
	left, right, top, bottom = 64.0, 14.0, 34.0, 54.0
	readings                 = 96 // places that show values under the pointer
	areaWidth, areaHeight    = width - left - right, height - top - bottom
)

// axes map values to the drawing.
type axes struct {
	x0, x1, y0, y1 float64
	log, logY      bool
}

func (a axes) x(v float64) float64 {
	if a.log {
		return left + areaWidth*math.Log(v/a.x0)/math.Log(a.x1/a.x0)
	}
	return left + areaWidth*(v-a.x0)/(a.x1-a.x0)
}

func (a axes) y(v float64) float64 {
	if a.logY {
		return top + areaHeight*math.Log(a.y1/v)/math.Log(a.y1/a.y0)
	}
	return top + areaHeight*(a.y1-v)/(a.y1-a.y0)
}

// ground is the value from which areas and stems rise.
func (a axes) ground() float64 {
	if a.logY {
		return a.y0
	}
	return 0
}

// shows reports whether a point can be drawn.
func (a axes) shows(x, y float64) bool {
	return finite(x) && finite(y) && (x > 0 || !a.log) && (y > 0 || !a.logY)
}

// at returns the value of x at the share t of the axis.
func (a axes) at(t float64) float64 {
	if a.log {
		return a.x0 * math.Pow(a.x1/a.x0, t)
	}
	return a.x0 + (a.x1-a.x0)*t
}

// axes returns the ranges: those of the curves, zero included, upwards from mark to mark.
func (c *Chart) axes() (a axes, ok bool) {
	a = axes{x0: math.Inf(1), x1: math.Inf(-1), log: c.Log, logY: c.LogY}
	if c.LogY {
		a.y0, a.y1 = math.Inf(1), 0
	}
	grow := func(x, y float64) {
		if a.shows(x, y) {
			a.x0, a.x1, a.y0, a.y1, ok = min(a.x0, x), max(a.x1, x), min(a.y0, y), max(a.y1, y), true
		}
	}
	for _, cv := range c.Curves {
		for i, x := range cv.X {
			grow(x, cv.Y[i])
		}
		for _, p := range cv.Stems {
			grow(p.X, p.Y)
		}
	}
	for _, f := range c.Frames {
		for i, x := range c.Curves[0].X {
			grow(x, f.Y[i])
		}
	}
	if !ok {
		return a, false
	}
	switch {
	case !a.log:
		a.x0, a.x1 = apart(a.x0, a.x1)
	case a.x1 < a.x0*(1+1e-9):
		a.x0, a.x1 = a.x0/2, a.x1*2
	case slices.ContainsFunc(c.Curves, func(cv Curve) bool { return cv.Dots }): // room for those at the ends
		room := math.Pow(a.x1/a.x0, 0.02)
		a.x0, a.x1 = a.x0/room, a.x1*room
	}
	if a.logY {
		a.y0, a.y1 = math.Pow10(int(math.Floor(math.Log10(a.y0)+1e-9))), math.Pow10(int(math.Ceil(math.Log10(a.y1)-1e-9)))
		if a.y0 == a.y1 {
			a.y0, a.y1 = a.y0/10, a.y1*10
		}
		return a, true
	}
	a.y0, a.y1 = apart(a.y0, a.y1)
	step := roundStep(a.y0, a.y1, mostSteps)
	a.y0, a.y1 = math.Floor(a.y0/step+1e-9)*step, math.Ceil(a.y1/step-1e-9)*step
	return a, true
}

// apart widens a range that is too narrow for marks.
func apart(lo, hi float64) (float64, float64) {
	switch size := max(math.Abs(lo), math.Abs(hi)); {
	case size < 1e-150:
		return -1, 1
	case hi-lo <= 1e-9*size:
		return lo - size, hi + size
	}
	return lo, hi
}

// The most steps between marks. A step is at most 2.5 times the one before it, which took more.
const (
	mostSteps = 5 // of the axis of Y: three marks at least, of which the curves lie between the first and the last
	mostWide  = 8 // of the longer axis of X
)

// roundStep returns the least of 1, 2 and 5 times powers of ten whose multiples cover lo to hi in so many steps or
// fewer.
func roundStep(lo, hi float64, most float64) float64 {
	for unit := math.Pow(10, math.Floor(math.Log10((hi-lo)/most))); ; unit *= 10 {
		for _, f := range []float64{1, 2, 5} {
			if step := f * unit; math.Ceil(hi/step-1e-9)-math.Floor(lo/step+1e-9) <= most {
				return step
			}
		}
	}
}

// finite reports whether a number can be drawn: differences of such ones are finite too.
func finite(x float64) bool { return math.Abs(x) <= 1e150 }

// Empty reports whether there is nothing to draw.
func (c *Chart) Empty() bool { _, ok := c.axes(); return !ok }

// SVG returns the picture as an svg element, the empty string if there is nothing to draw. id is the
// prefix of the identifiers in it.
func (c *Chart) SVG(id string) string {
	a, ok := c.axes()
	if !ok {
		return ""
	}
	b := new(strings.Builder)
	fmt.Fprintf(b, `<svg class="chart" viewBox="0 0 %g %g" role="img" aria-labelledby="%s-t %s-d">`, width, height, id, id)
	fmt.Fprintf(b, `<title id="%s-t">%s</title><desc id="%s-d">%s</desc>`, id, html.EscapeString(c.Title), id,
		html.EscapeString(c.describe(a)))
	c.writeAxes(b, a)
	fmt.Fprintf(b, `<clipPath id="%s-c"><rect x="%g" y="%g" width="%g" height="%g"/></clipPath><g clip-path="url(#%s-c)">`,
		id, left, top-5, areaWidth, areaHeight+10, id) // room for the heads of stems
	curves := c.Curves
	if c.Frames != nil {
		curves = nil
		for _, f := range c.Frames {
			cv := c.Curves[0]
			cv.Y, cv.Class = f.Y, cv.Class+Class(" f "+f.Class)
			curves = append(curves, cv)
		}
	}
	for _, cv := range curves {
		cv.write(b, a)
	}
	b.WriteString(`</g>`)
	c.writeLegend(b)
	if c.Frames == nil { // values under the pointer would be those of one of them
		c.writeReadings(b, a)
	}
	b.WriteString(`</svg>`)
	return b.String()
}

// describe says in words what is drawn, for those who do not see it.
func (c *Chart) describe(a axes) string {
	var names []string
	for _, cv := range c.Curves {
		least, most := math.Inf(1), math.Inf(-1)
		for _, y := range cv.Y {
			if finite(y) {
				least, most = min(least, y), max(most, y)
			}
		}
		text := cv.Name
		if least <= most {
			text += " between " + outward.Down(least, 3) + " and " + outward.Up(most, 3)
		}
		if n := len(cv.Stems); n > 0 {
			text += fmt.Sprintf(", %d atoms", n)
		}
		names = append(names, text)
	}
	return fmt.Sprintf("%s from %.3g to %.3g: %s.", c.X, a.x0, a.x1, strings.Join(names, "; "))
}

// writeAxes draws grid, marks and labels.
func (c *Chart) writeAxes(b *strings.Builder, a axes) {
	b.WriteString(`<g class="grid">`)
	xs := axisMarks(a.x0, a.x1, roundStep(a.x0, a.x1, mostWide))
	if a.log {
		xs = decades(a.x0, a.x1)
	}
	var ys []float64
	if a.logY {
		ys = decades(a.y0, a.y1)
	} else {
		ys = axisMarks(a.y0, a.y1, roundStep(a.y0, a.y1, mostSteps))
	}
	for _, v := range ys {
		fmt.Fprintf(b, `<path d="M%g %.1fH%g"/>`, left, a.y(v), width-right)
	}
	for _, v := range xs {
		fmt.Fprintf(b, `<path d="M%.1f %gV%g"/>`, a.x(v), top, height-bottom)
	}
	fmt.Fprintf(b, `</g><path class="axis" d="M%g %.1fH%g"/><g class="ticks">`, left, a.y(a.ground()), width-right)
	for _, v := range ys {
		fmt.Fprintf(b, `<text x="%g" y="%.1f" text-anchor="end">%s</text>`, left-6, a.y(v)+4, chartNumber(v))
	}
	for _, v := range xs {
		// A telephone has the largest letters, and no room beyond the drawing: there a long last number ends at its edge.
		x, anchor, label := a.x(v), "middle", chartNumber(v)
		if half := 5.5 * float64(len([]rune(label))); x+half > width {
			x, anchor = width, "end"
		}
		fmt.Fprintf(b, `<text x="%.1f" y="%g" text-anchor="%s">%s</text>`, x, height-bottom+20, anchor, label)
	}
	fmt.Fprintf(b, `<text x="%g" y="%g" text-anchor="middle">%s</text>`, left+areaWidth/2, height-8,
		html.EscapeString(c.X))
	fmt.Fprintf(b, `<text class="aside" transform="translate(14 %g) rotate(-90)" text-anchor="middle">%s</text></g>`, top+areaHeight/2,
		html.EscapeString(c.Y))
}

// writeLegend names the curves above the area, each beside a piece of its line.
func (c *Chart) writeLegend(b *strings.Builder) {
	x := left
	b.WriteString(`<g class="legend">`)
	for _, cv := range c.Curves {
		switch {
		case cv.Dots && cv.Class == Minus:
			fmt.Fprintf(b, `<rect class="%s" x="%g" y="11" width="6" height="6"/>`, cv.Class, x+8)
		case cv.Dots:
			fmt.Fprintf(b, `<circle class="%s" cx="%g" cy="14" r="3"/>`, cv.Class, x+11)
		default:
			fmt.Fprintf(b, `<path class="curve %s" d="M%g 14h22"/>`, cv.Class, x)
		}
		fmt.Fprintf(b, `<text x="%g" y="18">%s</text>`, x+28, html.EscapeString(cv.Name))
		x += 28 + 10.6*float64(len([]rune(cv.Name))) + 22
	}
	b.WriteString(`</g>`)
}

// write draws the curve.
func (cv *Curve) write(b *strings.Builder, a axes) {
	if cv.Dots {
		for i, x := range cv.X {
			if a.shows(x, cv.Y[i]) {
				cv.dot(b, a, Point{x, cv.Y[i]}, 3)
			}
		}
		return
	}
	var line, area strings.Builder
	open := false
	start := 0.0
	end := func(x float64) {
		if open {
			fmt.Fprintf(&area, "L%.1f %.1fL%.1f %.1fZ", x, a.y(a.ground()), start, a.y(a.ground()))
		}
		open = false
	}
	last := 0.0
	for i, x := range cv.X {
		if !a.shows(x, cv.Y[i]) {
			end(last)
			continue
		}
		px, py := a.x(x), a.y(cv.Y[i])
		op := "L"
		if !open {
			op, open, start = "M", true, px
		}
		fmt.Fprintf(&line, "%s%.1f %.1f", op, px, py)
		fmt.Fprintf(&area, "%s%.1f %.1f", op, px, py)
		last = px
	}
	end(last)
	if cv.Fill && area.Len() > 0 {
		fmt.Fprintf(b, `<path class="area %s" d="%s"/>`, cv.Class, area.String())
	}
	if line.Len() > 0 {
		fmt.Fprintf(b, `<path class="curve %s" d="%s"/>`, cv.Class, line.String())
	}
	for _, p := range cv.Stems {
		fmt.Fprintf(b, `<path class="stem %s" d="M%.1f %.1fV%.1f"/>`, cv.Class, a.x(p.X), a.y(a.ground()), a.y(p.Y))
		cv.dot(b, a, p, 4)
	}
}

// dot draws a point, a square where the class is Minus and there is no stem: colour is not all that tells them apart.
func (cv *Curve) dot(b *strings.Builder, a axes, p Point, radius float64) {
	x, y, shape := a.x(p.X), a.y(p.Y), "circle"
	if cv.Class == Minus && cv.Dots {
		shape = "rect"
		fmt.Fprintf(b, `<rect class="%s" x="%.1f" y="%.1f" width="%g" height="%g">`, cv.Class, x-radius, y-radius,
			2*radius, 2*radius)
	} else {
		fmt.Fprintf(b, `<circle class="%s" cx="%.1f" cy="%.1f" r="%g">`, cv.Class, x, y, radius)
	}
	fmt.Fprintf(b, `<title>%s: %.6g at %.6g</title></%s>`, html.EscapeString(cv.Name), p.Y, p.X, shape)
}

// writeReadings lays strips over the area that show the values of all curves at their middle when the pointer is there.
func (c *Chart) writeReadings(b *strings.Builder, a axes) {
	const w = areaWidth / readings
	for i := range readings {
		x := a.at((float64(i) + 0.5) / readings)
		text := fmt.Sprintf("%s = %.4g", c.short(), x)
		for _, cv := range c.Curves {
			if y := cv.value(x); finite(y) && !cv.Dots {
				text += fmt.Sprintf("   %s = %.5g", brief(cv.Name), y)
			}
		}
		px := left + w*float64(i)
		fmt.Fprintf(b, `<g class="read"><rect x="%.2f" y="%g" width="%.2f" height="%g"/><path d="M%.1f %gV%g"/><text `+
			`x="%g" y="%g" text-anchor="end">%s</text></g>`,
			px, top, w, areaHeight, px+w/2, top, height-bottom, width-right, top+14, html.EscapeString(text))
	}
}

// short is the variable of the axis of X: the last word of its label.
func (c *Chart) short() string { f := strings.Fields(c.X); return f[len(f)-1] }

// brief is a name up to the first comma.
func brief(name string) string { s, _, _ := strings.Cut(name, ","); return s }

// value interpolates the curve, NaN where it is not defined.
func (cv *Curve) value(x float64) float64 {
	for i := 1; i < len(cv.X); i++ {
		if a, b := cv.X[i-1], cv.X[i]; a <= x && x <= b && b > a {
			t := (x - a) / (b - a)
			return cv.Y[i-1]*(1-t) + cv.Y[i]*t
		}
	}
	return math.NaN()
}

// chartNumber writes a mark.
func chartNumber(v float64) string {
	s := fmt.Sprintf("%.6g", v+0) // −0 + 0 = 0
	if math.Abs(v) >= 1e5 {
		s = fmt.Sprintf("%.5g", v) // 10⁵: beside an axis there is room for five digits
	}
	mantissa, exponent, ok := strings.Cut(s, "e")
	if ok {
		n, err := strconv.Atoi(exponent)
		if err != nil {
			return s
		}
		s = "10" + superscript.Replace(strconv.Itoa(n))
		if mantissa != "1" {
			s = mantissa + "·" + s
		}
	}
	return strings.ReplaceAll(s, "-", "−")
}

var superscript = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶",
	"7", "⁷", "8", "⁸", "9", "⁹")

// axisMarks returns the multiples of step from lo to hi, ten at most.
func axisMarks(lo, hi, step float64) (vs []float64) {
	first := math.Ceil(lo/step - 1e-9)
	for i := range 10 {
		if v := (first + float64(i)) * step; v <= hi+1e-9*step {
			vs = append(vs, v)
		}
	}
	return vs
}

// decades returns powers of ten from lo to hi, and others between where these are few.
func decades(lo, hi float64) (vs []float64) {
	first, last := int(math.Floor(math.Log10(lo))), int(math.Ceil(math.Log10(hi)))
	every := max(1, (last-first+7)/8)
	factors := []float64{1}
	if last-first <= 3 {
		factors = []float64{1, 2, 5}
	}
	for e := first; e <= last; e += every {
		for _, f := range factors {
			if v := f * math.Pow10(e); v >= lo*(1-1e-9) && v <= hi*(1+1e-9) {
				vs = append(vs, v)
			}
		}
	}
	return vs
}
