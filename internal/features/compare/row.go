package compare

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Row is one representation with one way to draw from it.
type Row struct {
	Measure    string  `json:"measure"`
	Samples    string  `json:"samples"`
	Mass       float64 `json:"mass"`
	MassProved bool    `json:"mass_proved"`
	// Bias bounds |E k̂ − k| at the distances that matter.
	Bias       float64 `json:"bias"`
	BiasProved bool    `json:"bias_proved"`
	// Variance is columns times the predicted mean variance of k̂ at Settings.Columns.
	Variance float64 `json:"variance_times_columns"`
	// RMS is the root of mean variance and squared bias there.
	RMS float64 `json:"rms"`
	// Columns is how many reach the target, 0 if the bias forbids it. Extrapolated: more than are
	// predicted, in proportion to 1/columns.
	Columns      int  `json:"columns_needed"`
	Extrapolated bool `json:"extrapolated"`
	// Work is the number of operations a row for so many columns, 0 if the target is out of reach.
	Work float64 `json:"operations_a_row"`
	// Curve has the errors for columns that double.
	Curve []Point `json:"curve"`
	// Drawn says that the row is of Settings.Drawn.
	Drawn bool `json:"drawn"`
	// Exact is the number of columns of a map without randomness, 0 if there is none with Settings.Columns.
	Exact int `json:"exact,omitempty"`

	family   string
	within   float64                                                 // see Found
	flops    float64                                                 // of a column and row
	variance func(ctx context.Context, columns int) (float64, error) // multiples of LeastColumns
}

// Point is the predicted error for a number of columns.
type Point struct {
	Columns int     `json:"columns"`
	RMS     float64 `json:"rms"`
}

// independent is the name of samples that are not coupled.
const independent = "independent"

const (
	sinCosFlops = 40   // of a sine and a cosine together
	degreeFlops = 5    // of a step of the recurrence of Gegenbauer polynomials
	countless   = 1e15 // columns are not counted beyond
)

// FrequencyFlops returns the operations of a frequency at a row, two columns: an inner product, a cosine and a sine.
func FrequencyFlops(dim int) float64 { return float64(2*dim + sinCosFlops) }

// ZonalFlops returns the operations of a zonal feature at a row, one column: an inner product and
// the recurrence up to the degree.
func ZonalFlops(dim int, degree float64) float64 { return float64(2*dim) + degreeFlops*degree }

// harmonicFlops are the operations of a harmonic at a row, a few products.
const harmonicFlops = 4

// Title names the representation and the samples.
func (r *Row) Title() string { return r.Measure + ", " + r.Samples }

// Independent reports whether samples are not coupled.
func (r *Row) Independent() bool { return strings.HasPrefix(r.Samples, independent) }

// Reaches reports whether the target can be reached.
func (r *Row) Reaches() bool { return r.Columns > 0 }

// Needed prints Columns.
func (r *Row) Needed() string {
	switch {
	case !r.Reaches():
		return "–"
	case r.Columns >= countless:
		return "> 1e15"
	case r.Extrapolated:
		x, _ := strconv.ParseFloat(fmt.Sprintf("%.2g", float64(r.Columns)), 64)
		return fmt.Sprintf("≈ %.7g", x)
	}
	return fmt.Sprint(r.Columns)
}

// effort is Work, +Inf if the target is out of reach.
func (r *Row) effort() float64 {
	if !r.Reaches() {
		return math.Inf(1)
	}
	return r.Work
}

// rms returns the root mean square error for a number of columns.
func (r *Row) rms(ctx context.Context, columns int) (float64, error) {
	v, err := r.variance(ctx, columns)
	return math.Sqrt(v + r.Bias*r.Bias), err
}

// fill predicts a row's errors.
func (c *Comparison) fill(ctx context.Context, r *Row) error {
	at := c.set.Columns / LeastColumns * LeastColumns
	v, err := r.variance(ctx, at)
	if err != nil {
		return err
	}
	r.Variance = v * float64(at)
	r.RMS = math.Sqrt(v + r.Bias*r.Bias)
	reached := 0 // the first point that is good enough
	for columns := LeastColumns; columns <= MostColumns; columns *= 2 {
		e, err := r.rms(ctx, columns)
		if err != nil {
			return err
		}
		r.Curve = append(r.Curve, Point{columns, e})
		if reached == 0 && e <= c.set.Target {
			reached = columns
		}
	}
	if r.Exact > 0 && r.Bias < c.set.Target {
		r.Columns = r.Exact
	} else if reached > 0 {
		r.Columns, err = c.fewest(ctx, r, reached)
	} else if r.Bias < c.set.Target {
		r.Columns, r.Extrapolated = c.extrapolate(r), true
	}
	r.Work = float64(r.Columns) * r.flops
	return err
}

// fewest returns the least multiple of LeastColumns in (reached/2, reached] that reaches the target, as reached does.
func (c *Comparison) fewest(ctx context.Context, r *Row, reached int) (int, error) {
	lo, hi := reached/2/LeastColumns, reached/LeastColumns
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		e, err := r.rms(ctx, mid*LeastColumns)
		if err != nil {
			return 0, err
		}
		if e <= c.set.Target {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi * LeastColumns, nil
}

// extrapolate returns the columns for the target if the variance goes on falling like 1/columns.
func (c *Comparison) extrapolate(r *Row) int {
	last, bias := r.Curve[len(r.Curve)-1], r.Bias*r.Bias
	n := float64(last.Columns) * (last.RMS*last.RMS - bias) / (c.set.Target*c.set.Target - bias)
	return int(min(n, countless))
}
