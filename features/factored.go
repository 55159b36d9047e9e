package features

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"krein/features/internal/random"
	"krein/internal/simd"
)

// cube is a rotation with the places of its rows among the columns of the Hadamard matrix.
type cube struct {
	rotation []float64 // Q, d×d, uniform on O(d)
	place    []int     // of the rows of Q, d different numbers below the size of blocks
}

// newCube draws a cube with places among size.
func newCube(r *rand.Rand, d, size int) cube {
	q := random.Stiefel(random.GaussianRows(r, d, d), d, d)
	return cube{q, r.Perm(size)[:d]}
}

// factored are the directions of both parts, the plus part first, as blocks of a Hadamard matrix
// times signs times a rotation: what [Structured] and [Design] draw.
type factored struct {
	dim, size int
	cubes     []cube
	blocks    []factor
}

// factor is a block of a cube: direction i is Σ_j (−1)^popcount(i AND place_j)·signs_j·Q_j/√d, or
// Q_i if there are no signs.
type factor struct {
	cube, count int
	signs       []float64
}

// table stores the directions of a block in rows, size×dim numbers.
func (f *factored) table(b factor, rows []float64) {
	c, d := f.cubes[b.cube], f.dim
	if b.signs == nil {
		copy(rows, c.rotation)
		return
	}
	scale := 1 / math.Sqrt(float64(d))
	clear(rows)
	for i, sign := range b.signs {
		row := rows[c.place[i]*d:][:d]
		for j := range row {
			row[j] = sign * scale * c.rotation[i*d+j]
		}
	}
	hadamard(rows, d)
}

// hadamard overwrites the rows of a, a power of two of them with d numbers each, by the
// sums Σ_j (−1)^popcount(i AND j)·row j (the fast Walsh–Hadamard transform of the columns).
func hadamard(a []float64, d int) {
	rows := len(a) / d
	for half := 1; half < rows; half *= 2 {
		for i := 0; i < rows; i++ {
			if i&half != 0 {
				continue
			}
			u, v := a[i*d:(i+1)*d], a[(i+half)*d:(i+half+1)*d]
			for k, x := range u {
				y := v[k]
				u[k], v[k] = x+y, x-y
			}
		}
	}
}

// each calls do for every direction, in its order. The slice is used again.
func (f *factored) each(do func(i int, row []float64)) {
	rows, first := make([]float64, f.size*f.dim), 0
	for _, b := range f.blocks {
		f.table(b, rows)
		for i := range b.count {
			do(first+i, rows[i*f.dim:(i+1)*f.dim])
		}
		first += b.count
	}
}

// directions returns the directions of the parts, one a row.
func (f *factored) directions(n [2]int) [2][]float64 {
	all := make([]float64, 0, (n[0]+n[1])*f.dim)
	f.each(func(_ int, row []float64) { all = append(all, row...) })
	return [2][]float64{all[: n[0]*f.dim : n[0]*f.dim], all[n[0]*f.dim:]}
}

// pays reports whether rotations and transforms are less work than the products with all
// directions.
func (f *factored) pays() bool {
	n := 0
	for _, b := range f.blocks {
		n += b.count
	}
	work := len(f.cubes)*f.dim*f.dim + len(f.blocks)*f.size*bits.Len(uint(f.size))
	return f.size >= simd.LeastSize && work < n*f.dim
}

// factorise returns the directions of a coupling in factors, nil for couplings without.
func factorise(c Coupling, d int, n [2]int, seed uint64) *factored {
	switch c {
	case Structured:
		return structuredFactors(seed, d, n)
	case Design:
		return designFactors(seed, d, n)
	}
	return nil
}
