package pair

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"krein/decompose"
	"krein/decompose/tensor"
	"krein/fourier/stationary"
	"krein/internal/decompose/askey"
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

// Positive reports whether the measure is its positive real part, so that both ways are one law, of waves without phases.
func (r *Representation) Positive() bool {
	m := r.Measure.Masses
	return len(r.Jordan.Parts) == 1 && len(r.Polar.Parts) == 1 && m.RealPlus.Value > 0 && m.RealMinus.Value == 0 &&
		m.RealMinus.Err == 0 && m.Imaginary.Value == 0 && m.Imaginary.Err == 0
}

// Signed reports whether a pair for k, of which r is the measure, may have columns with −1 in J whatever the rows: the
// measure is not known to be positive, or low orders may be exact (Options.Exact), which takes columns of both signs. The
// scale is that of TaylorAt0, which fails where the beginning of it fails here.
func (r *Representation) Signed(k func(delta []float64) float64, dim int, scale float64) bool {
	if !r.Positive() || r.Polar.Constant < 0 {
		return true
	}
	_, err := taylorAt0(k, dim, scale, true)
	return err == nil
}

// Represent returns the measure of a kernel that is a sum of products over orthogonal subspaces, a function of the
// 1-norm, or a sum or product of such kernels, as its formula says it, with its lengths. The error is a
// *stationary.ClassError for others, that of tensor.Decompose or askey.Decompose, or says where the formula is not proved to
// have a value (ProvedDefined), or to be continuous (ProvedContinuous): the measure is that of its normal form, which may have
// values there, and sees no value at a single point.
func Represent(ctx context.Context, k *stationary.Kernel, set *tensor.Settings) (*Representation, error) {
	if err := k.ProvedDefined(); err != nil {
		return nil, err
	}
	if err := k.ProvedContinuous(); err != nil {
		return nil, err
	}
	var lengths []float64
	for _, e := range k.Lengths() {
		lengths = append(lengths, kernel.NewNatural(e).At(0))
	}
	if phi, m := norm1(ctx, k); m != nil {
		return represent(m, lengths), nil
	} else if phi != nil {
		r, err := taxicab(ctx, k, phi, lengths)
		if err != nil && ctx.Err() == nil {
			if m, none := tensor.OfMixture(ctx, k, true); none == nil {
				return represent(m, lengths), nil
			}
		}
		return r, err
	}
	m, err := measure(ctx, k, set, 0, false)
	if !accurate(m) && ctx.Err() == nil && !errors.Is(err, tensor.ErrZero) {
		fitted, none := tensor.OfMixture(ctx, k, true)
		if none != nil {
			fitted, _ = combined(ctx, k, set, 0, err, true)
		}
		if m == nil && fitted != nil || accurate(fitted) {
			m, err = fitted, nil
		}
	}
	if err != nil {
		return nil, err
	}
	return represent(m, lengths), nil
}

// measure takes the formula apart as rules sum and product of certificates do, where it is of no class by itself or is of
// one with an estimate only: what is proved comes first, although the factors may have more mass than the whole. With fits, parts
// without a measure take one of scales that is found from their values.
func measure(ctx context.Context, k *stationary.Kernel, set *tensor.Settings, depth int,
	fits bool) (*tensor.Decomposition, error) {
	whole, err := (*tensor.Decomposition)(nil), error(nil)
	_, radial := k.Radial()
	if radial && set != nil && set.Mixed {
		for _, values := range []bool{false, true} {
			if m, none := tensor.OfMixture(ctx, k, values); none == nil {
				return m, nil
			}
		}
	}
	if depth > 0 || !radial || set == nil || !set.Combined {
		whole, err = undivided(ctx, k, set)
	} else if m, none := ofScales(ctx, k); none == nil {
		return m, nil
	}
	if whole != nil && whole.BiasKind == decompose.KindProved || errors.Is(err, tensor.ErrZero) {
		return whole, err
	}
	m, err := combined(ctx, k, set, depth, err, fits)
	switch {
	case m != nil && m.BiasKind == decompose.KindProved:
		return m, nil
	case accurate(whole):
		return whole, nil
	case whole != nil && ctx.Err() != nil:
		return whole, nil
	case ctx.Err() != nil:
		return nil, cmp.Or(err, context.Cause(ctx)) // a whole that was not looked at has no fault
	}
	scaled, none := tensor.OfMixture(ctx, k, false)
	switch {
	case none == nil:
		return scaled, nil
	case fits && !accurate(m):
		if fitted, failed := tensor.OfMixture(ctx, k, true); failed == nil {
			return fitted, nil
		}
	}
	switch {
	case whole != nil && !accurate(m):
		return whole, nil
	case err == nil && m == nil:
		err = none
	case err != nil && none != tensor.ErrNoScale: //nolint:errorlint // what has no reason
		err = fmt.Errorf("%w; as a mixture of kernels exp(−sγ): %w", err, none)
	}
	return m, err
}

// usable is the largest bias, relative to the mass, of a measure that is known by estimate and preferred to others.
const usable = 0.01

// accurate reports whether there is a measure, and its bias is bounded or what was found of it is usable.
func accurate(m *tensor.Decomposition) bool {
	return m != nil && (m.BiasKind == decompose.KindProved || m.Bias <= usable*m.Masses.Polar.Value)
}

// undivided is measure for a formula of a class by itself; the error says why there is none.
func undivided(ctx context.Context, k *stationary.Kernel, set *tensor.Settings) (*tensor.Decomposition, error) {
	t, err := k.Tensor()
	if err == nil {
		return tensor.Decompose(ctx, t, set)
	}
	phi, ok := k.L1()
	if !ok {
		return nil, err
	}
	if m, err := ofScales(ctx, k); err == nil {
		return m, nil
	}
	d, err := askey.Decompose(ctx, phi, k.Dim(), nil)
	if err != nil {
		return nil, err
	}
	return ofNorm1(d), nil
}

// combined is measure for a sum or product; err is why it is of no class by itself, if it is of none. Without a measure it
// returns err with what is wrong with the parts. With fits, only the parts that the formula has are taken, not those of splits.
func combined(ctx context.Context, k *stationary.Kernel, set *tensor.Settings, depth int, err error,
	fits bool) (*tensor.Decomposition, error) {
	if depth == stationary.MostNested {
		return nil, err
	}
	sum, _ := k.Summands()
	product, _ := k.Product()
	ways := [][]*stationary.Kernel{sum, product}
	if !fits {
		ways = append(append(ways, k.Splits()...), k.Exponentials())
	}
	for i, parts := range ways {
		name, op := "product", tensor.Product
		if i == 0 {
			name, op = "sum", tensor.Sum
		}
		if len(parts) < 2 {
			continue
		}
		var of []*tensor.Decomposition
		var fault error
		for _, part := range parts {
			m, not := measure(ctx, part, set, depth+1, fits)
			if not != nil {
				if fault = not; i < 2 && err != nil { // splits are tried in silence
					err = fmt.Errorf("%w; as a %s: its part %s: %w", err, name, part.Formula(), not)
				}
				break
			}
			of = append(of, m)
		}
		if fault == nil {
			return op(of...)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, err
}

// norm1 returns φ of a kernel φ(‖Δ‖₁) that is no sum of products, with a positive measure of scales if it has one: without,
// it is a mixture of truncated powers. Both are nil for other kernels.
func norm1(ctx context.Context, k *stationary.Kernel) (phi *kernel.Kernel, m *tensor.Decomposition) {
	phi, ok := k.L1()
	if _, err := k.Tensor(); !ok || err == nil {
		return nil, nil
	}
	if m, err := ofScales(ctx, k); err == nil {
		return phi, m
	}
	return phi, nil
}

// Powers returns φ of a kernel φ(‖Δ‖₁) that Represent takes for a mixture of truncated powers, nil for others.
func Powers(ctx context.Context, k *stationary.Kernel) *kernel.Kernel {
	phi, m := norm1(ctx, k)
	if m != nil {
		return nil
	}
	return phi
}

// ofScales is tensor.OfMixture for measures that are positive: scales of both signs can be worse than truncated powers.
func ofScales(ctx context.Context, k *stationary.Kernel) (*tensor.Decomposition, error) {
	m, err := tensor.OfMixture(ctx, k, false)
	if err == nil && !m.Minimal {
		err = tensor.ErrNoScale
	}
	return m, err
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
	m := ofNorm1(d)
	m.Kernel, m.Minimal = k.Formula(), d.Minimal
	if !d.Minimal {
		m.Why = fmt.Sprintf("they are a mixture of those of (1 − ‖Δ‖₁/τ)^%d", d.Order)
	}
	return &Representation{Jordan: p, Polar: p, Measure: m, Taxicab: d, Bias: m.Bias, BiasKind: m.BiasKind}, nil
}

// ofNorm1 is a decomposition of a function of the 1-norm for sums and products.
func ofNorm1(d *askey.Decomposition) *tensor.Decomposition {
	within := d.Variation * d.Masses.Within / 2
	mass := func(v float64) tensor.Mass { return tensor.Mass{Value: v, Err: within, Kind: decompose.KindEstimated} }
	plus, minus := max(0, d.Constant), max(0, -d.Constant)
	var samplers []tensor.Sampler
	if d.Constant != 0 {
		samplers = append(samplers, tensor.Sampler{Mass: math.Abs(d.Constant), Minus: d.Constant < 0,
			Draw: func(omega []float64, _ Source) { clear(omega) }})
	}
	for _, part := range d.Parts {
		if part.Name() == "R+" {
			plus += part.Mass()
		} else {
			minus += part.Mass()
		}
		samplers = append(samplers, tensor.Sampler{Mass: part.Mass(), Minus: part.Name() != "R+",
			Draw: func(omega []float64, rnd Source) { part.Draw(omega, nil, rnd) }})
	}
	m := tensor.Masses{RealPlus: mass(plus), RealMinus: mass(minus),
		Imaginary: tensor.Mass{Kind: decompose.KindProved}, Polar: mass(plus + minus)}
	m.Polar.Err *= 2
	return tensor.Given(d.Dim, samplers, m, d.Bias+2*within, decompose.KindEstimated)
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
