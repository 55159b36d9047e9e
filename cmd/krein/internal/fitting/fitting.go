// Package fitting is what 'krein fit' does with rows: methods, the choice of their parameters, held-out scores.
package fitting

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/terminal"
	"krein/internal/learn/landmarks"
	"krein/internal/learn/score"
	"krein/kernel"
	"krein/learn"
	"krein/learn/labels"
	"krein/learn/model"
)

// Job says what is fitted, and how.
type Job struct {
	Task, Method string
	// Strength is C or λ, 0 to choose it by cross-validation.
	Strength  float64
	Epsilon   float64
	Intercept learn.Intercept
	Clusters  int
	Folds     int
	Holdout   float64 // share of the rows held out for a score; 0: none
	Seed      uint64
	// Progress is told what is being done and how far it is.
	Progress func(what string, done, total int)

	Model     *model.Model // preparation and map: gets the rest
	Signature []float64    // of the map
	// Keep is how many principal columns of the training rows are kept of the map's; 0: all of the map's.
	Keep int
	// ByLabels keeps, of twice as many principal columns, those that weigh most in the classifier of all of them, which is
	// then fitted anew: of the methods svm and logistic.
	ByLabels bool
	// Landmarks, if it is there, is in the place of the model's map, with Keep.
	Landmarks *Landmarks
	// Exact is the kernel whose matrix kmeans takes, without a map; nil: it takes the map's columns.
	Exact *kernel.Kernel
	// Lengths chooses the length that columns are divided by; nil: rows are taken as they are.
	Lengths *Lengths
	// Params chooses parameters of the kernel; nil: they have values.
	Params *Params
	// Wide is how many columns the map will have, or how many landmarks there will be, once Lengths and Params are chosen.
	Wide int
	// At is the kernel as a function of x − y, with Keep.
	At     func(delta []float64) float64
	X      *mat.Dense // prepared rows, but with BySums; Run moves them, and puts them back
	Labels Labels     // nil: there are none
	// Table has the prepared rows and their labels with BySums, Count of them after Check.
	Table Table
	Count int
	// Few says that there are fewer rows than columns: these take less memory than sums over them do, and less time.
	Few bool

	same      bool      // all rows of Table are
	chosen    bool      // Lengths and Params are
	kept      []float64 // memory for features, which fits one after the other use
	classes   []int
	values    []float64
	result    *Result
	near      *landmarks.Map   // the model's map
	made      int              // rows that it and principal are made of
	principal *learn.Canonical // with Keep
	wide      learn.Rows       // with Keep: the rows before
	signs     []float64        // of the columns that are fitted to
}

// Labels are those of rows, as they are written.
type Labels interface {
	Len() int
	Text(i int) string
}

// Result is what there is to say beside the model.
type Result struct {
	Length *LengthChoice  `json:"length,omitempty"` // of --lengths auto
	Params []*ParamChoice `json:"params,omitempty"` // of those that have ranges
	// of C or λ; with ByLabels by all the columns of which some are picked
	Choice      *learn.Scores `json:"choice,omitempty"`
	Compression *Compression  `json:"compression,omitempty"`
	// Held are the scores on rows held out.
	Held *Score `json:"held_out,omitempty"`
	// Training is the score on the training rows.
	Training *Score `json:"training_score"`
}

// Score is what predictions are worth.
type Score struct {
	Rows      int         `json:"rows"`
	Accuracy  *float64    `json:"accuracy,omitempty"`
	Confusion [][]float64 `json:"confusion,omitempty"` // true class, predicted class
	RMSE      *float64    `json:"rmse,omitempty"`
	R2        *float64    `json:"r2,omitempty"`
	// Distortion is that of clusters, and Rand their adjusted Rand index with the labels.
	Distortion *float64 `json:"distortion,omitempty"`
	// Shift is what was added to the diagonal of an indefinite kernel matrix.
	Shift *float64 `json:"shift,omitempty"`
	Rand  *float64 `json:"adjusted_rand,omitempty"`
}

// String is the score in a line.
func (s *Score) String() string {
	rows := terminal.Count(s.Rows, "row")
	if s.Shift != nil {
		rows += fmt.Sprintf(" (indefinite: %.4g was added to the diagonal of the kernel matrix)", *s.Shift)
	}
	switch {
	case s.Accuracy != nil:
		return fmt.Sprintf("accuracy %.4f on %s", *s.Accuracy, rows)
	case s.RMSE != nil && s.R2 != nil:
		return fmt.Sprintf("root mean square error %.4g (R² %.4f) on %s", *s.RMSE, *s.R2, rows)
	case s.RMSE != nil:
		return fmt.Sprintf("root mean square error %.4g on %s", *s.RMSE, rows)
	case s.Rand != nil && s.Distortion != nil:
		return fmt.Sprintf("distortion %.6g, adjusted Rand index with the labels %.4f, on %s", *s.Distortion, *s.Rand, rows)
	case s.Rand != nil:
		return fmt.Sprintf("adjusted Rand index with the labels %.4f on %s", *s.Rand, rows)
	case s.Distortion != nil:
		return fmt.Sprintf("distortion %.6g on %s", *s.Distortion, rows)
	}
	return rows
}

// Asymmetric is the method of kernels that need not be symmetric.
const Asymmetric = "asymmetric"

// KernelMeans is k-means on the kernel matrix of all rows.
const KernelMeans = "kernel-kmeans"

// Methods are those of a task, the default first.
func Methods(task string) []string {
	switch task {
	case model.Classify:
		return []string{"svm", "logistic", "krein-svm", Asymmetric}
	case model.Regress:
		return []string{"ridge", "svr", "krein-ridge"}
	case model.Cluster:
		return []string{"kmeans", KernelMeans}
	}
	return nil
}

// Run fits the model, after Check.
func (j *Job) Run(ctx context.Context) (*Result, error) {
	j.result = new(Result)
	if j.BySums() {
		j.Model.Training = model.Training{Rows: j.Count, Seed: j.Seed}
		return j.result, j.bySums(ctx)
	}
	n, _ := j.X.Dims()
	j.Model.Training = model.Training{Rows: n, Seed: j.Seed}
	if j.Task != model.Cluster {
		if err := j.hold(ctx, n); err != nil {
			return nil, err
		}
	}
	all := span{0, n}
	if err := j.fit(ctx, all); err != nil {
		return nil, err
	}
	var err error
	if j.Task == model.Cluster {
		return j.result, nil
	}
	j.result.Training, err = j.score(ctx, j.rowsOf(all), all.classes(j), all.values(j))
	return j.result, err
}

// span are rows one behind the other: from the first one to that before the last.
type span struct{ from, to int }

// rowsOf returns a view of some rows.
func (j *Job) rowsOf(s span) *mat.Dense {
	_, d := j.X.Dims()
	return j.X.Slice(s.from, s.to, 0, d).(*mat.Dense)
}

func (s span) classes(j *Job) []int {
	if j.classes == nil {
		return nil
	}
	return j.classes[s.from:s.to]
}

func (s span) values(j *Job) []float64 {
	if j.values == nil {
		return nil
	}
	return j.values[s.from:s.to]
}

// Check reads the labels, and says what is wrong with them before a map is drawn.
func (j *Job) Check() error {
	if j.BySums() {
		return j.survey()
	}
	if j.Labels == nil {
		if j.Task == model.Cluster {
			return nil
		}
		return j.unlabelled()
	}
	if j.Task == model.Regress {
		var err error
		j.values, err = ValuesOf(j.Labels)
		return err
	}
	l, y := distinct(j.Labels)
	j.classes = y
	if j.Task == model.Classify {
		if err := missing(j.Labels, l.Names); err != nil {
			return err
		}
		if len(l.Names) < 2 {
			if len(y) == 1 {
				return errors.New("the training data have one row; classes need at least two")
			}
			return fmt.Errorf("all %d training rows have the label %q; a classifier needs at least two classes", len(y), l.Names[0])
		}
		if most := max(len(y)/2, 1); len(l.Names) > most {
			if _, err := Values(l.Names); err != nil {
				return fmt.Errorf("%d different labels for %s: too few rows of each to learn from; or is another "+
					"column the label (--label)?",
					len(l.Names), terminal.Count(len(y), "row"))
			}
			return fmt.Errorf("%d different labels for %d rows: if they are values rather than classes, say --task regress",
				len(l.Names), len(y))
		}
		j.Model.Labels = l.Names
	}
	return nil
}

func (j *Job) unlabelled() error {
	return fmt.Errorf("--task %s needs labels: say which column has them (--label first, last, its number or its name)",
		j.Task)
}

// manyLabels is a number of classes from which on labels that are numbers are likely values.
const manyLabels = 100

// Remarks says what is likely wrong with rows and labels that Check lets pass.
func (j *Job) Remarks() (notes []string) {
	if j.allTheSame() {
		notes = append(notes, "all rows are the same but for their labels: no model can distinguish them")
	}
	if j.Task != model.Classify {
		return notes
	}
	if note := j.fewOf(); note != "" {
		notes = append(notes, note)
	}
	if len(j.Model.Labels) < manyLabels {
		return notes
	}
	if _, err := Values(j.Model.Labels); err != nil {
		return notes
	}
	return append(notes, fmt.Sprintf("%d different labels, all numbers: if they are values rather than classes, say "+
		"--task regress; if they are a column of the data, name another with --label", len(j.Model.Labels)))
}

// allTheSame reports whether there are several rows, and one of each.
func (j *Job) allTheSame() bool {
	if j.BySums() {
		return j.same
	}
	n, _ := j.X.Dims()
	for i := 1; i < n; i++ {
		if !slices.Equal(j.X.RawRowView(i), j.X.RawRowView(0)) {
			return false
		}
	}
	return n > 1
}

// fewOf names the rarest label, if cross-validation has folds without it.
func (j *Job) fewOf() string {
	counts := make([]int, len(j.Model.Labels))
	for _, c := range j.classes {
		counts[c]++
	}
	rare := slices.Index(counts, slices.Min(counts))
	if j.Strength != 0 || counts[rare] >= j.Folds || len(j.classes) < 2*j.Folds {
		return ""
	}
	return fmt.Sprintf("label %q has %s, fewer than the %d folds of cross-validation: its accuracy "+
		"hardly counts in what is chosen",
		j.Model.Labels[rare], terminal.Count(counts[rare], "row"), j.Folds)
}

// List are labels in a list.
type List []string

// Len returns their number.
func (l List) Len() int { return len(l) }

// Text returns one.
func (l List) Text(i int) string { return l[i] }

// distinct is labels.New for labels whose texts are not in memory one by one.
func distinct(text Labels) (*labels.Set, []int) {
	index, y := map[string]int{}, make([]int, text.Len())
	var names []string
	for i := range y {
		t := text.Text(i)
		c, ok := index[t]
		if !ok {
			c = len(names)
			index[t] = c
			names = append(names, t)
		}
		y[i] = c
	}
	set, classes := labels.New(names)
	for i, c := range y {
		y[i] = classes[c]
	}
	return set, y
}

// Missing returns an error for a NaN among numbers: a gap, and no class.
func Missing(text []string) error {
	set, _ := labels.New(text)
	return missing(List(text), set.Names)
}

// missing is Missing for labels that have these names.
func missing(text Labels, names []string) error {
	var gaps []string
	for _, name := range names {
		v, err := strconv.ParseFloat(name, 64)
		if err != nil {
			return nil // words: "nan" may be one
		}
		if math.IsNaN(v) {
			gaps = append(gaps, name)
		}
	}
	for i := range text.Len() {
		if gaps == nil {
			break
		}
		if t := text.Text(i); slices.Contains(gaps, t) {
			return fmt.Errorf("row %d has no label but %q; remove the row or fill the label in", i+1, t)
		}
	}
	return nil
}

// Values reads labels as numbers.
func Values(text []string) ([]float64, error) { return ValuesOf(List(text)) }

// ValuesOf reads labels as numbers.
func ValuesOf(text Labels) ([]float64, error) {
	v := make([]float64, text.Len())
	for i := range v {
		var err error
		if v[i], err = valueOf(text.Text(i), i+1); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// valueOf reads the label of a row as a number.
func valueOf(text string, row int) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("row %d: the label %q is not a number; remove the row, or say --task "+
			"classify if labels are classes", row, text)
	}
	return v, nil
}

// hold fits to the rows that are not held out, and scores the others.
func (j *Job) hold(ctx context.Context, n int) error {
	if j.Holdout == 0 {
		return nil
	}
	count := int(math.Round(1 / j.Holdout))
	strata := j.classes
	if strata == nil {
		strata = make([]int, n)
	}
	fold := learn.Deal(strata, count, j.Seed)
	order, out := make([]uint32, 0, n), make([]uint32, 0, n/count+1)
	for i, f := range fold {
		if f == 0 {
			out = append(out, uint32(i))
		} else {
			order = append(order, uint32(i))
		}
	}
	train := span{0, len(order)}
	held := span{len(order), n}
	order = append(order, out...)
	if train.to < 2 || held.from == n {
		return j.tooFew()
	}
	// A copy of the rows would be most of what is in memory: those held out are moved to the end instead, and back.
	j.move(order)
	defer j.back(order)
	if err := j.fit(ctx, train); err != nil {
		return fmt.Errorf("without the %s held out for a score: %w", terminal.Count(len(out), "row"), err)
	}
	if err := j.compare(j.rowsOf(held)); err != nil {
		return err
	}
	var err error
	if j.result.Held, err = j.score(ctx, j.rowsOf(held), held.classes(j), held.values(j)); err != nil {
		return err
	}
	j.Model.Training.Held = len(out)
	j.Model.Training.Score = j.result.Held.Accuracy
	if j.Task == model.Regress {
		j.Model.Training.Score = j.result.Held.RMSE
	}
	return nil
}

func (j *Job) tooFew() error {
	return fmt.Errorf("%s: too few to hold some out; --holdout 0 --strength 1 fits to all",
		terminal.Count(j.Model.Training.Rows, "row"))
}

// move puts row order[i], with its label, in place i.
func (j *Job) move(order []uint32) {
	keep, row := newRow(j), newRow(j)
	done := make([]bool, len(order))
	for start := range order {
		if done[start] {
			continue
		}
		keep.take(start)
		to := start
		for from := int(order[to]); from != start; from = int(order[to]) {
			row.take(from)
			row.put(to)
			done[to] = true
			to = from
		}
		keep.put(to)
		done[to] = true
	}
}

// back undoes move.
func (j *Job) back(order []uint32) {
	inverse := make([]uint32, len(order))
	for to, from := range order {
		inverse[from] = uint32(to)
	}
	j.move(inverse)
}

// oneRow is a row with its label.
type oneRow struct {
	of    *Job
	x     []float64
	class int
	value float64
}

func newRow(j *Job) *oneRow {
	_, d := j.X.Dims()
	return &oneRow{of: j, x: make([]float64, d)}
}

func (r *oneRow) take(i int) {
	copy(r.x, r.of.X.RawRowView(i))
	if r.of.classes != nil {
		r.class = r.of.classes[i]
	}
	if r.of.values != nil {
		r.value = r.of.values[i]
	}
}

func (r *oneRow) put(i int) {
	copy(r.of.X.RawRowView(i), r.x)
	if r.of.classes != nil {
		r.of.classes[i] = r.class
	}
	if r.of.values != nil {
		r.of.values[i] = r.value
	}
}

// inMemory is how many numbers of features are computed once and kept; more are computed anew at each reading.
const inMemory = 1 << 27

// rows are the features of some rows. Those of a wide map, of which columns are made, are read too seldom to be kept.
func (j *Job) rows(x *mat.Dense) (learn.Rows, error) {
	n, _ := x.Dims()
	all, _ := j.X.Dims()
	if c := j.Model.Columns(); j.Model.Map == nil || j.Keep > 0 || all*c > inMemory {
		return j.Model.Rows(x), nil
	}
	phi, err := j.Model.Map.Transform(j.features(n, j.Model.Columns()), x)
	if err != nil {
		return nil, err
	}
	return learn.Matrix(phi), nil
}

// features returns memory for features, which is that of the fit before.
func (j *Job) features(n, columns int) *mat.Dense {
	if cap(j.kept) < n*columns {
		all, _ := j.X.Dims()
		j.kept = make([]float64, max(n, all)*columns)
	}
	return mat.NewDense(n, columns, j.kept[:n*columns])
}

// columns returns the columns of rows that the model is fitted to.
func (j *Job) columns(ctx context.Context, rows *mat.Dense) (learn.Rows, error) {
	if j.Landmarks != nil {
		if x, err := j.again(rows); x != nil || err != nil {
			return x, err
		}
		if err := j.landmarks(ctx, rows); err != nil {
			return nil, err
		}
		j.made, _ = rows.Dims()
	}
	x, err := j.rows(rows)
	if err != nil {
		return nil, err
	}
	return j.compress(ctx, x, rows)
}

// fit fits the model to some rows.
func (j *Job) fit(ctx context.Context, some span) error {
	rows := j.rowsOf(some)
	if j.Method == Asymmetric {
		return j.asymmetric(ctx, rows, some.classes(j))
	}
	if j.Exact != nil {
		return j.exactMeans(ctx)
	}
	if j.Task != model.Cluster {
		if err := j.chooseKernel(ctx, rows, some.classes(j), some.values(j)); err != nil {
			return err
		}
	}
	x, err := j.columns(ctx, rows)
	if err != nil {
		return err
	}
	switch j.Task {
	case model.Classify:
		return j.classify(ctx, x, some.classes(j))
	case model.Regress:
		return j.regress(ctx, x, some.values(j))
	}
	return j.cluster(ctx, x)
}

// report returns a progress function.
func (j *Job) report(what string) func(done, total int) {
	if j.Progress == nil {
		return nil
	}
	return func(done, total int) { j.Progress(what, done, total) }
}

// greatest is the greatest C that is tried without being asked for.
const greatest = 1 << 15

// choose sets the strength, by cross-validation of n rows if it is open. The first choice stays. Without a grid the
// papers' values of C are tried, and while the last is the best, larger ones: that is so of principal columns, and of
// kernels that hardly change over the rows, whose features differ little.
func (j *Job) choose(n int, cross cross, grid []float64) error {
	if j.Strength > 0 {
		return nil
	}
	s, err := cross(&learn.Folds{Count: j.Folds, Seed: j.Seed, Grid: grid})
	if err != nil {
		return j.unchosen(n, err)
	}
	for grid == nil && s.Best == s.Grid[len(s.Grid)-1] && s.Best < greatest {
		more := []float64{s.Best}
		for range 5 {
			more = append(more, 2*more[len(more)-1])
		}
		t, err := cross(&learn.Folds{Count: j.Folds, Seed: j.Seed, Grid: more})
		if err != nil {
			break // what was chosen is the best that could be fitted
		}
		s.Best = t.Best // the first one, if none is better
		s.Grid, s.Folds = append(s.Grid, t.Grid[1:]...), append(s.Folds, t.Folds[1:]...)
		s.Mean, s.SD = append(s.Mean, t.Mean[1:]...), append(s.SD, t.SD[1:]...)
	}
	j.Strength, j.result.Choice = s.Best, s
	return nil
}

// unchosen is the error of a cross-validation of n rows.
func (j *Job) unchosen(n int, err error) error {
	if j.Folds < 2 || n < j.Folds {
		err = fmt.Errorf("%w (--method %s,folds=2 sets their number; --strength needs none)", err, j.Method)
	}
	return fmt.Errorf("choosing by cross-validation: %w", err)
}

// coarse is the tolerance of classifiers while C is chosen, LIBLINEAR's own.
const coarse = 1e-2

// cross scores a grid of C or λ by folds.
type cross func(*learn.Folds) (*learn.Scores, error)

// crossed returns the cross-validation of the method, and the grid of it, nil for the papers' values of C.
func (j *Job) crossed(ctx context.Context, x learn.Rows, y []int, values []float64) (cross, []float64, error) {
	k := len(j.Model.Labels) // some may have rows only among those held out
	set := learn.Convex{Intercept: j.Intercept, Progress: j.report("cross-validation")}
	target := func() *mat.Dense { return mat.NewDense(len(values), 1, values) }
	switch j.Method {
	case "logistic":
		set.Tolerance = coarse
		return func(f *learn.Folds) (*learn.Scores, error) {
			return (&learn.Logistic{Convex: set, Classes: k}).CrossValidate(ctx, x, y, f)
		}, nil, nil
	case "svm", "krein-svm":
		set.Tolerance = coarse
		if j.Method == "krein-svm" {
			can, err := learn.NewCanonical(ctx, x, j.signs, j.Intercept == learn.FreeIntercept)
			if err != nil {
				return nil, nil, err
			}
			x = can.Rows(x)
		}
		return func(f *learn.Folds) (*learn.Scores, error) {
			return (&learn.LinearSVM{Convex: set, Classes: k}).CrossValidate(ctx, x, y, f)
		}, nil, nil
	case "svr":
		return func(f *learn.Folds) (*learn.Scores, error) {
			return (&learn.SVR{Convex: set, Epsilon: j.Epsilon}).CrossValidate(ctx, x, values, f)
		}, nil, nil
	case "krein-ridge":
		return func(f *learn.Folds) (*learn.Scores, error) {
			return (&learn.KreinRidge{Signature: j.signs, Intercept: j.Intercept}).CrossValidate(ctx, x, target(), f,
				(*learn.KreinPath).Stationary)
		}, lambdas(), nil
	}
	return func(f *learn.Folds) (*learn.Scores, error) {
		return (&learn.Ridge{Intercept: j.Intercept}).CrossValidate(ctx, x, target(), f)
	}, lambdas(), nil
}

// chooseOn is choose for features of rows.
func (j *Job) chooseOn(ctx context.Context, x learn.Rows, y []int, values []float64) error {
	if j.Strength > 0 {
		return nil
	}
	cross, grid, err := j.crossed(ctx, x, y, values)
	if err != nil {
		return err
	}
	return j.choose(max(len(y), len(values)), cross, grid)
}

func (j *Job) classify(ctx context.Context, x learn.Rows, y []int) error {
	if !slices.ContainsFunc(y, func(c int) bool { return c != y[0] }) {
		return errors.New("only one class is left: --holdout 0 fits to all rows")
	}
	if err := j.chooseOn(ctx, x, y, nil); err != nil {
		return err
	}
	k := len(j.Model.Labels)
	set := learn.Convex{C: j.Strength, Intercept: j.Intercept, Progress: j.report("fitting")}
	j.Model.Training.C = j.Strength
	fit := func(x learn.Rows) (*learn.Classifier, error) {
		switch j.Method {
		case "logistic":
			return (&learn.Logistic{Convex: set, Classes: k}).Fit(ctx, x, y)
		case "krein-svm":
			return (&learn.KreinSVM{Convex: set, Classes: k, Signature: j.signs}).Fit(ctx, x, y)
		}
		return (&learn.LinearSVM{Convex: set, Classes: k}).Fit(ctx, x, y)
	}
	c, err := fit(x)
	if err == nil && j.ByLabels {
		if x, err = j.pick(x, &c.Linear); err == nil {
			c, err = fit(x)
		}
	}
	if err != nil {
		return err
	}
	return j.function(&c.Linear, nil)
}

// lambdas is the grid for λ, 2^−20, 2^−18, …, 2^10.
func lambdas() (grid []float64) {
	for e := -20; e <= 10; e += 2 {
		grid = append(grid, math.Ldexp(1, e))
	}
	return grid
}

func (j *Job) regress(ctx context.Context, x learn.Rows, y []float64) error {
	target := mat.NewDense(len(y), 1, y)
	if j.Method == "svr" {
		switch half := (slices.Max(y) - slices.Min(y)) / 2; {
		case half == 0:
			return errors.New("all values are the same: there is nothing to learn")
		case half <= j.Epsilon:
			return fmt.Errorf("all values are within ±%g of their middle, where epsilon=%g lets errors cost "+
				"nothing: take a smaller one", half, j.Epsilon)
		}
	}
	if err := j.chooseOn(ctx, x, nil, y); err != nil {
		return err
	}
	switch j.Method {
	case "svr":
		s := &learn.SVR{Convex: learn.Convex{C: j.Strength, Intercept: j.Intercept, Progress: j.report("fitting")},
			Epsilon: j.Epsilon}
		j.Model.Training.C = j.Strength
		return j.function(s.Fit(ctx, x, y))
	case "krein-ridge":
		p, err := (&learn.KreinRidge{Signature: j.signs, Intercept: j.Intercept}).Fit(ctx, x, target)
		if err != nil {
			return err
		}
		j.Model.Training.Lambda = j.Strength
		return j.function(p.Stationary(j.Strength))
	}
	j.Model.Training.Lambda = j.Strength
	return j.function((&learn.Ridge{Lambda: j.Strength, Intercept: j.Intercept}).Fit(ctx, x, target))
}

// function keeps what was fitted.
func (j *Job) function(l *learn.Linear, err error) error {
	if err == nil && j.principal != nil {
		l = j.principal.Fold(l)
	}
	if err == nil {
		j.Model.Function = &learn.Linear{Weights: l.Weights, Intercept: l.Intercept}
	}
	return err
}

func (j *Job) cluster(ctx context.Context, x learn.Rows) error {
	s := &learn.KMeans{Clusters: j.Clusters, Seed: j.Seed, Progress: j.report("starts")}
	p, err := s.Fit(ctx, x)
	if err != nil {
		return err
	}
	j.Model.Means = p.Means
	j.partitioned(p)
	return nil
}

// partitioned keeps what clusters are worth.
func (j *Job) partitioned(p *learn.Partition) {
	j.result.Training = &Score{Rows: len(p.Labels), Distortion: &p.Distortion}
	if p.Shift > 0 {
		j.result.Training.Shift = &p.Shift
	}
	if j.classes != nil {
		r := score.AdjustedRand(j.classes, p.Labels)
		j.result.Training.Rand = &r
	}
}

// scoredRows is how many rows are predicted at a time.
const scoredRows = 1 << 13

// score returns that of the model on some rows.
func (j *Job) score(ctx context.Context, x *mat.Dense, classes []int, values []float64) (*Score, error) {
	n, d := x.Dims()
	t := NewTally(j.Model)
	for first := 0; first < n; first += scoredRows {
		last := min(first+scoredRows, n)
		p, err := j.Model.Predict(ctx, x.Slice(first, last, 0, d).(*mat.Dense))
		if err != nil {
			if ctx.Err() == nil && first > 0 {
				err = fmt.Errorf("in the block of rows from %d on: %w", first+1, err)
			}
			return nil, err
		}
		for i := first; i < last; i++ {
			if j.Task == model.Classify {
				t.count(classes[i], p.Classes[i-first])
			} else {
				t.value(values[i], p.Values[i-first])
			}
		}
	}
	return t.Score(), nil
}
