package pair

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/internal/budget/stopwatch"
	"krein/internal/features/gram"
)

// EvaluateSettings say what Evaluate measures. Zero fields mean the documented defaults.
type EvaluateSettings struct {
	Rows    int   // drawn without replacement, once for all runs; 0 means 1000
	Runs    int   // pairs drawn for a combination; 0 means 20
	Columns []int // nil means 32, 64, 128, 512
	// Best, if positive, leaves that many combinations for each number of columns, those with the least
	// predicted variance ([Choose]), of the couplings listed.
	Best      int
	Couplings []Coupling // nil means all but Auto
	Budget    features.Budget
	Exact     *Taylor // is measured beside what is not exact, if it is given
	// Predictor is what choices and the variance budget go by; nil means one at 64 differences of the drawn rows,
	// [SampleDisplacements] of the seed.
	Predictor *Predictor
	// Seed picks the rows, the displacements and the maps: the first run draws the pair of this seed.
	Seed uint64
	// Bench is the matrix that errors are measured against, of the rows that gram.SampleRows(x, Rows, Seed) returns;
	// nil: it is computed.
	Bench *Bench
	// Progress, if not nil, is called after every pair with the number done.
	Progress func(done, total int)
}

// Result is one measured combination.
type Result struct {
	Coupling Coupling        `json:"coupling"`
	Budget   features.Budget `json:"budget"`
	Exact    bool            `json:"exact"`         // low orders are exact
	Columns  int             `json:"columns"`       // as asked for
	Total    int             `json:"total_columns"` // those of Φ
	// Error is ‖K − ΦJΨᵀ‖/‖K‖ in the Frobenius norm over the runs.
	Error gram.MeanSD `json:"error"`
	// Seeds are those of the pairs, one a run.
	Seeds []uint64 `json:"seeds,omitempty"`
	// Seconds is the mean wall time to draw a pair and transform the rows by both maps.
	Seconds float64 `json:"seconds"`
}

// Bench is the matrix of a kernel on rows of data, which pairs are measured against. It measures one at a time.
type Bench struct {
	rows, others *mat.Dense
	gram         *mat.Dense
	norm         float64
	symmetric    bool      // the matrix, of one list of rows
	phi, psi     []float64 // memory for features, which one pair after the other uses
}

// NewBench computes k(x_i − y_j) for the rows of x and y. It returns an error for a kernel that is not
// finite at some difference, or zero at all of them, and when ctx is done.
func NewBench(ctx context.Context, k func(delta []float64) float64, x, y *mat.Dense) (*Bench, error) {
	defer stopwatch.Pause(ctx)()
	g, norm, err := gram.Between(ctx, k, x, y)
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

// Maps are two maps with one signature, that of the left one: a *Pair, or what was published.
type Maps interface {
	Left() *features.Map
	Right() *features.Map
}

// mostEntries is how many entries of Φ are held at a time, those of leastRows at least.
const (
	mostEntries = 1 << 24
	leastRows   = 64
)

// Error returns ‖K − ΦJΨᵀ‖/‖K‖ of two maps, and the time in seconds that transforming the rows takes. It holds the
// columns of all y_j in memory, those of some x_i. Where Φ = Ψ and K is symmetric it looks at half of the entries.
func (b *Bench) Error(m Maps) (relative, seconds float64, err error) {
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

// Measure returns the errors of runs maps that draw draws, and the mean time in seconds that drawing and
// transforming take, comparing not included.
func (b *Bench) Measure(ctx context.Context, runs int, seed uint64, draw func(seed uint64) (Maps, error),
	after func()) (total int, e gram.MeanSD, seconds float64, err error) {
	defer stopwatch.Pause(ctx)() // it takes as long as there are rows, columns and runs
	e.Mean, e.SD, seconds, err = gram.Runs(ctx, runs, seed, func(seed uint64) (relative, seconds float64, err error) {
		start := time.Now()
		p, err := draw(seed)
		if err != nil {
			return 0, 0, err
		}
		drawn := time.Since(start).Seconds()
		relative, seconds, err = b.Error(p)
		total = p.Left().Columns()
		return relative, drawn + seconds, err
	}, after)
	return total, e, seconds, err
}

// Evaluate measures the relative Frobenius error of the matrix k(x_i − x_j), which need not be symmetric, on rows of x,
// for the best combinations of every number of columns or for all. k is the kernel and parts what represents it.
//
// It panics if x has another number of columns than Parts.Dim says.
func Evaluate(ctx context.Context, k func(delta []float64) float64, parts *Parts, x *mat.Dense,
	settings *EvaluateSettings) ([]Result, error) {
	var s EvaluateSettings
	if settings != nil {
		s = *settings
	}
	if err := gram.Defaults("pair", &s.Rows, &s.Runs, &s.Columns); err != nil {
		return nil, err
	}
	if _, cols := x.Dims(); cols != parts.Dim {
		panic(mat.ErrShape)
	}
	rows := gram.SampleRows(x, s.Rows, s.Seed)
	bench, err := s.Bench, error(nil)
	if bench == nil {
		if bench, err = NewBench(ctx, k, rows, rows); err != nil {
			return nil, err
		}
	}
	var all []Options
	base := Options{Budget: s.Budget, Exact: s.Exact, Seed: s.Seed}
	predictor := s.Predictor
	if predictor == nil {
		base.Displacements = SampleDisplacements(rows, rows, evaluatedDisplacements, s.Seed)
		if predictor, err = NewPredictor(parts, &base); err != nil {
			return nil, err
		}
	}
	base.Displacements = predictor.opt.Displacements
	for _, columns := range s.Columns {
		list, err := s.combinations(ctx, predictor, base, columns)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	after := gram.Counted(s.Progress, len(all)*s.Runs)
	var results []Result
	for _, o := range all {
		r := Result{Coupling: o.Coupling, Budget: o.Budget, Exact: o.Exact != nil, Columns: o.Columns}
		var err error
		r.Total, r.Error, r.Seconds, err = bench.Measure(ctx, s.Runs, s.Seed, func(seed uint64) (Maps, error) {
			o.Seed, r.Seeds = seed, append(r.Seeds, seed)
			return New(parts, &o)
		}, after)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// evaluatedDisplacements is how many displacements choices and the variance budget average over.
const evaluatedDisplacements = 64

// combinations returns the options of a number of columns.
func (s *EvaluateSettings) combinations(ctx context.Context, p *Predictor, base Options,
	columns int) (all []Options, err error) {
	if columns < 1 {
		return nil, fmt.Errorf("pair: %d columns; give a positive number", columns)
	}
	base.Columns = columns
	if s.Best > 0 {
		choices, err := p.Choose(ctx, &base, s.Couplings...)
		if err != nil {
			return nil, err
		}
		for _, c := range choices[:min(s.Best, len(choices))] {
			all = append(all, c.Options)
		}
		return all, nil
	}
	for _, c := range p.parts.among(s.Couplings) {
		for _, exact := range slices.Compact([]*Taylor{nil, s.Exact}) {
			o := base
			o.Coupling, o.Exact = c, exact
			if exact != nil && o.frequencies(p.parts.Dim) < len(p.parts.Parts) {
				continue
			}
			with, err := p.with(&o)
			if err != nil {
				return nil, err
			}
			if o.counts, err = split(ctx, p.parts, with); err != nil {
				return nil, err
			}
			all = append(all, o)
		}
	}
	return all, nil
}
