package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/learn"
)

// candidate is a method that cross-validation scored.
type candidate struct {
	*method
	c, best float64 // the best mean score is that of C = c
	// scores are the means of the folds for each C, summed over times draws of maps and folds.
	scores []float64
	times  int
	Among  []string // how the candidates fared, the best first
	of     int      // how many candidates there were
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
	t.made = map[made]*mat.Dense{}
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
	bestFirst(all)
	count := len(all)
	if m.again && !t.l.quick {
		all = all[:min(finalists, len(all))]
		for _, c := range all {
			for c.times < draws {
				if err := t.score(ctx, c); err != nil {
					return nil, fmt.Errorf("%s: %w", c.name, err)
				}
			}
		}
		bestFirst(all)
	}
	for _, c := range all {
		all[0].Among = append(all[0].Among, fmt.Sprintf("%s: C = %g, %.4f", c.name, c.c, c.best))
	}
	all[0].of = count
	return all[0], nil
}

// bestFirst sorts candidates by their best scores.
func bestFirst(all []*candidate) {
	slices.SortStableFunc(all, func(a, b *candidate) int { return cmp.Compare(b.best, a.best) })
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
	at := floats.MaxIdx(c.scores)
	c.c, c.best = t.grid[at], c.scores[at]/float64(c.times)
	return nil
}

// crossed returns the mean scores of cross-validation for each C. Maps that see the data are made of all training
// rows, those of the fold among them: no label has a part in them.
func (t *trial) crossed(ctx context.Context, m *method, seed int) ([]float64, error) {
	rows, err := t.shared(ctx, m, seed)
	if err != nil {
		return nil, err
	}
	some, y := first(rows, t.d.y, t.folded())
	found, err := t.machine().CrossValidate(ctx, learn.Matrix(some), y, &learn.Folds{
		Grid: t.grid, Count: t.count, Seed: uint64(seed + 1),
	})
	if err != nil {
		return nil, err
	}
	return found.Mean, nil
}

// made names what was mapped.
type made struct {
	seed      int
	landmarks bool
}

// shared maps the training rows. What keeps a share of principal columns has them from what keeps them all.
func (t *trial) shared(ctx context.Context, m *method, seed int) (*mat.Dense, error) {
	if m.share == 0 {
		rows, err := t.mapRows(ctx, m, seed)
		if err != nil {
			return nil, err
		}
		return rows.train, nil
	}
	k := made{seed, m.landmarks != nil}
	if t.made[k] == nil {
		all := *m
		all.share = 1
		rows, err := t.mapRows(ctx, &all, seed)
		if err != nil {
			return nil, err
		}
		t.made[k] = rows.train
	}
	n, c := t.made[k].Dims()
	return mat.DenseCopyOf(t.made[k].Slice(0, n, 0, min(t.kept(m), c))), nil
}
