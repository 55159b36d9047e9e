package main

import (
	"errors"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/kernel"
)

// decomposeCommand is the verb decompose with its flags.
type decomposeCommand struct {
	kernel input.KernelFlags
	accept bool
	out    string
	plot   string
	least  measure.LeastFlags
	zonal  measure.SphereFlags
}

func newDecomposeCmd() *cobra.Command {
	c := new(decomposeCommand)
	cmd := &cobra.Command{
		Use:   "decompose FORMULA --dim D",
		Short: "Split a kernel into positive parts and write sampler tables",
		Long: `decompose computes the Jordan decomposition m = m₊ − m₋ of the kernel's radial
spectral measure in R^d: the masses ‖m₊‖ and ‖m₋‖, and for each part a tabulated inverse
distribution function of the radius, with a proved bound on the bias where the masses can
be enclosed. -o writes the table file (krein.table/2; for NumPy if the name ends in .npz),
which 'krein features' and 'krein table' read. Kernels without a finite mass are
refused.

--minimal instead finds the signed measure of least total mass that represents the kernel
for distances up to --radius, within --bias: a few atoms, with a proved bound on the bias
and a proved lower bound on the least mass. It needs no finite mass; what the kernel does
beyond the radius does not matter. --proof writes the proofs, which 'krein verify' checks.
With --data the mean variance at the distances between the rows of a data file is
minimised instead of the mass.

--sphere expands the kernel on the unit sphere of R^d in Gegenbauer polynomials: enclosed
coefficients, their masses, the proved mass beyond the last one, and the sampler's bias;
-o writes them (krein.zonal/1), which 'krein verify' checks. --plot draws the coefficients.

A kernel of x − y that is not a function of the distance has a complex measure
μ_R + iμ_I: the masses of its four parts, and of the polar form |μ|, enclosed. -o writes
it (krein.tensor/2) for 'krein features'.

--plot draws the masses of both parts over the radii, and their distribution functions;
with several --bias, mass against bias.

At most 60 s of processor time are taken at --effort 1; beyond that it is an error (docs/budgets.md).`,
		Example: `  krein decompose 'exp(-z^2/2) - exp(-z^2/200)' --dim 16 -o table.json
  krein decompose 'matern(3/2, 2)' --dim 3 --plot parts.svg
  echo 'wendland(3,1) - 0.2*gaussian(1)' | krein decompose - --dim 3 --json
  krein decompose 'shift_gaussian(r, 2)' --param r=1,0,1/2 --dim 3
  krein decompose ntk --dim 16 --sphere -o ntk16.json --plot coefficients.svg
  krein decompose '1 - z^2/4' --dim 16 --minimal --radius 2 --bias 1e-3 -o table.json --proof least.json
  krein decompose '1 - z^2/4' --dim 16 --minimal --radius 2 --bias 1e-1,1e-2,1e-3,1e-4 --plot frontier.svg
  krein decompose '1 - z^2/4' --dim 16 --minimal --radius 2 --data train.csv.gz --label first --scale sphere`,
		Args: input.OneFormula,
		RunE: c.kernel.OrCombined(c.run),
	}
	c.kernel.Add(cmd, true)
	input.TakeAccept(cmd, &c.accept)
	c.least.Add(cmd, &c.kernel.Radius)
	c.zonal.Add(cmd)
	cmd.Flags().StringVar(&c.plot, "plot", "", "draw the parts (with several --bias: mass against bias) "+
		"into this .svg or .png file")
	cmd.Flags().StringVarP(&c.out, "output", "o", "", "write the sampler table to this file ('-': standard output)")
	return cmd
}

// run decomposes the kernel in the way that the flags ask for.
func (c *decomposeCommand) run(cmd *cobra.Command, args []string) (err error) {
	defer input.Limit(cmd, input.AnalysisTime)(&err)
	if err := input.CheckDim(c.kernel.Dim); err != nil {
		return err
	}
	if err := c.least.Check(cmd, c.kernel.Radius); err != nil {
		return err
	}
	if err := c.zonal.Check(c.least.On); err != nil {
		return err
	}
	if c.plot != "" {
		if err := figure.CheckName(c.plot); err != nil {
			return err
		}
	}
	if args[0] == "-" && c.least.Data.Path == "-" {
		return dataset.ErrBothStdin
	}
	k, err := c.kernel.CutAtRadius().Kernel(cmd, args[0])
	other := (*input.AnisotropicError)(nil)
	switch {
	case errors.As(err, &other):
		return c.anisotropic(cmd, other.Kernel)
	case err != nil:
		return err
	case c.least.On:
		return measure.RunLeast(cmd, k, &c.kernel, &c.least, c.out, c.plot)
	case c.zonal.On:
		return measure.RunSphere(cmd, k, &c.kernel, &c.zonal, c.out, c.plot)
	}
	return c.jordan(cmd, k)
}

// jordan writes the Jordan decomposition.
func (c *decomposeCommand) jordan(cmd *cobra.Command, k *kernel.Kernel) error {
	dec, bias, err := measure.Jordan(cmd, k, c.kernel.Dim, c.accept)
	if err != nil {
		return err
	}
	if c.out != "" {
		if err := measure.Save(cmd, dec, c.out); err != nil {
			return err
		}
	}
	if c.plot != "" {
		if err := measure.SavePlot(cmd, c.plot, dec); err != nil {
			return err
		}
	}
	v := measure.NewView(dec, bias)
	switch {
	case c.out == "-":
		return nil // standard output carries the table
	case c.kernel.JSON:
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	v.Write(cmd.OutOrStdout())
	return nil
}
