package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/internal/learn/squares"
)

// Folds are the settings of cross-validation. The zero value means 5 folds and the grid of the
// papers, 2^−5, 2^−4, …, 2^5.
type Folds struct {
	// Count is the number of folds, at least 2; 0 means 5.
	Count int
	// Grid lists values of C (of λ for Ridge), ascending; nil means 2^−5, …, 2^5.
	Grid []float64
	// Seed deals the rows.
	Seed uint64
}

// Scores are those of cross-validation.
type Scores struct {
	Grid []float64 `json:"grid"`
	// Folds has a row for each entry of Grid: the score of each fold.
	Folds [][]float64 `json:"folds"`
	Mean  []float64   `json:"mean"`
	SD    []float64   `json:"sd"` // between folds, divisor Count − 1
	// Best is the entry of Grid with the best mean, the first of equals: the strongest penalty of C.
	Best float64 `json:"best"`
}

// check returns the settings with the defaults filled in.
func (f *Folds) check(rows int) (Folds, error) {
	var s Folds
	if f != nil {
		s = *f
	}
	if s.Count == 0 {
		s.Count = 5
	}
	if s.Grid == nil {
		for e := -5; e <= 5; e++ {
			s.Grid = append(s.Grid, math.Ldexp(1, e))
		}
	}
	if s.Count < 2 || s.Count > rows {
		return s, fmt.Errorf("learn: %d folds of %d rows: want at least 2 folds, and a row for each", s.Count, rows)
	}
	for i, v := range s.Grid {
		if !(v > 0) || math.IsInf(v, 1) || i > 0 && v <= s.Grid[i-1] {
			return s, fmt.Errorf("learn: grid %v: want positive numbers in ascending order", s.Grid)
		}
	}
	return s, nil
}

// Deal returns the fold of each row: the rows of each class in random order are dealt out one by
// one, the next class going on where the last one ended, so that folds and their shares of a class
// differ by at most one row. It panics if count is not positive.
func Deal(y []int, count int, seed uint64) []int {
	if count < 1 {
		panic("learn: no folds")
	}
	order := shuffled[int](len(y), seed)
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(y[i], y[j]) })
	fold := make([]int, len(y))
	for at, i := range order {
		fold[i] = at % count
	}
	return fold
}

// DealRows returns what Deal returns for so many rows of one class, in less memory: 8 bytes a row, 4 of them while it
// deals. It panics if count is not positive.
func DealRows(rows, count int, seed uint64) []uint32 {
	if count < 1 {
		panic("learn: no folds")
	}
	fold := make([]uint32, rows)
	for at, i := range shuffled[uint32](rows, seed) {
		fold[i] = uint32(at % count)
	}
	return fold
}

// shuffled returns the numbers below n in random order.
func shuffled[T int | uint32](n int, seed uint64) []T {
	order := make([]T, n)
	for i := range order {
		order[i] = T(i)
	}
	rng := rand.New(rand.NewPCG(seed, 0x666f6c6473))
	rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// Deal returns the fold of each of so many rows of one class, and an error for folds out of range.
func (f *Folds) Deal(rows int) ([]uint32, error) {
	s, err := f.check(rows)
	if err != nil {
		return nil, err
	}
	return DealRows(rows, s.Count, s.Seed), nil
}

// without are the rows that are not in a fold.
func without(fold []int, f int) []bool {
	in := make([]bool, len(fold))
	for i, g := range fold {
		in[i] = g != f
	}
	return in
}

// CrossValidate returns the accuracy for each C of the grid; C itself is not read. A class that has no row outside of a
// fold counts as one that no row is in. All folds and classes are fitted side by side, each C beginning where the last
// one ended. Panics and errors are those of Fit, and an error for folds out of range.
func (s *LinearSVM) CrossValidate(ctx context.Context, x Rows, y []int, folds *Folds) (*Scores, error) {
	l := classes(y, s.Classes)
	return crossClasses(ctx, s.Convex, hinges{l}, l, x, folds)
}

// CrossValidate is as LinearSVM.CrossValidate.
func (s *Logistic) CrossValidate(ctx context.Context, x Rows, y []int, folds *Folds) (*Scores, error) {
	l := classes(y, s.Classes)
	return crossClasses(ctx, s.Convex, softmaxes{l}, l, x, folds)
}

// CrossValidate returns the root mean square error for each C of the grid, see LinearSVM.CrossValidate.
func (s *SVR) CrossValidate(ctx context.Context, x Rows, y []float64, folds *Folds) (*Scores, error) {
	e, err := s.estimator(y)
	if err != nil {
		return nil, err
	}
	v := &validation{set: s.Convex, by: e, classes: make([]int, len(y)), least: true}
	v.score = func(rows []int, z func(i int) []float64) float64 {
		sum := 0.0
		for _, i := range rows {
			r := z(i)[0] - e.y[i]
			sum += r * r
		}
		return math.Sqrt(sum / float64(len(rows)))
	}
	return v.run(ctx, x, folds)
}

func crossClasses(ctx context.Context, set Convex, e estimator, l labelled, x Rows, folds *Folds) (*Scores, error) {
	if err := l.several(); err != nil {
		return nil, err
	}
	v := &validation{set: set, by: e, classes: l.y}
	v.score = func(rows []int, z func(i int) []float64) float64 {
		right := 0
		for _, i := range rows {
			if decide(z(i)) == l.y[i] {
				right++
			}
		}
		return float64(right) / float64(len(rows))
	}
	return v.run(ctx, x, folds)
}

// validation is a cross-validation of a convex estimator.
type validation struct {
	set     Convex
	by      estimator
	classes []int // that folds are stratified by
	least   bool  // the best score is the least
	score   func(rows []int, z func(i int) []float64) float64
}

func (v *validation) run(ctx context.Context, x Rows, folds *Folds) (*Scores, error) {
	n, c := x.Dims()
	if len(v.classes) != n {
		panic(mat.ErrShape)
	}
	cv, err := folds.check(n)
	if err != nil {
		return nil, err
	}
	set, err := v.set.check(c)
	if err != nil {
		return nil, err
	}
	fold := Deal(v.classes, cv.Count, cv.Seed)
	held := members(fold, cv.Count)
	var problems []*problem
	of := make([][]*problem, cv.Count)
	for f := range cv.Count {
		of[f] = v.by.problems(&set, n, c, without(fold, f))
		problems = append(problems, of[f]...)
	}
	if v.set.Progress != nil {
		set.Progress = nil
	}
	s := &Scores{Grid: cv.Grid}
	for g, value := range cv.Grid {
		for _, p := range problems {
			p.c = value
		}
		if err := set.solve(ctx, newPass(x), problems); err != nil {
			return nil, fmt.Errorf("%w (C = %v)", err, value)
		}
		row := make([]float64, cv.Count)
		for f := range cv.Count {
			row[f] = v.score(held[f], margins(of[f]))
		}
		s.add(row)
		if v.set.Progress != nil {
			v.set.Progress(g+1, len(cv.Grid))
		}
	}
	s.choose(v.least)
	return s, nil
}

// members are the rows of each fold.
func members(fold []int, count int) [][]int {
	m := make([][]int, count)
	for i, f := range fold {
		m[f] = append(m[f], i)
	}
	return m
}

// margins returns the outputs that the problems, together, have for a row.
func margins(of []*problem) func(i int) []float64 {
	var z []float64
	return func(i int) []float64 {
		z = z[:0]
		for _, p := range of {
			z = append(z, p.z[i*p.outputs:][:p.outputs]...)
		}
		return z
	}
}

// add adds the scores of an entry of the grid.
func (s *Scores) add(folds []float64) {
	s.Folds = append(s.Folds, folds)
	mean, sd := stat.MeanStdDev(folds, nil)
	s.Mean, s.SD = append(s.Mean, mean), append(s.SD, sd)
}

func (s *Scores) choose(least bool) {
	best := 0
	for i, m := range s.Mean {
		if least && m < s.Mean[best] || !least && m > s.Mean[best] {
			best = i
		}
	}
	s.Best = s.Grid[best]
}

// CrossValidate returns the root mean square error over all targets for each λ of the grid; Lambda is
// not read. ΦᵀΦ is added up once, and factored for each fold and λ; of fewer rows than columns, one eigendecomposition
// of the matrix of the rows serves all λ and folds. Panics and errors are those of Path, and an error for folds out of
// range.
func (s *Ridge) CrossValidate(ctx context.Context, x Rows, y *mat.Dense, folds *Folds) (*Scores, error) {
	n, c := x.Dims()
	if s.fewer(x) {
		if err := s.check(x, y); err != nil {
			return nil, err
		}
		cv, err := folds.check(n)
		if err != nil {
			return nil, err
		}
		e, err := s.dual(ctx, x, y)
		if err != nil {
			return nil, err
		}
		scores, err := e.cross(ctx, DealRows(n, cv.Count, cv.Seed), &cv)
		if err != nil {
			return nil, err
		}
		return gathered(scores, &cv)
	}
	return s.cross(ctx, x, y, folds, s.paths(c))
}

// CrossValidateSums is CrossValidate for rows of which the sums of each fold are known, see AddParts: the same scores,
// up to the rounding of sums in another order. Of folds the grid is read. It panics with mat.ErrShape unless there are
// sums of at least two folds.
func (s *Ridge) CrossValidateSums(ctx context.Context, parts []*Sums, folds *Folds) (*Scores, error) {
	return s.crossSums(ctx, parts, folds, s.paths(parts[0].of.columns))
}

// minimum returns the minimum, or what else is scored, for a λ.
type minimum func(lambda float64) (*Linear, error)

// paths solves the equations of some rows: by Cholesky's method for each λ, which takes far fewer operations than
// eigenvectors, and by these once it fails, for λ that is next to nothing beside the matrix.
func (s *Ridge) paths(columns int) func(*system) (minimum, error) {
	return func(e *system) (minimum, error) {
		d := s.weights(columns)
		if err := penalised(d); err != nil {
			return nil, err
		}
		width, targets := e.right.Dims()
		gram := squares.New(width)
		for i := range width {
			for j := i; j < width; j++ {
				gram.Data[i*gram.Stride+j] = e.gram.At(i, j)
			}
		}
		var p *RidgePath
		return func(lambda float64) (_ *Linear, err error) {
			w := general(width, targets)
			copy(w.Data, e.right.RawMatrix().Data)
			if p == nil && solveShifted(gram, func(j int) float64 { return lambda * d[j] }, w) {
				return e.linear(dense(w), columns), nil
			}
			if p == nil {
				if p, err = e.path(d, columns); err != nil {
					return nil, err
				}
			}
			return p.At(lambda), nil
		}, nil
	}
}

// CrossValidate returns the root mean square error over all targets for each λ of the grid, of the solution that is
// asked for: (*KreinPath).Stationary, or one by Hilbert or Sphere. A λ for which a fold has no solution is left out of
// Scores.Grid. A solution near a pole of one fold's equations is none of another's, so that the best λ keeps away from
// those of all folds; all rows together may have one there still, which Fit's own solution tells. Panics and errors are
// those of Fit, and an error for folds out of range.
func (s *KreinRidge) CrossValidate(ctx context.Context, x Rows, y *mat.Dense, folds *Folds,
	solution func(p *KreinPath, lambda float64) (*Linear, error),
) (*Scores, error) {
	_, c := x.Dims()
	if err := s.check(c); err != nil {
		return nil, err
	}
	return (&Ridge{Intercept: s.Intercept}).cross(ctx, x, y, folds, s.paths(c, solution))
}

// CrossValidateSums is CrossValidate for rows of which the sums of each fold are known, see Ridge.CrossValidateSums.
func (s *KreinRidge) CrossValidateSums(ctx context.Context, parts []*Sums, folds *Folds,
	solution func(p *KreinPath, lambda float64) (*Linear, error),
) (*Scores, error) {
	c := parts[0].of.columns
	if err := s.check(c); err != nil {
		return nil, err
	}
	return (&Ridge{Intercept: s.Intercept}).crossSums(ctx, parts, folds, s.paths(c, solution))
}

// paths decomposes the equations of some rows.
func (s *KreinRidge) paths(columns int, solution func(p *KreinPath, lambda float64) (*Linear, error),
) func(*system) (minimum, error) {
	return func(e *system) (minimum, error) {
		p, err := s.path(e, columns)
		return func(lambda float64) (*Linear, error) { return solution(p, lambda) }, err
	}
}

// cross scores what prepare returns for the equations of the rows outside of each fold.
func (s *Ridge) cross(ctx context.Context, x Rows, y *mat.Dense, folds *Folds,
	prepare func(*system) (minimum, error),
) (*Scores, error) {
	if err := s.check(x, y); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	cv, err := folds.check(n)
	if err != nil {
		return nil, err
	}
	fold := DealRows(n, cv.Count, cv.Seed)
	sums, err := accumulate(ctx, x, y, fold, cv.Count, s.Intercept == FreeIntercept)
	if err != nil {
		return nil, err
	}
	return s.score(ctx, sums, &cv, prepare)
}

// crossSums is cross for sums of folds.
func (s *Ridge) crossSums(ctx context.Context, parts []*Sums, folds *Folds,
	prepare func(*system) (minimum, error),
) (*Scores, error) {
	if len(parts) < 2 {
		panic(mat.ErrShape)
	}
	sums, rows := make([]*normal, len(parts)), 0
	for f, p := range parts {
		if _, err := s.of(p); err != nil {
			return nil, err
		}
		sums[f] = p.of
		rows += p.Rows()
	}
	cv := Folds{Count: len(parts)}
	if folds != nil {
		cv.Grid = folds.Grid
	}
	cv, err := cv.check(rows)
	if err != nil {
		return nil, err
	}
	return s.score(ctx, sums, &cv, prepare)
}

// score scores what prepare returns for the equations of the rows outside of each fold, of which there are sums.
func (s *Ridge) score(ctx context.Context, sums []*normal, cv *Folds, prepare func(*system) (minimum, error),
) (*Scores, error) {
	scores := make([][]float64, len(cv.Grid))
	for f := range cv.Count {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rest := slices.Concat(sums[:f], sums[f+1:])
		at, err := prepare(plus(rest...).system(s.Intercept))
		if err != nil {
			return nil, err
		}
		for g, lambda := range cv.Grid {
			if l, err := at(lambda); err == nil {
				scores[g] = append(scores[g], sums[f].rootMeanSquare(l))
			}
		}
	}
	return gathered(scores, cv)
}

// gathered are the scores of those entries of the grid that have one of each fold.
func gathered(scores [][]float64, cv *Folds) (*Scores, error) {
	all := new(Scores)
	for g, row := range scores {
		if len(row) == cv.Count {
			all.Grid = append(all.Grid, cv.Grid[g])
			all.add(row)
		}
	}
	if all.Grid == nil {
		return nil, errors.New("learn: every λ of the grid is at a pole of some fold's equations: give others")
	}
	all.choose(true)
	return all, nil
}

// rootMeanSquare returns that of y − f over the rows that were added up.
func (s *normal) rootMeanSquare(l *Linear) float64 {
	c, m := s.columns, len(s.squares)
	var gram mat.SymDense
	gram.SetRawSymmetric(blas64.Symmetric{N: c, Stride: s.gram.Stride, Data: s.gram.Data, Uplo: blas.Upper})
	sum := 0.0
	for t := range m {
		w := mat.NewVecDense(c, l.Weights.RawRowView(t))
		// y − f = (y−p) − wᵀ(φ−o) − a with a constant a
		a := l.Intercept[t] + mat.Dot(w, mat.NewVecDense(c, s.origin[:c])) - s.origin[c+t]
		along := mat.Dot(w, mat.NewVecDense(c, s.sum[:c]))
		cross := 0.0
		for j := range c {
			cross += w.AtVec(j) * s.right.Data[j*m+t]
		}
		sum += s.squares[t] + mat.Inner(w, &gram, w) + s.n*a*a - 2*cross - 2*a*s.sum[c+t] + 2*a*along
	}
	return math.Sqrt(max(sum, 0) / (s.n * float64(m)))
}
