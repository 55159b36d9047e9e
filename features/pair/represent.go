package pair

import (
	"context"
	"fmt"
	"math"
	"slices"

	"krein/decompose"
	"krein/decompose/askey"
	"krein/decompose/tensor"
	"krein/fourier/stationary"
	"krein/kernel"
)

// Representation is the spectral measure of a kernel in two ways.
type Representation struct {
	// Jordan are the parts μ_R⁺, μ_R⁻ and μ_I, Polar is |μ| with its phase: less mass, and unless the
	// kernel is even all of it in one part.
	Jordan, Polar *Parts
	// Measure is where masses and biases are from, for the kernel without its lengths. For a function of the
	// 1-norm it has no parts, and Taxicab is the decomposition.
	Measure *tensor.Decomposition
	Taxicab *askey.Decomposition
	// Bias bounds |E k̂(Δ) − k(Δ)| for all Δ.
	Bias     float64
	BiasKind decompose.Kind
}

// Represent returns the measure of a kernel that is a sum of products over orthogonal subspaces, or a function
// of the 1-norm, with its lengths. The error is a *stationary.ClassError for others, or that of tensor.Decompose or
// askey.Decompose.
func Represent(ctx context.Context, k *stationary.Kernel, set *tensor.Settings) (*Representation, error) {
	var lengths []float64
	for _, e := range k.Lengths() {
		lengths = append(lengths, kernel.NewNatural(e).At(0))
	}
	t, err := k.Tensor()
	if phi, ok := k.L1(); ok && err != nil {
		return taxicab(ctx, k, phi, lengths)
	}
	if err != nil {
		return nil, err
	}
	m, err := tensor.Decompose(ctx, t, set)
	if err != nil {
		return nil, err
	}
	return represent(m, lengths), nil
}

// FromTensor returns the representation that a decomposition is, one from a file for example.
func FromTensor(m *tensor.Decomposition) *Representation { return represent(m, nil) }

func represent(m *tensor.Decomposition, lengths []float64) *Representation {
	return &Representation{Jordan: parts(m.Dim, m.Parts, lengths), Polar: parts(m.Dim, m.Polar, lengths),
		Measure: m, Bias: m.Bias, BiasKind: m.BiasKind}
}

// taxicab is Represent for a function of the 1-norm, the measure of which is real: both ways are one.
func taxicab(ctx context.Context, k *stationary.Kernel, phi *kernel.Kernel,
	lengths []float64) (*Representation, error) {
	d, err := askey.Decompose(ctx, phi, k.Dim(), nil)
	if err != nil {
		return nil, err
	}
	p := parts(k.Dim(), d.Parts, lengths)
	p.Constant = d.Constant
	within := d.Variation * d.Masses.Within / 2
	m := &tensor.Decomposition{Dim: k.Dim(), Kernel: k.Formula(), Minimal: d.Minimal, Bias: d.Bias + 2*within,
		BiasKind: decompose.KindEstimated}
	if !d.Minimal {
		m.Why = fmt.Sprintf("they are a mixture of those of (1 − ‖Δ‖₁/τ)^%d", d.Order)
	}
	mass := func(v float64) tensor.Mass { return tensor.Mass{Value: v, Err: within, Kind: decompose.KindEstimated} }
	plus, minus := max(0, d.Constant), max(0, -d.Constant)
	for _, part := range d.Parts {
		if part.Name() == "R+" {
			plus += part.Mass()
		} else {
			minus += part.Mass()
		}
	}
	m.Masses = tensor.Masses{RealPlus: mass(plus), RealMinus: mass(minus),
		Imaginary: tensor.Mass{Kind: decompose.KindProved}, Polar: mass(plus + minus)}
	m.Masses.Polar.Err *= 2
	return &Representation{Jordan: p, Polar: p, Measure: m, Taxicab: d, Bias: m.Bias, BiasKind: m.BiasKind}, nil
}

// parts returns the parts with lengths, if there are any.
func parts[P Part](dim int, from []P, lengths []float64) *Parts {
	p := &Parts{Dim: dim}
	for _, part := range from {
		var q Part = part
		if lengths != nil {
			q = &scaled{q, lengths}
			if f, ok := any(part).(factored); ok {
				q = &scaledFactors{scaled{f, lengths}, f}
			}
		}
		p.Parts = append(p.Parts, q)
	}
	return p
}

// scaled is a part of k(Δ_1/ℓ_1, …, Δ_d/ℓ_d): its frequencies are divided by the lengths.
type scaled struct {
	Part
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

// scaledFactors is scaled where variances have formulas.
type scaledFactors struct {
	scaled
	of factored
}

// Project divides the displacement.
func (s *scaledFactors) Project(delta []float64) []float64 {
	by := make([]float64, len(delta))
	for i, l := range s.lengths {
		by[i] = delta[i] / l
	}
	return s.of.Project(by)
}

// SecondMoment bounds E ‖ω‖².
func (s *scaledFactors) SecondMoment() float64 {
	m, ok := s.of.(interface{ SecondMoment() float64 })
	if !ok {
		return math.Inf(1)
	}
	least := slices.Min(s.lengths)
	return m.SecondMoment() / (least * least)
}

// Mixture is that without lengths.
func (s *scaledFactors) Mixture(most int) *tensor.Mixture { return s.of.Mixture(most) }
