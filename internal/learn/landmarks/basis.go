package landmarks

import (
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"krein/internal/simd"
)

// Basis has the columns CT of rows, T those of Nystrom or Principal, as a map that is applied to any rows.
type Basis struct {
	of    *Map
	by    *simd.Products[float64]
	signs []float64
}

// NewBasis returns the columns CT, T a column of numbers for each and a sign each. It panics with mat.ErrShape if T has not a
// row for each point and a column for each sign.
func NewBasis(l *Map, by *mat.Dense, signs []float64) *Basis {
	if m, n := by.Dims(); m != l.Columns() || n != len(signs) {
		panic(mat.ErrShape)
	}
	raw := by.RawMatrix()
	return &Basis{l, simd.NewProductsOf(raw.Rows, raw.Cols, raw.Data, raw.Stride), slices.Clone(signs)}
}

// Columns returns their number.
func (b *Basis) Columns() int { return len(b.signs) }

// Signs returns +1 or −1 for each column.
func (b *Basis) Signs() []float64 { return slices.Clone(b.signs) }

// Transform stores the columns of rows: point i is x[i*xStride:][:Dim], and its columns go to dst[i*dstStride:]. It returns
// the first row that is not finite, or whose kernel with a point is not, or −1.
func (b *Basis) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	c, err := b.of.Transform(nil, table(x, xStride, rows, b.of.Dim()))
	if err != nil {
		for i := range rows {
			if _, err := b.of.Transform(nil, table(x[i*xStride:], xStride, 1, b.of.Dim())); err != nil {
				return i
			}
		}
	}
	b.by.Each(c.RawMatrix().Data, c.RawMatrix().Stride, rows, func(i int, products []float64) bool {
		copy(dst[i*dstStride:][:len(b.signs)], products)
		return true
	})
	return -1
}

// table is a view of rows that begin stride apart.
func table(x []float64, stride, rows, columns int) *mat.Dense {
	var m mat.Dense
	m.SetRawMatrix(blas64.General{Rows: rows, Cols: columns, Stride: stride, Data: x[:(rows-1)*stride+columns]})
	return &m
}

// Between returns the matrix of the kernel between the rows of x. Errors are those of New and Transform.
func (l *Map) Between(x *mat.Dense) (*mat.Dense, error) {
	own, err := l.with(x)
	if err != nil {
		return nil, err
	}
	return own.Transform(nil, x)
}
