package features

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features/internal/random"
	"krein/features/internal/trig"
)

// Map is a feature map: a draw of parameters with the basis functions that go with them. It is
// immutable and safe for concurrent use.
//
// The columns of a map of random frequencies are, in this order: one constant column √|c| if the net
// mass at frequency 0, c = Plus.Origin − Minus.Origin, is not zero; the columns of the plus part;
// those of the minus part; those of exact low orders (see [Exact]). Within a part frequency i has the columns
// cos⟨w_i,x⟩, sin⟨w_i,x⟩ next to each other ([SinCos]), or one column ([RandomPhase]). The maps of other
// representations have the order that their package states.
type Map struct {
	dim      int
	sign     []float64 // J
	random   int       // columns that depend on the seed
	n        [2]int    // frequencies
	phase    []float64 // of RandomPhase
	waves    frequencies
	parts    func() []Part     // nil: there are none
	exact    func() ExactError // nil: there are no exact columns
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
	dim, count := opt.pointDim(dec), n[0]+n[1]
	v := uniforms(opt, n)
	amplitude, all := make([]float64, 0, count), make([]float64, 0, count) // the plus part first
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
		all = append(all, radii...)
		for _, w := range weights {
			amplitude = append(amplitude, level*math.Sqrt(w))
		}
	}
	var phase []float64
	if opt.Map == RandomPhase {
		phase = make([]float64, len(all))
		r := random.Stream(opt.Seed, random.Phases, 0, 0)
		for i := range phase {
			phase[i] = 2 * math.Pi * r.Float64()
		}
	}
	waves := newFrequencies(opt, dec.Dim, n, all, amplitude, phase)
	if opt.Exact == ExactSphere && len(all) > 0 {
		e := lowDegrees(dec, laws)
		linear := exactSphere(dim, e[1])
		low := &lowOrders{linear, func() block[float32] { return &rounded{block: linear, dim: dim} },
			sync.OnceValue(func() ExactError { return lowDegreesError(dec, laws) })}
		origin := dec.Plus.Origin - dec.Minus.Origin + e[0]
		return fourierMap(dim, origin, opt.Map, n, phase,
			newResidualWaves(waves, dec.Dim, n, laws, amplitude, phase, dim), low), nil
	}
	if dim < dec.Dim && len(all) > 0 {
		waves = cut(waves, dim, amplitude, phase)
	}
	var low *lowOrders
	if part := opt.Exact.part(); part >= 0 {
		first := part * n[0]
		terms, off, err := correction([2]*decompose.Part{&dec.Plus, &dec.Minus}[part], waves, first, n[part],
			amplitude, dim, dec.Dim)
		if err != nil {
			return nil, err
		}
		exact := Part{Basis: terms, Minus: part == 1, Random: true}
		low = &lowOrders{exact, func() block[float32] { return trig.Rounded(terms) }, func() ExactError { return off }}
	}
	return fourierMap(dim, dec.Plus.Origin-dec.Minus.Origin, opt.Map, n, phase, waves, low), nil
}

// newFrequencies draws directions for radii, nil if there are none.
func newFrequencies(opt *Options, dim int, n [2]int, radii, amplitude, phase []float64) frequencies {
	if len(radii) == 0 {
		return nil
	}
	if f := factorise(opt.Coupling, dim, n, opt.Seed); f != nil && f.Pays() {
		return &transformed{f, radii, amplitude, phase}
	}
	all := len(radii)
	w := make([]float64, dim*all) // frequencies as columns
	dirs := drawDirections(opt.Coupling, dim, n, opt.Seed)
	for i, r := range radii {
		p, k := 0, i
		if i >= n[0] {
			p, k = 1, i-n[0]
		}
		for j, v := range dirs[p][k*dim : (k+1)*dim] {
			w[j*all+i] = r * v
		}
	}
	return newExplicit(dim, amplitude, phase, w)
}

// lowOrders are the columns behind those of frequencies.
type lowOrders struct {
	Part
	round func() block[float32]
	off   func() ExactError
}

// fourierMap puts the columns of frequencies behind the constant one, if origin is not 0.
func fourierMap(dim int, origin float64, kind MapKind, n [2]int, phase []float64, waves frequencies,
	low *lowOrders,
) *Map {
	all := n[0] + n[1]
	m := &Map{dim: dim, n: n, phase: phase, random: all * kind.columns(), waves: waves}
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
		blocks = append(blocks, waves.columns64())
	}
	if low != nil {
		signs := low.signs()
		m.sign = append(m.sign, signs...)
		if low.Random {
			m.random += len(signs)
		}
		m.exact = low.off
		blocks = append(blocks, low.Basis)
	}
	m.parts = func() []Part { return partsOf(dim, origin, n, phase, waves, low) }
	m.engine64 = newEngine(dim, blocks)
	m.engine32 = sync.OnceValue(func() *engine[float32] {
		var blocks []block[float32]
		if origin != 0 {
			blocks = append(blocks, constant[float32]{float32(level)})
		}
		if all > 0 {
			blocks = append(blocks, waves.columns32())
		}
		if low != nil {
			blocks = append(blocks, low.round())
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
	for p, n := range m.n {
		if n > 0 {
			out[p] = mat.NewDense(n, m.dim, nil)
		}
	}
	if m.n != [2]int{} {
		m.waves.each(func(i int, w []float64) {
			if i < m.n[0] {
				out[0].SetRow(i, w)
			} else {
				out[1].SetRow(i-m.n[0], w)
			}
		})
	}
	return out[0], out[1]
}
