package pair

import (
	"fmt"
	"math"
	"sync"
)

// Source is a source of random numbers; a *rand.Rand is one. It is the same type in packages that have parts and must
// not import this one.
type Source = interface {
	Float64() float64
	NormFloat64() float64
}

// Part is a positive measure on R^d with a phase at every frequency. It stands for the function
// Mass·E cos(⟨ω,Δ⟩+θ(ω)) of Δ = x − y. It is safe for concurrent use.
type Part interface {
	// Mass returns the total mass, finite and not negative.
	Mass() float64
	// Dims returns the dimensions of orthogonal subspaces in whose bases Draw works; they add up to
	// d. It is nil for a part that draws otherwise, the frequencies of which are then independent.
	Dims() []int
	// Draw stores a frequency of the part's law in omega and returns its phase. u has a number in (0,1) for each subspace,
	// uniform and independent ones for a frequency of the right law: the quantile of the coordinate in a subspace of
	// dimension 1, that of the length in others. The direction there is that of as many numbers rnd.NormFloat64() as it
	// has dimensions, in the order of the subspaces. With Dims nil, u is nil and everything comes from rnd.
	Draw(omega, u []float64, rnd Source) (phase float64)
}

// Parts are a kernel's spectral measure:
// k(Δ) = Constant + Σ Mass·E cos(⟨ω,Δ⟩+θ).
type Parts struct {
	Dim      int
	Parts    []Part
	Constant float64 // the atom at frequency 0

	tables sync.Map // of quantiles, by Part, for simulations
}

// check returns what is wrong with the parts.
func (p *Parts) check() error {
	if p.Dim < 1 {
		return fmt.Errorf("pair: dimension %d; want at least 1", p.Dim)
	}
	if !finite(p.Constant) {
		return fmt.Errorf("pair: the atom at frequency 0 has the mass %v", p.Constant)
	}
	for i, part := range p.Parts {
		if m := part.Mass(); !(m >= 0) || math.IsInf(m, 1) {
			return fmt.Errorf("pair: part %d has the mass %v", i+1, m)
		}
		if dims := part.Dims(); dims != nil && sum(dims) != p.Dim {
			return fmt.Errorf("pair: part %d has subspaces of dimensions %v, which are not %d together",
				i+1, dims, p.Dim)
		}
	}
	return nil
}

func sum(dims []int) (s int) {
	for _, d := range dims {
		s += d
	}
	return s
}

// finite reports that v is neither NaN nor infinite.
func finite(v float64) bool { return !math.IsNaN(v - v) }
