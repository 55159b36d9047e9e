package features

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/internal/simd"
)

// Map is a feature map: a draw of parameters with the basis functions that go with them. It is
// immutable and safe for concurrent use.
//
// The columns of a map of random frequencies are, in this order: one constant column √|c| if the net
// mass at frequency 0, c = Plus.Origin − Minus.Origin, is not zero; the columns of the plus part;
// those of the minus part. Within a part frequency i has the columns cos⟨w_i,x⟩, sin⟨w_i,x⟩ next to
// each other ([SinCos]), or one column ([RandomPhase]). The maps of other representations have the
// order that their package states.
type Map struct {
	dim      int
	sign     []float64 // J
	random   int       // columns that depend on the seed
	n        [2]int    // frequencies
	phase    []float64 // of RandomPhase
	waves    *simd.Fourier[float64]
	engine64 *engine[float64]
	engine32 func() *engine[float32] // made when it is asked for
}

// New draws a feature map for the representation; [Fourier] makes one of a decomposition. A nil opt
// means the zero value of Options.
//
// The estimate ΦJΦᵀ of the kernel matrix is unbiased for what the representation represents, under
// every combination of options: what bias there is, is the representation's own. New returns an
// error for options out of range or of another kind of representation, and panics if rep is nil.
func New(rep Representation, opt *Options) (*Map, error) { return rep.Draw(opt) }

// draw draws a map with n frequencies per part, from laws(dec, opt).
func draw(dec *decompose.Decomposition, opt *Options, n [2]int, laws [2]law) (*Map, error) {
	dim, all := dec.Dim, n[0]+n[1]
	dirs := directions(opt.Coupling, dim, n, opt.Seed)
	v := uniforms(opt.Radii, comonotone(opt, n), n, opt.Seed)
	w := make([]float64, dim*all) // frequencies as columns, the plus part first
	amplitude := make([]float64, all)
	col := 0
	for p, part := range []struct {
		name string
		*decompose.Part
	}{{"plus", &dec.Plus}, {"minus", &dec.Minus}} {
		if n[p] == 0 {
			continue
		}
		level := math.Sqrt(part.Mass / float64(n[p]))
		if opt.Map == RandomPhase {
			level *= math.Sqrt2
		}
		radii, weights, err := laws[p].radii(part.name, v[p])
		if err != nil {
			return nil, err
		}
		for i, r := range radii {
			amplitude[col] = level * math.Sqrt(weights[i])
			for j, v := range dirs[p][i*dim : (i+1)*dim] {
				w[j*all+col] = r * v
			}
			col++
		}
	}
	var phase []float64
	if opt.Map == RandomPhase {
		phase = make([]float64, all)
		r := stream(opt.Seed, streamPhases, 0, 0)
		for i := range phase {
			phase[i] = 2 * math.Pi * r.Float64()
		}
	}
	return fourierMap(dim, dec.Plus.Origin-dec.Minus.Origin, opt.Map, n, amplitude, phase, w), nil
}

// fourierMap puts the columns of frequencies behind the constant one, if origin is not 0.
func fourierMap(
	dim int, origin float64, kind MapKind, n [2]int, amplitude, phase, w []float64,
) *Map {
	all := n[0] + n[1]
	m := &Map{dim: dim, n: n, phase: phase, random: all * kind.columns()}
	level := math.Sqrt(math.Abs(origin))
	var blocks []block[float64]
	if origin != 0 {
		m.sign = append(m.sign, math.Copysign(1, origin))
		blocks = append(blocks, constant[float64]{level})
	}
	for p, sign := range []float64{1, -1} {
		for range n[p] * kind.columns() {
			m.sign = append(m.sign, sign)
		}
	}
	if all > 0 {
		m.waves = newWaves[float64](dim, amplitude, phase, func(j, i int) float64 { return w[j*all+i] })
		blocks = append(blocks, m.waves)
	}
	m.engine64 = newEngine(dim, blocks)
	m.engine32 = sync.OnceValue(func() *engine[float32] {
		var blocks []block[float32]
		if origin != 0 {
			blocks = append(blocks, constant[float32]{float32(level)})
		}
		if all > 0 {
			blocks = append(blocks, newWaves[float32](dim, amplitude, phase,
				func(j, i int) float64 { return m.frequency(i, j) }))
		}
		return newEngine(dim, blocks)
	})
	return m
}

// Dim returns d, the number of columns of the data.
func (m *Map) Dim() int { return m.dim }

// Counts returns the numbers of frequencies of the two parts, 0 for maps without.
func (m *Map) Counts() (plus, minus int) { return m.n[0], m.n[1] }

// Columns returns the number of columns of Φ.
func (m *Map) Columns() int { return len(m.sign) }

// Random returns how many columns depend on the seed. If none does, ΦJΦᵀ is what the representation
// represents, up to rounding.
func (m *Map) Random() int { return m.random }

// Signature returns the diagonal of J, +1 or −1 a column: K ≈ Φ J Φᵀ.
func (m *Map) Signature() []float64 { return slices.Clone(m.sign) }

// Frequencies returns the frequencies of the two parts, n±×d, one a row, as they were drawn to
// a relative 2^-52; nil for a part without.
func (m *Map) Frequencies() (plus, minus *mat.Dense) {
	var out [2]*mat.Dense
	first := 0
	for p, n := range m.n {
		if n == 0 {
			continue
		}
		out[p] = mat.NewDense(n, m.dim, nil)
		for i := range n {
			for j := range m.dim {
				out[p].Set(i, j, m.frequency(first+i, j))
			}
		}
		first += n
	}
	return out[0], out[1]
}

// frequency returns component j of frequency i, the plus part first.
func (m *Map) frequency(i, j int) float64 { return m.waves.Frequency(i, j) / simd.QuarterTurns }
