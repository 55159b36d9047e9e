package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/learn"
	worth "krein/learn/score"
)

// candidate is a method that cross-validation scored.
type candidate struct {
	*method
	c float64 // of the best score
	// scores are the means of the folds for each C, summed over times draws of maps and folds.
	scores []float64
	times  int
	Among  []string // how the candidates fared, the best first
}

// best sets c, and returns the best mean score.
func (c *candidate) best(grid []float64) float64 {
	at := floats.MaxIdx(c.scores)
	c.c = grid[at]
	return c.scores[at] / float64(c.times)
}

// finalists is how many of the best candidates are scored again, and draws how often they are scored in all:
// with other maps and other folds.
const finalists, draws = 3, 3

// choose returns the best of the methods that this one chooses among. The first score of each is by the map of
// the first run and one partition into folds; where there are several, the best few are then scored with
// more maps and partitions, so that luck with one decides less.
func (t *trial) choose(ctx context.Context, m *method) (*candidate, error) {
	among := m.among
	if len(among) == 0 {
		among = []*method{m}
	}
	if len(among) == 1 && len(t.grid) == 1 {
		return &candidate{method: m, c: t.grid[0]}, nil
	}
	t.made = map[made]*mapped{}
	defer func() { t.made = nil }()
	var all []*candidate
	for _, m := range among {
		if m.compress > 1 && t.times(m) == 1 {
			continue
		}
		c := &candidate{method: m}
		if err := t.score(ctx, c); err != nil {
			return nil, fmt.Errorf("%s: %w", m.name, err)
		}
		all = append(all, c)
	}
	t.rank(all)
	if m.again && !t.l.quick {
		all = all[:min(finalists, len(all))]
		for _, c := range all {
			for c.times < draws {
				if err := t.score(ctx, c); err != nil {
					return nil, fmt.Errorf("%s: %w", c.name, err)
				}
			}
		}
		t.rank(all)
	}
	for _, c := range all {
		all[0].Among = append(all[0].Among, fmt.Sprintf("%s: C = %g, %.4f", c.name, c.c, c.best(t.grid)))
	}
	return all[0], nil
}

// rank sorts candidates by their best scores.
func (t *trial) rank(all []*candidate) {
	slices.SortStableFunc(all, func(a, b *candidate) int { return cmp.Compare(b.best(t.grid), a.best(t.grid)) })
}

// folded is the number of rows of cross-validation.
func (t *trial) folded() int { return min(cmp.Or(t.rows, foldRows), len(t.d.y)) }

// score adds the scores of the next draw.
func (t *trial) score(ctx context.Context, c *candidate) error {
	seed := c.times
	found, err := t.crossed(ctx, c.method, seed)
	if err != nil {
		return err
	}
	if c.scores == nil {
		c.scores = make([]float64, len(found))
	}
	floats.Add(c.scores, found)
	c.times++
	return nil
}

// crossed returns the mean scores of cross-validation for each C. A map that sees the data is made for each
// fold from the rows outside of it.
func (t *trial) crossed(ctx context.Context, m *method, seed int) ([]float64, error) {
	folds := &learn.Folds{Grid: t.grid, Count: cmp.Or(t.count, 5), Seed: uint64(seed + 1)}
	if m.compress <= 1 && m.landmarks == nil {
		rows, err := t.mapRows(ctx, m, seed)
		if err != nil {
			return nil, err
		}
		some, y := first(rows.train, t.d.y, t.folded())
		found, err := t.machine().CrossValidate(ctx, learn.Matrix(some), y, folds)
		if err != nil {
			return nil, err
		}
		return found.Mean, nil
	}
	x, y := first(t.d.x, t.d.y, t.folded())
	fold := learn.Deal(y, folds.Count, folds.Seed)
	means := make([]float64, len(t.grid))
	for f := range folds.Count {
		var in, out []int
		for i, g := range fold {
			if g == f {
				out = append(out, i)
			} else {
				in = append(in, i)
			}
		}
		d := *t.d
		d.x, d.y, d.xt, d.yt = picked(x, in), at(y, in), picked(x, out), at(y, out)
		part := *t
		part.d = &d
		rows, err := part.outside(ctx, m, seed, f)
		if err != nil {
			return nil, err
		}
		for i, c := range t.grid {
			svm := part.machine()
			svm.C = c
			fitted, err := svm.Fit(ctx, learn.Matrix(rows.train), d.y)
			if err != nil {
				return nil, err
			}
			got, err := fitted.Predict(ctx, rows.test)
			if err != nil {
				return nil, err
			}
			means[i] += worth.Accuracy(d.yt, got) / float64(folds.Count)
		}
	}
	if v := floats.Sum(means); math.IsNaN(v) {
		return nil, fmt.Errorf("the mean score is %v", v)
	}
	return means, nil
}

// made names the maps that were made for folds.
type made struct {
	compress, seed, fold int
	landmarks, spread    bool
}

// outside maps the rows outside of a fold, and then those of the fold. What keeps a share of principal columns has
// them from what keeps them all.
func (t *trial) outside(ctx context.Context, m *method, seed, fold int) (*mapped, error) {
	all := *m
	all.share = 1
	k := made{m.compress, seed, fold, m.landmarks != nil, m.spread}
	rows := t.made[k]
	if rows == nil {
		var err error
		if rows, err = t.mapRows(ctx, &all, seed); err != nil {
			return nil, err
		}
		n, c := rows.test.Dims()
		held := mat.NewDense(n, c, nil)
		if _, err := rows.test.Block(held.RawMatrix(), 0); err != nil {
			return nil, err
		}
		rows.test = learn.Matrix(held)
		rows.held, t.made[k] = held, rows
	}
	n := min(t.kept(m), rows.columns)
	cut := func(x *mat.Dense) *mat.Dense {
		r, _ := x.Dims()
		return mat.DenseCopyOf(x.Slice(0, r, 0, n))
	}
	return &mapped{train: cut(rows.train), test: learn.Matrix(cut(rows.held)), columns: n}, nil
}
