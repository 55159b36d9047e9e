package main

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"krein/decompose"
	"krein/fourier"
)

// The two parts' colours, distinguishable also without colour vision and in print.
var (
	plusColor  = color.NRGBA{R: 0x1f, G: 0x5f, B: 0xa8, A: 0xff}
	minusColor = color.NRGBA{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff}
)

func faint(c color.NRGBA) color.NRGBA { c.A = 0x40; return c }

// spectrumPlot renders m₊ and m₋ over the frequencies, with atoms as stems, and
// returns the bytes of an SVG or PNG file, chosen by the path's ending. The font has no
// subscript signs, hence m+ and m−.
func spectrumPlot(path, title string, omegas, m []float64, atoms []fourier.Atom) ([]byte, error) {
	p := plot.New()
	p.BackgroundColor = color.White
	p.Title.Text = title
	p.Title.TextStyle.Font.Size = 13
	p.Title.Padding = vg.Points(6)
	p.X.Label.Text = "frequency ω"
	p.Y.Label.Text = "radial spectral density"
	p.Legend.Top = true
	p.Legend.Padding = vg.Points(3)
	p.Legend.XOffs = -vg.Points(12)
	p.Legend.YOffs = -vg.Points(4)
	p.Add(plotter.NewGrid())

	for _, part := range []struct {
		name string
		sign float64
		c    color.NRGBA
	}{{"positive part m+", 1, plusColor}, {"negative part m−", -1, minusColor}} {
		pts := make(plotter.XYs, len(omegas))
		any := false
		for i, w := range omegas {
			y := math.Max(0, part.sign*m[i])
			if math.IsInf(y, 0) || math.IsNaN(y) {
				y = 0
			}
			any = any || y > 0
			pts[i] = plotter.XY{X: w, Y: y}
		}
		if !any {
			continue
		}
		line, err := plotter.NewLine(pts)
		if err != nil {
			return nil, err
		}
		line.Color = part.c
		line.Width = vg.Points(1.4)
		line.FillColor = faint(part.c)
		p.Add(line)
		p.Legend.Add(part.name, line)
	}
	for _, a := range atoms {
		c := plusColor
		if a.Weight < 0 {
			c = minusColor
		}
		stem, err := plotter.NewLine(plotter.XYs{{X: a.Omega, Y: 0}, {X: a.Omega, Y: math.Abs(a.Weight)}})
		if err != nil {
			return nil, err
		}
		stem.Color = c
		stem.Width = vg.Points(2)
		head, err := plotter.NewScatter(plotter.XYs{{X: a.Omega, Y: math.Abs(a.Weight)}})
		if err != nil {
			return nil, err
		}
		head.GlyphStyle = draw.GlyphStyle{Color: c, Radius: vg.Points(4), Shape: draw.CircleGlyph{}}
		p.Add(stem, head)
		p.Legend.Add(fmt.Sprintf("atom %.4g at ω = %.4g", a.Weight, a.Omega), head)
	}
	p.Y.Min = 0
	p.Y.Max *= 1 + 0.08*float64(2+len(atoms)) // room for the legend
	return renderPlot(p, path)
}

// renderPlot returns the bytes of an SVG or PNG file, chosen by the path's ending.
func renderPlot(p *plot.Plot, path string) ([]byte, error) {
	return renderOn(path, 7*vg.Inch, 4.2*vg.Inch, p.Draw)
}

// renderOn returns the bytes of an SVG or PNG file of the given size that fill draws.
func renderOn(path string, w, h vg.Length, fill func(draw.Canvas)) ([]byte, error) {
	var buf bytes.Buffer
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".svg":
		c := vgsvg.New(w, h)
		fill(draw.New(c))
		_, err := c.WriteTo(&buf)
		return buf.Bytes(), err
	case ".png":
		c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(144))}
		fill(draw.New(c))
		_, err := c.WriteTo(&buf)
		return buf.Bytes(), err
	default:
		return nil, fmt.Errorf("plot file %q: want a name ending in .svg or .png", path)
	}
}

// frontierPlot draws the least mass, and its proved lower bound, against the bias.
func frontierPlot(path, title string, all []*decompose.Minimum) ([]byte, error) {
	p := plot.New()
	p.BackgroundColor = color.White
	p.Title.Text = title
	p.Title.TextStyle.Font.Size = 13
	p.Title.Padding = vg.Points(6)
	p.X.Label.Text = "bias"
	p.Y.Label.Text = "least total mass"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	p.Legend.Top = true
	p.Add(plotter.NewGrid())
	upper, lower := make(plotter.XYs, len(all)), plotter.XYs{}
	for i, m := range all {
		upper[i] = plotter.XY{X: m.Tolerance, Y: m.Mass}
		if m.Lower > 0 {
			lower = append(lower, plotter.XY{X: m.Tolerance, Y: m.Lower})
		}
	}
	line, points, err := plotter.NewLinePoints(upper)
	if err != nil {
		return nil, err
	}
	line.Color, points.Color, points.Shape = plusColor, plusColor, draw.CircleGlyph{}
	p.Add(line, points)
	p.Legend.Add("reached", line, points)
	if len(lower) > 0 {
		below, err := plotter.NewLine(lower)
		if err != nil {
			return nil, err
		}
		below.Color = minusColor
		below.Dashes = []vg.Length{vg.Points(3), vg.Points(3)}
		p.Add(below)
		p.Legend.Add("proved lower bound", below)
	}
	return renderPlot(p, path)
}
