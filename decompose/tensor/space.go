package tensor

import (
	"math"
	"slices"

	"krein/fourier/stationary"
	"krein/internal/fourier/numeric"
)

// space are the blocks of R^dim.
type space struct {
	dim    int
	blocks []stationary.Block
	dims   []int
	by     [][]float64 // rows of the map that comes before, nil for none

	// mirrors are the vectors v of reflections 1 − 2vvᵀ/vᵀv, the product of which takes the unit vectors to the rows of
	// the blocks before a complement, up to signs, and so the other unit vectors to a basis of the complement.
	mirrors [][]float64
}

func newSpace(dim int, blocks []stationary.Block, by [][]float64) *space {
	s := &space{dim: dim, blocks: blocks, by: by}
	for _, b := range blocks {
		s.dims = append(s.dims, b.Dim)
	}
	if n := len(blocks); n == 0 || !blocks[n-1].Complement {
		return s
	}
	for _, b := range blocks[:len(blocks)-1] {
		for i := range b.Dim {
			v := make([]float64, dim)
			if b.Basis != nil {
				copy(v, b.Basis[i])
			} else {
				v[b.From+i] = 1
			}
			for _, m := range s.mirrors {
				reflect(v, m)
			}
			k := len(s.mirrors)
			clear(v[:k]) // the rows are orthogonal
			norm := 0.0
			for _, x := range v {
				norm = math.Hypot(norm, x)
			}
			v[k] += math.Copysign(norm, v[k])
			s.mirrors = append(s.mirrors, v)
		}
	}
	return s
}

// reflect sets x to its mirror image, v not 0.
func reflect(x, v []float64) {
	dot, norm := 0.0, 0.0
	for i, a := range v {
		dot += a * x[i]
		norm += a * a
	}
	f := 2 * dot / norm
	for i, a := range v {
		x[i] -= f * a
	}
}

// stretch returns E ‖Mᵀω‖² for frequencies of each block with E ‖ω‖² = 1: the mean of ‖Mᵀr‖² over rows r of a basis.
func (s *space) stretch() []float64 {
	out := make([]float64, len(s.blocks))
	left := 0.0 // of the trace of MMᵀ
	for _, row := range s.by {
		left += squared(row)
	}
	for b, v := range s.blocks {
		sum := 0.0
		switch {
		case s.by == nil:
			sum = float64(v.Dim)
		case v.Complement:
			sum = left
		case v.Basis == nil:
			for _, row := range s.by[v.From : v.From+v.Dim] {
				sum += squared(row)
			}
		default:
			for _, r := range v.Basis {
				image := make([]float64, s.dim)
				for i, x := range r {
					add(image, s.by[i], x)
				}
				sum += squared(image)
			}
		}
		left -= sum
		out[b] = sum / float64(v.Dim)
	}
	return out
}

func squared(v []float64) (sum float64) {
	for _, x := range v {
		sum += x * x
	}
	return sum
}

// project returns the coordinates of a vector in the blocks, lengths where they have several dimensions.
func (s *space) project(delta []float64) []float64 {
	t := stationary.Tensor{Dim: s.dim, Blocks: s.blocks, Map: s.by}
	return numeric.Project(&t, nil, delta)
}

// writer writes a frequency block by block.
type writer struct {
	s     *space
	omega []float64
	rest  []float64 // the coordinates in the complement, before reflections
}

func (s *space) writer(omega []float64) *writer {
	clear(omega)
	return &writer{s: s, omega: omega}
}

// write adds a vector in block b: with the coordinate x on a line, otherwise of length x, in a random direction.
func (w *writer) write(b int, x float64, rnd Source) {
	v := &w.s.blocks[b]
	if v.Dim == 1 {
		switch {
		case v.Complement:
			w.rest = make([]float64, w.s.dim)
			w.rest[w.s.dim-1] = x
		case v.Basis == nil:
			w.omega[v.From] = x
		default:
			add(w.omega, v.Basis[0], x)
		}
		return
	}
	var at []float64
	switch {
	case v.Complement:
		w.rest = make([]float64, w.s.dim)
		at = w.rest[w.s.dim-v.Dim:]
	case v.Basis == nil:
		at = w.omega[v.From : v.From+v.Dim]
	default:
		at = make([]float64, v.Dim)
	}
	norm := 0.0
	for i := range at {
		at[i] = rnd.NormFloat64()
		norm += at[i] * at[i]
	}
	f := 0.0
	if norm > 0 {
		f = x / math.Sqrt(norm)
	}
	for i := range at {
		at[i] *= f
	}
	if v.Basis != nil && !v.Complement {
		for i, row := range v.Basis {
			add(w.omega, row, at[i])
		}
	}
}

// finish adds what is in the complement, and maps back: the frequency ω of MΔ is Mᵀω of Δ.
func (w *writer) finish() {
	if w.rest != nil {
		for i := len(w.s.mirrors) - 1; i >= 0; i-- {
			reflect(w.rest, w.s.mirrors[i])
		}
		add(w.omega, w.rest, 1)
	}
	if w.s.by == nil {
		return
	}
	before := slices.Clone(w.omega)
	clear(w.omega)
	for i, x := range before {
		add(w.omega, w.s.by[i], x)
	}
}

func add(dst, x []float64, f float64) {
	for i, a := range x {
		dst[i] += f * a
	}
}
