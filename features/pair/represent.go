package pair

import (
	"context"

	"krein/decompose"
	"krein/decompose/tensor"
	"krein/fourier/stationary"
	"krein/kernel"
)

// Representation is the spectral measure of a kernel in two ways.
type Representation struct {
	// Jordan are the parts μ_R⁺, μ_R⁻ and μ_I, Polar is |μ| with its phase: less mass, and unless the
	// kernel is even all of it in one part.
	Jordan, Polar *Parts
	// Measure is where masses and biases are from, for the kernel without its lengths.
	Measure *tensor.Decomposition
	// Bias bounds |E k̂(Δ) − k(Δ)| for all Δ.
	Bias     float64
	BiasKind decompose.Kind
}

// Represent returns the measure of a kernel that is a sum of products over orthogonal subspaces, with its
// lengths. The error is a *stationary.ClassError for others, or that of tensor.Decompose.
func Represent(ctx context.Context, k *stationary.Kernel, set *tensor.Settings) (*Representation, error) {
	t, err := k.Tensor()
	if err != nil {
		return nil, err
	}
	m, err := tensor.Decompose(ctx, t, set)
	if err != nil {
		return nil, err
	}
	var lengths []float64
	for _, e := range k.Lengths() {
		lengths = append(lengths, kernel.NewNatural(e).At(0))
	}
	parts := func(from []*tensor.Part) *Parts {
		p := &Parts{Dim: k.Dim()}
		for _, part := range from {
			if lengths == nil {
				p.Parts = append(p.Parts, part)
			} else {
				p.Parts = append(p.Parts, &scaled{part, lengths})
			}
		}
		return p
	}
	return &Representation{parts(m.Parts), parts(m.Polar), m, m.Bias, m.BiasKind}, nil
}

// scaled is a part of k(Δ_1/ℓ_1, …, Δ_d/ℓ_d): its frequencies are divided by the lengths.
type scaled struct {
	*tensor.Part
	lengths []float64
}

// Draw divides the frequency.
func (s *scaled) Draw(omega, u []float64, rnd Source) (phase float64) {
	phase = s.Part.Draw(omega, u, rnd)
	for i, l := range s.lengths {
		omega[i] /= l
	}
	return phase
}

// Wave divides the displacement.
func (s *scaled) Wave(delta []float64, m int) float64 {
	by := make([]float64, len(delta))
	for i, l := range s.lengths {
		by[i] = delta[i] / l
	}
	return s.Part.Wave(by, m)
}
