package measure

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/input"
	"krein/kernel"
)

// LeastFlags are the flags of 'decompose --minimal'.
type LeastFlags struct {
	On     bool
	biases []string
	proof  string
	Data   dataset.Flags
}

// minimalOnly are the flags that mean nothing without --minimal.
var minimalOnly = []string{"radius", "bias", "proof", "data"}

// Add registers the flags.
func (f *LeastFlags) Add(cmd *cobra.Command, radius *string) {
	fl := cmd.Flags()
	fl.StringVar(radius, "radius", "", "with --minimal: the largest distance that matters (2 on the unit sphere)")
	fl.BoolVar(&f.On, "minimal", false, "the measure of least total mass for distances in [0, --radius], within --bias")
	fl.StringSliceVar(&f.biases, "bias", []string{"1e-3"}, "with --minimal: the largest |k̂ − k| on [0, --radius]; several, as in "+
		"1e-1,1e-2,1e-3, show the least\nmass for each, the frontier")
	fl.StringVar(&f.proof, "proof", "", "with --minimal: write the minimum with its proofs (krein.minimum/2) to this file")
	f.Data.AddAs(cmd, "data", "with --minimal: least variance instead of least mass, at the distances between the "+
		"rows\nof this data file ('-': standard input)")
}

// Check rejects combinations that mean nothing.
func (f *LeastFlags) Check(cmd *cobra.Command, radius string) error {
	if !f.On {
		for _, name := range minimalOnly {
			if name == "radius" && cmd.Flags().Changed(name) {
				return errors.New("--radius has a meaning only with --minimal; a kernel that is zero beyond 2 has --param beyond=2")
			}
			if cmd.Flags().Changed(name) {
				return fmt.Errorf("--%s has a meaning only with --minimal", name)
			}
		}
	}
	if err := f.Data.Check(cmd, "data"); err != nil {
		return err
	}
	switch {
	case f.On && radius == "":
		return errors.New("--minimal needs --radius, the largest distance that matters (2 on the unit sphere)")
	case f.frontier() && (f.proof != "" || cmd.Flags().Changed("output")):
		return errors.New("several values of --bias show several minima; --output and --proof write a single one: give one")
	case f.On:
		_, err := input.Positive("radius", radius)
		return err
	}
	return nil
}

// frontier reports whether minima for several biases are shown.
func (f *LeastFlags) frontier() bool { return len(f.biases) > 1 }

// distances samples the distances of --data, nil without that flag.
func (f *LeastFlags) distances(cmd *cobra.Command, k *kernel.Kernel, dim int,
	radius float64) ([]float64, *dataset.View, error) {
	if f.Data.Path == "" {
		return nil, nil, nil
	}
	z, data, err := f.Data.SampleDistances(cmd, k, dim, dataset.Pairs)
	if err != nil {
		return nil, nil, err
	}
	if _, err := dataset.LimitOfFlag(radius).Check(cmd, &f.Data, data, false); err != nil {
		return nil, nil, err
	}
	for i := range z {
		z[i] = min(z[i], radius) // which they exceed by rounding at most
	}
	return z, data.View(data.Count), nil
}
