package learn

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/spectral"
	"krein/internal/learn/squares"
)

// dual are the equations of Ridge for fewer rows than weights, in one unknown a row: with Φ̃ = (Φ − 1φ̄ᵀ)D^−½ and
// K = Φ̃Φ̃ᵀ the minimum is w = D^−½Φ̃ᵀα, (K + λI)α = y − ȳ. Means are those of a free intercept; a penalised one is a
// column of ones, and no intercept takes no means off.
type dual struct {
	phi     *mat.Dense // Φ̃, rows×width
	y       *mat.Dense // y − ȳ
	root    []float64  // √d
	mean    []float64  // of the columns, then of the targets; nil: nothing was taken off
	columns int
	kernel  blas64.General // the upper triangle of K
}

// fewer reports whether the dual equations are the smaller ones, and exist: they divide by d.
func (s *Ridge) fewer(x Rows) bool {
	n, c := x.Dims()
	return n < c && (s.Penalty == nil || floats.Min(s.Penalty) > 0)
}

// dual reads the rows, after check.
func (s *Ridge) dual(ctx context.Context, x Rows, y *mat.Dense) (*dual, error) {
	n, c := x.Dims()
	_, m := y.Dims()
	root := s.weights(c)
	for j, v := range root {
		root[j] = math.Sqrt(v)
	}
	phi, err := readAll(ctx, x, len(root))
	if err != nil {
		return nil, err
	}
	e := &dual{phi: phi, y: mat.DenseCopyOf(y), root: root, columns: c}
	if s.Intercept == FreeIntercept {
		e.mean = make([]float64, c+m)
		meanOf(e.mean[:c], e.phi.RawMatrix())
		meanOf(e.mean[c:], e.y.RawMatrix())
	}
	turned := general(len(root), n) // Σ xxᵀ over the rows of Φ̃ᵀ
	for i := range n {
		row := e.phi.RawRowView(i)
		if len(row) > c {
			row[c] = 1
		}
		if e.mean != nil {
			floats.Sub(row, e.mean[:c])
			floats.Sub(e.y.RawRowView(i), e.mean[c:])
		}
		floats.Div(row, root)
		for j, v := range row {
			turned.Data[j*n+i] = v
		}
	}
	e.kernel = squares.New(n)
	new(squares.Memory).Add(1, e.kernel, turned)
	for i := range n {
		if v := e.kernel.Data[i*e.kernel.Stride+i]; v-v != 0 {
			return nil, errTooLarge
		}
	}
	return e, nil
}

// readAll returns all rows, with zeros up to the width. The error is of numbers that are not finite, or ctx's.
func readAll(ctx context.Context, x Rows, width int) (*mat.Dense, error) {
	n, c := x.Dims()
	all := mat.NewDense(n, width, nil)
	err := each(x, blockRows(c), func(first int, b blas64.General) error {
		for i := range b.Rows {
			row := b.Data[i*b.Stride:][:c]
			if sum := floats.Sum(row); sum-sum != 0 {
				return notFinite(b, first, i)
			}
			copy(all.RawRowView(first+i), row)
		}
		return ctx.Err()
	})
	return all, err
}

// fit returns the minimum for a λ > 0.
func (e *dual) fit(lambda float64) (*Linear, error) {
	n, m := e.y.Dims()
	alpha := general(n, m)
	copy(alpha.Data, e.y.RawMatrix().Data)
	if !solveShifted(e.kernel, func(int) float64 { return lambda }, alpha) {
		return nil, errSingular
	}
	w := spectral.Multiply(e.phi.T(), dense(alpha))
	l := &Linear{Weights: mat.NewDense(m, e.columns, nil), Intercept: make([]float64, m)}
	for t := range m {
		for j := range e.columns {
			l.Weights.Set(t, j, w.At(j, t)/e.root[j])
		}
		switch {
		case e.mean != nil:
			l.Intercept[t] = e.mean[e.columns+t] - floats.Dot(l.Weights.RawRowView(t), e.mean[:e.columns])
		case len(e.root) > e.columns:
			l.Intercept[t] = w.At(e.columns, t) / e.root[e.columns]
		}
	}
	return l, nil
}

// solveShifted puts (G + diag)⁻¹b in the place of b, columns of right sides, and reports whether G + diag is positive
// definite in float64. Of G, whose rows are squares.Room apart, the upper triangle is read.
func solveShifted(g blas64.General, diag func(j int) float64, b blas64.General) bool {
	a := blas64.General{Rows: g.Rows, Cols: g.Cols, Stride: g.Stride, Data: append([]float64(nil), g.Data...)}
	for j := range g.Rows {
		a.Data[j*a.Stride+j] += diag(j)
	}
	if !new(squares.Memory).Factorise(a) {
		return false
	}
	u := squares.Upper(a, 0, a.Rows)
	if b.Cols == 1 { // whose rows are too short for Trsm, which takes ten times as long
		x := blas64.Vector{N: b.Rows, Data: b.Data, Inc: b.Stride}
		blas64.Trsv(blas.Trans, u, x)
		blas64.Trsv(blas.NoTrans, u, x)
	} else {
		blas64.Trsm(blas.Left, blas.Trans, 1, u, b)
		blas64.Trsm(blas.Left, blas.NoTrans, 1, u, b)
	}
	v := floats.Sum(b.Data)
	return v-v == 0
}

// cross returns the root mean square error for each λ and fold, from one eigendecomposition of K. The minimum is linear
// in y, Φw + b = Hy with I − H = M = λ(K + λI)⁻¹, less 1/n everywhere for a free intercept. What the minimum of the rows
// outside of a fold F misses the rows in it by is M_FF⁻¹(My)_F, exactly: leave-one-out's r_i/(1 − h_i) (Allen 1974) for
// more rows than one. Of a λ for which M_FF is not positive definite in float64 there is no score.
func (e *dual) cross(ctx context.Context, fold []uint32, cv *Folds) ([][]float64, error) {
	n, m := e.y.Dims()
	full := mat.NewDense(n, n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			v := e.kernel.Data[i*e.kernel.Stride+j]
			full.Set(i, j, v)
			full.Set(j, i, v)
		}
	}
	values, u, err := spectral.All(full)
	if err != nil {
		return nil, err
	}
	along := spectral.Multiply(u.T(), e.y)
	held := make([][]int, cv.Count)
	for i, f := range fold {
		held[f] = append(held[f], i)
	}
	less := 0.0
	if e.mean != nil {
		less = 1 / float64(n)
	}
	scores := make([][]float64, len(cv.Grid))
	share := make([]float64, n)
	for g, lambda := range cv.Grid {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i, v := range values {
			share[i] = lambda / (max(v, 0) + lambda)
		}
		for _, rows := range held {
			k := len(rows)
			part, rest := general(n, k), general(k, m)
			for at, i := range rows {
				of := u.RawRowView(i)
				for l, v := range of {
					part.Data[l*k+at] = v * math.Sqrt(share[l])
					for t := range m {
						rest.Data[at*m+t] += v * share[l] * along.At(l, t)
					}
				}
			}
			gram := squares.New(k)
			new(squares.Memory).Add(1, gram, part)
			for i := range k {
				for j := i; j < k; j++ {
					gram.Data[i*gram.Stride+j] -= less
				}
			}
			if solveShifted(gram, func(int) float64 { return 0 }, rest) {
				scores[g] = append(scores[g], floats.Norm(rest.Data, 2)/math.Sqrt(float64(k*m)))
			}
		}
	}
	return scores, nil
}
