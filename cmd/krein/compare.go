package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/comparison"
	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/parts"
	"krein/cmd/krein/internal/terminal"
	"krein/features/compare"
)

// compareCommand is the verb compare with its flags.
type compareCommand struct {
	kernel   input.KernelFlags
	data     dataset.Flags
	biases   []string
	target   string
	columns  int
	plotFile string
	accept   bool
}

func newCompareCmd() *cobra.Command {
	c := new(compareCommand)
	cmd := &cobra.Command{
		Use:   "compare FORMULA --dim D",
		Short: "Set every representation of a kernel side by side: mass, bias, predicted error, cost",
		Long: `compare finds the representations that random features of this kernel can be drawn from:
the Jordan decomposition on R^d, measures of least mass and of least variance on [0, --radius]
for each --bias, and zonal decompositions if the data or the kernel live on the unit sphere.
For each, and each way to couple the samples, it predicts the variance of the estimate of
k(z), averaged over the distances between the rows of --data (default: a grid of [0, --radius],
or for kernels on the sphere the distances of random points),
and from that the number of feature columns, and of operations a row, for the error --target.
What is not available is listed with the reason. Variances are predicted, not measured
('krein evaluate' measures); biases and masses are proved unless marked with ≈.

For a kernel of x − y that is not a function of the distance they are the parts μ_R±, μ_I
of its complex measure and the polar form |μ|, with the couplings of pairs of maps.`,
		Example: `  krein compare 'exp(-z^2/2) - exp(-z^2/200)' --dim 16 --data train.csv.gz --label first --plot errors.svg
  krein compare '1 - z^2/4' --dim 16 --radius 2 --bias 1e-2,1e-3
  krein compare ntk --dim 16 --target 0.02 --json`,
		Args: input.OneFormula,
		RunE: c.run,
	}
	c.kernel.Add(cmd, true)
	c.data.AddAs(cmd, "data", "data file, the distances between the rows of which count ('-': standard input)")
	parts.AcceptFlag(cmd, &c.accept)
	c.data.TakeLengths(cmd)
	fl := cmd.Flags()
	fl.Lookup("radius").Usage = "the largest distance that matters (default: 2 on the sphere, else the largest\n" +
		"sampled from the data and 10 % more, else 2);\nwith '--beyond zero', the radius beyond which the kernel is zero"
	fl.StringSliceVar(&c.biases, "bias", nil, "biases of least measures and of zonal decompositions (default: a "+
		"half and a tenth of --target)")
	fl.StringVar(&c.target, "target", "0.01", "the root mean square error of k̂(z) to be reached")
	fl.IntVar(&c.columns, "columns", 512, "the number of feature columns at which errors are shown")
	fl.StringVar(&c.plotFile, "plot", "", "draw predicted errors against the number of columns "+
		"into this .svg or .png file")
	return cmd
}

// run compares, and writes what is found.
func (f *compareCommand) run(cmd *cobra.Command, args []string) error {
	if err := f.check(cmd, args); err != nil {
		return err
	}
	c := &comparison.View{Dim: f.kernel.Dim, Reference: f.columns}
	var err error
	if c.Target, err = input.Positive("target", f.target); err != nil {
		return err
	}
	if c.Biases, err = input.Positives("bias", f.biases); err != nil {
		return err
	}
	k, err := f.kernel.OnDomain(cmd, args[0])
	if other := (*input.AnisotropicError)(nil); errors.As(err, &other) {
		return f.anisotropic(cmd, other.Kernel, c.Target)
	}
	if err != nil {
		return err
	}
	c.Formula = k.Formula()
	if err := c.Domain(cmd, k, &f.kernel, &f.data); err != nil {
		return err
	}
	if err := c.Run(cmd, k, f.accept); err != nil {
		return err
	}
	if f.plotFile != "" {
		b, err := c.Plot(f.plotFile)
		if err != nil {
			return err
		}
		if err := terminal.WriteOutput(cmd, f.plotFile, b); err != nil {
			return err
		}
	}
	switch {
	case f.plotFile == "-":
		if c.Data != nil {
			c.Data.Say(cmd, true)
		}
		return nil
	case f.kernel.JSON:
		return terminal.WriteJSON(cmd.OutOrStdout(), c)
	}
	return c.Write(cmd.OutOrStdout())
}

// check refuses flags that contradict each other.
func (f *compareCommand) check(cmd *cobra.Command, args []string) error {
	if err := input.CheckDim(f.kernel.Dim); err != nil {
		return err
	}
	if args[0] == "-" && f.data.Path == "-" {
		return dataset.ErrBothStdin
	}
	if err := f.data.Check(cmd, "data"); err != nil {
		return err
	}
	if f.plotFile != "" {
		if err := figure.CheckName(f.plotFile); err != nil {
			return err
		}
	}
	if f.columns < compare.LeastColumns || f.columns > compare.MostColumns {
		return fmt.Errorf("--columns %d: want %d … %d", f.columns, compare.LeastColumns, compare.MostColumns)
	}
	return nil
}
