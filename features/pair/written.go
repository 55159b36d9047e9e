package pair

import (
	"slices"

	"krein/features/waves"
)

// Written are the columns of a pair of sines and cosines, for other programs: one of √|Constant| if that is not 0, with
// its sign in J, then for each frequency a·cos(⟨ω,x⟩+θ), a·sin(⟨ω,x⟩+θ) in Φ and the same without θ in Ψ, and then those of
// exact low orders, if there are some.
type Written struct {
	Constant  float64
	Omega     []float64 // d numbers a frequency
	Phase     []float64
	Amplitude []float64
	Sign      []float64 // in J, of both columns
	Low       *waves.Low
}

func (w *Written) add(s *sample, amplitude, sign float64) {
	w.Omega, w.Phase = append(w.Omega, s.omega...), append(w.Phase, s.phase...)
	n := len(s.phase)
	w.Amplitude = append(w.Amplitude, slices.Repeat([]float64{amplitude}, n)...)
	w.Sign = append(w.Sign, slices.Repeat([]float64{sign}, n)...)
}

// Written returns the columns, in their order.
func (p *Pair) Written() *Written { return p.written }
