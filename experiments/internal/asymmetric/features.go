package asymmetric

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/features/fitted"
	"krein/features/pair"
	"krein/internal/features/baseline"
	"krein/internal/features/random"
)

// Features are the maps of equations 7 and 8 for frequencies and masses: k(x−y) ≈ Φ(x) J Ψ(y)ᵀ.
type Features struct {
	left, right *features.Map
	both        *features.Map
	masses      baseline.Masses
	frequencies *baseline.Frequencies
	symmetric   bool
}

// Sample draws M frequencies of each of the three measures (step 3 of Algorithm 1, 2 of Algorithm 2). A measure
// that is empty has none. It panics if m < 1.
func Sample(k *Kernel, m int, seed uint64) (*baseline.Frequencies, error) {
	measure, f := k.Measure(), new(baseline.Frequencies)
	for s, to := range []**mat.Dense{&f.RealPlus, &f.RealMinus, &f.Imaginary} {
		omega, _, err := measure.Sample(Sign(s), m, random.Source(seed, s))
		if err != nil && !errors.Is(err, ErrEmpty) {
			return nil, fmt.Errorf("asymmetric: %s: %w", k.name, err)
		}
		*to = omega
	}
	return f, nil
}

// Algorithm1 returns features with M frequencies for each measure and masses that are given.
func Algorithm1(k *Kernel, masses baseline.Masses, m int, seed uint64) (*Features, error) {
	f, err := Sample(k, m, seed)
	if err != nil {
		return nil, err
	}
	return build(k.Dim(), f, masses, false), nil
}

// Algorithm2 returns features with M frequencies for each measure and masses by least squares (equation 12) on the Gram
// matrix of the given rows, baseline.PublishedRows of the training data in the paper.
func Algorithm2(k *Kernel, rows *mat.Dense, m int, seed uint64) (*Features, error) {
	f, err := Sample(k, m, seed)
	if err != nil {
		return nil, err
	}
	masses := baseline.LeastSquares(Gram(k, rows), rows, k.At(make([]float64, k.Dim())), f)
	return build(k.Dim(), f, masses, false), nil
}

// Symmetrised returns the features of the symmetric part, that is of (K+Kᵀ)/2 (section 5.4, "Sym"): those of
// Algorithm 2 without the imaginary measure.
func Symmetrised(k *Kernel, rows *mat.Dense, m int, seed uint64) (*Features, error) {
	f, err := Sample(k, m, seed)
	if err != nil {
		return nil, err
	}
	f.Imaginary = nil
	gram := Gram(k, rows)
	var t mat.Dense
	t.Add(gram, gram.T())
	t.Scale(0.5, &t)
	masses := baseline.LeastSquares(&t, rows, k.At(make([]float64, k.Dim())), f)
	return build(k.Dim(), f, masses, true), nil
}

// Gram returns the matrix k(x_i − x_j) of the rows.
func Gram(k *Kernel, x *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	g, delta := mat.NewDense(n, n, nil), make([]float64, d)
	for i := range n {
		for j := range n {
			a, b := x.RawRowView(i), x.RawRowView(j)
			for l := range delta {
				delta[l] = a[l] - b[l]
			}
			g.Set(i, j, k.At(delta))
		}
	}
	return g
}

// build lays the columns out.
func build(dim int, f *baseline.Frequencies, masses baseline.Masses, symmetric bool) *Features {
	out := &Features{masses: masses, frequencies: f, symmetric: symmetric}
	var left, right, more []fitted.Part
	add := func(omega *mat.Dense, mass, phase float64, minus bool) {
		if omega == nil || mass == 0 {
			return
		}
		l := waves(omega, mass, 0)
		r := l
		if phase != 0 {
			r = waves(omega, mass, phase)
			more = append(more, fitted.Part{Basis: r, Minus: minus, Random: true})
		}
		left = append(left, fitted.Part{Basis: l, Minus: minus, Random: true})
		right = append(right, fitted.Part{Basis: r, Minus: minus, Random: true})
	}
	add(f.RealPlus, masses.RealPlus, 0, false)
	add(f.RealMinus, masses.RealMinus, 0, true)
	add(f.Imaginary, 2*masses.Imaginary, math.Pi/2, true) // ψ: cos(·+π/2) = −sin, sin(·+π/2) = cos
	out.left, out.right = fitted.Compose(dim, left), fitted.Compose(dim, right)
	out.both = fitted.Compose(dim, slices.Concat(left, more))
	return out
}

// waves are √(mass/M) cos(⟨ω,x⟩ + phase) and the sines.
func waves(omega *mat.Dense, mass, phase float64) fitted.Basis {
	m, d := omega.Dims()
	shift := make([]float64, m)
	for i := range shift {
		shift[i] = phase
	}
	return pair.Waves(d, mat.DenseCopyOf(omega).RawMatrix().Data, shift, math.Sqrt(mass/float64(m)))
}

// Left returns Φ: √ξ₁φ(ω,·), √ξ₂φ(ζ,·), √(2ξ₃)φ(ν,·), a cosine next to its sine where the paper has all cosines first.
func (f *Features) Left() *features.Map { return f.left }

// Right returns Ψ: √ξ₁φ(ω,·), √ξ₂φ(ζ,·), √(2ξ₃)ψ(ν,·).
func (f *Features) Right() *features.Map { return f.right }

// Concatenation returns the one-sided map for linear classifiers of section 5.3: Φ, and behind it the columns
// √(2ξ₃)ψ(ν,·) of Ψ, which span what φ(ν,·) does. Its inner products are not k.
func (f *Features) Concatenation() *features.Map { return f.both }

// Signature returns the diagonal of J: +1, and −1 for the second and the third measure.
func (f *Features) Signature() []float64 { return f.left.Signature() }

// Symmetric reports that Φ and Ψ are the same map.
func (f *Features) Symmetric() bool {
	return f.symmetric || f.masses.Imaginary == 0 || f.frequencies.Imaginary == nil
}

// Masses returns ξ.
func (f *Features) Masses() baseline.Masses { return f.masses }

// Frequencies returns the frequencies of the three measures.
func (f *Features) Frequencies() *baseline.Frequencies { return f.frequencies }
