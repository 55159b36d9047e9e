package basis

import (
	"math"
	"slices"
	"sync"
)

// Harmonics are all spherical harmonics of some degrees, scaled so that those of degree n have
//
//	Σ_j Y_j(x) Y_j(y) = a_n P_n(⟨x,y⟩)
//
// exactly: N(n,d) columns a degree. They are built a dimension at a time, with x' the first j−1
// coordinates, t the next one and r² = |x'|² + t²: homogeneous harmonic polynomials of degree n are
//
//	c_{n,m} · r^{n−m} P_{n−m}^{(j+2m)}(t/r) · Y_m(x'),   m = 0 … n,
//	c_{n,m}² = N(n−m,j+2m) N(m,j−1) / (N(n,j) β_m),   β_m = ((j−1)/2)_m/(j/2)_m
//
// (Vilenkin, chapter IX; the constants from the norms, with P_n the reproducing kernel over N).
type Harmonics struct {
	Place
	Degrees []int     // n, not to be modified
	A       []float64 // a_n, not to be modified
	dim     int
	scale   []float64 // √a_n
	columns int
	most    int         // the last degree
	factors [][]float64 // c_{n,m} of dimension j at [j][n(n+1)/2+m]
	count   [][]int     // N(n,j) at [j][n]
	scratch sync.Pool
}

// NewHarmonics returns the harmonics of the degrees n, a_n > 0, on the unit sphere of R^dim, dim ≥ 2.
func NewHarmonics(dim int, degrees []int, a []float64, place Place) *Harmonics {
	h := &Harmonics{Place: place, Degrees: degrees, A: a, dim: dim}
	for i, n := range degrees {
		h.scale = append(h.scale, math.Sqrt(a[i]))
		h.columns += int(Dimension(n, dim))
		h.most = max(h.most, n)
	}
	if h.most < 2 {
		return h
	}
	h.factors, h.count = Factors(dim, h.most), make([][]int, dim+1)
	for j := 1; j <= dim; j++ {
		for n := range h.most + 1 {
			h.count[j] = append(h.count[j], int(Dimension(n, j)))
		}
	}
	return h
}

// Factors returns c_{n,m} of every dimension 2 ≤ j ≤ dim and degree n ≤ most, at [j][n(n+1)/2+m].
func Factors(dim, most int) [][]float64 {
	c := make([][]float64, dim+1)
	for j := 2; j <= dim; j++ {
		for n := range most + 1 {
			beta := 1.0
			for m := range n + 1 {
				square := Dimension(n-m, j+2*m) * Dimension(m, j-1) / (Dimension(n, j) * beta)
				c[j] = append(c[j], math.Sqrt(square))
				beta *= float64(j-1+2*m) / float64(j+2*m)
			}
		}
	}
	return c
}

// Columns returns Σ N(n,d).
func (h *Harmonics) Columns() int { return h.columns }

// Transform computes row by row.
func (h *Harmonics) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	s, _ := h.scratch.Get().(*harmonicScratch)
	if s == nil {
		s = new(harmonicScratch)
	}
	defer h.scratch.Put(s)
	for i := range rows {
		row := x[i*xStride:][:h.dim]
		inner, outer, ok := h.factor(row)
		if !ok {
			return i
		}
		out := dst[i*dstStride:][:h.columns]
		if h.most >= 2 {
			h.all(s, row, inner)
		}
		for k, n := range h.Degrees {
			by := h.scale[k] * outer
			switch {
			case n == 0:
				out[0] = by
				out = out[1:]
			case n == 1:
				for j, v := range row {
					out[j] = by * inner * v
				}
				out = out[h.dim:]
			default:
				for j, v := range s.last[n] {
					out[j] = by * v
				}
				out = out[len(s.last[n]):]
			}
		}
	}
	return -1
}

// harmonicScratch holds the harmonics of two dimensions, by degree.
type harmonicScratch struct {
	last, next [][]float64
	zonal      []float64
}

// all fills s.last with the harmonics of all degrees up to most at x·by.
func (h *Harmonics) all(s *harmonicScratch, x []float64, by float64) {
	if s.last == nil {
		s.last, s.next = make([][]float64, h.most+1), make([][]float64, h.most+1)
		s.zonal = make([]float64, h.most+1)
	}
	first := x[0] * by
	for n := range s.last {
		s.last[n] = s.last[n][:0]
	}
	s.last[0], s.last[1] = append(s.last[0], 1), append(s.last[1], first)
	square := first * first
	for j := 2; j <= h.dim; j++ {
		t := x[j-1] * by
		square += t * t
		for n := range s.next {
			s.next[n] = slices.Grow(s.next[n][:0], h.count[j][n])
		}
		for m := range h.most + 1 {
			if len(s.last[m]) == 0 {
				break
			}
			homogeneous(s.zonal[:h.most-m+1], j+2*m, t, square)
			for n := m; n <= h.most; n++ {
				f := h.factors[j][n*(n+1)/2+m] * s.zonal[n-m]
				for _, y := range s.last[m] {
					s.next[n] = append(s.next[n], f*y)
				}
			}
		}
		s.last, s.next = s.next, s.last
	}
}

// homogeneous stores r^k P_k^{(d)}(t/r), r² = square, in dst.
func homogeneous(dst []float64, d int, t, square float64) {
	a, b := 1.0, t
	for k := range dst {
		dst[k] = a
		n := float64(k + 1)
		if d == 2 {
			a, b = b, 2*t*b-square*a
			continue
		}
		a, b = b, ((2*n+float64(d)-2)*t*b-n*square*a)/(n+float64(d)-2)
	}
}
