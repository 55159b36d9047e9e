package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"krein/certify"
	"krein/features/compare"
	"krein/kernel"
)

// comparison is what 'krein compare' shows.
type comparison struct {
	Formula   string    `json:"formula"`
	Dim       int       `json:"dim"`
	Radius    float64   `json:"radius"`
	Distances []float64 `json:"distances"`
	From      string    `json:"distances_from"`
	Data      *dataView `json:"data,omitempty"`
	Target    float64   `json:"target"`
	Reference int       `json:"columns"`

	Rows        []*compare.Row `json:"rows"`
	Unavailable []unavailable  `json:"unavailable"`
	Verdict     []string       `json:"verdict"`

	onSphere bool // the data are, or the kernel is meant to be, on the unit sphere
	biases   []float64 `json:"-"` // of least measures and zonal decompositions
}

// unavailable is a representation that the kernel does not have, and why.
type unavailable struct {
	Measure string `json:"measure"`
	Because string `json:"because"`
}

// compareCommand is the verb compare with its flags.
type compareCommand struct {
	kernel   kernelFlags
	data     dataFlags
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
('krein evaluate' measures); biases and masses are proved unless marked with ≈.`,
		Example: `  krein compare 'exp(-z^2/2) - exp(-z^2/200)' --dim 16 --data train.csv.gz --label first --plot errors.svg
  krein compare '1 - z^2/4' --dim 16 --radius 2 --bias 1e-2,1e-3
  krein compare ntk --dim 16 --target 0.02 --json`,
		Args: oneFormula,
		RunE: c.run,
	}
	c.kernel.add(cmd, true)
	c.data.addAs(cmd, "data", "CSV or npy file, the distances between the rows of which count ('-': standard input)")
	acceptFlag(cmd, &c.accept)
	fl := cmd.Flags()
	fl.Lookup("radius").Usage = "the largest distance that matters (default: 2 on the sphere, else the largest\nsampled from the data and 10 % more, else 2);\nwith '--beyond zero', the radius beyond which the kernel is zero"
	fl.StringSliceVar(&c.biases, "bias", nil, "biases of least measures and of zonal decompositions (default: a half and a tenth of --target)")
	fl.StringVar(&c.target, "target", "0.01", "the root mean square error of k̂(z) to be reached")
	fl.IntVar(&c.columns, "columns", 512, "the number of feature columns at which errors are shown")
	fl.StringVar(&c.plotFile, "plot", "", "draw predicted errors against the number of columns into this .svg or .png file")
	return cmd
}

// run compares, and writes what is found.
func (f *compareCommand) run(cmd *cobra.Command, args []string) error {
	if err := f.check(cmd, args); err != nil {
		return err
	}
	c := &comparison{Dim: f.kernel.dim, Reference: f.columns}
	var err error
	if c.Target, err = positive("target", f.target); err != nil {
		return err
	}
	if c.biases, err = positives("bias", f.biases); err != nil {
		return err
	}
	k, err := f.kernel.onDomain(cmd, args[0])
	if err != nil {
		return err
	}
	c.Formula = k.Formula()
	if err := c.domain(cmd, k, &f.kernel, &f.data); err != nil {
		return err
	}
	if err := c.run(cmd, k, f.accept); err != nil {
		return err
	}
	if f.plotFile != "" {
		b, err := c.plot(f.plotFile)
		if err != nil {
			return err
		}
		if err := writeOutput(cmd, f.plotFile, b); err != nil {
			return err
		}
	}
	switch {
	case f.plotFile == "-":
		if c.Data != nil {
			c.Data.say(cmd, true)
		}
		return nil
	case f.kernel.json:
		return writeJSON(cmd.OutOrStdout(), c)
	}
	return c.write(cmd.OutOrStdout())
}

// check refuses flags that contradict each other.
func (f *compareCommand) check(cmd *cobra.Command, args []string) error {
	if err := checkDim(f.kernel.dim); err != nil {
		return err
	}
	if args[0] == "-" && f.data.path == "-" {
		return errBothStdin
	}
	if f.data.path == "" {
		for _, name := range dataOnly {
			if cmd.Flags().Changed(name) {
				return fmt.Errorf("--%s prepares the data of --data: give these", name)
			}
		}
	}
	if f.plotFile != "" {
		if err := checkPlotName(f.plotFile); err != nil {
			return err
		}
	}
	if f.columns < compare.LeastColumns || f.columns > compare.MostColumns {
		return fmt.Errorf("--columns %d: want %d … %d", f.columns, compare.LeastColumns, compare.MostColumns)
	}
	return nil
}

// onDomain reads the kernel without cutting it off at --radius, which here is the largest distance that matters, unless the formula
// has no value beyond or that is asked for.
func (f *kernelFlags) onDomain(cmd *cobra.Command, formula string) (*kernel.Kernel, error) {
	if formula == "-" {
		b, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), 1<<20))
		if err != nil {
			return nil, fmt.Errorf("reading the formula from standard input: %w", err)
		}
		formula = strings.TrimSpace(string(b))
	}
	if f.beyond != "zero" {
		whole := *f
		whole.radius = ""
		k, err := whole.kernel(cmd, formula)
		if err == nil || f.radius == "" || f.beyond == "natural" {
			return k, err
		}
	}
	return f.kernel(cmd, formula)
}

// compareDistances is the number of distances at which variances are predicted.
const compareDistances = 16

// run fills in the rows.
func (c *comparison) run(cmd *cobra.Command, k *kernel.Kernel, accept bool) error {
	bar := newBar(cmd, "comparing")
	defer bar.finish()
	found, err := compare.Run(cmd.Context(), k, c.Dim, &compare.Settings{
		Radius: c.Radius, Distances: c.Distances, Sphere: c.onSphere,
		Target: c.Target, Biases: c.biases, Columns: c.Reference,
		Jordan: jordanSettings(cmd.Context(), accept), Accuracy: admitted(accept),
		Progress: func(done, total int) { bar.set(done, total) },
	})
	if err != nil {
		return err
	}
	c.Rows, c.Verdict = found.Rows, found.Verdict()
	for _, m := range found.Missing {
		c.Unavailable = append(c.Unavailable, unavailable{m.Measure, c.why(m.Because, accept)})
	}
	return nil
}

// why says why a representation is not available, and what flag may help.
func (c *comparison) why(err error, accept bool) string {
	if errors.Is(err, compare.ErrNotOnSphere) {
		return "the data are not on the unit sphere; '--scale sphere' puts those of --data there"
	}
	text := refusal(err, accept).Error()
	var missing *certify.NotCertifiedError
	if errors.As(err, &missing) {
		text = fmt.Sprintf("finite mass on R^%d%s", c.Dim, strings.TrimPrefix(text, string(missing.Claim)))
	}
	return text
}

// domain settles the radius and the distances.
func (c *comparison) domain(cmd *cobra.Command, k *kernel.Kernel, kf *kernelFlags, df *dataFlags) error {
	if kf.radius != "" {
		var err error
		if c.Radius, err = positive("radius", kf.radius); err != nil {
			return err
		}
	}
	if df.path == "" {
		c.onSphere = k.Domain() != nil
		if c.Radius == 0 {
			c.Radius = 2
			if r := k.Domain(); r != nil {
				c.Radius, _ = r.Float64()
			}
		}
		if c.onSphere && c.Radius == 2 && c.Dim >= 2 {
			c.Distances = compare.SphereDistances(c.Dim, compareDistances)
			c.From = fmt.Sprintf("%d quantiles of the distance of random points of the unit sphere; --data takes them from your rows", compareDistances)
			return nil
		}
		c.Distances = compare.Grid(c.Radius, compareDistances)
		c.From = fmt.Sprintf("%d distances, evenly spread over [0, %g]; --data takes them from your rows", compareDistances, c.Radius)
		return nil
	}
	z, data, err := df.sampleDistances(cmd, k, c.Dim, minimalPairs)
	if err != nil {
		return err
	}
	c.Data = data.view(data.rows)
	c.onSphere = data.scale == "sphere"
	far := slices.Max(z)
	switch {
	case far == 0:
		return errors.New("all rows of the data are equal: there are no distances to predict errors at")
	case c.Radius == 0 && c.onSphere:
		c.Radius = 2
	case c.Radius == 0:
		c.Radius = compare.Reach(far)
	default:
		if _, err := limitOfFlag(c.Radius).check(cmd, df, data, "error"); err != nil {
			return err
		}
	}
	c.Distances = compare.Quantiles(z, compareDistances)
	c.From = fmt.Sprintf("%d quantiles of the distances of %d pairs of rows", compareDistances, len(z))
	return nil
}

func (c *comparison) write(w io.Writer) error {
	fmt.Fprintf(w, "k(z) = %s in R^%d, distances in [0, %g]\nerrors at %s\n", c.Formula, c.Dim, c.Radius, c.From)
	if c.Data != nil {
		fmt.Fprintln(w, c.Data)
	}
	t := newTable("measure", "samples", "mass", "bias ≤", "variance", fmt.Sprintf("RMS, %d columns", c.Reference), fmt.Sprintf("columns for %g", c.Target), "operations a row")
	for _, r := range c.Rows {
		work := "–"
		if r.Reaches() {
			work = compare.Operations(r.Work)
		}
		mass := fmt.Sprintf("%.6g", r.Mass)
		if !r.MassProved {
			mass = "≈ " + mass
		}
		bias := fmt.Sprintf("%.2g", r.Bias)
		if !r.BiasProved {
			bias = "≈ " + bias
		}
		t.AppendRow(table.Row{r.Measure, r.Samples, mass, bias, fmt.Sprintf("%.4g", r.Variance), fmt.Sprintf("%.3g", r.RMS), r.Needed(), work})
	}
	if len(c.Rows) > 0 {
		constant := compare.ZonalFlops(c.Dim, 0)
		fmt.Fprintf(w, "\n%s\n\n", t.Render())
		fmt.Fprintln(w, wrap(fmt.Sprintf("variance: that of the estimate times the number of columns, at %d columns, the mean over the distances. RMS: with the bias. "+
			"A frequency is two columns and %g operations a row in this dimension, a zonal feature of degree n is one column and %g + %g n.",
			c.Reference, compare.FrequencyFlops(c.Dim), constant, compare.ZonalFlops(c.Dim, 1)-constant), ""))
	}
	for _, u := range c.Unavailable {
		fmt.Fprintf(w, "\nnot available: %s\n%s\n", u.Measure, wrap(u.Because, "  "))
	}
	fmt.Fprintln(w)
	for _, s := range c.Verdict {
		if _, err := fmt.Fprintln(w, wrap(s, "")); err != nil {
			return err
		}
	}
	return nil
}
