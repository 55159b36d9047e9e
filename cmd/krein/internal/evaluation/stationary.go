package evaluation

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/decompose/tensor"
	"krein/features"
	"krein/features/pair"
	"krein/fourier/stationary"
	"krein/internal/fourier/numeric"
	"krein/internal/fourier/symmetry"
	"krein/internal/outward"
)

// StationaryKernel is a kernel with what it is drawn from.
type StationaryKernel struct {
	Formula  string
	Dim      int
	Symmetry string                        // empty: not known
	At       func(delta []float64) float64 // values, compiled or of the file
	Rep      *pair.Representation
	smooth   bool // whether low orders may be looked for
}

// NewStationary is Of with a sign of life, for a verb that may take --accept-estimate.
func NewStationary(cmd *cobra.Command, k *stationary.Kernel) (*StationaryKernel, error) {
	defer terminal.Spin(cmd, fmt.Sprintf("decomposing in R^%d", k.Dim()))()
	found, err := Of(cmd.Context(), k)
	if err != nil {
		return nil, err
	}
	if accept, _ := cmd.Flags().GetBool("accept-estimate"); !accept { // false in a verb that has no such flag
		if err := measure.AccuratePair(found.Rep); err != nil {
			return nil, measure.Refusal(err, false)
		}
	}
	return found, nil
}

// Of decomposes the kernel.
func Of(ctx context.Context, k *stationary.Kernel) (*StationaryKernel, error) {
	c, err := numeric.Compile(k)
	if err != nil {
		return nil, err
	}
	_, radial := k.Radial() // verbs have tried to decompose it as a whole
	rep, err := pair.Represent(ctx, k, &tensor.Settings{Radial: measure.Settings(ctx, false), Combined: radial && k.Lengths() == nil})
	if err != nil {
		return nil, err
	}
	rep.Measure.Kernel = k.Formula()
	return &StationaryKernel{Formula: k.Formula(), Dim: k.Dim(), Symmetry: symmetry.Of(k).String(), At: c.At, Rep: rep,
		smooth: true}, nil
}

// IsTensorFile reports whether a file begins as one of a measure does.
func IsTensorFile(data []byte) bool { return input.HasSchema(data, "tensor") }

// DecodeTensor reads a file of 'krein decompose -o'. The measure gives the values of the kernel, and low
// orders are not exact in many dimensions, where they would take long.
func DecodeTensor(data []byte) (*StationaryKernel, error) {
	m, err := tensor.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	at := func(delta []float64) float64 {
		_, v := m.KernelAt(delta)
		return v
	}
	const most = 32
	return &StationaryKernel{Formula: m.Kernel, Dim: m.Dim, At: at, Rep: pair.FromTensor(m), smooth: m.Dim <= most}, nil
}

// Encode writes the measure as a file, '-' to standard output.
func (k *StationaryKernel) Encode(cmd *cobra.Command, path string, lengths bool) error {
	switch {
	case k.Rep.Taxicab != nil:
		return errors.New("-o: there is no file format for measures of functions of the 1-norm")
	case lengths:
		return errors.New("-o: a file has the measure without --lengths; write them into the formula")
	case path == "-":
		return k.Rep.Measure.Encode(cmd.OutOrStdout())
	}
	return k.Rep.Measure.Save(path)
}

// Way is one of the ways to draw from a kernel's measure.
type Way struct {
	Name  string
	Parts *pair.Parts
	Mass  float64
}

// Ways returns those with a name in names, or all: polar first.
func (k *StationaryKernel) Ways(names ...string) (out []Way) {
	for _, w := range []Way{{"polar", k.Rep.Polar, 0}, {"jordan", k.Rep.Jordan, 0}} {
		if len(names) > 0 && !slices.Contains(names, w.Name) || len(out) > 0 &&
			w.Parts == out[0].Parts {
			continue
		}
		for _, p := range w.Parts.Parts {
			w.Mass += p.Mass()
		}
		out = append(out, w)
	}
	return out
}

// A Chooser chooses among the ways to draw from a kernel's measure: all verbs do it here. What predictions for several numbers
// of columns have in common is computed once.
type Chooser struct {
	k   *StationaryKernel
	opt pair.Options
	by  map[*pair.Parts]*pair.Predictor
}

// Options returns what all verbs draw with by default: variances are averaged over differences of rows or, if rows is nil,
// over vectors of random directions that are at most radius long.
func (k *StationaryKernel) Options(rows *mat.Dense, radius float64, seed uint64) *pair.Options {
	return &pair.Options{Seed: seed, Budget: features.BudgetVariance, Exact: k.Taylor(measure.TaylorScale),
		Displacements: k.Displacements(rows, radius)}
}

// Chooser returns the chooser for the budget, the exact low orders, the displacements and the seed of the options.
func (k *StationaryKernel) Chooser(opt *pair.Options) *Chooser {
	return &Chooser{k, *opt, map[*pair.Parts]*pair.Predictor{}}
}

// Predictor returns that of a way.
func (c *Chooser) Predictor(way *Way) (*pair.Predictor, error) {
	if p := c.by[way.Parts]; p != nil {
		return p, nil
	}
	p, err := pair.NewPredictor(way.Parts, &c.opt)
	if err == nil {
		c.by[way.Parts] = p
	}
	return p, err
}

// Choose returns the choices for a way and so many columns, the best first.
func (c *Chooser) Choose(ctx context.Context, way *Way, columns int, among ...pair.Coupling) ([]pair.Choice, error) {
	p, err := c.Predictor(way)
	if err != nil {
		return nil, err
	}
	opt := c.opt
	opt.Columns = columns
	return p.Choose(ctx, &opt, among...)
}

// Best returns the choices for the way with the least predicted variance, among those with a name in names: the
// first within 5 % of its variance, and with exact low orders if they have to be.
func (c *Chooser) Best(ctx context.Context, columns int, among []pair.Coupling, exact bool,
	names ...string) ([]pair.Choice, Way, error) {
	var best []pair.Choice
	var from Way
	for _, way := range c.k.Ways(names...) {
		if best != nil && (c.k.Rep.Positive() || way.Mass > muchMore*from.Mass) {
			break // variances are in proportion to squares of masses
		}
		choices, err := c.Choose(ctx, &way, columns, among...)
		if err != nil {
			return nil, from, err
		}
		if exact {
			choices = slices.DeleteFunc(choices, func(c pair.Choice) bool { return c.Options.Exact == nil })
		}
		if len(choices) > 0 && (best == nil || choices[0].Variance < best[0].Variance) {
			best, from = choices, way
		}
	}
	if best == nil {
		return nil, from, fmt.Errorf("--exact all: %d columns are too few", columns)
	}
	return best, from, c.by[from.Parts].Refine(ctx, &best[0], pair.ForChoices/2)
}

// Taylor returns the low orders at 0, nil for a kernel that is not smooth there.
func (k *StationaryKernel) Taylor(scale float64) *pair.Taylor {
	if !k.smooth {
		return nil
	}
	t, err := pair.TaylorAt0(k.At, k.Dim, scale)
	if err != nil {
		return nil
	}
	if k.Symmetry == symmetry.Even.String() {
		clear(t.Gradient) // quotients of a formula whose roundings are not even have a rest
	}
	return t
}

// Displacements returns differences of rows, or without rows some of random directions, with lengths up to radius.
func (k *StationaryKernel) Displacements(rows *mat.Dense, radius float64) [][]float64 {
	if rows != nil {
		return Differences(rows)
	}
	return pair.RandomDisplacements(k.Dim, displacements, radius, 0)
}

// Differences returns those of some pairs of rows, the same pairs whatever is in the rows.
func Differences(rows mat.Matrix) [][]float64 {
	return pair.SampleDisplacements(rows, rows, displacements, 0)
}

const (
	displacements = 64
	muchMore      = 1.1 // of mass, so that a way need not be looked at
)

// massView is a mass with its error.
type massView struct {
	Value float64        `json:"value"`
	Error float64        `json:"error"`
	Kind  decompose.Kind `json:"kind"`
}

func view(m tensor.Mass) massView { return massView{m.Value, m.Err, m.Kind} }

// Decomposition is what 'krein decompose' shows.
type Decomposition struct {
	Formula   string   `json:"formula"`
	Dim       int      `json:"dim"`
	Symmetry  string   `json:"symmetry"`
	RealPlus  massView `json:"real_plus"`
	RealMinus massView `json:"real_minus"`
	Imaginary massView `json:"imaginary"` // ‖μ_I⁺‖ = ‖μ_I⁻‖
	Polar     massView `json:"polar"`
	// Minimal says that the parts are the Jordan parts of the measure; otherwise Why not.
	Minimal  bool           `json:"minimal"`
	Why      string         `json:"why,omitempty"`
	Bias     float64        `json:"bias"`
	BiasKind decompose.Kind `json:"bias_kind"`
	AtZero   float64        `json:"k_at_zero"`
}

// Decomposition returns the view.
func (k *StationaryKernel) Decomposition() *Decomposition {
	m := k.Rep.Measure
	return &Decomposition{Formula: k.Formula, Dim: k.Dim, Symmetry: k.Symmetry,
		RealPlus: view(m.Masses.RealPlus), RealMinus: view(m.Masses.RealMinus),
		Imaginary: view(m.Masses.Imaginary), Polar: view(m.Masses.Polar),
		Minimal: m.Minimal, Why: m.Why, Bias: k.Rep.Bias, BiasKind: k.Rep.BiasKind, AtZero: k.At(make([]float64, k.Dim))}
}

// Write shows the decomposition as text.
func (v *Decomposition) Write(w io.Writer) {
	fmt.Fprintf(w, "k(Δ) = %s, Δ = x − y, in R^%d, %s\n", v.Formula, v.Dim, said[v.Symmetry])
	fmt.Fprint(w, "k(Δ) = ∫ cos⟨ω,Δ⟩ μ_R(dω) − ∫ sin⟨ω,Δ⟩ μ_I(dω)\n\n")
	t := terminal.NewTable("", "mass", "its error")
	for _, r := range v.Rows() {
		t.AppendRow(table.Row{r[0], r[1], r[2]})
	}
	fmt.Fprintln(w, t.Render())
	all, err := v.RealPlus.Value+v.RealMinus.Value, v.RealPlus.Error+v.RealMinus.Error
	difference, both := v.RealPlus.Value-v.RealMinus.Value, all+2*v.Imaginary.Value
	is := "="
	for _, m := range []massView{v.RealPlus, v.RealMinus, v.Imaginary} {
		if m.Kind != decompose.KindProved { // its error is not bounded
			is = "≈"
		}
	}
	fmt.Fprintf(w, "\n‖μ_R⁺‖ + ‖μ_R⁻‖ + 2‖μ_I⁺‖ %s %.*g, ‖μ_R⁺‖ − ‖μ_R⁻‖ %s %.*g, k(0) = %.10g\n", is,
		outward.Digits(both, err+2*v.Imaginary.Error, 10), both, is, outward.Digits(difference, err, 10), difference, v.AtZero)
	if !v.Minimal {
		fmt.Fprintln(w, terminal.Wrap("not known to be the Jordan parts: "+v.Why, ""))
	}
	fmt.Fprintln(w, v.bias())
}

// Rows are the parts as they are shown: name, mass, its error.
func (v *Decomposition) Rows() (rows [][]string) {
	row := func(name string, m massView) {
		e := measure.ErrorText(m.Error, m.Kind)
		rows = append(rows, []string{name, fmt.Sprintf("%.*g", outward.Digits(m.Value, m.Error, 12), m.Value), e})
	}
	row("μ_R⁺", v.RealPlus)
	row("μ_R⁻", v.RealMinus)
	row("μ_I⁺, and μ_I⁻", v.Imaginary)
	row("polar, |μ|", v.Polar)
	return rows
}

var said = map[string]string{"even": "symmetric", "odd": "antisymmetric", "neither": "not symmetric",
	"unknown": "of a symmetry that is not decided"}

// bias is the line on the bias.
func (v *Decomposition) bias() string { return Bias(v.Bias, v.BiasKind) }

// Bias says what is known of a bias.
func Bias(bias float64, kind decompose.Kind) string {
	if kind == decompose.KindProved {
		return fmt.Sprintf("bias of features ≤ %s (proved)", outward.Up(bias, 2))
	}
	return fmt.Sprintf("bias of features: not bounded (estimated: what was found of it adds up to %s)", outward.Up(bias, 2))
}
