package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/activation"
	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/inner"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/parts"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/features"
	"krein/kernel"
)

// evaluateCommand is the verb evaluate with its flags.
type evaluateCommand struct {
	kernel    input.KernelFlags
	norms     inner.Flags
	data      dataset.Flags
	settings  features.EvaluateSettings
	couplings []string
	radii     []string
	budgets   []string
	mapKind   string
	bias      float64
	all       bool
	accept    bool
	tableFile string
	baselines bool
	outside   string

	activation activation.Flags
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
combination; lists of couplings, radii or budgets are measured whole. Rows on the unit
sphere are measured with its own maps too (harmonics, or step and ReLU functions), for which
there are independent and orthogonal directions only.

Formulas in u with --scale none, unit or standard are kernels f(⟨x,y⟩) of rows of any length, and 'min' is the min
kernel 1 + Σ min(x_j, y_j) of rows in the unit cube: there is one way to draw their maps. --activation takes the function
of a network's layer instead of a kernel, as 'krein features' does, and 30 rows unless --rows says otherwise: the kernel
between two rows is a quadrature of some milliseconds.

With --json the seed of every map is there, and the distances that choices, importance radii and the variance budget
average over: 'krein map' with these --distances, a --seed, and the coupling, radii and budget of a row draws the map that
was measured.

"columns" are those that frequencies give; a constant column comes on top and is counted
in "total_columns". The dimension is the number of columns of the data.

At most 60 s of processor time are taken at --effort 1 for finding what to draw from; beyond that it is an
error (docs/budgets.md). Drawing maps and measuring them on rows is not
bounded.`,
		Example: `  krein evaluate 'delta_gaussian(1,10)' --data train.csv.gz --label first
  krein evaluate 'delta_gaussian(1,10)' --data train.csv.gz --label first --columns 64 --all --bias 0
  krein evaluate 'delta_gaussian(1,10)' --data train.csv.gz --label first --columns 32,128 --coupling orthogonal,gorf --radii stratified
  krein evaluate --activation 'tanh(t)' --data train.csv.gz --label first --columns 128,512
  zcat train.csv.gz | krein evaluate 'gaussian(1) - 0.5*gaussian(3)' --data - --label last --rows 500 --runs 5 --json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if on, err := c.activation.Check(cmd, args); on || err != nil {
				return err
			}
			return input.FormulaOrTable(cmd, args, c.tableFile)
		},
		RunE: c.run,
	}
	c.kernel.Add(cmd, false)
	c.data.Add(cmd)
	c.data.TakeLengths(cmd)
	c.norms.Add(cmd)
	c.activation.Add(cmd)
	parts.AcceptFlag(cmd, &c.accept)
	dataset.OutsideFlag(cmd, &c.outside)
	fl := cmd.Flags()
	fl.StringVar(&c.tableFile, "table", "", "measure this file of 'krein decompose' instead of a formula: a table, a "+
		"least\nmeasure (--proof), an expansion on the sphere, the measure of a kernel of x − y\n('-': standard input)")
	fl.IntVar(&c.settings.Rows, "rows", 1000, "number of rows sampled from the data")
	fl.IntVar(&c.settings.Runs, "runs", 20, "number of maps drawn per combination")
	fl.IntSliceVar(&c.settings.Columns, "columns", []int{32, 64, 128, 512},
		"numbers of feature columns, without the constant one")
	fl.StringSliceVar(&c.couplings, "coupling", nil,
		"iid, orthogonal, gorf, shared, structured, design, quasi (default: by prediction)")
	fl.StringSliceVar(&c.radii, "radii", nil, "iid, stratified, importance (default: by prediction)")
	fl.StringSliceVar(&c.budgets, "budget", nil, "equal, proportional, variance (default: by prediction)")
	fl.Float64Var(&c.bias, "bias", 5e-3, "bias of the least measure, at the distances of the rows; 0: only "+
		"the unbiased representation")
	fl.BoolVar(&c.all, "all", false, "measure every combination, not only those of the least predicted variance")
	fl.BoolVar(&c.baselines, "baselines", false,
		"measure the maps of other papers too, as they were published (package features/baseline)")
	fl.StringVar(&c.mapKind, "kind", "sincos", "sincos, or phase: one column a frequency, √2·cos(⟨w,x⟩+b)")
	fl.Uint64Var(&c.settings.Seed, "seed", 0, "seed of rows and maps")
	return cmd
}

// run measures and shows the errors.
func (c *evaluateCommand) run(cmd *cobra.Command, args []string) (err error) {
	defer input.Limit(cmd, input.AnalysisTime)(&err)
	if c.activation.On() {
		return c.byActivation(cmd)
	}
	if (len(args) > 0 && args[0] == "-" || c.tableFile == "-") && c.data.Path == "-" {
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
		k, err := inner.Of(cmd, &c.kernel, &c.data, text)
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
	if err := input.CheckColumns(data.Columns); err != nil {
		return fmt.Errorf("%s has %d columns: %w", c.data.Name(), data.Columns, err)
	}
	c.settings.OnSphere = data.Scale == "sphere"
	if err := c.fits(data); err != nil {
		return err
	}
	var dec *decompose.Decomposition
	if given != nil {
		dec = given.Parts
	}
	spread, err := dataset.LimitOf(dec, k, c.kernel.Beyond).Check(cmd, &c.data, data, c.outside)
	if err != nil {
		return err
	}
	rows := features.SampleRows(data.Matrix, c.settings.Rows, c.settings.Seed)
	c.settings.Distances = drawing.MapDistances
	var reps []*evaluation.Representation
	var bias *parts.Bias
	if given != nil {
		reps, bias, err = c.file(cmd, k, given, data)
	} else {
		reps, bias, err = c.representations(cmd, k, data, rows)
	}
	if err != nil {
		return err
	}
	if c.baselines {
		reps = append(reps, evaluation.Baselines(cmd, k, reps[0].Parts, rows, &c.settings)...)
	}
	results, err := evaluation.Run(cmd, k, reps, rows, c.settings)
	if err != nil {
		return err
	}
	if c.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(),
			map[string]any{"data": data.View(data.Count), "bias": bias, "distances_between_rows": spread, "results": results,
				"distances": features.SampleDistances(rows, c.settings.Distances, c.settings.Seed)})
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

// file returns what the file has, with its bias.
func (c *evaluateCommand) file(
	cmd *cobra.Command, k *kernel.Kernel, given *evaluation.Representation, data *dataset.Rows,
) ([]*evaluation.Representation, *parts.Bias, error) {
	reps := []*evaluation.Representation{given}
	what := "the dimension of " + c.tableFile
	if given.Sphere != nil {
		return reps, nil, data.CheckDim(what, given.Sphere.Dim())
	}
	if err := data.CheckDim(what, given.Parts.Dim); err != nil {
		return nil, nil, err
	}
	bias, err := parts.Admit(cmd.Context(), given.Parts, k, c.accept)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", c.tableFile, err)
	}
	given.Bias = bias.Bound
	return reps, bias, nil
}

// representations returns what there is for a formula: the Jordan decomposition, on the sphere its own maps, and the
// least measure within --bias; the first one's bias. What there is not is said, unless there is nothing.
func (c *evaluateCommand) representations(
	cmd *cobra.Command, k *kernel.Kernel, data *dataset.Rows, rows *mat.Dense,
) (reps []*evaluation.Representation, bias *parts.Bias, err error) {
	var missing []error
	dec, bias, err := parts.Jordan(cmd, k, data.Columns, c.accept)
	if err == nil {
		reps = append(reps, &evaluation.Representation{Name: "jordan", Bias: bias.Bound, Parts: dec})
	} else {
		bias = nil
		missing = append(missing, fmt.Errorf("no Jordan decomposition: %w", err))
	}
	first := err
	if padded, err := c.padded(cmd, k, dec, rows); err == nil && padded != nil {
		reps = append(reps, padded)
	} else if err != nil {
		missing = append(missing, err)
	}
	if data.Scale == "sphere" {
		s, err := evaluation.Sphere(cmd, k, data.Columns)
		if err == nil {
			s.Between(rows)
			reps = append(reps, s)
		} else {
			missing = append(missing, fmt.Errorf("no expansion on the sphere: %w", err))
		}
	}
	if len(reps) == 0 {
		return nil, nil, first
	}
	if c.bias > 0 && reps[0].Parts != nil {
		least, err := evaluation.Least(cmd, k, rows, c.bias, &c.settings)
		if err == nil {
			reps = append(reps, least)
		} else {
			missing = append(missing, fmt.Errorf("no measure within %g: %w", c.bias, err))
		}
	}
	for _, err := range missing {
		fmt.Fprintln(cmd.ErrOrStderr(), err)
	}
	return reps, bias, cmd.Context().Err()
}

// padded returns the decomposition in a larger dimension for designs, if it is predicted to be better
// than dec, or all combinations or designs are to be measured; nil if not.
func (c *evaluateCommand) padded(
	cmd *cobra.Command, k *kernel.Kernel, dec *decompose.Decomposition, rows *mat.Dense,
) (*evaluation.Representation, error) {
	_, dim := rows.Dims()
	most := slices.Max(append(slices.Clone(c.settings.Columns), 0))
	n := evaluation.PadsTo(dim, most)
	if n == 0 || dec == nil || c.couplings != nil && !slices.Contains(c.settings.Couplings, features.Design) {
		return nil, nil
	}
	r, _, err := evaluation.Padded(cmd, k, dim, n, c.accept)
	if err != nil || c.all || c.couplings != nil {
		return r, err
	}
	opt := features.Options{
		Columns: most, Map: c.settings.Map, OnSphere: c.settings.OnSphere,
		Distances: features.SampleDistances(rows, drawing.MapDistances, c.settings.Seed),
	}
	if opt.Distances == nil {
		return nil, nil
	}
	plain, err := features.Choose(cmd.Context(), dec, &opt,
		&features.Choices{Radii: c.settings.Radii, Budgets: c.settings.Budgets})
	if err != nil {
		return nil, err
	}
	opt.PointDim = dim
	padded, err := features.Choose(cmd.Context(), r.Parts, &opt, &features.Choices{
		Couplings: []features.Coupling{features.Design}, Radii: c.settings.Radii, Budgets: c.settings.Budgets,
	})
	if err != nil || padded[0].Variance >= plain[0].Variance {
		return nil, err
	}
	return r, nil
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
		input.Names(c.couplings, &c.settings.Couplings),
		input.Names(c.radii, &c.settings.Radii),
		input.Names(c.budgets, &c.settings.Budgets),
		c.settings.Map.UnmarshalText([]byte(c.mapKind)),
	)
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
