package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/features/evaluate"
	"krein/internal/features/gram"
	"krein/kernel"
)

// evaluateCommand is the verb evaluate with its flags.
type evaluateCommand struct {
	kernel    input.KernelFlags
	data      dataset.Flags
	settings  evaluate.Settings
	couplings []string // of --coupling
	biases    []string // of --bias, one
	bias      float64
	all       bool
	accept    bool
	tableFile string
	baselines bool

	activation drawing.ActivationFlags
}

func newEvaluateCmd() *cobra.Command {
	c := new(evaluateCommand)
	cmd := &cobra.Command{
		Use:   "evaluate FORMULA|TABLE --data FILE",
		Short: "Measure the error of features on your data, by drawing many maps",
		Long: `evaluate draws random feature maps for the kernel and measures the relative
Frobenius error ‖K − K̃‖/‖K‖ of the kernel matrix on rows sampled from the data, mean
and standard deviation over the runs.

It takes the combinations of coupling, radii and budget that have the least predicted
variance at the data's distances, two of the unbiased representation (the Jordan parts)
and one of the measure of least mass or least variance within --bias at the distances
of the rows (a proved bound), whichever is predicted to be better. --coupling all measures every
combination; several --coupling are measured, each with all radii and budgets that are named. Rows on the unit
sphere are measured with its own maps too (harmonics, or step and ReLU functions), for which
there are independent and orthogonal directions only.

Formulas in u with --scale none, unit or standard are kernels f(⟨x,y⟩) of rows of any length, and 'min' is the min
kernel 1 + Σ min(x_j, y_j) of rows in the unit cube: there is one way to draw their maps. Kernels of activation functions,
as 'krein features' has them, are measured on 30 rows unless --rows says otherwise: the kernel
between two rows is a quadrature of some milliseconds.

The maps are drawn from what 'krein features' draws from, at the same distances between rows of the data, and the
first of the runs has --seed itself: with so many columns that verb draws the map of one of the rows, which --json marks
as "default". There are also the seed of every map, and the distances that choices, importance radii and the variance
budget average over: 'krein map' with these --distances, a --seed, and the coupling, radii and budget of a row draws the
map that was measured.

"columns" are those that were asked for; "total_columns" are without columns of 0. The dimension is the number of columns of the data.

At most 60 s of processor time are taken at --effort 1 for finding what to draw from; beyond that it is an
error (docs/budgets.md). Drawing maps and measuring them on rows is not
bounded.`,
		Example: `  krein evaluate 'delta_gaussian(1,10)' --data train.csv.gz --label first
  krein evaluate 'delta_gaussian(1,10)' --data train.csv.gz --label first --columns 64 --coupling all --bias 0
  krein evaluate 'delta_gaussian(1,10)' --data train.csv.gz --label first --columns 32,128 --coupling orthogonal,stratified --coupling gorf
  krein evaluate 'activation(tanh(t))' --data train.csv.gz --label first --columns 128,512
  zcat train.csv.gz | krein evaluate 'gaussian(1) - 0.5*gaussian(3)' --data - --label last --rows 500 --runs 5 --json`,
		Args: func(cmd *cobra.Command, args []string) (err error) {
			if on, err := c.activation.Take(cmd, args); on || err != nil {
				return err
			}
			c.tableFile, err = input.FormulaOrTable(cmd, args)
			return err
		},
		RunE: c.kernel.OrCombined(c.run),
	}
	c.kernel.Add(cmd, false)
	c.data.Add(cmd)
	c.data.TakeLengths(cmd)
	input.TakeAccept(cmd, &c.accept)
	fl := cmd.Flags()
	fl.IntVar(&c.settings.Rows, "rows", 1000, "number of rows sampled from the data")
	fl.IntVar(&c.settings.Runs, "runs", 20, "number of maps drawn per combination")
	fl.IntSliceVar(&c.settings.Columns, "columns", []int{32, 64, 128, 512},
		"numbers of feature columns")
	fl.StringArrayVar(&c.couplings, "coupling", nil, "a coupling to measure, and after commas radii and a budget, as in "+
		"orthogonal,importance,variance;\nrepeatable; all: every combination; published: the maps of other papers too (default: those of the "+
		"least predicted variance)")
	fl.StringSliceVar(&c.biases, "bias", []string{"5e-3"}, "bias of the least measure, at the distances of the rows; 0: only "+
		"the unbiased representation")
	fl.Uint64Var(&c.settings.Seed, "seed", 0, "seed of rows and maps")
	return cmd
}

// run measures and shows the errors.
func (c *evaluateCommand) run(cmd *cobra.Command, args []string) (err error) {
	defer input.Limit(cmd, input.AnalysisTime)(&err)
	c.couplings = slices.DeleteFunc(c.couplings, func(text string) bool {
		c.all, c.baselines = c.all || text == "all", c.baselines || text == "published"
		return text == "all" || text == "published"
	})
	if len(c.couplings) == 0 {
		c.couplings = nil
	}
	if c.activation.On() {
		return c.byActivation(cmd)
	}
	if args[0] == "-" && c.data.Path == "-" {
		return dataset.ErrBothStdin
	}
	if isMeasure(cmd, c.tableFile) {
		return c.anisotropic(cmd, "")
	}
	if c.tableFile == "" {
		text, err := c.kernel.Text(cmd, args[0])
		if err != nil {
			return err
		}
		k, err := measure.InnerOf(cmd, &c.kernel, &c.data, text)
		switch {
		case err != nil:
			return err
		case k != nil:
			return c.inner(cmd, k)
		}
		if args = []string{text}; c.kernel.OfDelta(text) {
			return c.anisotropic(cmd, text)
		}
	}
	k, given, err := c.source(cmd, args)
	if err != nil {
		return err
	}
	data, err := c.data.LoadAll(cmd, k)
	if err != nil {
		return err
	}
	return c.measure(cmd, k, given, data)
}

// measure measures the maps of a kernel on data.
func (c *evaluateCommand) measure(cmd *cobra.Command, k *kernel.Kernel, given *evaluation.Representation,
	data *dataset.Rows) error {
	if err := c.names(); err != nil {
		return err
	}
	c.settings.OnSphere = data.Scale == "sphere"
	if err := c.fits(data); err != nil {
		return err
	}
	how := drawing.Auto()
	how.Accept, how.Among.Couplings = c.accept, c.settings.Couplings
	how.Options.Seed = c.settings.Seed
	how.Options.Columns = c.mostColumns()
	fit := &drawing.Fitting{Kernel: k, Given: given, File: c.tableFile, Beyond: c.kernel.Beyond,
		Flags: &c.data, Data: data, Dim: data.Columns, OnSphere: c.settings.OnSphere}
	spread, err := fit.Far().Check(cmd, &c.data, data, c.accept)
	if err != nil {
		return err
	}
	sources, err := how.From(cmd, fit)
	if err != nil {
		return err
	}
	if c.settings.Distances, err = how.Distances(cmd, k, data.Columns, &c.data, data); err != nil {
		return err
	}
	rows := gram.SampleRows(data.Matrix, c.settings.Rows, c.settings.Seed)
	reps, err := c.representations(cmd, k, sources, rows)
	if err != nil {
		return err
	}
	var bias *measure.Bias
	if reps[0].Parts != nil {
		bias = sources.Bias(reps[0].Representation)
	}
	if c.baselines {
		for _, r := range evaluation.Baselines(cmd, k, reps[0].Parts, rows, &c.settings) {
			reps = append(reps, evaluation.Measured{Representation: r})
		}
	}
	results, err := evaluation.Run(cmd, k, reps, rows, c.settings)
	if err != nil {
		return err
	}
	if err := c.markDefaults(sources, results); err != nil {
		return err
	}
	if c.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(),
			map[string]any{"data": data.View(data.Count), "bias": bias, "distances_between_rows": spread, "results": results,
				"distances": c.settings.Distances})
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
	fmt.Fprintf(w, "%s, %s\n\n", terminal.Count(min(c.settings.Rows, data.Count), "row"),
		terminal.Count(c.settings.Runs, "run"))
	return evaluation.Write(w, results)
}

// source returns the kernel, and what a file has to draw from.
func (c *evaluateCommand) source(cmd *cobra.Command,
	args []string) (*kernel.Kernel, *evaluation.Representation, error) {
	if c.tableFile == "" {
		k, err := c.kernel.Kernel(cmd, args[0])
		return k, nil, err
	}
	given, k, err := evaluation.Load(cmd, c.tableFile)
	if err == nil && k == nil {
		err = fmt.Errorf("%s names no kernel whose values could be compared", c.tableFile)
	}
	return k, given, err
}

// representations returns what 'krein features' draws from, and for a formula the least measure within --bias. What there is
// not is said.
func (c *evaluateCommand) representations(cmd *cobra.Command, k *kernel.Kernel, sources *drawing.Sources,
	rows *mat.Dense) (reps []evaluation.Measured, err error) {
	all, err := sources.All()
	if err != nil {
		return nil, err
	}
	missing := sources.Missing
	for _, r := range all {
		m := evaluation.Measured{Representation: r}
		switch {
		case r.Sphere != nil:
			r.Between(rows)
		case c.settings.Best > 0:
			if m.Chooser, err = sources.Chooser(r, c.mostColumns(), c.settings.Distances,
				c.settings.OnSphere); err != nil {
				return nil, err
			}
		}
		if r.Padded > 0 && c.settings.Couplings == nil {
			m.Least = 4 * r.Padded
		}
		reps = append(reps, m)
	}
	if c.bias > 0 && c.tableFile == "" && reps[0].Parts != nil {
		least, err := evaluation.Least(cmd, k, rows, c.bias, &c.settings)
		if err == nil {
			reps = append(reps, evaluation.Measured{Representation: least})
		} else {
			missing = append(missing, fmt.Errorf("no measure within %g: %w", c.bias, err))
		}
	}
	for _, err := range missing {
		fmt.Fprintln(cmd.ErrOrStderr(), err)
	}
	return reps, cmd.Context().Err()
}

// markDefaults marks what 'krein features' draws, unless other maps are measured.
func (c *evaluateCommand) markDefaults(sources *drawing.Sources, results []evaluation.Result) error {
	if c.settings.Best == 0 {
		return nil
	}
	for i := range results {
		r := &results[i]
		d, err := sources.Choose(r.Columns, c.settings.Distances, 0, c.settings.OnSphere)
		if err != nil {
			return err
		}
		o := &d.Options
		r.Default = r.Representation == d.Source.Name && r.Coupling == o.Coupling.String() &&
			(d.Source.Sphere != nil || r.Radii == o.Radii && r.Budget == o.Budget && r.Exact == evaluate.Named(o.Exact))
	}
	return nil
}

// mostColumns is the largest number of columns.
func (c *evaluateCommand) mostColumns() int {
	return slices.Max(append([]int{1}, c.settings.Columns...))
}

// names reads the flags that are lists of names.
func (c *evaluateCommand) names() error {
	if len(c.biases) != 1 {
		return fmt.Errorf("--bias: %d biases are given, and one least measure is compared: give one, or 0", len(c.biases))
	}
	c.bias = 0
	if zero, err := strconv.ParseFloat(c.biases[0], 64); err != nil || zero != 0 {
		biases, err := input.Positives("bias", c.biases)
		if err != nil {
			return err
		}
		c.bias = biases[0]
	}
	if !c.all && c.couplings == nil {
		c.settings.Best = 2
	}
	words, err := c.ways()
	return errors.Join(err,
		input.Names(words[0], &c.settings.Couplings),
		input.Names(words[1], &c.settings.Radii),
		input.Names(words[2], &c.settings.Budgets),
	)
}

// ways returns the couplings, the radii and the budgets that the flags --coupling name; each is measured with each.
func (c *evaluateCommand) ways() (words [3][]string, err error) {
	for _, text := range c.couplings {
		way, err := drawing.ReadWay(text)
		if err != nil {
			return words, fmt.Errorf("--coupling %q: %w", text, err)
		}
		for i, word := range way {
			if word != "auto" && !slices.Contains(words[i], word) {
				words[i] = append(words[i], word)
			}
		}
	}
	return words, nil
}

// fits refuses sizes that take too much memory: maps and features of as many workers as there are,
// and two kernel matrices.
func (c *evaluateCommand) fits(data *dataset.Rows) error {
	rows := float64(min(c.settings.Rows, data.Count))
	for _, columns := range c.settings.Columns {
		need := float64(runtime.GOMAXPROCS(0))*(input.MapBytes(columns, data.Columns)+
			8*rows*(float64(columns)+rows)) + 16*rows*rows
		if err := input.CheckMemory(need, fmt.Sprintf("--columns %d with %g rows in dimension %d", columns, rows,
			data.Columns)); err != nil {
			return err
		}
	}
	return nil
}
