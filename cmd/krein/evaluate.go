package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/parts"
	"krein/cmd/krein/internal/terminal"
	"krein/features"
)

// evaluateCommand is the verb evaluate with its flags.
type evaluateCommand struct {
	kernel    input.KernelFlags
	data      dataset.Flags
	settings  features.EvaluateSettings
	couplings []string
	radii     []string
	budgets   []string
	mapKind   string
	bias      float64
	all       bool
	accept    bool
	outside   string
}

func newEvaluateCmd() *cobra.Command {
	c := new(evaluateCommand)
	cmd := &cobra.Command{
		Use:   "evaluate FORMULA --data FILE",
		Short: "Measure the error of the random features on data",
		Long: `evaluate draws random feature maps for the kernel and measures the relative
Frobenius error ‖K − K̃‖/‖K‖ of the kernel matrix on rows sampled from the data, mean
and standard deviation over the runs.

It takes the combinations of coupling, radii and budget that have the least predicted
variance at the data's distances, two of the unbiased representation (the Jordan parts)
and one of the measure of least mass or least variance within --bias at the distances
of the rows (a proved bound), whichever is predicted to be better. --all measures every
combination; lists of couplings, radii or budgets are measured whole.

"columns" are those that frequencies give; a constant column comes on top and is counted
in "total_columns". The dimension is the number of columns of the data.`,
		Example: `  krein evaluate 'delta_gaussian(1,10)' --data train.csv.gz --label first
  krein evaluate 'delta_gaussian(1,10)' --data train.csv.gz --label first --columns 64 --all --bias 0
  krein evaluate 'delta_gaussian(1,10)' --data train.csv.gz --label first --columns 32,128 --coupling orthogonal,gorf --radii stratified
  zcat train.csv.gz | krein evaluate 'gaussian(1) - 0.5*gaussian(3)' --data - --label last --rows 500 --runs 5 --json`,
		Args: oneFormula,
		RunE: c.run,
	}
	c.kernel.Add(cmd, false)
	c.data.Add(cmd)
	parts.AcceptFlag(cmd, &c.accept)
	dataset.OutsideFlag(cmd, &c.outside)
	fl := cmd.Flags()
	fl.IntVar(&c.settings.Rows, "rows", 1000, "number of rows sampled from the data")
	fl.IntVar(&c.settings.Runs, "runs", 20, "number of maps drawn per combination")
	fl.IntSliceVar(&c.settings.Columns, "columns", []int{32, 64, 128, 512}, "numbers of feature columns, without the constant one")
	fl.StringSliceVar(&c.couplings, "coupling", nil, "iid, orthogonal, gorf, shared, structured, design, quasi (default: by prediction)")
	fl.StringSliceVar(&c.radii, "radii", nil, "iid, stratified, importance (default: by prediction)")
	fl.StringSliceVar(&c.budgets, "budget", nil, "equal, proportional, variance (default: by prediction)")
	fl.Float64Var(&c.bias, "bias", 5e-3, "bias of the least measure, at the distances of the rows; 0: only the unbiased representation")
	fl.BoolVar(&c.all, "all", false, "measure every combination, not only those of the least predicted variance")
	fl.StringVar(&c.mapKind, "map", "sincos", "sincos or phase")
	fl.Uint64Var(&c.settings.Seed, "seed", 0, "seed of rows and maps")
	return cmd
}

// run measures and shows the errors.
func (c *evaluateCommand) run(cmd *cobra.Command, args []string) error {
	if err := c.names(); err != nil {
		return err
	}
	if args[0] == "-" && c.data.Path == "-" {
		return dataset.ErrBothStdin
	}
	k, err := c.kernel.Kernel(cmd, args[0])
	if err != nil {
		return err
	}
	data, err := c.data.LoadAll(cmd, k)
	if err != nil {
		return err
	}
	if err := input.CheckDim(data.Columns); err != nil {
		return fmt.Errorf("%s has %d columns: %w", c.data.Name(), data.Columns, err)
	}
	if err := c.fits(data); err != nil {
		return err
	}
	spread, err := dataset.LimitOf(nil, k, c.kernel.Beyond).Check(cmd, &c.data, data, c.outside)
	if err != nil {
		return err
	}
	rows := features.SampleRows(data.Matrix, c.settings.Rows, c.settings.Seed)
	var reps []*evaluation.Representation
	dec, bias, err := parts.Jordan(cmd, k, data.Columns, c.accept)
	if err == nil {
		reps = append(reps, &evaluation.Representation{Name: "jordan", Bias: bias.Bound, Parts: dec})
	}
	if data.Scale == "sphere" {
		s, why := evaluation.Sphere(cmd, k, data.Columns)
		switch {
		case why == nil && err != nil:
			fmt.Fprintf(cmd.ErrOrStderr(), "no Jordan decomposition: %v\n", err)
			reps, err = append(reps, s), nil
		case why == nil:
			reps = append(reps, s)
		default:
			fmt.Fprintf(cmd.ErrOrStderr(), "no expansion on the sphere: %v\n", why)
		}
	}
	if err != nil {
		return err
	}
	if c.bias > 0 && len(reps) > 0 && reps[0].Parts != nil {
		least, err := evaluation.Least(cmd, k, rows, c.bias, &c.settings)
		if err != nil && cmd.Context().Err() != nil {
			return err
		}
		if err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "no measure within %g: %v\n", c.bias, err)
		} else {
			reps = append(reps, least)
		}
	}
	results, err := evaluation.Run(cmd, k, reps, rows, c.settings)
	if err != nil {
		return err
	}
	if c.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), map[string]any{"data": data.View(data.Count), "bias": bias, "distances_between_rows": spread, "results": results})
	}
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "k(z) = %s, %s, in R^%d\n", k.Formula(), k.BeyondString(), data.Columns)
	if bias != nil {
		fmt.Fprintln(w, bias)
	}
	fmt.Fprintln(w, data.View(data.Count))
	if spread != nil {
		fmt.Fprintln(w, spread)
	}
	fmt.Fprintf(w, "%d rows, %d runs\n\n", min(c.settings.Rows, data.Count), c.settings.Runs)
	return evaluation.Write(w, results)
}

// names reads the flags that are lists of names.
func (c *evaluateCommand) names() error {
	if !(c.bias >= 0) || math.IsInf(c.bias, 1) {
		return fmt.Errorf("--bias %g: want a number ≥ 0", c.bias)
	}
	if !c.all && c.couplings == nil && c.radii == nil && c.budgets == nil {
		c.settings.Best = 2
	}
	return errors.Join(
		parseNames(c.couplings, &c.settings.Couplings),
		parseNames(c.radii, &c.settings.Radii),
		parseNames(c.budgets, &c.settings.Budgets),
		c.settings.Map.UnmarshalText([]byte(c.mapKind)),
	)
}

// fits refuses sizes that take too much memory: maps and features of as many workers as there are,
// and two kernel matrices.
func (c *evaluateCommand) fits(data *dataset.Rows) error {
	rows := float64(min(c.settings.Rows, data.Count))
	for _, columns := range c.settings.Columns {
		need := float64(runtime.GOMAXPROCS(0))*(mapBytes(columns, data.Columns)+8*rows*(float64(columns)+rows)) + 16*rows*rows
		if err := checkMemory(need, fmt.Sprintf("--columns %d with %g rows in dimension %d", columns, rows, data.Columns)); err != nil {
			return err
		}
	}
	return nil
}
