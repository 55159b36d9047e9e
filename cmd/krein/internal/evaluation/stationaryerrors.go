package evaluation

import (
	"context"
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/features"
	"krein/features/pair"
	"krein/internal/features/gram"
)

// Evaluation is what 'krein evaluate' shows.
type Evaluation struct {
	Data    *dataset.View      `json:"data"`
	Bias    *BiasView          `json:"bias"`
	Results []StationaryResult `json:"results"`

	formula string
	dim     int
}

// BiasView is a bias with its kind.
type BiasView struct {
	Bound float64        `json:"bound"`
	Kind  decompose.Kind `json:"kind"`
}

// StationaryResult is a measured combination.
type StationaryResult struct {
	Representation string `json:"representation"`
	pair.Result
	// Default says that the first of the runs is of the pair that 'krein features' draws of these rows, columns and seed.
	Default bool     `json:"default"`
	Radii   string   `json:"radii"` // iid, or stratified as all couplings have it
	Exact   string   `json:"exact"` // all: orders to 2; none
	Bias    *float64 `json:"bias"`  // null: not bounded
}

func newResult(name string, r pair.Result, bias *float64) StationaryResult {
	out := StationaryResult{Representation: name, Result: r, Radii: "stratified", Exact: "none", Bias: bias}
	if r.Coupling == pair.IID {
		out.Radii = "iid"
	}
	if r.Exact {
		out.Exact = "all"
	}
	return out
}

// Evaluate measures all ways on rows, and if asked for what was published. The options are those of [Kernel.Options] for the
// rows of the data.
func (k *StationaryKernel) Evaluate(cmd *cobra.Command, opt *pair.Options, rows *mat.Dense, set pair.EvaluateSettings,
	baselines bool) (*Evaluation, error) {
	v := &Evaluation{Bias: &BiasView{k.Rep.Bias, k.Rep.BiasKind}, formula: k.Formula, dim: k.Dim}
	set.Exact = opt.Exact
	some := gram.SampleRows(rows, set.Rows, set.Seed)
	var err error
	if set.Bench, err = pair.NewBench(cmd.Context(), k.At, some, some); err != nil {
		return nil, err
	}
	chooser, byDefault := k.Chooser(opt), set.Best > 0 && opt.Budget == features.BudgetVariance
	for _, w := range k.Ways() {
		if set.Predictor, err = chooser.Predictor(&w); err != nil {
			return nil, err
		}
		bar := terminal.NewBar(cmd, "evaluating "+w.Name)
		set.Progress = func(done, total int) { bar.Set(done, total) }
		results, err := pair.Evaluate(cmd.Context(), k.At, w.Parts, rows, &set)
		bar.Finish()
		if err != nil {
			return nil, err
		}
		for _, r := range results {
			v.Results = append(v.Results, newResult(w.Name, r, &k.Rep.Bias))
		}
		set.Best = min(set.Best, 1)
	}
	if byDefault {
		if err := v.markDefaults(cmd.Context(), chooser); err != nil {
			return nil, err
		}
	}
	if !baselines {
		return v, nil
	}
	results, err := k.baselines(cmd, some, set)
	v.Results = append(v.Results, results...)
	return v, err
}

// markDefaults marks what 'krein features' draws.
func (v *Evaluation) markDefaults(ctx context.Context, chooser *Chooser) error {
	for i := range v.Results {
		r := &v.Results[i]
		best, from, err := chooser.Best(ctx, r.Columns, nil, false)
		if err != nil {
			return err
		}
		o := best[0].Options
		r.Default = r.Representation == from.Name && r.Coupling == o.Coupling && r.Result.Exact == (o.Exact != nil)
	}
	return nil
}

// Write writes the results as a table.
func (v *Evaluation) Write(w io.Writer, rows, runs int) error {
	fmt.Fprintf(w, "k(Δ) = %s, Δ = x − y, in R^%d\n%s\n%s\n%s, %s\n\n", v.formula, v.dim,
		Bias(v.Bias.Bound, v.Bias.Kind), v.Data, terminal.Count(rows, "row"), terminal.Count(runs, "run"))
	t := terminal.NewTable("representation", "coupling", "budget", "columns", "in all", "‖K−K̃‖/‖K‖", "± sd", "seconds")
	for _, r := range v.Results {
		how := r.Coupling.String()
		if r.Exact == "all" {
			how += ", orders to 2 exact"
		}
		t.AppendRow(table.Row{r.Representation, how, r.Budget.String(), r.Columns, r.Total,
			fmt.Sprintf("%.5f", r.Error.Mean), fmt.Sprintf("%.5f", r.Error.SD), fmt.Sprintf("%.4f", r.Seconds)})
	}
	_, err := fmt.Fprintln(w, t.For(w))
	return err
}
