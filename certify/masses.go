package certify

import (
	"math"

	"krein/ball"
	"krein/certify/proof"
	"krein/hankel"
	"krein/hankel/enclose"
	"krein/kernel"
)

// masses returns the bounds on ‖m‖, ‖m₊‖, ‖m₋‖ as far as they are known.
func (f *facts) masses() Mass {
	if f.alarm != "" {
		return Mass{}
	}
	inf := math.Inf(1)
	finite := f.verdict(FiniteMass)
	switch finite.holds {
	case kernel.False:
		kind := proof.MassEstimated
		if finite.by >= Checked {
			kind = proof.MassEnclosed
		}
		return Mass{Kind: kind, Total: bounds(inf, inf), Plus: bounds(0, inf), Minus: bounds(0, inf)}
	case kernel.True:
		if m, ok := f.unitMass(); ok {
			return m
		}
		if finite.by >= Checked {
			if m, ok := f.enclosedMasses(); ok {
				return m
			}
		}
		return f.profileMasses()
	}
	return Mass{}
}

// massPanels bounds the work on enclosed masses: some tenths of a second.
const massPanels = 3000

// widestMass is the relative width beyond which an enclosure of a mass says less than an estimate.
const widestMass = 1e-3

// enclosedMasses returns proved bounds of the masses, if they can be had cheaply.
func (f *facts) enclosedMasses() (Mass, bool) {
	if f.set.SkipMass {
		return Mass{}, false
	}
	m, err := enclose.EncloseMasses(f.ctx, f.k, f.dim, &enclose.MassSettings{Panels: massPanels})
	if err != nil || !(m.Width <= widestMass) {
		return Mass{}, false
	}
	total, plus, minus := outward(m.Total), outward(m.Plus), outward(m.Minus)
	if total == nil || plus == nil || minus == nil {
		return Mass{}, false
	}
	return Mass{Kind: proof.MassEnclosed, Total: total, Plus: plus, Minus: minus}, true
}

// unitMass returns the masses of a kernel that is positive definite and continuous: ‖m‖ = ‖m₊‖ = k(0).
func (f *facts) unitMass() (Mass, bool) {
	pd := f.verdict(PD)
	if pd.holds != kernel.True || !f.bounded0() {
		return Mass{}, false
	}
	if finite, _ := f.proof(FiniteMass); finite != nil && pd.by >= Checked {
		// k is the transform of m, so that it is continuous.
		at0 := f.k.BallAt(nil, new(ball.Real), 128)
		if b := outward(at0); b != nil {
			return Mass{Kind: proof.MassEnclosed, Total: b, Plus: b, Minus: bounds(0, 0)}, true
		}
	}
	zero := hankel.Mass{Value: f.samples().at0, Err: 1e-15 * f.samples().at0}
	return Mass{Kind: proof.MassEstimated, Total: interval(zero), Plus: interval(zero), Minus: bounds(0, 0)}, true
}

// outward returns float64 bounds of a nonnegative ball, nil if it has none.
func outward(x *ball.Real) *Bounds {
	if x.Indeterminate() {
		return nil
	}
	lower, acc := x.Lower(nil, 64).Float64()
	if acc > 0 {
		lower = math.Nextafter(lower, math.Inf(-1))
	}
	upper, acc := x.Upper(nil, 64).Float64()
	if acc < 0 {
		upper = math.Nextafter(upper, math.Inf(1))
	}
	return bounds(max(lower, 0), upper)
}

// profileMasses returns the masses by floating point.
func (f *facts) profileMasses() Mass {
	p, _ := f.profile()
	if p == nil || !(p.Total.Err < p.Total.Value) {
		return Mass{}
	}
	plus, minus := p.Plus, p.Minus
	if f.verdict(PD).holds == kernel.False {
		// A part that is there but was not resolved hides in the error of the total.
		if plus.Value == 0 {
			plus.Err = max(plus.Err, p.Total.Err)
		}
		if minus.Value == 0 {
			minus.Err = max(minus.Err, p.Total.Err)
		}
	}
	total := interval(p.Total)
	if total == nil {
		return Mass{}
	}
	return Mass{Kind: proof.MassEstimated, Total: total, Plus: interval(plus), Minus: interval(minus)}
}

// interval returns value ± error, nil for what is not a number.
func interval(m hankel.Mass) *Bounds {
	if math.IsNaN(m.Value) || math.IsNaN(m.Err) {
		return nil
	}
	return bounds(max(m.Value-m.Err, 0), m.Value+m.Err)
}

func bounds(lower, upper float64) *Bounds { return &Bounds{Lower: lower, Upper: upper} }
