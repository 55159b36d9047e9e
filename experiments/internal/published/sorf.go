package published

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krein/features"
	"krein/features/fitted"
	"krein/internal/features/random"
)

// SORF is the map of F. Yu, A. Suresh, K. Choromanski, D. Holtmann-Rice, S. Kumar, Orthogonal random features (2016),
// section 4, for the Gaussian kernel exp(−z²/(2τ²)): frequencies are the rows of √n/τ·H D₁ H D₂ H D₃, H Hadamard's
// matrix over √n for n = 2^k ≥ d, D random signs, the first d columns of as many blocks as are needed.
//
// Defects. All frequencies have the length √n/τ (before columns are dropped) instead of a random one, and the
// directions are not uniform: the estimate is biased for every d, which the paper bounds for large d. krein's
// structured coupling has a Haar factor instead of HD₃.
type SORF struct {
	dim int
	tau float64
}

// NewSORF panics if dim < 1 or tau is not positive.
func NewSORF(dim int, tau float64) SORF {
	if dim < 1 || !(tau > 0) {
		panic(fmt.Sprintf("published: SORF in dimension %d with τ = %v", dim, tau))
	}
	return SORF{dim, tau}
}

// Dim returns d.
func (s SORF) Dim() int { return s.dim }

// Size returns n, the size of Hadamard's matrix.
func (s SORF) Size() int { return 1 << bits.Len(uint(s.dim-1)) }

// Draw draws a map, cosines and sines; it reads Options.Columns, an even number, and Seed.
func (s SORF) Draw(opt *features.Options) (*features.Map, error) {
	o, err := opt.Directional()
	if err != nil {
		return nil, err
	}
	if o.Columns%2 != 0 {
		return nil, fmt.Errorf("published: %d columns, but a frequency gives two", o.Columns)
	}
	n, count := s.Size(), o.Columns/2
	b := &waves{dim: s.dim, w: make([]float64, s.dim*count), level: levels(count)}
	src := random.Source(o.Seed, 0)
	for first := 0; first < count; first += n {
		block := s.block(src)
		for i := first; i < min(count, first+n); i++ {
			for j := range s.dim {
				b.w[j*count+i] = block[(i-first)*n+j]
			}
		}
	}
	return fitted.Compose(s.dim, []fitted.Part{{Basis: b, Random: true}}), nil
}

// SORFs is a sum of Gaussian kernels of one dimension, with signs: each has as many columns as the others.
type SORFs []struct {
	SORF
	Minus bool
}

// Draw draws a map; it reads Options.Columns, a multiple of twice the number of kernels, and Seed.
func (s SORFs) Draw(opt *features.Options) (*features.Map, error) {
	o, err := opt.Directional()
	if err != nil {
		return nil, err
	}
	if o.Columns%(2*len(s)) != 0 {
		return nil, fmt.Errorf("published: %d columns, but %d kernels have equally many pairs", o.Columns, len(s))
	}
	var parts []fitted.Part
	for i, one := range s {
		m, err := one.SORF.Draw(&features.Options{Columns: o.Columns / len(s), Seed: o.Seed*uint64(len(s)) + uint64(i)})
		if err != nil {
			return nil, err
		}
		for _, p := range m.Parts() {
			p.Minus = one.Minus
			parts = append(parts, p)
		}
	}
	return fitted.Compose(s.Dim(), parts), nil
}

// Dim returns d.
func (s SORFs) Dim() int { return s[0].Dim() }

// block returns √n/τ·H D₁ H D₂ H D₃ with H scaled to be orthogonal, one row after another.
func (s SORF) block(src *rand.Rand) []float64 {
	n := s.Size()
	rows := make([]float64, n*n)
	for i := range n {
		rows[i*n+i] = math.Sqrt(float64(n)) / s.tau
	}
	for range 3 { // rows times H, then signs: (H D₁)(H D₂)(H D₃)
		signs := make([]float64, n)
		for j := range signs {
			signs[j] = 1
			if src.Uint64()>>63 == 1 {
				signs[j] = -1
			}
		}
		for i := range n {
			row := rows[i*n : (i+1)*n]
			hadamard(row)
			floats.Mul(row, signs)
		}
	}
	return rows
}

// hadamard multiplies with Hadamard's matrix over √n, in place.
func hadamard(x []float64) {
	for half := 1; half < len(x); half *= 2 {
		for i := 0; i < len(x); i += 2 * half {
			for j := i; j < i+half; j++ {
				x[j], x[j+half] = x[j]+x[j+half], x[j]-x[j+half]
			}
		}
	}
	floats.Scale(1/math.Sqrt(float64(len(x))), x)
}

// waves are cosines and sines of frequencies, with a factor for each.
type waves struct {
	dim   int
	w     []float64 // frequencies as columns
	level []float64
}

// levels are the factors of n frequencies that count alike.
func levels(n int) []float64 { return slices.Repeat([]float64{1 / math.Sqrt(float64(n))}, n) }

// Columns returns two for each.
func (b *waves) Columns() int { return 2 * len(b.level) }

// Transform computes row by row.
func (b *waves) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	count := len(b.level)
	t := make([]float64, count)
	for i := range rows {
		clear(t)
		for j, v := range x[i*xStride:][:b.dim] {
			floats.AddScaled(t, v, b.w[j*count:(j+1)*count])
		}
		for k, v := range t {
			if math.IsNaN(v - v) {
				return i
			}
			sin, cos := math.Sincos(v)
			dst[i*dstStride+2*k], dst[i*dstStride+2*k+1] = b.level[k]*cos, b.level[k]*sin
		}
	}
	return -1
}
