package main

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"krein/decompose"
)

// law is a radius's law as pictures need it, from its quantiles alone.
type law struct{ q decompose.Radii }

// below returns the probability of a radius ≤ omega, to 2⁻⁵³.
func (l law) below(omega float64) float64 {
	lo, hi := 0.0, 1.0
	if l.q.Quantile(1-0x1p-53) <= omega {
		return 1
	}
	for range 53 {
		if mid := (lo + hi) / 2; l.q.Quantile(mid) <= omega {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// stem is an atom as a picture shows it.
type stem struct{ omega, share float64 }

// pieces divides [0, to] into n bins and returns the mean density of each, with the atoms
// apart: the ranges of u on which the quantile is constant.
func (l law) pieces(edges []float64) (density plotter.XYs, stems []stem) {
	const least = 1e-6 // of a bin's probability: no atom is looked for below
	last := l.below(edges[0])
	for i := 1; i < len(edges); i++ {
		next := l.below(edges[i])
		share := next - last
		// An atom holds most of its bin, or shows between two quantiles of the bin.
		if share > least {
			const parts = 16
			before := l.q.Quantile(last + share/(2*parts))
			for j := 1; j < parts; j++ {
				w := l.q.Quantile(last + share*(float64(j)+0.5)/parts)
				if w == before && (len(stems) == 0 || stems[len(stems)-1].omega != w) {
					if s := l.below(w) - l.below(math.Nextafter(w, 0)); s > share/(2*parts) {
						stems = append(stems, stem{w, s})
						share -= s
					}
				}
				before = w
			}
		}
		density = append(density, plotter.XY{X: (edges[i-1] + edges[i]) / 2, Y: max(share, 0) / (edges[i] - edges[i-1])})
		last = next
	}
	return density, stems
}

// tablePlot draws the densities of both laws of a decomposition above their distribution
// functions and returns the bytes of an SVG or PNG file, chosen by the path's ending.
func tablePlot(path, title string, d *decompose.Decomposition) ([]byte, error) {
	type part struct {
		name string
		c    color.NRGBA
		law  law
	}
	var parts []part
	lo, hi, middle := math.Inf(1), 0.0, 0.0
	for _, p := range []struct {
		name string
		c    color.NRGBA
		p    *decompose.Part
	}{{"m+", plusColor, &d.Plus}, {"m−", minusColor, &d.Minus}} {
		if r := p.p.Radii; r != nil {
			parts = append(parts, part{fmt.Sprintf("%s, mass %.6g", p.name, p.p.Mass), p.c, law{r}})
			lo, hi = min(lo, r.Quantile(0.001)), max(hi, r.Quantile(0.995))
			middle = max(middle, r.Quantile(0.5))
		}
	}
	if parts == nil {
		return nil, fmt.Errorf("nothing to draw: neither part has mass on ω > 0")
	}
	hi *= 1.05
	log := hi > 40*middle && lo > 0 && !math.IsInf(hi, 1)
	if math.IsInf(hi, 1) {
		hi = 10 * middle
	}
	const bins = 500
	edges := make([]float64, bins+1)
	for i := range edges {
		t := float64(i) / bins
		if edges[i] = hi * t; log {
			edges[i] = lo * math.Pow(hi/lo, t)
		}
	}

	above, below := plot.New(), plot.New()
	for _, p := range []*plot.Plot{above, below} {
		p.BackgroundColor = color.White
		p.X.Min, p.X.Max = edges[0], edges[bins]
		if log {
			p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
		}
		p.Legend.Padding = vg.Points(3)
		p.Legend.XOffs = -vg.Points(12)
		p.Add(plotter.NewGrid())
	}
	above.Title.Text = title
	above.Title.TextStyle.Font.Size = 13
	above.Title.Padding = vg.Points(6)
	above.Y.Label.Text = "density of the radius"
	above.Legend.Top = true
	above.Legend.YOffs = -vg.Points(4)
	below.X.Label.Text = "radius ω"
	below.Y.Label.Text = "distribution function"
	for _, p := range parts {
		density, stems := p.law.pieces(edges)
		line, err := plotter.NewLine(density)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width, line.FillColor = p.c, vg.Points(1.4), faint(p.c)
		above.Add(line)
		above.Legend.Add(p.name, line)
		for i, s := range stems {
			s, head, err := newStem(s, p.c)
			if err != nil {
				return nil, err
			}
			above.Add(s, head)
			if i == 0 {
				above.Legend.Add("atoms (share)", head)
			}
		}
		cdf := make(plotter.XYs, len(edges))
		for i, w := range edges {
			cdf[i] = plotter.XY{X: w, Y: p.law.below(w)}
		}
		step, err := plotter.NewLine(cdf)
		if err != nil {
			return nil, err
		}
		step.Color, step.Width = p.c, vg.Points(1.4)
		below.Add(step)
		below.Legend.Add(p.name, step)
	}
	above.Y.Min = 0
	above.Y.Max *= 1.15 // room for the legend
	below.Y.Min, below.Y.Max = 0, 1
	return renderColumn(path, above, below)
}

// newStem draws an atom.
func newStem(s stem, c color.NRGBA) (*plotter.Line, *plotter.Scatter, error) {
	line, err := plotter.NewLine(plotter.XYs{{X: s.omega, Y: 0}, {X: s.omega, Y: s.share}})
	if err != nil {
		return nil, nil, err
	}
	line.Color, line.Width = c, vg.Points(2)
	head, err := plotter.NewScatter(plotter.XYs{{X: s.omega, Y: s.share}})
	if err != nil {
		return nil, nil, err
	}
	head.GlyphStyle = draw.GlyphStyle{Color: c, Radius: vg.Points(4), Shape: draw.CircleGlyph{}}
	return line, head, nil
}

// renderColumn draws plots above one another, their axes aligned.
func renderColumn(path string, plots ...*plot.Plot) ([]byte, error) {
	return renderOn(path, 7*vg.Inch, 3.2*vg.Inch*vg.Length(len(plots)), func(c draw.Canvas) {
		column := make([][]*plot.Plot, len(plots))
		for i, p := range plots {
			column[i] = []*plot.Plot{p}
		}
		for i, row := range plot.Align(column, draw.Tiles{Rows: len(plots), Cols: 1, PadY: vg.Points(10)}, c) {
			plots[i].Draw(row[0])
		}
	})
}
