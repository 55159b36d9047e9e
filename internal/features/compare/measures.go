package compare

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"krein/decompose"
	"krein/decompose/minimal"
	"krein/decompose/zonal"
	"krein/features"
	"krein/features/radial"
	"krein/features/step"
	zonalmap "krein/features/zonal"
	"krein/internal/decompose/signs"
	"krein/internal/features/directions"
	"krein/internal/features/ridge"
	signmap "krein/internal/features/signs"
	"krein/internal/kernel/numeric"
	"krein/internal/outward"
	"krein/kernel"
)

// The families of representations.
const (
	jordanFamily = "Jordan"
	massFamily   = "least mass"
	steadyFamily = "least variance"
	zonalFamily  = "zonal"
	stepFamily   = "step"
)

// searchLimit is the time for a measure of least mass or variance.
const searchLimit = 20 * time.Second

// Jordan returns what the Jordan decomposition of k is called.
func Jordan(k *kernel.Kernel) string {
	if b, _ := k.Extension(); b != kernel.Natural {
		return fmt.Sprintf("%s, k %s", jordanFamily, k.BeyondString())
	}
	return jordanFamily
}

// Padded returns what that on R^n is called for rows of fewer columns.
func Padded(k *kernel.Kernel, n int) string {
	return fmt.Sprintf("%s in R^%d, rows padded by zeros", Jordan(k), n)
}

// jordan adds the Jordan decomposition on R^d.
func (c *Comparison) jordan(ctx context.Context, k *kernel.Kernel) error {
	name := Jordan(k)
	dec, row, err := c.parts(ctx, k, c.dim, name)
	if err != nil {
		return c.without(ctx, name, err)
	}
	c.whole, c.wholeRow = dec, row
	return c.fourier(dec, *row, true)
}

// parts returns the Jordan decomposition on R^n and what a row says of it.
func (c *Comparison) parts(
	ctx context.Context, k *kernel.Kernel, n int, name string,
) (*decompose.Decomposition, *Row, error) {
	dec, err := c.set.Known, error(nil)
	if dec == nil || n != c.dim {
		if dec, err = decompose.Jordan(ctx, k, n, c.set.Jordan); err != nil {
			return nil, nil, err
		}
	}
	accuracy, err := dec.Assess(ctx, k, c.set.Accuracy)
	if err != nil {
		return nil, nil, err
	}
	proved := func(p *decompose.Part) bool { return p.MassKind == decompose.KindProved }
	row := &Row{
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
	return dec, row, nil
}

// mostDesign is the largest dimension in which designs are looked at.
const mostDesign = 64

// designs adds the bases of spherical designs, which are complete in dimensions n that are powers of
// four: rows are padded by zeros where theirs is none, and the mass on R^n is finite.
func (c *Comparison) designs(ctx context.Context, k *kernel.Kernel) error {
	n := directions.DesignSize(c.dim)
	if c.whole == nil || n > mostDesign || c.set.Columns < 4*n {
		return nil // a basis would not be complete in each of two parts
	}
	dec, row := c.whole, *c.wholeRow
	if n > c.dim {
		name := Padded(k, n)
		padded, of, err := c.parts(ctx, k, n, name)
		if err != nil {
			return c.without(ctx, name, err)
		}
		dec, row = padded, *of
	}
	curve, err := radial.NewCurve(dec, &features.Options{
		Coupling: features.Design, Radii: features.RadiiStratified, PointDim: c.dim,
	}, c.set.Distances)
	if err != nil {
		return err
	}
	row.Samples, row.flops, row.variance = "designs, stratified", FrequencyFlops(c.dim)/2, curve.At
	c.Rows = append(c.Rows, &row)
	return nil
}

// minimal adds the measures of least mass and of least variance for a bias.
func (c *Comparison) minimal(ctx context.Context, k *kernel.Kernel, bias float64) error {
	steady := fmt.Sprintf("%s within %g", steadyFamily, bias)
	if c.heavy != nil {
		return c.without(ctx, fmt.Sprintf("%s and %s", massFamily, steady),
			fmt.Errorf("even within %g the least mass is %s at least (proved), and more is needed here",
				c.heavy.Tolerance, outward.Down(c.heavy.Lower, 3)))
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
			fmt.Errorf("the least mass is %s at least (proved): a search would not help", outward.Down(m.Lower, 3)))
	}
	_, err = c.least(ctx, k, bias, steadyFamily, c.set.Distances)
	return err
}

// least adds the measure of least mass, or with distances that of least variance; nil if there is none.
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
		Measure: name, family: family, within: bias,
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
	random := len(ways) // what a map with exact columns is that has too few for them
	ways = append(ways, way{"orthogonal, stratified", stratified})
	if dec.Plus.Mass > 0 && dec.Minus.Mass > 0 {
		budget, shared := stratified, stratified
		budget.Budget, shared.Coupling = features.BudgetVariance, features.Shared
		ways = append(ways,
			way{"orthogonal, stratified, variance budget", budget},
			way{"shared, stratified", shared})
	}
	if c.set.Sphere && c.dim > 1 {
		residual := stratified
		residual.Exact, residual.Distances = features.ExactSphere, c.set.Distances
		ways = append(ways, way{"orthogonal, stratified, degrees 0 and 1 exact", residual})
	}
	c.Found = append(c.Found, Found{row.Measure, radial.New(dec), row.within, row.family == massFamily})
	whole, err := radial.NewCurve(dec, &features.Options{Radii: features.RadiiStratified}, c.set.Distances)
	if err != nil {
		return err
	}
	var curves []*radial.Curve
	for _, w := range ways {
		curve, err := whole.With(&w.opt)
		if err != nil {
			return err
		}
		r := row
		r.Samples, r.flops, r.variance = w.name, FrequencyFlops(c.dim)/2, curve.At
		if w.opt.Exact != features.ExactNone {
			r.flops += float64(c.dim) // what is taken off sines
			r.variance = ridge.Enough(curve, curves[random], w.opt.Exact.Columns(c.dim)+LeastColumns).At
		}
		curves = append(curves, curve)
		c.Rows = append(c.Rows, &r)
	}
	return nil
}

// Samples says how the map is drawn.
func (d *Drawn) Samples() string {
	if f, ok := d.From.(interface {
		Decomposition() *decompose.Decomposition
	}); ok {
		return samples(f.Decomposition(), &d.Options)
	}
	return d.Options.Coupling.String()
}

// drawn puts Settings.Drawn in the place of the row that has its name, or else adds a row.
func (c *Comparison) drawn() error {
	d := c.set.Drawn
	if d == nil {
		return nil
	}
	row := Row{Measure: d.Measure, Drawn: true, Mass: d.Mass, MassProved: d.MassProved, Bias: d.Bias, BiasProved: d.BiasProved}
	first := len(c.Rows)
	if _, ok := d.From.(interface {
		Decomposition() *decompose.Decomposition
	}); ok {
		row.family = jordanFamily
		curve, err := d.From.Predict(&d.Options, c.set.Distances)
		if err != nil {
			return err
		}
		row.Samples, row.flops, row.variance = d.Samples(), FrequencyFlops(c.dim)/2, curve.At
		if e := d.Options.Exact; e != features.ExactNone {
			opt := d.Options
			opt.Exact = features.ExactNone
			plain, err := d.From.Predict(&opt, c.set.Distances)
			if err != nil {
				return err
			}
			row.flops += float64(c.dim)
			row.variance = ridge.Enough(curve, plain, e.Columns(c.dim)+LeastColumns).At
		}
		c.Rows = append(c.Rows, &row)
	} else {
		flops := ZonalFlops(c.dim, 1)
		if row.family = stepFamily; strings.HasPrefix(d.Measure, zonalFamily) {
			row.family, flops = zonalFamily, ZonalFlops(c.dim, zonalmap.RidgeDegrees)
		}
		if err := c.sphereRows(d.From, row, flops, d.Options.Coupling); err != nil {
			return err
		}
		c.Found = c.Found[:len(c.Found)-1]
	}
	added := c.Rows[first]
	for i, r := range c.Rows[:first] {
		if r.Title() == added.Title() {
			added.flops = r.flops
			c.Rows, c.Rows[i] = c.Rows[:first], added
			return nil
		}
	}
	return nil
}

// samples says how frequencies of a decomposition are drawn.
func samples(dec *decompose.Decomposition, o *features.Options) string {
	name := o.Coupling.String()
	switch o.Coupling {
	case features.IID:
		name = independent
	case features.Design:
		name = "designs"
	}
	if o.Radii != features.RadiiIID {
		name += ", " + o.Radii.String()
	}
	if o.Budget != features.BudgetEqual && dec.Plus.Mass > 0 && dec.Minus.Mass > 0 {
		name += fmt.Sprintf(", %v budget", o.Budget)
	}
	if o.Exact != features.ExactNone {
		name += ", " + o.Exact.Words() + " exact"
	}
	return name
}

// zonal adds zonal decompositions, one for each bias.
func (c *Comparison) zonal(ctx context.Context, k *kernel.Kernel) error {
	name := fmt.Sprintf("zonal on S^%d", c.dim-1)
	if !c.set.Sphere {
		return c.without(ctx, name, ErrNotOnSphere)
	}
	if r, what := Network(k, c.dim); r != nil {
		row := Row{Measure: what, family: stepFamily, Mass: r.At(1), MassProved: true, BiasProved: true}
		if err := c.sphereRows(r, row, ZonalFlops(c.dim, 1)); err != nil {
			return err
		}
	}
	for _, products := range []func(*kernel.Kernel, int) (*signmap.Representation, string){Signs, SignedPowers} {
		r, what := products(k, c.dim)
		if r == nil {
			continue
		}
		bias := 0.0
		for _, z := range c.set.Distances {
			b, _ := r.Bias(z)
			bias = max(bias, b)
		}
		row := Row{Measure: what, family: stepFamily, Mass: r.Mass(), MassProved: true, Bias: bias, BiasProved: true}
		if err := c.sphereRows(r, row, 2*float64(c.dim)*r.Length()); err != nil {
			return err
		}
	}
	last := -1
	for _, bias := range c.set.Biases {
		tol := bias / 2 / max(math.Abs(numeric.AtZero(k)), bias)
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
		row := zonalRow(fmt.Sprintf("%s, degrees to %d", name, last), z)
		flops := ZonalFlops(c.dim, float64(min(z.Degree(), zonalmap.RidgeDegrees)))
		if err := c.sphereRows(zonalmap.New(z), row, flops); err != nil {
			return err
		}
	}
	return nil
}

// ErrNotOnSphere is why there is no zonal decomposition without Settings.Sphere.
var ErrNotOnSphere = errors.New("the points are not on the unit sphere")

// sphereRows adds rows for the couplings, if there are none for independent and for orthogonal directions, or one if the
// map is exact. flops are those of a random column.
func (c *Comparison) sphereRows(r features.Stationary, row Row, flops float64, couplings ...features.Coupling) error {
	if couplings == nil {
		couplings = []features.Coupling{features.IID, features.Orthogonal}
	}
	c.Found = append(c.Found, Found{Measure: row.Measure, Stationary: r})
	for _, coupling := range couplings {
		predicted, err := r.Predict(&features.Options{Coupling: coupling}, c.set.Distances)
		if err != nil {
			return err
		}
		p := predicted.(ridge.Designed)
		row := row
		row.Samples, row.flops, row.variance = coupling.String(), flops, p.At
		if coupling == features.IID {
			row.Samples = independent
		}
		degrees, fixed, random, err := p.Design(c.set.Columns)
		if err != nil {
			return err
		}
		switch {
		case random == 0:
			row.Samples, row.Exact = fmt.Sprintf("exact, %d columns", fixed), fixed
			row.flops = harmonicFlops
		case len(degrees) > 0:
			row.Samples += fmt.Sprintf(", degrees %s exact", list(degrees))
		}
		c.Rows = append(c.Rows, &row)
		if random == 0 {
			break
		}
	}
	return nil
}

// zonalRow is what the rows of an expansion have in common.
func zonalRow(name string, z *zonal.Decomposition) Row {
	mass, _ := z.Mass().Mid(nil).Float64()
	return Row{Measure: name, family: zonalFamily, Mass: mass, MassProved: true, Bias: z.Bias, BiasProved: true}
}

// Network returns the step or ReLU representation of the kernels of wide networks in the catalogue, by
// their names, nil for others and for those that go on as zero within the sphere; and what it is called.
func Network(k *kernel.Kernel, dim int) (*step.Representation, string) {
	if dim < 2 || k.Domain() == nil || k.CutShort() {
		return nil, ""
	}
	switch k.Formula() {
	case "arccos0":
		return step.ArcCosine(0, dim), "step functions"
	case "arccos1":
		return step.ArcCosine(1, dim), "ReLU functions"
	case "arccos2":
		return step.ArcCosine(2, dim), "squared ReLU functions"
	case "ntk":
		return step.NTK(dim), "step and ReLU functions"
	}
	return nil, ""
}

// Signs returns the representation of a kernel by products of step functions, and what it is called, where other
// features are biased: where its slope is infinite at points that coincide, as that of networks of steps in more than
// one layer is. Nil for others.
func Signs(k *kernel.Kernel, dim int) (*signmap.Representation, string) {
	if dim < 2 {
		return nil, ""
	}
	d, err := signs.New(k)
	if err != nil || d.Tail[0]+d.Tail[1] < leastTail {
		return nil, ""
	}
	return signmap.New(d, dim), "products of step functions"
}

// SignedPowers returns the representation of a kernel by products of step functions of both signs, and what it is called: that of
// networks of ReLU functions, whose columns are bounded, while those of harmonics of high degree are huge for near points. Nil for
// kernels whose powers of κ have no bound, or too much mass.
func SignedPowers(k *kernel.Kernel, dim int) (*signmap.Representation, string) {
	if dim < 2 {
		return nil, ""
	}
	d, err := signs.Signed(k)
	if err != nil {
		return nil, ""
	}
	return signmap.New(d, dim), "products of step functions, of both signs"
}

// Points on the unit sphere at nearDistance are near: where the standard deviation of their estimates is more than mostNear of
// k(0), that of equal points is beyond all bounds.
const nearDistance, mostNear = 1. / 4, 1. / 4

// Steadier reports whether maps of s are predicted to be useless for near points on the unit sphere, and those of r to be better;
// k0 is k(0).
func Steadier(ctx context.Context, r, s features.Stationary, k0 float64) bool {
	var v [2]float64
	for i, rep := range []features.Stationary{r, s} {
		p, err := rep.Predict(&features.Options{Coupling: features.Orthogonal}, []float64{nearDistance})
		if err == nil {
			v[i], err = p.At(ctx, features.DefaultColumns)
		}
		if err != nil {
			return false
		}
	}
	return v[1] > mostNear*mostNear*k0*k0 && v[0] < v[1]
}

// leastTail is the mass of products of more than signs.Most signs from which on a slope counts as infinite.
const leastTail = 1e-6

// list prints numbers.
func list(n []int) string {
	var b strings.Builder
	for i, v := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, v)
		if i == 5 && len(n) > 7 {
			fmt.Fprintf(&b, ", … %d", n[len(n)-1])
			break
		}
	}
	return b.String()
}
