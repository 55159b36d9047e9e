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
	Zeros     int // columns of 0 behind the others
}

func (w *Written) add(s *sample, amplitude, sign float64) {
	w.Omega, w.Phase = append(w.Omega, s.omega...), append(w.Phase, s.phase...)
	n := len(s.phase)
	w.Amplitude = append(w.Amplitude, slices.Repeat([]float64{amplitude}, n)...)
	w.Sign = append(w.Sign, slices.Repeat([]float64{sign}, n)...)
}

// Padded returns the pair with columns of 0 behind its own in both maps, so many in all that each has n; a pair of n columns or
// more is returned as it is. The concatenation of maps that differ has no such columns.
func (p *Pair) Padded(n int) *Pair {
	zeros := n - p.left.Columns()
	if zeros <= 0 {
		return p
	}
	with, w := *p, *p.written
	w.Zeros, with.written = zeros, &w
	with.left, with.right = p.left.Padded(n), p.right.Padded(n)
	if p.Symmetric() {
		with.both = with.left
	}
	return &with
}

// Written returns the columns, in their order.
func (p *Pair) Written() *Written { return p.written }
