package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/learn"
	worth "krein/learn/score"
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

// accuracies measures the test accuracy of the linear support vector machine on every method's features,
// the columns of both parts side by side.
func (l *lab) accuracies(ctx context.Context, of key, d *dataset, methods []*method, sizes []size, c *classifier) error {
	if l.quick {
		c = &classifier{grid: c.grid[len(c.grid)*2/3:], count: 2, rows: c.rows}
	}
	distances := features.SampleDistances(d.x, 64, 1)
	for _, m := range methods {
		if m.task == approximation {
			continue
		}
		for _, s := range sizes {
			k := of
			k.Data, k.Method, k.Size = d.name, m.name, s.name
			err := l.measure(ctx, k, func() (*point, error) {
				return (&trial{l: l, d: d, size: s, distances: distances, classifier: c}).accuracy(ctx, m)
			})
			if err != nil {
				return err
			}
			if m.missing != "" {
				break
			}
		}
	}
	return nil
}

// trial is a data set and a size on which methods are tried.
type trial struct {
	l         *lab
	d         *dataset
	size      size
	distances []float64
	*classifier
}

// mapped are the rows of a data set after a method's map.
type mapped struct {
	train   *mat.Dense
	test    learn.Rows
	columns int
	fixed   bool // every seed gives the same
}

// compressible bounds the columns that a method compresses: their squares are added up in every run.
const compressible = 4096

// times is how many times as many columns a method draws as it keeps.
func (t *trial) times(m *method) int {
	return max(1, min(m.compress, compressible/t.size.columns))
}

// mapRows draws a method's map and maps the rows.
func (t *trial) mapRows(ctx context.Context, m *method, seed int) (*mapped, error) {
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
	out := &mapped{train, learn.Mapped(phi, m.input(t.d.xt)), phi.Columns(), phi.Random() == 0 && !m.seeing}
	if m.compress > 1 && out.columns > t.size.columns {
		return out, out.compress(ctx, phi.Signature(), t.size.columns)
	}
	return out, nil
}

// compress keeps n principal columns of the training rows.
func (m *mapped) compress(ctx context.Context, signature []float64, n int) error {
	kept, err := learn.NewPrincipal(ctx, learn.Matrix(m.train), signature, n)
	if err != nil {
		return err
	}
	train := new(mat.Dense)
	train.Mul(m.train, kept.By)
	m.train, m.test, m.columns = train, kept.Rows(m.test), len(kept.Values)
	return nil
}

// machine is the support vector machine.
func (t *trial) machine() *learn.LinearSVM {
	return &learn.LinearSVM{Convex: learn.Convex{C: t.grid[0], Tolerance: 1e-2}, Classes: t.d.classes}
}

// candidate is a method with the C of the best score of cross-validation.
type candidate struct {
	*method
	c, score float64
}

// choose returns the best of the methods that this one chooses among.
func (t *trial) choose(ctx context.Context, m *method) (*candidate, error) {
	among := m.among
	if len(among) == 0 {
		among = []*method{m}
	}
	if len(among) == 1 && len(t.grid) == 1 {
		return &candidate{method: m, c: t.grid[0]}, nil
	}
	var best *candidate
	for _, m := range among {
		if m.compress > 1 && t.times(m) == 1 {
			continue
		}
		rows, err := t.mapRows(ctx, m, 0)
		if err != nil {
			return nil, err
		}
		some, y := first(rows.train, t.d.y, t.folded())
		found, err := t.machine().CrossValidate(ctx, learn.Matrix(some), y, &learn.Folds{Grid: t.grid, Count: t.count, Seed: 1})
		if err != nil {
			return nil, err
		}
		if top := slices.Max(found.Mean); best == nil || top > best.score {
			best = &candidate{m, found.Best, top}
		}
	}
	return best, nil
}

// folded is the number of rows of cross-validation.
func (t *trial) folded() int { return min(cmp.Or(t.rows, foldRows), len(t.d.y)) }

// accuracy is that of a method over the runs.
func (t *trial) accuracy(ctx context.Context, m *method) (*point, error) {
	if m.missing != "" {
		return &point{Missing: true, Note: m.missing}, nil
	}
	chosen, err := t.choose(ctx, m)
	if err != nil {
		return nil, err
	}
	svm := t.machine()
	svm.C = chosen.c
	var scores []float64
	var columns int
	for seed := range t.l.runs {
		rows, err := t.mapRows(ctx, chosen.method, seed)
		if err != nil {
			return nil, err
		}
		fitted, err := svm.Fit(ctx, learn.Matrix(rows.train), t.d.y)
		if err != nil {
			return nil, err
		}
		got, err := fitted.Predict(ctx, rows.test)
		if err != nil {
			return nil, err
		}
		columns, scores = rows.columns, append(scores, worth.Accuracy(t.d.yt, got))
		if rows.fixed {
			break
		}
	}
	p := summary(scores)
	p.Asked, p.Columns, p.Before = t.size.columns, columns, m.before
	if p.Note = fmt.Sprintf("C = %g", chosen.c); len(m.among) > 0 {
		p.Note += ", " + chosen.name
		if n := t.times(chosen.method); n > 1 {
			p.Note += fmt.Sprintf(" from %d times as many", n)
		}
	}
	if len(t.grid) > 1 || len(m.among) > 0 {
		p.Folded = t.folded()
	}
	return p, nil
}

// distance is Euclid's.
func distance(x, y []float64) float64 {
	s := 0.0
	for j, v := range x {
		s += (v - y[j]) * (v - y[j])
	}
	return math.Sqrt(s)
}

// frobenius is the norm of a kernel matrix.
func frobenius(x *mat.Dense, k func(x, y []float64) float64) float64 {
	n, _ := x.Dims()
	s := 0.0
	for i := range n {
		for j := range n {
			v := k(x.RawRowView(i), x.RawRowView(j))
			s += v * v
		}
	}
	return math.Sqrt(s)
}
