// Maps of dot-product kernels have products of projections on random sign vectors, whose mean is a power, and all
// monomials of a degree.
//
// For ω with independent random signs, E ⟨ω,x⟩⟨ω,y⟩ = ⟨x,y⟩ and
//
//	E ⟨ω,x⟩²⟨ω,y⟩² = ‖x‖²‖y‖² + 2⟨x,y⟩² − 2 Σ x_j² y_j²,
//
// of which products of n independent ones have the n-th powers.
package basis

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// sparse is how many times as many columns as nonzero numbers a row has that is multiplied one by one.
const sparse = 8

// Products are Scale[i]·Π_k ⟨ω_ik,x⟩ over Degree[i] vectors of R^Dim, of signs if they are drawn.
type Products struct {
	Dim    int
	Degree []int
	Scale  []float64
	Signs  []float64 // vectors of ω, one after another
}

// DrawProducts draws the signs.
func DrawProducts(dim int, degree []int, scale []float64, src *rand.Rand) *Products {
	c := &Products{Dim: dim, Degree: degree, Scale: scale}
	for _, n := range degree {
		for range n * dim {
			s := 1.0
			if src.Uint64()>>63 == 1 {
				s = -1
			}
			c.Signs = append(c.Signs, s)
		}
	}
	return c
}

// Columns returns their number.
func (c *Products) Columns() int { return len(c.Degree) }

// Transform computes row by row; of a row that is mostly zeros it multiplies the others alone.
func (c *Products) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	var at []int
	for r := range rows {
		row, signs := x[r*xStride:][:c.Dim], c.Signs
		at = at[:0]
		for j, v := range row {
			if v != 0 {
				at = append(at, j)
			}
		}
		dot := floats.Dot
		if sparse*len(at) < c.Dim {
			dot = func(w, x []float64) (sum float64) {
				for _, j := range at {
					sum += w[j] * x[j]
				}
				return sum
			}
		}
		for i, n := range c.Degree {
			v := c.Scale[i]
			for range n {
				v *= dot(signs[:c.Dim], row)
				signs = signs[c.Dim:]
			}
			if math.IsNaN(v - v) {
				return r
			}
			dst[r*dstStride+i] = v
		}
	}
	return -1
}

// SignMoment returns E ⟨ω,x⟩²⟨ω,y⟩².
func SignMoment(x, y []float64) float64 {
	var xx, yy, xy, both float64
	for j, v := range x {
		w := y[j]
		xx, yy, xy, both = xx+v*v, yy+w*w, xy+v*w, both+v*v*w*w
	}
	return xx*yy + 2*xy*xy - 2*both
}

// Pow returns x^n.
func Pow(x float64, n int) float64 {
	v := 1.0
	for range n {
		v *= x
	}
	return v
}

// Monomials are √(a·n!/Π m_j!)·Π x_j^{m_j} for all Σ m_j = n: products of two points sum to a⟨x,y⟩ⁿ.
type Monomials struct {
	Degree int
	A      float64

	dim     int
	parent  [][]int // by degree: the monomial of the degree below
	factor  [][]int // and the coordinate that it is multiplied with
	weight  []float64
	columns int
}

// MonomialCount returns C(d+n−1, n).
func MonomialCount(n, d int) float64 {
	v := 1.0
	for k := 1; k <= n; k++ {
		v *= float64(d+k-1) / float64(k)
	}
	return math.Round(v)
}

// NewMonomials returns those of degree n ≥ 1.
func NewMonomials(dim, n int, a float64) *Monomials {
	m := &Monomials{Degree: n, A: a, dim: dim}
	count := []float64{1}           // n!/Π m_j! of the last degree
	run, last := []int{0}, []int{0} // multiplicity of the last coordinate, and which it is
	for k := 1; k <= n; k++ {
		var parent, factor, times, at []int
		var grown []float64
		for i, c := range count {
			for j := last[i]; j < dim; j++ {
				multiplicity := 1
				if k > 1 && j == last[i] {
					multiplicity = run[i] + 1
				}
				parent, factor = append(parent, i), append(factor, j)
				times, at = append(times, multiplicity), append(at, j)
				grown = append(grown, c*float64(k)/float64(multiplicity))
			}
		}
		m.parent, m.factor = append(m.parent, parent), append(m.factor, factor)
		count, run, last = grown, times, at
	}
	for _, c := range count {
		m.weight = append(m.weight, math.Sqrt(a*c))
	}
	m.columns = len(count)
	return m
}

// Columns returns their number.
func (m *Monomials) Columns() int { return m.columns }

// Transform computes row by row.
func (m *Monomials) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	for r := range rows {
		row := x[r*xStride:][:m.dim]
		value := []float64{1}
		for k, parent := range m.parent {
			next := make([]float64, len(parent))
			for i, p := range parent {
				next[i] = value[p] * row[m.factor[k][i]]
			}
			value = next
		}
		out := dst[r*dstStride:][:m.columns]
		for i, v := range value {
			out[i] = v * m.weight[i]
			if math.IsNaN(out[i] - out[i]) {
				return r
			}
		}
	}
	return -1
}
