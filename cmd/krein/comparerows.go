package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"krein/certify"
	"krein/decompose"
	"krein/features"
	"krein/kernel"
)

// compareRow is one representation with one way to draw from it.
type compareRow struct {
	Measure    string  `json:"measure"`
	Samples    string  `json:"samples"`
	Mass       float64 `json:"mass"`
	MassProved bool    `json:"mass_proved"`
	// Bias bounds |E k̂ − k| at the distances that matter.
	Bias       float64 `json:"bias"`
	BiasProved bool    `json:"bias_proved"`
	// Variance is columns times the predicted mean variance of k̂ at the reference number of columns.
	Variance float64 `json:"variance_times_columns"`
	// RMS is the root of mean variance and squared bias there.
	RMS float64 `json:"rms"`
	// Columns is how many reach the target, 0 if the bias forbids it. Extrapolated: more than are predicted, in proportion to 1/columns.
	Columns      int  `json:"columns_needed"`
	Extrapolated bool `json:"extrapolated"`
	// Work is the number of operations a row for so many columns, 0 if the target is out of reach.
	Work  float64        `json:"operations_a_row"`
	Curve []comparePoint `json:"curve"`

	family   string
	variance func(ctx context.Context, columns int) (float64, error) // for multiples of columnStep
	flops    float64                                                 // a column and row
}

type comparePoint struct {
	Columns int     `json:"columns"`
	RMS     float64 `json:"rms"`
}

// compareLimit is the time for a measure of least mass or variance.
const compareLimit = 20 * time.Second

const (
	columnStep      = 4    // columns of a frequency for each part
	mostColumns     = 8192 // up to which variances are predicted
	sinCosFlops     = 40   // of a sine and a cosine together
	degreeFlops     = 5    // of a step of the recurrence of Gegenbauer polynomials
	hopelessColumns = 1_000_000
	countless       = 1e15 // columns are not counted beyond
)

// frequencyFlops is the cost of a frequency at a row: an inner product, a cosine and a sine.
func frequencyFlops(dim int) int { return 2*dim + sinCosFlops }

// zonalFlops is the cost of a zonal feature at a row: an inner product and the recurrence up to the degree.
func zonalFlops(dim int, degree float64) float64 { return float64(2*dim) + degreeFlops*degree }

func (r *compareRow) title() string { return r.Measure + ", " + r.Samples }

// effort is Work, +Inf if the target is out of reach.
func (r *compareRow) effort() float64 {
	if r.Columns == 0 {
		return math.Inf(1)
	}
	return r.Work
}

// needed prints Columns.
func (r *compareRow) needed() string {
	switch {
	case r.Columns == 0:
		return "–"
	case r.Columns >= countless:
		return "> 1e15"
	case r.Extrapolated:
		return fmt.Sprintf("≈ %.2g", float64(r.Columns))
	}
	return fmt.Sprint(r.Columns)
}

// run fills in the rows.
func (c *comparison) run(cmd *cobra.Command, k *kernel.Kernel, accept bool) error {
	ctx := cmd.Context()
	bar := newBar(cmd, "comparing")
	defer bar.finish()
	steps := []func() error{
		func() error { return c.jordan(ctx, k, accept) },
		func() error { return c.zonal(ctx, k) },
	}
	for _, bias := range c.biases {
		steps = append(steps, func() error { return c.minimal(ctx, k, bias) })
	}
	total := len(steps)
	for i, f := range steps {
		bar.set(i, total)
		if err := f(); err != nil {
			return err
		}
	}
	for i, r := range c.Rows {
		bar.set(total+i, total+len(c.Rows))
		if err := c.fill(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// without notes that a measure is not available; an interrupt is an error all the same.
func (c *comparison) without(ctx context.Context, measure string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.Unavailable = append(c.Unavailable, unavailable{measure, err.Error()})
	return nil
}

// jordan adds the Jordan decomposition on R^d.
func (c *comparison) jordan(ctx context.Context, k *kernel.Kernel, accept bool) error {
	name := fmt.Sprintf("Jordan, k %s", k.BeyondString())
	if b, _ := k.Extension(); b == kernel.Natural {
		name = "Jordan"
	}
	dec, bias, err := jordan(ctx, k, c.Dim, accept)
	if missing := (*certify.NotCertifiedError)(nil); errors.As(err, &missing) {
		err = fmt.Errorf("finite mass on R^%d%s", c.Dim, strings.TrimPrefix(err.Error(), string(missing.Claim)))
	}
	if err != nil {
		return c.without(ctx, name, err)
	}
	proved := func(p *decompose.Part) bool { return p.MassKind == decompose.KindProved }
	row := compareRow{Measure: name, family: "Jordan", Mass: dec.Plus.Total() + dec.Minus.Total(), MassProved: proved(&dec.Plus) && proved(&dec.Minus),
		Bias: bias.Bound, BiasProved: bias.Kind == decompose.KindProved}
	if dec.Bias != nil {
		for _, z := range c.Distances {
			row.Bias = max(row.Bias, dec.BiasAt(z))
		}
	}
	return c.fourier(dec, row, true)
}

// minimal adds the measures of least mass and of least variance for a bias.
func (c *comparison) minimal(ctx context.Context, k *kernel.Kernel, bias float64) error {
	add := func(family string, distances []float64) (*decompose.Minimum, error) {
		name := fmt.Sprintf("%s within %g", family, bias)
		within, stop := context.WithTimeout(ctx, compareLimit)
		defer stop()
		m, err := decompose.Minimal(within, k, c.Dim, decompose.Domain{Radius: c.Radius, Bias: bias, Distances: distances})
		if err != nil && ctx.Err() == nil && within.Err() != nil {
			err = fmt.Errorf("not found within %v: it has many atoms; 'krein decompose --minimal' takes its time", compareLimit)
		}
		if err != nil {
			return nil, c.without(ctx, name, err)
		}
		return m, c.fourier(m.Decomposition(), compareRow{Measure: name, family: family, Mass: m.Mass, MassProved: true, Bias: m.Bias, BiasProved: true}, distances == nil)
	}
	const steady = "least variance"
	name := fmt.Sprintf("%s within %g", steady, bias)
	if c.heavy != nil {
		return c.without(ctx, fmt.Sprintf("least mass and least variance within %g", bias),
			fmt.Errorf("even within %g the least mass is %.3g at least (proved), and more is needed here", c.heavy.Tolerance, c.heavy.Lower))
	}
	m, err := add("least mass", nil)
	switch {
	case err != nil:
		return err
	case m == nil:
		return c.without(ctx, name, errors.New("there is no measure of least mass either"))
	case m.Hopeless():
		c.heavy = m
		return c.without(ctx, name, fmt.Errorf("the least mass is %.3g at least (proved): a search would not help", m.Lower))
	}
	_, err = add(steady, c.Distances)
	return err
}

// fourier adds rows for the couplings of random frequencies: independent ones only if asked for, because of the others they are worse.
func (c *comparison) fourier(dec *decompose.Decomposition, row compareRow, plain bool) error {
	type way struct {
		name string
		opt  features.Options
	}
	both := dec.Plus.Mass > 0 && dec.Minus.Mass > 0
	var ways []way
	if plain {
		ways = append(ways, way{"independent", features.Options{Coupling: features.IID}},
			way{"orthogonal", features.Options{Coupling: features.Orthogonal}})
	}
	ways = append(ways, way{"orthogonal, stratified", features.Options{Coupling: features.Orthogonal, Radii: features.RadiiStratified}})
	if both {
		ways = append(ways,
			way{"orthogonal, stratified, variance budget", features.Options{Coupling: features.Orthogonal, Radii: features.RadiiStratified, Budget: features.BudgetVariance}},
			way{"shared, stratified", features.Options{Coupling: features.Shared, Radii: features.RadiiStratified}})
	}
	whole, err := features.NewCurve(dec, &features.Options{Radii: features.RadiiStratified}, c.Distances)
	if err != nil {
		return err
	}
	for _, w := range ways {
		curve, err := whole.With(&w.opt)
		if err != nil {
			return err
		}
		r := row
		r.Samples, r.flops = w.name, float64(frequencyFlops(c.Dim))/2
		r.variance = func(ctx context.Context, columns int) (float64, error) { return curve.At(ctx, columns) }
		c.Rows = append(c.Rows, &r)
	}
	return nil
}

const zonalFamily = "zonal"

// zonal adds zonal decompositions, one for each bias.
func (c *comparison) zonal(ctx context.Context, k *kernel.Kernel) error {
	name := fmt.Sprintf("zonal on S^%d", c.Dim-1)
	if !c.onSphere {
		return c.without(ctx, name, errors.New("the data are not on the unit sphere; '--scale sphere' puts those of --data there"))
	}
	last := -1
	for _, bias := range c.biases {
		z, err := decompose.Zonal(ctx, k, c.Dim, &decompose.ZonalSettings{Tol: bias / 2 / max(math.Abs(k.AtZero()), bias)})
		if err != nil {
			if err := c.without(ctx, name, err); err != nil {
				return err
			}
			break // no other bias helps
		}
		if z.Degree() == last {
			continue // as far as it goes
		}
		last = z.Degree()
		mass, _ := z.Mass().Mid(nil).Float64()
		row := &compareRow{Measure: fmt.Sprintf("%s, degrees to %d", name, last), family: zonalFamily, Samples: "independent", Mass: mass, MassProved: true, Bias: z.Bias, BiasProved: true}
		var plus, minus, degrees, sampled float64
		for _, d := range c.Distances {
			p, m := z.Variance(1 - d*d/2)
			plus, minus = plus+p/float64(len(c.Distances)), minus+m/float64(len(c.Distances))
		}
		for _, part := range []*decompose.ZonalPart{&z.Plus, &z.Minus} {
			for i := range lenDegrees(part) {
				n, p := part.Degrees.Probability(i)
				share, _ := p.Float64()
				degrees += part.Sampled * share * float64(n)
			}
			sampled += part.Sampled
		}
		row.flops = zonalFlops(c.Dim, degrees/max(sampled, math.SmallestNonzeroFloat64))
		// Columns are shared between the parts in proportion to their standard deviations.
		total := math.Pow(math.Sqrt(plus)+math.Sqrt(minus), 2)
		row.variance = func(_ context.Context, columns int) (float64, error) { return total / float64(columns), nil }
		c.Rows = append(c.Rows, row)
	}
	return nil
}

// lenDegrees returns the number of degrees that a part samples.
func lenDegrees(p *decompose.ZonalPart) int {
	if p.Degrees == nil {
		return 0
	}
	return p.Degrees.Len()
}

// fill predicts a row's errors.
func (c *comparison) fill(ctx context.Context, r *compareRow) error {
	rms := func(columns int) (float64, error) {
		v, err := r.variance(ctx, columns)
		return math.Sqrt(v + r.Bias*r.Bias), err
	}
	at := c.Reference / columnStep * columnStep
	v, err := r.variance(ctx, at)
	if err != nil {
		return err
	}
	r.Variance = v * float64(at)
	r.RMS = math.Sqrt(v + r.Bias*r.Bias)
	reached := 0 // the first point that is good enough
	for columns := columnStep; columns <= mostColumns; columns *= 2 {
		e, err := rms(columns)
		if err != nil {
			return err
		}
		r.Curve = append(r.Curve, comparePoint{columns, e})
		if reached == 0 && e <= c.Target {
			reached = columns
		}
	}
	last := r.Curve[len(r.Curve)-1]
	switch {
	case reached == columnStep:
		r.Columns = reached
	case reached > 0:
		lo, hi := reached/2/columnStep, reached/columnStep
		for hi-lo > 1 {
			mid := (lo + hi) / 2
			e, err := rms(mid * columnStep)
			if err != nil {
				return err
			}
			if e <= c.Target {
				hi = mid
			} else {
				lo = mid
			}
		}
		r.Columns = hi * columnStep
	case r.Bias < c.Target:
		n := float64(last.Columns) * (last.RMS*last.RMS - r.Bias*r.Bias) / (c.Target*c.Target - r.Bias*r.Bias)
		r.Columns, r.Extrapolated = int(min(n, countless)), true
	}
	r.Work = float64(r.Columns) * r.flops
	return nil
}
