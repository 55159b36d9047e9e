package verification

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"krein/certify/region"
	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/certify/proof"
)

// RegionPicture draws a bar for each claim, or for each dimension where there are several: filled and high where the claim is proved,
// low and only outlined where it is refuted, empty where nothing is known; so grey tells them apart, too. Single values are
// dots, filled and hollow. path's ending names the format.
func RegionPicture(path string, all Documents) ([]byte, error) {
	d := all[0]
	title := fmt.Sprintf("%s on R^%d", terminal.Shorten(d.Formula, 60), d.Dim)
	var names []string
	var rows [][]region.Cell
	if len(all) > 1 {
		title = fmt.Sprintf("%s: %s", terminal.Shorten(d.Formula, 60), d.Claims[0].ID)
		for _, d := range all {
			names, rows = append(names, fmt.Sprintf("R^%d", d.Dim)), append(rows, d.Claims[0].Cells)
		}
	} else {
		for i := range d.Claims {
			names, rows = append(names, string(d.Claims[i].ID)), append(rows, d.Claims[i].Cells)
		}
	}
	slices.Reverse(names) // the first one at the top
	slices.Reverse(rows)
	p := figure.New(title, d.Name, "")
	for _, alone := range []bool{false, true} { // values that stand alone are drawn over what is beside them
		for i, cells := range rows {
			for _, cell := range cells {
				if (cell.From.Cmp(cell.To) == 0) != alone {
					continue
				}
				if err := add(p, cell, float64(i)); err != nil {
					return nil, err
				}
			}
		}
	}
	p.NominalY(names...)
	p.X.Min, p.X.Max = float(d.Lo), float(d.Hi)
	p.Y.Min, p.Y.Max = -0.6, float64(len(rows))-0.2
	return render(path, p, "refuted (outlined), open (empty)")
}

// render adds the legend, in which refuted is called so, and draws the picture.
func render(path string, p *plot.Plot, refuted string) ([]byte, error) {
	for _, l := range []struct {
		name   string
		status proof.Status
	}{{"proved", proof.Proved}, {refuted, proof.Refuted}} {
		box, err := bar(l.status, 0, 0, 0)
		if err != nil {
			return nil, err
		}
		p.Legend.Add(l.name, box)
	}
	return figure.Render(path, p)
}

// colors are those of the positive and the negative part: they differ without colour vision, and in print.
var colors = map[proof.Status]color.NRGBA{proof.Proved: figure.PlusColor, proof.Refuted: figure.MinusColor}

// add draws a cell at the height y.
func add(p *plot.Plot, c region.Cell, y float64) error {
	if c.Status == proof.Undecided {
		return nil
	}
	from, to := float(c.From), float(c.To)
	if c.From.Cmp(c.To) == 0 {
		dot, err := plotter.NewScatter(plotter.XYs{{X: from, Y: y}})
		if err != nil {
			return err
		}
		dot.GlyphStyle = draw.GlyphStyle{Color: colors[c.Status], Radius: vg.Points(3.5), Shape: draw.CircleGlyph{}}
		if c.Status == proof.Refuted {
			dot.Shape = draw.RingGlyph{}
		}
		p.Add(dot)
		return nil
	}
	box, err := bar(c.Status, from, to, y)
	if err == nil {
		p.Add(box)
	}
	return err
}

// bar is the rectangle of a cell.
func bar(status proof.Status, from, to, y float64) (*plotter.Polygon, error) {
	height := 0.25
	if status == proof.Refuted {
		height = 0.12
	}
	box, err := plotter.NewPolygon(plotter.XYs{{X: from, Y: y - height}, {X: to, Y: y - height}, {X: to, Y: y + height},
		{X: from, Y: y + height}})
	if err != nil {
		return nil, err
	}
	box.LineStyle = draw.LineStyle{Color: colors[status], Width: vg.Points(1.4)}
	box.Color = color.White
	if status == proof.Proved {
		box.Color = colors[status]
	}
	return box, nil
}
