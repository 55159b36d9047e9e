package basis

import (
	"krein/internal/simd"
)

// SignProducts are Scale[i]·Π_k sign⟨w_ik,x⟩ over Degree[i] vectors of R^Dim, sign(0) = 1. For independent uniform directions
// the mean of a product of two of them is (1 − 2θ/π)^Degree, θ the angle of x and y.
type SignProducts struct {
	Dim        int
	Degree     []int
	Scale      []float64
	Directions []float64 // one after another; not to be modified

	products *simd.Products[float64]
}

// NewSignProducts returns the columns. It panics if lengths do not match.
func NewSignProducts(dim int, degree []int, scale, directions []float64) *SignProducts {
	all := 0
	for _, n := range degree {
		all += n
	}
	if len(degree) != len(scale) || all*dim != len(directions) {
		panic("product: lengths of degrees, factors and directions do not match")
	}
	s := &SignProducts{Dim: dim, Degree: degree, Scale: scale, Directions: directions}
	if all > 0 {
		s.products = simd.NewProducts(dim, Transposed(dim, directions))
	}
	return s
}

// Columns returns their number.
func (s *SignProducts) Columns() int { return len(s.Degree) }

// Transform counts the projections that are negative.
func (s *SignProducts) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	if s.products == nil {
		for r := range rows {
			copy(dst[r*dstStride:][:len(s.Scale)], s.Scale)
		}
		return -1
	}
	bad := -1
	s.products.Each(x, xStride, rows, func(r int, p []float64) bool {
		out := dst[r*dstStride:][:len(s.Degree)]
		for i, n := range s.Degree {
			v := s.Scale[i]
			for _, t := range p[:n] {
				switch {
				case t < 0:
					v = -v
				case t != t:
					bad = r
					return false
				}
			}
			out[i], p = v, p[n:]
		}
		return true
	})
	return bad
}
