package taxicab

import (
	"math"
	"sync"
)

// Source is a source of random numbers; a *rand.Rand is one.
type Source = interface {
	Float64() float64
	NormFloat64() float64
}

// Part is the positive or the negative part of the spectral measure of a multiple of a [Power]: frequencies are drawn
// from its normalised law by rejection below the envelope. As a part of a feature map (package features/pair) it
// contributes Mass·E cos(⟨ω,Δ⟩ + phase) to k(Δ). It is safe for concurrent use.
type Part struct {
	Half
	envelope *Envelope
	negative bool // the part where the density is negative
	pool     sync.Pool
}

type buffers struct {
	*scratch
	sorted []float64
}

// Parts returns samplers of the two Jordan parts of the measure of c·(1 − ‖Δ‖₁/τ)_+^n: that with the phase 0 first,
// that with the phase π next. Their masses are |c| times those of m, which are estimated for n < 2d−1
// ([Power.Estimate]); parts without mass are left out.
func (p *Power) Parts(c float64, m *Masses) []*Part {
	e := p.Envelope()
	var out []*Part
	for i, mass := range []float64{m.Plus, m.Minus} {
		if mass == 0 || c == 0 {
			continue
		}
		part := &Part{envelope: e, negative: i == 1, Half: Half{Weight: math.Abs(c) * mass}}
		if part.negative != (c < 0) {
			part.Phase = math.Pi
		}
		part.pool.New = func() any { return &buffers{p.newScratch(), make([]float64, p.dim)} }
		out = append(out, part)
	}
	if len(out) == 2 && c < 0 {
		out[0], out[1] = out[1], out[0]
	}
	return out
}

// Half is a positive measure with the phase 0 or π, a half of a real one, as packages that draw from it see it.
type Half struct {
	Weight float64 // the mass
	Phase  float64
}

// Name returns "R+" or "R-".
func (h *Half) Name() string {
	if h.Phase != 0 {
		return "R-"
	}
	return "R+"
}

// Mass returns the mass.
func (h *Half) Mass() float64 { return h.Weight }

// Dims returns nil: no number of a draw can be stratified.
func (h *Half) Dims() []int { return nil }

// Draw sets omega to a frequency with the law of the part and returns its phase, 0 or π; u is not read. What is proved
// is that the envelope is above the density, so that the law is the part's for exact values of both; they are those of
// [Power.Density] and [Envelope.At]. It panics if omega is not of length d.
func (p *Part) Draw(omega, u []float64, rnd Source) (phase float64) {
	p.draw(omega, rnd)
	return p.Phase
}

// draw returns how often it asked the envelope.
func (p *Part) draw(omega []float64, rnd Source) (tries int) {
	b := p.pool.Get().(*buffers)
	defer p.pool.Put(b)
	for {
		tries++
		p.envelope.Draw(omega, rnd)
		v, _ := p.envelope.of.density(b.scratch, omega)
		if p.negative {
			v = -v
		}
		if v > 0 && rnd.Float64()*p.envelope.at(omega, b.sorted) < v {
			return tries
		}
	}
}
