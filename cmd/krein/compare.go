package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mathext"

	"krein/decompose"
	"krein/kernel"
)

// comparison is what 'krein compare' computes.
type comparison struct {
	Formula   string    `json:"formula"`
	Dim       int       `json:"dim"`
	Radius    float64   `json:"radius"`
	Distances []float64 `json:"distances"`
	From      string    `json:"distances_from"`
	Data      *dataView `json:"data,omitempty"`
	Target    float64   `json:"target"`
	Reference int       `json:"columns"`

	Rows        []*compareRow `json:"rows"`
	Unavailable []unavailable `json:"unavailable"`
	Verdict     []string      `json:"verdict"`

	heavy    *decompose.Minimum // a least mass that is hopeless
	onSphere bool               // the data are, or the kernel is meant to be, on the unit sphere
	biases   []float64
}

// unavailable is a representation that the kernel does not have, and why.
type unavailable struct {
	Measure string `json:"measure"`
	Because string `json:"because"`
}

func newCompareCmd() *cobra.Command {
	var (
		kf       kernelFlags
		df       dataFlags
		c        comparison
		biases   []string
		target   string
		plotFile string
		accept   bool
	)
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
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkDim(kf.dim); err != nil {
				return err
			}
			if args[0] == "-" && df.path == "-" {
				return errBothStdin
			}
			if df.path == "" {
				for _, name := range dataOnly {
					if cmd.Flags().Changed(name) {
						return fmt.Errorf("--%s prepares the data of --data: give these", name)
					}
				}
			}
			if plotFile != "" {
				if err := checkPlotName(plotFile); err != nil {
					return err
				}
			}
			if c.Reference < 4 || c.Reference > mostColumns {
				return fmt.Errorf("--columns %d: want 4 … %d", c.Reference, mostColumns)
			}
			var err error
			if c.Target, err = positive("target", target); err != nil {
				return err
			}
			if c.biases, err = positives("bias", biases); err != nil {
				return err
			}
			if c.biases == nil {
				c.biases = []float64{c.Target / 2, c.Target / 10}
			}
			slices.SortFunc(c.biases, func(a, b float64) int { return cmp.Compare(b, a) })
			k, err := kf.onDomain(cmd, args[0])
			if err != nil {
				return err
			}
			c.Formula, c.Dim = k.Formula(), kf.dim
			if err := c.domain(cmd, k, &kf, &df); err != nil {
				return err
			}
			if err := c.run(cmd, k, accept); err != nil {
				return err
			}
			c.judge()
			if plotFile != "" {
				b, err := c.plot(plotFile)
				if err != nil {
					return err
				}
				if err := writeOutput(cmd, plotFile, b); err != nil {
					return err
				}
			}
			switch {
			case plotFile == "-":
				if c.Data != nil {
					c.Data.say(cmd, true)
				}
				return nil
			case kf.json:
				return writeJSON(cmd.OutOrStdout(), &c)
			}
			return c.write(cmd.OutOrStdout())
		},
	}
	kf.add(cmd, true)
	df.addAs(cmd, "data", "CSV or npy file, the distances between the rows of which count ('-': standard input)")
	acceptFlag(cmd, &accept)
	fl := cmd.Flags()
	fl.Lookup("radius").Usage = "the largest distance that matters (default: 2 on the sphere, else the largest\nsampled from the data and 10 % more, else 2);\nwith '--beyond zero', the radius beyond which the kernel is zero"
	fl.StringSliceVar(&biases, "bias", nil, "biases of least measures and of zonal decompositions (default: a half and a tenth of --target)")
	fl.StringVar(&target, "target", "0.01", "the root mean square error of k̂(z) to be reached")
	fl.IntVar(&c.Reference, "columns", 512, "the number of feature columns at which errors are shown")
	fl.StringVar(&plotFile, "plot", "", "draw predicted errors against the number of columns into this .svg or .png file")
	return cmd
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

// sphereDistance returns the quantile of the distance of two uniform points of S^{d−1}: (1+⟨x,y⟩)/2 has the law Beta((d−1)/2, (d−1)/2).
func sphereDistance(dim int, p float64) float64 {
	h := float64(dim-1) / 2
	return 2 * math.Sqrt(mathext.InvRegIncBeta(h, h, p)) // z² = 2 − 2u = 4(1−B), and 1−B has the law of B
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
			for i := range compareDistances {
				c.Distances = append(c.Distances, sphereDistance(c.Dim, (float64(i)+0.5)/compareDistances))
			}
			c.From = fmt.Sprintf("%d quantiles of the distance of random points of the unit sphere; --data takes them from your rows", compareDistances)
			return nil
		}
		for i := range compareDistances {
			c.Distances = append(c.Distances, c.Radius*(float64(i)+0.5)/compareDistances)
		}
		c.From = fmt.Sprintf("%d distances, evenly spread over [0, %g]; --data takes them from your rows", compareDistances, c.Radius)
		return nil
	}
	z, data, err := df.sampleDistances(cmd, k, c.Dim, minimalPairs)
	if err != nil {
		return err
	}
	c.Data = data.view(data.rows)
	slices.Sort(z)
	c.onSphere = data.scale == "sphere"
	far := z[len(z)-1]
	switch {
	case far == 0:
		return errors.New("all rows of the data are equal: there are no distances to predict errors at")
	case c.Radius == 0 && c.onSphere:
		c.Radius = 2
	case c.Radius == 0:
		// Other rows may be a little further apart: 10 % more, to two digits.
		unit := math.Pow10(int(math.Floor(math.Log10(far))) - 1)
		c.Radius = math.Ceil(1.1*far/unit) * unit
	default:
		if _, err := limitOfFlag(c.Radius).check(cmd, df, data, "error"); err != nil {
			return err
		}
	}
	for i := range compareDistances {
		c.Distances = append(c.Distances, z[(2*i+1)*len(z)/(2*compareDistances)])
	}
	c.From = fmt.Sprintf("%d quantiles of the distances of %d pairs of rows", compareDistances, len(z))
	return nil
}

// judge puts the rows in order of the work for the target and says what that means.
func (c *comparison) judge() {
	slices.SortStableFunc(c.Rows, func(a, b *compareRow) int {
		switch x, y := a.effort(), b.effort(); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	say := func(format string, args ...any) { c.Verdict = append(c.Verdict, fmt.Sprintf(format, args...)) }
	if len(c.Rows) == 0 {
		say("None of these representations is available.")
		return
	}
	best := c.Rows[0]
	if math.IsInf(best.effort(), 1) {
		say("No representation reaches a root mean square error of %g, because the biases are larger: give a smaller --bias.", c.Target)
		return
	}
	say("Best: %s. It takes %s columns and %s operations a row for a root mean square error of %g at these distances.", best.title(), best.needed(), flops(best.Work), c.Target)
	if best.Mass == 0 || best.Variance == 0 {
		say("It has no variance at these distances.")
		return
	}
	for _, r := range c.Rows[1:] {
		if r.family == best.family || math.IsInf(r.effort(), 1) {
			continue
		}
		more := fmt.Sprintf("%.3g times the work", r.Work/best.Work)
		if r.Work < 1.05*best.Work {
			more = "about the same work"
		}
		say("Next among the others: %s, with %s.", r.title(), more)
		why := fmt.Sprintf("%s times the variance for as many columns", ratio(r.Variance/best.Variance))
		if r.Variance > 1e6*best.Variance {
			why = "more than a million times the variance for as many columns"
		}
		if cost := (r.Work / float64(r.Columns)) / (best.Work / float64(best.Columns)); cost > 1.1 || cost < 0.9 {
			why += fmt.Sprintf(", %s times the operations for a column", ratio(cost))
		}
		if r.Bias > c.Target/4 {
			why += fmt.Sprintf(", and a bias of up to %.2g, which uses up part of the error", r.Bias)
		}
		say("Compared with the best it has %s.", why)
		break
	}
	for _, r := range c.Rows {
		if r.family == zonalFamily && r.Variance > 4*r.Mass*r.Mass {
			say("Zonal features of high degree are large where points are close, so that a mass of %.4g does not bound their variance, which is %.3g here.", r.Mass, r.Variance)
			break
		}
	}
	if best.Columns > hopelessColumns {
		say("Even the best needs more than %d columns: compute the kernel itself, or allow a larger error.", hopelessColumns)
	}
}

// ratio prints a factor.
func ratio(x float64) string { return fmt.Sprintf("%.3g", x) }

// flops prints a number of operations.
func flops(x float64) string {
	switch {
	case x < 1e4:
		return fmt.Sprintf("%.0f", x)
	case x < 1e6:
		return fmt.Sprintf("%.3g thousand", x/1e3)
	case x < 1e9:
		return fmt.Sprintf("%.3g million", x/1e6)
	}
	return fmt.Sprintf("%.3g", x)
}

func (c *comparison) write(w io.Writer) error {
	fmt.Fprintf(w, "k(z) = %s in R^%d, distances in [0, %g]\nerrors at %s\n", c.Formula, c.Dim, c.Radius, c.From)
	if c.Data != nil {
		fmt.Fprintln(w, c.Data)
	}
	t := newTable("measure", "samples", "mass", "bias ≤", "variance", fmt.Sprintf("RMS, %d columns", c.Reference), fmt.Sprintf("columns for %g", c.Target), "operations a row")
	for _, r := range c.Rows {
		work := "–"
		if !math.IsInf(r.effort(), 1) {
			work = flops(r.Work)
		}
		mass := fmt.Sprintf("%.6g", r.Mass)
		if !r.MassProved {
			mass = "≈ " + mass
		}
		bias := fmt.Sprintf("%.2g", r.Bias)
		if !r.BiasProved {
			bias = "≈ " + bias
		}
		t.AppendRow(table.Row{r.Measure, r.Samples, mass, bias, fmt.Sprintf("%.4g", r.Variance), fmt.Sprintf("%.3g", r.RMS), r.needed(), work})
	}
	if len(c.Rows) > 0 {
		fmt.Fprintf(w, "\n%s\n\n", t.Render())
		fmt.Fprintln(w, wrap(fmt.Sprintf("variance: that of the estimate times the number of columns, at %d columns, the mean over the distances. RMS: with the bias. "+
			"A frequency is two columns and %d operations a row in this dimension, a zonal feature of degree n is one column and %d + %d n.",
			c.Reference, frequencyFlops(c.Dim), 2*c.Dim, degreeFlops), ""))
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
