package main

import (
	"context"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/decompose"
	"krein/features"
	"krein/features/radial"
	"krein/internal/features/compare"
	"krein/internal/features/evaluate"
	"krein/internal/kernel/numeric"
)

// krein is the method that is judged: of all representations that internal/features/compare finds, the one with the
// least predicted error.
const krein = "**krein**"

// The tasks that a method may be for alone.
const (
	accuracy      = "accuracy"
	approximation = "errors"
)

// method is a way to make features.
type method struct {
	name string
	// rep draws maps; its points are those of the data times scale, 0 means 1.
	rep   features.Representation
	scale float64
	opt   features.Options // but for Columns, Seed and Distances
	// seeing says that the method sees the data, and draws anew from them in every run.
	seeing bool
	// before are the seconds that fitting took, once.
	before float64
	// among, if there are any, are what the representation of a classifier is chosen among, by the
	// cross-validation that chooses C.
	among []*method
	// again says that the best of among are scored again, with more maps and folds.
	again bool
	// compress, if it is more than 1, is how many times as many columns are drawn, or as many as compressible
	// allows, of which the training rows leave as many as the size says.
	compress int
	// share divides what is left; 0 means 1. What is left are the first columns of all, which keeps as many as the size
	// says.
	share int
	all   *method
	// even scales the columns of all, so that their sums of squares are less unequal (learn.Canonical.Evened).
	even bool
	// twice says that twice as many are left as the size says, and strength, if it is not 0, that of those of all, which
	// are so many, as many as the size says are picked by the labels: those that weigh most in a machine with that C
	// (learn.Linear.Strongest).
	twice    bool
	strength float64
	// labelled is that of among of whose columns labels pick some, for one more candidate; nil: none.
	labelled *method
	// landmarks, if it is there, is the kernel with training rows that features are made of, as many as
	// compress says: drawn uniformly, or with spread by k-means++.
	landmarks *numeric.Func
	spread    bool
	// task, if it is not "", is the only table for which the method is there.
	task string
	// missing says why the method has no features here.
	missing string
	note    string
}

// input returns what the method reads of rows.
func (m *method) input(x *mat.Dense) *mat.Dense {
	if m.scale == 0 || m.scale == 1 {
		return x
	}
	out := new(mat.Dense)
	out.Scale(m.scale, x)
	return out
}

// drawer is a Representation by its Draw.
type drawer struct {
	dim  int
	draw func(opt *features.Options) (*features.Map, error)
}

// Dim returns the number of columns of the data.
func (d drawer) Dim() int { return d.dim }

// Draw draws a map.
func (d drawer) Draw(opt *features.Options) (*features.Map, error) { return d.draw(opt) }

// with returns the representation with options that evaluate.Maps does not set.
func with(rep features.Representation, opt features.Options) features.Representation {
	return drawer{rep.Dim(), func(o *features.Options) (*features.Map, error) {
		all := opt
		all.Columns, all.Seed, all.Distances = o.Columns, o.Seed, o.Distances
		return rep.Draw(&all)
	}}
}

// auto draws from the representation, and in the way, of the least predicted root mean square error at given distances.
type auto struct {
	ctx       context.Context
	found     []compare.Found
	distances []float64
	sphere    bool
	mu        sync.Mutex
	chosen    map[int]*choice // by columns
}

// choice is what auto takes.
type choice struct {
	measure string
	rep     features.Representation
	opt     features.Options
	rms     float64
}

// Dim returns the number of columns of the data.
func (a *auto) Dim() int { return a.found[0].Dim() }

// Draw draws a map with Options.Columns columns by Options.Seed.
func (a *auto) Draw(opt *features.Options) (*features.Map, error) {
	c, err := a.choose(opt.Columns)
	if err != nil {
		return nil, err
	}
	o := c.opt
	o.Seed = opt.Seed
	return c.rep.Draw(&o)
}

// choose returns the best way for so many columns.
func (a *auto) choose(columns int) (*choice, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if c := a.chosen[columns]; c != nil {
		return c, nil
	}
	var best *choice
	var failed error
	for _, f := range a.found {
		c, err := a.way(f, columns)
		if err != nil {
			failed = err // too few columns for its parts
			continue
		}
		if best == nil || c.rms < best.rms {
			best = c
		}
	}
	if best == nil {
		return nil, failed
	}
	if a.chosen == nil {
		a.chosen = map[int]*choice{}
	}
	a.chosen[columns] = best
	return best, nil
}

// way returns the best way to draw from a representation.
func (a *auto) way(f compare.Found, columns int) (*choice, error) {
	c := &choice{measure: f.Measure, rep: f.Stationary, opt: features.Options{
		Columns: columns, Coupling: features.Orthogonal, Distances: a.distances, OnSphere: a.sphere,
	}}
	var variance float64
	if dec := decomposition(f.Stationary); dec != nil {
		choices, err := radial.Choose(a.ctx, dec, &c.opt, nil)
		if err != nil {
			return nil, err
		}
		b := choices[0]
		c.opt.Coupling, c.opt.Radii, c.opt.Budget, c.opt.Exact = b.Coupling, b.Radii, b.Budget, b.Exact
		variance = b.Variance
	} else {
		p, err := f.Predict(&c.opt, a.distances)
		if err != nil {
			return nil, err
		}
		if variance, err = p.At(a.ctx, columns); err != nil {
			return nil, err
		}
	}
	bias := 0.0
	for _, z := range a.distances {
		b, _ := f.Bias(z)
		bias = max(bias, b)
	}
	c.rms = math.Sqrt(variance + bias*bias)
	return c, nil
}

// decomposition is that of a map of frequencies, else nil.
func decomposition(rep features.Representation) *decompose.Decomposition {
	if f, ok := rep.(interface {
		Decomposition() *decompose.Decomposition
	}); ok {
		return f.Decomposition()
	}
	return nil
}

// numbers are the measurements of every method and size but those for another task alone; one that is missing is asked
// once.
func numbers(of key, methods []*method, other string, sizes []size,
	measure func(m *method, s size) (*point, error)) (all []number) {
	for _, m := range methods {
		if m.task == other {
			continue
		}
		for _, s := range sizes {
			k := of
			k.Method, k.Size = m.name, s.name
			all = append(all, number{k, func() (*point, error) { return measure(m, s) }})
			if m.missing != "" {
				break
			}
		}
	}
	return all
}

// gramRows is the number of rows of the kernel matrices of the papers.
const gramRows = 1000

// errors measures relative errors of the kernel matrix of 1000 rows of x for every method and size, the sizes of a
// method side by side unless their times are wanted. at is the kernel as a function of the distance, of rows that are
// not scaled.
func (l *lab) errors(
	ctx context.Context, of key, at func(z float64) float64, x *mat.Dense, methods []*method, sizes []size, timed bool,
) error {
	all := numbers(of, methods, accuracy, sizes, func(m *method, s size) (*point, error) {
		return l.approximation(ctx, at, x, m, s)
	})
	if !timed {
		return l.measureAll(ctx, all)
	}
	for _, n := range all {
		if err := l.measure(ctx, n.key, n.measurement); err != nil {
			return err
		}
	}
	return nil
}

// approximation is the error of a method.
func (l *lab) approximation(
	ctx context.Context, at func(z float64) float64, x *mat.Dense, m *method, s size,
) (*point, error) {
	if m.missing != "" {
		return &point{Missing: true, Note: m.missing}, nil
	}
	k := at
	if m.scale != 0 {
		k = func(z float64) float64 { return at(z / m.scale) }
	}
	rows := gramRows
	if l.quick {
		rows = 300
	}
	set := &evaluate.Settings{Rows: rows, Runs: l.runs, Columns: []int{s.columns}, Seed: 1,
		Couplings: []features.Coupling{features.IID}}
	results, err := evaluate.Maps(ctx, k, with(m.rep, m.opt), m.input(x), set)
	if err == nil && results[0].Total > s.columns { // a constant column beside the pairs of frequencies: none has more than others
		fewer := *set
		fewer.Columns = []int{s.columns - 2*((results[0].Total-s.columns+1)/2)}
		if again, err := evaluate.Maps(ctx, k, with(m.rep, m.opt), m.input(x), &fewer); err == nil {
			results, set = again, &fewer
		}
	}
	if err != nil {
		return nil, err
	}
	r := results[0]
	p := &point{Mean: r.Error.Mean, SD: r.Error.SD, Asked: s.columns, Columns: r.Total, Seconds: r.Seconds,
		Before: m.before, Note: m.note}
	if a, ok := m.rep.(*auto); ok {
		c, err := a.choose(set.Columns[0])
		if err != nil {
			return nil, err
		}
		p.Note = c.measure
	}
	return p, nil
}

// summary is a point of the mean and deviation of values, one a run.
func summary(values []float64) *point {
	mean, sd := stat.MeanStdDev(values, nil)
	if len(values) == 1 {
		sd = 0
	}
	return &point{Mean: mean, SD: sd}
}
