package fitting

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/input"
	"krein/features"
	"krein/features/waves"
	"krein/features/written"
	"krein/internal/kernel/numeric"
	"krein/internal/outward"
	"krein/kernel"
	"krein/learn/model"
)

// MapFlags are the flags of the map that a model has.
type MapFlags struct {
	drawing.Flags
	columns   int
	compress  int
	landmarks string
	points    int  // landmarks of Adapt
	silent    bool // no flag says how columns are made
}

// Add registers the flags.
func (f *MapFlags) Add(cmd *cobra.Command) {
	f.Flags = drawing.Auto()
	fl := cmd.Flags()
	fl.IntVar(&f.columns, "columns", features.DefaultColumns, "number of feature columns; a frequency gives two")
	fl.IntVar(&f.compress, "compress", 1, "draw so many times as many columns, and keep --columns principal "+
		"ones of the training rows")
	fl.StringVar(&f.landmarks, "landmarks", auto, "draw no map, take kernels with training rows for columns (Nyström), "+
		"drawn uniform or spread\n(k-means++): as many rows as --columns times --compress, --columns "+
		"principal columns of them;\nnone: draw a map; auto: for functions of the distance principal columns of "+
		"4 times as many rows\n(768 at most, or --columns), unless --coupling or --compress say that a map is drawn or "+
		"the\ndata are large")
	fl.Lookup("landmarks").NoOptDefVal = uniform
	f.AddCoupling(cmd)
	input.TakeAccept(cmd, &f.Accept)
}

// Columns is the number of columns asked for.
func (f *MapFlags) Columns() int {
	if f.points > 0 {
		return f.points
	}
	return f.columns * max(1, f.compress)
}

const (
	// manyPoints is how many landmarks there are without being asked for, unless there are more columns: their kernels
	// with each other are decomposed. More columns than mostPoints are those of a map.
	manyPoints, mostPoints = 768, 2048
	// pointsPerColumn is how many rows a column is made of. Four times as many are close to kernel principal components;
	// as many are not (bench/defaults/run.py measures it).
	pointsPerColumn = 4
	// mostAdapted bounds the numbers of rows and features in memory, half a gigabyte of them: beyond that, rows are read
	// a block at a time where the method needs no more, and a map is drawn.
	mostAdapted = 1 << 26
)

// Adapt takes principal columns of landmarks for a map where flags leave that open, for so many rows of dim columns, and
// reports whether it does.
func (f *MapFlags) Adapt(rows, dim int) bool {
	if f.landmarks != auto || !f.silent || f.columns > mostPoints || rows*(dim+f.columns) > mostAdapted {
		return false
	}
	f.landmarks = uniform
	f.points = min(rows, max(f.columns, manyPoints), pointsPerColumn*f.columns)
	return true
}

// Coupled reports whether a coupling is given.
func (f *MapFlags) Coupled() bool { return f.Coupling != "auto" }

// Check reads the flags, and refuses numbers of columns that are none.
func (f *MapFlags) Check(changed func(flag string) bool, seed uint64) error {
	switch {
	case f.columns < 1:
		return fmt.Errorf("--columns %d: want at least 1", f.columns)
	case f.compress < 1:
		return fmt.Errorf("--compress %d: want at least 1, which keeps all columns", f.compress)
	case !slices.Contains([]string{auto, none, uniform, spread}, f.landmarks):
		return fmt.Errorf("--landmarks %q: want uniform or spread, none or auto", f.landmarks)
	case f.taken() && f.Coupling != "auto":
		return errors.New("--landmarks draws no map: --coupling has nothing to couple")
	}
	f.silent = !changed("coupling") && !changed("compress") && !changed("accept-estimate")
	f.Options.Columns, f.Options.Seed = f.Columns(), seed
	return nil
}

// Keep is how many principal columns are kept of them, 0: all of them.
func (f *MapFlags) Keep() int {
	if f.compress <= 1 && !f.taken() {
		return 0
	}
	return f.columns
}

// How landmarks are drawn, if they are.
const auto, none, uniform, spread = "auto", "none", "uniform", "spread"

// taken reports whether landmarks are taken.
func (f *MapFlags) taken() bool { return f.landmarks == uniform || f.landmarks == spread }

// Compresses reports whether there are more columns than are kept.
func (f *MapFlags) Compresses() bool { return f.compress > 1 }

// Landmarks are training rows in the place of a map that is drawn; nil: there are none.
func (f *MapFlags) Landmarks(k *kernel.Kernel) *Landmarks {
	if !f.taken() {
		return nil
	}
	return &Landmarks{Count: f.Columns(), Spread: f.landmarks == spread, Kernel: k}
}

// Drawn is a map of a function of the distance as a model has it.
type Drawn struct {
	model.Map
	*drawing.Drawn
	// Note says what is likely wrong with the kernel for these rows; may be empty.
	Note string
}

// NewDrawn writes the map out.
func NewDrawn(d *drawing.Drawn) (*Drawn, error) {
	m, err := modelMap(d.Map)
	return &Drawn{Map: m, Drawn: d}, err
}

// modelMap writes a map out as models have it.
func modelMap(m *features.Map) (model.Map, error) {
	if m.Columns() == 0 {
		return nil, errors.New("the kernel is 0: there are no features")
	}
	w, err := waves.Of(m)
	if errors.Is(err, waves.ErrNotWaves) {
		return written.Of(m, nil)
	}
	return w, err
}

// String is the line on the map.
func (d *Drawn) String() string {
	s := fmt.Sprintf("map: %d columns, %s, %v", d.Map.Columns(), d.Source.Name, d.Options.Coupling)
	if d.Source.Parts != nil {
		s += fmt.Sprintf(" frequencies, %v radii, %v budget", d.Options.Radii, d.Options.Budget)
		if d.Options.Exact != features.ExactNone {
			s += fmt.Sprintf("; %s exact", d.Options.Exact.Words())
		}
	}
	return s
}

// pairs is how many distances between rows a note looks at.
const pairs = 512

// Distances returns those of some pairs of rows.
func Distances(x mat.Matrix, seed uint64) []float64 {
	return features.SampleDistances(x, pairs, seed)
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
