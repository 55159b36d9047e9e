package certify

import (
	"context"
	"fmt"
	"math"

	"krein/ball"
	"krein/certify/certificate"
	"krein/certify/verify"
	"krein/hankel/profile"
	"krein/hankel/search"
	"krein/kernel"
)

// ProvedMasses returns masses of k on R^dim that are proved, of kind certificate.MassEnclosed: those of
// a kernel that is proved to be positive definite, k(0) and 0, enclosures that can be had cheaply,
// or infinite ones. Without any the kind is certificate.MassUnknown. set.Claims and set.SkipMass are not
// looked at. The error is that of ctx; ProvedMasses panics if k is nil or dim < 1.
func ProvedMasses(ctx context.Context, k *kernel.Kernel, dim int, set *Settings) (Mass, error) {
	f, done := begin(ctx, k, dim, set)
	defer done()
	f.set.Claims, f.set.SkipMass = []ID{FiniteMass, PD}, false
	f.proveAll(f.set.Claims...)
	leave := f.within(lookUnits)
	f.contradicted()
	leave()
	mass, proved := Mass{Kind: certificate.MassUnknown}, false
	if f.alarm == "" {
		leave = f.within(massUnits)
		mass, proved = f.provedMasses()
		leave()
	}
	if err := ctx.Err(); err != nil {
		return Mass{Kind: certificate.MassUnknown}, fmt.Errorf("certify: stopped: %w", err)
	}
	if !proved {
		return Mass{Kind: certificate.MassUnknown}, nil
	}
	return mass, nil
}

// masses returns the bounds on ‖m‖, ‖m₊‖, ‖m₋‖ as far as they are known.
func (f *session) masses() Mass {
	if f.alarm != "" {
		return Mass{}
	}
	leave := f.within(massUnits)
	m, ok := f.provedMasses()
	leave()
	defer f.within(estimateUnits)()
	if !ok {
		m = f.estimatedMasses()
	}
	if lower, upper, ok := f.RadialIntegral(); ok {
		m.RadialIntegral = bounds(lower, upper)
	}
	return m
}

// estimatedMasses returns bounds of the masses by floating point.
func (f *session) estimatedMasses() Mass {
	inf := math.Inf(1)
	switch f.verdict(FiniteMass).holds {
	case ball.False:
		return Mass{Kind: certificate.MassEstimated, Total: bounds(inf, inf), Plus: bounds(0, inf), Minus: bounds(0, inf)}
	case ball.True:
		if m, ok := f.unitMass(); ok {
			return m
		}
		return f.profileMasses()
	}
	return Mass{}
}

// provedMasses returns the masses if they can be proved: infinite ones, those of a positive
// definite kernel, and enclosures that can be had cheaply.
func (f *session) provedMasses() (Mass, bool) {
	finite, pd := f.verdict(FiniteMass), f.verdict(PD)
	switch {
	case !finite.proved():
		return Mass{}, false
	case finite.holds == ball.False:
		return f.checkedMasses(verify.MassEvidence{Method: verify.MassInfinite})
	}
	if pd.holds == ball.True && pd.proved() {
		if m, ok := f.checkedMasses(verify.MassEvidence{Method: verify.MassOfPD}); ok {
			return m, true
		}
	}
	return f.enclosedMasses()
}

// massPanels bounds the work on enclosed masses: some tenths of a second.
const massPanels = 3000

// widestMass is the relative width beyond which an enclosure of a mass says less than an estimate.
const widestMass = 1e-3

// enclosedMasses returns proved bounds of the masses, if they can be had cheaply.
func (f *session) enclosedMasses() (Mass, bool) {
	if f.set.SkipMass {
		return Mass{}, false
	}
	m, err := search.Masses(f.Ctx, f.K, f.Dim, // AtEnd, as the checker takes it
		&search.MassSettings{Panels: massPanels, Prec: verify.MassBits, AtEnd: true})
	if err != nil || !(m.Width <= widestMass) {
		return Mass{}, false
	}
	return f.checkedMasses(verify.NewMassEvidence(m.Proof))
}

// checkedMasses returns the masses that the checker derives from evidence.
func (f *session) checkedMasses(ev verify.MassEvidence) (Mass, bool) {
	m, err := verify.MassesFrom(f.Ctx, f.K, f.Dim, ev)
	return m, err == nil
}

// unitMass returns the masses of a kernel that is positive definite and continuous as far as
// floats see: ‖m‖ = ‖m₊‖ = k(0).
func (f *session) unitMass() (Mass, bool) {
	if f.verdict(PD).holds != ball.True || !f.bounded0() {
		return Mass{}, false
	}
	zero := profile.Mass{Value: f.Samples().At0, Err: 1e-15 * f.Samples().At0}
	return Mass{Kind: certificate.MassEstimated, Total: interval(zero), Plus: interval(zero), Minus: bounds(0, 0)}, true
}

// profileMasses returns the masses by floating point.
func (f *session) profileMasses() Mass {
	p, _ := f.Profile()
	if p == nil || !(p.Total.Err < p.Total.Value) {
		return Mass{}
	}
	plus, minus := p.Plus, p.Minus
	if f.verdict(PD).holds == ball.False {
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
	return Mass{Kind: certificate.MassEstimated, Total: total, Plus: interval(plus), Minus: interval(minus)}
}

// interval returns value ± error, nil for what is not a number.
func interval(m profile.Mass) *Bounds {
	if math.IsNaN(m.Value) || math.IsNaN(m.Err) {
		return nil
	}
	return bounds(max(m.Value-m.Err, 0), m.Value+m.Err)
}

func bounds(lower, upper float64) *Bounds { return &Bounds{Lower: lower, Upper: upper} }
