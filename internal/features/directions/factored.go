package directions

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"krein/internal/features/random"
	"krein/internal/simd"
)

// Cube is a rotation with the places of its rows among the columns of the Hadamard matrix.
type Cube struct {
	Rotation []float64 // Q, d×d, uniform on O(d)
	Place    []int     // of the rows of Q, d different numbers below the size of blocks
}

// newCube draws a cube with places among size.
func newCube(r *rand.Rand, d, size int) Cube {
	q := random.Stiefel(random.GaussianRows(r, d, d), d, d)
	return Cube{q, r.Perm(size)[:d]}
}

// Factored are the directions of both parts, the plus part first, as blocks of a Hadamard matrix
// times signs times a rotation: what Structured and Design draw.
type Factored struct {
	Dim, Size int
	Cubes     []Cube
	Blocks    []Block
}

// Block is one of a cube: direction i is Σ_j (−1)^popcount(i AND place_j)·signs_j·Q_j/√d, or Q_i if there are no signs.
type Block struct {
	Cube, Count int
	Signs       []float64
}

// table stores the directions of a block in rows, size×dim numbers.
func (f *Factored) table(b Block, rows []float64) {
	c, d := f.Cubes[b.Cube], f.Dim
	if b.Signs == nil {
		copy(rows, c.Rotation)
		return
	}
	scale := 1 / math.Sqrt(float64(d))
	clear(rows)
	for i, sign := range b.Signs {
		row := rows[c.Place[i]*d:][:d]
		for j := range row {
			row[j] = sign * scale * c.Rotation[i*d+j]
		}
	}
	Hadamard(rows, d)
}

// Hadamard overwrites the rows of a, a power of two of them with d numbers each, by the
// sums Σ_j (−1)^popcount(i AND j)·row j (the fast Walsh–Hadamard transform of the columns).
func Hadamard(a []float64, d int) {
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

// Each calls do for every direction, in its order. The slice is used again.
func (f *Factored) Each(do func(i int, row []float64)) {
	rows, first := make([]float64, f.Size*f.Dim), 0
	for _, b := range f.Blocks {
		f.table(b, rows)
		for i := range b.Count {
			do(first+i, rows[i*f.Dim:(i+1)*f.Dim])
		}
		first += b.Count
	}
}

// Directions returns the directions of the parts, one a row.
func (f *Factored) Directions(n [2]int) [2][]float64 {
	all := make([]float64, 0, (n[0]+n[1])*f.Dim)
	f.Each(func(_ int, row []float64) { all = append(all, row...) })
	return [2][]float64{all[: n[0]*f.Dim : n[0]*f.Dim], all[n[0]*f.Dim:]}
}

// Pays reports whether rotations and transforms are less work than the products with all directions.
func (f *Factored) Pays() bool {
	n := 0
	for _, b := range f.Blocks {
		n += b.Count
	}
	work := len(f.Cubes)*f.Dim*f.Dim + len(f.Blocks)*f.Size*bits.Len(uint(f.Size))
	return f.Size >= simd.LeastSize && work < n*f.Dim
}
