package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"krein/certify"
	"krein/certify/region"
	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/cmd/krein/internal/verification"
	"krein/internal/atomicfile"
	"krein/internal/certify/certificate"
)

// regionCommand is the verb region with its flags.
type regionCommand struct {
	kernel    input.KernelFlags
	dims      []string
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

With several dimensions, --dims 1..8, there is a row for each, in the table and in the picture.

With several ranges the box is mapped: all parameters but one are divided into values and intervals between them, and in each
part the claim is decided along the last one, one in which the formula is affine if there is such a one, for all
values of the others in the part at once. --plot draws a map of two parameters.

An interrupted run keeps what it has in the file of -o, and the same command continues it, as it does with a larger
--effort or a smaller --tolerance.

-o writes the certificates and the conclusions, which 'krein verify' checks with the same --param. At most 60 s of
processor time are taken at --effort 1; what that leaves is open (docs/budgets.md).`,
		Example: `  krein region 'exp(-z^2) - b*exp(-z^2/4)' --param b=0..1 --dim 3
  krein region 'exp(-z)*(1 + b*z)' --param b=-1..2 --dim 3 --plot region.svg -o region.json
  krein region 'exp(-z)*cos(b*z)' --param b=0..3 --dims 1..8 --plot dims.svg
  krein region 'exp(-a*z)*(1 - c*z)' --param a=1/4..4 --param c=-2..2 --dim 3 --plot map.svg
  krein region 'exp(-z) + b*cos(z)' --param b=-1..1 --dim 3 --claim finite-mass`,
		Args: input.OneFormula,
		RunE: c.run,
	}
	c.kernel.Add(cmd, false)
	p := cmd.Flags().Lookup("param")
	_, how, _ := strings.Cut(p.Usage, "of length 1")
	p.Usage = "value of a named parameter, or a range, as in --param b=0..3; repeatable" + how
	fl := cmd.Flags()
	fl.StringSliceVar(&c.dims, "dims", nil, "the dimension d of R^d, or several, as in --dims 1..8 or 2,3 (required; --dim is the same)")
	if err := cmd.MarkFlagRequired("dims"); err != nil {
		panic(err)
	}
	fl.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "dim" { // as the other verbs have it
			name = "dims"
		}
		return pflag.NormalizedName(name)
	})
	fl.StringSliceVar(&c.claims, "claim", []string{string(certify.PD)}, "the claim; several with commas, or repeated")
	fl.Float64Var(&c.tolerance, "tolerance", 1e-8, "how near the ends are bracketed, relative to the range; with several ranges "+
		"the share of the box that may stay open, .02 if it is not given")
	fl.StringVarP(&c.out, "output", "o", "", "also write the certificates and what follows to this file ('-': standard output)")
	fl.StringVar(&c.plot, "plot", "", "draw the region into this .svg or .png file")
	return cmd
}

// regionTime is what certificates may take at effort 1, in all: the rest of the verb's time is for what ends late.
const regionTime = input.AnalysisTime - input.CertifyTime

func (c *regionCommand) run(cmd *cobra.Command, args []string) (err error) {
	defer input.Limit(cmd, input.AnalysisTime)(&err)
	dims, err := input.ParseDims(c.dims)
	if err != nil {
		return err
	}
	c.kernel.Dim = dims[0]
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
	f, axes, err := c.kernel.Family(cmd, args[0])
	if err != nil {
		return err
	}
	if len(dims) > 1 && (len(axes) > 1 || len(claims) > 1) {
		return errors.New("several --dims are for one parameter in a range and one claim")
	}
	if len(axes) > 1 {
		return c.several(cmd, f, axes, claims)
	}
	old := c.begunLine(cmd, f, axes[0], dims)
	var views []*verification.RegionView
	var all verification.Documents
	for i, dim := range dims {
		v, err := c.in(cmd, f, axes[0], claims, all, old, dims[i:], len(dims))
		if v != nil {
			views, all = append(views, v), append(all, v.Document)
		}
		if err != nil && v != nil && c.hasFile() {
			return c.kept(cmd, err, append(all, others(old, dims[i+1:])...))
		}
		if err != nil && len(dims) == 1 {
			return err
		}
		if err != nil {
			return fmt.Errorf("on R^%d: %w", dim, err)
		}
	}
	if err := c.save(cmd, all); err != nil {
		return err
	}
	switch {
	case c.kernel.JSON:
		return terminal.WriteJSON(cmd.OutOrStdout(), all)
	case c.out == "-":
		return nil
	case len(views) > 1:
		return verification.WriteDims(cmd.OutOrStdout(), views)
	}
	return views[0].Write(cmd.OutOrStdout())
}

// in finds the region in the first of the dimensions, which are left of so many, each of which has the same share of the time. done are
// the documents of those before, and old those of the file that is continued. If the context ends, the region so far
// comes with the error.
func (c *regionCommand) in(cmd *cobra.Command, f *region.Family, axis region.Axis, claims []certify.ID, done, old verification.Documents,
	dims []int, of int) (*verification.RegionView, error) {
	lo, hi, dim := axis.From, axis.To, dims[0]
	set := &certify.RegionSettings{Settings: *input.CertifySettings(cmd.Context()), Tolerance: c.tolerance}
	if same := others(old, dims[:1]); len(same) > 0 {
		set.Begun = same[0]
	}
	set.Claims = claims
	set.Time = time.Duration(input.Effort(cmd.Context())*float64(regionTime)) / time.Duration(of)
	place := ""
	if of > 1 {
		place = fmt.Sprintf(" on R^%d", dim)
	}
	looked, tried := 0, 0
	stages := terminal.NewStages(cmd)
	set.Looked = func(id certify.ID, at *big.Rat, _ certify.Status) {
		looked++
		stages.Begin(fmt.Sprintf("%s at %s = %s, certificate %d%s", id, f.Name, verification.Short(at), looked, place))
	}
	set.Box = func(id certify.ID, b *region.Box) {
		tried++
		stages.Begin(fmt.Sprintf("%s for %s, certificate %d%s", id, b.Interval(f.Name), looked+tried, place))
	}
	var failed error
	if last := time.Now(); c.hasFile() {
		set.Sofar = func(so func() (*region.Document, error)) {
			if time.Since(last) < keepEvery {
				return
			}
			d, err := so()
			if err == nil {
				err = c.write(cmd, slices.Concat(done, verification.Documents{d}, others(old, dims[1:])))
			}
			failed, last = errors.Join(failed, err), time.Now()
		}
	}
	stages.Begin("certifying")
	d, err := certify.Region(cmd.Context(), f, lo, hi, dim, set)
	stages.Stop()
	if err = errors.Join(err, failed); d == nil {
		return nil, err
	}
	return &verification.RegionView{Document: d, Affine: f.Affine(lo, hi), Looked: looked, Tried: tried}, err
}

// others are the documents of some dimensions.
func others(all verification.Documents, dims []int) (some verification.Documents) {
	for _, d := range all {
		if slices.Contains(dims, d.Dim) {
			some = append(some, d)
		}
	}
	return some
}

// hasFile reports whether the region goes to a file, where it can be kept before it ends.
func (c *regionCommand) hasFile() bool { return c.out != "" && c.out != "-" }

// kept writes what there is when a run is interrupted, for the error err.
func (c *regionCommand) kept(cmd *cobra.Command, err error, so interface{ Encode(w io.Writer) error }) error {
	if not := c.write(cmd, so); not != nil {
		return errors.Join(err, not)
	}
	return &terminal.KeptError{File: c.out, Err: err}
}

// before is what the file of -o holds, nil if there is none; a device never ends.
func (c *regionCommand) before() []byte {
	if info, err := os.Stat(c.out); err != nil || !info.Mode().IsRegular() { // "" and "-" are none
		return nil
	}
	data, err := input.ReadNamed(c.out)
	if err != nil {
		return nil
	}
	return data
}

// begunLine returns the documents in the file of -o, none if they are about something else.
func (c *regionCommand) begunLine(cmd *cobra.Command, f *region.Family, axis region.Axis, dims []int) verification.Documents {
	data := c.before()
	if data == nil {
		return nil
	}
	all, err := verification.Decode(data)
	if err != nil {
		return nil
	}
	all = slices.DeleteFunc(others(all, dims), func(d *region.Document) bool {
		return d.Formula != f.Formula || d.Name != f.Name || !maps.Equal(d.Params, f.Params) || d.Lo.Cmp(axis.From) != 0 || d.Hi.Cmp(axis.To) != 0
	})
	if len(all) > 0 {
		cmd.PrintErrf("continuing the region in %s\n", c.out)
	}
	return all
}

// several maps the box of several parameters. A map in the file of -o is continued, and the map so far is kept there.
func (c *regionCommand) several(cmd *cobra.Command, f *region.Family, axes []region.Axis, claims []certify.ID) error {
	if len(claims) != 1 {
		return fmt.Errorf("--claim: a map of several parameters is about one claim, and not about %d", len(claims))
	}
	if c.plot != "" && len(axes) != 2 {
		return fmt.Errorf("--plot shows two parameters, and not %d: give the others a value", len(axes))
	}
	set := &certify.RegionSettings{Settings: *input.CertifySettings(cmd.Context()), Tolerance: mapOpen, From: c.begun(cmd, f, axes, claims[0])}
	if cmd.Flags().Changed("tolerance") {
		set.Tolerance = c.tolerance
	}
	set.Claims = claims
	set.Time = time.Duration(input.Effort(cmd.Context()) * float64(regionTime))
	stages := terminal.NewStages(cmd)
	kept := time.Now()
	var failed error
	set.Mapped = func(m *region.Map, where string) {
		proved, refuted := m.Shares()
		stages.Begin(fmt.Sprintf("%.1f %% decided, %s", 100*(proved+refuted), where))
		if c.hasFile() && time.Since(kept) > keepEvery {
			failed = errors.Join(failed, c.write(cmd, m))
			kept = time.Now()
		}
	}
	stages.Begin("certifying")
	m, err := certify.RegionMap(cmd.Context(), f, axes, c.kernel.Dim, set)
	stages.Stop()
	if m != nil && err != nil && c.hasFile() {
		return c.kept(cmd, errors.Join(err, failed), m)
	}
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	if err := c.write(cmd, m); err != nil {
		return err
	}
	if c.plot != "" {
		b, err := verification.RegionMapPicture(c.plot, m)
		if err == nil {
			err = atomicfile.WriteBytes(c.plot, b)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case c.kernel.JSON:
		return terminal.WriteJSON(cmd.OutOrStdout(), m)
	case c.out == "-":
		return nil
	}
	left := "at " + input.AtEffort(cmd.Context())
	if proved, refuted := m.Shares(); 1-proved-refuted <= set.Tolerance {
		left = fmt.Sprintf("within --tolerance %v", set.Tolerance)
	}
	return (&verification.RegionMapView{Map: m, Left: left}).Write(cmd.OutOrStdout())
}

// mapOpen is the share of a box that may stay open.
const mapOpen = .02

// keepEvery is how often the map so far is written.
const keepEvery = 10 * time.Second

// begun returns the map in the file of -o, nil if that is none of this box.
func (c *regionCommand) begun(cmd *cobra.Command, f *region.Family, axes []region.Axis, claim certify.ID) *region.Map {
	data := c.before()
	if data == nil {
		return nil
	}
	m, err := region.DecodeMap(bytes.NewReader(data))
	if err != nil || m.Formula != f.Formula || !maps.Equal(m.Params, f.Params) || m.Dim != c.kernel.Dim || m.Claim != claim ||
		len(m.Axes) != len(axes) {
		return nil
	}
	for _, a := range axes {
		if !slices.ContainsFunc(m.Axes, func(b region.Axis) bool {
			return a.Name == b.Name && a.From.Cmp(b.From) == 0 && a.To.Cmp(b.To) == 0
		}) {
			return nil
		}
	}
	cmd.PrintErrf("continuing the map in %s\n", c.out)
	return m
}

// write writes the file of -o.
func (c *regionCommand) write(cmd *cobra.Command, d interface{ Encode(w io.Writer) error }) error {
	if c.out == "" {
		return nil
	}
	var b bytes.Buffer
	if err := d.Encode(&b); err != nil {
		return err
	}
	return terminal.WriteOutput(cmd, c.out, b.Bytes())
}

// save writes the files of -o and --plot.
func (c *regionCommand) save(cmd *cobra.Command, documents verification.Documents) error {
	if err := c.write(cmd, documents); err != nil || c.plot == "" {
		return err
	}
	b, err := verification.RegionPicture(c.plot, documents)
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(c.plot, b)
}

// over verifies a certificate for all values of a parameter in a range, which covers the range asked for.
func (c *verifyCommand) over(cmd *cobra.Command, cert *certificate.Certificate, f *region.Family, s region.Span) error {
	ids, masses, err := c.asked()
	if err != nil {
		return err
	}
	k, err := f.Covering(cert.Formula(), s)
	if err != nil {
		return &terminal.NotMetError{Why: fmt.Sprintf("rejected: %v", err)}
	}
	return c.certificate(cmd, cert, k, ids, masses)
}

// several verifies a map that krein region wrote of several parameters.
func (c *verifyCommand) several(cmd *cobra.Command, path string) error {
	if c.claims != nil {
		return errors.New("a map is checked as a whole: --claim is for certificates")
	}
	f, axes, err := c.kernel.Family(cmd, c.formula)
	if err != nil {
		return err
	}
	data, err := input.ReadFile(cmd, path)
	if err != nil {
		return err
	}
	m, err := region.DecodeMap(bytes.NewReader(data))
	if err != nil {
		return input.Misplaced(path, input.RegionFile, fmt.Errorf("%s: %w", path, err), "krein.region")
	}
	ctx, stop := c.within(cmd)
	defer stop()
	return verification.VerifyRegionMap(ctx, cmd.OutOrStdout(), m, f, axes, c.kernel.Dim, c.steps(cmd), c.kernel.JSON)
}

// region verifies a file that krein region wrote, or a certificate of a range.
func (c *verifyCommand) region(cmd *cobra.Command, path string) error {
	if c.kernel.Ranges() > 1 {
		return c.several(cmd, path)
	}
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
	all, err := verification.Decode(data)
	if err != nil {
		return input.Misplaced(path, input.RegionFile, fmt.Errorf("%s: %w", path, err), "krein.region")
	}
	d, err := all.In(c.kernel.Dim)
	if err != nil {
		return err
	}
	if d.Lo.Cmp(s.From) > 0 || d.Hi.Cmp(s.To) < 0 { // of a smaller range the file says more than is asked
		return &terminal.NotMetError{Why: fmt.Sprintf("rejected: the file is about %s from %s to %s: say --param '%s=%s..%s'", d.Name,
			d.Lo.RatString(), d.Hi.RatString(), d.Name, d.Lo.RatString(), d.Hi.RatString())}
	}
	ctx, stop := c.within(cmd)
	defer stop()
	return verification.VerifyRegion(ctx, cmd.OutOrStdout(), d, f, c.kernel.Dim, c.steps(cmd), c.kernel.JSON)
}
