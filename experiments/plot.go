package main

import (
	"bytes"
	"cmp"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// fonts are what stands for Liberation Sans, whose metrics Arial and Helvetica have, where it is missing.
const fonts = "'Liberation Sans', Arimo, Arial, Helvetica, 'DejaVu Sans', sans-serif"

// palette is that of Okabe and Ito, and two more, distinguishable without colour vision and in print.
// krein has the first.
var palette = []color.NRGBA{
	{0x1f, 0x5f, 0xa8, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
	{0x99, 0x77, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, {0x44, 0x44, 0x44, 0xff}, {0x8b, 0x1a, 0x1a, 0xff},
	{0x6a, 0x3d, 0x9a, 0xff},
}

var glyphs = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{},
	draw.CrossGlyph{}, draw.PlusGlyph{},
}

// styles are how methods are drawn: krein in the first colour, its single ways dashed, others in order.
func styles(methods []string) map[string]look {
	looks := map[string]look{}
	others, ways := 0, 0
	for _, m := range methods {
		i := 0
		switch {
		case m == krein:
		case isOurs(m):
			ways++
			i = ways
		default:
			others++
			i = others
		}
		c := palette[i%len(palette)]
		l := look{
			draw.LineStyle{Color: c, Width: vg.Points(1.1)},
			draw.GlyphStyle{Color: c, Radius: vg.Points(2.6), Shape: glyphs[i%len(glyphs)]},
		}
		switch {
		case m == krein:
			l.line.Width = vg.Points(2)
		case isOurs(m):
			l.line.Dashes = []vg.Length{vg.Points(4), vg.Points(2)}
		}
		looks[m] = l
	}
	return looks
}

// look is that of a method.
type look struct {
	line  draw.LineStyle
	glyph draw.GlyphStyle
}

// svg draws the values of a table for one kernel: nil if there are none.
func (t *table) svg(b *book, kernel string) ([]byte, error) {
	f, err := t.figure(b, kernel)
	if f == nil || err != nil {
		return nil, err
	}
	c := vgsvg.New(f.width, f.height)
	f.draw(draw.New(c))
	var out bytes.Buffer
	if _, err := c.WriteTo(&out); err != nil {
		return nil, err
	}
	return bytes.ReplaceAll(out.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:"+fonts+";")), nil
}

// figure is the values of a table for one kernel, a panel a data set, with error bars of one standard deviation.
type figure struct {
	width, height, foot vg.Length
	across              int // names in a line of the legend
	panels              [][]*plot.Plot
	methods             []string
	looks               map[string]look
	exact               map[string]bool // methods without an error somewhere, which is not drawn
}

// figure returns nil if there is nothing to draw.
func (t *table) figure(b *book, kernel string) (*figure, error) {
	groups, _ := t.groups(b)
	groups = slices.DeleteFunc(groups, func(g *group) bool { return g.kernel != kernel })
	f := &figure{}
	for _, g := range groups {
		for _, m := range g.methods {
			if !slices.Contains(f.methods, m) && (len(g.drawn(t, m)) > 0 || t.exact(g, m)) {
				f.methods = append(f.methods, m)
			}
		}
	}
	drawn := slices.ContainsFunc(groups, func(g *group) bool {
		return slices.ContainsFunc(g.methods, func(m string) bool { return len(g.drawn(t, m)) > 0 })
	})
	if !drawn {
		return nil, nil
	}
	slices.SortStableFunc(f.methods, func(a, b string) int { return rank(a) - rank(b) })
	f.looks, f.exact = styles(f.methods), map[string]bool{}
	for _, m := range f.methods {
		f.exact[m] = slices.ContainsFunc(groups, func(g *group) bool { return t.exact(g, m) })
	}
	across := min(2, len(groups))
	down := (len(groups) + across - 1) / across
	f.width = 9 * vg.Inch
	widest := vg.Length(0)
	for _, m := range f.methods {
		widest = max(widest, legendStyle().Width(f.label(m)))
	}
	f.across = max(1, int((f.width-vg.Points(26))/(widest+vg.Points(40))))
	f.foot = vg.Points(float64(16*((len(f.methods)+f.across-1)/f.across) + 10))
	f.height = 2.9*vg.Inch*vg.Length(down) + f.foot
	f.panels = make([][]*plot.Plot, down)
	for i := range f.panels {
		f.panels[i] = make([]*plot.Plot, across)
	}
	for i, g := range groups {
		p, err := t.panel(g, f)
		if err != nil {
			return nil, err
		}
		f.panels[i/across][i%across] = p
	}
	return f, nil
}

// draw fills a canvas of the figure's size, on white in light and dark.
func (f *figure) draw(all draw.Canvas) {
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())
	area := draw.Crop(all, vg.Points(6), -vg.Points(10), f.foot, -vg.Points(6))
	tiles := draw.Tiles{Rows: len(f.panels), Cols: len(f.panels[0]), PadX: vg.Points(14), PadY: vg.Points(10)}
	for i, row := range plot.Align(f.panels, tiles, area) {
		for j, canvas := range row {
			if f.panels[i][j] != nil {
				f.panels[i][j].Draw(canvas)
			}
		}
	}
	f.legend(draw.Crop(all, vg.Points(16), -vg.Points(10), vg.Points(4), f.foot-all.Max.Y))
}

func rank(method string) int {
	if method == krein {
		return 0
	}
	return 1
}

// drawn are the points of a method that have a place in the figure.
func (g *group) drawn(t *table, method string) (points []*point) {
	for _, p := range g.points[method] {
		if !p.Missing && p.along() > 0 && !(t.errors && p.Mean < exactly) {
			points = append(points, p)
		}
	}
	slices.SortFunc(points, func(a, b *point) int { return cmp.Compare(a.along(), b.along()) })
	return points
}

// exact says whether a method has no error at a size.
func (t *table) exact(g *group, method string) bool {
	for _, p := range g.points[method] {
		if t.errors && !p.Missing && p.Mean < exactly {
			return true
		}
	}
	return false
}

// panel draws a group.
func (t *table) panel(g *group, f *figure) (*plot.Plot, error) {
	p := plot.New()
	sans(&p.Title.TextStyle, 11)
	for _, s := range []*text.Style{&p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label} {
		sans(s, 9)
	}
	p.BackgroundColor = color.White
	p.Title.Text = g.data
	p.X.Label.Text = "columns of the map"
	p.Add(plotter.NewGrid())
	p.X.Scale = plot.LogScale{}
	if t.errors {
		p.Y.Label.Text = "relative error"
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, decades{}
	} else {
		p.Y.Label.Text = "test accuracy"
	}
	if t.label != "" {
		p.X.Label.Text, p.Y.Label.Text = t.along, t.label
	}
	var ticks []plot.Tick
	for _, m := range f.methods {
		points := g.drawn(t, m)
		if len(points) == 0 {
			continue
		}
		curve := &bars{}
		for _, q := range points {
			low := q.Mean - q.SD
			if t.errors {
				low = max(low, q.Mean/4)
			}
			curve.XYs = append(curve.XYs, plotter.XY{X: q.along(), Y: q.Mean})
			curve.YErrors = append(curve.YErrors, struct{ Low, High float64 }{q.Mean - low, q.SD})
			if !slices.ContainsFunc(ticks, func(t plot.Tick) bool { return t.Value == q.along() }) {
				ticks = append(ticks, plot.Tick{Value: q.along(), Label: strconv.FormatFloat(q.along(), 'g', -1, 64)})
			}
		}
		line, dots, err := plotter.NewLinePoints(curve.XYs)
		if err != nil {
			return nil, err
		}
		line.LineStyle, dots.GlyphStyle = f.looks[m].line, f.looks[m].glyph
		whiskers, err := plotter.NewYErrorBars(curve)
		if err != nil {
			return nil, err
		}
		whiskers.Color, whiskers.Width, whiskers.CapWidth = line.Color, vg.Points(0.8), vg.Points(4)
		p.Add(whiskers, line, dots)
	}
	slices.SortFunc(ticks, func(a, b plot.Tick) int { return cmp.Compare(a.Value, b.Value) })
	if len(ticks) > 6 { // there is no room for more labels
		for i := 1; i < len(ticks); i += 2 {
			ticks[i].Label = ""
		}
	}
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	if len(ticks) > 0 {
		p.X.Min, p.X.Max = ticks[0].Value/1.15, ticks[len(ticks)-1].Value*1.15
	} else {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 1, 2, 0.1, 1
	}
	if t.errors {
		p.Y.Min, p.Y.Max = p.Y.Min/1.3, p.Y.Max*1.3
	}
	return p, nil
}

// bars are points with whiskers.
type bars struct {
	plotter.XYs
	plotter.YErrors
}

// legend writes the names of the methods in columns.
func (f *figure) legend(c draw.Canvas) {
	s := legendStyle()
	wide := c.Size().X / vg.Length(f.across)
	for i, m := range f.methods {
		x, y := c.Min.X+wide*vg.Length(i%f.across), c.Max.Y-vg.Points(float64(16*(i/f.across)+8))
		c.StrokeLine2(f.looks[m].line, x, y, x+vg.Points(22), y)
		c.DrawGlyph(f.looks[m].glyph, vg.Point{X: x + vg.Points(11), Y: y})
		c.FillText(s, vg.Point{X: x + vg.Points(28), Y: y}, f.label(m))
	}
}

// label is the name of a method in a legend.
func (f *figure) label(m string) string {
	name := strings.ReplaceAll(m, "*", "")
	if f.exact[m] {
		name += " (not drawn: exact)"
	}
	return name
}

func legendStyle() text.Style {
	s := text.Style{Color: color.Black}
	sans(&s, 9)
	s.YAlign = text.YCenter
	return s
}

func sans(s *text.Style, size float64) {
	s.Font = font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, vg.Points(size))
	s.Handler = plot.DefaultTextHandler
}

// decades marks powers of ten, and 2 and 5 times them where there are few, with marks without a label between.
type decades struct{}

// Ticks returns the marks from lo to hi, 0 < lo < hi.
func (decades) Ticks(lo, hi float64) []plot.Tick {
	var ticks []plot.Tick
	e := 1.0
	for e > lo {
		e /= 10
	}
	for 10*e <= lo {
		e *= 10
	}
	for ; e <= hi; e *= 10 {
		for f := 1; f <= 9; f++ {
			v := float64(f) * e
			if v < lo*(1-1e-9) || v > hi*(1+1e-9) {
				continue
			}
			t := plot.Tick{Value: v}
			if f == 1 || hi/lo < 1000 && (f == 2 || f == 5) {
				t.Label = strconv.FormatFloat(v, 'g', 3, 64)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}
