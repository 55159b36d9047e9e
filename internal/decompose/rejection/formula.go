package rejection

import (
	"fmt"
	"math"

	"krein/fourier/stationary"
	"krein/internal/fourier/numeric"
	"krein/internal/fourier/symmetry"
)

// Formulas returns the measure whose density at ω ∈ R^d is re(ω) + i·im(ω), formulas in the coordinates of ω as
// language.Parse reads them in those of Δ; one of them may be nil, for 0. As the kernel is real, re has to be even and
// im odd, which must be seen from the formulas: the error says if it is not. |density| ≤ exp(logBound)·proposal is what
// whoever calls states. Dimensions have to match; it panics if both formulas are nil.
func Formulas(re, im *stationary.Kernel, proposal Proposal, logBound float64) (*Measure, error) {
	if re == nil && im == nil {
		panic("rejection: no formula")
	}
	zero := func([]float64) float64 { return 0 }
	at := [2]func([]float64) float64{zero, zero}
	for i, f := range []*stationary.Kernel{re, im} {
		if f == nil {
			continue
		}
		if f.Dim() != proposal.Dim() {
			return nil, fmt.Errorf("rejection: a density on R^%d and a proposal on R^%d", f.Dim(), proposal.Dim())
		}
		if want := [2]symmetry.Kind{symmetry.Even, symmetry.Odd}[i]; symmetry.Of(f) != want {
			return nil, fmt.Errorf("rejection: the density %s is %v, want %v: the kernel would not be real", f.Formula(),
				symmetry.Of(f), want)
		}
		at[i] = func(omega []float64) float64 { return numeric.At(f, omega) }
		if c, err := numeric.Compile(f); err == nil {
			at[i] = c.At
		}
	}
	return &Measure{Proposal: proposal, LogBound: logBound, Density: func(omega []float64, shift float64) complex128 {
		scale := math.Exp(-shift)
		return complex(scale*at[0](omega), scale*at[1](omega))
	}}, nil
}
