package rejection

import "math"

// Part is one of the three measures with its mass, as a part of a feature map (package features/pair): it contributes
// Mass·E cos(⟨ω,Δ⟩ + phase) to k(Δ), with phase 0 for μ_R⁺, π for μ_R⁻, and π/2 for μ_I⁺, whose mass is
// taken twice: −2‖μ_I⁺‖ E sin⟨ν,Δ⟩. It is safe for concurrent use if the measure's functions are.
type Part struct {
	measure *Measure
	sign    Sign
	mass    float64
}

// Parts returns the parts of positive mass.
func (m *Measure) Parts(masses Masses) []*Part {
	var out []*Part
	for s, mass := range []float64{masses.RealPlus, masses.RealMinus, 2 * masses.Imaginary} {
		if mass > 0 {
			out = append(out, &Part{m, Sign(s), mass})
		}
	}
	return out
}

// Name returns "R+", "R-" or "I".
func (p *Part) Name() string { return p.sign.String() }

// Mass returns the mass, estimated.
func (p *Part) Mass() float64 { return p.mass }

// Dims returns nil: no number can be stratified.
func (p *Part) Dims() []int { return nil }

// Draw sets omega to a draw and returns its phase; u is not read. Where the density exceeds the stated envelope, or
// nothing is accepted, the frequency is NaN, which maps refuse.
func (p *Part) Draw(omega, u []float64, rnd Source) (phase float64) {
	if _, err := p.measure.draw(p.sign, omega, rnd); err != nil {
		for j := range omega {
			omega[j] = math.NaN()
		}
	}
	return [...]float64{0, math.Pi, math.Pi / 2}[p.sign]
}
