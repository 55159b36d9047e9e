package evaluation

import (
	"context"
	"fmt"
	"math"
	"slices"

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
	drawn := map[string]bool{}
	var curves []figure.Curve
	visible := func(p compare.Point) bool { return p.RMS > 0 }
	for i := range v.Rows { // the best of a measure come first
		r := &v.Rows[i]
		independent := r.options.Coupling == pair.IID && r.options.Exact == nil
		if drawn[r.Measure] && !independent {
			continue
		}
		drawn[r.Measure] = true
		if err := r.curve(ctx); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(r.Curve, visible) {
			curves = append(curves, figure.Curve{Name: r.Measure + ", " + r.Samples, Group: r.Measure, Points: r.Curve, Dashed: independent})
		}
	}
	if curves == nil {
		return nil, fmt.Errorf("nothing to draw: no number of columns up to %d has an error", mostDrawn)
	}
	return figure.Errors(path, fmt.Sprintf("%s   in R^%d", terminal.Shorten(v.Formula, 60), v.Dim), leastDrawn, mostDrawn, v.Target, curves)
}
