package fitted

import (
	"errors"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"
)

var errNoColumns = errors.New("features: the kernel is zero, its map has no columns")

// Transform stores Φ, one row of features per row of x, in dst and returns it. x is n×Dim
// and dst n×Columns; if dst is nil or empty it is allocated. Rows are computed in parallel;
// the bits depend neither on GOMAXPROCS nor on which rows are passed together.
//
// Transform panics with mat.ErrShape if the shapes do not match. It returns an error that names row and column (from 1)
// of the first NaN or infinite entry of x, or the row whose inner product with a frequency overflows; dst then holds
// nothing of use. Where x is a *mat.Dense and dst is given, nothing is allocated.
func (m *Map) Transform(dst *mat.Dense, x mat.Matrix) (*mat.Dense, error) {
	rows, cols := x.Dims()
	if cols != m.drawn.Dim {
		panic(mat.ErrShape)
	}
	columns := m.Columns()
	switch {
	case columns == 0:
		return nil, errNoColumns
	case dst == nil:
		dst = mat.NewDense(rows, columns, nil)
	case dst.IsEmpty():
		dst.ReuseAs(rows, columns)
	default:
		if r, c := dst.Dims(); r != rows || c != columns {
			panic(mat.ErrShape)
		}
	}
	out := dst.RawMatrix()
	raw, ok := x.(mat.RawMatrixer)
	if !ok {
		raw = mat.DenseCopyOf(x)
	}
	in := raw.RawMatrix()
	if err := m.engine64.transform(out.Data, out.Stride, in.Data, in.Stride, rows); err != nil {
		return nil, err
	}
	return dst, nil
}

// TransformRow stores the features of one point x in dst and returns it: the streaming
// form of Transform, with the same bits. x has length Dim and dst length Columns or nil.
// It panics if a length does not match and returns an error as Transform does, row 1.
func (m *Map) TransformRow(dst, x []float64) ([]float64, error) {
	if len(x) != m.drawn.Dim {
		panic(mat.ErrShape)
	}
	if dst == nil {
		dst = make([]float64, m.Columns())
	}
	if len(dst) != m.Columns() {
		panic(mat.ErrShape)
	}
	if err := m.engine64.transform(dst, len(dst), x, len(x), 1); err != nil {
		return nil, err
	}
	return dst, nil
}

// Transform32 is Transform in float32: it stores Φ, one row of features per row of x, in dst. x is n×Dim and dst
// n×Columns. Frequencies, amplitudes and phases are those of Transform, rounded; projections, cosines and sines are
// computed in float32, the latter two within 2 ulp for the projection as it was rounded, in quarter turns. The bits
// depend neither on GOMAXPROCS nor on which rows are passed together.
//
// Transform32 panics with mat.ErrShape if the shapes do not match, and returns an error as Transform does.
func (m *Map) Transform32(dst, x blas32.General) error {
	if x.Cols != m.drawn.Dim || x.Rows != dst.Rows || dst.Cols != m.Columns() || x.Stride < x.Cols || dst.Stride < dst.Cols {
		panic(mat.ErrShape)
	}
	if dst.Cols == 0 {
		return errNoColumns
	}
	return m.engine32().transform(dst.Data, dst.Stride, x.Data, x.Stride, x.Rows)
}

// ComplexTransform is the complex reading of the papers: the columns with signature −1 are multiplied by i, so that K ≈
// Z·Zᵀ with the plain transpose. Shapes, panics and errors are those of Transform.
func (m *Map) ComplexTransform(dst *mat.CDense, x mat.Matrix) (*mat.CDense, error) {
	if dst != nil && !dst.IsEmpty() {
		r, c := dst.Dims()
		if rows, _ := x.Dims(); r != rows || c != m.Columns() {
			panic(mat.ErrShape)
		}
	}
	phi, err := m.Transform(nil, x)
	if err != nil {
		return nil, err
	}
	rows, columns := phi.Dims()
	switch {
	case dst == nil:
		dst = mat.NewCDense(rows, columns, nil)
	case dst.IsEmpty():
		dst.ReuseAs(rows, columns)
	}
	sign := m.Signature()
	for i := range rows {
		for j, v := range phi.RawRowView(i) {
			z := complex(v, 0)
			if sign[j] < 0 {
				z = complex(0, v)
			}
			dst.Set(i, j, z)
		}
	}
	return dst, nil
}
