package measure

import (
	"cmp"
	"errors"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"krein/cmd/krein/internal/figure"
)

// frontierPlot draws the least mass and its proved lower bound against the bias; where the rows have minima for given
// distances, also the mass of these, and below the variances of both.
func frontierPlot(path, title string, rows []frontierRow) ([]byte, error) {
	p := figure.New(title, "bias", "mass")
	figure.Logarithmic(&p.X, &p.Y)
	points := func(y func(frontierRow) float64) (pts plotter.XYs) {
		for _, r := range rows {
			if v := y(r); v > 0 {
				pts = append(pts, plotter.XY{X: r.Tolerance, Y: v})
			}
		}
		slices.SortFunc(pts, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
		return pts
	}
	err := addMarked(p, "least mass", figure.PlusColor, points(func(r frontierRow) float64 { return r.Least.Mass }))
	if lower := points(func(r frontierRow) float64 { return r.Least.Lower }); len(lower) > 0 {
		line, failed := figure.AddCurve(p, "proved lower bound", figure.MinusColor, lower)
		if failed == nil {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		}
		err = errors.Join(err, failed)
	}
	panels := []*plot.Plot{p}
	if rows[0].Steady != nil {
		q := figure.New("", "bias", "variance")
		figure.Logarithmic(&q.X, &q.Y)
		p.X.Label.Text = ""
		err = errors.Join(err, addMarked(p, "mass for the least variance", figure.MinusColor,
			points(func(r frontierRow) float64 { return r.Steady.Mass })),
			addMarked(q, "of the least mass, one frequency at the distances", figure.PlusColor,
				points(func(r frontierRow) float64 { return viewSteady(r).LeastMassVariance })),
			addMarked(q, "least variance", figure.MinusColor,
				points(func(r frontierRow) float64 { return viewSteady(r).Variance })))
		panels = append(panels, q)
	}
	if err != nil {
		return nil, err
	}
	for _, p := range panels {
		figure.Roomy(&p.X, 1.15)
		figure.Roomy(&p.Y, 1.15)
	}
	return figure.Render(path, panels...)
}

// addMarked draws a curve with its points.
func addMarked(p *plot.Plot, name string, c color.NRGBA, pts plotter.XYs) error {
	if len(pts) == 0 {
		return nil
	}
	if _, err := figure.AddCurve(p, name, c, pts); err != nil {
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
