package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"krein/certify"
	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/hankel"
	"krein/kernel"
)

// spectrumCommand is the verb spectrum with its flags.
type spectrumCommand struct {
	kernel   input.KernelFlags
	from, to float64
	points   int
	along    int
	plot     string
	out      string
	csv      bool // the file is CSV
	digits   int
	at       []string
	table    string                   // the file of a table instead of a formula
	loaded   *decompose.Decomposition // of it
}

func newSpectrumCmd() *cobra.Command {
	c := new(spectrumCommand)
	cmd := &cobra.Command{
		Use:   "spectrum FORMULA --dim D | TABLE",
		Short: "Tabulate and plot the radial spectral density m(ω)",
		Long: `spectrum evaluates the radial spectral density m(ω) of the kernel in R^d, which is
fixed by k(z) = ∫ Λ_d(ωz) m(dω), on equally spaced frequencies. Each value comes with
an estimate of its error. Atoms (ω, weight) are listed apart. -o with a name in .svg draws the positive
part m₊ and the negative part m₋.

For a kernel of x − y that is not a function of the distance it is the complex density
p_R + i p_I along one of the lines of the kernel, its axis for example, that is of the
projection of ω; its errors are proved where it is elementary. the picture has the real and the imaginary part.

--digits N prints N digits of m(ω) with proved errors instead: closed forms, series or rigorous quadrature over balls, as
many digits as are asked for. In --at 0..2 stands for the distribution functions at 2: m([0, 2]) and those of m₊ and m₋;
0..inf for the masses ‖m₊‖, ‖m₋‖ and ‖m‖ = ‖m₊‖ + ‖m₋‖, which without --at come last.

Of a TABLE, a file of 'krein decompose -o', it is the inverse: k(z) from the masses and distributions of the table, next to the formula's, and
the difference, at the distances --at, or from --from to --to.

At most 60 s of processor time and 1 GiB are taken at --effort 1; beyond that it is an error (docs/budgets.md).`,
		Example: `  krein spectrum 'exp(-z^2/2) - exp(-z^2/200)' --dim 16
  krein spectrum 'spherical_polynomial(2,8)' --dim 16 -o spectrum.svg
  krein spectrum 'exp(-z^2/8)*(1+sinh(t))' --dim 16 --param t=ones -o parts.svg
  krein spectrum 'wendland(3,1)' --dim 3 --from 0 --to 60 --points 601 -o m.csv
  krein spectrum 'exp(-sqrt(1+z^2))' --dim 3 --digits 50 --at 0.1,1,10
  krein spectrum 'exp(-z)*cos(z)' --dim 3 --digits 1000 --at 0..inf
  krein spectrum table.json --at 0,0.5,1,2
  echo ntk | krein spectrum - --dim 1 --json`,
		Args: func(cmd *cobra.Command, args []string) (err error) {
			if c.table, err = input.FormulaOrTable(cmd, args); err != nil || c.table == "" {
				return err
			}
			return c.load(cmd)
		},
		RunE: c.run,
	}
	c.kernel.Add(cmd, true)
	fl := cmd.Flags()
	fl.Float64Var(&c.from, "from", 0, "lowest frequency")
	fl.Float64Var(&c.to, "to", 0, "highest frequency (default: such that 97 % of the mass lies below)")
	fl.IntVar(&c.along, "along", 1, "for kernels that are not functions of the distance: which of their lines, from 1")
	fl.IntVar(&c.points, "points", 25, "number of frequencies")
	fl.StringVarP(&c.out, "output", "o", "", "draw m₊ and m₋ into this .svg or .png file, or write omega,density,error to this .csv file\n"+
		"('-': standard output); what is infinite or not known is empty")
	fl.IntVar(&c.digits, "digits", 0, "print so many digits with proved errors")
	fl.StringSliceVar(&c.at, "at", nil, "with --digits: the frequencies, exact, as in 0,0.1,1/3; 0..2 for distribution functions, 0..inf for masses;\n"+
		"of a table: the distances")
	return cmd
}

// load reads the table, which has the dimension.
func (c *spectrumCommand) load(cmd *cobra.Command) (err error) {
	for _, name := range []string{"digits", "lengths", "along", "param"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is about a formula, and %s is a table: leave --%[1]s out", name, c.table)
		}
	}
	if c.loaded, err = measure.Load(cmd, c.table); err != nil {
		return err
	}
	if !cmd.Flags().Changed("dim") {
		return cmd.Flags().Set("dim", strconv.Itoa(c.loaded.Dim))
	}
	if c.kernel.Dim != c.loaded.Dim {
		return fmt.Errorf("--dim %d: %s is a table for R^%d", c.kernel.Dim, c.table, c.loaded.Dim)
	}
	return nil
}

// inverse shows the kernel of a table.
func (c *spectrumCommand) inverse(cmd *cobra.Command) error {
	if c.plot != "" {
		return fmt.Errorf("-o %s: of a table the values go into a .csv file; 'krein table inspect --plot' draws its distributions", c.out)
	}
	k, err := measure.KernelOf(c.loaded)
	if err != nil {
		k = nil // the table of a Go function
	}
	z, err := measure.InverseDistances(c.at)
	if err != nil {
		return err
	}
	if len(c.at) == 0 {
		if !cmd.Flags().Changed("to") {
			c.to = max(measure.InverseReach(c.loaded, k), 2*c.from)
		}
		if !(c.from >= 0) || !(c.to > c.from) || math.IsInf(c.to, 0) {
			return fmt.Errorf("distances from %v to %v: want 0 ≤ --from < --to", c.from, c.to)
		}
		for i := range c.points {
			z = append(z, c.from+(c.to-c.from)*float64(i)/float64(c.points-1))
		}
	}
	v, err := measure.Inverse(cmd.Context(), c.loaded, k, z)
	switch {
	case err != nil:
		return err
	case c.kernel.JSON:
		return terminal.WriteJSON(cmd.OutOrStdout(), v.Finite())
	case c.csv:
		return terminal.StreamOutput(cmd, c.out, v.WriteCSV)
	}
	return v.WriteTable(cmd)
}

// run tabulates and draws the density.
func (c *spectrumCommand) run(cmd *cobra.Command, args []string) (err error) {
	defer input.Limit(cmd, input.AnalysisTime)(&err)
	if err := input.CheckDim(c.kernel.Dim); err != nil {
		return err
	}
	if c.points < 2 || c.points > 1_000_000 {
		return fmt.Errorf("--points %d: want 2 … 1000000", c.points)
	}
	if ext := filepath.Ext(c.out); c.out == "-" || ext == ".csv" {
		c.csv = true
	} else if c.plot = c.out; c.plot != "" && figure.CheckName(c.plot) != nil {
		return fmt.Errorf("-o %s: want a name ending in .svg or .png for a picture, or in .csv for the numbers", c.out)
	}
	if c.kernel.JSON && c.csv {
		return fmt.Errorf("--json and '-o %s' exclude each other", c.out)
	}
	if c.loaded != nil {
		return c.inverse(cmd)
	}
	if err := c.checkDigits(cmd); err != nil {
		return err
	}
	k, err := c.kernel.Kernel(cmd, args[0])
	if other := (*input.AnisotropicError)(nil); errors.As(err, &other) {
		if c.digits > 0 {
			return errors.New("--digits is for functions of the distance; without it the errors of elementary densities are proved")
		}
		return c.anisotropic(cmd, other.Kernel)
	}
	if err != nil {
		return err
	}
	ctx, k, done := input.Metered(cmd.Context(), k)
	defer done(&err)
	if len(c.at) > 0 {
		return c.writeDigits(ctx, cmd, k, c.at)
	}
	s, err := hankel.New(k, c.kernel.Dim, nil)
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("to") {
		if c.to, err = measure.Bulk(ctx, s); err != nil {
			return err
		}
		c.to = max(c.to, 2*c.from)
	}
	if !(c.from >= 0) || !(c.to > c.from) || math.IsInf(c.to, 0) {
		return fmt.Errorf("frequencies from %v to %v: want 0 ≤ --from < --to", c.from, c.to)
	}
	if c.digits > 0 {
		return c.writeDigits(ctx, cmd, k, append(measure.SpectrumGrid(c.from, c.to, c.points), "0..inf"))
	}
	v := measure.SpectrumView{Formula: k.Formula(), Beyond: k.BeyondString(), Dim: c.kernel.Dim, Atoms: s.Atoms(),
		Doubt: measure.Doubt(cmd.Context(), k)}
	v.Method = "quadrature"
	if desc, ok := s.Closed(); ok {
		v.Method = "closed form: " + desc
	}
	if v.Omega, v.Density, v.Error, err = measure.TabulateSpectrum(ctx, s, c.from, c.to, c.points); err != nil {
		return err
	}
	if err := v.Known(); err != nil {
		return err
	}
	if c.plot != "" {
		if err := v.Plot(cmd, s, c.from, c.to, c.plot); err != nil {
			return err
		}
	}
	switch {
	case c.kernel.JSON:
		return terminal.WriteJSON(cmd.OutOrStdout(), v.Finite())
	case c.csv:
		return terminal.StreamOutput(cmd, c.out, v.WriteCSV)
	default:
		return v.WriteTable(cmd)
	}
}

// fewFrequencies is the default of --points with --digits.
const fewFrequencies = 5

// checkDigits checks --digits and what goes with it.
func (c *spectrumCommand) checkDigits(cmd *cobra.Command) error {
	changed := cmd.Flags().Changed
	switch {
	case !changed("digits") && changed("at"):
		return errors.New("--at goes with --digits; --from, --to and --points choose frequencies otherwise")
	case !changed("digits"):
		return nil
	case c.digits < 1 || c.digits > measure.MostDigits:
		return fmt.Errorf("--digits %d: want 1 … %d", c.digits, measure.MostDigits)
	case c.plot != "":
		return errors.New("--digits and a picture exclude each other: it has no use for them")
	case changed("at") && (changed("from") || changed("to") || changed("points")):
		return errors.New("--at says which frequencies; --from, --to and --points do not go with it")
	case changed("at") && len(c.at) == 0:
		return errors.New("--at names no frequency; give some, as in --at 0,0.1,1/3")
	case len(c.at) > 1000:
		return fmt.Errorf("--at: %d frequencies; at most 1000", len(c.at))
	}
	if !changed("points") {
		c.points = fewFrequencies
	}
	if c.points > 1000 {
		return fmt.Errorf("--points %d: at most 1000 with --digits", c.points)
	}
	return nil
}

// writeDigits shows proved digits.
func (c *spectrumCommand) writeDigits(ctx context.Context, cmd *cobra.Command, k *kernel.Kernel, omegas []string) error {
	out := cmd.OutOrStdout()
	q := &measure.DigitsQuestion{Kernel: k, Dim: c.kernel.Dim, Digits: c.digits, Omegas: omegas, PD: func(ctx context.Context) (bool, error) {
		set := input.CertifySettings(ctx)
		set.Claims = []certify.ID{certify.PD}
		cert, err := certify.Run(ctx, k, c.kernel.Dim, set)
		if err != nil {
			return false, err
		}
		claim := cert.Claim(certify.PD)
		return claim.Status == certify.Proved, nil
	}}
	if !c.kernel.JSON && !c.csv {
		_, err := measure.NewDigits(ctx, q, func(v *measure.DensityDigits) { v.Begin(out) },
			func(name string, f *measure.SpectrumFigure) { f.Show(out, name) })
		return err
	}
	v, err := measure.NewDigits(ctx, q, nil, nil)
	switch {
	case err != nil:
		return err
	case c.csv:
		return terminal.StreamOutput(cmd, c.out, v.WriteCSV)
	}
	return terminal.WriteJSON(out, v)
}
