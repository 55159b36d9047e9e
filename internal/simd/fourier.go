package simd

import (
	"math"
	"sync"
)

// Fourier is a map x ↦ a_i·cos(π/2·q), a_i·sin(π/2·q), next to each other, with q = ⟨w_i,x⟩ + b_i,
// of n frequencies in d dimensions, laid out for the kernels. It is immutable and safe for concurrent use.
//
// Frequencies are in quarter turns, which makes the reduction of q exact: sines and cosines
// are within 2 ulp for every finite q.
type Fourier[T Float] struct {
	packed[T]
	amplitude, phase []T // of padded length; nil phases are 0
	scratch          sync.Pool
}

// scratch holds the projections of a block of rows, and outputs that do not fill a vector.
type scratch[T Float] struct{ p, rest []T }

// QuarterTurns are those of one radian, 2/π.
const QuarterTurns = 2 / math.Pi

// New lays the frequencies out: w is d×n, a column a frequency, in quarter turns as the
// phases are. Amplitudes are n numbers, phases n numbers or nil. n and d are positive. It panics if a length does not match.
func New[T Float](dim int, w, amplitude, phase []T) *Fourier[T] {
	return newFourier(inUse[T](), dim, w, amplitude, phase)
}

func newFourier[T Float](k *kernels[T], dim int, w, amplitude, phase []T) *Fourier[T] {
	n := len(amplitude)
	if n == 0 || dim < 1 || len(w) != dim*n || phase != nil && len(phase) != n {
		panic("simd: lengths of frequencies, amplitudes and phases do not match")
	}
	f := &Fourier[T]{packed: pack(k, dim, n, w, n)}
	f.amplitude = append(make([]T, 0, f.padded), amplitude...)[:f.padded]
	if phase != nil {
		f.phase = append(make([]T, 0, f.padded), phase...)[:f.padded]
	}
	f.scratch.New = func() any {
		return &scratch[T]{make([]T, rowBlock*min(f.padded, width)), make([]T, 2*k.vector)}
	}
	return f
}

// Frequency returns component j of frequency i.
func (f *Fourier[T]) Frequency(i, j int) T { return f.w[f.index(i, j)] }

// Columns returns the number of outputs of a point.
func (f *Fourier[T]) Columns() int { return 2 * f.n }

// Transform stores the features of rows points in dst, with the given distances between the beginnings of rows. It
// returns −1, or a row with an inner product that is not finite, the first one in its block of rows; dst is of no use
// then. Nothing is allocated once scratch space has been.
func (f *Fourier[T]) Transform(dst []T, dstStride int, x []T, xStride, rows int) int {
	s := f.scratch.Get().(*scratch[T])
	defer f.scratch.Put(s)
	return inBlocks(rows, func(lo, n int) int {
		return f.block(s, dst[lo*dstStride:], dstStride, x[lo*xStride:], xStride, n)
	})
}

// inBlocks calls do for blocks of n rows from lo on. It returns −1, or the first row that do returns of a block,
// counted from lo.
func inBlocks(rows int, do func(lo, n int) int) int {
	for lo := 0; lo < rows; lo += rowBlock {
		if bad := do(lo, min(rowBlock, rows-lo)); bad >= 0 {
			return lo + bad
		}
	}
	return -1
}

// block transforms up to rowBlock rows.
func (f *Fourier[T]) block(s *scratch[T], dst []T, dstStride int, x []T, xStride, rows int) int {
	bad := -1
	for first := 0; first < f.n; first += width {
		wide := min(width, f.padded-first)
		count := min(width, f.n-first)
		for from := 0; from < f.dim; from += f.depth {
			last := from+f.depth >= f.dim
			for r := 0; r < rows; {
				m := min(len(f.project), rows-r)
				p := s.p[r*wide:]
				if from == 0 && last { // nothing to keep: stay in the first-level cache
					p = s.p
				}
				if from == 0 && f.phase != nil {
					for i := range m {
						copy(p[i*wide:], f.phase[first:first+wide])
					}
				}
				f.tile(p, wide, x[r*xStride:], xStride, m, first, from, from > 0 || f.phase != nil)
				if last {
					t := tile[T]{rows: m, p: p, pStride: wide, amplitude: f.amplitude[first:], count: count}
					t.out, t.stride = dst[r*dstStride+2*first:], dstStride
					if at := f.pairs(s.rest, t); at >= 0 && (bad < 0 || r+at < bad) {
						bad = r + at
					}
				}
				r += m
			}
		}
	}
	return bad
}
