package fitted

import (
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// Map is a feature map: a draw of parameters with the basis functions that go with them. It is
// immutable and safe for concurrent use.
//
// The columns of a map of random frequencies are, in this order: one constant column √|c| if the net
// mass c at frequency 0 is not zero; the columns of the plus part; those of the minus part; those of exact low orders.
// Within a part frequency i has the columns cos⟨w_i,x⟩, sin⟨w_i,x⟩ next to each other, or one column where maps have
// random phases. The maps of other representations have the order that their package states.
type Map struct {
	drawn    Drawn
	engine64 *engine[float64]
	engine32 func() *engine[float32] // made when it is asked for
}

// Drawn is what a map is made of, for those who draw maps of frequencies; [Compose] serves others.
type Drawn struct {
	Dim    int
	Signs  []float64 // J, one a column
	Random int       // columns that depend on the seed
	Blocks []Block[float64]
	Single func() []Block[float32] // the same blocks in float32
	Parts  func() []Part           // nil: there are none

	Counts      [2]int                                    // frequencies of the two parts
	Frequencies func(do func(i int, frequency []float64)) // called if there are any: the plus part first; the slice is used again
	Exact       func() ExactError                         // nil: there are no exact columns
}

// New returns the map that was drawn. What d refers to is kept.
func New(d *Drawn) *Map {
	return &Map{
		drawn:    *d,
		engine64: newEngine(d.Dim, d.Blocks),
		engine32: sync.OnceValue(func() *engine[float32] { return newEngine(d.Dim, d.Single()) }),
	}
}

// Dim returns d, the number of columns of the data.
func (m *Map) Dim() int { return m.drawn.Dim }

// Counts returns the numbers of frequencies of the two parts, 0 for maps without.
func (m *Map) Counts() (plus, minus int) { return m.drawn.Counts[0], m.drawn.Counts[1] }

// Columns returns the number of columns of Φ.
func (m *Map) Columns() int { return len(m.drawn.Signs) }

// Random returns how many columns depend on the seed. If none does, ΦJΦᵀ is what the representation
// represents, up to rounding.
func (m *Map) Random() int { return m.drawn.Random }

// Signature returns the diagonal of J, +1 or −1 a column: K ≈ Φ J Φᵀ.
func (m *Map) Signature() []float64 { return slices.Clone(m.drawn.Signs) }

// Frequencies returns the frequencies of the two parts, n±×d, one a row, as they were drawn to
// a relative 2^-52; nil for a part without.
func (m *Map) Frequencies() (plus, minus *mat.Dense) {
	var out [2]*mat.Dense
	n := m.drawn.Counts
	for p, n := range n {
		if n > 0 {
			out[p] = mat.NewDense(n, m.drawn.Dim, nil)
		}
	}
	if n != [2]int{} {
		m.drawn.Frequencies(func(i int, w []float64) {
			if i < n[0] {
				out[0].SetRow(i, w)
			} else {
				out[1].SetRow(i-n[0], w)
			}
		})
	}
	return out[0], out[1]
}

// Parts returns those of [Compose] that have columns. Of a map of random frequencies they are the constant, the plus
// part, the minus part, and the exact columns: their values have the bits of the map's, but for couplings that multiply
// by fast transforms, whose frequencies are written out: there they differ by rounding. Maps of random phases have
// none.
func (m *Map) Parts() []Part {
	if m.drawn.Parts == nil {
		return nil
	}
	return m.drawn.Parts()
}

// ExactError is what maps with exact low orders or degrees are off by themselves: their columns hold means over the law
// of radii, and E k̂(z) may differ by Level + Square·z² from what the representation represents.
type ExactError struct {
	Level  float64 `json:"level"`
	Square float64 `json:"square"`
	// Proved: so it is for tables and low orders, and their law has no oscillating tail. Otherwise it is an estimate.
	Proved bool `json:"proved"`
}

// ExactError returns the error of the means in exact columns, zero where there are none.
func (m *Map) ExactError() ExactError {
	if m.drawn.Exact == nil {
		return ExactError{}
	}
	return m.drawn.Exact()
}

// Padded returns the map with columns of 0 behind its own, so many in all that there are n, for those who need an exact number:
// a frequency gives two columns, and a constant takes one. ΦJΦᵀ stays what it is. A map of n columns or more is returned as it is.
func (m *Map) Padded(n int) *Map {
	own := m.Columns()
	if own >= n {
		return m
	}
	d, zeros := m.drawn, make([]Part, n-own)
	d.Signs, d.Blocks = slices.Clone(d.Signs), slices.Clone(d.Blocks)
	for i := range zeros {
		zeros[i] = Part{Basis: Constant(0)}
		d.Signs, d.Blocks = append(d.Signs, 1), append(d.Blocks, zeros[i].Basis)
	}
	single, parts := m.drawn.Single, m.drawn.Parts
	d.Single = func() []Block[float32] {
		blocks := slices.Clone(single())
		for range zeros {
			blocks = append(blocks, Constant(0).Single())
		}
		return blocks
	}
	if parts != nil {
		d.Parts = func() []Part { return slices.Concat(parts(), zeros) }
	}
	return New(&d)
}
