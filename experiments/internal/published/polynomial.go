package published

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/dsp/fourier"

	"krein/features"
	"krein/features/fitted"
	"krein/internal/features/basis"
	"krein/internal/features/random"
)

// Polynomial is a map of polynomials of the inner product, with what its paper says of its variance.
type Polynomial struct {
	dim      int
	draw     func(seed uint64, columns int) ([]fitted.Part, error)
	kernel   func(u float64) float64
	variance func(x, y []float64, columns int) float64
}

// Dim returns d.
func (p *Polynomial) Dim() int { return p.dim }

// Kernel returns what the map estimates without bias.
func (p *Polynomial) Kernel(x, y []float64) float64 { return p.kernel(inner(x, y)) }

// Variance returns the paper's variance of the estimate of k(x,y) by so many columns: exact, or a bound, as
// the constructor says.
func (p *Polynomial) Variance(x, y []float64, columns int) float64 { return p.variance(x, y, columns) }

// Draw draws a map with Options.Columns columns, by Options.Seed; other options are not read.
func (p *Polynomial) Draw(opt *features.Options) (*features.Map, error) {
	o, err := opt.Directional()
	if err != nil {
		return nil, err
	}
	parts, err := p.draw(o.Seed, o.Columns)
	if err != nil {
		return nil, err
	}
	return fitted.Compose(p.dim, parts), nil
}

func inner(x, y []float64) (u float64) {
	for j, v := range x {
		u += v * y[j]
	}
	return u
}

// RandomMaclaurin returns the map of P. Kar, H. Karnick, Random feature maps for dot product kernels (2012) for
// Σ a[n]⟨x,y⟩ⁿ, a_n ≥ 0: every column draws a degree n with probability 2^{−n−1} and is
// √(2^{n+1} a_n)·Π ⟨ω_k,x⟩ over n vectors of random signs. Variance is exact:
// (Σ 2^{n+1} a_n² (E⟨ω,x⟩²⟨ω,y⟩²)ⁿ − k²)/columns. Negative coefficients are an error: the paper has none.
//
// Defects. Half of the columns are the same constant, a quarter are linear, and degrees beyond the last
// are columns of zeros; the degrees' law does not know the coefficients.
func RandomMaclaurin(dim int, a []float64) (*Polynomial, error) {
	for n, v := range a {
		if !(v >= 0) || math.IsInf(v, 1) {
			return nil, fmt.Errorf("published: Random Maclaurin wants coefficients that are not negative; number %d is %v", n, v)
		}
	}
	a = slices.Clone(a)
	kernel := func(u float64) (k float64) {
		for _, v := range slices.Backward(a) {
			k = k*u + v
		}
		return k
	}
	return &Polynomial{
		dim: dim, kernel: kernel,
		draw: func(seed uint64, columns int) ([]fitted.Part, error) {
			src := random.Source(seed, 0)
			degree, scale := make([]int, columns), make([]float64, columns)
			for i := range degree {
				n, weight := 0, 2.0
				for src.Uint64()>>63 == 1 {
					n, weight = n+1, 2*weight
				}
				if n < len(a) {
					degree[i], scale[i] = n, math.Sqrt(weight*a[n]/float64(columns))
				}
			}
			return []fitted.Part{{Basis: basis.DrawProducts(dim, degree, scale, src), Random: true}}, nil
		},
		variance: func(x, y []float64, columns int) float64 {
			second, k, sum := basis.SignMoment(x, y), kernel(inner(x, y)), 0.0
			for n, v := range a {
				sum += math.Ldexp(v*v, n+1) * basis.Pow(second, n)
			}
			return (sum - k*k) / float64(columns)
		},
	}, nil
}

// TensorProjection returns tensorised random projections for (c + ⟨x,y⟩)^p (M. Meister, T. Sarlos, D. Woodruff,
// Tight dimensionality reduction for sketching low degree polynomial kernels, 2019): columns are products
// of p projections on vectors of random signs of (x, √c), over the root of their number. Variance is exact:
// ((E⟨ω,x⟩²⟨ω,y⟩²)^p − k²)/columns, which grows like 3^p near x = y. It panics if dim < 1, p < 1 or c < 0.
func TensorProjection(dim, p int, c float64) *Polynomial {
	checkPower(dim, p, c)
	root := math.Sqrt(c)
	return &Polynomial{
		dim: dim, kernel: func(u float64) float64 { return basis.Pow(c+u, p) },
		draw: func(seed uint64, columns int) ([]fitted.Part, error) {
			degree, scale := make([]int, columns), make([]float64, columns)
			for i := range degree {
				degree[i], scale[i] = p, 1/math.Sqrt(float64(columns))
			}
			b := basis.DrawProducts(dim+1, degree, scale, random.Source(seed, 0))
			return []fitted.Part{{Basis: &appended{Basis: b, dim: dim, last: root}, Random: true}}, nil
		},
		variance: func(x, y []float64, columns int) float64 {
			k := basis.Pow(c+inner(x, y), p)
			second := basis.SignMoment(append(slices.Clone(x), root), append(slices.Clone(y), root))
			return (basis.Pow(second, p) - k*k) / float64(columns)
		},
	}
}

func checkPower(dim, p int, c float64) {
	if dim < 1 || p < 1 || !(c >= 0) {
		panic(fmt.Sprintf("published: (%v + ⟨x,y⟩)^%d in dimension %d", c, p, dim))
	}
}

// appended gives a basis rows with one more entry.
type appended struct {
	fitted.Basis
	dim     int
	last    float64
	scratch sync.Pool
}

// Transform works row by row.
func (a *appended) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	s, _ := a.scratch.Get().(*[]float64)
	if s == nil {
		s = new([]float64)
		*s = make([]float64, a.dim+1)
	}
	defer a.scratch.Put(s)
	for i := range rows {
		copy(*s, x[i*xStride:][:a.dim])
		(*s)[a.dim] = a.last
		if a.Basis.Transform(dst[i*dstStride:], dstStride, *s, a.dim+1, 1) >= 0 {
			return i
		}
	}
	return -1
}

// TensorSketch returns the map of N. Pham, R. Pagh, Fast and scalable polynomial kernels via explicit feature maps
// (2013) for (c + ⟨x,y⟩)^p: the circular convolution, by Fourier transforms, of p count sketches of (x, √c).
// Variance is the bound (2 + 3^p)/columns · (c+‖x‖²)^p (c+‖y‖²)^p of H. Avron, H. Nguyen, D. Woodruff, Subspace
// embeddings for the polynomial kernel (2014); for p = 1 it is exact, (‖x‖²‖y‖² + ⟨x,y⟩² − 2Σx_j²y_j²)/columns
// with √c appended. It panics if dim < 1, p < 1
// or c < 0.
//
// Defects. The variance near x = y grows like 3^p; estimates of positive kernels may be negative.
func TensorSketch(dim, p int, c float64) *Polynomial {
	checkPower(dim, p, c)
	root := math.Sqrt(c)
	return &Polynomial{
		dim: dim, kernel: func(u float64) float64 { return basis.Pow(c+u, p) },
		draw: func(seed uint64, columns int) ([]fitted.Part, error) {
			return []fitted.Part{{Basis: newSketch(dim, p, root, columns, seed), Random: true}}, nil
		},
		variance: func(x, y []float64, columns int) float64 {
			x, y = append(slices.Clone(x), root), append(slices.Clone(y), root)
			xx, yy := inner(x, x), inner(y, y)
			if p == 1 {
				return (basis.SignMoment(x, y) - inner(x, y)*inner(x, y)) / float64(columns)
			}
			return (basis.Pow(3, p) + 2) / float64(columns) * basis.Pow(xx*yy, p)
		},
	}
}

// sketch is a tensor sketch.
type sketch struct {
	dim, columns int
	root         float64
	place        [][]int     // of every coordinate, in each of p sketches
	sign         [][]float64 // and its sign
	scratch      sync.Pool
}

// sketchScratch is what a row takes; transforms are not safe for concurrent use.
type sketchScratch struct {
	fft                  *fourier.CmplxFFT
	row, spectrum, whole []complex128
}

func newSketch(dim, p int, root float64, columns int, seed uint64) *sketch {
	s := &sketch{dim: dim, columns: columns, root: root}
	src := random.Source(seed, 0)
	for range p {
		place, sign := make([]int, dim+1), make([]float64, dim+1)
		for j := range place {
			place[j], sign[j] = src.IntN(columns), 1
			if src.Uint64()>>63 == 1 {
				sign[j] = -1
			}
		}
		s.place, s.sign = append(s.place, place), append(s.sign, sign)
	}
	return s
}

// Columns returns their number.
func (s *sketch) Columns() int { return s.columns }

// Transform computes row by row.
func (s *sketch) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	t, _ := s.scratch.Get().(*sketchScratch)
	if t == nil {
		t = &sketchScratch{
			fft: fourier.NewCmplxFFT(s.columns), row: make([]complex128, s.columns),
			spectrum: make([]complex128, s.columns), whole: make([]complex128, s.columns),
		}
	}
	defer s.scratch.Put(t)
	for i := range rows {
		point := x[i*xStride:][:s.dim]
		for k := range t.whole {
			t.whole[k] = 1
		}
		for k, place := range s.place {
			clear(t.row)
			for j, at := range place {
				v := s.root
				if j < s.dim {
					v = point[j]
				}
				t.row[at] += complex(s.sign[k][j]*v, 0)
			}
			t.fft.Coefficients(t.spectrum, t.row)
			for j, v := range t.spectrum {
				t.whole[j] *= v
			}
		}
		t.fft.Sequence(t.row, t.whole)
		for j, v := range t.row {
			w := real(v) / float64(s.columns)
			if math.IsNaN(w - w) {
				return i
			}
			dst[i*dstStride+j] = w
		}
	}
	return -1
}
