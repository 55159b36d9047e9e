package evaluate

import (
	"context"

	"krein/features"
	"krein/features/pair"
	"krein/internal/features/gram"
)

// ExactLow is what [Result.Exact] says of pairs whose orders to 2 are exact.
const ExactLow = "all"

// Pairs is [Decomposition] for pairs of maps of parts, with the budget and the exact low orders of the options: for the couplings,
// nil means all, and every number of columns, or for the best of them. What the predictor predicts is at its displacements. Of the
// settings Bench, which must not be nil, Runs, Columns, Best, Seed and Progress are read.
func Pairs(ctx context.Context, parts *pair.Parts, predictor *pair.Predictor, opt *pair.Options, couplings []pair.Coupling,
	settings *Settings) ([]Result, error) {
	s, err := settings.filled(parts.Dim)
	if err != nil {
		return nil, err
	}
	var all []pair.Options
	for _, columns := range s.Columns {
		base := *opt
		base.Columns = columns
		list, err := predictor.Combinations(ctx, &base, s.Best, couplings)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	after := gram.Counted(s.Progress, len(all)*s.Runs)
	var results []Result
	for _, o := range all {
		r := Result{Coupling: o.Coupling.String(), Budget: o.Budget, Columns: o.Columns}
		if o.Coupling != pair.IID {
			r.Radii = features.RadiiStratified
		}
		if o.Exact != nil {
			r.Exact = ExactLow
		}
		err := s.Bench.Measure(ctx, &r, s.Runs, s.Seed, func(seed uint64) (Sides, error) {
			o.Seed = seed
			return pair.New(parts, &o)
		}, after)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}
