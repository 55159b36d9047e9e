package landmarks

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/spectral"
	"krein/internal/learn/squares"
	"krein/learn"
)

const (
	// mostPoints is how many points Adapt takes without being asked, unless that is less than mostPerColumn for a column:
	// their kernels with each other are factored, and those of all rows multiplied with the factor.
	mostPoints, mostPerColumn = 2048, 3
	// directSteps is how many steps of subspace iteration more than rotated columns are worth where all rows are points, from
	// pivots on: errors on the rows are then 1.03 to 1.06 times the best there is (bench/adapted), with one less 1.12 to 1.19.
	directSteps = 3
	// uniformPerColumn is how many uniform rows a column of an indefinite kernel is made of, for which Pivots does not say how
	// many are enough (bench/adapted measures it).
	uniformPerColumn = 8
	// rotated is the number of columns up to which Adapt's are principal ones in their order. More of a positive definite
	// kernel span what these do: eigenvectors take most of the time then, and turn nothing of ΨSΨᵀ.
	rotated = 512
)

// Adapt returns the kernels with points of the rows x, of the kernel of l, and T for which the columns CT are n principal ones
// on the rows, fewer if there are fewer. There are as many points as are given, drawn uniformly; of 0 as many as are enough:
// those of Pivots, all rows where these are few beside the columns, and uniform ones for kernels that are not positive
// definite. With more than 512 columns these are not in order. Blocks of rows are read in their order, from the first one on for each
// of at most four passes, and of more than 4·MostPoints rows no more than so many are ever in memory. Errors are those of Pivots,
// Principal and x.
func (l *Map) Adapt(ctx context.Context, x learn.Rows, n, points int, seed uint64) (*Map, *learn.Canonical, error) {
	rows, _ := x.Dims()
	most := MostPoints(n)
	sample, err := Pick(ctx, x, learn.UniformRows(rows, pivotRows*most, seed))
	if err != nil {
		return nil, nil, err
	}
	if rows <= pivotRows*most {
		x = learn.Matrix(sample)
	}
	if points == 0 && n < rows && rows <= mostPerColumn*n {
		if m, t, err := l.directly(ctx, sample, n, seed); t != nil || err != nil {
			return m, t, err
		}
	}
	var chosen *mat.Dense
	if points == 0 {
		if chosen, err = l.Pivots(ctx, sample, n, most, seed); err != nil {
			return nil, nil, err
		}
		points = min(most, uniformPerColumn*n)
	}
	if chosen == nil {
		if chosen, err = Pick(ctx, x, learn.UniformRows(rows, points, seed)); err != nil {
			return nil, nil, err
		}
	}
	m, err := l.with(chosen)
	if err != nil {
		return nil, nil, err
	}
	n = min(n, m.Columns())
	if m.Columns() <= n || rows <= m.Columns() {
		t, err := m.Nystrom(ctx, sample, n)
		return m, t, err
	}
	t, err := m.adapt(ctx, x, sample, n)
	return m, t, err
}

// adapt is Principal of more rows than points, from a pass over x, but with more than 512 columns Span; directions of an
// indefinite kernel are tried on some of the rows.
func (l *Map) adapt(ctx context.Context, x learn.Rows, some *mat.Dense, n int) (*learn.Canonical, error) {
	t, err := l.whole(ctx)
	if t != nil && n > rotated && err == nil {
		gram, err := l.products(ctx, x, t.By)
		if err != nil {
			return nil, err
		}
		return spanned(ctx, t, gram, n, 0)
	}
	if t == nil && err == nil {
		t, err = l.Nystrom(ctx, some, min(l.Columns(), n+min(n, spare)))
	}
	if err != nil || len(t.Values) <= n {
		return t, err
	}
	sums := learn.NewSums(make([]float64, len(t.Values)+1), 1)
	err = blocks(ctx, x, func(_ int, b *mat.Dense) error {
		rows, _ := b.Dims()
		return sums.Add(ctx, t.Rows(learn.Mapped(l, b)), mat.NewDense(rows, 1, nil))
	})
	if err != nil {
		return nil, err
	}
	p, err := learn.PrincipalOf(ctx, sums, t.Signature(), n)
	if err != nil {
		return nil, err
	}
	return &learn.Canonical{By: spectral.Multiply(t.By, p.By), Values: p.Values}, nil
}

// blocks calls do with rows from the first one on.
func blocks(ctx context.Context, x learn.Rows, do func(first int, b *mat.Dense) error) error {
	rows, d := x.Dims()
	memory := mat.NewDense(min(productRows, rows), d, nil)
	for first := 0; first < rows; first += productRows {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := min(productRows, rows-first)
		b, err := x.Block(memory.Slice(0, n, 0, d).(*mat.Dense).RawMatrix(), first)
		if err != nil {
			return err
		}
		var block mat.Dense
		block.SetRawMatrix(b)
		if err := do(first, &block); err != nil {
			return err
		}
	}
	return nil
}

// errDone ends a pass.
var errDone = errors.New("landmarks: all rows that are needed were read")

// Pick copies some rows, whose numbers ascend, in a pass over x.
func Pick(ctx context.Context, x learn.Rows, some []int) (*mat.Dense, error) {
	_, d := x.Dims()
	out, at := mat.NewDense(len(some), d, nil), 0
	err := blocks(ctx, x, func(first int, b *mat.Dense) error {
		n, _ := b.Dims()
		for ; at < len(some) && some[at] < first+n; at++ {
			out.SetRow(at, b.RawRowView(some[at]-first))
		}
		if at == len(some) {
			return errDone
		}
		return nil
	})
	if errors.Is(err, errDone) {
		err = nil
	}
	return out, err
}

// MostPoints bounds the points that Adapt takes for n columns without being asked.
func MostPoints(n int) int { return max(mostPoints, mostPerColumn*n) }

// directly is Adapt with all rows for points, whose K is not factored; nil if K is not positive definite or of a smaller rank.
func (l *Map) directly(ctx context.Context, x *mat.Dense, n int, seed uint64) (*Map, *learn.Canonical, error) {
	p, err := l.pivoting(x, n, seed)
	if p == nil || err != nil {
		return nil, nil, err
	}
	for len(p.chosen) < n {
		before := len(p.chosen)
		if positive, err := p.block(l); err != nil || !positive || len(p.chosen) == before {
			return nil, nil, err
		}
	}
	m, err := l.with(x)
	if err != nil {
		return nil, nil, err
	}
	k, err := m.Transform(nil, x)
	if err != nil {
		return nil, nil, err
	}
	steps := directSteps
	if n <= rotated {
		steps = 0 // until they gain nothing
	}
	v, kv, err := spectral.Span(ctx, k, p.f, steps)
	if err != nil {
		return nil, nil, err
	}
	// KV(VᵀKV)⁻¹VᵀK is nearer to K than VVᵀKVVᵀ
	by := spectral.Half(v, kv)
	if by == nil {
		return nil, nil, nil
	}
	if n > rotated {
		return m, signless(by), nil
	}
	phi := spectral.Multiply(k, by)
	values, turn, err := spectral.All(spectral.Squares(phi))
	if err != nil {
		return nil, nil, err
	}
	t := (&spectral.Pairs{Values: values, Vectors: turn}).Greatest(n)
	return m, &learn.Canonical{By: spectral.Multiply(by, t.Vectors), Values: t.Values}, nil
}

// signless has the columns of a positive definite kernel.
func signless(by *mat.Dense) *learn.Canonical {
	_, n := by.Dims()
	t := &learn.Canonical{By: by, Values: make([]float64, n)}
	for j := range n {
		t.Values[j] = 1
	}
	return t
}

// Span returns T of n columns that span about what those of Principal do where K_mm is positive definite, in no order and not
// orthogonal, which takes a fraction of the time; the signs are all 1. So many steps of subspace iteration find them; 0 is until
// they gain little. Otherwise they are those of Principal. Errors and panics are the same.
func (l *Map) Span(ctx context.Context, x *mat.Dense, n, steps int) (*learn.Canonical, error) {
	rows, _ := x.Dims()
	m := l.Columns()
	if m > n && rows <= m {
		return l.Principal(ctx, x, n)
	}
	t, err := l.whole(ctx)
	if err != nil || t != nil && m <= n {
		return t, err
	}
	if t == nil {
		return l.Principal(ctx, x, n)
	}
	gram, err := l.products(ctx, learn.Matrix(x), t.By)
	if err != nil {
		return nil, err
	}
	return spanned(ctx, t, gram, n, steps)
}

// spanned returns n columns of those of T whose products gram has.
func spanned(ctx context.Context, t *learn.Canonical, gram *mat.Dense, n, steps int) (*learn.Canonical, error) {
	v, _, err := spectral.Span(ctx, gram, spectral.Multiply(gram, spectral.Random(len(t.Values), n)), steps)
	if err != nil {
		return nil, err
	}
	return signless(spectral.Multiply(t.By, v)), nil
}

// productRows is how many rows products are added up of at once.
const productRows = 512

// products returns TᵀCᵀCT.
func (l *Map) products(ctx context.Context, x learn.Rows, t *mat.Dense) (*mat.Dense, error) {
	sums, memory := squares.New(l.Columns()), new(squares.Memory)
	err := blocks(ctx, x, func(_ int, b *mat.Dense) error {
		c, err := l.Transform(nil, b)
		if err != nil {
			return err
		}
		memory.Add(1, sums, spectral.Multiply(c, t).RawMatrix())
		return nil
	})
	if err != nil {
		return nil, err
	}
	return spectral.Mirrored(sums), nil
}
