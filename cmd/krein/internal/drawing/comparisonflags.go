package drawing

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/input"
)

// ComparisonFlags say of which kernel representations are, and what they are to reach at which distances.
type ComparisonFlags struct {
	Kernel  input.KernelFlags
	Data    dataset.Flags
	Biases  []string
	Columns int
	Accept  bool
}

// Add adds all flags but --columns; biases are those taken by default, in words.
func (f *ComparisonFlags) Add(cmd *cobra.Command, biases string) {
	f.Kernel.Add(cmd, false)
	cmd.Flags().IntVar(&f.Kernel.Dim, "dim", 0, "the dimension d of R^d (default: the number of columns of --data)")
	f.Data.AddAs(cmd, "data", "data file, the distances between the rows of which count ('-': standard input)")
	input.TakeAccept(cmd, &f.Accept)
	cmd.Flags().StringVar(&f.Kernel.Radius, "radius", "", "the largest distance that matters (default: 2 on the sphere, else the "+
		"largest\nsampled from the data and 10 % more, else 2)")
	f.Data.TakeLengths(cmd)
	cmd.Flags().StringSliceVar(&f.Biases, "bias", nil,
		"biases of least measures and of zonal decompositions (default: "+biases+")")
}

// Check refuses flags that contradict each other.
func (f *ComparisonFlags) Check(cmd *cobra.Command, args []string) error {
	if args[0] == "-" && f.Data.Path == "-" {
		return dataset.ErrBothStdin
	}
	if f.Kernel.Dim == 0 && !cmd.Flags().Changed("dim") {
		if f.Data.Path == "" {
			return errors.New("missing: --data FILE, the rows whose distances count, or --dim D, the number of their columns")
		}
		columns, err := f.Data.Width(cmd)
		if err != nil {
			return err
		}
		f.Kernel.Dim = columns
	}
	if err := input.CheckDim(f.Kernel.Dim); err != nil {
		return err
	}
	return f.Data.Check(cmd, "data")
}

// View begins a comparison for the error that the named flag gives.
func (f *ComparisonFlags) View(name, target string) (*Comparison, error) {
	c := &Comparison{Dim: f.Kernel.Dim}
	var err error
	if c.Target, err = input.Positive(name, target); err != nil {
		return nil, err
	}
	c.Biases, err = input.Positives("bias", f.Biases)
	return c, err
}

// Rows reads the rows whose differences count, if there are data, the same as for 'krein features'; from says of which
// differences errors are, those without data being of lengths to far.
func (f *ComparisonFlags) Rows(cmd *cobra.Command, dim int, far float64) (rows *mat.Dense, view *dataset.View, from string,
	err error) {
	if f.Data.Path == "" {
		return nil, nil, fmt.Sprintf("64 differences in random directions, of lengths to %g", far), nil
	}
	data, err := f.Data.LoadAll(cmd, nil)
	if err == nil {
		err = data.CheckDim("--dim", dim)
	}
	if err != nil {
		return nil, nil, "", err
	}
	rows, err = dataset.Sample(cmd, &f.Data, data, 0)
	return rows, data.View(data.Count), "64 differences of rows", err
}
