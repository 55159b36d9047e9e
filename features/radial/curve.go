package radial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"krein/decompose"
	"krein/features"
)

// Curve predicts the mean variance of estimates of k(z) over given distances as a function of the number of columns.
// The integrals over the radii are computed once, so that many numbers cost little more than one.
type Curve struct {
	dec       *decompose.Decomposition
	opt       features.Options
	distances []float64
	shared    *curveMoments
	budget    []*moments // at the distances of the variance budget
	ways      []*Curve   // what Auto chooses among
}

// curveMoments are the moments at the distances, computed when they are needed.
type curveMoments struct {
	strata bool
	rough  bool // see quadrature
	at     []*levels
}

// levels are the moments at a distance, with 1, 2, 4, … strataMost strata a part.
type levels [8]*moments

// strataMost is the largest number of strata that Curve integrates over one by one. What varies inside of n strata, for
// n between two powers of two, is interpolated linearly in 1/n, and beyond the last in proportion to 1/n: it cannot
// fall less for laws whose harmonics vary little from stratum to stratum.
const strataMost = 1 << (len(levels{}) - 1)

// NewCurve returns the curve of the maps that New(New(dec), opt) draws, for distances that count equally.
// Options.Columns is ignored, and Options.Distances is `distances` if there are none. The other errors are those of
// New, and one if there are no distances or any is negative or not finite.
func NewCurve(dec *decompose.Decomposition, opt *features.Options, distances []float64) (*Curve, error) {
	if len(distances) == 0 {
		return nil, errors.New("features: no distances to average over")
	}
	for i, z := range distances {
		if !(z >= 0) || math.IsInf(z, 1) {
			return nil, fmt.Errorf("features: distance %d is %v; distances are finite and not negative", i, z)
		}
	}
	var with features.Options
	if opt != nil {
		with = *opt
	}
	if len(with.Distances) == 0 {
		with.Distances = distances
	}
	with.Columns = 0
	if with.Coupling == features.Auto {
		return newAutoCurve(dec, &with, distances)
	}
	with, err := prepare(dec, &with)
	if err == nil && with.Exact == features.ExactSphere {
		err = sphereDistances(distances)
	}
	if err != nil {
		return nil, err
	}
	return &Curve{dec: dec, opt: with, distances: distances, shared: &curveMoments{strata: stratified(with.Radii)}}, nil
}

// newAutoCurve returns the least of the curves of all choices.
func newAutoCurve(dec *decompose.Decomposition, opt *features.Options, distances []float64) (*Curve, error) {
	if _, err := opt.Checked(); err != nil {
		return nil, err
	}
	ways, err := ways(dec, opt, distances, nil)
	if err != nil {
		return nil, err
	}
	return &Curve{dec: dec, opt: *opt, distances: distances, shared: ways[0].shared, ways: ways}, nil
}

// best returns the curve that Auto takes for so many columns, others themselves.
func (c *Curve) best(ctx context.Context, columns int) (*Curve, error) {
	if c.ways == nil {
		return c, nil
	}
	var best *Curve
	least := math.Inf(1)
	for _, way := range c.ways {
		if way.skips(columns) {
			continue
		}
		v, err := way.At(ctx, columns)
		if err != nil {
			return nil, err
		}
		if best == nil || v < least*(1-1e-9) {
			best, least = way, v
		}
	}
	return best, nil
}

// With returns the curve of other options for the same decomposition and distances. It shares the integrals, unless its
// radii are stratified and c's are not, or one has importance radii and the other none or other ones. The errors are
// those of NewCurve. Curves that share are not safe for concurrent use.
func (c *Curve) With(opt *features.Options) (*Curve, error) {
	d, err := NewCurve(c.dec, opt, c.distances)
	if err == nil && (c.shared.strata || !d.shared.strata) && sameLaws(&c.opt, &d.opt) {
		d.shared = c.shared
	}
	return d, err
}

// sameLaws reports whether laws(dec, a) and laws(dec, b) are the same.
func sameLaws(a, b *features.Options) bool {
	if a.Exact != b.Exact {
		return false
	}
	if a.Exact == features.ExactSphere &&
		(stratified(a.Radii) != stratified(b.Radii) || !slices.Equal(a.Distances, b.Distances)) {
		return false
	}
	if a.Radii != features.RadiiImportance || b.Radii != features.RadiiImportance {
		return a.Radii != features.RadiiImportance && b.Radii != features.RadiiImportance
	}
	return slices.Equal(a.Distances, b.Distances)
}

// integrate computes the moments.
func (c *Curve) integrate(ctx context.Context) error {
	if c.shared.at != nil {
		return nil
	}
	quad, most := newQuadrature(c.dec, &c.opt), 1
	quad.rough = c.shared.rough
	if c.shared.strata {
		most = strataMost
	}
	edges := panelEdges(quad.laws, [2]int{most, most})
	at := make([]*levels, len(c.distances))
	for i, z := range c.distances {
		if err := ctx.Err(); err != nil {
			return err
		}
		rule, _ := quad.nodes(z, edges)
		base := quad.integrate(rule)
		at[i] = new(levels)
		dev := base.deviations(rule, [2]int{most, most})
		for k := len(at[i]) - 1; k >= 0; k-- {
			m := *base
			if n := 1 << k; n <= most {
				m.spread(dev, [2]int{n, n})
				for p := 0; n > 1 && p < 2; p++ {
					dev[p] = merged(dev[p], len(m.cov))
				}
			}
			at[i][k] = &m
		}
	}
	c.shared.at = at
	return nil
}

// Counts returns the numbers of frequencies of the two parts in a map with so many columns. The error is
// ctx's, or that of New for a number that cannot be.
func (c *Curve) Counts(ctx context.Context, columns int) (plus, minus int, err error) {
	best, err := c.best(ctx, columns)
	if err != nil {
		return 0, 0, err
	}
	n, err := best.counts(ctx, columns)
	return n[0], n[1], err
}

func (c *Curve) counts(ctx context.Context, columns int) ([2]int, error) {
	opt := c.opt
	opt.Columns = columns
	if err := possible(c.dec, &opt); err != nil {
		return [2]int{}, err
	}
	if opt.Budget == features.BudgetVariance && c.budget == nil {
		if slices.Equal(opt.Distances, c.distances) {
			if err := c.integrate(ctx); err != nil {
				return [2]int{}, err
			}
			for _, l := range c.shared.at {
				m := *l[0]
				m.integral = l[len(l)-1].integral
				c.budget = append(c.budget, &m)
			}
		} else {
			c.budget = plainMoments(c.dec, &opt)
		}
	}
	return split(c.dec, &opt, c.budget), nil
}

// At returns the mean over the distances of what Predictor.Variance predicts for so many columns. For stratified radii
// it is an approximation unless the numbers of frequencies of both parts are powers of two and 128 at most; otherwise
// it is the same number up to the error of the quadrature. The errors are those of Counts.
func (c *Curve) At(ctx context.Context, columns int) (float64, error) {
	if c.ways != nil {
		best, err := c.best(ctx, columns)
		if err != nil {
			return 0, err
		}
		return best.At(ctx, columns)
	}
	n, err := c.counts(ctx, columns)
	if err != nil {
		return 0, err
	}
	if err := c.integrate(ctx); err != nil {
		return 0, err
	}
	p := newPredictor(c.dec, c.opt, n)
	sum := 0.0
	for _, l := range c.shared.at {
		m := l[0]
		if stratified(c.opt.Radii) {
			m = l.strata(n)
		}
		sum += p.variance(m, n, false)
	}
	return sum / float64(len(c.shared.at)), nil
}

// strata returns the moments with n strata, by the rule of strataMost.
func (l *levels) strata(n [2]int) *moments {
	m := *l[0]
	m.integral = l[len(l)-1].integral
	// What varies inside is the share of the one, and the rest that of the other, or of none.
	inside := func(whole, means, next []float64, share float64) []float64 {
		out := make([]float64, len(means))
		for k := range out {
			out[k] = whole[k] - (whole[k]-means[k])*share
			if &next[0] != &means[0] {
				out[k] -= (whole[k] - next[k]) * (1 - share)
			}
		}
		return out
	}
	m.stratumCov = nil
	for i := range n {
		if n[i] == 0 {
			continue
		}
		k := min(bits.Len(uint(n[i]))-1, len(l)-1)
		next, share := k, math.Ldexp(1, k)/float64(n[i]) // beyond the last
		if k < len(l)-1 {
			next, share = k+1, 2*share-1
		}
		m.stratum[i] = inside(m.variance[i], l[k].stratum[i], l[next].stratum[i], share)
		if n[0] == n[1] {
			m.stratumCov = inside(m.cov, l[k].stratumCov, l[next].stratumCov, share)
		}
	}
	return &m
}
