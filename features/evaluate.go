package features

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/decompose"
)

// EvaluateSettings say what Evaluate measures. Zero fields mean the documented defaults.
type EvaluateSettings struct {
	// Rows is how many rows are drawn, uniformly without replacement and once for
	// all runs; 0 means 1000. All rows are taken if there are not so many.
	// The kernel matrix is kept: 8·Rows² bytes.
	Rows int
	// Runs is the number of maps drawn per combination; 0 means 20.
	Runs int
	// Columns lists the sizes (see Options.Columns); nil means 32, 64, 128, 512.
	Columns []int
	// Couplings, Radii and Budgets list what is combined; nil means all.
	Couplings []Coupling
	Radii     []RadiusLaw
	Budgets   []Budget
	// Map is the kind of map.
	Map MapKind
	// Distances is how many pairwise distances of the drawn rows the variance
	// budget averages over; 0 means 64.
	Distances int
	// Seed picks the rows, the distances and the maps. Run r draws its maps with
	// the same seed under every combination.
	Seed uint64
	// Progress, if not nil, is called after every map with the number done.
	Progress func(done, total int)
}

// MeanSD is a sample mean and the sample standard deviation (divisor runs − 1; 0 for a
// single run).
type MeanSD struct {
	Mean float64 `json:"mean"`
	SD   float64 `json:"sd"`
}

// Result is one measured combination.
type Result struct {
	Coupling Coupling  `json:"coupling"`
	Radii    RadiusLaw `json:"radii"`
	Budget   Budget    `json:"budget"`
	// Columns are those of Φ, with the constant one if there is one.
	Columns int `json:"columns"`
	// Error is ‖K − ΦJΦᵀ‖/‖K‖ in the Frobenius norm over the runs.
	Error MeanSD `json:"error"`
	// Seconds is the mean wall time to draw a map and transform the rows.
	Seconds float64 `json:"seconds"`
}

func (s *EvaluateSettings) filled() (EvaluateSettings, error) {
	var e EvaluateSettings
	if s != nil {
		e = *s
	}
	for _, f := range []struct {
		name  string
		value *int
		zero  int
	}{{"rows", &e.Rows, 1000}, {"runs", &e.Runs, 20}, {"distances", &e.Distances, 64}} {
		if *f.value == 0 {
			*f.value = f.zero
		}
		if *f.value < 0 {
			return e, fmt.Errorf("features: %d %s; give a positive number", *f.value, f.name)
		}
	}
	if e.Columns == nil {
		e.Columns = []int{32, 64, 128, 512}
	}
	if e.Couplings == nil {
		e.Couplings = []Coupling{IID, Orthogonal, GORF, Shared, Structured, Design}
	}
	if e.Radii == nil {
		e.Radii = []RadiusLaw{RadiiIID, RadiiStratified, RadiiImportance}
	}
	if e.Budgets == nil {
		e.Budgets = []Budget{BudgetEqual, BudgetProportional, BudgetVariance}
	}
	return e, nil
}

// Evaluate measures the relative Frobenius error of the kernel matrix on rows of x, for
// every combination of the settings and every number of columns, in that order. k is the
// kernel as a function of the distance ‖x−y‖ and dec its decomposition; x is n×dec.Dim.
//
// Evaluate panics if k, dec or x is nil or x has another number of columns than dec.Dim.
// It returns an error for settings out of range, data that are not finite, a kernel that
// is not finite at some distance or zero at all of them, and when ctx is done.
func Evaluate(ctx context.Context, k func(z float64) float64, dec *decompose.Decomposition, x *mat.Dense, settings *EvaluateSettings) ([]Result, error) {
	s, err := settings.filled()
	if err != nil {
		return nil, err
	}
	if _, cols := x.Dims(); cols != dec.Dim {
		panic(mat.ErrShape)
	}
	combinations, err := s.combinations(dec)
	if err != nil {
		return nil, err
	}
	rows := sampleRows(x, s.Rows, s.Seed)
	gram, norm, err := kernelMatrix(ctx, k, rows)
	if err != nil {
		return nil, err
	}
	distances := SampleDistances(rows, s.Distances, s.Seed)
	if distances == nil {
		distances = []float64{0}
	}
	var at [2][]*moments // without and with importance radii
	results := make([]Result, 0, len(combinations))
	total, done := len(combinations)*s.Runs, 0
	for _, opt := range combinations {
		opt.Distances = distances
		importance := 0
		if opt.Radii == RadiiImportance {
			importance = 1
		}
		if at[importance] == nil && opt.Budget == BudgetVariance && dec.Plus.Mass > 0 && dec.Minus.Mass > 0 {
			at[importance] = plainMoments(dec, &opt)
		}
		n, laws := split(dec, &opt, at[importance]), laws(dec, &opt)
		errs := make([]float64, s.Runs)
		var spent time.Duration
		r := Result{Coupling: opt.Coupling, Radii: opt.Radii, Budget: opt.Budget}
		for run := range errs {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			opt.Seed = stream(s.Seed, streamRuns, 0, run).Uint64()
			start := time.Now()
			m, err := draw(dec, &opt, n, laws)
			if err != nil {
				return nil, err
			}
			phi, err := m.Transform(nil, rows)
			if err != nil {
				return nil, err
			}
			spent += time.Since(start)
			r.Columns = m.Columns()
			errs[run] = distance(gram, phi, m.Signature()) / norm
			done++
			if s.Progress != nil {
				s.Progress(done, total)
			}
		}
		r.Error.Mean, r.Error.SD = stat.MeanStdDev(errs, nil)
		if s.Runs == 1 {
			r.Error.SD = 0
		}
		r.Seconds = spent.Seconds() / float64(s.Runs)
		results = append(results, r)
	}
	return results, nil
}

// combinations returns the options of all maps in the order of the results, checked.
func (s *EvaluateSettings) combinations(dec *decompose.Decomposition) ([]Options, error) {
	var all []Options
	for _, coupling := range s.Couplings {
		for _, radii := range s.Radii {
			for _, budget := range s.Budgets {
				for _, columns := range s.Columns {
					// Evaluate draws the distances itself, later.
					o, err := prepare(dec, &Options{Columns: columns, Coupling: coupling, Radii: radii,
						Budget: budget, Map: s.Map, Distances: []float64{0}})
					if err != nil {
						return nil, err
					}
					all = append(all, o)
				}
			}
		}
	}
	return all, nil
}

// sampleRows returns n rows of x, all of them in their order if there are no more.
func sampleRows(x *mat.Dense, n int, seed uint64) *mat.Dense {
	rows, cols := x.Dims()
	if n >= rows {
		return x
	}
	pick := stream(seed, streamRows, 0, 0).Perm(rows)[:n]
	slices.Sort(pick)
	out := mat.NewDense(n, cols, nil)
	for i, j := range pick {
		out.SetRow(i, x.RawRowView(j))
	}
	return out
}

// kernelMatrix returns k(‖x_i−x_j‖) and its Frobenius norm.
func kernelMatrix(ctx context.Context, k func(float64) float64, x *mat.Dense) (*mat.Dense, float64, error) {
	n, cols := x.Dims()
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if !finite(v) {
				return nil, 0, notFinite(i, j, v)
			}
		}
	}
	gram := mat.NewDense(n, n, nil)
	bad := make([]error, n)
	parallelBlocks(n, func() func(lo, hi int) {
		diff := make([]float64, cols)
		return func(lo, hi int) {
			for i := lo; i < hi && ctx.Err() == nil; i++ {
				row := gram.RawRowView(i)
				for j := i; j < n; j++ {
					floats.SubTo(diff, x.RawRowView(i), x.RawRowView(j))
					z := floats.Norm(diff, 2)
					row[j] = k(z)
					if !finite(row[j]) && bad[i] == nil {
						bad[i] = fmt.Errorf("features: the kernel is %v at distance %v, between rows of the data; scale the data into the kernel's domain", row[j], z)
					}
				}
			}
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	if err := errors.Join(bad...); err != nil {
		return nil, 0, bad[slices.IndexFunc(bad, func(e error) bool { return e != nil })]
	}
	for i := range n {
		for j := range i {
			gram.Set(i, j, gram.At(j, i))
		}
	}
	norm := mat.Norm(gram, 2)
	if norm == 0 {
		return nil, 0, errors.New("features: the kernel is 0 at every distance of the data; there is no relative error")
	}
	return gram, norm, nil
}

// distance returns ‖K − ΦJΦᵀ‖_F for symmetric K, from the blocks on and above the diagonal.
func distance(gram, phi *mat.Dense, sign []float64) float64 {
	n, columns := phi.Dims()
	raw := phi.RawMatrix()
	blocks := (n + blockRows - 1) / blockRows
	sums := make([]float64, blocks)
	parallelBlocks(n, func() func(lo, hi int) {
		signed := make([]float64, blockRows*columns)
		product := make([]float64, blockRows*n)
		return func(lo, hi int) {
			for i := lo; i < hi; i++ {
				floats.MulTo(signed[(i-lo)*columns:(i-lo+1)*columns], phi.RawRowView(i), sign)
			}
			// Columns lo … n−1 of the block's rows.
			width := n - lo
			blas64.Gemm(blas.NoTrans, blas.Trans, 1,
				blas64.General{Rows: hi - lo, Cols: columns, Stride: columns, Data: signed},
				blas64.General{Rows: width, Cols: columns, Stride: raw.Stride, Data: raw.Data[lo*raw.Stride:]},
				0, blas64.General{Rows: hi - lo, Cols: width, Stride: width, Data: product})
			sum := 0.0
			for i := lo; i < hi; i++ {
				exact := gram.RawRowView(i)[lo:]
				got := product[(i-lo)*width : (i-lo+1)*width]
				for j, v := range got {
					e := exact[j] - v
					switch j := j + lo; {
					case j == i:
						sum += e * e
					case j > i:
						sum += 2 * e * e
					}
				}
			}
			sums[lo/blockRows] = sum
		}
	})
	return math.Sqrt(floats.Sum(sums))
}
