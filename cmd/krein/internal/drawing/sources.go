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
	"krein/cmd/krein/internal/measure"
	"krein/decompose"
	"krein/features"
	"krein/features/radial"
	"krein/internal/features/compare"
	"krein/internal/features/ridge"
	"krein/kernel"
)

// Sources are the measures and expansions that maps of one function of the distance may be drawn from. Every verb that
// draws asks for them here, so that the same kernel, rows, columns and seed give the same map in each.
type Sources struct {
	flags *Flags
	cmd   *cobra.Command
	dim   int
	list  []*evaluation.Representation
	bias  map[*evaluation.Representation]*measure.Bias
	known map[*evaluation.Representation]*predictions
	// Missing says why some sources cannot be had; where there is none at all, that is the error.
	Missing []error
}

// predictions holds the predicted variances of maps of one source, for at most so many columns, at some distances.
type predictions struct {
	columns   int
	distances []float64
	onSphere  bool
	chooser   *radial.Chooser     // of frequencies
	sphere    features.Prediction // of others
}

// Drawn is a map of a function of the distance, with what there is to say of it.
type Drawn struct {
	*features.Map
	Source *evaluation.Representation
	Bias   *measure.Bias // nil: not known
	// Options are those that the map was drawn with, and Choices those that were compared, by predicted variance, if
	// anything was left open.
	Options features.Options
	Choices []radial.Choice
}

// Fitting says for which kernel and rows a map is fitted.
type Fitting struct {
	Kernel *kernel.Kernel // nil: the file names none
	// Given is what a file has to draw from, File its name; nil: the kernel's own measures.
	Given *evaluation.Representation
	File  string
	// Beyond is the flag.
	Beyond   string
	Flags    *dataset.Flags
	Data     *dataset.Rows // nil: there are none, but Dim columns
	Dim      int
	OnSphere bool // rows are
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
	s, err := f.From(cmd, t)
	if err != nil {
		return nil, nil, err
	}
	if err := input.CheckMemory(input.MapBytes(f.Options.Columns, s.dim),
		fmt.Sprintf("--columns %d in dimension %d", f.Options.Columns, s.dim)); err != nil {
		return nil, nil, err
	}
	var spread *dataset.Spread
	if t.Data != nil {
		if spread, err = t.Far().Check(cmd, t.Flags, t.Data, f.Accept); err != nil {
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

// From returns what the map is drawn from.
func (f *Flags) From(cmd *cobra.Command, t *Fitting) (*Sources, error) {
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
		return nil, errors.New("--coupling padded is for the Jordan decomposition of a formula")
	}
	s := f.sources(cmd, t.Given.Dim())
	bias := evaluation.SphereBias(t.Given)
	if t.Given.Sphere == nil {
		var err error
		if bias, err = measure.Admit(cmd.Context(), t.Given.Parts, t.Kernel, f.Accept); err != nil {
			return nil, fmt.Errorf("%s: %w", t.File, err)
		}
		t.Given.Bias, t.Given.BiasKind = bias.Bound, bias.Kind
	}
	if bias != nil {
		bias.Stated = bias.Kind == decompose.KindProved
	}
	s.add(t.Given, bias)
	if t.Data != nil {
		return s, t.Data.CheckDim("the dimension of "+t.File, s.dim)
	}
	return s, nil
}

func (f *Flags) sources(cmd *cobra.Command, dim int) *Sources {
	return &Sources{flags: f, cmd: cmd, dim: dim, bias: map[*evaluation.Representation]*measure.Bias{},
		known: map[*evaluation.Representation]*predictions{}}
}

func (s *Sources) add(r *evaluation.Representation, bias *measure.Bias) {
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
		r := &evaluation.Representation{Name: "jordan", Bias: bias.Bound, BiasKind: bias.Kind, Parts: dec}
		s.bias[r] = bias
		return r, nil
	}
	var found *evaluation.Representation
	var none error
	if plain && sphere {
		if found, none = jordan(measure.Attempt); none != nil {
			s.Missing = append(s.Missing, fmt.Errorf("no Jordan decomposition: %w", none))
		}
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
		default:
			s.Missing = append(s.Missing, fmt.Errorf("no expansion on the sphere: %w", err))
		}
	}
	if f.Representation == "sphere" {
		return s, nil
	}
	if plain && (!sphere || found == nil && len(s.list) == 0) {
		if found, none = jordan(measure.Jordan); none != nil {
			return nil, none
		}
	}
	if found != nil {
		s.list = append(s.list, found)
	}
	if err := s.pad(k, found, found != nil || !plain); err != nil {
		return nil, err
	}
	return s, cmd.Context().Err()
}

// decomposer finds a Jordan decomposition, with its bias.
type decomposer = func(*cobra.Command, *kernel.Kernel, int, bool) (*decompose.Decomposition, *measure.Bias, error)

// pad adds the decomposition in a larger dimension, if it is wanted and of use, and completes the only source. There may be one
// only where there is one in the rows' own dimension, or that was not asked for. A kernel that is positive definite in
// that dimension, own, has features without a signature: it is no use where it is indefinite.
func (s *Sources) pad(k *kernel.Kernel, own *evaluation.Representation, may bool) error {
	f, cmd := s.flags, s.cmd
	var r *evaluation.Representation
	var bias *measure.Bias
	var err error
	if may {
		r, bias, err = f.padded(cmd, k, s.dim)
	}
	if r != nil && f.Padding != "yes" && own != nil && signs(r.Parts) > signs(own.Parts) {
		r, err = nil, fmt.Errorf("rows are not padded to R^%d: the kernel is indefinite there, and is not in R^%d", r.Padded, s.dim)
	}
	switch {
	case r != nil:
		s.add(r, bias)
	case err != nil && f.Padding == "yes":
		return err
	case err != nil && f.Among.Couplings != nil: // designs were asked for
		fmt.Fprintln(cmd.ErrOrStderr(), err)
	case err != nil:
		s.Missing = append(s.Missing, err)
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

// signs counts the parts of a decomposition that have mass.
func signs(dec *decompose.Decomposition) (n int) {
	for _, p := range []*decompose.Part{&dec.Plus, &dec.Minus} {
		if p.Total() > 0 {
			n++
		}
	}
	return n
}

// Distances returns those that a map is drawn for: of the flag, of the ranges file, or between rows of the data, which
// are read once more; without data those of [DefaultDistances]. It is nil where nothing depends on them.
func (f *Flags) Distances(cmd *cobra.Command, k *kernel.Kernel, dim int, flags *dataset.Flags, data *dataset.Rows) ([]float64,
	error) {
	switch {
	case !f.NeedsDistances():
		return f.Options.Distances, nil
	case data == nil:
		return DefaultDistances(k, dim), nil
	case len(data.Distances) > 0:
		return data.Distances, nil
	}
	x, err := dataset.Sample(cmd, flags, data, f.Options.Seed)
	if err != nil {
		return nil, fmt.Errorf("choices, importance radii, the variance budget and --exact sphere need distances: %w",
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

// DefaultDistances returns the distances that maps without data are drawn for, those at which 'krein compare' predicts errors then:
// between random points of the unit sphere for kernels that live there, else evenly spread up to 2, or to the radius of
// the kernel's domain.
func DefaultDistances(k *kernel.Kernel, dim int) []float64 {
	radius := 2.0
	if k != nil && k.Domain() != nil {
		if radius, _ = k.Domain().Float64(); radius == 2 && dim > 1 {
			return ridge.Distances(dim, withoutData)
		}
	}
	return compare.Grid(radius, withoutData)
}

const (
	// MapDistances is how many distances of the data choices, importance radii and the variance budget average over.
	MapDistances = 64
	withoutData  = 16
)

// All returns what maps may be drawn from, whole, frequencies first.
func (s *Sources) All() (all []*evaluation.Representation, err error) {
	for _, r := range s.list {
		if r.Whole != nil {
			if r, err = s.whole(r); err != nil {
				if s.cmd.Context().Err() != nil {
					return nil, err
				}
				s.Missing = append(s.Missing, fmt.Errorf("no expansion on the sphere: %w", err))
				continue
			}
		}
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b *evaluation.Representation) int { return rankOf(a) - rankOf(b) })
	return all, nil
}

// rankOf puts frequencies before others, and those of the rows' own dimension before those of a larger one.
func rankOf(r *evaluation.Representation) int {
	switch {
	case r.Sphere != nil:
		return 2
	case r.Padded > 0:
		return 1
	}
	return 0
}

// Jordan returns the Jordan decomposition in the rows' own dimension, nil if it is not among the sources.
func (s *Sources) Jordan() *decompose.Decomposition {
	for _, r := range s.list {
		if r.Sphere == nil && r.Padded == 0 {
			return r.Parts
		}
	}
	return nil
}

// Bias returns what is known of the bias of a source, nil: nothing.
func (s *Sources) Bias(r *evaluation.Representation) *measure.Bias { return s.bias[r] }

// whole returns what a first look stands for.
func (s *Sources) whole(coarse *evaluation.Representation) (*evaluation.Representation, error) {
	w, err := coarse.Whole()
	if err == nil {
		coarse.Whole = func() (*evaluation.Representation, error) { return w, nil } // it is not made again
		s.bias[w] = evaluation.SphereBias(w)
	}
	return w, err
}

// Draw draws the map of so many columns that [Sources.Choose] returns.
func (s *Sources) Draw(columns int, distances []float64, power int, onSphere bool) (*Drawn, error) {
	d, err := s.Choose(columns, distances, power, onSphere)
	if err != nil {
		return nil, err
	}
	d.Map, err = evaluation.Exactly(d.Source.Draws(), &d.Options, columns)
	return d, err
}

// Choose returns how the map of so many columns is drawn that is predicted to have the least variance at the distances times
// 2^power: exactly those of rows whose lengths are divided by 2^power. Rows are on the unit sphere or not. The map itself is not
// drawn.
func (s *Sources) Choose(columns int, distances []float64, power int, onSphere bool) (*Drawn, error) {
	base := s.flags.Options
	base.Columns, base.OnSphere = columns, onSphere
	base.Distances = slices.Clone(distances)
	floats.Scale(math.Ldexp(1, power), base.Distances)
	var best *Drawn
	least := math.Inf(1)
	take := func(r *evaluation.Representation) error {
		base := base
		if base.Columns = evaluation.Random(r, columns); base.Columns < 1 {
			return evaluation.TooFew(columns)
		}
		d, v, err := s.predicted(r, base, len(s.list) > 1)
		if err != nil && base.Columns != columns {
			err = fmt.Errorf("of --columns %d %d are for frequencies: %w", columns, base.Columns, err)
		}
		if err == nil && (best == nil || v < least) {
			best, least = d, v
		}
		return err
	}
	var coarse *evaluation.Representation
	for _, r := range s.list {
		switch {
		case r.Whole != nil:
			coarse = r
		case !s.pays(r, columns): // there are others
		default:
			if err := take(r); err != nil {
				return nil, err
			}
		}
	}
	if coarse != nil {
		_, v, err := s.predicted(coarse, base, true)
		if err != nil {
			return nil, err
		}
		if v <= evaluation.Slack*least { // else the whole has no chance
			if whole, err := s.whole(coarse); err == nil {
				if err := take(whole); err != nil {
					return nil, err
				}
			} else if s.cmd.Context().Err() != nil {
				return nil, err
			}
		}
	}
	best.Bias = s.bias[best.Source]
	return best, nil
}

// pays reports whether maps of so many columns are drawn from a source that rows are padded for.
func (s *Sources) pays(r *evaluation.Representation, columns int) bool {
	return r.Padded == 0 || len(s.list) == 1 || s.flags.Padding == "yes" || evaluation.PadsTo(s.dim, columns) > 0
}

// predictions returns those of a source, made for the options unless they are known.
func (s *Sources) predictions(r *evaluation.Representation, opt *features.Options) (*predictions, error) {
	p := s.known[r]
	if p != nil && opt.Columns <= p.columns && opt.OnSphere == p.onSphere && slices.Equal(opt.Distances, p.distances) {
		return p, nil
	}
	p = &predictions{columns: max(opt.Columns, s.flags.Options.Columns), distances: opt.Distances, onSphere: opt.OnSphere}
	most := *opt
	most.Columns = p.columns
	var err error
	if r.Sphere != nil {
		p.sphere, err = r.Sphere.Predict(&most, opt.Distances)
	} else {
		p.chooser, err = radial.NewChooser(r.Parts, &most, s.among(r))
	}
	if err == nil {
		s.known[r] = p
	}
	return p, err
}

// Chooser returns what ranks the maps of a source of frequencies, of up to so many columns.
func (s *Sources) Chooser(r *evaluation.Representation, columns int, distances []float64, onSphere bool) (*radial.Chooser,
	error) {
	opt := s.flags.Options
	opt.Columns, opt.Distances, opt.OnSphere = columns, distances, onSphere
	if r.Padded > 0 {
		opt.PointDim = s.dim
	}
	p, err := s.predictions(r, &opt)
	if err != nil {
		return nil, err
	}
	return p.chooser, nil
}

// among returns what is left to choose for a source of frequencies.
func (s *Sources) among(r *evaluation.Representation) *radial.Choices {
	among := s.flags.Among
	if r.Padded > 0 {
		among.Couplings = []features.Coupling{features.Design}
	}
	return &among
}

// predicted returns the map that is to be drawn from a source, and its predicted mean variance if that is asked for or decides
// the options.
func (s *Sources) predicted(r *evaluation.Representation, opt features.Options, needed bool) (*Drawn, float64, error) {
	f, d := s.flags, &Drawn{Source: r}
	if r.Sphere != nil {
		if err := f.Harmonics(); err != nil {
			return nil, 0, err
		}
		if f.Among.Couplings == nil {
			opt.Coupling = features.Orthogonal
		}
		if d.Options = opt; !needed {
			return d, 0, nil
		}
		p, err := s.predictions(r, &opt)
		if err != nil {
			return nil, 0, err
		}
		v, err := p.sphere.At(s.cmd.Context(), opt.Columns)
		return d, v + r.SquareBias(opt.Distances), err
	}
	if r.Padded > 0 {
		opt.PointDim = s.dim
	}
	if !f.open() && !needed {
		d.Options = opt
		return d, 0, nil
	}
	p, err := s.predictions(r, &opt)
	if err != nil {
		return nil, 0, err
	}
	choices, err := p.chooser.At(s.cmd.Context(), opt.Columns)
	if err != nil {
		return nil, 0, err
	}
	if len(choices) == 0 {
		return nil, 0, evaluation.TooFew(opt.Columns)
	}
	best := choices[0]
	opt.Coupling, opt.Radii, opt.Budget, opt.Exact = best.Coupling, best.Radii, best.Budget, best.Exact
	if d.Options = opt; f.open() {
		d.Choices = choices
	}
	return d, best.Variance, nil
}
