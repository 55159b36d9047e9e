package drawing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"krein/certify"
	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/features"
	"krein/internal/features/compare"
	"krein/internal/features/ridge"
	"krein/internal/outward"
	"krein/kernel"
)

// Comparison holds what 'krein compare' shows of a kernel of the distance.
type Comparison struct {
	Formula   string        `json:"formula"`
	Dim       int           `json:"dim"`
	Radius    float64       `json:"radius"`
	Distances []float64     `json:"distances"`
	From      string        `json:"distances_from"`
	Data      *dataset.View `json:"data,omitempty"`
	Target    float64       `json:"target"`
	Reference int           `json:"columns"`

	Rows        []*compare.Row `json:"rows"`
	Unavailable []Unavailable  `json:"unavailable"`
	Verdict     []string       `json:"verdict"`

	known    *decompose.Decomposition
	rows     *dataset.Rows // of the data, nil: there are none
	drawn    *compare.Drawn
	onSphere bool      // the data are, or the kernel is meant to be, on the unit sphere
	Biases   []float64 `json:"-"` // of least measures and zonal decompositions
}

// Unavailable is a representation that the kernel does not have, and why.
type Unavailable struct {
	Measure string `json:"measure"`
	Because string `json:"because"`
}

// distances is the number of distances at which variances are predicted.
const distances = 16

// Run fills in the rows.
func (c *Comparison) Run(cmd *cobra.Command, k *kernel.Kernel, accept bool) error {
	bar := terminal.NewBar(cmd, "comparing")
	defer bar.Finish()
	return c.run(cmd.Context(), k, accept, bar.Set)
}

func (c *Comparison) run(ctx context.Context, k *kernel.Kernel, accept bool, progress func(done, total int)) error {
	found, err := c.find(ctx, k, accept, compare.Run, progress)
	if err == nil {
		c.Rows, c.Verdict = found.Rows, found.Verdict()
	}
	return err
}

// Find returns the representations.
func (c *Comparison) Find(cmd *cobra.Command, k *kernel.Kernel, accept bool) ([]compare.Found, error) {
	bar := terminal.NewBar(cmd, "comparing")
	defer bar.Finish()
	found, err := c.find(cmd.Context(), k, accept, compare.Find, bar.Set)
	if err != nil {
		return nil, err
	}
	return found.Found, nil
}

// find has run find representations, and says which there are not.
func (c *Comparison) find(
	ctx context.Context, k *kernel.Kernel, accept bool,
	run func(context.Context, *kernel.Kernel, int, *compare.Settings) (*compare.Comparison, error),
	progress func(done, total int),
) (*compare.Comparison, error) {
	found, err := run(ctx, k, c.Dim, &compare.Settings{
		Radius: c.Radius, Distances: c.Distances, Sphere: c.onSphere,
		Target: c.Target, Biases: c.Biases, Columns: c.Reference, Drawn: c.drawn,
		Jordan: measure.Settings(ctx, accept), Known: c.known, Accuracy: measure.Admitted(accept),
		Progress: progress,
	})
	if err != nil {
		return nil, err
	}
	for _, m := range found.Missing {
		c.Unavailable = append(c.Unavailable, Unavailable{m.Measure, c.because(m.Because, accept)})
	}
	return found, nil
}

// because says why a representation is not available, and what flag may help.
func (c *Comparison) because(err error, accept bool) string {
	if errors.Is(err, compare.ErrNotOnSphere) {
		return "the data are not on the unit sphere; '--scale sphere' puts those of --data there"
	}
	text := measure.Refusal(err, accept).Error()
	var missing *certify.NotCertifiedError
	if errors.As(err, &missing) {
		text = fmt.Sprintf("finite mass on R^%d%s", c.Dim, strings.TrimPrefix(text, string(missing.Claim)))
	}
	return text
}

// Domain settles the radius and the distances.
func (c *Comparison) Domain(cmd *cobra.Command, k *kernel.Kernel, kf *input.KernelFlags, df *dataset.Flags) error {
	if kf.Radius != "" {
		var err error
		if c.Radius, err = input.Positive("radius", kf.Radius); err != nil {
			return err
		}
	}
	if df.Path == "" {
		c.withoutData(k)
		c.From += "; --data takes them from your rows"
		return nil
	}
	z, data, err := df.SampleDistances(cmd, k, c.Dim, dataset.Pairs)
	if err != nil {
		return err
	}
	c.Data, c.rows = data.View(data.Count), data
	c.onSphere = data.Scale == "sphere"
	far := slices.Max(z)
	switch {
	case far == 0:
		return errors.New("all rows of the data are equal: there are no distances to predict errors at")
	case c.Radius == 0 && c.onSphere:
		c.Radius = 2
	case c.Radius == 0:
		c.Radius = compare.Reach(far)
	default:
		if _, err := dataset.LimitOfFlag(c.Radius).Check(cmd, df, data, false); err != nil {
			return err
		}
	}
	c.Distances = compare.Quantiles(z, distances)
	c.From = fmt.Sprintf("%d quantiles of the distances of %d pairs of rows", distances, len(z))
	return nil
}

// Draw finds the map of so many columns that 'krein features' draws of the kernel and the rows with seed 0: what it is drawn
// from, and how. Other representations are compared with it. It is nil where there is none: Run and Find say why.
func (c *Comparison) Draw(cmd *cobra.Command, k *kernel.Kernel, df *dataset.Flags, beyond string, accept bool, columns int) (*compare.Drawn,
	error) {
	how := Auto()
	how.Accept, how.Options.Columns = accept, columns
	sources, err := how.From(cmd, &Fitting{Kernel: k, Beyond: beyond, Flags: df, Data: c.rows, Dim: c.Dim, OnSphere: c.onSphere})
	if err != nil {
		return nil, cmd.Context().Err()
	}
	distances, err := how.Distances(cmd, k, c.Dim, df, c.rows)
	if err != nil {
		return nil, err
	}
	d, err := sources.Choose(columns, distances, 0, c.onSphere)
	if err != nil {
		return nil, err
	}
	c.known = sources.Jordan()
	s := d.Source
	c.drawn = &compare.Drawn{Measure: s.Name, Options: d.Options, From: s.Draws().(features.Stationary)}
	switch {
	case s.Sphere != nil:
		c.drawn.Mass, c.drawn.MassProved = s.Mass()
		for _, z := range c.Distances {
			b, _ := s.Sphere.Bias(z)
			c.drawn.Bias = max(c.drawn.Bias, b)
		}
		c.drawn.BiasProved = true
		return c.drawn, nil
	case s.Padded > 0:
		c.drawn.Measure = compare.Padded(k, s.Padded)
	default:
		c.drawn.Measure = compare.Jordan(k)
	}
	proved := func(p *decompose.Part) bool { return p.MassKind == decompose.KindProved }
	c.drawn.Mass, c.drawn.MassProved = s.Parts.Plus.Total()+s.Parts.Minus.Total(), proved(&s.Parts.Plus) && proved(&s.Parts.Minus)
	c.drawn.Bias, c.drawn.BiasProved = d.Bias.Bound, d.Bias.Kind == decompose.KindProved
	return c.drawn, nil
}

// withoutData settles the radius, unless it is set, and the distances by the kernel alone.
func (c *Comparison) withoutData(k *kernel.Kernel) {
	c.onSphere = k.Domain() != nil
	if c.Radius == 0 {
		c.Radius = 2
		if r := k.Domain(); r != nil {
			c.Radius, _ = r.Float64()
		}
	}
	if c.onSphere && c.Radius == 2 && c.Dim >= 2 {
		c.spread()
		return
	}
	c.Distances = compare.Grid(c.Radius, distances)
	c.From = fmt.Sprintf("%d distances, evenly spread over [0, %g]", distances, c.Radius)
}

// spread takes the distances of random points of the unit sphere.
func (c *Comparison) spread() {
	c.onSphere, c.Radius = true, 2
	c.Distances = ridge.Distances(c.Dim, distances)
	c.From = fmt.Sprintf("%d quantiles of the distance of random points of the unit sphere", distances)
}

// Compare compares the representations of a kernel without data, on the unit sphere if it is meant to be; least measures
// have half of the target as their bias. known is the Jordan decomposition, nil if it is not at hand.
func Compare(ctx context.Context, k *kernel.Kernel, dim, columns int, target float64, known *decompose.Decomposition,
	sphere bool) (*Comparison, error) {
	c := &Comparison{Formula: k.Formula(), Dim: dim, Target: target, Reference: columns,
		Biases: []float64{target / 2}, known: known}
	if sphere {
		c.spread()
	} else {
		c.withoutData(k)
	}
	if err := c.run(ctx, k, false, nil); err != nil {
		return nil, err
	}
	return c, nil
}

// Write shows the comparison as text.
func (c *Comparison) Write(w io.Writer) error {
	fmt.Fprintf(w, "k(z) = %s in R^%d, distances in [0, %.6g]\n%s\n", c.Formula, c.Dim, c.Radius,
		terminal.Wrap("errors at "+c.From, ""))
	if c.Data != nil {
		fmt.Fprintln(w, c.Data)
	}
	t := terminal.NewTable("measure", "samples", "mass", "bias ≤", "variance", fmt.Sprintf("RMS, %d columns", c.Reference),
		fmt.Sprintf("columns for %g", c.Target), "operations a row")
	for _, r := range c.Rows {
		work := "–"
		if r.Reaches() {
			work = compare.Operations(r.Work)
		}
		mass := fmt.Sprintf("%.6g", r.Mass)
		if !r.MassProved {
			mass = "≈ " + mass
		}
		bias := outward.Up(r.Bias, 2)
		if !r.BiasProved {
			bias = "≈ " + bias
		}
		samples := r.Samples
		if r.Drawn {
			samples += " *"
		}
		t.AppendRow(table.Row{r.Measure, samples, mass, bias, fmt.Sprintf("%.4g", r.Variance), fmt.Sprintf("%.3g", r.RMS),
			r.Needed(), work})
	}
	if len(c.Rows) > 0 {
		constant := compare.ZonalFlops(c.Dim, 0)
		fmt.Fprintf(w, "\n%s\n\n", t.For(w))
		if c.drawn != nil {
			fmt.Fprintf(w, "* the map that 'krein features' draws with --columns %d\n", c.Reference)
		}
		fmt.Fprintln(w, terminal.Wrap(fmt.Sprintf("variance: that of the estimate times the number of columns, at %d "+
			"columns, the mean over the distances. RMS: with the bias. A frequency is two columns and %g operations a row in "+
			"this dimension, a zonal feature of degree n is one column and %g + %g n.",
			c.Reference, compare.FrequencyFlops(c.Dim), constant, compare.ZonalFlops(c.Dim, 1)-constant), ""))
	}
	for _, u := range c.Unavailable {
		fmt.Fprintf(w, "\nnot available: %s\n%s\n", u.Measure, terminal.Wrap(u.Because, "  "))
	}
	fmt.Fprintln(w)
	for _, s := range c.Verdict {
		if _, err := fmt.Fprintln(w, terminal.Wrap(s, "")); err != nil {
			return err
		}
	}
	return nil
}
