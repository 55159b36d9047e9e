package simd

import (
	"math"
	"math/bits"
	"sync"
)

// LeastSize is the least size of a block of a [Structured] map.
const LeastSize = leastHadamard

// Rotation is a square matrix, from which blocks of frequencies are made.
type Rotation[T Float] struct {
	// W is d×d, a column a vector.
	W []T
	// Place are d different numbers below the size of blocks: where among the columns of the
	// Hadamard matrix a vector goes.
	Place []int
}

// Block is up to size frequencies: frequency i is Scale_i times
//
//	Σ_j (−1)^popcount(i AND Place_j)·Signs_j·W_j
//
// or, without Signs, Scale_i·W_i.
type Block[T Float] struct {
	Rotation int // a number
	Signs    []T // d, each 1 or −1; or nil
	Scale    []T // in quarter turns, as long as the block has frequencies
}

// Structured is a map like [Fourier], whose frequencies are in blocks of a power of two. A
// point is multiplied with a rotation, which costs d², and with the blocks of that rotation by
// fast Walsh–Hadamard transforms. It is immutable and safe for concurrent use.
type Structured[T Float] struct {
	*kernels[T]
	dim, size, n int
	rotations    []packed[T]
	places       [][]int
	blocks       []block[T]
	amplitude    []T // of padded length
	scratch      sync.Pool
}

// block is a Block, spread over the columns of the Hadamard matrix.
type block[T Float] struct {
	rotation, first, count int
	plain                  bool
	signs, scale, shift    []T
}

// structuredScratch holds the products of a block of rows with a rotation, one of them spread
// over the columns of the Hadamard matrix, its transform, and as scratch.rest.
type structuredScratch[T Float] struct{ y, spread, p, rest []T }

// NewStructured lays a map out, see [New]. Blocks of one rotation are best next to each other.
// It panics if a length does not match, or if size is not a power of two ≥ LeastSize.
func NewStructured[T Float](dim, size int, rotations []Rotation[T], blocks []Block[T], amplitude []T) *Structured[T] {
	return newStructured(inUse[T](), dim, size, rotations, blocks, amplitude)
}

func newStructured[T Float](
	k *kernels[T], dim, size int, rotations []Rotation[T], blocks []Block[T], amplitude []T,
) *Structured[T] {
	n := len(amplitude)
	if dim < 1 || dim > size || size < LeastSize || bits.OnesCount(uint(size)) != 1 {
		panic("simd: sizes of structured frequencies do not match")
	}
	f := &Structured[T]{kernels: k, dim: dim, size: size, n: n}
	f.amplitude = append(make([]T, 0, n+size), amplitude...)[:n+size]
	for _, r := range rotations {
		if len(r.W) != dim*dim || len(r.Place) != dim {
			panic("simd: sizes of a rotation do not match")
		}
		f.rotations = append(f.rotations, pack(k, dim, dim, r.W, dim))
		f.places = append(f.places, r.Place)
	}
	first, zero := 0, make([]T, size)
	for _, b := range blocks {
		if len(b.Scale) > size || b.Signs == nil && len(b.Scale) > dim || b.Signs != nil && len(b.Signs) != dim {
			panic("simd: sizes of a block do not match")
		}
		own := block[T]{rotation: b.Rotation, first: first, count: len(b.Scale), plain: b.Signs == nil, shift: zero}
		own.scale = append(make([]T, 0, size), b.Scale...)[:size]
		own.signs = make([]T, size)
		for j, s := range b.Signs {
			own.signs[f.places[b.Rotation][j]] = s
		}
		f.blocks = append(f.blocks, own)
		first += len(b.Scale)
	}
	if first != n {
		panic("simd: sizes of blocks do not match")
	}
	padded := f.rotations[0].padded
	f.scratch.New = func() any {
		return &structuredScratch[T]{make([]T, rowBlock*padded), make([]T, size), make([]T, size), make([]T, 2*k.vector)}
	}
	return f
}

// Columns returns the number of outputs of a point.
func (f *Structured[T]) Columns() int { return 2 * f.n }

// Transform is that of [Fourier].
func (f *Structured[T]) Transform(dst []T, dstStride int, x []T, xStride, rows int) int {
	s := f.scratch.Get().(*structuredScratch[T])
	defer f.scratch.Put(s)
	return inBlocks(rows, func(lo, n int) int {
		return f.rows(s, dst[lo*dstStride:], dstStride, x[lo*xStride:], xStride, n)
	})
}

// rows transforms up to rowBlock rows.
func (f *Structured[T]) rows(s *structuredScratch[T], dst []T, dstStride int, x []T, xStride, rows int) int {
	bad := -1
	for from := 0; from < len(f.blocks); {
		rotation := f.blocks[from].rotation
		to := from + 1
		for to < len(f.blocks) && f.blocks[to].rotation == rotation {
			to++
		}
		m := &f.rotations[rotation]
		m.product(s.y, m.padded, x, xStride, rows, 0, false)
		clear(s.spread)
		for r := range rows {
			y := s.y[r*m.padded:][:f.dim]
			for j, place := range f.places[rotation] {
				s.spread[place] = y[j]
			}
			for i := range f.blocks[from:to] {
				if !f.block(s, dst[r*dstStride:], y, &f.blocks[from+i]) && (bad < 0 || r < bad) {
					bad = r
				}
			}
		}
		from = to
	}
	return bad
}

// block stores the outputs of a block for one row, whose product with the rotation is y. It
// reports whether all are finite.
func (f *Structured[T]) block(s *structuredScratch[T], dst, y []T, b *block[T]) bool {
	if b.plain {
		for i, v := range y[:b.count] {
			s.p[i] = fma(b.scale[i], v, b.shift[i])
		}
	} else {
		f.hadamard(s.spread, b.signs, b.scale, b.shift, s.p)
	}
	t := tile[T]{rows: 1, p: s.p, out: dst[2*b.first:], amplitude: f.amplitude[b.first:], count: b.count}
	return f.pairs(s.rest, t) < 0
}

// fma returns x·y + z, rounded once.
func fma[T Float](x, y, z T) T {
	if x, ok := any(x).(float32); ok {
		return T(fma32(x, float32(y), float32(z)))
	}
	return T(math.FMA(float64(x), float64(y), float64(z)))
}
