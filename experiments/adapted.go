package main

import (
	"context"
	"errors"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/experiments/internal/published"
	"krein/features"
	"krein/features/fitted"
	"krein/internal/features/baseline"
	"krein/internal/features/gram"
	"krein/internal/kernel/numeric"
	"krein/internal/learn/landmarks"
	"krein/learn"
)

// Methods whose columns are made of training rows. All rows are their pool, and every run draws anew.
const (
	nystrom      = "Nyström, leverage scores of all rows"
	truncated    = "Nyström, four times as many landmarks, truncated"
	columnsPCA   = "PCA of the kernels with four times as many rows"
	kreinAdapted = "krein, adapted"
	leveraged    = "frequencies by leverage scores of rows"
)

const (
	// leverageRidge is that of leverage scores, in shares of the norm of the kernel matrix.
	leverageRidge = 1e-3
	// sketched is how many rows the kernel matrix is sketched by for the leverage scores of all rows.
	sketched = 500
	// wider is how many times as many landmarks those have that keep as many directions as there are columns.
	wider = 4
)

// adapted are the methods whose columns are made of the rows x.
func adapted(ctx context.Context, x *mat.Dense, f *numeric.Func) []*method {
	s := &leverage{ctx: ctx, x: x, f: f, of: map[uint64][]float64{}}
	by := func(name string, fit func(n int, seed uint64) (*landmarks.Map, *learn.Canonical, error)) *method {
		_, dim := x.Dims()
		return &method{name: name, seeing: true, rep: drawer{dim, func(o *features.Options) (*features.Map, error) {
			l, t, err := fit(o.Columns, o.Seed)
			if err != nil {
				return nil, err
			}
			return fitted.Compose(dim, []fitted.Part{{Basis: landmarks.NewBasis(l, t.By, t.Signature())}}), nil
		}}}
	}
	nearest := func(times int) func(int, uint64) (*landmarks.Map, *learn.Canonical, error) {
		return func(n int, seed uint64) (*landmarks.Map, *learn.Canonical, error) {
			l, err := s.landmarks(times*n, seed)
			if err != nil {
				return nil, nil, err
			}
			t, err := l.Nystrom(ctx, nil, n)
			return l, t, err
		}
	}
	uniform := func(n int, seed uint64) (*landmarks.Map, error) {
		points, err := landmarks.Draw(ctx, x, n, false, seed)
		if err != nil {
			return nil, err
		}
		return landmarks.New(f.EvalTo, points)
	}
	return []*method{
		by(nystrom, nearest(1)),
		by(truncated, nearest(wider)),
		by(columnsPCA, func(n int, seed uint64) (*landmarks.Map, *learn.Canonical, error) {
			l, err := uniform(wider*n, seed)
			if err != nil {
				return nil, nil, err
			}
			t, err := l.Principal(ctx, x, n)
			return l, t, err
		}),
		by(kreinAdapted, func(n int, seed uint64) (*landmarks.Map, *learn.Canonical, error) {
			l, err := landmarks.New(f.EvalTo, x.Slice(0, 1, 0, x.RawMatrix().Cols).(*mat.Dense))
			if err != nil {
				return nil, nil, err
			}
			return l.Adapt(ctx, learn.Matrix(x), n, 0, seed)
		}),
	}
}

// leverageScores is seed 002's sampling by the ridge leverage scores of frequencies, with rows of x.
func leverageScores(x *mat.Dense, measure func(seed uint64) (*decompose.Decomposition, error)) *method {
	return &method{name: leveraged, rep: published.NewLeverage(gram.SampleRows(x, fitRows, 1), measure), seeing: true}
}

// leverage draws landmarks by ridge leverage scores of all rows: of the matrix that a sketch by some rows gives, Nyström's
// ΨΨᵀ with |K| of the sketch in the place of K (D. Oglic, T. Gärtner 2019), so that indefinite kernels have them, too.
type leverage struct {
	ctx context.Context
	x   *mat.Dense
	f   *numeric.Func
	mu  sync.Mutex
	of  map[uint64][]float64 // by seeds
}

// landmarks draws n rows, or all.
func (s *leverage) landmarks(n int, seed uint64) (*landmarks.Map, error) {
	scores, err := s.scores(seed)
	if err != nil {
		return nil, err
	}
	rows := 0
	for _, v := range scores {
		if v > 0 {
			rows++
		}
	}
	return landmarks.New(s.f.EvalTo, baseline.Landmarks(s.x, min(n, rows), scores, seed))
}

// scores are those by the sketch of a seed.
func (s *leverage) scores(seed uint64) ([]float64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if scores := s.of[seed]; scores != nil {
		return scores, nil
	}
	points, err := landmarks.Draw(s.ctx, s.x, sketched, false, seed+1)
	if err != nil {
		return nil, err
	}
	l, err := landmarks.New(s.f.EvalTo, points)
	if err != nil {
		return nil, err
	}
	m, _ := points.Dims()
	t, err := l.Nystrom(s.ctx, nil, m)
	if err != nil {
		return nil, err
	}
	kernels, err := l.Transform(nil, s.x)
	if err != nil {
		return nil, err
	}
	var psi mat.Dense
	psi.Mul(kernels, t.By)
	var gram mat.SymDense
	gram.SymOuterK(1, psi.T())
	lambda := leverageRidge * mat.Norm(&gram, 2)
	for i := range gram.SymmetricDim() {
		gram.SetSym(i, i, gram.At(i, i)+lambda)
	}
	var by mat.Cholesky
	if !by.Factorize(&gram) {
		return nil, errors.New("the sums of squares of a sketch are not positive definite")
	}
	var solved mat.Dense
	if err := by.SolveTo(&solved, psi.T()); err != nil {
		return nil, err
	}
	n, _ := psi.Dims()
	scores := make([]float64, n)
	for i := range scores {
		scores[i] = max(floats.Dot(psi.RawRowView(i), mat.Col(nil, i, &solved)), 0)
	}
	s.of[seed] = scores
	return scores, nil
}
