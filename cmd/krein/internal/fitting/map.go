package fitting

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/parts"
	"krein/decompose"
	"krein/features"
	"krein/kernel"
	"krein/learn/model"
)

// MapFlags are the flags of the map that a model has.
type MapFlags struct {
	columns  int
	coupling string
	accept   bool
}

// Add registers the flags.
func (f *MapFlags) Add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.IntVar(&f.columns, "columns", features.DefaultColumns, "number of feature columns; a frequency gives two")
	fl.StringVar(&f.coupling, "coupling", "auto", "auto (with radii and budget, by predicted variance), or with stratified radii and a\nproportional budget: iid, orthogonal, gorf, shared, structured, design or quasi")
	parts.AcceptFlag(cmd, &f.accept)
}

// Columns is the number of columns asked for.
func (f *MapFlags) Columns() int { return f.columns }

// Drawn is a map, and what there is to say of it.
type Drawn struct {
	Waves   *model.Waves
	Options *features.Options
	Bias    *parts.Bias
}

// String is the line on the map.
func (d *Drawn) String() string {
	return fmt.Sprintf("map: %d columns, %v frequencies, %v radii, %v budget", d.Waves.Columns(), d.Options.Coupling, d.Options.Radii, d.Options.Budget)
}

// pairs is the number of distances that the choice of a map averages over.
const pairs = 64

// Draw draws the map of the kernel for prepared rows, with the couplings that are predicted to be best
// at their distances.
func (f *MapFlags) Draw(cmd *cobra.Command, k *kernel.Kernel, x *mat.Dense, onSphere bool, seed uint64) (*Drawn, error) {
	_, dim := x.Dims()
	dec, bias, err := parts.Jordan(cmd, k, dim, f.accept)
	if err != nil {
		return nil, err
	}
	opt := &features.Options{
		Columns: f.columns, Seed: seed, OnSphere: onSphere, Distances: features.SampleDistances(x, pairs, seed),
	}
	if strings.Trim(fmt.Sprint(opt.Distances), "[0 ]") == "" {
		opt.Distances = []float64{1} // all rows are the same, or there is one: any will do
	}
	if err := f.choose(cmd, dec, opt); err != nil {
		return nil, err
	}
	m, err := features.New(features.Fourier(dec), opt)
	if err != nil {
		return nil, err
	}
	w, err := model.WavesOf(m)
	return &Drawn{Waves: w, Options: opt, Bias: bias}, err
}

// choose fills the coupling, the radii and the budget in.
func (f *MapFlags) choose(cmd *cobra.Command, dec *decompose.Decomposition, opt *features.Options) error {
	if f.coupling != "auto" {
		opt.Radii, opt.Budget = features.RadiiStratified, features.BudgetProportional
		return opt.Coupling.UnmarshalText([]byte(f.coupling))
	}
	among := &features.Choices{Exact: []features.Exact{features.ExactNone}} // files have frequencies alone
	choices, err := features.Choose(cmd.Context(), dec, opt, among)
	if err != nil {
		return err
	}
	opt.Coupling, opt.Radii, opt.Budget = choices[0].Coupling, choices[0].Radii, choices[0].Budget
	return nil
}
