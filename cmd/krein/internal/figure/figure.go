// Package figure draws in the house style, as SVG and PNG.
package figure

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"krein/fourier"
	"krein/internal/atomicfile"
	"krein/internal/features/compare"
)

// The two parts' colours, distinguishable also without colour vision and in print.
var (
	PlusColor  = color.NRGBA{R: 0x1f, G: 0x5f, B: 0xa8, A: 0xff}
	MinusColor = color.NRGBA{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff}
)

func faint(c color.NRGBA) color.NRGBA { c.A = 0x40; return c }

// New returns an empty plot in the house style. The font has no subscript signs, hence m+ and m−.
func New(title, x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.White
	p.Title.Text = title
	if p.Title.TextStyle.Font.Size = 13; utf8.RuneCountInString(title) > 80 {
		p.Title.TextStyle.Font.Size = 10.5
	}
	p.Title.Padding = vg.Points(6)
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.Legend.Left = true
	p.Legend.Padding = vg.Points(3)
	p.Legend.XOffs = vg.Points(12)
	p.X.Tick.Marker, p.Y.Tick.Marker = marks{plot.DefaultTicks{}}, marks{plot.DefaultTicks{}}
	p.Add(plotter.NewGrid())
	return p
}

// marks writes the numbers of an axis without zeros at the end, and with a minus in place of a hyphen.
type marks struct{ plot.Ticker }

// Ticks returns the marks from lo to hi.
func (m marks) Ticks(lo, hi float64) []plot.Tick {
	ticks := m.Ticker.Ticks(lo, hi)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = number(ticks[i].Value)
		}
	}
	return ticks
}

// number writes a number with a minus in place of a hyphen, and 1e−5 for 1e-05.
func number(v float64) string {
	text := strconv.FormatFloat(v, 'g', 6, 64)
	text = strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e").Replace(text)
	return strings.ReplaceAll(text, "-", "−")
}

// Logarithmic makes an axis logarithmic.
func Logarithmic(axes ...*plot.Axis) {
	for _, a := range axes {
		a.Scale, a.Tick.Marker = plot.LogScale{}, decades{}
	}
}

// decades marks powers of ten, and 2 and 5 times them where there are few, with marks without a label between.
type decades struct{}

// Ticks returns the marks from lo to hi, 0 < lo < hi.
func (decades) Ticks(lo, hi float64) []plot.Tick {
	var ticks []plot.Tick
	first, last := int(math.Floor(math.Log10(lo))), int(math.Ceil(math.Log10(hi)))
	every := max(1, (last-first+7)/8)
	for e := first; e <= last; e++ {
		for f := 1; f <= 9; f++ {
			v := float64(f) * math.Pow10(e)
			if v < lo*(1-1e-9) || v > hi*(1+1e-9) {
				continue
			}
			t := plot.Tick{Value: v}
			if f == 1 && (e-first)%every == 0 || last-first <= 3 && (f == 2 || f == 5) {
				t.Label = number(v)
			}
			if every == 1 || f == 1 {
				ticks = append(ticks, t)
			}
		}
	}
	return ticks
}

// AddCurve draws a line and enters it into the legend if it has a name.
func AddCurve(p *plot.Plot, name string, c color.NRGBA, pts plotter.XYs) (*plotter.Line, error) {
	line, err := plotter.NewLine(pts)
	if err != nil {
		return nil, err
	}
	line.Color, line.Width = c, vg.Points(1.4)
	p.Add(line)
	if name != "" {
		p.Legend.Add(name, line)
	}
	return line, nil
}

// AddStem draws a point on a line from the height base.
func AddStem(p *plot.Plot, c color.NRGBA, x, base, y float64) (*plotter.Scatter, error) {
	line, err := AddCurve(p, "", c, plotter.XYs{{X: x, Y: base}, {X: x, Y: y}})
	if err != nil {
		return nil, err
	}
	line.Width = vg.Points(2)
	head, err := plotter.NewScatter(plotter.XYs{{X: x, Y: y}})
	if err != nil {
		return nil, err
	}
	head.GlyphStyle = draw.GlyphStyle{Color: c, Radius: vg.Points(3.5), Shape: draw.CircleGlyph{}}
	p.Add(head)
	return head, nil
}

// Parts are the names and colours of the parts.
var Parts = [2]struct {
	Name string
	Sign float64
	C    color.NRGBA
}{{"positive part m+", 1, PlusColor}, {"negative part m−", -1, MinusColor}}

// AddDensity draws the densities of the two parts, filled, and returns the curves of those that are not 0.
func AddDensity(p *plot.Plot, omegas []float64, parts [2][]float64) (lines [2]*plotter.Line, err error) {
	for i, m := range parts {
		pts := make(plotter.XYs, len(m))
		any := false
		for k, y := range m {
			if math.IsInf(y, 0) || math.IsNaN(y) {
				y = 0
			}
			any = any || y > 0
			pts[k] = plotter.XY{X: omegas[k], Y: y}
		}
		if !any {
			continue
		}
		if lines[i], err = AddCurve(p, "", Parts[i].C, pts); err != nil {
			return lines, err
		}
		lines[i].FillColor = faint(Parts[i].C)
	}
	return lines, nil
}

// AddAtoms draws atoms as stems from the height base.
func AddAtoms(p *plot.Plot, atoms []fourier.Atom, base float64) error {
	for _, a := range atoms {
		if _, err := AddStem(p, AtomColor(a), a.Omega, base, math.Abs(a.Weight)); err != nil {
			return err
		}
	}
	return nil
}

// AtomColor is the colour of an atom: that of the part it belongs to.
func AtomColor(a fourier.Atom) color.NRGBA {
	if a.Weight < 0 {
		return MinusColor
	}
	return PlusColor
}

// Render draws panels one below the other, their axes aligned and each with its legend below it, in the format that path's
// ending names.
func Render(path string, panels ...*plot.Plot) ([]byte, error) {
	const width = 7 * vg.Inch
	measure := draw.New(vgsvg.New(width, width))
	legends, heights := make([]plot.Legend, len(panels)), make([]vg.Length, len(panels))
	var all, most vg.Length
	for i, p := range panels {
		legends[i], p.Legend = p.Legend, plot.NewLegend()
		size := legends[i].Rectangle(measure).Size()
		if heights[i] = size.Y; size.Y > 0 {
			heights[i] += vg.Points(4)
		}
		all, most = all+heights[i], max(most, heights[i])
	}
	put := func(i int, c draw.Canvas) {
		panels[i].Draw(draw.Crop(c, 0, 0, heights[i], 0))
		legends[i].Draw(draw.Crop(c, 0, 0, 0, heights[i]-c.Size().Y))
	}
	if len(panels) == 1 {
		return renderOn(path, width, 4.2*vg.Inch+all, func(c draw.Canvas) { put(0, c) })
	}
	// The tiles have one height: what the highest legend takes is left in all of them.
	n := vg.Length(len(panels))
	return renderOn(path, width, (3.2*vg.Inch+most)*n, func(c draw.Canvas) {
		column := make([][]*plot.Plot, len(panels))
		for i, p := range panels {
			column[i] = []*plot.Plot{p}
		}
		tiles := draw.Tiles{Rows: len(panels), Cols: 1, PadY: vg.Points(10)}
		for i, row := range plot.Align(column, tiles, c) {
			put(i, row[0])
		}
	})
}

// The margins of a picture. The last label of an axis is centred at its mark, at the end of the axis: half of it needs the
// right one.
const (
	edge      = 6.0
	rightEdge = 18.0
)

// renderOn returns the bytes of an SVG or PNG file of the given size that paint draws within the margins.
func renderOn(path string, w, h vg.Length, paint func(draw.Canvas)) ([]byte, error) {
	if err := CheckName(path); err != nil {
		return nil, err
	}
	fill := func(c draw.Canvas) {
		paint(draw.Crop(c, vg.Points(edge), -vg.Points(rightEdge), vg.Points(edge), -vg.Points(edge)))
	}
	var buf bytes.Buffer
	if ending(path) == ".svg" {
		c := vgsvg.New(w, h)
		all := draw.New(c)
		all.SetColor(color.White) // behind the panels and between them, on dark pages too
		all.Fill(all.Rectangle.Path())
		fill(all)
		_, err := c.WriteTo(&buf)
		return buf.Bytes(), err
	}
	c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(144))}
	fill(draw.New(c))
	_, err := c.WriteTo(&buf)
	return buf.Bytes(), err
}

// ending is that of a file's name, in small letters; devices get SVG.
func ending(path string) string { return atomicfile.Ending(path, ".svg") }

// CheckName rejects a file name whose ending names no format: before any work is done for it.
func CheckName(path string) error {
	switch ending(path) {
	case ".svg", ".png":
		return nil
	}
	return fmt.Errorf("--plot %s: want a name ending in .svg or .png", path)
}

// Roomy widens a logarithmic axis by a factor at both ends, and to 40 % at least, so that its marks tell something.
func Roomy(a *plot.Axis, factor float64) {
	if factor = max(factor, math.Sqrt(1.4*a.Min/a.Max)); a.Min > 0 {
		a.Min, a.Max = a.Min/factor, a.Max*factor
	}
}

// Curve is the predicted error of one way to draw maps.
type Curve struct {
	Name   string
	Group  string // curves of a group have a colour
	Points []compare.Point
	Dashed bool
}

// curveColors are distinguishable also without colour vision (Okabe and Ito's).
var curveColors = []color.NRGBA{PlusColor, MinusColor, {R: 0x00, G: 0x8b, B: 0x6b, A: 0xff},
	{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff}, {R: 0x8c, G: 0x6d, B: 0x00, A: 0xff}, {R: 0x56, G: 0xb4, B: 0xe9, A: 0xff},
	{R: 0x33, G: 0x33, B: 0x33, A: 0xff}}

// Errors draws predicted errors of a kernel, as it is written and where, against least to most columns, and a line at the target.
// Both axes are logarithmic, so that errors of 0 are not seen.
func Errors(path, kernel string, least, most int, target float64, curves []Curve) ([]byte, error) {
	p := New(kernel+": predicted error", "columns", "RMS error")
	Logarithmic(&p.X, &p.Y)
	colors := map[string]color.NRGBA{}
	for _, c := range curves {
		if _, ok := colors[c.Group]; !ok {
			colors[c.Group] = curveColors[len(colors)%len(curveColors)]
		}
		var pts plotter.XYs
		for _, q := range c.Points {
			if q.RMS > 0 {
				pts = append(pts, plotter.XY{X: float64(q.Columns), Y: q.RMS})
			}
		}
		if len(pts) == 0 {
			continue
		}
		line, err := AddCurve(p, c.Name, colors[c.Group], pts)
		if err != nil {
			return nil, err
		}
		if c.Dashed {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		}
	}
	x0, x1 := float64(least), float64(most)
	line, err := AddCurve(p, "", color.NRGBA{R: 0x80, G: 0x80, B: 0x80, A: 0xff}, plotter.XYs{{X: x0, Y: target}, {X: x1, Y: target}})
	if err != nil {
		return nil, err
	}
	line.Width = vg.Points(0.8)
	line.Dashes = []vg.Length{vg.Points(1), vg.Points(2)}
	p.X.Min, p.X.Max = x0, x1
	p.Legend.TextStyle.Font.Size = 9
	Roomy(&p.Y, 1.15)
	return Render(path, p)
}
