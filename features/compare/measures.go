package compare

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"krein/decompose"
	"krein/decompose/minimal"
	"krein/decompose/zonal"
	"krein/features"
	"krein/kernel"
)

// The families of representations.
const (
	jordanFamily = "Jordan"
	massFamily   = "least mass"
	steadyFamily = "least variance"
	zonalFamily  = "zonal"
)

// searchLimit is the time for a measure of least mass or variance.
const searchLimit = 20 * time.Second

// jordan adds the Jordan decomposition on R^d.
func (c *Comparison) jordan(ctx context.Context, k *kernel.Kernel) error {
	name := jordanFamily
	if b, _ := k.Extension(); b != kernel.Natural {
		name = fmt.Sprintf("%s, k %s", jordanFamily, k.BeyondString())
	}
	dec, err := decompose.Jordan(ctx, k, c.dim, c.set.Jordan)
	if err != nil {
		return c.without(ctx, name, err)
	}
	accuracy, err := dec.Assess(ctx, k, c.set.Accuracy)
	if err != nil {
		return c.without(ctx, name, err)
	}
	proved := func(p *decompose.Part) bool { return p.MassKind == decompose.KindProved }
	row := Row{
		Measure: name, family: jordanFamily,
		Mass:       dec.Plus.Total() + dec.Minus.Total(),
		MassProved: proved(&dec.Plus) && proved(&dec.Minus),
		Bias:       accuracy.Bound,
		BiasProved: accuracy.Kind == decompose.KindProved,
	}
	if dec.Bias != nil {
		for _, z := range c.set.Distances {
			row.Bias = max(row.Bias, dec.BiasAt(z))
		}
	}
	return c.fourier(dec, row, true)
}

// minimal adds the measures of least mass and of least variance for a bias.
func (c *Comparison) minimal(ctx context.Context, k *kernel.Kernel, bias float64) error {
	steady := fmt.Sprintf("%s within %g", steadyFamily, bias)
	if c.heavy != nil {
		return c.without(ctx, fmt.Sprintf("%s and %s", massFamily, steady),
			fmt.Errorf("even within %g the least mass is %.3g at least (proved), and more is needed here",
				c.heavy.Tolerance, c.heavy.Lower))
	}
	m, err := c.least(ctx, k, bias, massFamily, nil)
	switch {
	case err != nil:
		return err
	case m == nil:
		return c.without(ctx, steady, errors.New("there is no measure of least mass either"))
	case m.Hopeless():
		c.heavy = m
		return c.without(ctx, steady,
			fmt.Errorf("the least mass is %.3g at least (proved): a search would not help", m.Lower))
	}
	_, err = c.least(ctx, k, bias, steadyFamily, c.set.Distances)
	return err
}

// least adds the measure of least mass, or with distances that of least variance; nil if there is
// none.
func (c *Comparison) least(
	ctx context.Context, k *kernel.Kernel, bias float64, family string, distances []float64,
) (*minimal.Measure, error) {
	name := fmt.Sprintf("%s within %g", family, bias)
	within, stop := context.WithTimeout(ctx, searchLimit)
	defer stop()
	m, err := minimal.New(within, k, c.dim,
		minimal.Domain{Radius: c.set.Radius, Bias: bias, Distances: distances})
	if err != nil && ctx.Err() == nil && within.Err() != nil {
		err = fmt.Errorf("not found within %v: it has many atoms, and a search of its own takes its time",
			searchLimit)
	}
	if err != nil {
		return nil, c.without(ctx, name, err)
	}
	row := Row{
		Measure: name, family: family,
		Mass: m.Mass, MassProved: true, Bias: m.Bias, BiasProved: true,
	}
	return m, c.fourier(decompose.FromMinimum(m), row, distances == nil)
}

// fourier adds rows for the couplings of random frequencies: independent ones only if asked for,
// because of the others they are worse.
func (c *Comparison) fourier(dec *decompose.Decomposition, row Row, plain bool) error {
	type way struct {
		name string
		opt  features.Options
	}
	var ways []way
	if plain {
		ways = append(ways,
			way{independent, features.Options{Coupling: features.IID}},
			way{"orthogonal", features.Options{Coupling: features.Orthogonal}})
	}
	stratified := features.Options{Coupling: features.Orthogonal, Radii: features.RadiiStratified}
	ways = append(ways, way{"orthogonal, stratified", stratified})
	if dec.Plus.Mass > 0 && dec.Minus.Mass > 0 {
		budget, shared := stratified, stratified
		budget.Budget, shared.Coupling = features.BudgetVariance, features.Shared
		ways = append(ways,
			way{"orthogonal, stratified, variance budget", budget},
			way{"shared, stratified", shared})
	}
	whole, err := features.NewCurve(dec, &features.Options{Radii: features.RadiiStratified}, c.set.Distances)
	if err != nil {
		return err
	}
	for _, w := range ways {
		curve, err := whole.With(&w.opt)
		if err != nil {
			return err
		}
		r := row
		r.Samples, r.flops, r.variance = w.name, FrequencyFlops(c.dim)/2, curve.At
		c.Rows = append(c.Rows, &r)
	}
	return nil
}

// zonal adds zonal decompositions, one for each bias.
func (c *Comparison) zonal(ctx context.Context, k *kernel.Kernel) error {
	name := fmt.Sprintf("zonal on S^%d", c.dim-1)
	if !c.set.Sphere {
		return c.without(ctx, name, ErrNotOnSphere)
	}
	last := -1
	for _, bias := range c.set.Biases {
		tol := bias / 2 / max(math.Abs(k.AtZero()), bias)
		z, err := zonal.New(ctx, k, c.dim, &zonal.Settings{Tol: tol})
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
		c.Rows = append(c.Rows, c.zonalRow(fmt.Sprintf("%s, degrees to %d", name, last), z))
	}
	return nil
}

// ErrNotOnSphere is why there is no zonal decomposition without Settings.Sphere.
var ErrNotOnSphere = errors.New("the points are not on the unit sphere")

// zonalRow returns the row of independent zonal features.
func (c *Comparison) zonalRow(name string, z *zonal.Decomposition) *Row {
	mass, _ := z.Mass().Mid(nil).Float64()
	row := &Row{
		Measure: name, Samples: independent, family: zonalFamily,
		Mass: mass, MassProved: true, Bias: z.Bias, BiasProved: true,
	}
	var plus, minus, degrees, sampled float64
	for _, d := range c.set.Distances {
		p, m := z.Variance(1 - d*d/2)
		plus += p / float64(len(c.set.Distances))
		minus += m / float64(len(c.set.Distances))
	}
	for _, part := range []*zonal.Part{&z.Plus, &z.Minus} {
		sampled += part.Sampled
		if part.Degrees == nil {
			continue
		}
		for i := range part.Degrees.Len() {
			n, p := part.Degrees.Probability(i)
			share, _ := p.Float64()
			degrees += part.Sampled * share * float64(n)
		}
	}
	row.flops = ZonalFlops(c.dim, degrees/max(sampled, math.SmallestNonzeroFloat64))
	// Columns are shared between the parts in proportion to their standard deviations.
	deviation := math.Sqrt(plus) + math.Sqrt(minus)
	total := deviation * deviation
	row.variance = func(_ context.Context, columns int) (float64, error) {
		return total / float64(columns), nil
	}
	return row
}
