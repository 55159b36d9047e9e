package drawing

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/input"
	"krein/features/pair"
)

// DrawnPair is a pair of maps of a kernel of x − y, with what there is to say of it.
type DrawnPair struct {
	*pair.Pair
	// Way is what it was drawn from, polar or jordan, and Choices are those that were compared, by predicted variance.
	Way     string
	Choices []pair.Choice
}

// CheckPair refuses flags that pairs do not have.
func (f *Flags) CheckPair() error {
	switch {
	case f.Representation != "auto" && f.Representation != "jordan" && f.Representation != "polar":
		return fmt.Errorf("--representation %q: want auto, jordan or polar for a kernel that is not "+
			"a function of the distance", f.Representation)
	case f.Exact != "auto" && f.Exact != "none" && f.Exact != "all":
		return fmt.Errorf("--exact %q: want auto, none or all for a pair of maps", f.Exact)
	case f.Radii != "auto" || f.Padding != "auto" || len(f.Options.Distances) > 0:
		return errors.New("radii and padded in --coupling, and --distances, are for functions of the distance; a pair of maps has " +
			"--coupling iid, across or joint")
	case f.Options.Columns < 1:
		return fmt.Errorf("--columns %d: want at least 1", f.Options.Columns)
	}
	return nil
}

// FitPair draws the pair that is asked for, or the one with the least predicted variance at differences of rows of the data,
// which are read once more; without data at differences of random directions that are at most 2 long.
func (f *Flags) FitPair(cmd *cobra.Command, k *evaluation.StationaryKernel, flags *dataset.Flags, data *dataset.Rows) (*DrawnPair, error) {
	if err := input.CheckMemory(input.MapBytes(2*f.Options.Columns, k.Dim),
		fmt.Sprintf("--columns %d in dimension %d", f.Options.Columns, k.Dim)); err != nil {
		return nil, err
	}
	var rows *mat.Dense
	if data != nil {
		var err error
		if rows, err = dataset.Sample(cmd, flags, data, f.Options.Seed); err != nil {
			return nil, err
		}
	}
	const radius = 2
	opt := k.Options(rows, radius, f.Options.Seed)
	if f.Budget != "auto" {
		if err := opt.Budget.UnmarshalText([]byte(f.Budget)); err != nil {
			return nil, err
		}
	}
	var among []pair.Coupling
	if f.Coupling != "auto" {
		var coupling pair.Coupling
		if err := coupling.UnmarshalText([]byte(f.Coupling)); err != nil {
			return nil, err
		}
		among = append(among, coupling)
	}
	switch {
	case f.Exact == "none":
		opt.Exact = nil
	case f.Exact == "all" && opt.Exact == nil:
		return nil, errors.New("--exact all: the kernel is not smooth at 0")
	}
	var names []string
	if f.Representation != "auto" {
		names = append(names, f.Representation)
	}
	best, from, err := k.Chooser(opt).Best(cmd.Context(), f.Options.Columns, among, f.Exact == "all", names...)
	if err != nil {
		return nil, err
	}
	p, err := pair.New(from.Parts, &best[0].Options)
	if err != nil {
		return nil, err
	}
	if p.Left().Columns() == 0 {
		return nil, errors.New("the kernel is 0: there are no features")
	}
	return &DrawnPair{p.Padded(f.Options.Columns), from.Name, best}, nil
}
