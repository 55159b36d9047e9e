package drawing

import (
	"fmt"
	"slices"

	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/features/compare"
)

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
	var curves []figure.Curve
	for _, r := range chosen {
		curves = append(curves, figure.Curve{Name: r.Title(), Group: r.Measure, Points: r.Curve, Dashed: r.Independent() && seen[r.Measure] > 1})
	}
	return figure.Errors(path, fmt.Sprintf("%s   in R^%d", terminal.Shorten(c.Formula, 60), c.Dim), compare.LeastColumns, compare.MostColumns,
		c.Target, curves)
}
