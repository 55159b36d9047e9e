package evaluate

import (
	"context"
	"math"
	"time"

	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/features/fitted"
	"krein/internal/budget/stopwatch"
	"krein/internal/features/gram"
)

// Bench is the matrix of a kernel on rows of data, which maps of several calls are measured against, one at a time.
type Bench struct {
	rows, others *mat.Dense
	gram         *mat.Dense
	norm         float64
	symmetric    bool      // the matrix, of one list of rows
	phi, psi     []float64 // memory for features, which one map after the other uses
}

// NewBench computes k(‖x_i − x_j‖) for the rows of x. It returns an error for rows that are not finite, for a kernel that is
// not finite at some distance or zero at all of them, and when ctx is done.
func NewBench(ctx context.Context, k func(z float64) float64, x *mat.Dense) (*Bench, error) {
	return newBench(ctx, x, x, func() (*mat.Dense, float64, error) { return gram.Matrix(ctx, k, x) })
}

// NewPairBench is NewBench for k(x_i − y_j), the rows of x and y.
func NewPairBench(ctx context.Context, k func(delta []float64) float64, x, y *mat.Dense) (*Bench, error) {
	return newBench(ctx, x, y, func() (*mat.Dense, float64, error) { return gram.Between(ctx, k, x, y) })
}

func newBench(ctx context.Context, x, y *mat.Dense, matrix func() (*mat.Dense, float64, error)) (*Bench, error) {
	defer stopwatch.Pause(ctx)()
	for _, rows := range []*mat.Dense{x, y} {
		if err := fitted.Finite(rows); err != nil {
			return nil, err
		}
	}
	g, norm, err := matrix()
	if err != nil {
		return nil, err
	}
	return &Bench{rows: x, others: y, gram: g, norm: norm, symmetric: x == y && symmetric(g)}, nil
}

// symmetric reports whether a square matrix is symmetric, to the last bit.
func symmetric(g *mat.Dense) bool {
	n, _ := g.Dims()
	for i := range n {
		for j, v := range g.RawRowView(i)[:i] {
			if v != g.At(j, i) {
				return false
			}
		}
	}
	return true
}

// Sides are two maps with one signature, that of the left one: a *pair.Pair, or what was published.
type Sides interface {
	Left() *features.Map
	Right() *features.Map
}

// both is a map that is both of two.
type both struct{ *features.Map }

func (m both) Left() *features.Map  { return m.Map }
func (m both) Right() *features.Map { return m.Map }
func (m both) Symmetric() bool      { return true }

// single has maps measured as pairs.
func single(draw func(seed uint64) (*features.Map, error)) func(seed uint64) (Sides, error) {
	return func(seed uint64) (Sides, error) {
		m, err := draw(seed)
		return both{m}, err
	}
}

// room returns a matrix in memory, which grows if it is too small.
func room(memory *[]float64, rows, columns int) *mat.Dense {
	if rows == 0 || columns == 0 {
		return nil
	}
	if cap(*memory) < rows*columns {
		*memory = make([]float64, rows*columns)
	}
	return mat.NewDense(rows, columns, (*memory)[:rows*columns])
}

// mostEntries is how many entries of Φ are held at a time, those of leastRows at least.
const (
	mostEntries = 1 << 24
	leastRows   = 64
)

// Error returns ‖K − ΦJΨᵀ‖/‖K‖ of two maps, and the time in seconds that transforming the rows takes. It holds the
// columns of all y_j in memory, those of some x_i. Where Φ = Ψ and K is symmetric it looks at half of the entries.
func (b *Bench) Error(m Sides) (relative, seconds float64, err error) {
	start := time.Now()
	others, _ := b.others.Dims()
	psi, err := m.Right().Transform(room(&b.psi, others, m.Right().Columns()), b.others)
	if err != nil {
		return 0, 0, err
	}
	seconds = time.Since(start).Seconds()
	rows, dim := b.rows.Dims()
	sign := m.Left().Signature()
	if s, ok := m.(interface{ Symmetric() bool }); ok && s.Symmetric() && b.symmetric {
		return gram.Distance(b.gram, psi, sign) / b.norm, seconds, nil
	}
	most := max(leastRows, mostEntries/max(1, len(sign)))
	total := 0.0
	for lo := 0; lo < rows; lo += most {
		hi := min(lo+most, rows)
		start := time.Now()
		phi, err := m.Left().Transform(room(&b.phi, hi-lo, m.Left().Columns()), b.rows.Slice(lo, hi, 0, dim))
		if err != nil {
			return 0, 0, err
		}
		seconds += time.Since(start).Seconds()
		e := gram.DistanceBetween(b.gram.Slice(lo, hi, 0, others).(*mat.Dense), phi, psi, sign)
		total += e * e
	}
	return math.Sqrt(total) / b.norm, seconds, nil
}

// Measure fills in the errors of the maps that draw draws, for one seed a run, and the mean time in seconds that drawing and
// transforming take, comparing not included. It calls after after each.
func (b *Bench) Measure(ctx context.Context, r *Result, runs int, seed uint64, draw func(seed uint64) (Sides, error),
	after func()) (err error) {
	defer stopwatch.Pause(ctx)() // it takes as long as there are rows, columns and runs
	r.Error.Mean, r.Error.SD, r.Seconds, err = gram.Runs(ctx, runs, seed, func(seed uint64) (relative, seconds float64, err error) {
		r.Seeds = append(r.Seeds, seed)
		start := time.Now()
		m, err := draw(seed)
		if err != nil {
			return 0, 0, err
		}
		drawn := time.Since(start).Seconds()
		relative, seconds, err = b.Error(m)
		r.Total = m.Left().Columns()
		return relative, drawn + seconds, err
	}, after)
	return err
}
