package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/features/compare"
)

// compareCommand is the verb compare with its flags.
type compareCommand struct {
	drawing.ComparisonFlags
	target   string
	plotFile string
}

func newCompareCmd() *cobra.Command {
	c := new(compareCommand)
	cmd := &cobra.Command{
		Use:   "compare FORMULA --data FILE | --dim D",
		Short: "Predict the error of every way to draw features of a kernel, without data",
		Long: `compare finds the representations that random features of this kernel can be drawn from:
the Jordan decomposition on R^d, measures of least mass and of least variance on [0, --radius]
for each --bias, and zonal decompositions if the data or the kernel live on the unit sphere.
For each, and each way to couple the samples, it predicts the variance of the estimate of
k(z), averaged over the distances between the rows of --data (default: a grid of [0, --radius],
or for kernels on the sphere the distances of random points),
and from that the number of feature columns, and of operations a row, for the error --error.
The row of the map that 'krein features' draws of the same rows with --columns is marked (JSON: "drawn").
What is not available is listed with the reason. Variances are predicted, not measured
('krein evaluate' measures); biases and masses are proved unless marked with ≈.

For a kernel of x − y that is not a function of the distance they are the parts μ_R±, μ_I
of its complex measure and the polar form |μ|, with the couplings of pairs of maps.

At most 60 s of processor time are taken at --effort 1; beyond that it is an error (docs/budgets.md).`,
		Example: `  krein compare 'exp(-z^2/2) - exp(-z^2/200)' --data train.csv.gz --label first --plot errors.svg
  krein compare '1 - z^2/4' --dim 16 --radius 2 --bias 1e-2,1e-3
  krein compare ntk --dim 16 --error 0.02 --json`,
		Args: input.OneFormula,
		RunE: c.Kernel.OrCombined(c.run),
	}
	c.Add(cmd, "a half and a tenth of --error")
	fl := cmd.Flags()
	fl.StringVar(&c.target, "error", "0.01", "the root mean square error of k̂(z) to be reached")
	fl.IntVar(&c.Columns, "columns", 512, "the number of feature columns at which errors are shown")
	fl.StringVar(&c.plotFile, "plot", "", "draw predicted errors against the number of columns "+
		"into this .svg or .png file")
	return cmd
}

// run compares, and writes what is found.
func (f *compareCommand) run(cmd *cobra.Command, args []string) (err error) {
	defer input.Limit(cmd, input.AnalysisTime)(&err)
	if err := f.allowed(cmd, args); err != nil {
		return err
	}
	c, err := f.View("error", f.target)
	if err != nil {
		return err
	}
	c.Reference = f.Columns
	k, err := f.Kernel.OnDomain(cmd, args[0])
	if other := (*input.AnisotropicError)(nil); errors.As(err, &other) {
		return f.anisotropic(cmd, other.Kernel, c.Target)
	}
	if err != nil {
		return err
	}
	c.Formula = k.Formula()
	if err := c.Domain(cmd, k, &f.Kernel, &f.Data); err != nil {
		return err
	}
	if _, err := c.Draw(cmd, k, &f.Data, f.Kernel.Beyond, f.Accept, f.Columns); err != nil {
		return err
	}
	if err := c.Run(cmd, k, f.Accept); err != nil {
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
	case f.Kernel.JSON:
		return terminal.WriteJSON(cmd.OutOrStdout(), c)
	}
	return c.Write(cmd.OutOrStdout())
}

// allowed refuses flags that contradict each other.
func (f *compareCommand) allowed(cmd *cobra.Command, args []string) error {
	if err := f.Check(cmd, args); err != nil {
		return err
	}
	if f.plotFile != "" {
		if err := figure.CheckName(f.plotFile); err != nil {
			return err
		}
	}
	if f.Columns < compare.LeastColumns || f.Columns > compare.MostColumns {
		return fmt.Errorf("--columns %d: want %d … %d", f.Columns, compare.LeastColumns, compare.MostColumns)
	}
	return nil
}
