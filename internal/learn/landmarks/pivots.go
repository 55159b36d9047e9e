package landmarks

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/spectral"
	"krein/learn"
)

const (
	// pivotBlock is how many rows are proposed at once: their columns are made by products of matrices.
	pivotBlock = 48
	// pivotRows is how many rows points are picked from, for each of them: the cost of a pick grows with the rows.
	pivotRows = 4
	// exhausted is the share of Σ k(x,x) below which the points that there are say all but rounding.
	exhausted = 1e-10
	// enough is the share of the trace of K less that of its best approximation with so many columns that points which are
	// enough leave of it: errors of principal columns are then 1.01 to 1.06 times the best there is, for eigenvalues that fall
	// fast and slowly (bench/adapted). The trace of the approximation is known from twice as many points as columns.
	enough = 0.25
	// negative is the share of k(0) below which a kernel k(x,x) less what points say of it is no rounding: the kernel is not
	// positive definite.
	negative = 1e-6
)

// Pivots returns up to most of the rows of x for points, the pivots of a Cholesky decomposition of K that are drawn with the
// probabilities of what is left of its diagonal (RPCholesky: Chen, Epperly, Tropp, Webber 2023, by blocks with rejection:
// Epperly, Tropp, Webber 2024), of the kernel of l; its points have no part in it. So rows that others say little of are
// taken, and half as many points as uniform ones give principal columns as near to K. There are fewer if these say all of K
// and, unless columns is 0, if they are enough for so many principal columns: their error on the rows is then some hundredths
// above that of kernel principal components, however fast the eigenvalues of K fall. It takes O(rows·points²), of at most
// 4·most rows that are drawn uniformly. It returns nil for a kernel that is not positive
// definite between the rows. Errors are those of New and Transform, and ctx's; it panics if most < 1.
func (l *Map) Pivots(ctx context.Context, x *mat.Dense, columns, most int, seed uint64) (*mat.Dense, error) {
	if most < 1 {
		panic("landmarks: no points")
	}
	if rows, _ := x.Dims(); rows > pivotRows*most {
		x = picked(x, learn.UniformRows(rows, pivotRows*most, seed))
	}
	p, err := l.pivoting(x, most, seed)
	if p == nil || err != nil {
		return nil, err
	}
	least := exhausted * float64(len(p.left)) * p.zero
	for columns > 0 || len(p.chosen) < p.most {
		left := floats.Sum(p.left)
		if columns > 0 && len(p.chosen) >= 2*columns {
			rest, err := p.beyond(ctx, columns)
			if err != nil {
				return nil, err
			}
			least, columns = max(least, enough*rest), 0
		}
		if left <= least || len(p.chosen) == p.most {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if positive, err := p.block(l); err != nil || !positive {
			return nil, err
		}
	}
	slices.Sort(p.chosen)
	return picked(x, p.chosen), nil
}

// beyond returns about the trace of K less the n greatest eigenvalues of FFᵀ.
func (p *pivoting) beyond(ctx context.Context, n int) (float64, error) {
	t := len(p.chosen)
	f := p.f.Slice(0, len(p.left), 0, t).(*mat.Dense)
	gram := spectral.Squares(f)
	v, gv, err := spectral.Span(ctx, gram, mat.DenseCopyOf(gram.Slice(0, t, 0, n)), 0)
	if err != nil {
		return 0, err
	}
	return p.zero*float64(len(p.left)) - mat.Trace(spectral.Multiply(v.T(), gv)), nil
}

// pivoting is a decomposition K ≈ FFᵀ in the making.
type pivoting struct {
	x      *mat.Dense
	f      *mat.Dense
	left   []float64 // of the diagonal
	zero   float64   // k(0)
	most   int
	chosen []int
	rng    *rand.Rand
}

// pivoting begins with nothing chosen; nil for a kernel that is not positive at 0.
func (l *Map) pivoting(x *mat.Dense, n int, seed uint64) (*pivoting, error) {
	rows, _ := x.Dims()
	first := picked(x, []int{0})
	k, err := l.Between(first)
	if err != nil || !(k.At(0, 0) > 0) {
		return nil, err
	}
	p := &pivoting{x: x, zero: k.At(0, 0), most: min(n, rows), rng: rand.New(rand.NewPCG(seed, 0x7069766f74))}
	p.f, p.left = mat.NewDense(rows, p.most, nil), slices.Repeat([]float64{p.zero}, rows)
	return p, nil
}

// block adds some pivots, at least one, and reports whether the kernel may still be positive definite.
func (p *pivoting) block(l *Map) (bool, error) {
	proposed := p.propose(min(pivotBlock, p.most-len(p.chosen)))
	own, err := l.with(picked(p.x, proposed))
	if err != nil {
		return false, err
	}
	column, err := own.Transform(nil, p.x)
	if err != nil {
		return false, err
	}
	rows, _ := p.x.Dims()
	if t := len(p.chosen); t > 0 {
		before := p.f.Slice(0, rows, 0, t).(*mat.Dense)
		column.Sub(column, spectral.Multiply(before, picked(before, proposed).T()))
	}
	was := make([]float64, len(proposed))
	for i, row := range proposed {
		was[i] = p.left[row]
	}
	for i, row := range proposed {
		v := column.At(row, i)
		if v < -negative*p.zero {
			return false, nil
		}
		if !(v > exhausted*p.zero) || i > 0 && p.rng.Float64()*was[i] > v {
			p.left[row] = max(v, 0)
			continue
		}
		if !p.eliminate(column, i, proposed, math.Sqrt(v)) {
			return false, nil
		}
	}
	return true, nil
}

// propose draws different rows with the probabilities of what is left.
func (p *pivoting) propose(n int) []int {
	left, some := slices.Clone(p.left), []int{}
	for range n {
		at := p.rng.Float64() * floats.Sum(left)
		row, last := -1, 0.0
		for i, v := range left {
			if v > 0 {
				row = i
				if last += v; last > at {
					break
				}
			}
		}
		if row < 0 {
			break
		}
		some, left[row] = append(some, row), 0
	}
	return some
}

// eliminate takes the column i of those proposed for a pivot, and what it says off the columns after it and the diagonal.
func (p *pivoting) eliminate(column *mat.Dense, i int, proposed []int, root float64) bool {
	by := make([]float64, len(proposed))
	for j := i + 1; j < len(proposed); j++ {
		by[j] = column.At(proposed[j], i) / root
	}
	t := len(p.chosen)
	for r := range p.left {
		row := column.RawRowView(r)
		v := row[i] / root
		p.f.Set(r, t, v)
		floats.AddScaled(row[i+1:], -v, by[i+1:])
		if p.left[r] -= v * v; p.left[r] < -negative*p.zero {
			return false
		}
		p.left[r] = max(p.left[r], 0)
	}
	p.left[proposed[i]] = 0
	p.chosen = append(p.chosen, proposed[i])
	return true
}
