package pair

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/features/random"
)

// Prediction is a variance over seeds, a mean over displacements, with its standard error: 0 if it is by formula.
type Prediction struct {
	Variance float64
	SE       float64
}

// ForChoices is a tolerance that is enough to choose by.
const ForChoices = 0.1

// A Predictor predicts variances of the maps of some parts at some displacements. What several couplings, budgets and
// numbers of columns have in common it computes once. It is not safe for concurrent use.
type Predictor struct {
	parts *Parts
	opt   Options // with a memo
}

// NewPredictor returns the predictor for the parts at opt.Displacements. Predictions with exact low orders cost less if opt has
// them. The error is that of New, or says that there are no displacements.
func NewPredictor(parts *Parts, opt *Options) (*Predictor, error) {
	o, err := opt.checked(parts)
	if err != nil {
		return nil, err
	}
	if len(o.Displacements) == 0 {
		return nil, errors.New("pair: a prediction is one at displacements")
	}
	o.memo = nil
	return &Predictor{parts, *o.remembering()}, nil
}

// with returns other options at the displacements of the predictor.
func (p *Predictor) with(opt *Options) (*Options, error) {
	var o Options
	if opt != nil {
		o = *opt
	}
	if o.Displacements = p.opt.Displacements; o.Exact != nil && !p.opt.memo.exact {
		p.opt.Exact, p.opt.memo = o.Exact, nil
		p.opt = *p.opt.remembering()
	}
	o, err := o.checked(p.parts)
	o.memo = p.opt.memo
	return &o, err
}

// At returns the variance of the estimate of k(Δ), a mean over the displacements, for maps with these options, whose
// Displacements are not read. Independent frequencies have a formula, and so have Across and, on a line, Joint, unless the
// part is a mixture of more than 16 products, has several subspaces of more than one dimension, or does not know its quantiles.
// Elsewhere maps are drawn until the standard error is that tolerance of the variance, at most so many that it takes some
// seconds.
//
// The error is that of New, or ctx's.
func (p *Predictor) At(ctx context.Context, opt *Options, tolerance float64) (Prediction, error) {
	all, err := p.predictions(ctx, opt, tolerance, false)
	if err != nil {
		return Prediction{}, err
	}
	return all[0], nil
}

// Each is At for each of the displacements: what At returns for it alone, but for the split between the parts, which is that
// for all.
func (p *Predictor) Each(ctx context.Context, opt *Options, tolerance float64) ([]Prediction, error) {
	return p.predictions(ctx, opt, tolerance, true)
}

func (p *Predictor) predictions(ctx context.Context, opt *Options, tolerance float64, each bool) ([]Prediction, error) {
	o, err := p.with(opt)
	if err != nil {
		return nil, err
	}
	if o.Coupling == Auto {
		return nil, errors.New("pair: a prediction is of one coupling")
	}
	n, err := split(ctx, p.parts, o)
	if err != nil {
		return nil, err
	}
	return predict(ctx, p.parts, o, n, tolerance, each)
}

// predict predicts the average over the displacements, or each.
func predict(ctx context.Context, parts *Parts, o *Options, counts []int, tolerance float64,
	each bool) ([]Prediction, error) {
	all := make([]Prediction, 1)
	if each {
		all = make([]Prediction, len(o.Displacements))
	}
	for i, part := range parts.Parts {
		if counts[i] == 0 {
			continue
		}
		v, err := spread(ctx, part, parts, o, i, counts[i], tolerance, each)
		if err != nil {
			return nil, err
		}
		by := part.Mass() * part.Mass() / float64(counts[i])
		for j, p := range v {
			all[j] = Prediction{all[j].Variance + by*p.Variance, math.Hypot(all[j].SE, by*p.SE)}
		}
	}
	return all, nil
}

// Choice is a setting with what it is worth.
type Choice struct {
	Options Options
	Counts  []int // frequencies of the parts
	Prediction
}

// Refine predicts the variance of a choice anew, within the tolerance.
func (p *Predictor) Refine(ctx context.Context, c *Choice, tolerance float64) error {
	if c.SE <= tolerance*c.Variance {
		return nil
	}
	o, err := p.with(&c.Options)
	if err != nil {
		return err
	}
	return c.predict(ctx, p.parts, o, tolerance)
}

func (c *Choice) predict(ctx context.Context, parts *Parts, o *Options, tolerance float64) error {
	p, err := predict(ctx, parts, o, c.Counts, tolerance, false)
	if err == nil {
		c.Prediction = p[0]
	}
	return err
}

// Choose returns the couplings, with exact low orders and, if opt has them, without, in the order of their variance, each
// within [ForChoices] of it: [Predictor.Refine] tells more. The columns and the budget are the options'; couplings, if there
// are any, are those to choose among. The error is that of New, or ctx's.
func (p *Predictor) Choose(ctx context.Context, opt *Options, couplings ...Coupling) ([]Choice, error) {
	o, err := p.with(opt)
	if err != nil {
		return nil, err
	}
	var out []Choice
	var refused error
	for _, exact := range slices.Compact([]*Taylor{nil, o.Exact}) {
		for _, c := range p.parts.among(couplings) {
			to := *o
			to.Coupling, to.Exact, to.counts = c, exact, nil
			if to.Exact != nil && to.frequencies(p.parts.Dim) < 1 {
				continue
			}
			n, err := split(ctx, p.parts, &to)
			if err != nil {
				if refused = err; ctx.Err() != nil {
					return nil, ctx.Err()
				}
				continue
			}
			to.counts = n
			choice := Choice{Options: to, Counts: n}
			if err := choice.predict(ctx, p.parts, &to, ForChoices); err != nil {
				return nil, err
			}
			choice.Options.memo = nil // no option that a caller sees has one
			out = append(out, choice)
		}
	}
	if out == nil {
		return nil, refused
	}
	sortChoices(out)
	for i := range out {
		if out[i].Variance > near*out[0].Variance {
			break
		}
		if err := p.Refine(ctx, &out[i], ForChoices/2); err != nil {
			return nil, err
		}
	}
	sortChoices(out)
	return out, nil
}

// Combinations returns the options with each of the couplings, nil means all, and with the exact low orders of opt and without, as
// many columns as it says; or if best is positive that many of them, those with the least predicted variance ([Predictor.Choose]).
// Displacements are those of the predictor.
func (p *Predictor) Combinations(ctx context.Context, opt *Options, best int, couplings []Coupling) (all []Options, err error) {
	base := *opt
	base.Displacements = p.opt.Displacements
	if base.Columns < 1 {
		return nil, fmt.Errorf("pair: %d columns; give a positive number", base.Columns)
	}
	if best > 0 {
		choices, err := p.Choose(ctx, &base, couplings...)
		if err != nil {
			return nil, err
		}
		for _, c := range choices[:min(best, len(choices))] {
			all = append(all, c.Options)
		}
		return all, nil
	}
	for _, c := range p.parts.among(couplings) {
		for _, exact := range slices.Compact([]*Taylor{nil, base.Exact}) {
			o := base
			o.Coupling, o.Exact = c, exact
			if exact != nil && o.frequencies(p.parts.Dim) < len(p.parts.Parts) {
				continue
			}
			with, err := p.with(&o)
			if err != nil {
				return nil, err
			}
			if o.counts, err = split(ctx, p.parts, with); err != nil {
				return nil, err
			}
			all = append(all, o)
		}
	}
	return all, nil
}

// Choose is [Predictor.Choose] for the displacements of the options, alone.
func Choose(ctx context.Context, parts *Parts, opt *Options, couplings ...Coupling) ([]Choice, error) {
	p, err := NewPredictor(parts, opt)
	if err != nil {
		return nil, err
	}
	return p.Choose(ctx, opt, couplings...)
}

// near are variances that a rough prediction does not tell apart.
const near = 2

func sortChoices(c []Choice) {
	slices.SortStableFunc(c, func(a, b Choice) int { return cmp.Compare(a.Variance, b.Variance) })
}

// among returns the couplings, if there are none all that make a difference.
func (p *Parts) among(couplings []Coupling) []Coupling {
	switch {
	case len(couplings) > 0:
		return couplings
	case !slices.ContainsFunc(p.Parts, func(part Part) bool { return part.Dims() != nil }):
		return []Coupling{IID}
	}
	return []Coupling{IID, Across, Joint}
}

// pilots returns what a frequency of each part adds to the variance, for its mass 1, if all frequencies are its own: at
// a few of the displacements, since only ratios matter.
func pilots(ctx context.Context, parts *Parts, o *Options) ([]float64, error) {
	const displacements = 16
	few := *o.remembering()
	few.Displacements = nil
	step := max(1, len(o.Displacements)/displacements)
	for i := 0; i < len(o.Displacements); i += step {
		few.Displacements = append(few.Displacements, o.Displacements[i])
	}
	n := max(1, o.Columns/2) // with exact low orders or without: variances of both come of one integration
	out := make([]float64, len(parts.Parts))
	for i, part := range parts.Parts {
		if part.Mass() == 0 {
			continue
		}
		v, err := spread(ctx, part, parts, &few, i, n, ForChoices, false)
		if err != nil {
			return nil, err
		}
		out[i] = v[0].Variance
	}
	return out, nil
}

// spread returns n times the variance of the mean of n cosines of a part, less low orders that are exact: averaged over
// the displacements or at each, by formula or by simulation.
func spread(ctx context.Context, part Part, of *Parts, o *Options, group, n int, tolerance float64,
	each bool) ([]Prediction, error) {
	o = o.remembering()
	key := spreadKey{part: part, coupling: o.Coupling, n: n, displacements: len(o.Displacements)}
	if o.Coupling == IID {
		key.n = 1
	}
	known, err := remembered(o.memo.formulas, key, part, func() (*byFormula, error) {
		f, err := newFormula(ctx, part, o, n)
		if f == nil {
			return new(byFormula), err
		}
		return f.spread(ctx, o.Displacements)
	})
	if err != nil {
		return nil, err
	}
	exact := 0
	if o.Exact != nil {
		exact = 1
	}
	if known.ok[exact] {
		return exactly(known.variance[exact], each), nil
	}
	return simulate(ctx, part, of, o, group, n, tolerance, each)
}

// exactly returns variances, or their average, as predictions without an error.
func exactly(v []float64, each bool) []Prediction {
	if !each {
		return []Prediction{{max(floats.Sum(v)/float64(len(v)), 0), 0}}
	}
	all := make([]Prediction, len(v))
	for i := range v {
		all[i].Variance = max(v[i], 0)
	}
	return all
}

// SampleDisplacements returns n differences x_i − y_j of rows drawn uniformly: a sample for Options.Displacements. It
// returns nil if there are no rows, and panics if n is negative or x and y have different numbers of columns.
func SampleDisplacements(x, y mat.Matrix, n int, seed uint64) [][]float64 {
	rows, dim := x.Dims()
	others, columns := y.Dims()
	if dim != columns {
		panic(mat.ErrShape)
	}
	if rows == 0 || others == 0 {
		return nil
	}
	r := random.Stream(seed, random.Distances, 0, 0)
	out := make([][]float64, n)
	for k := range out {
		i, j := r.IntN(rows), r.IntN(others)
		out[k] = make([]float64, dim)
		for c := range dim {
			out[k][c] = x.At(i, c) - y.At(j, c)
		}
	}
	return out
}

// RandomDisplacements returns n differences of uniform directions, with lengths evenly spread over (0, radius]:
// for Options.Displacements where there are no data. It panics unless dim and n are positive.
func RandomDisplacements(dim, n int, radius float64, seed uint64) [][]float64 {
	rows := random.GaussianRows(random.Stream(seed, random.Distances, 1, 0), n, dim)
	random.NormaliseRows(rows, dim)
	out := make([][]float64, n)
	for i := range out {
		out[i] = rows[i*dim:][:dim]
		floats.Scale(radius*float64(i+1)/float64(n), out[i])
	}
	return out
}
