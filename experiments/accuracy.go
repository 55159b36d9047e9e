package main

import (
	"context"
	"math"
	"time"

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

// foldRows bounds the rows of cross-validation, and of the choice of C.
const foldRows = 1000

// accuracies measures the test accuracy of the linear support vector machine on every method's features,
// the columns of both parts side by side.
func (l *lab) accuracies(ctx context.Context, of key, d *dataset, methods []*method, sizes []size, c *classifier) error {
	distances := features.SampleDistances(d.x, 64, 1)
	for _, m := range methods {
		for _, s := range sizes {
			k := of
			k.Data, k.Method, k.Size = d.name, m.name, s.name
			err := l.measure(ctx, k, func() (*point, error) { return l.accuracy(ctx, d, m, s, distances, c) })
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

// accuracy is that of a method over the runs.
func (l *lab) accuracy(
	ctx context.Context, d *dataset, m *method, s size, distances []float64, c *classifier,
) (*point, error) {
	if m.missing != "" {
		return &point{Missing: true, Note: m.missing}, nil
	}
	rep, x, xt := with(m.rep, m.opt), m.input(d.x), m.input(d.xt)
	svm := &learn.LinearSVM{Convex: learn.Convex{C: c.grid[0], Tolerance: 1e-2}, Classes: d.classes}
	var scores []float64
	var spent time.Duration
	columns := 0
	for seed := range l.runs {
		start := time.Now()
		phi, err := features.New(rep, &features.Options{Columns: s.columns, Seed: uint64(seed), Distances: distances})
		if err != nil {
			return nil, err
		}
		train, err := phi.Transform(nil, x)
		if err != nil {
			return nil, err
		}
		spent += time.Since(start)
		if columns = phi.Columns(); seed == 0 && len(c.grid) > 1 {
			some, y := first(train, d.y, foldRows)
			found, err := svm.CrossValidate(ctx, learn.Matrix(some), y, &learn.Folds{Grid: c.grid, Seed: 1})
			if err != nil {
				return nil, err
			}
			svm.C = found.Best
		}
		fitted, err := svm.Fit(ctx, learn.Matrix(train), d.y)
		if err != nil {
			return nil, err
		}
		got, err := fitted.Predict(ctx, learn.Mapped(phi, xt))
		if err != nil {
			return nil, err
		}
		scores = append(scores, learn.Accuracy(d.yt, got))
		if phi.Random() == 0 && len(c.grid) > 0 { // the same map every time
			scores = fill(scores, l.runs)
			break
		}
	}
	p := summary(scores)
	p.Asked, p.Columns, p.Before, p.Note = s.columns, columns, m.before, m.note
	p.Seconds = spent.Seconds() / float64(max(1, len(scores)))
	return p, nil
}

// fill repeats the first value.
func fill(values []float64, n int) []float64 {
	for len(values) < n {
		values = append(values, values[0])
	}
	return values
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
