package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"krein/decompose"
	"krein/decompose/minimal"
	"krein/features"
	"krein/kernel"
)

// Settings say what Run compares, and for what. Radius, Distances and Target have no defaults.
type Settings struct {
	// Radius is the largest distance that matters.
	Radius float64
	// Distances are those that variances are averaged over, for example Quantiles of the data's.
	Distances []float64
	// Sphere says that the points are on the unit sphere, so that zonal features are an option.
	Sphere bool
	// Target is the root mean square error of the estimate of k(z) to be reached.
	Target float64
	// Biases are those of least measures and zonal decompositions; nil means a half and a tenth of Target.
	Biases []float64
	// Columns is the number of columns at which errors are shown, LeastColumns … MostColumns; 0 means 512.
	Columns int
	// Jordan are the settings of the Jordan decomposition.
	Jordan *decompose.Settings
	// Known is the Jordan decomposition of the kernel on R^dim, if it is at hand; nil has it made.
	Known *decompose.Decomposition
	// Drawn, if not nil, is a map whose options are chosen: one row is of it, which Row.Drawn marks.
	Drawn *Drawn
	// Accuracy is the largest error of the Jordan decomposition that is admitted, as in Decomposition.Assess; 0 means any.
	Accuracy float64
	// Progress, if not nil, is called between the steps of the work.
	Progress func(done, total int)
}

const (
	// LeastColumns is the smallest number of columns, and the step between numbers: those of a frequency for each part.
	LeastColumns = 4
	// MostColumns is the number up to which variances are predicted.
	MostColumns = 8192
)

// Drawn is a map of a representation, drawn with given options.
type Drawn struct {
	Measure                string // what the representation is called: as in rows of the same
	From                   features.Stationary
	Options                features.Options
	Mass, Bias             float64
	MassProved, BiasProved bool
}

// Comparison is what Run finds out.
type Comparison struct {
	// Rows are the representations, each with one way to draw from it, in the order of the work that the target takes.
	Rows []*Row
	// Found are the representations, in the order in which they were found.
	Found []Found
	// Missing are the representations that the kernel does not have.
	Missing []Missing

	dim      int
	set      Settings
	heavy    *minimal.Measure         // a least mass that is hopeless
	whole    *decompose.Decomposition // Jordan's on R^dim, and what rows say of it
	wholeRow *Row
}

// Found is a representation that maps can be drawn from, and what it is called.
type Found struct {
	Measure string
	features.Stationary
	// Within is the bias, of Settings.Biases, that a measure of least mass or of least variance was asked for; 0 for
	// others.
	Within    float64
	LeastMass bool // it is a measure of least mass
}

// Missing is a representation that the kernel does not have, and why.
type Missing struct {
	Measure string
	Because error
}

// Run finds the representations of k on R^dim and predicts the errors of their features. That one
// does not exist, or is not found, is no error (Comparison.Missing). Errors: settings out of range,
// and ctx's. It panics if k or set is nil or dim < 1.
func Run(ctx context.Context, k *kernel.Kernel, dim int, set *Settings) (*Comparison, error) {
	c, err := Find(ctx, k, dim, set)
	if err != nil {
		return nil, err
	}
	if err := c.designs(ctx, k); err != nil {
		return nil, err
	}
	if err := c.drawn(); err != nil {
		return nil, err
	}
	for i, r := range c.Rows {
		c.progress(len(c.Rows)+i, 2*len(c.Rows))
		if err := c.fill(ctx, r); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(c.Rows, func(a, b *Row) int { return cmp.Compare(a.effort(), b.effort()) })
	return c, nil
}

// Find is Run without predictions: Found and Missing are filled in, rows are not.
func Find(ctx context.Context, k *kernel.Kernel, dim int, set *Settings) (*Comparison, error) {
	if k == nil || set == nil || dim < 1 {
		panic(fmt.Sprintf("compare: %v in dimension %d with %v", k, dim, set))
	}
	c := &Comparison{dim: dim, set: *set}
	if err := c.set.complete(); err != nil {
		return nil, err
	}
	steps := []func() error{
		func() error { return c.jordan(ctx, k) },
		func() error { return c.zonal(ctx, k) },
	}
	for _, bias := range c.set.Biases {
		steps = append(steps, func() error { return c.minimal(ctx, k, bias) })
	}
	for i, step := range steps {
		c.progress(i, 2*len(steps))
		if err := step(); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// complete fills in the defaults; the error says what is out of range.
func (s *Settings) complete() error {
	if s.Columns == 0 {
		s.Columns = 512
	}
	if s.Columns < LeastColumns || s.Columns > MostColumns {
		return fmt.Errorf("compare: %d columns; give %d … %d", s.Columns, LeastColumns, MostColumns)
	}
	if s.Biases == nil {
		s.Biases = []float64{s.Target / 2, s.Target / 10}
	}
	s.Biases = slices.Clone(s.Biases)
	slices.SortFunc(s.Biases, func(a, b float64) int { return cmp.Compare(b, a) })
	for _, x := range slices.Concat([]float64{s.Target, s.Radius}, s.Biases) {
		if !(x > 0) || math.IsInf(x, 1) {
			return fmt.Errorf("compare: a target, radius or bias of %v; give positive numbers", x)
		}
	}
	if len(s.Distances) == 0 {
		return errors.New("compare: no distances to predict errors at")
	}
	for _, z := range s.Distances {
		if !(z >= 0 && z <= s.Radius*(1+1e-12)) {
			return fmt.Errorf("compare: a distance of %v is not in [0, %v]", z, s.Radius)
		}
	}
	return nil
}

func (c *Comparison) progress(done, total int) {
	if c.set.Progress != nil {
		c.set.Progress(done, total)
	}
}

// without notes that a representation is missing; an interrupt is an error all the same.
func (c *Comparison) without(ctx context.Context, measure string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.Missing = append(c.Missing, Missing{measure, err})
	return nil
}
