package simd

import "sync"

// Products multiplies rows with the columns of a matrix. It is immutable and safe for concurrent use.
type Products[T Float] struct {
	packed[T]
	scratch sync.Pool
}

// NewProducts lays the matrix out: w is d×n, both positive. It panics if a length does not match.
func NewProducts[T Float](dim int, w []T) *Products[T] {
	if dim < 1 || len(w) == 0 || len(w)%dim != 0 {
		panic("simd: lengths of a matrix do not match")
	}
	return &Products[T]{packed: pack(inUse[T](), dim, len(w)/dim, w)}
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
		m.product(p, m.padded, x[lo*xStride:], xStride, n)
		for i := range n {
			if !do(lo+i, p[i*m.padded:][:m.n]) {
				return
			}
		}
	}
}
