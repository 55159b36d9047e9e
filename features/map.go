package features

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"

	"krein/decompose"
)

// Map is a random feature map: a draw of frequencies with their weights. It is immutable
// and safe for concurrent use.
//
// Its columns are, in this order: one constant column √|c| if the net mass at frequency
// 0, c = Plus.Origin − Minus.Origin, is not zero; the columns of the plus part; those of
// the minus part. Within a part frequency i has the columns cos⟨w_i,x⟩, sin⟨w_i,x⟩ next to
// each other ([SinCos]), or one column ([RandomPhase]).
type Map struct {
	dim       int
	kind      MapKind
	origin    float64 // c
	n         [2]int
	amplitude [2]float64 // of a column of either part
	phase     []float64  // of RandomPhase
	engine64  *engine[float64]
	engine32  func() *engine[float32] // made when it is asked for
}

// New draws a feature map for the decomposition. A nil opt means the zero value of
// Options.
//
// The estimate ΦJΦᵀ of the kernel matrix is unbiased for the decomposition's own kernel
// under every combination of options: what bias there is comes from the decomposition's
// radii. New returns an error for options out of range and for a decomposition whose
// masses or radii are negative or not finite; it panics if dec is nil, or if a part has
// mass without radii or radii without mass.
func New(dec *decompose.Decomposition, opt *Options) (*Map, error) {
	o, err := prepare(dec, opt)
	if err != nil {
		return nil, err
	}
	return draw(dec, &o, split(dec, &o, nil))
}

func draw(dec *decompose.Decomposition, opt *Options, n [2]int) (*Map, error) {
	m := &Map{dim: dec.Dim, kind: opt.Map, origin: dec.Plus.Origin - dec.Minus.Origin, n: n}
	dirs := directions(opt.Coupling, m.dim, n, opt.Seed)
	u := uniforms(opt.Radii, comonotone(opt, n), n, opt.Seed)
	all := n[0] + n[1]
	w := make([]float64, m.dim*all) // frequencies as columns, the plus part first
	col := 0
	for p, part := range []struct {
		name string
		*decompose.Part
	}{{"plus", &dec.Plus}, {"minus", &dec.Minus}} {
		if n[p] == 0 {
			continue
		}
		m.amplitude[p] = math.Sqrt(part.Mass / float64(n[p]))
		if m.kind == RandomPhase {
			m.amplitude[p] *= math.Sqrt2
		}
		radii, err := quantiles(part.name, part.Radii, u[p])
		if err != nil {
			return nil, err
		}
		for i, r := range radii {
			for j, v := range dirs[p][i*m.dim : (i+1)*m.dim] {
				w[j*all+col] = r * v
			}
			col++
		}
	}
	if m.kind == RandomPhase {
		m.phase = make([]float64, all)
		r := stream(opt.Seed, streamPhases, 0, 0)
		for i := range m.phase {
			m.phase[i] = 2 * math.Pi * r.Float64()
		}
	}
	m.engine64 = newEngine[float64](m, func(j, i int) float64 { return w[j*all+i] })
	m.engine32 = sync.OnceValue(func() *engine[float32] {
		return newEngine[float32](m, func(j, i int) float64 { return m.engine64.waves.Frequency(i, j) })
	})
	return m, nil
}

// Dim returns d, the number of columns of the data.
func (m *Map) Dim() int { return m.dim }

// Counts returns the numbers of frequencies of the two parts.
func (m *Map) Counts() (plus, minus int) { return m.n[0], m.n[1] }

// Columns returns the number of columns of Φ.
func (m *Map) Columns() int {
	columns := (m.n[0] + m.n[1]) * m.kind.columns()
	if m.origin != 0 {
		columns++
	}
	return columns
}

// Signature returns the diagonal of J, +1 or −1 a column: K ≈ Φ J Φᵀ.
func (m *Map) Signature() []float64 {
	j := make([]float64, 0, m.Columns())
	if m.origin != 0 {
		j = append(j, math.Copysign(1, m.origin))
	}
	for p, sign := range []float64{1, -1} {
		for range m.n[p] * m.kind.columns() {
			j = append(j, sign)
		}
	}
	return j
}

// Frequencies returns copies of the frequencies of the two parts, n±×d, one a row; nil
// for a part without.
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
				out[p].Set(i, j, m.engine64.waves.Frequency(first+i, j))
			}
		}
		first += n
	}
	return out[0], out[1]
}
