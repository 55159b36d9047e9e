package taxicab

import "math/rand/v2"

// Part is the positive or the negative part of the spectral measure of a [Power], up to its mass: frequencies are drawn
// from its normalised law by rejection below the envelope. A Part is not safe for concurrent use; Clone
// gives another one.
type Part struct {
	of       *Power
	envelope *Envelope
	negative bool
	scratch  *scratch
	sorted   []float64
	tries    int64
}

// Parts returns samplers of the two Jordan parts μ⁺ and μ⁻ of the spectral measure; minus is nil if the
// density is nowhere negative.
func (p *Power) Parts() (plus, minus *Part) {
	e := p.Envelope()
	plus = newPart(p, e, false)
	if !p.Nonnegative() {
		minus = newPart(p, e, true)
	}
	return plus, minus
}

func newPart(p *Power, e *Envelope, negative bool) *Part {
	return &Part{of: p, envelope: e, negative: negative, scratch: p.newScratch(), sorted: make([]float64, p.dim)}
}

// Clone returns a sampler of the same law.
func (p *Part) Clone() *Part { return newPart(p.of, p.envelope, p.negative) }

// Name returns "R+" or "R-".
func (p *Part) Name() string {
	if p.negative {
		return "R-"
	}
	return "R+"
}

// Dim returns d.
func (p *Part) Dim() int { return p.of.dim }

// Blocks returns 0: no uniform number is asked for that could be stratified.
func (p *Part) Blocks() int { return 0 }

// Draw sets omega to a frequency with the law of the part and returns the phase of its cosine, 0 or π: the part
// contributes its mass times E cos(⟨ω,Δ⟩ + phase) to k(Δ). u is not read. What is proved is the
// envelope, and that the law is exact for exact values of both densities; they are those of [Power.Density] and
// [Envelope.At]. It panics if omega is not of length Dim.
func (p *Part) Draw(omega, u []float64, rnd *rand.Rand) (phase float64) {
	for {
		p.tries++
		p.envelope.Draw(omega, rnd)
		v, _ := p.of.density(p.scratch, omega)
		if p.negative {
			v = -v
		}
		if v > 0 && rnd.Float64()*p.envelope.at(omega, p.sorted) < v {
			break
		}
	}
	if p.negative {
		return pi
	}
	return 0
}

// Tries returns how often Draw has asked the envelope.
func (p *Part) Tries() int64 { return p.tries }

const pi = 3.141592653589793
