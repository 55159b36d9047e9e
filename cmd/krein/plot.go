package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"slices"
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
)

// The two parts' colours, distinguishable also without colour vision and in print.
var (
	plusColor  = color.NRGBA{R: 0x1f, G: 0x5f, B: 0xa8, A: 0xff}
	minusColor = color.NRGBA{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff}
)

func faint(c color.NRGBA) color.NRGBA { c.A = 0x40; return c }

// newPlot returns an empty plot in the house style. The font has no subscript signs, hence m+ and m−.
func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.White
	p.Title.Text = title
	if p.Title.TextStyle.Font.Size = 13; utf8.RuneCountInString(title) > 80 {
		p.Title.TextStyle.Font.Size = 10.5
	}
	p.Title.Padding = vg.Points(6)
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.Legend.Top = true
	p.Legend.Padding = vg.Points(3)
	p.Legend.XOffs, p.Legend.YOffs = -vg.Points(12), -vg.Points(4)
	p.Add(plotter.NewGrid())
	return p
}

// logarithmic makes an axis logarithmic.
func logarithmic(axes ...*plot.Axis) {
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
				t.Label = strconv.FormatFloat(v, 'g', 6, 64)
			}
			if every == 1 || f == 1 {
				ticks = append(ticks, t)
			}
		}
	}
	return ticks
}

// addCurve draws a line and enters it into the legend if it has a name.
func addCurve(p *plot.Plot, name string, c color.NRGBA, pts plotter.XYs) (*plotter.Line, error) {
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

// addStem draws a point on a line from the height base.
func addStem(p *plot.Plot, c color.NRGBA, x, base, y float64) (*plotter.Scatter, error) {
	line, err := addCurve(p, "", c, plotter.XYs{{X: x, Y: base}, {X: x, Y: y}})
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

// signed are the names and colours of the parts.
var signed = [2]struct {
	name string
	sign float64
	c    color.NRGBA
}{{"positive part m+", 1, plusColor}, {"negative part m−", -1, minusColor}}

// addDensity draws the densities of the two parts, filled, and returns the curves of those that are not 0.
func addDensity(p *plot.Plot, omegas []float64, parts [2][]float64) (lines [2]*plotter.Line, err error) {
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
		if lines[i], err = addCurve(p, "", signed[i].c, pts); err != nil {
			return lines, err
		}
		lines[i].FillColor = faint(signed[i].c)
	}
	return lines, nil
}

// addAtoms draws atoms as stems from the height base.
func addAtoms(p *plot.Plot, atoms []fourier.Atom, base float64) error {
	for _, a := range atoms {
		if _, err := addStem(p, atomColor(a), a.Omega, base, math.Abs(a.Weight)); err != nil {
			return err
		}
	}
	return nil
}

func atomColor(a fourier.Atom) color.NRGBA {
	if a.Weight < 0 {
		return minusColor
	}
	return plusColor
}

// spectrumPlot renders m₊ and m₋ over the frequencies, with atoms as stems, and
// returns the bytes of an SVG or PNG file, chosen by the path's ending.
func spectrumPlot(path, title string, omegas, m []float64, atoms []fourier.Atom) ([]byte, error) {
	p := newPlot(title, "frequency ω", "radial spectral density")
	var parts [2][]float64
	for _, v := range m {
		parts[0], parts[1] = append(parts[0], max(v, 0)), append(parts[1], max(-v, 0))
	}
	lines, err := addDensity(p, omegas, parts)
	if err != nil {
		return nil, err
	}
	for i, line := range lines {
		if line != nil {
			p.Legend.Add(signed[i].name, line)
		}
	}
	for _, a := range atoms {
		head, err := addStem(p, atomColor(a), a.Omega, 0, math.Abs(a.Weight))
		if err != nil {
			return nil, err
		}
		p.Legend.Add(fmt.Sprintf("atom %.4g at ω = %.4g", a.Weight, a.Omega), head)
	}
	p.Y.Min = 0
	p.Y.Max *= 1 + 0.08*float64(2+len(atoms)) // room for the legend
	return renderPlots(path, p)
}

// renderPlots draws panels one below the other, their axes aligned, in the format that path's ending names.
func renderPlots(path string, panels ...*plot.Plot) ([]byte, error) {
	if len(panels) == 1 {
		return renderOn(path, 7*vg.Inch, 4.2*vg.Inch, panels[0].Draw)
	}
	return renderOn(path, 7*vg.Inch, 3.2*vg.Inch*vg.Length(len(panels)), func(c draw.Canvas) {
		column := make([][]*plot.Plot, len(panels))
		for i, p := range panels {
			column[i] = []*plot.Plot{p}
		}
		tiles := draw.Tiles{Rows: len(panels), Cols: 1, PadY: vg.Points(10), PadRight: vg.Points(8)}
		for i, row := range plot.Align(column, tiles, c) {
			panels[i].Draw(row[0])
		}
	})
}

// renderOn returns the bytes of an SVG or PNG file of the given size that fill draws.
func renderOn(path string, w, h vg.Length, fill func(draw.Canvas)) ([]byte, error) {
	if err := checkPlotName(path); err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	if strings.EqualFold(filepath.Ext(path), ".svg") {
		c := vgsvg.New(w, h)
		fill(draw.New(c))
		_, err := c.WriteTo(&buf)
		return buf.Bytes(), err
	}
	c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(144))}
	fill(draw.New(c))
	_, err := c.WriteTo(&buf)
	return buf.Bytes(), err
}

// checkPlotName rejects a file name whose ending names no format: before any work is done for it.
func checkPlotName(path string) error {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".svg", ".png":
		return nil
	}
	return fmt.Errorf("plot file %q: want a name ending in .svg or .png", path)
}

// frontierPlot draws the least mass and its proved lower bound against the bias; where the rows have minima for given distances,
// also the mass of these, and below the variances of both.
func frontierPlot(path, title string, rows []frontierRow) ([]byte, error) {
	p := newPlot(title, "bias", "mass")
	logarithmic(&p.X, &p.Y)
	points := func(y func(frontierRow) float64) (pts plotter.XYs) {
		for _, r := range rows {
			if v := y(r); v > 0 {
				pts = append(pts, plotter.XY{X: r.Tolerance, Y: v})
			}
		}
		slices.SortFunc(pts, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
		return pts
	}
	err := addMarked(p, "least mass", plusColor, points(func(r frontierRow) float64 { return r.Least.Mass }))
	if lower := points(func(r frontierRow) float64 { return r.Least.Lower }); len(lower) > 0 {
		line, failed := addCurve(p, "proved lower bound", plusColor, lower)
		if failed == nil {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		}
		err = errors.Join(err, failed)
	}
	panels := []*plot.Plot{p}
	if rows[0].Steady != nil {
		q := newPlot("", "bias", "variance")
		logarithmic(&q.X, &q.Y)
		p.X.Label.Text = ""
		err = errors.Join(err, addMarked(p, "mass for the least variance", minusColor, points(func(r frontierRow) float64 { return r.Steady.Mass })),
			addMarked(q, "of the least mass, one frequency at the distances", plusColor, points(func(r frontierRow) float64 { return viewSteady(r).LeastMassVariance })),
			addMarked(q, "least variance", minusColor, points(func(r frontierRow) float64 { return viewSteady(r).Variance })))
		panels = append(panels, q)
	}
	if err != nil {
		return nil, err
	}
	for _, p := range panels {
		roomy(&p.X, 1.15)
		roomy(&p.Y, 1.15)
		p.Y.Max *= math.Pow(p.Y.Max/p.Y.Min, 0.25) // room for the legend
	}
	return renderPlots(path, panels...)
}

// addMarked draws a curve with its points.
func addMarked(p *plot.Plot, name string, c color.NRGBA, pts plotter.XYs) error {
	if len(pts) == 0 {
		return nil
	}
	if _, err := addCurve(p, name, c, pts); err != nil {
		return err
	}
	points, err := plotter.NewScatter(pts)
	if err != nil {
		return err
	}
	points.GlyphStyle = draw.GlyphStyle{Color: c, Radius: vg.Points(3), Shape: draw.CircleGlyph{}}
	p.Add(points)
	return nil
}

// roomy widens a logarithmic axis by a factor at both ends, and to 40 % at least, so that its marks tell something.
func roomy(a *plot.Axis, factor float64) {
	if factor = max(factor, math.Sqrt(1.4*a.Min/a.Max)); a.Min > 0 {
		a.Min, a.Max = a.Min/factor, a.Max*factor
	}
}
