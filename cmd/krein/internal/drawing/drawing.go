// Package drawing chooses how the features of a function of the distance are drawn: by the flags, and where these say
// auto by the least predicted variance.
package drawing

import (
	"encoding"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/parts"
	"krein/features"
	"krein/kernel"
)

// Flags say how a map is drawn.
type Flags struct {
	Options features.Options
	// Coupling, Radii, Budget, Exact and Padding (yes, no) are the names that the flags give, or auto.
	Coupling, Radii, Budget, Exact, Padding string
	// Among is what Read leaves to choose.
	Among features.Choices
	// Choices is what Draw chose from, in the order of the predicted variance, if anything was open.
	Choices []features.Choice
}

// Add registers the flags.
func (f *Flags) Add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.IntVar(&f.Options.Columns, "columns", features.DefaultColumns,
		"number of feature columns; a frequency gives two")
	fl.StringVar(&f.Coupling, "coupling", "auto", "auto, iid, orthogonal, gorf, shared, structured, design or quasi;\n"+
		"for pairs of maps auto, iid, across or joint")
	fl.StringVar(&f.Radii, "radii", "auto", "auto, iid, stratified or importance")
	fl.StringVar(&f.Budget, "budget", "auto", "auto, equal, proportional or variance")
	fl.StringVar(&f.Exact, "exact", "auto", "what is exact: orders 0 and 2 of a part, in d+2 columns (plus, minus), or "+
		"of rows on\nthe unit sphere degrees 0 and 1, in d+1 columns (sphere); none; or auto (none "+
		"unless\nsomething else is auto)")
	fl.StringVar(&f.Padding, "padding", "auto", "draw designs in R^n, n the next power of four, for rows padded by "+
		"zeros: yes, no, or\nauto, by predicted variance, if the kernel's mass there is proved to be finite")
	fl.Float64SliceVar(&f.Options.Distances, "distances", nil, "distances that choices, --radii importance and --budget "+
		"variance average\nover (default: those of --ranges, or sampled from the data, and reported)")
	fl.Uint64Var(&f.Options.Seed, "seed", 0, "seed of the map: the same seed gives the same bits")
}

// Read reads the flags that are names.
func (f *Flags) Read() error {
	err := errors.Join(
		openName(f.Coupling, &f.Options.Coupling, &f.Among.Couplings),
		openName(f.Radii, &f.Options.Radii, &f.Among.Radii),
		openName(f.Budget, &f.Options.Budget, &f.Among.Budgets),
		openName(f.Exact, &f.Options.Exact, &f.Among.Exact),
	)
	if err != nil {
		return err
	}
	switch {
	case f.Padding != "auto" && f.Padding != "yes" && f.Padding != "no":
		return fmt.Errorf("--padding %q: want auto, yes or no", f.Padding)
	case f.Padding == "yes" && f.Among.Couplings != nil && f.Options.Coupling != features.Design:
		return fmt.Errorf("--padding yes is for '--coupling design', not %s", f.Coupling)
	}
	return nil
}

// budgetDistances is the number of distances that choices, importance radii and the variance budget average over.
const budgetDistances = 64

// Padded returns the decomposition in a larger dimension for designs, nil if it is not wanted or no use.
func (f *Flags) Padded(
	cmd *cobra.Command, k *kernel.Kernel, dim int, accept bool,
) (*evaluation.Representation, *parts.Bias, error) {
	n := evaluation.PadsTo(dim, f.Options.Columns)
	if f.Padding == "yes" {
		if n = features.DesignDim(dim); n == dim {
			return nil, nil, fmt.Errorf("--padding yes: bases of R^%d are complete without", dim)
		}
	}
	if n == 0 || f.Padding == "no" || f.Among.Couplings != nil && f.Options.Coupling != features.Design {
		return nil, nil, nil
	}
	return evaluation.Padded(cmd, k, dim, n, accept)
}

// Harmonics says which flags mean nothing on the sphere, nil if all do.
func (f *Flags) Harmonics() error {
	switch {
	case f.Among.Couplings != nil && f.Options.Coupling != features.IID && f.Options.Coupling != features.Orthogonal:
		return fmt.Errorf("--coupling %s is one of frequencies; on the sphere there are iid and orthogonal", f.Coupling)
	case f.Among.Radii != nil, f.Among.Budgets != nil:
		return errors.New("--radii and --budget are about frequencies; maps on the sphere have none")
	}
	return nil
}

// openName reads a flag: "auto" leaves the list nil, for features.Choose, a name is the only one.
func openName[T any, P interface {
	*T
	encoding.TextUnmarshaler
}](text string, to *T, only *[]T) error {
	if text == "auto" {
		return nil
	}
	if err := P(to).UnmarshalText([]byte(text)); err != nil {
		return err
	}
	*only = []T{*to}
	return nil
}

// open reports whether something is left to choose.
func (f *Flags) open() bool {
	return f.Among.Couplings == nil || f.Among.Radii == nil || f.Among.Budgets == nil
}

// NeedsDistances reports whether the map depends on distances that no flag gives.
func (f *Flags) NeedsDistances() bool {
	needed := f.open() || f.Options.Coupling == features.Design && f.Padding == "auto" ||
		f.Options.Budget == features.BudgetVariance || f.Options.Radii == features.RadiiImportance ||
		f.Options.Exact == features.ExactSphere
	return needed && len(f.Options.Distances) == 0
}

// distances are those of the flag, of the ranges file, or a sample of the data's.
func (f *Flags) distances(cmd *cobra.Command, flags *dataset.Flags, data *dataset.Rows) error {
	if !f.NeedsDistances() {
		return nil
	}
	if len(data.Distances) > 0 {
		f.Options.Distances = data.Distances
		return nil
	}
	var err error
	f.Options.Distances, err = dataset.Distances(cmd, flags, data, budgetDistances, f.Options.Seed)
	if errors.Is(err, dataset.ErrOneRow) && f.open() {
		f.Options.Distances = []float64{1} // any will do
		return nil
	}
	if err != nil {
		return fmt.Errorf("--coupling auto, --radii importance, --budget variance and --exact sphere without --distances: %w",
			err)
	}
	return nil
}

// Draw draws the map of the representation with the least predicted variance.
func (f *Flags) Draw(
	cmd *cobra.Command, reps []*evaluation.Representation, flags *dataset.Flags, data *dataset.Rows,
) (*features.Map, *evaluation.Representation, error) {
	if err := f.distances(cmd, flags, data); err != nil {
		return nil, nil, err
	}
	var best *evaluation.Representation
	var from features.Representation
	opt, least := f.Options, math.Inf(1)
	take := func(r *evaluation.Representation) error {
		rep, with, choices, v, err := f.predicted(cmd, r, len(reps) > 1, data.Columns)
		if err == nil && (best == nil || v < least) {
			best, from, opt, least, f.Choices = r, rep, with, v, choices
		}
		return err
	}
	var coarse *evaluation.Representation
	for _, r := range reps {
		if r.Whole != nil {
			coarse = r
		} else if err := take(r); err != nil {
			return nil, nil, err
		}
	}
	if coarse != nil {
		_, _, _, v, err := f.predicted(cmd, coarse, true, data.Columns)
		if err != nil {
			return nil, nil, err
		}
		if v <= evaluation.Slack*least { // else the whole has no chance
			if whole, err := coarse.Whole(); err == nil {
				err = take(whole)
				if err != nil {
					return nil, nil, err
				}
			} else if cmd.Context().Err() != nil {
				return nil, nil, err
			}
		}
	}
	f.Options = opt
	m, err := features.New(from, &f.Options)
	return m, best, err
}

// predicted returns what to draw from, with which options, what they were chosen from, and the predicted
// mean variance, if that is asked for or decides the options.
func (f *Flags) predicted(
	cmd *cobra.Command, r *evaluation.Representation, needed bool, dim int,
) (features.Representation, features.Options, []features.Choice, float64, error) {
	opt := f.Options
	if r.Sphere != nil {
		if err := f.Harmonics(); err != nil {
			return nil, opt, nil, 0, err
		}
		if f.Among.Couplings == nil {
			opt.Coupling = features.Orthogonal
		}
		if !needed {
			return r.Sphere, opt, nil, 0, nil
		}
		p, err := r.Sphere.Predict(&opt, opt.Distances)
		if err != nil {
			return nil, opt, nil, 0, err
		}
		v, err := p.At(cmd.Context(), opt.Columns)
		return r.Sphere, opt, nil, v + r.Bias*r.Bias, err
	}
	among := f.Among
	if r.Padded > 0 {
		opt.PointDim = dim
		among.Couplings = []features.Coupling{features.Design}
	}
	if !f.open() && !needed {
		return features.Fourier(r.Parts), opt, nil, 0, nil
	}
	choices, err := features.Choose(cmd.Context(), r.Parts, &opt, &among)
	if err != nil {
		return nil, opt, nil, 0, err
	}
	best := choices[0]
	opt.Coupling, opt.Radii, opt.Budget, opt.Exact = best.Coupling, best.Radii, best.Budget, best.Exact
	if !f.open() {
		choices = nil
	}
	return features.Fourier(r.Parts), opt, choices, best.Variance, nil
}
