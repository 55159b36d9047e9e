package simd

import "sync"

// Products multiplies rows with the columns of a matrix. It is safe for concurrent use, but for Lay.
type Products[T Float] struct {
	packed[T]
	scratch sync.Pool
}

// NewProducts lays the matrix out: w is d×n, both positive. It panics if a length does not match.
func NewProducts[T Float](dim int, w []T) *Products[T] {
	if dim < 1 || len(w) == 0 || len(w)%dim != 0 {
		panic("simd: lengths of a matrix do not match")
	}
	return NewProductsOf(dim, len(w)/dim, w, len(w)/dim)
}

// NewProductsOf is NewProducts of a d×n matrix whose rows begin stride apart.
func NewProductsOf[T Float](dim, n int, w []T, stride int) *Products[T] {
	m := &Products[T]{packed: packed[T]{kernels: inUse[T]()}}
	m.Lay(dim, n, w, stride)
	return m
}

// Lay lays another matrix out, as NewProductsOf, in the memory of the last one if it is enough.
func (m *Products[T]) Lay(dim, n int, w []T, stride int) {
	if dim < 1 || n < 1 || stride < n || len(w) < (dim-1)*stride+n {
		panic("simd: lengths of a matrix do not match")
	}
	m.lay(dim, n, w, stride)
}

// Room returns the number of columns that rows of Add's destination need.
func (m *Products[T]) Room() int { return m.padded }

// Add adds the products of rows with the columns from first on to dst, whose rows begin dstStride ≥
// Room apart. What it does to columns before first, and to those behind the last, is not said.
func (m *Products[T]) Add(dst []T, dstStride int, x []T, xStride, rows, first int) {
	for lo := 0; lo < rows; lo += rowBlock {
		n := min(rowBlock, rows-lo)
		m.product(dst[lo*dstStride:], dstStride, x[lo*xStride:], xStride, n, first, true)
	}
}

// Columns returns the number of columns of the matrix.
func (m *Products[T]) Columns() int { return m.n }

// Each calls do with every row's number and its products, in order, until it returns false. The bits do
// not depend on which rows are passed together. The slice is used again.
func (m *Products[T]) Each(x []T, xStride, rows int, do func(i int, products []T) bool) {
	s, _ := m.scratch.Get().(*[]T)
	if s == nil {
		s = new([]T)
	}
	defer m.scratch.Put(s)
	if need := min(rowBlock, rows) * m.padded; len(*s) < need {
		*s = make([]T, need)
	}
	p := *s
	for lo := 0; lo < rows; lo += rowBlock {
		n := min(rowBlock, rows-lo)
		m.product(p, m.padded, x[lo*xStride:], xStride, n, 0, false)
		for i := range n {
			if !do(lo+i, p[i*m.padded:][:m.n]) {
				return
			}
		}
	}
}
