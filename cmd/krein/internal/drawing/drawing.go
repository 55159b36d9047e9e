// Package drawing fits maps: from a kernel, rows or a number of columns, and flags it chooses what is drawn and how, where
// the flags say auto by the least predicted variance, and draws it. All verbs that draw maps do it here, with the same
// defaults. It says what a map is: where it comes from, why it is so, its errors and signs; shows the representations of a
// kernel side by side; draws the features of activation functions that a user writes as formulas, and says which kernel they
// are of; and writes maps for other programs, also as ONNX models.
package drawing

import (
	"encoding"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/features"
	"krein/features/radial"
	"krein/internal/features/directions"
	"krein/kernel"
)

// Flags say how a map is drawn. Those that a verb does not have are auto.
type Flags struct {
	// Options has the numbers of the flags: columns, seed, distances.
	Options features.Options
	// Representation says what to draw from: jordan, sphere, of pairs polar, or auto. Accept goes on with what is known
	// by estimate alone.
	Representation string
	Accept         bool
	// Coupling, Radii, Budget, Exact and Padding (yes, no) are the names that the flags give, or auto.
	Coupling, Radii, Budget, Exact, Padding string
	// Among is what Read leaves to choose.
	Among radial.Choices
}

// Auto are the flags of a verb that has none of them but for those that are set afterwards.
func Auto() Flags {
	return Flags{Representation: "auto", Coupling: "auto", Radii: "auto", Budget: "auto", Exact: "auto", Padding: "auto"}
}

// Add registers the flags.
func (f *Flags) Add(cmd *cobra.Command) {
	input.TakeAccept(cmd, &f.Accept)
	fl := cmd.Flags()
	fl.StringVar(&f.Representation, "representation", "auto",
		"what to draw from, for a formula: jordan (frequencies), sphere (harmonics, or step\n"+
			"and ReLU functions, for rows on the unit sphere), polar (of a complex measure) or auto, by\npredicted variance")
	fl.IntVar(&f.Options.Columns, "columns", features.DefaultColumns,
		"number of feature columns; a frequency gives two")
	f.AddCoupling(cmd)
	fl.StringVar(&f.Exact, "exact", "auto", "what is exact: orders 0 and 2 of a part, in d+2 columns (plus, minus), or "+
		"of rows on\nthe unit sphere degrees 0 and 1, in d+1 columns (sphere); none; or auto (none "+
		"unless\nsomething else is auto)")
	fl.Uint64Var(&f.Options.Seed, "seed", 0, "seed of the map: the same seed gives the same bits")
}

// AddDistances registers --distances.
func (f *Flags) AddDistances(cmd *cobra.Command) {
	cmd.Flags().Float64SliceVar(&f.Options.Distances, "distances", nil, "distances that choices, importance radii and the "+
		"variance budget average\nover (default: those of the file of --scale, or sampled from the data, and reported; without data as\nin "+
		"krein compare)")
}

// AddCoupling registers --coupling.
func (f *Flags) AddCoupling(cmd *cobra.Command) {
	f.Coupling, f.Radii, f.Budget, f.Padding = auto, auto, auto, auto
	cmd.Flags().Var((*way)(f), "coupling", "how frequencies are drawn: auto (by least predicted variance), iid, orthogonal, design, "+
		"padded\n(designs in R^n, n the next power of four), quasi, structured, gorf or shared; of pairs of maps iid, across or joint. After commas the radii (iid,\n"+
		"stratified, importance) and the budget of both parts (equal, proportional, variance), as in\n"+
		"orthogonal,importance,variance")
}

// Way returns the value of --coupling.
func (f *Flags) Way() string { return (*way)(f).String() }

// way is the value of --coupling: the coupling, and after commas or blanks the radii and the budget.
type way Flags

// String returns the value with commas, without what is auto at its end.
func (w *way) String() string {
	s := SplitWay{w.Coupling, w.Radii, w.Budget}
	if w.Padding == "yes" {
		s[0] = padded
	}
	return s.String()
}

// Type names the type for the help.
func (w *way) Type() string { return "string" }

// Set reads the value.
func (w *way) Set(text string) error {
	s, err := ReadWay(text)
	w.Coupling, w.Radii, w.Budget, w.Padding = s[0], s[1], s[2], auto
	switch w.Coupling {
	case padded:
		w.Coupling, w.Padding = features.Design.String(), "yes"
	case features.Design.String():
		w.Padding = "no"
	}
	return err
}

// SplitWay has the words of a value of --coupling: coupling, radii and budget, or auto.
type SplitWay [3]string

// ReadWay takes a value of --coupling apart.
func ReadWay(text string) (s SplitWay, err error) {
	s = SplitWay{auto, auto, auto}
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	if len(words) == 0 || len(words) > len(s) {
		return s, errors.New("want a coupling, and after commas radii and a budget, as in orthogonal,importance,variance")
	}
	copy(s[:], words)
	return s, nil
}

const (
	auto = "auto"
	// padded is the coupling of designs for rows padded by zeros.
	padded = "padded"
)

// String returns the value of --coupling.
func (s SplitWay) String() string {
	words := s[:]
	for len(words) > 1 && (words[len(words)-1] == auto || words[len(words)-1] == "") {
		words = words[:len(words)-1]
	}
	return strings.Join(words, ",")
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
	case f.Options.Columns < 1:
		return fmt.Errorf("--columns %d: want at least 1", f.Options.Columns)
	case f.Representation != "auto" && f.Representation != "jordan" && f.Representation != "sphere":
		return input.Choice("representation", f.Representation, "auto", "jordan", "sphere")
	case f.Padding == "yes" && f.Representation == "sphere":
		return errors.New("--coupling padded is for the Jordan decomposition of a formula")
	}
	return nil
}

// padded returns the decomposition in a larger dimension for designs, nil if it is not wanted or no use.
func (f *Flags) padded(cmd *cobra.Command, k *kernel.Kernel, dim int) (*evaluation.Representation, *measure.Bias, error) {
	n := evaluation.PadsTo(dim, f.Options.Columns)
	if f.Padding == "yes" {
		if n = directions.DesignSize(dim); n == dim {
			return nil, nil, fmt.Errorf("--coupling padded: bases of R^%d are complete without", dim)
		}
	}
	if n == 0 || f.Padding == "no" || !f.allows(features.Design) {
		return nil, nil, nil
	}
	return evaluation.Padded(cmd, k, dim, n, f.Accept)
}

// allows reports whether one of the couplings may be taken.
func (f *Flags) allows(couplings ...features.Coupling) bool {
	return f.Among.Couplings == nil || slices.ContainsFunc(couplings, func(c features.Coupling) bool {
		return slices.Contains(f.Among.Couplings, c)
	})
}

// Harmonics says which flags mean nothing on the sphere, nil if all do.
func (f *Flags) Harmonics() error {
	switch {
	case !f.allows(features.IID, features.Orthogonal):
		return fmt.Errorf("--coupling %s is one of frequencies; on the sphere there are iid and orthogonal", f.Coupling)
	case f.Among.Radii != nil, f.Among.Budgets != nil:
		return errors.New("radii and budgets in --coupling are about frequencies; maps on the sphere have none")
	}
	return nil
}

// Sphere reports whether the flags, or what a file has, ask for a map of rows on the unit sphere.
func (f *Flags) Sphere(given *evaluation.Representation) bool {
	return f.Representation == "sphere" || given != nil && given.Sphere != nil ||
		f.Among.Exact != nil && f.Options.Exact == features.ExactSphere
}

// openName reads a flag: "auto" leaves the list nil, for radial.Choose, a name is the only one.
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
