package main

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/internal/learn/columns"
	"krein/internal/learn/landmarks"
	worth "krein/internal/learn/score"
	"krein/internal/parallel"
	"krein/learn"
)

// classifier says how accuracies are measured.
type classifier struct {
	// grid lists the values of C that folds choose from, once for a method and a size, with the features of
	// the first run, on at most foldRows rows; one value is taken as it is.
	grid []float64
	// count is the number of folds; 0 means five.
	count int
	// rows are at most as many as cross-validation is on; 0 means foldRows.
	rows int
}

// foldRows bounds the rows of cross-validation.
const foldRows = 2000

// accuracies measures, side by side, the test accuracy of the linear support vector machine on every method's features,
// the columns of both parts side by side.
func (l *lab) accuracies(ctx context.Context, of key, d *dataset, methods []*method, sizes []size,
	c *classifier) error {
	if l.quick {
		c = &classifier{grid: c.grid[len(c.grid)*2/3:], count: 2, rows: c.rows}
	}
	distances := features.SampleDistances(d.x, 64, 1)
	if d.more != nil {
		d, c = d.more, &classifier{grid: c.grid, count: c.count, rows: len(d.more.y)}
	}
	of.Data = d.name
	return l.measureAll(ctx, numbers(of, methods, approximation, sizes, func(m *method, s size) (*point, error) {
		return (&trial{l: l, d: d, size: s, distances: distances, classifier: c}).accuracy(ctx, m)
	}))
}

// trial is a data set and a size on which methods are tried.
type trial struct {
	l         *lab
	d         *dataset
	size      size
	distances []float64
	*classifier
	made cache
}

// mapped are the rows of a data set after a method's map.
type mapped struct {
	train   *mat.Dense
	test    learn.Rows
	columns int
	fixed   bool // every seed gives the same

	by   *learn.Canonical // what was kept of the columns of wide, the test rows: nil if all
	wide learn.Rows
}

// compressible bounds the columns that a method compresses, and landmarks: their squares are added up in every run.
const compressible = 4096

// times is how many times as many columns a method draws as the size says.
func (t *trial) times(m *method) int { return max(1, min(m.compress, compressible/t.size.columns)) }

// kept is how many columns it keeps.
func (t *trial) kept(m *method) int {
	n := t.size.columns
	if m.twice {
		n *= 2
	}
	return max(1, n/max(1, m.share))
}

// mapRows draws a method's map and maps the rows.
func (t *trial) mapRows(ctx context.Context, m *method, seed int) (*mapped, error) {
	if m.landmarks != nil {
		return t.byLandmarks(ctx, m, seed)
	}
	phi, err := features.New(with(m.rep, m.opt), &features.Options{
		Columns: t.size.columns * t.times(m), Seed: uint64(seed), Distances: t.distances,
	})
	if err != nil {
		return nil, err
	}
	train, err := phi.Transform(nil, m.input(t.d.x))
	if err != nil {
		return nil, err
	}
	out := &mapped{
		train: train, test: learn.Mapped(phi, m.input(t.d.xt)),
		columns: phi.Columns(), fixed: phi.Random() == 0 && !m.seeing,
	}
	if m.compress > 1 && out.columns > t.size.columns {
		return out, out.compress(ctx, phi.Signature(), t.kept(m))
	}
	return out, nil
}

// compress keeps n principal columns of the training rows.
func (m *mapped) compress(ctx context.Context, signature []float64, n int) error {
	by, err := learn.NewPrincipal(ctx, learn.Matrix(m.train), signature, n)
	if err != nil {
		return err
	}
	return m.change(by)
}

// change puts those columns in the place of the others.
func (m *mapped) change(by *learn.Canonical) error {
	rows := by.Rows(learn.Matrix(m.train))
	n, c := rows.Dims()
	train := mat.NewDense(n, c, nil)
	_, err := rows.Block(train.RawMatrix(), 0)
	m.by, m.wide = by, m.test
	m.train, m.test, m.columns = train, by.Rows(m.test), c
	return err
}

// first keeps n columns, of principal ones the first.
func (m *mapped) first(n int) *mapped {
	if m.by == nil || n >= m.columns {
		return m
	}
	rows, _ := m.train.Dims()
	all, _ := m.by.By.Dims()
	by := &learn.Canonical{By: mat.DenseCopyOf(m.by.By.Slice(0, all, 0, n)), Values: m.by.Values[:n]}
	return &mapped{
		train: mat.DenseCopyOf(m.train.Slice(0, rows, 0, n)), test: by.Rows(m.wide), columns: n, fixed: m.fixed,
		by: by, wide: m.wide,
	}
}

// evened scales principal columns so that their sums of squares over the training rows are less unequal.
func (m *mapped) evened() *mapped {
	if m.by == nil {
		return m
	}
	rows, _ := m.train.Dims()
	squares, err := columns.SumsOfSquares(learn.Matrix(m.train))
	if err != nil {
		panic(err) // what is in memory can be read
	}
	by := m.by.Evened(squares)
	train := mat.DenseCopyOf(m.train)
	scale := make([]float64, m.columns)
	for j := range scale {
		scale[j] = math.Sqrt(by.Values[j] / m.by.Values[j])
	}
	for i := range rows {
		floats.Mul(train.RawRowView(i), scale)
	}
	return &mapped{train: train, test: by.Rows(m.wide), columns: m.columns, fixed: m.fixed, by: by, wide: m.wide}
}

// pickTolerance is that of machines that say which columns weigh most: the order of their weights is soon there.
const pickTolerance = 0.1

// strongest are the n columns of rows that weigh most in the machine of their labels.
func strongest(ctx context.Context, svm *learn.LinearSVM, x *mat.Dense, y []int, n int) ([]int, error) {
	rough := *svm
	rough.Tolerance = pickTolerance
	fitted, err := rough.Fit(ctx, learn.Matrix(x), y)
	if err != nil {
		return nil, err
	}
	return columns.Strongest(&fitted.Linear, learn.Matrix(x), n)
}

// pick keeps some principal columns.
func (m *mapped) pick(some []int) *mapped {
	by := columns.Pick(m.by, some)
	return &mapped{
		train: columns.Of(m.train, some), test: by.Rows(m.wide), columns: len(some), fixed: m.fixed, by: by, wide: m.wide,
	}
}

// byLandmarks maps by the kernels with training rows.
func (t *trial) byLandmarks(ctx context.Context, m *method, seed int) (*mapped, error) {
	n := t.size.columns * t.times(m)
	points, err := landmarks.Draw(ctx, t.d.x, n, m.spread, uint64(seed))
	if err != nil {
		return nil, err
	}
	near, err := landmarks.New(m.landmarks.EvalTo, points)
	if err != nil {
		return nil, err
	}
	by, err := near.Principal(ctx, t.d.x, t.kept(m))
	if err != nil {
		return nil, err
	}
	kernels, err := near.Transform(nil, t.d.x)
	if err != nil {
		return nil, err
	}
	out := &mapped{train: kernels, test: learn.Mapped(near, t.d.xt), fixed: n >= len(t.d.y)}
	return out, out.change(by)
}

// machine is the support vector machine.
func (t *trial) machine() *learn.LinearSVM {
	return &learn.LinearSVM{Convex: learn.Convex{C: t.grid[0], Tolerance: 1e-2}, Classes: t.d.classes}
}

// accuracy is that of a method over the runs.
func (t *trial) accuracy(ctx context.Context, m *method) (*point, error) {
	if m.missing != "" {
		return &point{Missing: true, Note: m.missing}, nil
	}
	chosen, err := t.choose(ctx, m)
	if err != nil {
		return nil, err
	}
	p, err := t.runs(ctx, chosen)
	if err != nil {
		return nil, err
	}
	p.Asked, p.Before, p.Tested = t.size.columns, m.before, len(t.d.yt)
	if len(t.d.y) > t.l.rows {
		p.Trained = len(t.d.y)
	}
	if p.Note = fmt.Sprintf("C = %g", chosen.c); len(m.among) > 0 {
		p.Note += ", " + chosen.name
		if n := t.times(chosen.method); n > 1 {
			p.Note += fmt.Sprintf(" from %d times as many", n)
		}
		p.Among, p.Candidates = chosen.Among, chosen.of
	}
	if len(t.grid) > 1 || len(m.among) > 0 {
		p.Folded = t.folded()
	}
	return p, nil
}

// runs measures the accuracy of the chosen method in every run.
func (t *trial) runs(ctx context.Context, chosen *candidate) (*point, error) {
	t.drop(chosen.method)
	svm := t.machine()
	svm.C = chosen.c
	scores := make([]float64, t.l.runs)
	var only *mapped
	run := func(seed int) error {
		rows, err := t.keep(ctx, chosen.method, seed)
		if err != nil {
			return err
		}
		fitted, err := svm.Fit(ctx, learn.Matrix(rows.train), t.d.y)
		if err != nil {
			return err
		}
		got, err := fitted.Predict(ctx, rows.test)
		scores[seed] = worth.Accuracy(t.d.yt, got)
		if seed == 0 {
			only = rows
		}
		return err
	}
	if err := run(0); err != nil {
		return nil, err
	}
	if only.fixed {
		scores = scores[:1]
	}
	if err := parallel.Try(ctx, len(scores)-1, func(i int) error { return run(i + 1) }); err != nil {
		return nil, err
	}
	p := summary(scores)
	p.Columns = only.columns
	return p, nil
}
