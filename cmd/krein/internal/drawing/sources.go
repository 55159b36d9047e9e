package drawing

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/parts"
	"krein/decompose"
	"krein/features"
	"krein/features/compare"
	"krein/kernel"
)

// Sources are the measures and expansions that maps of one function of the distance may be drawn from. Every verb that
// draws asks for them here, so that the same kernel, rows, columns and seed give the same map in each.
type Sources struct {
	flags *Flags
	cmd   *cobra.Command
	dim   int
	list  []*evaluation.Representation
	bias  map[*evaluation.Representation]*parts.Bias
}

// Drawn is a map of a function of the distance, with what there is to say of it.
type Drawn struct {
	*features.Map
	Source *evaluation.Representation
	Bias   *parts.Bias // nil: not known
	// Options are those that the map was drawn with, and Choices those that were compared, by predicted variance, if
	// anything was left open.
	Options features.Options
	Choices []features.Choice
}

// Fitting says for which kernel and rows a map is fitted.
type Fitting struct {
	Kernel *kernel.Kernel // nil: the file names none
	// Given is what a file has to draw from, File its name; nil: the kernel's own measures.
	Given *evaluation.Representation
	File  string
	// Beyond is the flag, and Outside says what to do about rows that are farther apart than the kernel is meant for.
	Beyond, Outside string
	Flags           *dataset.Flags
	Data            *dataset.Rows // nil: there are none, but Dim columns
	Dim             int
	OnSphere        bool // rows are
}

// Far returns the largest distance between rows that the kernel is meant for.
func (t *Fitting) Far() dataset.Limit {
	if t.Given != nil {
		return dataset.LimitOf(t.Given.Parts, t.Kernel, t.Beyond)
	}
	return dataset.LimitOf(nil, t.Kernel, t.Beyond)
}

// Fit draws the map: what it is drawn from, the distances that it is drawn for, and the draw itself are functions of the kernel, the
// rows, the columns, the seed and the flags alone. It returns how far apart the rows are, nil where any distance will do.
func (f *Flags) Fit(cmd *cobra.Command, t *Fitting) (*Drawn, *dataset.Spread, error) {
	s, err := f.from(cmd, t)
	if err != nil {
		return nil, nil, err
	}
	if err := input.CheckMemory(input.MapBytes(f.Options.Columns, s.dim),
		fmt.Sprintf("--columns %d in dimension %d", f.Options.Columns, s.dim)); err != nil {
		return nil, nil, err
	}
	var spread *dataset.Spread
	if t.Data != nil {
		if spread, err = t.Far().Check(cmd, t.Flags, t.Data, t.Outside); err != nil {
			return nil, nil, err
		}
	}
	distances, err := f.Distances(cmd, t.Kernel, s.dim, t.Flags, t.Data)
	if err != nil {
		return nil, nil, err
	}
	d, err := s.Draw(f.Options.Columns, distances, 0, t.OnSphere)
	return d, spread, err
}

// from returns what the map is drawn from.
func (f *Flags) from(cmd *cobra.Command, t *Fitting) (*Sources, error) {
	if t.Given != nil {
		return f.given(cmd, t)
	}
	if err := input.CheckColumns(t.Dim); err != nil {
		if t.Data == nil {
			return nil, fmt.Errorf("--dim: %w", err)
		}
		return nil, fmt.Errorf("%s has %d columns: %w", t.Flags.Name(), t.Dim, err)
	}
	return f.Sources(cmd, t.Kernel, t.Dim, t.OnSphere)
}

// given returns the source of a file of 'krein decompose'.
func (f *Flags) given(cmd *cobra.Command, t *Fitting) (*Sources, error) {
	if f.Padding == "yes" {
		return nil, errors.New("--padding is for the Jordan decomposition of a formula")
	}
	s := f.sources(cmd, t.Given.Dim())
	if t.Given.Sphere != nil {
		s.add(t.Given, evaluation.SphereBias(t.Given))
	} else {
		bias, err := parts.Admit(cmd.Context(), t.Given.Parts, t.Kernel, f.Accept)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.File, err)
		}
		s.add(t.Given, bias)
	}
	if t.Data != nil {
		return s, t.Data.CheckDim("the dimension of "+t.File, s.dim)
	}
	return s, nil
}

func (f *Flags) sources(cmd *cobra.Command, dim int) *Sources {
	return &Sources{flags: f, cmd: cmd, dim: dim, bias: map[*evaluation.Representation]*parts.Bias{}}
}

func (s *Sources) add(r *evaluation.Representation, bias *parts.Bias) {
	s.list = append(s.list, r)
	s.bias[r] = bias
}

// Sources returns what maps of k may be drawn from for rows of dim columns, which are on the unit sphere or not: the
// Jordan decomposition, that of a larger dimension for designs, and on the sphere harmonics, or step and ReLU functions.
func (f *Flags) Sources(cmd *cobra.Command, k *kernel.Kernel, dim int, onSphere bool) (*Sources, error) {
	s := f.sources(cmd, dim)
	sphere := f.Representation == "sphere" || f.Representation == "auto" && onSphere && f.Harmonics() == nil
	plain := f.Representation != "sphere" && f.Padding != "yes"
	jordan := func(decompose decomposer) (*evaluation.Representation, error) {
		dec, bias, err := decompose(cmd, k, dim, f.Accept)
		if err != nil {
			return nil, err
		}
		r := &evaluation.Representation{Name: "jordan", Parts: dec}
		s.bias[r] = bias
		return r, nil
	}
	var found *evaluation.Representation
	var none error
	if plain && sphere {
		found, none = jordan(parts.Attempt)
	}
	if sphere {
		look := evaluation.Sphere
		if f.Representation == "auto" && none == nil { // there may be something to compare it with
			look = evaluation.Coarse
		}
		r, err := look(cmd, k, dim)
		switch {
		case err == nil:
			s.add(r, evaluation.SphereBias(r))
		case f.Representation == "sphere":
			return nil, err
		}
	}
	if f.Representation == "sphere" {
		return s, nil
	}
	if plain && (!sphere || found == nil && len(s.list) == 0) {
		if found, none = jordan(parts.Jordan); none != nil {
			return nil, none
		}
	}
	if found != nil {
		s.list = append(s.list, found)
	}
	if err := s.pad(k); err != nil {
		return nil, err
	}
	return s, cmd.Context().Err()
}

// decomposer finds a Jordan decomposition, with its bias.
type decomposer = func(*cobra.Command, *kernel.Kernel, int, bool) (*decompose.Decomposition, *parts.Bias, error)

// pad adds the decomposition in a larger dimension, if it is wanted and of use, and completes the only source.
func (s *Sources) pad(k *kernel.Kernel) error {
	f, cmd := s.flags, s.cmd
	r, bias, err := f.padded(cmd, k, s.dim)
	switch {
	case r != nil:
		s.add(r, bias)
	case err != nil && f.Padding == "yes":
		return err
	case err != nil && f.Among.Couplings != nil: // designs were asked for
		fmt.Fprintln(cmd.ErrOrStderr(), err)
	}
	if len(s.list) == 1 && s.list[0].Whole != nil { // there is nothing to compare it with
		whole, err := s.list[0].Whole()
		if err != nil {
			return err
		}
		s.list = nil
		s.add(whole, evaluation.SphereBias(whole))
	}
	return nil
}

// Distances returns those that a map is drawn for: of the flag, of the ranges file, or between rows of the data, which
// are read once more; without data those of [Apart]. It is nil where nothing depends on them.
func (f *Flags) Distances(cmd *cobra.Command, k *kernel.Kernel, dim int, flags *dataset.Flags, data *dataset.Rows) ([]float64,
	error) {
	switch {
	case !f.NeedsDistances():
		return f.Options.Distances, nil
	case data == nil:
		return Apart(k, dim), nil
	case len(data.Distances) > 0:
		return data.Distances, nil
	}
	x, err := dataset.Sample(cmd, flags, data, f.Options.Seed)
	if err != nil {
		return nil, fmt.Errorf("--coupling auto, --radii importance, --budget variance and --exact sphere without --distances: %w",
			err)
	}
	return Between(x, f.Options.Seed), nil
}

// Between returns distances between rows that stand for all; 1 if there is one row, or all are the same: any will do.
func Between(x mat.Matrix, seed uint64) []float64 {
	z := features.SampleDistances(x, MapDistances, seed)
	if !slices.ContainsFunc(z, func(v float64) bool { return v != 0 }) {
		return []float64{1}
	}
	return z
}

// Apart returns the distances that maps without data are drawn for, those at which 'krein compare' predicts errors then:
// between random points of the unit sphere for kernels that live there, else evenly spread up to 2, or to the radius of
// the kernel's domain.
func Apart(k *kernel.Kernel, dim int) []float64 {
	radius := 2.0
	if k != nil && k.Domain() != nil {
		if radius, _ = k.Domain().Float64(); radius == 2 && dim > 1 {
			return features.SphereDistances(dim, withoutData)
		}
	}
	return compare.Grid(radius, withoutData)
}

const (
	// MapDistances is how many distances of the data choices, importance radii and the variance budget average over.
	MapDistances = 64
	withoutData  = 16
)

// Draw draws the map of so many columns that is predicted to have the least variance at the distances times 2^power: exactly
// those of rows whose lengths are divided by 2^power. Rows are on the unit sphere or not.
func (s *Sources) Draw(columns int, distances []float64, power int, onSphere bool) (*Drawn, error) {
	f := s.flags
	base := f.Options
	base.Columns, base.OnSphere = columns, onSphere
	base.Distances = slices.Clone(distances)
	floats.Scale(math.Ldexp(1, power), base.Distances)
	var best *Drawn
	var from features.Representation
	least := math.Inf(1)
	take := func(r *evaluation.Representation) error {
		rep, d, v, err := s.predicted(r, base, len(s.list) > 1)
		if err == nil && (best == nil || v < least) {
			best, from, least = d, rep, v
		}
		return err
	}
	var coarse *evaluation.Representation
	for _, r := range s.list {
		if r.Whole != nil {
			coarse = r
		} else if err := take(r); err != nil {
			return nil, err
		}
	}
	if coarse != nil {
		_, _, v, err := s.predicted(coarse, base, true)
		if err != nil {
			return nil, err
		}
		if v <= evaluation.Slack*least { // else the whole has no chance
			if whole, err := coarse.Whole(); err == nil {
				s.bias[whole] = evaluation.SphereBias(whole)
				if err := take(whole); err != nil {
					return nil, err
				}
			} else if s.cmd.Context().Err() != nil {
				return nil, err
			}
		}
	}
	m, err := features.New(from, &best.Options)
	if err != nil {
		return nil, err
	}
	best.Map, best.Bias = m, s.bias[best.Source]
	return best, nil
}

// predicted returns what to draw from, the map that is to be drawn from a source, and its predicted mean variance if that is
// asked for or decides the options.
func (s *Sources) predicted(r *evaluation.Representation, opt features.Options, needed bool) (features.Representation, *Drawn,
	float64, error) {
	f, d := s.flags, &Drawn{Source: r}
	if r.Sphere != nil {
		if err := f.Harmonics(); err != nil {
			return nil, nil, 0, err
		}
		if f.Among.Couplings == nil {
			opt.Coupling = features.Orthogonal
		}
		if d.Options = opt; !needed {
			return r.Sphere, d, 0, nil
		}
		p, err := r.Sphere.Predict(&opt, opt.Distances)
		if err != nil {
			return nil, nil, 0, err
		}
		v, err := p.At(s.cmd.Context(), opt.Columns)
		return r.Sphere, d, v + r.SquareBias(opt.Distances), err
	}
	among := f.Among
	if r.Padded > 0 {
		opt.PointDim = s.dim
		among.Couplings = []features.Coupling{features.Design}
	}
	if !f.open() && !needed {
		d.Options = opt
		return features.Fourier(r.Parts), d, 0, nil
	}
	choices, err := features.Choose(s.cmd.Context(), r.Parts, &opt, &among)
	if err != nil {
		return nil, nil, 0, err
	}
	best := choices[0]
	opt.Coupling, opt.Radii, opt.Budget, opt.Exact = best.Coupling, best.Radii, best.Budget, best.Exact
	if d.Options = opt; f.open() {
		d.Choices = choices
	}
	return features.Fourier(r.Parts), d, best.Variance, nil
}
