package features

import (
	"context"
	"errors"
	"fmt"
	"math"

	"krein/decompose"
)

// Curve predicts the mean variance of estimates of k(z) over given distances as a function of the number of frequencies. It shares
// the integrals over the radii between the numbers, so that many cost little more than one.
type Curve struct {
	dec       *decompose.Decomposition
	opt       Options
	distances []float64
	plain     []*moments            // without strata
	strata    map[[2]int][]*moments // with
}

// strataMost is the number of strata that Curve integrates over one by one. Of more strata it is known that what varies inside of
// them falls with their number, at least in proportion to 1/n for laws of bounded variation: that is taken.
const strataMost = 128

// NewCurve returns the curve of the maps that New(dec, opt) draws, for distances that count equally. Options.Pairs is ignored, and
// Options.Distances is `distances` if there are none. The errors are those of New, and one if there are no distances or any is
// negative or not finite.
func NewCurve(dec *decompose.Decomposition, opt *Options, distances []float64) (*Curve, error) {
	if len(distances) == 0 {
		return nil, errors.New("features: no distances to average over")
	}
	for i, z := range distances {
		if !(z >= 0) || math.IsInf(z, 1) {
			return nil, fmt.Errorf("features: distance %d is %v; distances are finite and not negative", i, z)
		}
	}
	var with Options
	if opt != nil {
		with = *opt
	}
	if len(with.Distances) == 0 {
		with.Distances = distances
	}
	with, err := prepare(dec, &with)
	if err != nil {
		return nil, err
	}
	return &Curve{dec: dec, opt: with, distances: distances, strata: map[[2]int][]*moments{}}, nil
}

// Counts returns the numbers of frequencies of the two parts in a map with 2·pairs of them. It panics if pairs < 1.
func (c *Curve) Counts(ctx context.Context, pairs int) (plus, minus int, err error) {
	n, err := c.counts(ctx, pairs)
	return n[0], n[1], err
}

func (c *Curve) counts(ctx context.Context, pairs int) ([2]int, error) {
	if pairs < 1 {
		panic("features: pairs below 1")
	}
	opt := c.opt
	opt.Pairs = pairs
	if opt.Budget != BudgetVariance {
		return split(c.dec, &opt, nil), nil
	}
	// The budget has distances of its own.
	m, err := c.moments(ctx, opt.Distances, [2]int{})
	if err != nil {
		return [2]int{}, err
	}
	return split(c.dec, &opt, m), nil
}

// moments integrates at the distances; those at the curve's own are kept.
func (c *Curve) moments(ctx context.Context, distances []float64, strata [2]int) ([]*moments, error) {
	own := &distances[0] == &c.distances[0]
	if m := c.plain; own && strata == [2]int{} && m != nil {
		return m, nil
	}
	if m := c.strata[strata]; own && m != nil {
		return m, nil
	}
	m := make([]*moments, len(distances))
	for i, z := range distances {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m[i] = newMoments(laws(c.dec), c.dec.Dim, z, strata)
	}
	switch {
	case !own:
	case strata == [2]int{}:
		c.plain = m
	default:
		c.strata[strata] = m
	}
	return m, nil
}

// At returns the mean over the distances of what Predictor.Variance predicts for 2·pairs frequencies. For stratified radii with more
// than 128 strata in a part it is an approximation, see NewCurve's source; otherwise it is the same number. It panics if pairs < 1.
func (c *Curve) At(ctx context.Context, pairs int) (float64, error) {
	n, err := c.counts(ctx, pairs)
	if err != nil {
		return 0, err
	}
	var strata [2]int
	if c.opt.Radii == RadiiStratified {
		strata = [2]int{min(n[0], strataMost), min(n[1], strataMost)}
		if n[0] != n[1] && strata[0] == strata[1] {
			// Parts with different numbers have no common strata.
			strata[1]--
		}
	}
	all, err := c.moments(ctx, c.distances, strata)
	if err != nil {
		return 0, err
	}
	p := newPredictor(c.dec, c.opt, n)
	sum := 0.0
	for _, m := range all {
		if c.opt.Radii == RadiiStratified {
			m = m.refined(strata, n)
		}
		sum += p.variance(m, n, false)
	}
	return sum / float64(len(all)), nil
}

// refined returns the moments with n strata instead of fewer, by the rule of strataMost.
func (m *moments) refined(strata, n [2]int) *moments {
	if strata == n {
		return m
	}
	r := *m
	inside := func(whole, means []float64, i int) []float64 {
		out := make([]float64, len(means))
		for k := range out {
			out[k] = whole[k] - (whole[k]-means[k])*float64(strata[i])/float64(n[i])
		}
		return out
	}
	for i := range n {
		if n[i] > 0 {
			r.stratum[i] = inside(m.variance[i], m.stratum[i], i)
		}
	}
	if m.stratumCov != nil {
		r.stratumCov = inside(m.cov, m.stratumCov, 0)
	}
	return &r
}
