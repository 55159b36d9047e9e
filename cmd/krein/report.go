package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/report"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/atomicfile"
)

// reportCommand is the verb report with its flags.
type reportCommand struct {
	kernel input.KernelFlags
	zonal  measure.SphereFlags
	out    string
}

func newReportCmd() *cobra.Command {
	c := new(reportCommand)
	cmd := &cobra.Command{
		Use:   "report FORMULA --dim D -o report.html",
		Short: "Write claims, proofs, pictures and samplers of a kernel to one HTML page",
		Long: `report writes a document that can be sent to others: the formula, a verdict, the claims with
their proofs to fold open down to theorems and exact evidence, pictures of the kernel, of both parts of its
spectrum and of their distribution functions, the dimensions 1 … 64 in which each claim holds, every
representation with its mass and the columns that 5 % takes, the pages of the theorems cited, and the
certificate and the sampler table for download. The file needs no network, and no script.

With --sphere it is about the kernel on the unit sphere of R^d: the claims about spheres, Gegenbauer
coefficients, the masses of both parts of the expansion, and which degrees are drawn.

For a kernel of x − y that is not a function of the distance (docs/stationary.md) it has the claims about
those, the radial kernels that their proofs rest on, the kernel and its complex density along lines and in
a plane, the dimensions in which the claims hold where the formula makes sense in several, and the masses
of the four parts of its measure.

With a parameter in a range, --param b=0..3, or two of them, it shows for which values the kernel is positive
definite (krein region), and for values that are chosen on the page the verdict, the kernel and its density.

At most 60 s of processor time are taken at --effort 1; beyond that it is an error (docs/budgets.md).`,
		Example: `  krein report ntk --dim 16 -o ntk.html
  krein report 'exp(-z^2/2) - exp(-z^2/200)' --dim 3 -o difference.html
  krein report ntk --dim 16 --sphere -o sphere.html
  krein report 'exp(-z)*cos(b*z)' --param b=0..3 --dim 3 -o region.html
  krein report 'exp(-z^2/8)*(1 + sinh(t/5))' --param t=ones --dim 8 -o asymmetric.html`,
		Args: input.OneFormula,
		RunE: c.run,
	}
	c.kernel.Add(cmd, true)
	input.NoJSON(cmd) // a report is a page; certify and compare have what is in it as JSON
	c.zonal.Add(cmd)
	cmd.Flags().StringVarP(&c.out, "output", "o", "", "the file to write ('-': standard output)")
	return cmd
}

// run writes the report.
func (c *reportCommand) run(cmd *cobra.Command, args []string) (err error) {
	defer input.Limit(cmd, input.AnalysisTime)(&err)
	switch ext := atomicfile.Ending(c.out, ".html"); {
	case c.out == "":
		return errors.New("no file: name one with -o report.html ('-': standard output)")
	case c.out != "-" && ext != ".html" && ext != ".htm":
		return fmt.Errorf("-o %s: want a name ending in .html", c.out)
	}
	if err := input.CheckDim(c.kernel.Dim); err != nil {
		return err
	}
	if err := c.zonal.Check(false); err != nil {
		return err
	}
	text, err := c.kernel.Text(cmd, args[0])
	if err != nil {
		return err
	}
	status := terminal.NewStages(cmd)
	defer status.Stop()
	made, err := report.Of(cmd, &c.kernel, &c.zonal, text, status.Begin)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := made.WriteHTML(&b); err != nil {
		return err
	}
	status.Stop()
	return terminal.WriteOutput(cmd, c.out, b.Bytes())
}
