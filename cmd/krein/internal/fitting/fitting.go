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
	"krein/learn"
	"krein/learn/labels"
	"krein/learn/landmarks"
	"krein/learn/model"
	"krein/learn/score"
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
	// At is the kernel as a function of the distance, with Keep.
	At     func(z float64) float64
	X      *mat.Dense // prepared rows, but with BySums
	Labels []string   // nil: there are none
	// Table has the prepared rows and their labels with BySums, Count of them after Check.
	Table Table
	Count int

	same      bool // all rows of Table are
	classes   []int
	values    []float64
	result    *Result
	near      *landmarks.Map   // the model's map
	principal *learn.Canonical // with Keep
	wide      learn.Rows       // with Keep: the rows before
	signs     []float64        // of the columns that are fitted to
}

// Result is what there is to say beside the model.
type Result struct {
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
	Rand       *float64 `json:"adjusted_rand,omitempty"`
}

// String is the score in a line.
func (s *Score) String() string {
	rows := terminal.Count(s.Rows, "row")
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

// Methods are those of a task, the default first.
func Methods(task string) []string {
	switch task {
	case model.Classify:
		return []string{"svm", "logistic", "krein-svm", Asymmetric}
	case model.Regress:
		return []string{"ridge", "svr", "krein-ridge"}
	case model.Cluster:
		return []string{"kmeans"}
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
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	if err := j.fit(ctx, all); err != nil {
		return nil, err
	}
	var err error
	if j.Task == model.Cluster {
		return j.result, nil
	}
	j.result.Training, err = j.score(ctx, all)
	return j.result, err
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
		j.values, err = Values(j.Labels)
		return err
	}
	l, y := labels.New(j.Labels)
	j.classes = y
	if j.Task == model.Classify {
		if err := Missing(j.Labels); err != nil {
			return err
		}
		if len(l.Names) < 2 {
			if len(y) == 1 {
				return errors.New("there is only one row: nothing to tell apart")
			}
			return fmt.Errorf("all %d rows have the label %q: there is nothing to tell apart", len(y), l.Names[0])
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
		notes = append(notes, "all rows are the same but for their labels: there is nothing to tell them apart by")
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

// Missing returns an error for a NaN among numbers: a gap, and no class.
func Missing(labels []string) error {
	gap := -1
	for i, text := range labels {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil // words: "nan" may be one
		}
		if math.IsNaN(v) && gap < 0 {
			gap = i
		}
	}
	if gap < 0 {
		return nil
	}
	return fmt.Errorf("row %d has no label but %q; remove the row or fill the label in", gap+1, labels[gap])
}

// Values reads labels as numbers.
func Values(labels []string) ([]float64, error) {
	v := make([]float64, len(labels))
	for i, text := range labels {
		var err error
		if v[i], err = valueOf(text, i+1); err != nil {
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
	var train, held []int
	for i, f := range learn.Deal(strata, count, j.Seed) {
		if f == 0 {
			held = append(held, i)
		} else {
			train = append(train, i)
		}
	}
	if len(train) < 2 || len(held) == 0 {
		return j.tooFew()
	}
	if err := j.fit(ctx, train); err != nil {
		return fmt.Errorf("without the %s held out for a score: %w", terminal.Count(len(held), "row"), err)
	}
	if err := j.compare(held); err != nil {
		return err
	}
	var err error
	if j.result.Held, err = j.score(ctx, held); err != nil {
		return err
	}
	j.Model.Training.Held = len(held)
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

// inMemory is how many numbers of features are computed once and kept; more are computed anew at each reading.
const inMemory = 1 << 27

// rows are the features of some rows.
func (j *Job) rows(some []int) (learn.Rows, error) {
	x := j.prepared(some)
	if j.Model.Map == nil || len(some)*j.Model.Columns() > inMemory {
		return j.Model.Rows(x), nil
	}
	phi, err := j.Model.Map.Transform(nil, x)
	if err != nil {
		return nil, err
	}
	return learn.Matrix(phi), nil
}

// fit fits the model to some rows.
func (j *Job) fit(ctx context.Context, some []int) error {
	if j.Method == Asymmetric {
		return j.asymmetric(ctx, some)
	}
	if j.Landmarks != nil {
		if err := j.landmarks(ctx, j.prepared(some)); err != nil {
			return err
		}
	}
	x, err := j.rows(some)
	if err != nil {
		return err
	}
	if x, err = j.compress(ctx, x, some); err != nil {
		return err
	}
	switch j.Task {
	case model.Classify:
		return j.classify(ctx, x, take(j.classes, some))
	case model.Regress:
		return j.regress(ctx, x, take(j.values, some))
	}
	return j.cluster(ctx, x)
}

func take[T any](all []T, some []int) []T {
	out := make([]T, len(some))
	for to, i := range some {
		out[to] = all[i]
	}
	return out
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
func (j *Job) choose(n int, cross func(*learn.Folds) (*learn.Scores, error), grid []float64) error {
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
		err = fmt.Errorf("%w (--folds sets their number; --strength needs none)", err)
	}
	return fmt.Errorf("choosing by cross-validation: %w", err)
}

// coarse is the tolerance of classifiers while C is chosen, LIBLINEAR's own.
const coarse = 1e-2

func (j *Job) classify(ctx context.Context, x learn.Rows, y []int) error {
	if !slices.ContainsFunc(y, func(c int) bool { return c != y[0] }) {
		return errors.New("only one class is left: --holdout 0 fits to all rows")
	}
	k := len(j.Model.Labels) // some may have rows only among those held out
	set := learn.Convex{Intercept: j.Intercept, Tolerance: coarse, Progress: j.report("cross-validation")}
	folds := func(x learn.Rows) func(f *learn.Folds) (*learn.Scores, error) {
		return func(f *learn.Folds) (*learn.Scores, error) {
			if j.Method == "logistic" {
				return (&learn.Logistic{Convex: set, Classes: k}).CrossValidate(ctx, x, y, f)
			}
			return (&learn.LinearSVM{Convex: set, Classes: k}).CrossValidate(ctx, x, y, f)
		}
	}
	in := x
	if j.Method == "krein-svm" {
		can, err := learn.NewCanonical(ctx, x, j.signs, j.Intercept == learn.FreeIntercept)
		if err != nil {
			return err
		}
		in = can.Rows(x)
	}
	if err := j.choose(len(y), folds(in), nil); err != nil {
		return err
	}
	set.C, set.Tolerance, set.Progress = j.Strength, 0, j.report("fitting")
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
			return fmt.Errorf("all values are within ±%g of their middle, where --epsilon %g lets errors cost "+
				"nothing: take a smaller one", half, j.Epsilon)
		}
		s := &learn.SVR{Convex: learn.Convex{Intercept: j.Intercept, Progress: j.report("cross-validation")},
			Epsilon: j.Epsilon}
		err := j.choose(len(y), func(f *learn.Folds) (*learn.Scores, error) { return s.CrossValidate(ctx, x, y, f) }, nil)
		if err != nil {
			return err
		}
		s.C, s.Progress = j.Strength, j.report("fitting")
		j.Model.Training.C = j.Strength
		return j.function(s.Fit(ctx, x, y))
	}
	r := &learn.Ridge{Intercept: j.Intercept}
	if j.Method == "krein-ridge" {
		s := &learn.KreinRidge{Signature: j.signs, Intercept: j.Intercept}
		err := j.choose(len(y), func(f *learn.Folds) (*learn.Scores, error) {
			return s.CrossValidate(ctx, x, target, f, (*learn.KreinPath).Stationary)
		}, lambdas())
		if err != nil {
			return err
		}
		p, err := s.Fit(ctx, x, target)
		if err != nil {
			return err
		}
		j.Model.Training.Lambda = j.Strength
		return j.function(p.Stationary(j.Strength))
	}
	err := j.choose(len(y), func(f *learn.Folds) (*learn.Scores, error) { return r.CrossValidate(ctx, x, target, f) },
		lambdas())
	if err != nil {
		return err
	}
	r.Lambda = j.Strength
	j.Model.Training.Lambda = j.Strength
	return j.function(r.Fit(ctx, x, target))
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
	n, _ := x.Dims()
	j.result.Training = &Score{Rows: n, Distortion: &p.Distortion}
	if j.classes != nil {
		r := score.AdjustedRand(j.classes, p.Labels)
		j.result.Training.Rand = &r
	}
	return nil
}

// score returns that of the model on some rows.
func (j *Job) score(ctx context.Context, some []int) (*Score, error) {
	p, err := j.Model.Predict(ctx, j.prepared(some))
	if err != nil {
		return nil, err
	}
	if j.Task == model.Classify {
		return ClassScore(take(j.classes, some), p.Classes, len(j.Model.Labels)), nil
	}
	return ValueScore(take(j.values, some), p.Values), nil
}

// ClassScore is that of predicted classes.
func ClassScore(want, got []int, k int) *Score {
	a := score.Accuracy(want, got)
	s := &Score{Rows: len(want), Accuracy: &a}
	m := score.Confusion(want, got, k)
	for i := range k {
		s.Confusion = append(s.Confusion, m.RawRowView(i))
	}
	return s
}

// ValueScore is that of predicted values.
func ValueScore(want, got []float64) *Score {
	e := score.RMSE(want, got)
	s := &Score{Rows: len(want), RMSE: &e}
	if r := score.R2(want, got); !math.IsNaN(r) && !math.IsInf(r, 0) {
		s.R2 = &r
	}
	return s
}
