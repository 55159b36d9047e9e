package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/elem64"
)

// KMeans looks for clusters with the least distortion Σ_i ‖x_i − μ_{c(i)}‖², which is not convex: a step assigns rows
// to the nearest mean and takes the means anew (Lloyd), and never raises it; several starts are tried. A start is
// k-means++ with 2 + ⌊log k⌋ candidates for each mean (Arthur and Vassilvitskii 2007; greedy as in scikit-learn). A
// cluster that loses all its rows gets the row that is farthest from its mean.
type KMeans struct {
	// Clusters is their number k.
	Clusters int
	// Starts is the number of starts; 0 means 10.
	Starts int
	// Steps is the greatest number of steps of a start; 0 means 300.
	Steps int
	// Moves lets a start of FitKernel end with moves of single rows, each of which lowers the distortion (Hartigan 1975):
	// they go on where steps end. Those of a kernel with a shift always do.
	Moves bool
	// Seed picks the starts.
	Seed uint64
	// Progress, if not nil, is told the number of starts done.
	Progress func(done, total int)
}

// Partition is a clustering of rows.
type Partition struct {
	// Labels are the clusters of the rows, 0, …, k−1.
	Labels []int
	// Distortion is the sum of the squared distances to the means.
	Distortion float64
	// Steps is the number of steps of the start that was taken.
	Steps int
	// Means are the means, k×columns; nil for kernels.
	Means *mat.Dense
	// Shift is the σ that was added to the diagonal of a kernel matrix, see FitKernel.
	Shift float64
}

// check returns the settings with the defaults filled in.
func (s *KMeans) check(rows int) (KMeans, error) {
	k := *s
	if k.Starts == 0 {
		k.Starts = 10
	}
	if k.Steps == 0 {
		k.Steps = 300
	}
	switch {
	case k.Clusters < 1 || k.Clusters > rows:
		return k, fmt.Errorf("learn: %d clusters of %d rows: want at least 1 and no more than rows", k.Clusters, rows)
	case k.Starts < 0 || k.Steps < 0:
		return k, errors.New("learn: want positive numbers of starts and steps")
	}
	return k, nil
}

// geometry is what k-means needs to know of rows.
type geometry interface {
	// distances stores the squared distances of all rows to some of them, candidate by candidate.
	distances(ctx context.Context, dst [][]float64, to []int) error
	// begin takes rows as the first means.
	begin(ctx context.Context, rows []int) error
	// assign stores the nearest cluster of every row and its squared distance.
	assign(ctx context.Context, labels []int, d []float64) error
	// update takes the means of the clusters, all of which have rows.
	update(ctx context.Context, labels []int) error
}

// Fit returns the clusters of the rows. It returns an error for settings out of range, rows that are
// not finite, fewer different rows than clusters, and ctx's.
func (s *KMeans) Fit(ctx context.Context, x Rows) (*Partition, error) {
	n, c := x.Dims()
	set, err := s.check(n)
	if err != nil {
		return nil, err
	}
	g, err := newPoints(ctx, x)
	if err != nil {
		return nil, err
	}
	g.means = mat.NewDense(set.Clusters, c, nil)
	return set.run(ctx, g, n, func(p *Partition) { p.Means = mat.DenseCopyOf(g.means) })
}

// run takes the best of all starts; keep is called for the means of those that are better.
func (s *KMeans) run(ctx context.Context, g geometry, n int, keep func(*Partition)) (*Partition, error) {
	var best *Partition
	for start := range s.Starts {
		rng := rand.New(rand.NewPCG(s.Seed, uint64(start)))
		rows, err := s.seeds(ctx, g, n, rng)
		if err != nil {
			return nil, err
		}
		if err := g.begin(ctx, rows); err != nil {
			return nil, err
		}
		p, err := s.descend(ctx, g, n)
		if by, ok := g.(*gram); err == nil && ok && (s.Moves || by.shift > 0) {
			err = by.move(ctx, p, s.Clusters, s.Steps)
		}
		if err == nil && p.Distortion-p.Distortion != 0 {
			err = errTooLarge
		}
		if err != nil {
			return nil, err
		}
		if best == nil || p.Distortion < best.Distortion {
			best = p
			keep(best)
		}
		if s.Progress != nil {
			s.Progress(start+1, s.Starts)
		}
	}
	return best, nil
}

// seeds are the rows of k-means++; with a *fewRowsError all that are different.
func (s *KMeans) seeds(ctx context.Context, g geometry, n int, rng *rand.Rand) ([]int, error) {
	tries := 2 + int(elem64.Log(float64(s.Clusters)))
	d, candidates := make([][]float64, tries), make([]int, tries)
	for t := range d {
		d[t] = make([]float64, n)
	}
	rows := []int{rng.IntN(n)}
	nearest := make([]float64, n)
	if err := g.distances(ctx, [][]float64{nearest}, rows); err != nil {
		return nil, err
	}
	sums := make([]float64, n)
	for len(rows) < s.Clusters {
		all := floats.Sum(floats.CumSum(sums, nearest)[n-1:])
		if all-all != 0 {
			return nil, errTooLarge
		}
		if !(all > 0) {
			return rows, &fewRowsError{len(rows)}
		}
		for t := range candidates {
			at := rng.Float64() * all
			candidates[t] = min(sort.Search(n, func(i int) bool { return sums[i] > at }), n-1)
		}
		if err := g.distances(ctx, d, candidates); err != nil {
			return nil, err
		}
		best, least := 0, math.Inf(1)
		for t := range candidates {
			for i, v := range nearest {
				d[t][i] = min(d[t][i], v)
			}
			if f := floats.Sum(d[t]); f < least {
				best, least = t, f
			}
		}
		copy(nearest, d[best])
		rows = append(rows, candidates[best])
	}
	return rows, nil
}

// descend takes steps until no row changes its cluster, and returns the last partition.
func (s *KMeans) descend(ctx context.Context, g geometry, n int) (*Partition, error) {
	labels, last, d := make([]int, n), make([]int, n), make([]float64, n)
	for step := 1; ; step++ {
		copy(last, labels)
		if err := g.assign(ctx, labels, d); err != nil {
			return nil, err
		}
		s.refill(labels, d)
		same := step > 1
		for i := range labels {
			same = same && labels[i] == last[i]
		}
		if same || step > s.Steps {
			return &Partition{Labels: labels, Distortion: floats.Sum(d), Steps: step - 1}, nil
		}
		if err := g.update(ctx, labels); err != nil {
			return nil, err
		}
	}
}

// refill gives each cluster without rows the row that is farthest from its mean, of a cluster that keeps another one.
func (s *KMeans) refill(labels []int, d []float64) {
	count := make([]int, s.Clusters)
	for _, c := range labels {
		count[c]++
	}
	for c := range count {
		if count[c] > 0 {
			continue
		}
		far := -1
		for i, v := range d {
			if count[labels[i]] > 1 && (far < 0 || v > d[far]) {
				far = i
			}
		}
		count[labels[far]]--
		labels[far], d[far] = c, 0
		count[c]++
	}
}

// Assign returns the nearest of the means, k×columns, for every row: the cluster of a new row. It
// panics with mat.ErrShape if the numbers of columns differ.
func Assign(ctx context.Context, x Rows, means *mat.Dense) ([]int, error) {
	n, c := x.Dims()
	if _, columns := means.Dims(); columns != c {
		panic(mat.ErrShape)
	}
	labels := make([]int, n)
	p, err := newPoints(ctx, x)
	if err != nil {
		return nil, err
	}
	p.means = means
	return labels, p.assign(ctx, labels, make([]float64, n))
}

// points are rows in R^c.
type points struct {
	x     Rows
	n, c  int
	means *mat.Dense
	norms []float64 // ‖x_i‖²
}

// newPoints reads the rows once, for their norms, and returns an error for a row that is not finite.
func newPoints(ctx context.Context, x Rows) (*points, error) {
	n, c := x.Dims()
	p := &points{x: x, n: n, c: c, norms: make([]float64, n)}
	_, err := p.each(ctx, func(int) func(b blas64.General, first int) error {
		return func(b blas64.General, first int) error {
			for i := range b.Rows {
				row := b.Data[i*b.Stride:][:c]
				p.norms[first+i] = floats.Dot(row, row)
				if v := p.norms[first+i] + floats.Sum(row); v-v != 0 {
					return notSquared(b, first, i)
				}
			}
			return nil
		}
	})
	return p, err
}

// notSquared says why the square of a row is not finite.
func notSquared(b blas64.General, first, i int) error {
	if slices.ContainsFunc(b.Data[i*b.Stride:][:b.Cols], func(v float64) bool { return v-v != 0 }) {
		return notFinite(b, first, i)
	}
	return errTooLarge
}

// each calls what begin makes for every group with all its blocks, and returns the number of groups.
func (p *points) each(ctx context.Context, begin func(g int) func(b blas64.General, first int) error) (int, error) {
	block := blockRows(p.c)
	return inGroups(ctx, p.n, block, func(g int) func(first, rows int) error {
		from := &reader{Rows: p.x, most: block}
		do := begin(g)
		return func(first, rows int) error {
			b, err := from.read(first, rows)
			if err != nil {
				return err
			}
			return do(b, first)
		}
	})
}

func (p *points) rows(index []int) (*mat.Dense, error) {
	m := mat.NewDense(len(index), p.c, nil)
	one := general(1, p.c)
	for k, i := range index {
		b, err := p.x.Block(one, i)
		if err != nil {
			return nil, err
		}
		m.SetRow(k, b.Data[:p.c])
	}
	return m, nil
}

// centres are points that distances are taken to, with half of their squared norms.
type centres struct {
	by   *vectors
	half []float64
}

func newCentres(m *mat.Dense) *centres {
	k, c := m.Dims()
	all, half := make([][]float64, k), make([]float64, k)
	for i := range all {
		all[i] = m.RawRowView(i)
		half[i] = floats.Dot(all[i], all[i]) / 2
	}
	return &centres{newVectors(c, all), half}
}

// squared returns the squared distance of a row to centre k from their inner product z, and from
// differences where the sum below would lose digits.
func (t *centres) squared(row []float64, norm float64, k int, z float64) float64 {
	all := norm + 2*t.half[k]
	if d := all - 2*z; d > 1e-3*all {
		return d
	}
	d := 0.0
	for j, v := range t.by.all[k] {
		d += (row[j] - v) * (row[j] - v)
	}
	return d
}

func (p *points) distances(ctx context.Context, dst [][]float64, to []int) error {
	m, err := p.rows(to)
	if err != nil {
		return err
	}
	t := newCentres(m)
	_, err = p.each(ctx, func(int) func(b blas64.General, first int) error {
		return func(b blas64.General, first int) error {
			t.by.each(b, func(i int, z []float64) bool {
				for k := range to {
					dst[k][first+i] = t.squared(b.Data[i*b.Stride:], p.norms[first+i], k, z[k])
				}
				return true
			})
			return nil
		}
	})
	return err
}

func (p *points) begin(_ context.Context, rows []int) error {
	m, err := p.rows(rows)
	if err == nil {
		p.means.Copy(m)
	}
	return err
}

func (p *points) assign(ctx context.Context, labels []int, d []float64) error {
	t := newCentres(p.means)
	_, err := p.each(ctx, func(int) func(b blas64.General, first int) error {
		return func(b blas64.General, first int) error {
			t.by.each(b, func(i int, z []float64) bool {
				best, most := 0, math.Inf(-1)
				for c, h := range t.half {
					if v := z[c] - h; v > most {
						best, most = c, v
					}
				}
				labels[first+i] = best
				d[first+i] = t.squared(b.Data[i*b.Stride:], p.norms[first+i], best, z[best])
				return true
			})
			return nil
		}
	})
	return err
}

func (p *points) update(ctx context.Context, labels []int) error {
	k, _ := p.means.Dims()
	var sums [groups]*mat.Dense
	count, err := p.each(ctx, func(g int) func(b blas64.General, first int) error {
		sums[g] = mat.NewDense(k, p.c, nil)
		return func(b blas64.General, first int) error {
			for i := range b.Rows {
				floats.Add(sums[g].RawRowView(labels[first+i]), b.Data[i*b.Stride:][:p.c])
			}
			return nil
		}
	})
	if err != nil {
		return err
	}
	p.means.Zero()
	for _, s := range sums[:count] {
		p.means.Add(p.means, s)
	}
	size := make([]float64, k)
	for _, c := range labels {
		size[c]++
	}
	for c, n := range size {
		floats.Scale(1/n, p.means.RawRowView(c))
	}
	return nil
}

// UniformRows draws n of the rows 0, …, rows−1 without putting back, in ascending order; all of
// them if there are no more.
func UniformRows(rows, n int, seed uint64) []int {
	some := rand.New(rand.NewPCG(seed, 0x6c616e64)).Perm(rows)
	some = some[:min(n, rows)]
	slices.Sort(some)
	return some
}

// SpreadRows draws n rows of x by k-means++ (Arthur, Vassilvitskii 2007, greedy), in ascending order: rows far from
// those that are there are likely to be next. There are fewer if x has fewer different rows. Errors are those of
// KMeans.Fit.
func SpreadRows(ctx context.Context, x Rows, n int, seed uint64) ([]int, error) {
	rows, _ := x.Dims()
	if n >= rows {
		return UniformRows(rows, rows, seed), nil
	}
	p, err := newPoints(ctx, x)
	if err != nil {
		return nil, err
	}
	s := &KMeans{Clusters: n}
	some, err := s.seeds(ctx, p, rows, rand.New(rand.NewPCG(seed, 0x73707264)))
	if err != nil && !errors.As(err, new(*fewRowsError)) {
		return nil, err
	}
	slices.Sort(some)
	return some, nil
}

// fewRowsError says that there are not so many different rows.
type fewRowsError struct{ different int }

// Error says what to do.
func (e *fewRowsError) Error() string {
	if e.different == 1 {
		return "learn: all rows are the same: there is one cluster"
	}
	return fmt.Sprintf("learn: only %d different rows: ask for no more clusters", e.different)
}
