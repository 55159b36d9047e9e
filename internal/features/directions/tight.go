package directions

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"krein/internal/features/harmonic"
	"krein/internal/features/random"
)

// Run is a number of blocks of the same size, one after the other.
type Run struct{ Blocks, Size int }

// TightBlocks returns into what n directions of features.Orthogonal are divided: ⌊n/d⌋ blocks, at least one, of sizes that
// differ by 1 at most, the smaller ones first. A block of d is an orthonormal basis and one of fewer is part of such a basis; a
// block of more is a unit-norm tight frame: N rows of length 1 with Σ θθᵀ = (N/d)·I. Harmonics of degree 2 cancel in each
// for every n ≥ d, which loose directions beside full bases do not do.
func TightBlocks(n, d int) []Run {
	blocks := max(1, n/d)
	size, more := n/blocks, n%blocks
	if more == 0 {
		return []Run{{blocks, size}}
	}
	return []Run{{blocks - more, size}, {more, size + 1}}
}

// Tight returns n directions, see TightBlocks. Every block has a rotation of its own, uniform on O(d). The rows of a frame are
// in random order, so that all pairs of places have the same law.
func Tight(seed uint64, part, n, d int) []float64 {
	rows := make([]float64, 0, n*d)
	block := 0
	for _, run := range TightBlocks(n, d) {
		if run.Size <= d {
			rows = append(rows, random.OrthogonalRows(seed, part, run.Blocks*run.Size, d)...)
			block += run.Blocks
			continue
		}
		frame := newFrame(run.Size, d).rows()
		turned := make([]float64, len(frame))
		for range run.Blocks {
			r := random.Stream(seed, random.Directions, part, block)
			q := random.Stiefel(random.GaussianRows(r, d, d), d, d)
			blas64.Gemm(blas.NoTrans, blas.NoTrans, 1,
				blas64.General{Rows: run.Size, Cols: d, Stride: d, Data: frame},
				blas64.General{Rows: d, Cols: d, Stride: d, Data: q},
				0, blas64.General{Rows: run.Size, Cols: d, Stride: d, Data: turned})
			for _, i := range r.Perm(run.Size) {
				rows = append(rows, turned[i*d:(i+1)*d]...)
			}
			block++
		}
	}
	return rows
}

// frame is a real harmonic frame: row i of n has the entries √(2/d)·cos 2πmi/n and √(2/d)·sin 2πmi/n for ⌊d/2⌋ different
// 0 < m < n/2, and 1/√d if d is odd. Its columns are orthogonal and its rows of length 1. The inner product of two rows
// depends on the difference of their numbers.
type frame struct {
	n, d int
	wave []int // the m
}

const (
	frameWork  = 1 << 16 // cosines that a search for waves adds at most
	frameTries = 64
)

// newFrame returns the frame of n rows in R^d, d < n < 2d, with the least sum of fourth powers of inner products among a few
// random choices of waves, the same ones for every seed. That of squares is n(n/d − 1) for all.
func newFrame(n, d int) *frame {
	r := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	most, half := (n-1)/2, d/2
	tries := 1
	if half < most {
		tries = max(1, min(frameTries, frameWork/(n*half)))
	}
	best, least := new(frame), math.Inf(1)
	for range tries {
		f := &frame{n, d, r.Perm(most)[:half]}
		for i := range f.wave {
			f.wave[i]++
		}
		sum := 0.0
		if tries > 1 {
			f.products(func(rho, times float64) { sum += times * rho * rho * rho * rho })
		}
		if sum < least {
			best, least = f, sum
		}
	}
	return best
}

// circle returns cos 2πi/n, i < n.
func circle(n int) []float64 {
	cos := make([]float64, n)
	for i := range cos {
		cos[i] = math.Cos(2 * math.Pi * float64(i) / float64(n))
	}
	return cos
}

// products calls do for the inner products of a row with all others, and how many there are of each.
func (f *frame) products(do func(rho, times float64)) {
	cos := circle(f.n)
	for t := 1; 2*t <= f.n; t++ {
		sum := float64(f.d%2) / 2
		for _, m := range f.wave {
			sum += cos[m*t%f.n]
		}
		times := 2.0
		if 2*t == f.n {
			times = 1
		}
		do(2*sum/float64(f.d), times)
	}
}

// rows returns the frame, n×d.
func (f *frame) rows() []float64 {
	a := make([]float64, f.n*f.d)
	scale := math.Sqrt(2 / float64(f.d))
	for i := range f.n {
		row := a[i*f.d:][:f.d]
		if f.d%2 == 1 {
			row[f.d-1] = math.Sqrt(1 / float64(f.d))
		}
		for j, m := range f.wave {
			sin, cos := math.Sincos(2 * math.Pi * float64(m*i%f.n) / float64(f.n))
			row[2*j], row[2*j+1] = scale*cos, scale*sin
		}
	}
	return a
}

// TightWeights keeps E P_{2k}(ρ) for ρ the inner product of two directions of a last block of features.Orthogonal, by its size.
type TightWeights map[int][]float64

// At returns count of them.
func (w *TightWeights) At(d, size, count int) []float64 {
	if *w == nil {
		*w = TightWeights{}
	}
	have := (*w)[size]
	if len(have) >= count {
		return have[:count]
	}
	out := make([]float64, max(count, 2*len(have)))
	(*w)[size] = out
	if size <= d {
		harmonic.Gegenbauers(out[:0], d, len(out), 0)
		return out[:count]
	}
	var p []float64
	newFrame(size, d).products(func(rho, times float64) {
		p = harmonic.Gegenbauers(p[:0], d, len(out), rho)
		for k, v := range p {
			out[k] += times / float64(size-1) * v
		}
	})
	return out[:count]
}
