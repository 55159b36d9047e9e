package fitting

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/parts"
	"krein/decompose"
	"krein/features"
	"krein/features/waves"
	"krein/features/written"
	"krein/internal/outward"
	"krein/kernel"
	"krein/kernel/numeric"
	"krein/learn/model"
)

// MapFlags are the flags of the map that a model has.
type MapFlags struct {
	columns   int
	compress  int
	landmarks string
	coupling  string
	accept    bool
}

// Add registers the flags.
func (f *MapFlags) Add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.IntVar(&f.columns, "columns", features.DefaultColumns, "number of feature columns; a frequency gives two")
	fl.IntVar(&f.compress, "compress", 1, "draw so many times as many columns, and keep --columns principal "+
		"ones of the training rows")
	fl.StringVar(&f.landmarks, "landmarks", "", "draw no map, take kernels with training rows for columns (Nyström), "+
		"drawn uniform or spread\n(k-means++): as many rows as --columns times --compress, --columns "+
		"principal columns of them")
	fl.Lookup("landmarks").NoOptDefVal = uniform
	fl.StringVar(&f.coupling, "coupling", "auto", "auto (with radii and budget, by predicted variance), or with "+
		"stratified radii and a\nproportional budget: iid, orthogonal, gorf, shared, structured, design or quasi")
	parts.AcceptFlag(cmd, &f.accept)
}

// Columns is the number of columns asked for.
func (f *MapFlags) Columns() int { return f.columns * max(1, f.compress) }

// Coupled reports whether a coupling is given.
func (f *MapFlags) Coupled() bool { return f.coupling != "auto" }

// Check refuses numbers of columns that are none.
func (f *MapFlags) Check() error {
	switch {
	case f.columns < 1:
		return fmt.Errorf("--columns %d: want at least 1", f.columns)
	case f.compress < 1:
		return fmt.Errorf("--compress %d: want at least 1, which keeps all columns", f.compress)
	case f.landmarks != "" && f.coupling != "auto":
		return errors.New("--landmarks draws no map: --coupling has nothing to couple")
	case f.landmarks != "" && f.landmarks != uniform && f.landmarks != spread:
		return fmt.Errorf("--landmarks %q: want uniform or spread", f.landmarks)
	}
	return nil
}

// Keep is how many principal columns are kept of them, 0: all of them.
func (f *MapFlags) Keep() int {
	if f.compress <= 1 && f.landmarks == "" {
		return 0
	}
	return f.columns
}

// How landmarks are drawn.
const uniform, spread = "uniform", "spread"

// Compresses reports whether there are more columns than are kept.
func (f *MapFlags) Compresses() bool { return f.compress > 1 }

// Landmarks are training rows in the place of a map that is drawn; nil: there are none.
func (f *MapFlags) Landmarks(k *kernel.Kernel) *Landmarks {
	if f.landmarks == "" {
		return nil
	}
	return &Landmarks{Count: f.Columns(), Spread: f.landmarks == spread, Kernel: k}
}

// Drawn is a map, and what there is to say of it.
type Drawn struct {
	model.Map
	Representation string
	Options        *features.Options
	Bias           *parts.Bias
	ExactError     features.ExactError // added to the bias; may be zero
	// Note says what is likely wrong with the kernel for these rows; may be empty.
	Note        string
	frequencies bool
}

// String is the line on the map.
func (d *Drawn) String() string {
	s := fmt.Sprintf("map: %d columns, %s, %v", d.Columns(), d.Representation, d.Options.Coupling)
	if d.frequencies {
		s += fmt.Sprintf(" frequencies, %v radii, %v budget", d.Options.Radii, d.Options.Budget)
		if d.Options.Exact != features.ExactNone {
			s += fmt.Sprintf("; %s exact", d.Options.Exact.Words())
		}
	}
	return s
}

// pairs is the number of distances that the choice of a map averages over.
const pairs = 64

// Drawing draws maps of a kernel for prepared rows.
type Drawing struct {
	flags     *MapFlags
	cmd       *cobra.Command
	kernel    *kernel.Kernel
	dim       int
	onSphere  bool
	seed      uint64
	distances []float64 // between rows, that maps are drawn for

	dec  *decompose.Decomposition
	bias *parts.Bias
	err  error // there is no decomposition
}

// Drawing returns the drawing of maps for these rows; the kernel is decomposed once for all of them.
func (f *MapFlags) Drawing(cmd *cobra.Command, k *kernel.Kernel, x mat.Matrix, onSphere bool, seed uint64) *Drawing {
	_, dim := x.Dims()
	d := &Drawing{flags: f, cmd: cmd, kernel: k, dim: dim, onSphere: onSphere, seed: seed,
		distances: features.SampleDistances(x, pairs, seed)}
	if strings.Trim(fmt.Sprint(d.distances), "[0 ]") == "" {
		d.distances = []float64{1} // all rows are the same, or there is one: any will do
	}
	d.dec, d.bias, d.err = parts.Jordan(cmd, k, dim, f.accept)
	return d
}

// Draw draws a map of so many columns for rows that are divided by 2^power besides, with the coupling that is predicted
// to be best at their distances: of frequencies, or for rows on the sphere of harmonics or step functions, if these are
// predicted to be better or there are no frequencies.
func (g *Drawing) Draw(columns, power int) (*Drawn, error) {
	f, cmd, k, dim, onSphere := g.flags, g.cmd, g.kernel, g.dim, g.onSphere
	opt := &features.Options{Columns: columns, Seed: g.seed, OnSphere: onSphere, Distances: slices.Clone(g.distances)}
	floats.Scale(math.Ldexp(1, -power), opt.Distances)
	dec, bias, err := g.dec, g.bias, g.err
	variance := math.Inf(1)
	if err == nil {
		if variance, err = f.choose(cmd, dec, opt); err != nil {
			return nil, err
		}
	}
	if onSphere && (f.coupling == "auto" || f.coupling == "iid" || f.coupling == "orthogonal") {
		if d, better := f.sphere(cmd, k, dim, opt, variance); better != nil || d != nil {
			return d, better
		}
	}
	if err != nil {
		return nil, err
	}
	m, err := features.New(features.Fourier(dec), opt)
	if err != nil {
		return nil, err
	}
	if m.Columns() == 0 {
		return nil, errors.New("the kernel is 0: there are no features")
	}
	d := &Drawn{Representation: "jordan", Options: opt, Bias: bias, ExactError: m.ExactError(), frequencies: true}
	if opt.Exact == features.ExactNone {
		d.Map, err = waves.Of(m)
	} else {
		d.Map, err = written.Of(m, nil)
	}
	return d, err
}

// sphere draws a map on the sphere if it is predicted to have less than the variance, else nil.
func (f *MapFlags) sphere(cmd *cobra.Command, k *kernel.Kernel, dim int, from *features.Options,
	variance float64) (*Drawn, error) {
	r, err := evaluation.Coarse(cmd, k, dim)
	if err != nil {
		return nil, cmd.Context().Err() // there is none
	}
	opt := &features.Options{Columns: from.Columns, Seed: from.Seed, Coupling: features.Orthogonal,
		Distances: from.Distances}
	if f.coupling == "iid" {
		opt.Coupling = features.IID
	}
	predicted := func() (float64, error) {
		p, err := r.Sphere.Predict(opt, opt.Distances)
		if err != nil {
			return 0, err
		}
		v, err := p.At(cmd.Context(), opt.Columns)
		return v + r.Bias*r.Bias, err
	}
	v, err := predicted()
	if err == nil && r.Whole != nil {
		if v > evaluation.Slack*variance {
			return nil, nil // the whole has no chance
		}
		if r, err = r.Whole(); err != nil {
			return nil, cmd.Context().Err()
		}
		v, err = predicted()
	}
	if err != nil || v >= variance {
		return nil, err
	}
	d := &Drawn{Representation: r.Name, Options: opt,
		Bias: &parts.Bias{Bound: r.Bias, Kind: decompose.KindProved, Radius: 2}}
	m, err := features.New(r.Sphere, opt)
	if err != nil {
		return nil, err
	}
	d.Map, err = written.Of(m, nil)
	return d, err
}

// Distances returns those of some pairs of rows: the first of them are those for which a map is drawn.
func Distances(x mat.Matrix, seed uint64) []float64 {
	return features.SampleDistances(x, 8*pairs, seed)
}

// Unrelated returns a note if the kernel is next to zero at half of the distances between some rows, from the median on:
// a row is then as if alone among most others, and what is learnt at one does not help at another. The remedy is what
// the verb has for it.
func Unrelated(k *kernel.Kernel, x mat.Matrix, seed uint64, remedy string) string {
	distances := Distances(x, seed)
	slices.Sort(distances)
	distances = distances[len(distances)/2:]
	at := numeric.Compile(k).At
	largest := 0.0
	for _, z := range distances {
		largest = max(largest, math.Abs(at(z)))
	}
	zero := math.Abs(at(0))
	if len(distances) == 0 || !(largest < unrelated*zero) {
		return ""
	}
	return fmt.Sprintf(
		"note: at half of the distances between rows, %s to %s, |k| is at most %s of k(0): what is learnt at one row "+
			"hardly helps at another; %s", outward.Down(distances[0], 3),
		outward.Up(distances[len(distances)-1], 3), outward.Up(max(largest/zero, 1e-99), 1), remedy)
}

// choose fills the coupling, the radii, the budget and what is exact in, and returns the predicted variance, +Inf for a
// coupling that was given.
func (f *MapFlags) choose(cmd *cobra.Command, dec *decompose.Decomposition, opt *features.Options) (float64, error) {
	if f.coupling != "auto" {
		opt.Radii, opt.Budget = features.RadiiStratified, features.BudgetProportional
		return math.Inf(1), opt.Coupling.UnmarshalText([]byte(f.coupling))
	}
	choices, err := features.Choose(cmd.Context(), dec, opt, nil)
	if err != nil {
		return 0, err
	}
	best := choices[0]
	opt.Coupling, opt.Radii, opt.Budget, opt.Exact = best.Coupling, best.Radii, best.Budget, best.Exact
	return best.Variance, nil
}
