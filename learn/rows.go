package learn

import (
	"fmt"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/spectral"
	"krein/internal/parallel"
	"krein/internal/simd"
)

// Rows is a table of features that is read a block at a time. It is safe for concurrent use, and
// reads the same numbers every time.
type Rows interface {
	// Dims returns the numbers of rows and columns.
	Dims() (r, c int)
	// Block returns the rows first, …, first+dst.Rows−1. It may fill dst, which is as wide as the
	// table, and return it, or return memory of its own that nobody changes.
	Block(dst blas64.General, first int) (blas64.General, error)
}

// Transformer is a feature map, such as a *features.Map. It is safe for concurrent use.
type Transformer interface {
	// Columns returns the number of features.
	Columns() int
	// Transform stores the features of the rows of x in dst.
	Transform(dst *mat.Dense, x mat.Matrix) (*mat.Dense, error)
}

// Matrix returns x as Rows. It is not copied.
func Matrix(x *mat.Dense) Rows { return matrix{x} }

type matrix struct{ *mat.Dense }

func (m matrix) Block(dst blas64.General, first int) (blas64.General, error) {
	return part(m.RawMatrix(), first, dst.Rows), nil
}

// reader reads blocks of up to so many rows, one after the other.
type reader struct {
	Rows
	most    int
	scratch blas64.General
}

func (r *reader) read(first, rows int) (blas64.General, error) {
	if m, ok := r.Rows.(matrix); ok {
		return m.Block(blas64.General{Rows: rows}, first)
	}
	if r.scratch.Data == nil {
		_, c := r.Dims()
		r.scratch = general(r.most, c)
	}
	return r.Block(part(r.scratch, 0, rows), first)
}

// part returns the rows first, …, first+n−1 of a matrix.
func part(m blas64.General, first, n int) blas64.General {
	from := first * m.Stride
	return blas64.General{Rows: n, Cols: m.Cols, Stride: m.Stride, Data: m.Data[from : from+(n-1)*m.Stride+m.Cols]}
}

// Mapped returns the features that the map gives to the rows of x, computed anew whenever they
// are read: Φ is never in memory as a whole.
func Mapped(m Transformer, x *mat.Dense) Rows { return mapped{m, x} }

type mapped struct {
	by Transformer
	x  *mat.Dense
}

func (m mapped) Dims() (r, c int) {
	r, _ = m.x.Dims()
	return r, m.by.Columns()
}

func (m mapped) Block(dst blas64.General, first int) (blas64.General, error) {
	_, d := m.x.Dims()
	rows := m.x.Slice(first, first+dst.Rows, 0, d)
	if _, err := m.by.Transform(dense(dst), rows); err != nil {
		if dst.Rows > 1 || first > 0 {
			err = fmt.Errorf("rows from %d on: %w", first+1, err)
		}
		return dst, err
	}
	return dst, nil
}

// dense is a view of a matrix of BLAS.
func dense(m blas64.General) *mat.Dense {
	var d mat.Dense
	d.SetRawMatrix(m)
	return &d
}

// Concatenate returns the tables side by side, as papers on asymmetric kernels k(x,y) = ⟨φ(x),ψ(y)⟩
// give the pair [φ(x), ψ(x)] to a linear classifier. It panics with mat.ErrShape if they have
// different numbers of rows, or if there is none.
func Concatenate(tables ...Rows) Rows {
	if len(tables) == 0 {
		panic(mat.ErrShape)
	}
	var s sideBySide
	for i, t := range tables {
		r, c := t.Dims()
		if i > 0 && r != s.rows {
			panic(mat.ErrShape)
		}
		s.rows, s.cols = r, s.cols+c
	}
	s.tables = tables
	return &s
}

type sideBySide struct {
	tables     []Rows
	rows, cols int
}

func (s *sideBySide) Dims() (r, c int) { return s.rows, s.cols }

func (s *sideBySide) Block(dst blas64.General, first int) (blas64.General, error) {
	at := 0
	for _, t := range s.tables {
		_, c := t.Dims()
		b, err := t.Block(general(dst.Rows, c), first)
		if err != nil {
			return dst, err
		}
		for i := range dst.Rows {
			copy(dst.Data[i*dst.Stride+at:][:c], b.Data[i*b.Stride:])
		}
		at += c
	}
	return dst, nil
}

func general(r, c int) blas64.General {
	return blas64.General{Rows: r, Cols: c, Stride: c, Data: make([]float64, r*c)}
}

// each calls do for all blocks in their order.
func each(x Rows, rows int, do func(first int, b blas64.General) error) error {
	r, c := x.Dims()
	dst := general(min(rows, r), c)
	for first := 0; first < r; first += rows {
		b, err := x.Block(part(dst, 0, min(rows, r-first)), first)
		if err != nil {
			return err
		}
		if err := do(first, b); err != nil {
			return err
		}
	}
	return nil
}

// times are the rows of a table multiplied with a matrix.
type times struct {
	Rows
	by *simd.Products[float64]
}

// multiplied returns the rows of a table multiplied with a matrix.
func multiplied(x Rows, by *mat.Dense) Rows {
	m := by.RawMatrix()
	return times{x, simd.NewProductsOf(m.Rows, m.Cols, m.Data, m.Stride)}
}

func (t times) Dims() (r, c int) {
	r, _ = t.Rows.Dims()
	return r, t.by.Columns()
}

func (t times) Block(dst blas64.General, first int) (blas64.General, error) {
	_, k := t.Rows.Dims()
	b, err := t.Rows.Block(general(dst.Rows, k), first)
	if err == nil {
		parallel.Blocks(dst.Rows, spectral.Stripe, func(lo, hi int) {
			t.by.Each(b.Data[lo*b.Stride:], b.Stride, hi-lo, func(i int, products []float64) bool {
				copy(dst.Data[(lo+i)*dst.Stride:], products)
				return true
			})
		})
	}
	return dst, err
}
