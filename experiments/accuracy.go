package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/learn"
)

// classifier says how accuracies are measured.
type classifier struct {
	// grid lists the values of C that five folds choose from, once for a method and a size, with the features of
	// the first run, on at most foldRows rows; one value is taken as it is.
	grid []float64
}

// foldRows bounds the rows of cross-validation.
const foldRows = 800

// accuracies measures the test accuracy of the linear support vector machine on every method's features,
// the columns of both parts side by side.
func (l *lab) accuracies(ctx context.Context, of key, d *dataset, methods []*method, sizes []size, c *classifier) error {
	distances := features.SampleDistances(d.x, 64, 1)
	for _, m := range methods {
		if m.task == approximation {
			continue
		}
		for _, s := range sizes {
			k := of
			k.Data, k.Method, k.Size = d.name, m.name, s.name
			err := l.measure(ctx, k, func() (*point, error) {
				return (&trial{l: l, d: d, size: s, distances: distances, grid: c.grid}).accuracy(ctx, m)
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
	grid      []float64
}

// features draws a method's map and maps the training rows.
func (t *trial) features(m *method, seed int) (*features.Map, *mat.Dense, error) {
	phi, err := features.New(with(m.rep, m.opt), &features.Options{Columns: t.size.columns, Seed: uint64(seed), Distances: t.distances})
	if err != nil {
		return nil, nil, err
	}
	train, err := phi.Transform(nil, m.input(t.d.x))
	return phi, train, err
}

// machine is the support vector machine.
func (t *trial) machine() *learn.LinearSVM {
	return &learn.LinearSVM{Convex: learn.Convex{C: t.grid[0], Tolerance: 1e-2}, Classes: t.d.classes}
}

// choose returns the method, of those that this one chooses among, and the C of the best score of
// cross-validation.
func (t *trial) choose(ctx context.Context, m *method) (*method, float64, error) {
	among := m.among
	if len(among) == 0 {
		among = []*method{m}
	}
	if len(among) == 1 && len(t.grid) == 1 {
		return among[0], t.grid[0], nil
	}
	var best *method
	var c, score float64
	for _, m := range among {
		_, train, err := t.features(m, 0)
		if err != nil {
			return nil, 0, err
		}
		some, y := first(train, t.d.y, foldRows)
		found, err := t.machine().CrossValidate(ctx, learn.Matrix(some), y, &learn.Folds{Grid: t.grid, Seed: 1})
		if err != nil {
			return nil, 0, err
		}
		if top := slices.Max(found.Mean); best == nil || top > score {
			best, c, score = m, found.Best, top
		}
	}
	return best, c, nil
}

// accuracy is that of a method over the runs.
func (t *trial) accuracy(ctx context.Context, m *method) (*point, error) {
	if m.missing != "" {
		return &point{Missing: true, Note: m.missing}, nil
	}
	chosen, c, err := t.choose(ctx, m)
	if err != nil {
		return nil, err
	}
	svm := t.machine()
	svm.C = c
	var scores []float64
	var columns int
	for seed := range t.l.runs {
		phi, train, err := t.features(chosen, seed)
		if err != nil {
			return nil, err
		}
		fitted, err := svm.Fit(ctx, learn.Matrix(train), t.d.y)
		if err != nil {
			return nil, err
		}
		got, err := fitted.Predict(ctx, learn.Mapped(phi, chosen.input(t.d.xt)))
		if err != nil {
			return nil, err
		}
		columns, scores = phi.Columns(), append(scores, learn.Accuracy(t.d.yt, got))
		if phi.Random() == 0 && !m.seeing { // the same map every time
			break
		}
	}
	p := summary(scores)
	p.Asked, p.Columns, p.Before = t.size.columns, columns, m.before
	if p.Note = fmt.Sprintf("C = %g", c); len(m.among) > 0 {
		p.Note += ", " + chosen.name
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
