// Package evaluate measures the errors of maps: those of kernel matrices on rows of data, over many draws.
package evaluate

import (
	"context"
	"errors"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/features/radial"
	"krein/internal/features/directions"
	"krein/internal/features/gram"
)

// Settings say what is measured. Zero fields mean the documented defaults.
type Settings struct {
	// Rows is how many rows are drawn, uniformly without replacement and once for all runs; 0 means 1000. All rows are
	// taken if there are not so many. The kernel matrix is kept: 8·Rows² bytes.
	Rows int
	// Runs is the number of maps drawn per combination; 0 means 20.
	Runs int
	// Columns lists the sizes (see Options.Columns); nil means 32, 64, 128, 512.
	Columns []int
	// Couplings, Radii and Budgets list what is combined; nil means all.
	Couplings []features.Coupling
	Radii     []features.RadiusLaw
	Budgets   []features.Budget
	// Best, if positive, leaves that many combinations for each number of columns, those with
	// the least predicted variance ([radial.Choose]); then nil lists are those of [radial.Choose].
	Best int
	// OnSphere says that the rows are on the unit sphere, see Options.OnSphere. Without Best,
	// [features.ExactSphere] is not measured.
	OnSphere bool
	// PointDim is that of Options.
	PointDim int
	// Distances are those that the variance budget, importance radii and choices average over; nil means 64 between the
	// drawn rows, [features.SampleDistances] of the seed.
	Distances []float64
	// Seed picks the rows, the distances and the maps: the first run draws the maps of this seed, and every run draws with
	// the same seed under every combination.
	Seed uint64
	// Chooser is what the best combinations are taken from; nil: one is made, for the settings.
	Chooser *radial.Chooser
	// Bench is what maps are measured against, of the rows that [gram.SampleRows] of x, Rows and Seed returns; nil: it is computed.
	Bench *Bench
	// Progress, if not nil, is called after every map with the number done.
	Progress func(done, total int)
}

// Result is one measured combination.
type Result struct {
	Coupling string             `json:"coupling"`
	Radii    features.RadiusLaw `json:"radii"`
	Budget   features.Budget    `json:"budget"`
	// Exact is what is taken exactly: the name of a [features.Exact], empty for none, or [ExactLow] of a pair.
	Exact string `json:"exact,omitempty"`
	// Columns are those that frequencies give, as asked for, and Total those of Φ, with the constant one if there is one.
	Columns int `json:"columns"`
	Total   int `json:"total_columns"`
	// Error is ‖K − ΦJΨᵀ‖/‖K‖ in the Frobenius norm over the runs, Ψ = Φ but for pairs.
	Error gram.MeanSD `json:"error"`
	// Seeds are those of the maps, one a run.
	Seeds []uint64 `json:"seeds,omitempty"`
	// Seconds is the mean wall time to draw a map, or a pair, and to transform the rows.
	Seconds float64 `json:"seconds"`
}

// Named returns what Result.Exact says of maps.
func Named(e features.Exact) string {
	if e == features.ExactNone {
		return ""
	}
	return e.String()
}

func (s *Settings) filled(dim int) (Settings, error) {
	var e Settings
	if s != nil {
		e = *s
	}
	if err := gram.Defaults("features", &e.Rows, &e.Runs, &e.Columns); err != nil {
		return e, err
	}
	if e.Best > 0 {
		return e, nil
	}
	if e.Couplings == nil {
		e.Couplings = []features.Coupling{features.IID, features.Orthogonal, features.GORF, features.Shared, features.Structured, features.Design}
		if dim <= directions.QuasiDim {
			e.Couplings = append(e.Couplings, features.Quasi)
		}
	}
	if e.Radii == nil {
		e.Radii = []features.RadiusLaw{features.RadiiIID, features.RadiiStratified, features.RadiiImportance}
	}
	if e.Budgets == nil {
		e.Budgets = []features.Budget{features.BudgetEqual, features.BudgetProportional, features.BudgetVariance}
	}
	return e, nil
}

// Decomposition measures the relative Frobenius error of the kernel matrix on rows of x, for
// every combination of the settings and every number of columns, in that order, or for the
// best combinations of every number of columns. k is the
// kernel as a function of the distance ‖x−y‖ and dec its decomposition; x is n×dec.Dim, or
// n×PointDim.
//
// It panics if k, dec or x is nil or x has another number of columns.
// It returns an error for settings out of range, data that are not finite, a kernel that
// is not finite at some distance or zero at all of them, and when ctx is done.
func Decomposition(ctx context.Context, k func(z float64) float64, dec *decompose.Decomposition, x *mat.Dense,
	settings *Settings) ([]Result, error) {
	s, err := settings.filled(dec.Dim)
	if err != nil {
		return nil, err
	}
	_, cols := x.Dims()
	if want := s.PointDim; cols != want && (want > 0 || cols != dec.Dim) {
		panic(mat.ErrShape)
	}
	if err := s.possible(dec); err != nil {
		return nil, err
	}
	bench, distances, err := s.bench(func() (*Bench, error) { return NewBench(ctx, k, gram.SampleRows(x, s.Rows, s.Seed)) })
	if err != nil {
		return nil, err
	}
	combinations, err := s.combinations(ctx, dec, distances)
	if err != nil {
		return nil, err
	}
	maps := radial.NewMaps(dec)
	results := make([]Result, len(combinations))
	after := gram.Counted(s.Progress, len(combinations)*s.Runs)
	for i, opt := range combinations {
		draw := maps.Draw(&opt)
		r := Result{Coupling: opt.Coupling.String(), Radii: opt.Radii, Budget: opt.Budget, Exact: Named(opt.Exact), Columns: opt.Columns}
		if err := bench.Measure(ctx, &r, s.Runs, s.Seed, single(draw), after); err != nil {
			return nil, err
		}
		results[i] = r
	}
	return results, nil
}

// bench returns that of the settings, or else what find finds, and the distances.
func (s *Settings) bench(find func() (*Bench, error)) (b *Bench, distances []float64, err error) {
	if b = s.Bench; b == nil {
		if b, err = find(); err != nil {
			return nil, nil, err
		}
	}
	if distances = s.Distances; distances == nil {
		distances = features.SampleDistances(b.rows, sampledDistances, s.Seed)
	}
	if distances == nil {
		distances = []float64{0}
	}
	return b, distances, nil
}

// sampledDistances is the default number of distances.
const sampledDistances = 64

// Maps is [Decomposition] for the maps of any representation: for every coupling of the settings, of
// which only [features.IID] and [features.Orthogonal] are taken, and every number of columns. With Best positive it is
// the orthogonal ones alone. Radii and Budgets are not read. Distances are given to the maps.
//
// It panics if k, rep or x is nil or x has another number of columns than rep.Dim.
func Maps(
	ctx context.Context, k func(z float64) float64, rep features.Representation, x *mat.Dense, settings *Settings,
) ([]Result, error) {
	return measured(ctx, func(rows *mat.Dense) (*Bench, error) { return NewBench(ctx, k, rows) }, rep, x, settings)
}

// Kernel is Maps for a symmetric kernel k(x, y) of rows. Of Radii the first is read, too.
func Kernel(
	ctx context.Context, k func(x, y []float64) float64, rep features.Representation, x *mat.Dense, settings *Settings,
) ([]Result, error) {
	return measured(ctx, func(rows *mat.Dense) (*Bench, error) {
		return newBench(ctx, rows, rows, func() (*mat.Dense, float64, error) { return gram.Of(ctx, k, rows) })
	}, rep, x, settings)
}

func measured(ctx context.Context, find func(rows *mat.Dense) (*Bench, error), rep features.Representation, x *mat.Dense,
	settings *Settings) ([]Result, error) {
	s, err := settings.filled(rep.Dim())
	if err != nil {
		return nil, err
	}
	if _, cols := x.Dims(); cols != rep.Dim() {
		panic(mat.ErrShape)
	}
	bench, distances, err := s.bench(func() (*Bench, error) { return find(gram.SampleRows(x, s.Rows, s.Seed)) })
	if err != nil {
		return nil, err
	}
	radii := features.RadiiIID
	if settings != nil && len(settings.Radii) > 0 {
		radii = settings.Radii[0]
	}
	var results []Result
	couplings := []features.Coupling{features.Orthogonal}
	if s.Best == 0 {
		couplings = slices.DeleteFunc(slices.Clone(s.Couplings), func(c features.Coupling) bool {
			return c != features.IID && c != features.Orthogonal
		})
	}
	after := gram.Counted(s.Progress, len(couplings)*len(s.Columns)*s.Runs)
	for _, coupling := range couplings {
		for _, columns := range s.Columns {
			r := Result{Coupling: coupling.String(), Radii: radii, Columns: columns}
			err := bench.Measure(ctx, &r, s.Runs, s.Seed, single(func(seed uint64) (*features.Map, error) {
				return features.New(rep, &features.Options{Columns: columns, Coupling: coupling, Radii: radii, Distances: distances, Seed: seed})
			}), after)
			if err != nil {
				return nil, err
			}
			results = append(results, r)
		}
	}
	return results, nil
}

// possible checks the lists and the columns.
func (s *Settings) possible(dec *decompose.Decomposition) error {
	opt := features.Options{Distances: []float64{0}, PointDim: s.PointDim}
	for _, columns := range s.Columns {
		opt.Columns = columns
		if err := radial.Check(dec, &opt); err != nil {
			return err
		}
		if columns == 0 { // which Options reads as the default
			return errors.New("features: 0 columns; give a positive number")
		}
	}
	for _, opt.Coupling = range s.Couplings {
		if opt.Coupling == features.Auto {
			return errors.New("features: auto cannot be measured: it stands for one of the others; name some of them, or none for the best")
		}
		if err := radial.Check(dec, &opt); err != nil {
			return err
		}
	}
	opt.Coupling = features.IID
	for _, opt.Radii = range s.Radii {
		if err := radial.Check(dec, &opt); err != nil {
			return err
		}
	}
	for _, opt.Budget = range s.Budgets {
		if err := radial.Check(dec, &opt); err != nil {
			return err
		}
	}
	return nil
}

// combinations returns the options of all maps in the order of the results.
func (s *Settings) combinations(
	ctx context.Context, dec *decompose.Decomposition, distances []float64,
) (all []features.Options, err error) {
	if s.Best > 0 {
		return s.best(ctx, dec, distances)
	}
	for _, coupling := range s.Couplings {
		for _, radii := range s.Radii {
			for _, budget := range s.Budgets {
				for _, columns := range s.Columns {
					opt := features.Options{Columns: columns, Coupling: coupling, Radii: radii,
						Budget: budget, Distances: distances, PointDim: s.PointDim}
					all = append(all, opt)
				}
			}
		}
	}
	return all, nil
}

// best returns the options of the best combinations of every number of columns.
func (s *Settings) best(
	ctx context.Context, dec *decompose.Decomposition, distances []float64,
) (all []features.Options, err error) {
	opt := features.Options{Columns: slices.Max(s.Columns), Distances: distances, OnSphere: s.OnSphere,
		PointDim: s.PointDim}
	choices := s.Chooser
	if choices == nil {
		choices, err = radial.NewChooser(dec, &opt, &radial.Choices{Couplings: s.Couplings, Radii: s.Radii, Budgets: s.Budgets})
		if err != nil {
			return nil, err
		}
	}
	for _, columns := range s.Columns {
		opt.Columns = columns
		ranked, err := choices.At(ctx, columns)
		if err != nil {
			return nil, err
		}
		for _, c := range ranked[:min(s.Best, len(ranked))] {
			all = append(all, c.Options(opt))
		}
	}
	return all, nil
}
