package asymmetric

import (
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Sign names a positive measure of the four whose sum is μ = μ_R⁺ − μ_R⁻ + i(μ_I⁺ − μ_I⁻). As μ_I⁻ is the reflection of
// μ_I⁺, it is not drawn.
type Sign int8

// The positive measures.
const (
	RealPlus  Sign = iota // μ_R⁺
	RealMinus             // μ_R⁻
	Imaginary             // μ_I⁺
)

// Measure is a complex measure μ = μ_R + iμ_I on R^d by its density, with an envelope that is stated: |density| ≤
// exp(LogBound)·Proposal everywhere.
type Measure struct {
	// Density returns the density divided by exp(shift), so that neither leaves the range of float64 in many
	// dimensions: a Gaussian's is (2π)^{−d/2}.
	Density  func(omega []float64, shift float64) complex128
	Proposal Gaussian
	LogBound float64
}

// ErrEmpty is the error of Sample for a positive measure of which nothing was met.
var ErrEmpty = errors.New("asymmetric: no proposal was accepted")

// BoundError says that the stated envelope is none: at Omega the density is Excess times as large.
type BoundError struct {
	Omega  []float64
	Excess float64
}

// Error names the frequency.
func (e *BoundError) Error() string {
	return fmt.Sprintf("asymmetric: the density is %.6g times the stated envelope at %v; state a larger "+
		"bound, or another proposal", e.Excess, e.Omega)
}

// emptyAfter is how many proposals are rejected in a row before a measure is taken to be empty: one of a share of
// 1e-3 would be met but for a chance of e^{−100}.
const emptyAfter = 100_000

// excess is what rounding of the density and of the proposal may add.
const excess = 1e-9

// Sample draws n frequencies of the normalised positive measure by acceptance–rejection (steps 1–4 of section 4): rows
// of omega, and the number of proposals; exp(LogBound)·n/proposals is an estimate of its mass. The error is ErrEmpty
// after 100 000 proposals in a row that were not accepted, and a *BoundError where the density exceeds the envelope. It
// panics if n < 1.
func (m *Measure) Sample(s Sign, n int, rnd *rand.Rand) (omega *mat.Dense, proposals int, err error) {
	d := m.Proposal.dim
	omega = mat.NewDense(n, d, nil)
	for i := range n {
		tries, err := m.draw(s, omega.RawRowView(i), rnd)
		if err != nil {
			return nil, proposals, err
		}
		proposals += tries
	}
	return omega, proposals, nil
}

// draw sets omega to one draw and returns how many proposals it took.
func (m *Measure) draw(s Sign, omega []float64, rnd *rand.Rand) (tries int, err error) {
	for tries < emptyAfter {
		tries++
		m.Proposal.draw(omega, rnd)
		v, err := m.ratio(omega)
		if err != nil {
			return tries, err
		}
		f := real(v)
		switch s {
		case RealMinus:
			f = -f
		case Imaginary:
			f = imag(v)
		}
		if f > 0 && rnd.Float64() <= f {
			return tries, nil
		}
	}
	return tries, ErrEmpty
}

// ratio returns the density over the envelope.
func (m *Measure) ratio(omega []float64) (complex128, error) {
	v := m.Density(omega, m.LogBound+m.Proposal.logDensity(omega))
	if a := math.Max(math.Abs(real(v)), math.Abs(imag(v))); !(a <= 1+excess) || cmplx.IsNaN(v) {
		return 0, &BoundError{append([]float64{}, omega...), a}
	}
	return v, nil
}
