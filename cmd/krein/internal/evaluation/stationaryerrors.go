package evaluation

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/features"
	"krein/features/pair"
	"krein/internal/features/evaluate"
	"krein/internal/features/gram"
)

// Evaluation is what 'krein evaluate' shows.
type Evaluation struct {
	Data    *dataset.View `json:"data"`
	Bias    *BiasView     `json:"bias"`
	Results []Result      `json:"results"`

	formula string
	dim     int
}

// BiasView is a bias with its kind.
type BiasView struct {
	Bound float64        `json:"bound"`
	Kind  decompose.Kind `json:"kind"`
}

// Evaluate measures all ways on rows, and if asked for what was published. The options are those of [Kernel.Options] for the
// rows of the data; couplings are those to measure, nil for all.
func (k *StationaryKernel) Evaluate(cmd *cobra.Command, opt *pair.Options, couplings []pair.Coupling, rows *mat.Dense,
	set evaluate.Settings, baselines bool) (*Evaluation, error) {
	v := &Evaluation{Bias: &BiasView{k.Rep.Bias, k.Rep.BiasKind}, formula: k.Formula, dim: k.Dim}
	some := gram.SampleRows(rows, set.Rows, set.Seed)
	var err error
	if set.Bench, err = evaluate.NewPairBench(cmd.Context(), k.At, some, some); err != nil {
		return nil, err
	}
	chooser, byDefault := k.Chooser(opt), set.Best > 0 && opt.Budget == features.BudgetVariance
	for _, w := range k.Ways() {
		predictor, err := chooser.Predictor(&w)
		if err != nil {
			return nil, err
		}
		bar := terminal.NewBar(cmd, "evaluating "+w.Name)
		set.Progress = func(done, total int) { bar.Set(done, total) }
		results, err := evaluate.Pairs(cmd.Context(), w.Parts, predictor, opt, couplings, &set)
		bar.Finish()
		if err != nil {
			return nil, err
		}
		v.Results = appended(v.Results, w.Name, k.Rep.Bias, k.Rep.BiasKind, results...)
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
	results, err := k.baselines(cmd, some, &set)
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
		r.Default = r.Representation == from.Name && r.Coupling == o.Coupling.String() && (r.Exact == evaluate.ExactLow) == (o.Exact != nil)
	}
	return nil
}

// Write writes the results as a table.
func (v *Evaluation) Write(w io.Writer, rows, runs int) error {
	fmt.Fprintf(w, "k(Δ) = %s, Δ = x − y, in R^%d\n%s\n%s\n%s, %s\n\n", v.formula, v.dim,
		Bias(v.Bias.Bound, v.Bias.Kind), v.Data, terminal.Count(rows, "row"), terminal.Count(runs, "run"))
	return Write(w, v.Results)
}
