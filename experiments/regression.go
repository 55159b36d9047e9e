package main

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strconv"

	"krein/experiments/internal/sample"
	"krein/features"
	"krein/internal/dataio"
	"krein/internal/parallel"
	"krein/learn"
)

// regression is the table of root mean square errors.
const regression = "regression"

// regressionSizes are those of seed 003's Tables III and IV.
func regressionSizes(d int) []size {
	return []size{{"s = 2d", 8 * d}, {"s = 4d", 16 * d}, {"s = 8d", 32 * d}}
}

// fitted003 is how many of the rows of housing seed 003 fits to.
const fitted003 = 405

// values is a data set with numbers to predict, columns scaled to [0,1] by the training rows.
type values struct {
	*dataset
	y, yt []float64
}

// values reads a data set of one file, cut once; nil, and a note in the book, if it is absent.
func (l *lab) values(ctx context.Context, name string, train int) (*values, error) {
	path := l.file(filepath.Join(name, "all"))
	if path == "" {
		l.absent(name)
		return nil, nil
	}
	x, text, err := read(ctx, path)
	if err != nil {
		return nil, err
	}
	y := make([]float64, len(text))
	for i, t := range text {
		if y[i], err = strconv.ParseFloat(t, 64); err != nil {
			return nil, err
		}
	}
	order := rand.New(rand.NewPCG(2, 0)).Perm(len(y))
	d := &values{&dataset{name: name, x: sample.Picked(x, order[:train]), xt: sample.Picked(x, order[train:])},
		sample.At(y, order[:train]), sample.At(y, order[train:])}
	ranges := dataio.RangesOf(d.x)
	ranges.ScaleAll(d.x)
	ranges.ScaleAll(d.xt)
	return d, nil
}

// regressions are Tables III and IV of seed 003.
func (l *lab) regressions(ctx context.Context, name string) error {
	d, err := l.values(ctx, name, fitted003)
	if d == nil || err != nil {
		return err
	}
	for _, of := range []func(context.Context, *dataset) (*task, error){polynomial003, delta003} {
		t, err := of(ctx, d.dataset)
		if err != nil {
			return err
		}
		if err := l.measureAll(ctx, numbers(key{Table: regression, Kernel: t.kernel, Data: name}, t.methods, accuracy,
			l.sizes(regressionSizes(d.dim())), func(m *method, s size) (*point, error) {
				return l.regression(ctx, &values{t.d, d.y, d.yt}, m, s)
			})); err != nil {
			return err
		}
	}
	return nil
}

// regression is the root mean square error of a method over the runs.
func (l *lab) regression(ctx context.Context, d *values, m *method, s size) (*point, error) {
	if m.missing != "" {
		return &point{Missing: true, Note: m.missing}, nil
	}
	distances := features.SampleDistances(d.x, 64, 1)
	found, columns := make([]float64, l.runs), make([]int, l.runs)
	err := parallel.Try(ctx, l.runs, func(run int) error {
		phi, err := features.New(with(m.rep, m.opt), &features.Options{Columns: s.columns, Seed: uint64(run), Distances: distances})
		if err != nil {
			return err
		}
		svr := &learn.SVR{Convex: learn.Convex{C: 1000, Tolerance: 1e-6}, Epsilon: 0.1}
		fitted, err := svr.Fit(ctx, learn.Mapped(phi, m.input(d.x)), d.y)
		if err != nil {
			return err
		}
		y, err := fitted.Evaluate(ctx, learn.Mapped(phi, m.input(d.xt)))
		if err != nil {
			return err
		}
		sum := 0.0
		for i, want := range d.yt {
			sum += square(y.At(i, 0) - want)
		}
		found[run], columns[run] = math.Sqrt(sum/float64(len(d.yt))), phi.Columns()
		if math.IsNaN(found[run]) {
			return errors.New("no finite prediction")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	p := summary(found)
	p.Asked, p.Columns = s.columns, columns[0]
	return p, nil
}

func square(x float64) float64 { return x * x }
