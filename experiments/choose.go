package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"krein/experiments/internal/sample"
	"krein/internal/learn/columns"
	worth "krein/internal/learn/score"
	"krein/internal/parallel"
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

// stages are how many of the best candidates are scored once more, with other maps and other folds, and of these
// again: successive halving.
var stages = []int{6, 3}

// choose returns the best of the methods that this one chooses among. The first score of each is by the map of
// the first run and one partition into folds; where there are several, the better half and then its half are
// scored with more maps and partitions, so that luck with one decides less.
func (t *trial) choose(ctx context.Context, m *method) (*candidate, error) {
	among := m.among
	if len(among) == 0 {
		among = []*method{m}
	}
	if len(among) == 1 && len(t.grid) == 1 {
		return &candidate{method: m, c: t.grid[0]}, nil
	}
	var all []*candidate
	for _, m := range among {
		if m.compress <= 1 || t.times(m) > 1 {
			all = append(all, &candidate{method: m})
		}
	}
	count := len(all)
	if err := t.scoreAll(ctx, all); err != nil {
		return nil, err
	}
	scored := all
	if m.again && !t.l.quick {
		for _, n := range stages {
			all = all[:min(n, len(all))]
			if err := t.scoreAll(ctx, all); err != nil {
				return nil, err
			}
		}
		more, err := t.byLabels(ctx, m.labelled, scored, all[0].best)
		if err != nil {
			return nil, err
		}
		if len(more) > 0 {
			if err := t.scoreLabelled(ctx, more[0], all[0].times); err != nil {
				return nil, err
			}
			all, count = append(slices.Clone(all), more[0]), count+len(more)
			t.sort(all)
		}
	}
	for _, c := range all {
		all[0].Among = append(all[0].Among, fmt.Sprintf("%s: C = %g, %.4f", c.name, c.c, c.best))
	}
	all[0].of = count
	return all[0], nil
}

// rank is what candidates are put in order by: their best mean score, of evened columns less its standard error on the
// rows of cross-validation. Folds of rows drawn at random do not tell what happens at rows unlike these, and evened
// columns are the less forgiving there: they are taken where they are clearly better (the rule of one standard error,
// Breiman et al. 1984).
func (t *trial) rank(c *candidate) float64 {
	if c.even {
		return c.best - t.standardError(c.best)
	}
	return c.best
}

// standardError is that of an accuracy on the rows of cross-validation.
func (t *trial) standardError(accuracy float64) float64 {
	return math.Sqrt(accuracy * (1 - accuracy) / float64(t.folded()))
}

// scoreAll scores each once more, side by side, and sorts them: the best first.
func (t *trial) scoreAll(ctx context.Context, all []*candidate) error {
	err := parallel.Try(ctx, len(all), func(i int) error {
		err := t.score(ctx, all[i])
		if err != nil {
			err = fmt.Errorf("%s: %w", all[i].name, err)
		}
		return err
	})
	t.sort(all)
	return err
}

// sort puts the best first.
func (t *trial) sort(all []*candidate) {
	slices.SortStableFunc(all, func(a, b *candidate) int { return cmp.Compare(t.rank(b), t.rank(a)) })
}

// hopeless is how many standard errors of an accuracy a method is behind the best for it to get no columns by labels.
const hopeless = 3

// byLabels returns candidates that pick columns by labels, scored once, the best first: of twice as many columns as a
// method keeps, as many, with the C that was best for the method itself or with the one before. There are none for a
// method that draws no more than twice as many, that is far behind the best score, or that there is not.
func (t *trial) byLabels(ctx context.Context, m *method, scored []*candidate,
	score float64) (more []*candidate, err error) {
	at := slices.IndexFunc(scored, func(c *candidate) bool { return c.method == m })
	if at < 0 || t.times(m) <= 2 || scored[at].best < score-hopeless*t.standardError(score) {
		return nil, nil
	}
	wide := *m
	wide.name, wide.twice = m.name+", twice as many", true
	best := slices.Index(t.grid, scored[at].c)
	for _, c := range t.grid[max(0, best-1) : best+1] {
		next := &candidate{c: c, method: &method{name: m.name + ", by labels", compress: m.compress, all: &wide, strength: c}}
		if err := t.scoreLabelled(ctx, next, 1); err != nil {
			return nil, err
		}
		more = append(more, next)
	}
	t.sort(more)
	return more, nil
}

// scoreLabelled is score for columns that are picked by labels, until there are so many draws: in each fold by the
// labels of the others, and the machine is fitted to these with the one C.
func (t *trial) scoreLabelled(ctx context.Context, c *candidate, times int) error {
	n := t.kept(c.method)
	count := cmp.Or(t.count, 5)
	right := make([]float64, (times-c.times)*count)
	err := parallel.Try(ctx, len(right), func(i int) error {
		seed, fold := c.times+i/count, i%count
		rows, err := t.keep(ctx, c.all, seed)
		if err != nil {
			return err
		}
		some, y := sample.First(rows.train, t.d.y, t.folded())
		var in, out []int
		for i, f := range learn.Deal(y, count, uint64(seed+1)) {
			if f == fold {
				out = append(out, i)
			} else {
				in = append(in, i)
			}
		}
		train, classes, svm := sample.Picked(some, in), sample.At(y, in), t.machine()
		svm.C = c.c
		keep, err := strongest(ctx, svm, train, classes, n)
		if err != nil {
			return err
		}
		fitted, err := svm.Fit(ctx, learn.Matrix(columns.Of(train, keep)), classes)
		if err != nil {
			return err
		}
		found, err := fitted.Predict(ctx, learn.Matrix(columns.Of(sample.Picked(some, out), keep)))
		right[i] = worth.Accuracy(sample.At(y, out), found)
		return err
	})
	c.best = (c.best*float64(c.times*count) + floats.Sum(right)) / float64(times*count)
	c.times = times
	return err
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
	rows, err := t.keep(ctx, m, seed)
	if err != nil {
		return nil, err
	}
	some, y := sample.First(rows.train, t.d.y, t.folded())
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
	method *method
	seed   int
}

// cache has the rows that a trial mapped.
type cache struct {
	mu   sync.Mutex
	rows map[made]func() (*mapped, error)
}

// keep maps the rows once for the choice and the runs. What keeps a share of principal columns, or scales them, has
// them from what keeps them all.
func (t *trial) keep(ctx context.Context, m *method, seed int) (*mapped, error) {
	if m.strength != 0 {
		rows, err := t.keep(ctx, m.all, seed)
		if err != nil || rows.by == nil {
			return rows, err
		}
		svm := t.machine()
		svm.C = m.strength
		some, err := strongest(ctx, svm, rows.train, t.d.y, t.kept(m))
		if err != nil {
			return nil, err
		}
		return rows.pick(some), nil
	}
	if m.all != nil {
		rows, err := t.keep(ctx, m.all, seed)
		if err != nil {
			return nil, err
		}
		if m.even {
			rows = rows.evened()
		}
		return rows.first(t.kept(m)), nil
	}
	k := made{m, seed}
	t.made.mu.Lock()
	if t.made.rows == nil {
		t.made.rows = map[made]func() (*mapped, error){}
	}
	if t.made.rows[k] == nil {
		t.made.rows[k] = sync.OnceValues(func() (*mapped, error) { return t.mapRows(ctx, m, seed) })
	}
	get := t.made.rows[k]
	t.made.mu.Unlock()
	return get()
}

// drop forgets what no run of the chosen method needs.
func (t *trial) drop(chosen *method) {
	for k := range t.made.rows {
		if k.method != chosen && k.method != chosen.all {
			delete(t.made.rows, k)
		}
	}
}
