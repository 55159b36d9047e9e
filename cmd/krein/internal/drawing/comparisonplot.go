package drawing

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"

	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/features/compare"
)

// curveColors are distinguishable also without colour vision (Okabe and Ito's).
var curveColors = []color.NRGBA{figure.PlusColor, figure.MinusColor, {R: 0x00, G: 0x8b, B: 0x6b, A: 0xff},
	{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff}, {R: 0x8c, G: 0x6d, B: 0x00, A: 0xff}, {R: 0x56, G: 0xb4, B: 0xe9, A: 0xff},
	{R: 0x33, G: 0x33, B: 0x33, A: 0xff}}

// curvesMost is the number of curves that a picture can carry.
const curvesMost = 8

// Plot draws predicted errors against the number of columns: for every measure the samples that do best, then more as
// there is room.
func (c *Comparison) Plot(path string) ([]byte, error) {
	if len(c.Rows) == 0 {
		return nil, fmt.Errorf("nothing to draw: no representation is available")
	}
	var chosen []*compare.Row
	seen := map[string]int{}
	for _, r := range c.Rows { // the best come first
		if seen[r.Measure] == 0 && len(chosen) < curvesMost {
			chosen = append(chosen, r)
		}
		seen[r.Measure]++
	}
	for _, r := range c.Rows {
		if r.Independent() && len(chosen) < curvesMost && !slices.Contains(chosen, r) {
			chosen = append(chosen, r)
		}
	}
	p := figure.New(fmt.Sprintf("%s   in R^%d: predicted error", terminal.Shorten(c.Formula, 60), c.Dim),
		"columns", "RMS error")
	figure.Logarithmic(&p.X, &p.Y)
	colors := map[string]color.NRGBA{}
	for _, r := range chosen {
		if _, ok := colors[r.Measure]; !ok {
			colors[r.Measure] = curveColors[len(colors)%len(curveColors)]
		}
		pts := figure.Points(r.Curve)
		if len(pts) == 0 {
			continue
		}
		line, err := figure.AddCurve(p, r.Title(), colors[r.Measure], pts)
		if err != nil {
			return nil, err
		}
		if r.Independent() && seen[r.Measure] > 1 {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		}
	}
	if err := figure.Level(p, compare.LeastColumns, compare.MostColumns, c.Target); err != nil {
		return nil, err
	}
	figure.Roomy(&p.Y, 1.15)
	return figure.Render(path, p)
}
