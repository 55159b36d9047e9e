package main

import (
	"fmt"
	"runtime"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"krein/features"
)

func newEvaluateCmd() *cobra.Command {
	var (
		kf        kernelFlags
		df        dataFlags
		settings  features.EvaluateSettings
		couplings []string
		radii     []string
		budgets   []string
		mapKind   string
		accept    bool
		outside   string
	)
	cmd := &cobra.Command{
		Use:   "evaluate FORMULA --data FILE",
		Short: "Measure the error of the random features on data",
		Long: `evaluate draws random feature maps for the kernel and measures the relative
Frobenius error ‖K − K̃‖/‖K‖ of the kernel matrix on rows sampled from the data, mean
and standard deviation over the runs, for every combination of coupling, radii, budget
and number of columns.
The dimension is the number of columns of the data.`,
		Example: `  krein evaluate 'delta_gaussian(1,10)' --data train.csv.gz --label first
  krein evaluate 'delta_gaussian(1,10)' --data train.csv.gz --label first --columns 32,128 --coupling orthogonal,gorf --radii stratified
  zcat train.csv.gz | krein evaluate 'gaussian(1) - 0.5*gaussian(3)' --data - --label last --rows 500 --runs 5 --json`,
		Args: oneFormula,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := parseNames(couplings, &settings.Couplings); err != nil {
				return err
			}
			if err := parseNames(radii, &settings.Radii); err != nil {
				return err
			}
			if err := parseNames(budgets, &settings.Budgets); err != nil {
				return err
			}
			if err := settings.Map.UnmarshalText([]byte(mapKind)); err != nil {
				return err
			}
			if args[0] == "-" && df.path == "-" {
				return errBothStdin
			}
			k, err := kf.kernel(cmd, args[0])
			if err != nil {
				return err
			}
			data, err := df.matrix(cmd, k)
			if err != nil {
				return err
			}
			if err := checkDim(data.columns); err != nil {
				return fmt.Errorf("%s has %d columns: %w", df.name(), data.columns, err)
			}
			rows := float64(min(settings.Rows, data.rows))
			for _, columns := range settings.Columns {
				// Maps and features of as many workers as there are, and two kernel matrices.
				need := float64(runtime.GOMAXPROCS(0))*(mapBytes(columns, data.columns)+8*rows*(float64(columns)+rows)) + 16*rows*rows
				if err := checkMemory(need, fmt.Sprintf("--columns %d with %g rows in dimension %d", columns, rows, data.columns)); err != nil {
					return err
				}
			}
			spread, err := limitOf(nil, k, kf.beyond).check(cmd, &df, data, outside)
			if err != nil {
				return err
			}
			dec, bias, err := decomposed(cmd, k, data.columns, accept)
			if err != nil {
				return err
			}
			bar := newBar(cmd, "evaluating")
			settings.Progress = func(done, total int) { bar.set(done, total) }
			results, err := features.Evaluate(cmd.Context(), k.At, dec, data.all, &settings)
			bar.finish()
			if err != nil {
				return err
			}
			if kf.json {
				return writeJSON(cmd.OutOrStdout(), map[string]any{"data": data.view(data.rows), "bias": bias, "distances_between_rows": spread, "results": results})
			}
			w := cmd.OutOrStdout()
			fmt.Fprintf(w, "k(z) = %s, %s, in R^%d\n%v\n%v\n", k.Formula(), k.BeyondString(), data.columns, bias, data.view(data.rows))
			if spread != nil {
				fmt.Fprintln(w, spread)
			}
			fmt.Fprintf(w, "%d rows, %d runs\n\n", min(settings.Rows, data.rows), settings.Runs)
			t := newTable("coupling", "radii", "budget", "columns", "‖K−K̃‖/‖K‖", "± sd", "seconds")
			for _, r := range results {
				t.AppendRow(table.Row{r.Coupling, r.Radii, r.Budget, r.Columns, fmt.Sprintf("%.4f", r.Error.Mean), fmt.Sprintf("%.4f", r.Error.SD), fmt.Sprintf("%.4f", r.Seconds)})
			}
			_, err = fmt.Fprintln(w, t.Render())
			return err
		},
	}
	kf.add(cmd, false)
	df.add(cmd)
	acceptFlag(cmd, &accept)
	outsideFlag(cmd, &outside)
	fl := cmd.Flags()
	fl.IntVar(&settings.Rows, "rows", 1000, "number of rows sampled from the data")
	fl.IntVar(&settings.Runs, "runs", 20, "number of maps drawn per combination")
	fl.IntSliceVar(&settings.Columns, "columns", []int{32, 64, 128, 512}, "numbers of feature columns")
	fl.StringSliceVar(&couplings, "coupling", nil, "iid, orthogonal, gorf, shared (default: all)")
	fl.StringSliceVar(&radii, "radii", nil, "iid, stratified (default: both)")
	fl.StringSliceVar(&budgets, "budget", nil, "equal, proportional, variance (default: all)")
	fl.StringVar(&mapKind, "map", "sincos", "sincos or phase")
	fl.Uint64Var(&settings.Seed, "seed", 0, "seed of rows and maps")
	return cmd
}
