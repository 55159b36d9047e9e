package main

import (
	"fmt"
	"io"
	"math"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"krein/decompose"
	"krein/kernel"
)

// decomposeCommand is the verb decompose with its flags.
type decomposeCommand struct {
	kernel kernelFlags
	accept bool
	out    string
	plot   string
	least  minimalFlags
	zonal  zonalFlags
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
which 'krein features --table' and 'krein table' read. Kernels without a finite mass are
refused.

--minimal instead finds the signed measure of least total mass that represents the kernel
for distances up to --radius, within --bias: a few atoms, with a proved bound on the bias
and a proved lower bound on the least mass. It needs no finite mass; what the kernel does
beyond the radius does not matter. --proof writes the proofs, which 'krein verify' checks.
With --distances the mean variance at the distances between the rows of a data file is
minimised instead of the mass.

--sphere expands the kernel on the unit sphere of R^d in Gegenbauer polynomials: enclosed
coefficients, their masses, the proved mass beyond the last one, and the sampler's bias;
-o writes them (krein.zonal/1), which 'krein verify' checks. --plot draws the coefficients.

--plot draws the masses of both parts over the radii, and their distribution functions;
with --frontier, mass against bias.`,
		Example: `  krein decompose 'exp(-z^2/2) - exp(-z^2/200)' --dim 16 -o table.json
  krein decompose 'matern(3/2, 2)' --dim 3 --plot parts.svg
  echo 'wendland(3,1) - 0.2*gaussian(1)' | krein decompose - --dim 3 --json
  krein decompose ntk --dim 16 --sphere -o ntk16.json --plot coefficients.svg
  krein decompose '1 - z^2/4' --dim 16 --minimal --radius 2 --bias 1e-3 -o table.json --proof least.json
  krein decompose '1 - z^2/4' --dim 16 --minimal --radius 2 --frontier 1e-1,1e-2,1e-3,1e-4 --plot frontier.svg
  krein decompose '1 - z^2/4' --dim 16 --minimal --radius 2 --distances train.csv.gz --label first --scale sphere`,
		Args: oneFormula,
		RunE: c.run,
	}
	c.kernel.add(cmd, true)
	acceptFlag(cmd, &c.accept)
	c.least.add(cmd)
	c.zonal.add(cmd)
	cmd.Flags().StringVar(&c.plot, "plot", "", "draw the parts (with --frontier: mass against bias) into this .svg or .png file")
	cmd.Flags().StringVarP(&c.out, "output", "o", "", "write the sampler table to this file ('-': standard output)")
	return cmd
}

// run decomposes the kernel in the way that the flags ask for.
func (c *decomposeCommand) run(cmd *cobra.Command, args []string) error {
	if err := checkDim(c.kernel.dim); err != nil {
		return err
	}
	if err := c.least.check(cmd, c.kernel.radius); err != nil {
		return err
	}
	if err := c.zonal.check(cmd, c.least.on); err != nil {
		return err
	}
	if c.plot != "" {
		if err := checkPlotName(c.plot); err != nil {
			return err
		}
	}
	if args[0] == "-" && c.least.data.path == "-" {
		return errBothStdin
	}
	k, err := c.kernel.kernel(cmd, args[0])
	switch {
	case err != nil:
		return err
	case c.least.on:
		return runMinimal(cmd, k, &c.kernel, &c.least, c.out, c.plot)
	case c.zonal.on:
		return runZonal(cmd, k, &c.kernel, &c.zonal, c.out, c.plot)
	}
	return c.jordan(cmd, k)
}

// jordan writes the Jordan decomposition.
func (c *decomposeCommand) jordan(cmd *cobra.Command, k *kernel.Kernel) error {
	dec, bias, err := decomposed(cmd, k, c.kernel.dim, c.accept)
	if err != nil {
		return err
	}
	if c.out != "" {
		if err := saveTable(cmd, dec, c.out); err != nil {
			return err
		}
	}
	if c.plot != "" {
		if err := savePartsPlot(cmd, c.plot, dec); err != nil {
			return err
		}
	}
	v := viewDecomposition(dec, bias)
	switch {
	case c.out == "-":
		return nil // standard output carries the table
	case c.kernel.json:
		return writeJSON(cmd.OutOrStdout(), v)
	}
	v.write(cmd.OutOrStdout())
	if c.out != "" {
		fmt.Fprintf(cmd.OutOrStdout(), "\ntable written to %s\n", c.out)
	}
	return nil
}

func saveTable(cmd *cobra.Command, dec *decompose.Decomposition, path string) error {
	if path != "-" {
		return dec.Save(path)
	}
	return dec.Encode(cmd.OutOrStdout())
}

// quantileLevels are the levels of the radii shown.
var quantileLevels = []float64{0.001, 0.25, 0.5, 0.75, 0.999}

type partView struct {
	Mass               float64        `json:"mass"`
	Error              float64        `json:"error"`
	ErrorKind          decompose.Kind `json:"error_kind"`
	LawError           *lawErrorView  `json:"law_error,omitempty"` // of the law of the radius
	Origin             float64        `json:"origin"`
	Quantiles          []float64      `json:"quantiles,omitempty"`
	InterpolationError float64        `json:"interpolation_error"`
}

type decompositionView struct {
	Formula string            `json:"formula"`
	Beyond  string            `json:"beyond"`
	Dim     int               `json:"dim"`
	Quality decompose.Quality `json:"quality"`
	Bias    *bias             `json:"bias"`
	AtUnit  *float64          `json:"bias_at_one,omitempty"` // of sampled features at distance 1, rounding included, if it is proved
	Doubt   string            `json:"doubt,omitempty"`       // why nothing is proved
	AtZero  *float64          `json:"k_at_zero,omitempty"`   // of the formula
	Levels  []float64         `json:"levels"`
	Plus    partView          `json:"plus"`
	Minus   partView          `json:"minus"`
}

// lawErrorView is how far the law of a part's radius may be from the true one.
type lawErrorView struct {
	Kolmogorov     float64        `json:"kolmogorov"`
	TotalVariation float64        `json:"total_variation"`
	Kind           decompose.Kind `json:"kind"`
}

func viewDecomposition(d *decompose.Decomposition, b *bias) *decompositionView {
	part := func(p *decompose.Part) partView {
		v := partView{Mass: p.Total(), Error: p.MassErr, ErrorKind: kindOf(p.MassKind), Origin: p.Origin, InterpolationError: p.InterpolationError()}
		if p.Radii != nil {
			v.LawError = &lawErrorView{p.LawErr.Kolmogorov, p.LawErr.TotalVariation, kindOf(p.LawErr.Kind)}
			for _, u := range quantileLevels {
				v.Quantiles = append(v.Quantiles, p.Radii.Quantile(u))
			}
		}
		return v
	}
	v := &decompositionView{Formula: d.Kernel, Beyond: d.Beyond, Dim: d.Dim, Quality: d.Quality, Bias: b, Doubt: d.Doubt,
		Levels: quantileLevels, Plus: part(&d.Plus), Minus: part(&d.Minus)}
	if d.Bias != nil {
		at := d.BiasAt(1)
		v.AtUnit = &at
	}
	if k, err := kernelOf(d); err == nil {
		if at := k.AtZero(); !math.IsNaN(at) && !math.IsInf(at, 0) {
			v.AtZero = &at
		}
	}
	return v
}

func (v *decompositionView) write(w io.Writer) {
	what := "Jordan decomposition k = k₊ − k₋"
	if v.Bias.Radius > 0 {
		what = fmt.Sprintf("decomposition k = k₊ − k₋ on 0 ≤ z ≤ %g, of least mass or variance", v.Bias.Radius)
	}
	fmt.Fprintf(w, "k(z) = %s, %s, in R^%d\n%s (%s)\n\n", v.Formula, v.Beyond, v.Dim, what, v.Quality)
	t := newTable("", "mass", "its error", "of it at ω = 0", "radius quantiles 0.1 %, 25 %, 50 %, 75 %, 99.9 %", "error of the law")
	kind := func(x float64, k decompose.Kind) string { return fmt.Sprintf("%s %.0e", relation(k), x) }
	for _, r := range []struct {
		name string
		p    *partView
	}{{"m₊", &v.Plus}, {"m₋", &v.Minus}} {
		quantiles, law := "–", "–"
		if r.p.Quantiles != nil {
			quantiles, law = "", kind(r.p.LawError.Kolmogorov, r.p.LawError.Kind)
			for _, q := range r.p.Quantiles {
				quantiles += fmt.Sprintf("%-9.4g", q)
			}
		}
		t.AppendRow(table.Row{r.name, fmt.Sprintf("%.10g", r.p.Mass), kind(r.p.Error, r.p.ErrorKind), fmt.Sprintf("%.6g", r.p.Origin), quantiles, law})
	}
	fmt.Fprintln(w, t.Render())
	atZero := v.Plus.Mass - v.Minus.Mass
	if math.Abs(atZero) <= v.Plus.Error+v.Minus.Error {
		atZero = 0 // its digits are errors
	}
	equals := "="
	if v.Plus.ErrorKind != decompose.KindProved || v.Minus.ErrorKind != decompose.KindProved {
		equals = "≈"
	}
	fmt.Fprintf(w, "\ntotal mass ‖m‖ %s %.10g, ‖m₊‖ − ‖m₋‖ %s %.10g", equals, v.Plus.Mass+v.Minus.Mass, equals, atZero)
	if v.AtZero != nil {
		fmt.Fprintf(w, ", k(0) = %.10g", *v.AtZero)
	}
	fmt.Fprintf(w, "\nerror of the law: largest error of a probability P(R ≤ r); ≤ is proved, ≲ estimated\n%v\n", v.Bias)
	if v.AtUnit != nil {
		fmt.Fprintf(w, "with the rounding of samples ≤ %.2g at z = 1\n", *v.AtUnit)
	}
	if v.Doubt != "" {
		fmt.Fprintln(w, wrap("why none is proved: "+v.Doubt, ""))
	}
}

// kindOf returns the kind of a number; what says nothing is estimated.
func kindOf(k decompose.Kind) decompose.Kind {
	if k == decompose.KindProved {
		return k
	}
	return decompose.KindEstimated
}

// relation is the sign between a number and the bound of its error.
func relation(k decompose.Kind) string {
	if k == decompose.KindProved {
		return "≤"
	}
	return "≲"
}
