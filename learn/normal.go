package learn

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/squares"
)

// normal are the sums over rows that least squares need. Rows and targets are taken from an origin
// near them, so that centring them afterwards loses no digits.
type normal struct {
	n       float64
	origin  []float64 // of the columns, and then of the targets
	columns int
	gram    blas64.General // of the columns: Σ (φ−o)(φ−o)ᵀ
	right   blas64.General // columns×targets: Σ (φ−o)(y−p)ᵀ
	sum     []float64      // Σ (φ−o), Σ (y−p)
	squares []float64      // Σ (y−p)², of each target
}

func newNormal(origin []float64, columns, targets int) *normal {
	return &normal{
		origin: origin, columns: columns, gram: squares.New(columns), right: general(columns, targets),
		sum: make([]float64, columns+targets), squares: make([]float64, targets),
	}
}

// accumulate returns the sums of the rows of each fold (0, …, folds−1), and of all rows if fold is
// nil. With centred false the origin is 0.
func accumulate(ctx context.Context, x Rows, y *mat.Dense, fold []uint32, folds int, centred bool) ([]*normal, error) {
	_, c := x.Dims()
	_, m := y.Dims()
	origin := make([]float64, c+m)
	all := make([]*normal, folds)
	for i := range all {
		all[i] = newNormal(origin, c, m)
	}
	return all, addAll(ctx, x, y, fold, all, centred)
}

// addAll adds the rows of each fold to its sums, or all rows to the only ones if fold is nil. With centred
// the origin, which they share, is set to the means of the first block.
func addAll(ctx context.Context, x Rows, y *mat.Dense, fold []uint32, all []*normal, centred bool) error {
	r, c := x.Dims()
	_, m := y.Dims()
	block, origin := min(max(1<<19/max(c, 1), 64), 1024), all[0].origin
	shifted, of := general(min(block, r), c), general(min(block, r), m)
	err := each(x, block, func(first int, b blas64.General) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range b.Rows {
			if row := b.Data[i*b.Stride:][:c]; floats.Sum(row)-floats.Sum(row) != 0 {
				return notFinite(b, first, i)
			}
		}
		if first == 0 && centred {
			meanOf(origin[:c], b)
			meanOf(origin[c:], part(y.RawMatrix(), 0, b.Rows))
		}
		for f, s := range all {
			n := 0
			for i := range b.Rows {
				if fold == nil || fold[first+i] == uint32(f) {
					floats.SubTo(shifted.Data[n*c:][:c], b.Data[i*b.Stride:][:c], origin[:c])
					floats.SubTo(of.Data[n*m:][:m], y.RawRowView(first+i), origin[c:])
					n++
				}
			}
			if n > 0 {
				s.add(part(shifted, 0, n), part(of, 0, n))
			}
		}
		return nil
	})
	for _, s := range all {
		for j := range c {
			if v := s.gram.Data[j*s.gram.Stride+j]; err == nil && v-v != 0 {
				err = errTooLarge
			}
		}
	}
	return err
}

// meanOf stores the means of the columns.
func meanOf(dst []float64, b blas64.General) {
	for i := range b.Rows {
		floats.Add(dst, b.Data[i*b.Stride:][:b.Cols])
	}
	floats.Scale(1/float64(b.Rows), dst)
}

// add adds rows and their targets, both from the origin.
func (s *normal) add(x, y blas64.General) {
	s.n += float64(x.Rows)
	for i := range x.Rows {
		floats.Add(s.sum[:x.Cols], x.Data[i*x.Stride:][:x.Cols])
		row := y.Data[i*y.Stride:][:y.Cols]
		floats.Add(s.sum[x.Cols:], row)
		for t, v := range row {
			s.squares[t] += v * v
		}
	}
	new(squares.Memory).Add(1, s.gram, x)
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, x, y, 1, s.right)
}

// plus returns the sum of several, of the same origin.
func plus(all ...*normal) *normal {
	s := newNormal(all[0].origin, all[0].columns, len(all[0].squares))
	for _, a := range all {
		s.n += a.n
		floats.Add(s.gram.Data, a.gram.Data)
		floats.Add(s.right.Data, a.right.Data)
		floats.Add(s.sum, a.sum)
		floats.Add(s.squares, a.squares)
	}
	return s
}

// system are the equations Gw = r of least squares without penalty, from which the intercept has been
// eliminated or in which it is the last column.
type system struct {
	gram    *mat.SymDense
	right   *mat.Dense
	squares []float64 // Σ y², of what the equations have not eliminated
	mean    []float64 // of the columns, then of the targets; nil: nothing was eliminated
	n       float64
}

// system returns the equations for an intercept; the sums of all but a free one are from 0.
func (s *normal) system(b Intercept) *system {
	c, m := s.columns, len(s.squares)
	width := c
	if b == PenalisedIntercept {
		width++
	}
	e := &system{gram: mat.NewSymDense(width, nil), right: mat.NewDense(width, m, nil),
		squares: make([]float64, m), n: s.n}
	copy(e.squares, s.squares)
	less := 0.0
	if b == FreeIntercept {
		less = 1 / s.n
		e.mean = make([]float64, c+m)
		for j, v := range s.sum {
			e.mean[j] = s.origin[j] + v/s.n
		}
		for t := range m {
			e.squares[t] -= s.sum[c+t] * s.sum[c+t] / s.n
		}
	}
	for i := range c {
		for j := i; j < c; j++ {
			e.gram.SetSym(i, j, s.gram.Data[i*s.gram.Stride+j]-less*s.sum[i]*s.sum[j])
		}
		for t := range m {
			e.right.Set(i, t, s.right.Data[i*m+t]-less*s.sum[i]*s.sum[c+t])
		}
	}
	if b == PenalisedIntercept {
		for i := range c {
			e.gram.SetSym(i, c, s.sum[i])
		}
		e.gram.SetSym(c, c, s.n)
		e.right.SetRow(c, s.sum[c:])
	}
	return e
}

// linear returns the function with the weights w, width×targets.
func (e *system) linear(w *mat.Dense, columns int) *Linear {
	width, m := w.Dims()
	l := &Linear{Weights: mat.NewDense(m, columns, nil), Intercept: make([]float64, m)}
	for t := range m {
		for j := range columns {
			l.Weights.Set(t, j, w.At(j, t))
		}
		switch {
		case e.mean != nil:
			l.Intercept[t] = e.mean[columns+t] - floats.Dot(l.Weights.RawRowView(t), e.mean[:columns])
		case width > columns:
			l.Intercept[t] = w.At(columns, t)
		}
	}
	return l
}

// rest returns Σ (y − f)², of each target.
func (e *system) rest(w *mat.Dense) []float64 {
	var gw mat.Dense
	gw.Mul(e.gram, w)
	width, m := w.Dims()
	r := make([]float64, m)
	for t := range m {
		r[t] = e.squares[t]
		for j := range width {
			r[t] += w.At(j, t) * (gw.At(j, t) - 2*e.right.At(j, t))
		}
		r[t] = max(r[t], 0)
	}
	return r
}
