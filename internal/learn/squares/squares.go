// Package squares adds squares of rows up, and factors the sums.
package squares

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"

	"krein/internal/parallel"
	"krein/internal/simd"
)

// Room returns how far apart rows of sums are that the kernels of package simd add to.
func Room(columns int) int { return (columns + 31) / 32 * 32 }

// New is a square matrix with room for sums.
func New(n int) blas64.General {
	return blas64.General{Rows: n, Cols: n, Stride: Room(n), Data: make([]float64, n*Room(n))}
}

// Laid is memory for blocks that are laid out.
type Laid struct{ *simd.Products[float64] }

// Of lays a block out.
func (l *Laid) Of(b blas64.General) *simd.Products[float64] {
	if l.Products == nil {
		l.Products = simd.NewProductsOf(b.Rows, b.Cols, b.Data, b.Stride)
	} else {
		l.Lay(b.Rows, b.Cols, b.Data, b.Stride)
	}
	return l.Products
}

// Memory is what sums of squares are made in.
type Memory struct {
	laid   Laid
	turned []float64
}

// stripe is how many rows of a sum are made at once.
const stripe = 64

// Add adds a Σ xxᵀ over the rows to the upper triangle of a square matrix.
func (m *Memory) Add(a float64, gram, x blas64.General) {
	if n := x.Cols * x.Rows; cap(m.turned) < n {
		m.turned = make([]float64, n)
	}
	turned := m.turned[:x.Cols*x.Rows]
	for i := range x.Rows {
		for j, v := range x.Data[i*x.Stride:][:x.Cols] {
			turned[j*x.Rows+i] = a * v
		}
	}
	by := m.laid.Of(x)
	parallel.Blocks(x.Cols, stripe, func(lo, hi int) { // each row from its diagonal on
		by.Add(gram.Data[lo*gram.Stride:], gram.Stride, turned[lo*x.Rows:], x.Rows, hi-lo, lo)
	})
}

// factorBlock is how many rows Factorise makes at once, a multiple of what Room rounds to.
const factorBlock = 64

// Factorise puts Cholesky's U, UᵀU = G, in the place of the upper triangle of G, whose rows are Room apart, and reports
// whether G is positive definite in float64: a block of rows by gonum, and the columns beside it, by the block's inverse, and
// what they leave of the rest, most of the work, by the kernels of package simd.
func (m *Memory) Factorise(g blas64.General) bool {
	for k := 0; k < g.Rows; k += factorBlock {
		own, to := Upper(g, k, min(factorBlock, g.Rows-k)), k+factorBlock
		if _, ok := lapack64.Potrf(blas64.Symmetric{Uplo: blas.Upper, N: own.N, Stride: own.Stride, Data: own.Data}); !ok {
			return false
		}
		if to < g.Rows {
			rest := g.Rows - to
			beside := blas64.General{Rows: own.N, Cols: rest, Stride: g.Stride, Data: g.Data[k*g.Stride+to:]}
			if !m.solve(own, beside) {
				return false
			}
			m.Add(-1, blas64.General{Rows: rest, Cols: rest, Stride: g.Stride, Data: g.Data[to*g.Stride+to:]}, beside)
		}
	}
	return true
}

// solve puts U⁻ᵀb in the place of b, by the inverse of U, which products of matrices make up for: U has few rows.
func (m *Memory) solve(u blas64.Triangular, b blas64.General) bool {
	var inverse, turned [factorBlock * factorBlock]float64
	for i := range u.N {
		copy(inverse[i*factorBlock+i:i*factorBlock+u.N], u.Data[i*u.Stride+i:])
	}
	if !lapack64.Trtri(blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: u.N, Stride: factorBlock, Data: inverse[:]}) {
		return false
	}
	for i := range u.N {
		for j := range u.N {
			turned[j*factorBlock+i] = inverse[i*factorBlock+j]
		}
	}
	by := m.laid.Of(b)
	by.Each(turned[:], factorBlock, u.N, func(i int, products []float64) bool {
		copy(b.Data[i*b.Stride:][:b.Cols], products)
		return true
	})
	return true
}

// Upper is the upper triangle of n rows and columns of g from the diagonal's k on.
func Upper(g blas64.General, k, n int) blas64.Triangular {
	return blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: n, Stride: g.Stride, Data: g.Data[k*g.Stride+k:]}
}
