// Package waves has maps of random frequencies written out: what a file has of a map, and a program that only applies
// it needs. Nothing is decomposed or drawn.
package waves

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"krein/features/fitted"
)

// Map is the features of random frequencies, written out:
//
//	[c, a_1 cos⟨w_1,x⟩, a_1 sin⟨w_1,x⟩, a_2 cos⟨w_2,x⟩, …],
//
// c only if it is not 0. It is a learn.Transformer. The rows that it takes are prepared ones, see Prepare.
type Map struct {
	*fitted.Map
	numbers Numbers
}

// Numbers returns what the map consists of, not to be modified.
func (m *Map) Numbers() *Numbers { return &m.numbers }

// Numbers are what a Map consists of.
type Numbers struct {
	Dim int
	// Constant is the column of frequency 0, 0 if there is none. It counts as negative in the signature
	// if Negative is set.
	Constant float64
	Negative bool
	// Frequencies has a row for each, Plus that count as positive first; nil if there are none.
	Frequencies *mat.Dense
	Amplitudes  []float64
	Plus        int
	// Preparation is what is done to raw rows before.
	fitted.Preparation
	// Kernel says what the map was drawn for.
	Kernel string
}

// ErrNotWaves says that a map has columns other than a constant one, cosines and sines.
var ErrNotWaves = errors.New("waves: the map has columns that are no sines and cosines of frequencies: draw it with " +
	"features.ExactNone, or write it by package features/written")

// Of writes the frequencies of a map out, so that a file has all of it; values differ from the map's by rounding. It
// returns ErrNotWaves for other maps than those of frequencies, drawn with features.ExactNone.
func Of(m *fitted.Map) (*Map, error) {
	plus, minus := m.Counts()
	n, d := plus+minus, m.Dim()
	first := m.Columns() - 2*n
	if first < 0 || first > 1 || n == 0 && first == 0 {
		return nil, ErrNotWaves
	}
	for _, p := range m.Parts() {
		if v, constant := fitted.IsConstant(p.Basis); constant && v == 0 { // of Map.Padded
			return nil, ErrNotWaves
		}
	}
	at, err := m.TransformRow(nil, make([]float64, d)) // cosines are 1 and sines 0
	if err != nil {
		return nil, err
	}
	w := &Numbers{Dim: d, Plus: plus, Amplitudes: make([]float64, n)}
	if first == 1 {
		w.Constant, w.Negative = at[0], m.Signature()[0] < 0
	}
	for i := range n {
		if at[first+2*i+1] != 0 {
			return nil, ErrNotWaves
		}
		w.Amplitudes[i] = at[first+2*i]
	}
	if n > 0 {
		w.Frequencies = mat.NewDense(n, d, nil)
		p, q := m.Frequencies()
		for i := range n {
			if i < plus {
				w.Frequencies.SetRow(i, p.RawRowView(i))
			} else {
				w.Frequencies.SetRow(i, q.RawRowView(i-plus))
			}
		}
	}
	return New(w)
}

// most is the greatest dimension, and number of frequencies, of a map.
const most = 1 << 24

// New makes a map of numbers, which it keeps. It is an error if they do not fit each other or are not finite.
func New(w *Numbers) (*Map, error) {
	n := len(w.Amplitudes)
	if w.Plus < 0 || w.Plus > n {
		return nil, fmt.Errorf("waves: %d of %d frequencies are positive", w.Plus, n)
	}
	signs := make([]float64, n)
	for i := range signs {
		if signs[i] = 1; i >= w.Plus {
			signs[i] = -1
		}
	}
	p := &PairNumbers{Dim: w.Dim, Constant: w.Constant, Negative: w.Negative, Frequencies: w.Frequencies, Phases: make([]float64, n),
		Amplitudes: w.Amplitudes, Signs: signs, Preparation: w.Preparation}
	if err := p.check(); err != nil {
		return nil, err
	}
	return &Map{p.compose(nil), *w}, nil
}

// Prepare makes raw rows ready for Transform, in place, as [fitted.Preparation.Prepare] does. It panics with mat.ErrShape
// if they have not Dim columns, and returns an error for a row that has no direction where the map puts rows on the
// sphere.
func (m *Map) Prepare(x *mat.Dense) error { return m.numbers.PrepareAll(x) }
