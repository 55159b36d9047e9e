package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/floats"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/fitting"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	fourier "krein/internal/fourier/numeric"
	"krein/internal/kernel/numeric"
	"krein/internal/suggest"
	"krein/kernel"
	"krein/learn"
	"krein/learn/model"
)

// fitCommand is the verb fit with its flags.
type fitCommand struct {
	kernel     input.KernelFlags
	activation drawing.ActivationFlags
	formula    string
	data       dataset.Flags
	draw       fitting.MapFlags
	strength   string
	method     string // with its settings
	exact      bool   // by the kernel matrix itself
	out        string
	job        fitting.Job
	ranged     input.KernelFlags // before ranges of --param are values
	grids      []input.Grid      // of the ranges
}

func newFitCmd() *cobra.Command {
	c := new(fitCommand)
	cmd := &cobra.Command{
		Use:   "fit FORMULA --task TASK --data FILE -o MODEL",
		Short: "Fit a classifier, a regression or clusters to random features of data",
		Long: `fit makes features of the rows for the kernel, fits an estimator to them, and writes all of it, the preparation of rows
included, to one file, from which 'krein predict' and package krein in Python predict.

For functions of the distance the columns are adapted to the data: principal ones of the kernels with training rows (see
--landmarks below), which at equal columns learn more than a map that is drawn without looking at rows. The file has these rows.
--landmarks=none draws the map of 'krein map' with the same data, columns, lengths and seed, and so do --coupling and
--compress alone, more than 2048 columns, data of more than half a gigabyte with their features, and all other kernels.

  --task classify   svm          squared hinge loss, one class against the rest (as LIBLINEAR)
                    logistic     multinomial
                    krein-svm    the machine on the eigenvectors of K (Loosli, Canu, Ong 2016)
                    asymmetric   least squares with K(x,y) ≠ K(y,x) (AsK-LS; He, He, Shi, Huang, Suykens 2023)
  --task regress    ridge        squared loss
                    svr          squared loss beyond epsilon, 0.1
                    krein-ridge  (K + λI)α = y: a stationary point, no minimum
  --task cluster    kmeans       with --clusters
                    kernel-kmeans  on the kernel matrix of all rows, without a map

After the name of a method come its settings, as in --method svm,intercept=penalised or svr,epsilon=0.01: intercept=free (not
penalised, the default), penalised (as LIBLINEAR's -B 1) or none; epsilon, the error that costs nothing in svr; folds=5 of
cross-validation; by-labels, of svm and logistic.

Labels may be any words; --task regress wants numbers.
All columns are divided by one length, chosen by cross-validation on up to 2000 training rows: half the median of distances
between rows, the median, twice the median, and on while the last one is the best. For clusters it is the median.
Each of 64 columns at most gets a length of its own instead, by leave-one-out errors on 200 rows, if that takes 5 % off the
error by cross-validation. --lengths ard finds such lengths on 400 rows, for any number of columns, and takes them if their
cross-validation is better.
--lengths none takes the formula as it stands, which is the default for kernels of x − y, of the inner product and on the
sphere.
--param l=0.1..10 is a range: nine values of it are compared by the same cross-validation, in turns with lengths, for functions
of the distance. The model has the formula with the best one.
C (or λ of ridge) is chosen by cross-validation unless --strength gives it: C of 2^−5 … 2^5, and larger while the largest is
the best. A fifth of the rows is held out first, for the score that is printed, and the model is then fitted to all of them.
ridge and krein-ridge need sums over rows alone where a map is drawn: a file is read several times, and memory does not
grow with it but for a few bytes a row; with landmarks, from standard input and by all other methods the rows are held in
memory, once (docs/learning.md says why).
--method kernel-kmeans draws no map: it works on the kernel matrix of all rows, in memory for some rows² numbers. An
indefinite kernel gets a constant on the diagonal, which changes no order of partitions (docs/learning.md). The file has all
rows of the data.
A kernel of x − y that is not a function of the distance has two maps: methods other than asymmetric
take the columns of both, as section 5.3 of the asymmetric paper does for linear machines.
'linear' in place of a formula takes the columns themselves, 'min' is the min kernel 1 + Σ min(x_j, y_j) of rows in the unit
cube, and a formula in u with --scale none, unit or standard is the kernel f(⟨x,y⟩) of rows of any length.
'activation(g)' is the kernel of a network's layer with the activation function g(t), as in 'krein features': the columns
are g(⟨w,x⟩)/√n, of rows as they are unless --scale says otherwise.
'krein map model.npz' takes a map that was drawn out of the file.
--compress 8 draws eight times --columns and keeps the principal ones of the training rows: they fit
as fast as --columns do, and nearly as well as all; predicting costs what all of them cost.
--landmarks draws no map: its columns are principal ones of the kernels with training rows (Nyström), so that the kernel
needs no measure of finite mass. With --compress 8 there are eight times as many rows as columns, which is better than
as many, and close to kernel principal components. The file has these rows of the data. Kernels of x − y have
landmarks, too, if they are symmetric.
--method svm,by-labels keeps, of twice as many principal columns of --compress 2 or more, those that weigh most in the classifier:
better where --columns are few.

At most 60 s of processor time are taken at --effort 1 for choosing and making the map; beyond that it is an
error (docs/budgets.md). Reading rows and fitting to them is not
bounded.`,
		Example: `  krein fit 'delta_gaussian(1,10)' --task classify --data train.csv.gz --label first -o model.npz
  krein fit 'shift_gaussian(1/8, 2)' --task classify --method asymmetric --data train.csv.gz --label first -o model.npz
  krein fit 'gaussian(1)' --task regress --data prices.csv --label price --columns 512 -o model.npz
  krein fit 'activation(max(0,t))' --task classify --data train.csv --label class -o model.npz
  krein fit 'gaussian(0.5)' --task cluster --clusters 3 --data x.npy -o model.npz
  krein fit 'gaussian(1) - gaussian(3)/2' --task cluster --clusters 3 --method kernel-kmeans --data x.npy -o model.npz`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			if c.formula != "" {
				return fmt.Errorf("the kernel is given twice: by --kernel and as %q", args[0])
			}
			c.formula = args[0]
			return input.OneFormula(nil, args)
		},
		RunE: c.kernel.OrCombined(c.run),
	}
	c.kernel.Add(cmd, false)
	c.data.Add(cmd)
	c.data.ChooseLengths(cmd)
	c.data.KeepLabels = true
	c.draw.Add(cmd)
	fl := cmd.Flags()
	fl.StringVar(&c.job.Task, "task", "", "classify, regress or cluster (required)")
	fl.StringVar(&c.formula, "kernel", "", "the kernel, in place of the argument")
	fl.Lookup("kernel").Hidden = true
	fl.StringVarP(&c.out, "output", "o", "", "the .npz file to write (required)")
	fl.StringVar(&c.method, "method", "", "svm, logistic, krein-svm, asymmetric; ridge, svr, krein-ridge; kmeans, kernel-kmeans "+
		"(default: the first\nof the task); after commas settings, as in svr,epsilon=0.01,folds=10")
	fl.StringVar(&c.strength, "strength", "auto",
		"C of svm, logistic, krein-svm and svr, λ of ridge, krein-ridge and asymmetric, or auto:\nby cross-validation")
	fl.IntVar(&c.job.Clusters, "clusters", 0, "number of clusters")
	fl.Float64Var(&c.job.Holdout, "holdout", 0.2, "share of the rows held out for the score; 0: none")
	fl.Uint64Var(&c.job.Seed, "seed", 0, "seed of the map, of folds and of starts: the same seed gives the same bits")
	for _, name := range []string{"task", "output"} {
		if err := cmd.MarkFlagRequired(name); err != nil {
			panic(err)
		}
	}
	return cmd
}

// check reads the flags that are names, and refuses what contradicts.
func (c *fitCommand) check(cmd *cobra.Command) error {
	if c.formula == "" {
		return errors.New("no kernel: give a formula such as 'gaussian(1)', or linear, min, activation(g), or - to read one from standard input")
	}
	if _, err := c.activation.Take(cmd, []string{c.formula}); err != nil {
		return err
	}
	methods := fitting.Methods(c.job.Task)
	if methods == nil {
		return input.Choice("task", c.job.Task, "classify", "regress", "cluster")
	}
	if err := c.readMethod(methods); err != nil {
		return err
	}
	if c.strength != "auto" {
		v, err := input.Positive("strength", c.strength)
		if err != nil {
			return err
		}
		c.job.Strength = v
	}
	switch {
	case c.job.Holdout < 0 || c.job.Holdout > 0.5:
		return fmt.Errorf("--holdout %v: want a share between 0 and 0.5", c.job.Holdout)
	case c.job.Task == model.Cluster && c.job.Clusters < 1:
		return errors.New("--task cluster needs the number of clusters: give --clusters, as in --clusters 3")
	case c.job.Task != model.Cluster && c.job.Clusters != 0:
		return fmt.Errorf("--clusters is for --task cluster, and the task is %s: leave it out", c.job.Task)
	case c.out == "-":
		return errors.New("a model is written to a file, not to standard output")
	case c.formula == "-" && c.data.Path == "-":
		return dataset.ErrBothStdin
	case c.exact && c.linear():
		return errors.New("--method kernel-kmeans is for functions of the distance: leave it out, kmeans is the same with the kernel 'linear'")
	case c.exact && (c.draw.Coupled() || c.draw.Keep() > 0 || cmd.Flags().Changed("columns")):
		return errors.New("--method kernel-kmeans takes the kernel itself: --columns, --coupling, --compress and --landmarks are about maps")
	case c.linear() && c.job.Method == fitting.Asymmetric:
		return errors.New("--method asymmetric is for kernels that are not symmetric: the kernel 'linear' is the inner product")
	case c.linear() && strings.HasPrefix(c.job.Method, "krein-"):
		return fmt.Errorf("--method %s is for indefinite kernels: the kernel 'linear' is the inner product", c.job.Method)
	case c.job.ByLabels && (c.job.Method != "svm" && c.job.Method != "logistic" || !c.draw.Compresses()):
		return errors.New("by-labels in --method is for svm and logistic with --compress 2 or more")
	case c.draw.Keep() > 0 && (c.linear() || c.job.Task == model.Cluster || c.job.Method == fitting.Asymmetric):
		return errors.New("--compress and --landmarks are for linear functions of a map's columns: not for the kernel " +
			"'linear', --task cluster or --method asymmetric")
	}
	return c.draw.Check(cmd.Flags().Changed, c.job.Seed)
}

// readMethod reads --method: a method of the task, and its settings.
func (c *fitCommand) readMethod(methods []string) (err error) {
	words := strings.Split(cmp.Or(c.method, methods[0]), ",")
	if strings.Contains(words[0], "=") || words[0] == "by-labels" { // settings of the first method
		words = append([]string{methods[0]}, words...)
	}
	name := words[0]
	if !slices.Contains(methods, name) {
		return fmt.Errorf("--method %q%s: for --task %s want %s", name, suggest.Hint(name, methods), c.job.Task, strings.Join(methods, ", "))
	}
	if c.exact = name == fitting.KernelMeans; c.exact {
		name = "kmeans"
	}
	c.job.Method, c.job.Epsilon, c.job.Folds = name, 0.1, 5
	c.job.Intercept = learn.FreeIntercept
	settings := []string{"intercept", "epsilon", "folds", "by-labels"}
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "intercept":
			err = c.job.Intercept.UnmarshalText([]byte(value))
		case "epsilon":
			c.job.Epsilon, err = strconv.ParseFloat(value, 64)
			if err == nil && name != "svr" {
				err = fmt.Errorf("it is for svr, and the method is %s: leave it out", name)
			}
		case "folds":
			c.job.Folds, err = strconv.Atoi(value)
		case "by-labels":
			c.job.ByLabels = true
		default:
			err = fmt.Errorf("no such setting%s; there are %s", suggest.Hint(key, settings), strings.Join(settings, ", "))
		}
		if err != nil {
			return fmt.Errorf("--method %s: %s: %w", c.method, key, err)
		}
	}
	return nil
}

// linear reports whether features are the columns themselves.
func (c *fitCommand) linear() bool { return c.formula == "linear" }

// ofDistance reads the formula, and is nil where that is no function of the distance.
func (c *fitCommand) ofDistance(cmd *cobra.Command) (*kernel.Kernel, error) {
	if c.linear() {
		return nil, nil
	}
	if !c.kernel.OfDelta(c.formula) {
		return c.kernel.Kernel(cmd, c.formula)
	}
	if c.kernel.Beyond != "" {
		return nil, errors.New("--param beyond= is about functions of the distance; this formula is one of x − y")
	}
	return nil, nil
}

// run fits and says what was done.
func (c *fitCommand) run(cmd *cobra.Command, _ []string) (err error) {
	defer input.Limit(cmd, input.AnalysisTime)(&err)
	if err := c.check(cmd); err != nil {
		return err
	}
	if err := c.takeRanges(); err != nil {
		return err
	}
	var in *measure.InnerKernel
	acts := c.activation.On()
	if !c.linear() && !acts {
		if c.formula, err = c.kernel.Text(cmd, c.formula); err != nil {
			return err
		}
		if in, err = measure.InnerOf(cmd, &c.kernel, &c.data, c.formula); err != nil {
			return err
		}
	}
	var k *kernel.Kernel
	if in == nil && !acts {
		if k, err = c.ofDistance(cmd); err != nil {
			return err
		}
	}
	c.job.Keep, c.job.Landmarks = c.draw.Keep(), c.draw.Landmarks(k)
	if c.data.EachLength() && (k == nil || k.Domain() != nil || c.job.Task == model.Cluster) {
		return errors.New("--lengths ard is for functions of the distance without a domain, with labels: leave it out")
	}
	if c.data.AutoLengths() && (k == nil || k.Domain() != nil) {
		c.data.KeepFormula()
	}
	if acts {
		c.data.AsTheyAre()
	}
	load := c.data.LoadAll
	if c.job.BySums() && c.data.Streams() {
		load = c.data.Open
	}
	data, err := load(cmd, k)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }() // of the rows that are read last
	if data.Matrix != nil {
		input.HoldBytes(8 * data.Count * data.Columns)
	}
	var other *evaluation.StationaryKernel
	landmarks := false // of a kernel of x − y
	if k == nil && in == nil && !acts && !c.linear() && c.job.Landmarks != nil {
		_, delta, err := c.kernel.InDim(cmd, c.formula, data.Columns)
		if err != nil {
			return err
		}
		if landmarks = delta != nil; landmarks {
			c.job.Landmarks.Delta = delta
		}
	}
	if k == nil && in == nil && !acts && !c.linear() && !landmarks {
		if k, other, err = ofData(cmd, &c.kernel, c.formula, "", data); err != nil {
			return err
		}
	}
	if c.job.Method == fitting.Asymmetric && other == nil || other != nil && strings.HasPrefix(c.job.Method, "krein-") {
		return fmt.Errorf("--method %s is not for this kernel: asymmetric is for kernels of x − y that are no functions of "+
			"the distance, krein-svm and krein-ridge for those that are", c.job.Method)
	}
	if len(c.grids) > 0 && k == nil {
		return fmt.Errorf("--param %s has a range, which is for functions of the distance: give it a value", c.grids[0].Name)
	}
	v := &fitting.Report{Task: c.job.Task, Method: c.job.Method, Formula: c.formula, File: c.out}
	if !c.linear() && in == nil && !acts {
		switch v.Lengths = c.data.LengthWords(); {
		case data.Chosen || !c.data.AutoLengths():
		case data.Lengths != nil:
			v.Lengths = "of the ranges file"
		default:
			v.Lengths = "none"
		}
	}
	m := &model.Model{Task: c.job.Task, Method: c.job.Method, Dim: data.Columns, Kernel: c.formula}
	prepared(m, data)
	c.job.Model, c.job.X = m, data.Matrix
	if data.Labels != nil {
		c.job.Labels = data.Labels
	}
	c.job.Table = &passes{data, func() error { return c.data.Again(cmd, data) }}
	if err := c.job.Check(); err != nil {
		return fmt.Errorf("%s: %w", c.data.Name(), err)
	}
	sums := c.job.BySums()
	if count := c.rows(data); k != nil && c.job.Task != model.Cluster && c.draw.Adapt(count, data.Columns) {
		c.job.Keep, c.job.Landmarks = c.draw.Keep(), c.draw.Landmarks(k)
	}
	few := c.job.Method == "ridge" && c.job.Count < c.features(data)
	if sums && (few || c.job.Landmarks != nil) {
		if data, err = c.inMemory(cmd, k, data); err != nil {
			return err
		}
	}
	if c.job.BySums() {
		data.Count = c.job.Count
	} else {
		data.Labels, c.job.Labels = nil, nil // the job has classes or values
	}
	v.Data = data.View(data.Count)
	if m.Target = v.Data.Name; m.Target == "" && v.Data.Label > 0 {
		m.Target = strconv.Itoa(v.Data.Label)
	}
	for _, note := range c.job.Remarks() {
		fmt.Fprintln(cmd.ErrOrStderr(), note)
	}
	if k != nil {
		if err := c.drawMap(cmd, k, data, m, v); err != nil {
			return err
		}
	}
	if k == nil && c.exact {
		return fmt.Errorf("--method kernel-kmeans is for functions of the distance, which %s is not: with kmeans features are drawn", c.formula)
	}
	if in != nil {
		if err := c.drawInner(cmd, in, data, m, v); err != nil {
			return err
		}
	}
	if acts {
		if err := c.drawActivation(cmd, data, m, v); err != nil {
			return err
		}
	}
	if landmarks {
		if err := c.takeLandmarks(data, v); err != nil {
			return err
		}
	}
	if other != nil {
		if err := c.drawPair(cmd, other, data, m, v); err != nil {
			return err
		}
	}
	bar, now := terminal.NewBar(cmd, c.job.Method), ""
	c.job.Progress = func(what string, done, total int) {
		if what != now {
			bar.Finish()
			bar, now = terminal.NewBar(cmd, what), what
		}
		bar.Set(done, total)
	}
	resume := input.Rows(cmd.Context())
	v.Result, err = c.job.Run(cmd.Context())
	resume()
	bar.Finish()
	if err != nil {
		return err
	}
	if err := m.Save(c.out); err != nil {
		return err
	}
	v.Labels, v.Training, v.Columns = m.Labels, m.Training, m.Columns()
	if c.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	v.Write(cmd.OutOrStdout())
	return nil
}

// takeRanges puts the middle values of parameters that have ranges in the place of these, to begin with.
func (c *fitCommand) takeRanges() (err error) {
	if c.grids, err = c.kernel.Grids(); err != nil || len(c.grids) == 0 {
		return err
	}
	if c.job.Task == model.Cluster {
		return fmt.Errorf("--param %s has a range, which is searched by cross-validation: clusters have no scores, give it a value",
			c.grids[0].Name)
	}
	var middle []string
	for _, g := range c.grids {
		middle = append(middle, g.Values[len(g.Values)/2])
	}
	c.ranged = c.kernel
	c.kernel = *c.ranged.With(c.grids, middle)
	return nil
}

// chooseParams has the job choose values of parameters that have ranges; set takes the kernel with them.
func (c *fitCommand) chooseParams(cmd *cobra.Command, set func(k *kernel.Kernel, last bool) error) {
	if len(c.grids) == 0 {
		return
	}
	p := &fitting.Params{}
	for _, g := range c.grids {
		p.Names, p.Grids = append(p.Names, g.Name), append(p.Grids, g.Values)
	}
	p.Set = func(values []string, last bool) error {
		with := c.ranged.With(c.grids, values)
		k, err := with.Kernel(cmd, c.formula)
		if err == nil {
			err = set(k, last)
		}
		if err != nil {
			return fmt.Errorf("with --param %s: %w", strings.Join(with.Params, " --param "), err)
		}
		return nil
	}
	c.job.Params = p
}

// features returns the number of columns that the function is fitted to.
func (c *fitCommand) features(data *dataset.Rows) int {
	switch {
	case c.linear():
		return data.Columns
	case c.draw.Keep() > 0:
		return c.draw.Keep()
	}
	return c.draw.Columns()
}

// rows returns the number of rows, which the job has counted where the data do not say.
func (c *fitCommand) rows(data *dataset.Rows) int {
	if data.Matrix == nil {
		return c.job.Count
	}
	n, _ := data.Matrix.Dims()
	return n
}

// inMemory reads rows that were to be read a block at a time into memory.
func (c *fitCommand) inMemory(cmd *cobra.Command, k *kernel.Kernel, data *dataset.Rows) (*dataset.Rows, error) {
	c.job.Few = true
	if data.Matrix == nil {
		if err := data.Close(); err != nil {
			return nil, err
		}
		var err error
		if data, err = c.data.LoadAll(cmd, k); err != nil {
			return nil, err
		}
	}
	prepared(c.job.Model, data)
	c.job.X, c.job.Labels = data.Matrix, data.Labels
	if err := c.job.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", c.data.Name(), err)
	}
	return data, nil
}

// prepared says in the model what is done to rows.
func prepared(m *model.Model, data *dataset.Rows) {
	m.Preparation, m.Prepared = *data.Fitted(data.Columns), data.Preparation.String()
}

// passes has the rows of a file, which is opened again for each pass over it, or of memory.
type passes struct {
	*dataset.Rows
	again func() error
}

func (p *passes) Again() error { return p.again() }

// drawMap draws the map and puts it into the model.
func (c *fitCommand) drawMap(cmd *cobra.Command, k *kernel.Kernel, data *dataset.Rows, m *model.Model,
	v *fitting.Report) error {
	if err := input.CheckColumns(data.Columns); err != nil {
		return fmt.Errorf("%s has %d columns: %w", c.data.Name(), data.Columns, err)
	}
	if err := input.CheckMemory(input.MapBytes(c.draw.Columns(), data.Columns),
		fmt.Sprintf("--columns %d in dimension %d", c.draw.Columns(), data.Columns)); err != nil {
		return err
	}
	var err error
	if v.Spread, err = dataset.LimitOf(nil, k, c.kernel.Beyond).Check(cmd, &c.data, data, c.draw.Accept); err != nil {
		return err
	}
	take := func(k *kernel.Kernel) {
		compiled := numeric.Compile(k)
		c.job.At = func(delta []float64) float64 { return compiled.At(floats.Norm(delta, 2)) }
		m.Kernel, m.Beyond = k.Formula(), k.BeyondString()
		v.Formula, v.Beyond = m.Kernel, m.Beyond
		if c.job.Lengths != nil {
			c.job.Lengths.Eval = compiled.EvalTo
		}
	}
	lengthen := func(power int, from string) {
		if from != "" {
			data.Lengthen(power, from)
		}
		prepared(m, data)
		v.Data = data.View(data.Count)
	}
	choosing := data.Chosen && c.job.Task != model.Cluster
	if data.Chosen {
		median, start := data.Lengths[0], fitting.Start(k)
		if start != 0 {
			lengthen(start, fitting.Beginning(start))
		}
		if choosing {
			c.job.Lengths = &fitting.Lengths{Median: median, Start: start, Each: c.data.EachLength()}
		}
	}
	take(k)
	stretch := func(factors []float64, from string) {
		data.Stretch(factors, from)
		prepared(m, data)
		v.Data = data.View(data.Count)
	}
	c.job.Wide = c.draw.Columns()
	if c.exact {
		c.job.Exact = k
		return input.CheckMemory(fitting.ExactBytes(data.Count, data.Columns), fmt.Sprintf("--method kernel-kmeans, the kernel matrix of %d rows,",
			data.Count))
	}
	remedy := "take '--lengths auto', or leave --lengths out"
	if c.job.Task == model.Cluster {
		remedy = "take '--lengths median', or leave --lengths out"
	}
	if c.job.Landmarks = c.draw.Landmarks(k); c.job.Landmarks != nil {
		if choosing {
			c.job.Lengths.Multiply = func(power int, from string) error {
				lengthen(power, from)
				return nil
			}
			c.job.Lengths.Stretch = func(factors []float64, from string) error {
				stretch(factors, from)
				return nil
			}
		} else {
			v.Note = fitting.Unrelated(k, data.Matrix, c.job.Seed, remedy)
		}
		c.chooseParams(cmd, func(k *kernel.Kernel, last bool) error {
			take(k)
			c.job.Landmarks.Kernel = k
			if last && !choosing {
				v.Note = fitting.Unrelated(k, data.Matrix, c.job.Seed, remedy)
			}
			return nil
		})
		return input.CheckMemory(c.job.Landmarks.Bytes(data.Columns),
			fmt.Sprintf("%d landmarks in dimension %d", c.job.Landmarks.Count, data.Columns))
	}
	if err := c.draw.Read(); err != nil {
		return err
	}
	onSphere := data.Scale == "sphere"
	sources, err := c.draw.Sources(cmd, k, data.Columns, onSphere)
	if err != nil {
		return err
	}
	x, err := dataset.Sample(cmd, &c.data, data, c.job.Seed)
	if err != nil {
		return err
	}
	distances := drawing.Between(x, c.job.Seed)
	draw := func(columns, power int) error {
		d, err := sources.Draw(columns, distances, -power, onSphere)
		if err != nil {
			return err
		}
		if v.Drawn, err = fitting.NewDrawn(d); err != nil {
			return err
		}
		m.Map = v.Drawn.Map
		c.job.Signature = m.Map.Signature()
		return nil
	}
	few := min(c.draw.Columns(), fitting.LengthColumns)
	draws := func(k *kernel.Kernel) error { // the map with all its columns, at lengths that are not chosen
		if err := draw(c.draw.Columns(), 0); err != nil {
			return err
		}
		v.Drawn.Note = fitting.Unrelated(k, x, c.job.Seed, remedy)
		v.Map = v.Drawn.Choice()
		return nil
	}
	c.chooseParams(cmd, func(k *kernel.Kernel, last bool) (err error) {
		take(k)
		if sources, err = c.draw.Sources(cmd, k, data.Columns, onSphere); err != nil {
			return err
		}
		if last && !choosing {
			return draws(k)
		}
		return draw(few, 0)
	})
	if choosing {
		c.job.Lengths.Multiply = func(power int, from string) error {
			lengthen(power, from)
			if err := draw(c.draw.Columns(), power); err != nil {
				return err
			}
			v.Map = v.Drawn.Choice()
			return nil
		}
		c.job.Lengths.Stretch = func(factors []float64, from string) error {
			stretch(factors, from)
			if x, err = dataset.Sample(cmd, &c.data, data, c.job.Seed); err != nil {
				return err
			}
			distances = drawing.Between(x, c.job.Seed)
			if err := draw(c.draw.Columns(), 0); err != nil {
				return err
			}
			v.Map = v.Drawn.Choice()
			return nil
		}
		return draw(few, 0)
	}
	if c.job.Params != nil {
		return draw(few, 0)
	}
	return draws(k)
}

// takeLandmarks makes the kernels with rows the model's map, for a kernel of x − y, which is not decomposed.
func (c *fitCommand) takeLandmarks(data *dataset.Rows, v *fitting.Report) error {
	k, err := fourier.Compile(c.job.Landmarks.Delta)
	if err != nil {
		return err
	}
	c.job.At, v.Formula = k.At, c.job.Landmarks.Delta.Formula()
	return input.CheckMemory(c.job.Landmarks.Bytes(data.Columns),
		fmt.Sprintf("%d landmarks in dimension %d", c.job.Landmarks.Count, data.Columns))
}

// drawPair draws the pair of maps of a kernel of x − y and puts it into the model.
func (c *fitCommand) drawPair(cmd *cobra.Command, k *evaluation.StationaryKernel, data *dataset.Rows, m *model.Model,
	v *fitting.Report) error {
	if c.draw.Keep() > 0 {
		return errors.New("--compress without --landmarks is for kernels that are functions of the distance")
	}
	if err := c.draw.CheckPair(); err != nil {
		return err
	}
	p, err := c.draw.FitPair(cmd, k, &c.data, data)
	if err != nil {
		return err
	}
	written, err := drawing.PairFile(p.Pair, k.Dim, "", nil)
	if err != nil {
		return err
	}
	m.Map, v.Pair = model.NewPair(written), k.PairView(p.Pair, p.Way, p.Choices, nil)
	m.Kernel, v.Formula = k.Formula, k.Formula
	return nil
}
