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
	// grid lists the values of C that five folds choose from, once for a method and a size, with the features of
	// the first run, on at most foldRows rows; one value is taken as it is.
	grid []float64
	// rows are at most as many as cross-validation is on; 0 means foldRows.
	rows int
}

// foldRows bounds the rows of cross-validation.
const foldRows = 800

// compressible bounds the columns that a method compresses: it takes their eigenvectors in every run.
const compressible = 512

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

// mapRows draws a method's map and maps the rows.
func (t *trial) mapRows(ctx context.Context, m *method, seed int) (*mapped, error) {
	phi, err := features.New(with(m.rep, m.opt), &features.Options{
		Columns: t.size.columns * max(1, m.compress), Seed: uint64(seed), Distances: t.distances,
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

// compress keeps the eigenvectors of ΦJΦᵀ on the training rows that have the n eigenvalues of the greatest size.
func (m *mapped) compress(ctx context.Context, signature []float64, n int) error {
	all, err := learn.NewCanonical(ctx, learn.Matrix(m.train), signature, false)
	if err != nil {
		return err
	}
	order := make([]int, len(all.Values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(math.Abs(all.Values[j]), math.Abs(all.Values[i])) })
	order = order[:min(n, len(order))]
	kept := &learn.Canonical{By: mat.NewDense(m.columns, len(order), nil)}
	for to, from := range order {
		kept.By.SetCol(to, mat.Col(nil, from, all.By))
	}
	train := new(mat.Dense)
	train.Mul(m.train, kept.By)
	m.train, m.test, m.columns = train, kept.Rows(m.test), len(order)
	return nil
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
		if m.compress > 1 && t.size.columns*m.compress > compressible {
			continue
		}
		rows, err := t.mapRows(ctx, m, 0)
		if err != nil {
			return nil, 0, err
		}
		some, y := first(rows.train, t.d.y, cmp.Or(t.rows, foldRows))
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
		rows, err := t.mapRows(ctx, chosen, seed)
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
