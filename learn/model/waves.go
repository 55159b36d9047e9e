package model

import (
	"errors"

	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/internal/simd"
)

// Waves are the features of random frequencies, written out:
//
//	[c, a_1 cos⟨w_1,x⟩, a_1 sin⟨w_1,x⟩, a_2 cos⟨w_2,x⟩, …],
//
// c only if it is not 0. It is a learn.Transformer.
type Waves struct {
	*features.Map
	dim         int
	constant    float64
	minus       bool // c counts as negative in J
	plus        int  // how many frequencies count as positive: the first
	frequencies *mat.Dense
	amplitudes  []float64
}

// ErrNotWaves says that a map has columns other than a constant one, cosines and sines.
var ErrNotWaves = errors.New("model: the map has columns that are no sines and cosines of frequencies: draw it with features.SinCos and features.ExactNone")

// WavesOf writes the frequencies of a map out, so that a file has all of it; values differ from the map's
// by rounding. It returns ErrNotWaves for other maps than those of frequencies, drawn with
// features.SinCos and features.ExactNone.
func WavesOf(m *features.Map) (*Waves, error) {
	plus, minus := m.Counts()
	n, d := plus+minus, m.Dim()
	first := m.Columns() - 2*n
	if first < 0 || first > 1 || n == 0 && first == 0 {
		return nil, ErrNotWaves
	}
	at, err := m.TransformRow(nil, make([]float64, d)) // cosines are 1 and sines 0
	if err != nil {
		return nil, err
	}
	w := &Waves{dim: d, plus: plus, amplitudes: make([]float64, n)}
	if first == 1 {
		w.constant, w.minus = at[0], m.Signature()[0] < 0
	}
	for i := range n {
		if at[first+2*i+1] != 0 {
			return nil, ErrNotWaves
		}
		w.amplitudes[i] = at[first+2*i]
	}
	if n > 0 {
		w.frequencies = mat.NewDense(n, d, nil)
		p, q := m.Frequencies()
		for i := range n {
			if i < plus {
				w.frequencies.SetRow(i, p.RawRowView(i))
			} else {
				w.frequencies.SetRow(i, q.RawRowView(i-plus))
			}
		}
	}
	w.compose()
	return w, nil
}

// compose lays the frequencies out for speed.
func (w *Waves) compose() {
	var parts []features.Part
	if w.constant != 0 {
		parts = append(parts, features.Part{Basis: features.Constant(w.constant), Minus: w.minus})
	}
	n := len(w.amplitudes)
	for _, part := range []struct {
		from, to int
		minus    bool
	}{{0, w.plus, false}, {w.plus, n, true}} {
		count := part.to - part.from
		if count == 0 {
			continue
		}
		turns := make([]float64, w.dim*count)
		for i := range count {
			for j := range w.dim {
				turns[j*count+i] = w.frequencies.At(part.from+i, j) * simd.QuarterTurns
			}
		}
		basis := simd.NewPairs(w.dim, turns, w.amplitudes[part.from:part.to], nil)
		parts = append(parts, features.Part{Basis: basis, Minus: part.minus, Random: true})
	}
	w.Map = features.Compose(w.dim, parts)
}
