package certify

import (
	"math"

	"krein/certify/check"
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
		if finite.by >= Checked {
			if m, ok := f.checkedMasses(check.MassEvidence{Method: check.MassInfinite}); ok {
				return m
			}
		}
		return Mass{Kind: proof.MassEstimated, Total: bounds(inf, inf), Plus: bounds(0, inf), Minus: bounds(0, inf)}
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
	m, err := enclose.SearchMasses(f.ctx, f.k, f.dim, &enclose.MassSettings{Panels: massPanels, Prec: check.MassBits})
	if err != nil || !(m.Width <= widestMass) {
		return Mass{}, false
	}
	if a := m.Proof.Panels; a != nil && a.SignFrom != 0 {
		a.SignFrom = a.Ends[len(a.Ends)-1] // as the checker takes it
	}
	return f.checkedMasses(check.NewMassEvidence(m.Proof))
}

// checkedMasses returns the masses that the checker derives from evidence.
func (f *facts) checkedMasses(ev check.MassEvidence) (Mass, bool) {
	m, err := check.Masses(f.ctx, f.k, f.dim, ev)
	return m, err == nil
}

// unitMass returns the masses of a kernel that is positive definite and continuous: ‖m‖ = ‖m₊‖ = k(0).
func (f *facts) unitMass() (Mass, bool) {
	pd := f.verdict(PD)
	if pd.holds != kernel.True || !f.bounded0() {
		return Mass{}, false
	}
	if finite, _ := f.proof(FiniteMass); finite != nil && pd.by >= Checked {
		if m, ok := f.checkedMasses(check.MassEvidence{Method: check.MassOfPD}); ok {
			return m, true
		}
	}
	zero := hankel.Mass{Value: f.samples().at0, Err: 1e-15 * f.samples().at0}
	return Mass{Kind: proof.MassEstimated, Total: interval(zero), Plus: interval(zero), Minus: bounds(0, 0)}, true
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
