package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/features"
	"krein/internal/features/plan"
	"krein/internal/outward"
)

// planCommand is the verb plan with its flags.
type planCommand struct {
	drawing.ComparisonFlags
	eps        string
	confidence float64
}

// planView is what 'krein plan' shows.
type planView struct {
	Formula     string                `json:"formula"`
	Dim         int                   `json:"dim"`
	Diameter    float64               `json:"diameter"`
	Distances   []float64             `json:"distances"`
	From        string                `json:"distances_from"`
	Data        *dataset.View         `json:"data,omitempty"`
	Error       float64               `json:"error"`
	Confidence  float64               `json:"confidence"`
	Columns     int                   `json:"columns,omitempty"`
	Plans       []planned             `json:"plans"`
	Unavailable []drawing.Unavailable `json:"unavailable"`

	pairs bool // of maps of a kernel of x − y
}

// planned are the answers for a representation.
type planned struct {
	Measure string `json:"measure"`
	// Drawn says that predictions are of the map that 'krein features' draws, Samples how those maps are drawn of which
	// predictions are.
	Drawn   bool       `json:"drawn"`
	Samples string     `json:"samples"`
	Rows    []plan.Row `json:"rows"`
}

func newPlanCmd() *cobra.Command {
	c := new(planCommand)
	cmd := &cobra.Command{
		Use:   "plan FORMULA --data FILE | --dim D --error E",
		Short: "Say how many columns an error needs, by theorems and by prediction",
		Long: `plan counts, for every representation of the kernel that features can be drawn from, the
columns that give the absolute error --error of k(z): at all distances up to --radius at once
and at one of them with probability --confidence, by the theorems of the papers for independent
frequencies, and at the worst of the distances between the rows of --data (default: a grid, or
the distances of random points of the sphere) and in the root mean square, by predicted variance.
--columns asks the reverse too: what error so many columns have.

The first representation is the one that 'krein features' draws from, for the same rows, and what is predicted of it is the
error of the map that 'krein features --columns 512' draws; for the others it is that of orthogonal directions.

The theorems are proved for any sample; they take Hoeffding's inequality at every point of a net, and
ask for far more columns than are needed. What is predicted is exact but for taking errors to be
normal.

For a kernel of x − y that is not a function of the distance the columns are those of Φ, and of Ψ, and what is predicted is
the error of the coupling and the exact low orders that 'krein features' takes for 512 columns.

At most 60 s of processor time are taken at --effort 1; beyond that it is an error (docs/budgets.md).`,
		Example: `  krein plan 'exp(-z^2/2) - exp(-z^2/200)' --dim 16 --error 0.05 --confidence 0.95 --radius 4
  krein plan 'delta_gaussian(1,10)' --error 0.01 --data train.csv.gz --label first --columns 512
  krein plan 'shift_gaussian(1/8, 2)' --dim 16 --error 0.02
  krein plan ntk --dim 16 --error 0.02 --json`,
		Args: input.OneFormula,
		RunE: c.Kernel.OrCombined(c.run),
	}
	c.Add(cmd, "half of --error")
	fl := cmd.Flags()
	fl.StringVar(&c.eps, "error", "0.01", "the error of k̂(z) to be reached")
	fl.Float64Var(&c.confidence, "confidence", 0.95, "the probability with which it is")
	fl.IntVar(&c.Columns, "columns", 0, "say also what error so many columns have")
	return cmd
}

// run plans for every representation.
func (p *planCommand) run(cmd *cobra.Command, args []string) (err error) {
	defer input.Limit(cmd, input.AnalysisTime)(&err)
	if err := p.Check(cmd, args); err != nil {
		return err
	}
	if p.Columns < 0 || p.Columns%4 != 0 {
		return fmt.Errorf("--columns %d: want a multiple of 4, a frequency for each part", p.Columns)
	}
	if !(p.confidence > 0 && p.confidence < 1) {
		return fmt.Errorf("--confidence %v: want a number between 0 and 1", p.confidence)
	}
	c, err := p.View("error", p.eps)
	if err != nil {
		return err
	}
	if c.Biases == nil {
		c.Biases = []float64{c.Target / 2}
	}
	k, err := p.Kernel.OnDomain(cmd, args[0])
	if other := (*input.AnisotropicError)(nil); errors.As(err, &other) {
		return p.anisotropic(cmd, other.Kernel, c.Target)
	}
	if err != nil {
		return err
	}
	if err := c.Domain(cmd, k, &p.Kernel, &p.Data); err != nil {
		return err
	}
	drawn, err := c.Draw(cmd, k, &p.Data, p.Kernel.Beyond, p.Accept, reference)
	if err != nil {
		return err
	}
	found, err := c.Find(cmd, k, p.Accept)
	if err != nil {
		return err
	}
	v := &planView{
		Formula: k.Formula(), Dim: c.Dim, Diameter: c.Radius, Distances: c.Distances, From: c.From,
		Data: c.Data, Error: c.Target, Confidence: p.confidence, Columns: p.Columns, Unavailable: c.Unavailable,
	}
	add := func(a planned, from features.Stationary, opt features.Options) error {
		a.Rows, err = plan.Run(cmd.Context(), from, &plan.Settings{
			Error: c.Target, Confidence: p.confidence, Diameter: c.Radius, Distances: c.Distances,
			Columns: p.Columns, Options: opt,
		})
		if err != nil {
			return fmt.Errorf("%s: %w", a.Measure, err)
		}
		v.Plans = append(v.Plans, a)
		return nil
	}
	if drawn != nil {
		if err := add(planned{Measure: drawn.Measure, Drawn: true, Samples: drawn.Samples()}, drawn.From, drawn.Options); err != nil {
			return err
		}
	}
	for _, f := range found {
		if drawn != nil && f.Measure == drawn.Measure {
			continue
		}
		opt := features.Options{Coupling: features.Orthogonal}
		if err := add(planned{Measure: f.Measure, Samples: opt.Coupling.String() + " directions"}, f.Stationary, opt); err != nil {
			return err
		}
	}
	if len(v.Plans) == 0 {
		return errors.Join(errors.New("this kernel has no representation here"), v.write(cmd.OutOrStdout()))
	}
	if p.Kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	return v.write(cmd.OutOrStdout())
}

// count prints a number of columns.
func count(x float64) string {
	switch {
	case x == 0:
		return "–"
	case x < 1e6:
		return fmt.Sprintf("%.0f", x)
	}
	return outward.Up(x, 2)
}

// write shows the plans as text.
func (v *planView) write(w io.Writer) error {
	name := "k(z)"
	if v.pairs {
		name = "k(Δ)"
	}
	fmt.Fprintf(w, "%s = %s in R^%d, distances in [0, %.6g], error %g\n%s\n", name, v.Formula, v.Dim, v.Diameter, v.Error,
		terminal.Wrap("predicted at "+v.From, ""))
	if v.Data != nil {
		fmt.Fprintln(w, v.Data)
	}
	head := []any{"error", "because", fmt.Sprintf("columns for %g", v.Error)}
	if v.Columns > 0 {
		head = append(head, fmt.Sprintf("error of %d columns", v.Columns))
	}
	for _, p := range v.Plans {
		t := terminal.NewTable(head...)
		t.SetColumnConfigs([]table.ColumnConfig{terminal.Narrow(1, 20), terminal.Narrow(2, 38)})
		for _, r := range p.Rows {
			kind := r.Because
			if r.Proved {
				kind += fmt.Sprintf(", probability %g", v.Confidence)
			}
			row := table.Row{r.Criterion, kind, count(r.Columns)}
			if v.Columns > 0 {
				text := outward.Up(r.Error, 3)
				if r.Error == 0 {
					text = "–"
				}
				row = append(row, text)
			}
			t.AppendRow(row)
		}
		title := p.Measure + "; predictions for " + p.Samples
		if p.Drawn {
			title += fmt.Sprintf(": what 'krein features --columns %d' draws", reference)
		}
		fmt.Fprintf(w, "\n%s\n%s\n", terminal.Wrap(title, ""), t.Render())
	}
	for _, u := range v.Unavailable {
		fmt.Fprintf(w, "\nnot available: %s\n%s\n", u.Measure, terminal.Wrap(u.Because, "  "))
	}
	return nil
}
