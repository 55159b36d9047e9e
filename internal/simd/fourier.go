package simd

import (
	"math"
	"sync"
	"unsafe"
)

// Fourier is a map x ↦ a_i·cos(π/2·q), a_i·sin(π/2·q) with q = ⟨w_i,x⟩ (next to each other)
// or, with phases, x ↦ a_i·cos(π/2·(q + b_i)), of n frequencies in d dimensions, laid out for
// the kernels. It is immutable and safe for concurrent use.
//
// Frequencies are in quarter turns, which makes the reduction of q exact: sines and cosines
// are within 2 ulp for every finite q.
type Fourier[T Float] struct {
	*kernels[T]
	dim, n, depth    int // depth: columns of x that are multiplied at a time
	w                []T // see index
	amplitude, phase []T // of padded length
	scratch          sync.Pool
}

const (
	// rowBlock rows share the frequencies that are in the second-level cache.
	rowBlock = 96
	// width frequencies and depthBytes of every one are a block of frequencies: 256 KiB of
	// float64. depthBytes of six rows stay in the first-level cache.
	width      = 128
	depthBytes = 2048
)

// scratch holds the projections of a block of rows, and outputs that do not fill a vector.
type scratch[T Float] struct{ p, rest []T }

// QuarterTurns are those of one radian, 2/π.
const QuarterTurns = 2 / math.Pi

// New lays the frequencies out: w is d×n, a column a frequency, in quarter turns as the
// phases are. Amplitudes are n numbers, phases n numbers or nil. n and d are positive. It panics if a length does not match.
func New[T Float](dim int, w, amplitude, phase []T) *Fourier[T] {
	var k any = use64
	if unsafe.Sizeof(T(0)) == 4 {
		k = use32
	}
	return newFourier(k.(*kernels[T]), dim, w, amplitude, phase)
}

func newFourier[T Float](k *kernels[T], dim int, w, amplitude, phase []T) *Fourier[T] {
	n := len(amplitude)
	if n == 0 || dim < 1 || len(w) != dim*n || phase != nil && len(phase) != n {
		panic("simd: lengths of frequencies, amplitudes and phases do not match")
	}
	f := &Fourier[T]{kernels: k, dim: dim, n: n}
	most := depthBytes / int(unsafe.Sizeof(T(0)))
	blocks := (dim + most - 1) / most
	f.depth = ((dim+blocks-1)/blocks + 3) / 4 * 4
	padded := (n + k.panel - 1) / k.panel * k.panel
	f.amplitude = append(make([]T, 0, padded), amplitude...)[:padded]
	f.w = make([]T, dim*padded)
	for j := range dim {
		for i := range n {
			f.w[f.index(i, j)] = w[j*n+i]
		}
	}
	if phase != nil {
		f.phase = append(make([]T, 0, padded), phase...)[:padded]
	}
	f.scratch.New = func() any {
		return &scratch[T]{make([]T, rowBlock*min(padded, width)), make([]T, 2*k.vector)}
	}
	return f
}

// index is where component j of frequency i lies: blocks of width frequencies, in them
// blocks of depth components, in them panels, in them components, in them frequencies.
func (f *Fourier[T]) index(i, j int) int {
	first, from := i/width*width, j/f.depth*f.depth
	wide, deep := min(width, len(f.amplitude)-first), min(f.depth, f.dim-from)
	panel := (i - first) / f.panel
	return first*f.dim + from*wide + (panel*deep+j-from)*f.panel + i%f.panel
}

// Frequency returns component j of frequency i.
func (f *Fourier[T]) Frequency(i, j int) T { return f.w[f.index(i, j)] }

// Columns returns the number of outputs of a point.
func (f *Fourier[T]) Columns() int {
	if f.phase != nil {
		return f.n
	}
	return 2 * f.n
}

// Transform stores the features of rows points in dst, with the given distances between
// the beginnings of rows. It returns −1, or a row with an inner product that is not
// finite, the first one in its block of rows; dst is of no use then. Nothing is allocated
// once scratch space has been.
func (f *Fourier[T]) Transform(dst []T, dstStride int, x []T, xStride, rows int) int {
	s := f.scratch.Get().(*scratch[T])
	defer f.scratch.Put(s)
	for lo := 0; lo < rows; lo += rowBlock {
		n := min(rowBlock, rows-lo)
		if bad := f.block(s, dst[lo*dstStride:], dstStride, x[lo*xStride:], xStride, n); bad >= 0 {
			return lo + bad
		}
	}
	return -1
}

// block transforms up to rowBlock rows.
func (f *Fourier[T]) block(s *scratch[T], dst []T, dstStride int, x []T, xStride, rows int) int {
	bad := -1
	for first := 0; first < f.n; first += width {
		wide := min(width, len(f.amplitude)-first)
		count := min(width, f.n-first)
		for from := 0; from < f.dim; from += f.depth {
			deep := min(f.depth, f.dim-from)
			w := f.w[first*f.dim+from*wide:][:deep*wide]
			whole := deep == f.dim
			for r := 0; r < rows; {
				m := min(len(f.project), rows-r)
				p := s.p[r*wide:]
				if whole { // nothing to keep: stay in the first-level cache
					p = s.p
				}
				if from == 0 && f.phase != nil {
					for i := range m {
						copy(p[i*wide:], f.phase[first:first+wide])
					}
				}
				f.project[m-1](wide/f.panel, deep, x[r*xStride+from:], xStride, w, p, wide, from > 0 || f.phase != nil)
				if from+deep == f.dim {
					for i := range m {
						if !f.waves(s, dst[(r+i)*dstStride:], p[i*wide:(i+1)*wide], first, count) && (bad < 0 || r+i < bad) {
							bad = r + i
						}
					}
				}
				r += m
			}
		}
	}
	return bad
}

// waves stores the outputs of count frequencies from first on, given the projections p
// of one row; it reports whether all are finite.
func (f *Fourier[T]) waves(s *scratch[T], dst, p []T, first, count int) bool {
	per, kernel := 2, f.sincos
	if f.phase != nil {
		per, kernel = 1, f.cos
	}
	out := dst[per*first : per*(first+count)]
	amplitude := f.amplitude[first:]
	beyond := false
	whole := count / f.vector * f.vector
	if whole > 0 {
		beyond = kernel(p[:whole], amplitude, out)
	}
	if whole < count {
		if kernel(p[whole:whole+f.vector], amplitude[whole:], s.rest) {
			beyond = true
		}
		copy(out[per*whole:], s.rest[:per*(count-whole)])
	}
	if !beyond {
		return true
	}
	most := large[T]()
	for i, v := range p[:count] {
		if v-v != 0 {
			return false
		}
		if v >= -most && v <= most {
			continue
		}
		sin, cos := sincos(v)
		if per == 1 {
			out[i] = amplitude[i] * cos
		} else {
			out[2*i], out[2*i+1] = amplitude[i]*cos, amplitude[i]*sin
		}
	}
	return true
}
