package evaluation

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/terminal"
	"krein/features/pair"
	"krein/internal/features/compare"
)

const (
	leastDrawn, mostDrawn = 32, 2048
	curveTolerance        = 0.1
)

// curve predicts the errors of numbers of columns.
func (r *Row) curve(ctx context.Context) error {
	o := r.options
	for o.Columns = leastDrawn; o.Columns <= mostDrawn; o.Columns *= 2 {
		v, err := r.predictor.At(ctx, &o, curveTolerance)
		switch {
		case ctx.Err() != nil:
			return err
		case err == nil: // else there are too few columns
			r.Curve = append(r.Curve, compare.Point{Columns: o.Columns, RMS: math.Sqrt(v.Variance + r.Bias*r.Bias)})
		}
	}
	return nil
}

// Plot draws predicted errors against the number of columns, of every measure for the samples that do best and for
// independent frequencies.
func (v *StationaryComparison) Plot(ctx context.Context, path string) ([]byte, error) {
	p := figure.New(fmt.Sprintf("%s   in R^%d: predicted error", terminal.Shorten(v.Formula, 60), v.Dim),
		"columns", "RMS error")
	figure.Logarithmic(&p.X, &p.Y)
	drawn := map[string]int{}
	curves := 0
	for i := range v.Rows { // the best of a measure come first
		r := &v.Rows[i]
		independent := r.options.Coupling == pair.IID && r.options.Exact == nil
		if drawn[r.Measure] > 0 && !independent {
			continue
		}
		drawn[r.Measure]++
		if err := r.curve(ctx); err != nil {
			return nil, err
		}
		pts := figure.Points(r.Curve)
		if len(pts) == 0 {
			continue
		}
		c := figure.Parts[0].C
		if r.Measure != v.Rows[0].Measure {
			c = figure.Parts[1].C
		}
		line, err := figure.AddCurve(p, r.Measure+", "+r.Samples, c, pts)
		if err != nil {
			return nil, err
		}
		curves++
		if independent {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		}
	}
	if curves == 0 {
		return nil, fmt.Errorf("nothing to draw: no number of columns up to %d has an error", mostDrawn)
	}
	if err := figure.Level(p, leastDrawn, mostDrawn, v.Target); err != nil {
		return nil, err
	}
	figure.Roomy(&p.Y, 1.15)
	return figure.Render(path, p)
}
