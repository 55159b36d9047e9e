package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/spf13/cobra"

	"krein/certify"
	"krein/certify/region"
	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/regions"
	"krein/cmd/krein/internal/terminal"
	"krein/cmd/krein/internal/verification"
	"krein/internal/atomicfile"
	"krein/internal/certify/certificate"
)

// regionCommand is the verb region with its flags.
type regionCommand struct {
	kernel    input.KernelFlags
	claims    []string
	tolerance float64
	out, plot string
}

func newRegionCmd() *cobra.Command {
	c := new(regionCommand)
	cmd := &cobra.Command{
		Use:   "region FORMULA --param b=0..3 --dim D",
		Short: "Prove for which values of a parameter a kernel is positive definite",
		Long: `region takes a kernel with one parameter in a range and says, for every value in it, whether the kernel is
positive definite on R^d, or has another claim (--claim). It certifies the kernel at single values and concludes
what holds between and beyond them where the formula is affine in the parameter, k = f + b·g: kernels with a claim are a
convex cone, so what is proved at two values holds between them, and beyond a value where it is refuted it never holds
again. Both ends are bracketed to --tolerance. finite-mass and positive-decomposition are linear: two values decide all.

Where the formula is not affine in the parameter, as in exp(-z)*cos(b*z), the parameter is certified as a symbol for all
values of an interval at once: values that agree are the ends of intervals, which are divided where there is no
certificate for all of one.

-o writes the certificates and the conclusions, which 'krein verify' checks with the same --param. At most 60 s of
processor time are taken at --effort 1; what that leaves is open (docs/budgets.md).`,
		Example: `  krein region 'exp(-z^2) - b*exp(-z^2/4)' --param b=0..1 --dim 3
  krein region 'exp(-z)*(1 + b*z)' --param b=-1..2 --dim 3 --plot region.svg -o region.json
  krein region 'exp(-z) + b*cos(z)' --param b=-1..1 --dim 3 --claim finite-mass`,
		Args: input.OneFormula,
		RunE: c.run,
	}
	c.kernel.Add(cmd, true)
	cmd.Flags().Lookup("param").Usage = "value of a named parameter; one of them has a range, as in --param b=0..3"
	fl := cmd.Flags()
	fl.StringSliceVar(&c.claims, "claim", []string{string(certify.PD)}, "the claim; several with commas, or repeated")
	fl.Float64Var(&c.tolerance, "tolerance", 1e-8, "how near the ends are bracketed, relative to the range")
	fl.StringVarP(&c.out, "output", "o", "", "also write the certificates and what follows to this file ('-': standard output)")
	fl.StringVar(&c.plot, "plot", "", "draw the region into this .svg or .png file")
	return cmd
}

// regionTime is what certificates may take at effort 1, in all: the rest of the verb's time is for what ends late.
const regionTime = input.AnalysisTime - input.CertifyTime

func (c *regionCommand) run(cmd *cobra.Command, args []string) (err error) {
	defer input.Limit(cmd, input.AnalysisTime)(&err)
	if err := input.CheckDim(c.kernel.Dim); err != nil {
		return err
	}
	if !(c.tolerance >= 1e-15 && c.tolerance <= 0.1) {
		return fmt.Errorf("--tolerance %v: want a number between 1e-15 and 0.1", c.tolerance)
	}
	if c.plot != "" {
		if err := figure.CheckName(c.plot); err != nil {
			return err
		}
	}
	claims, err := input.ParseClaims(c.claims)
	if err != nil {
		return err
	}
	f, lo, hi, err := c.kernel.Family(cmd, args[0])
	if err != nil {
		return err
	}
	set := &certify.RegionSettings{Settings: *input.CertifySettings(cmd.Context()), Tolerance: c.tolerance}
	set.Claims = claims
	set.Time = time.Duration(input.Effort(cmd.Context()) * float64(regionTime))
	looked, tried := 0, 0
	stages := terminal.NewStages(cmd)
	set.Looked = func(id certify.ID, at *big.Rat, _ certify.Status) {
		looked++
		stages.Begin(fmt.Sprintf("%s at %s = %s, certificate %d", id, f.Name, region.Short(at), looked))
	}
	set.Box = func(id certify.ID, s region.Span) {
		tried++
		stages.Begin(fmt.Sprintf("%s for %s < %s < %s, certificate %d", id, region.Short(s.From), f.Name, region.Short(s.To), looked+tried))
	}
	stages.Begin("certifying")
	d, err := certify.Region(cmd.Context(), f, lo, hi, c.kernel.Dim, set)
	stages.Stop()
	if err != nil {
		return err
	}
	if err := c.save(cmd, d); err != nil {
		return err
	}
	switch {
	case c.kernel.JSON:
		return terminal.WriteJSON(cmd.OutOrStdout(), d)
	case c.out == "-":
		return nil
	}
	view := &regions.View{Document: d, Affine: f.Affine(lo, hi), Looked: looked, Tried: tried, MoreEffort: input.MoreEffort(cmd.Context())}
	return view.Write(cmd.OutOrStdout())
}

// save writes the files of -o and --plot.
func (c *regionCommand) save(cmd *cobra.Command, d *region.Document) error {
	if c.out != "" {
		var b bytes.Buffer
		if err := d.Encode(&b); err != nil {
			return err
		}
		if err := terminal.WriteOutput(cmd, c.out, b.Bytes()); err != nil {
			return err
		}
	}
	if c.plot == "" {
		return nil
	}
	b, err := regions.Picture(c.plot, d)
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(c.plot, b)
}

// over verifies a certificate for all values of a parameter in a range, which covers the range asked for.
func (c *verifyCommand) over(cmd *cobra.Command, cert *certificate.Certificate, f *region.Family, s region.Span) error {
	ids, err := input.ParseClaims(c.claims)
	if err != nil {
		return err
	}
	k, err := f.Covering(cert.Formula(), s)
	if err != nil {
		return &terminal.NotMetError{Why: fmt.Sprintf("rejected: %v", err)}
	}
	if c.claims == nil {
		c.claims = []string{} // no masses
		if ids = verification.Decided(cert); ids == nil {
			return &terminal.NotMetError{Why: "the certificate proves and refutes nothing"}
		}
	}
	return c.certificate(cmd, cert, k, ids, false)
}

// region verifies a file that krein region wrote, or a certificate of a range.
func (c *verifyCommand) region(cmd *cobra.Command, path string) error {
	f, s, err := c.kernel.Over(cmd, c.formula)
	if err != nil {
		return err
	}
	data, err := input.ReadFile(cmd, path)
	if err != nil {
		return err
	}
	if cert, err := certificate.Decode(bytes.NewReader(data)); err == nil {
		return c.over(cmd, cert, f, s)
	}
	if c.claims != nil {
		return errors.New("a region is checked as a whole: --claim is for certificates")
	}
	d, err := region.Decode(bytes.NewReader(data))
	if err != nil {
		return input.Misplaced(path, input.RegionFile, fmt.Errorf("%s: %w", path, err), "krein.region")
	}
	if d.Lo.Cmp(s.From) > 0 || d.Hi.Cmp(s.To) < 0 { // of a smaller range the file says more than is asked
		return &terminal.NotMetError{Why: fmt.Sprintf("rejected: the file is about %s from %s to %s: say --param '%s=%s..%s'", d.Name,
			d.Lo.RatString(), d.Hi.RatString(), d.Name, d.Lo.RatString(), d.Hi.RatString())}
	}
	ctx := cmd.Context()
	if c.timeout > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, c.timeout)
		defer stop()
	}
	return regions.Verify(ctx, cmd.OutOrStdout(), d, f, c.kernel.Dim, c.steps, c.kernel.JSON)
}
