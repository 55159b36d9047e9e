package certify

import (
	"context"
	"fmt"
	"math"

	"krein/ball"
	"krein/certify/verify"
	"krein/internal/certify/certificate"
	"krein/internal/hankel/mass"
	"krein/internal/hankel/profile"
	"krein/internal/hankel/search"
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

// masses returns the bounds on ‖m‖, ‖m₊‖, ‖m₋‖ as far as they are known; of a kernel with an interval of values only what
// is proved for all of them.
func (f *session) masses() Mass {
	if f.alarm != "" {
		return Mass{}
	}
	leave := f.within(massUnits)
	m, ok := f.provedMasses()
	leave()
	if f.K.Fixed() != nil {
		return m
	}
	defer f.within(estimateUnits)()
	if !ok {
		m = f.estimatedMasses()
	}
	if value, ok := f.RadialIntegral(); ok {
		m.RadialIntegral = certificate.Estimate(value)
	}
	return m
}

// estimatedMasses returns the masses by floating point, without errors: what a narrow stretch of the spectrum between
// two frequencies holds, no float knows.
func (f *session) estimatedMasses() Mass {
	switch f.verdict(FiniteMass).holds {
	case ball.False:
		return Mass{Kind: certificate.MassEstimated, Total: certificate.Estimate(math.Inf(1))}
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

// widestMass is the width of an enclosure, relative to the mass, beyond which it says less than an estimate, and widestMasses
// that of ‖m‖ for an interval of values, whose masses differ, and of which there is no estimate. widestPart is the width, relative
// to ‖m‖, up to which that of a part says enough, however small the part is.
const (
	widestMass   = 1e-3
	widestMasses = 0.5
	widestPart   = 1e-9
)

// enclosedMasses returns proved bounds of the masses, if they can be had cheaply.
func (f *session) enclosedMasses() (Mass, bool) {
	if f.set.SkipMass {
		return Mass{}, false
	}
	m, err := f.searchedMasses()
	if err != nil {
		return Mass{}, false
	}
	enough := m.Width <= widestMass || narrow(m)
	if f.K.Fixed() != nil {
		enough = 2*m.Total.Rad().Float64() <= widestMasses*m.Total.MagLower().Float64()
	}
	if !enough {
		return Mass{}, false
	}
	return f.checkedMasses(verify.NewMassEvidence(m.Proof))
}

// searchedMasses looks for enclosures of the masses.
func (f *session) searchedMasses() (*mass.Masses, error) {
	if f.searched == nil {
		m, err := search.Masses(f.Ctx, f.K, f.Dim, // AtEnd, as the checker takes it
			&search.MassSettings{Panels: massPanels, Prec: verify.MassBits, AtEnd: true})
		if err != nil {
			return nil, err
		}
		f.searched = m
	}
	return f.searched, nil
}

// narrow reports whether both parts are known up to a small share of the whole.
func narrow(m *mass.Masses) bool {
	most := widestPart * m.Total.MagLower().Float64()
	return 2*m.Plus.Rad().Float64() <= most && 2*m.Minus.Rad().Float64() <= most
}

// checkedMasses returns the masses that the checker derives from evidence.
func (f *session) checkedMasses(ev verify.MassEvidence) (Mass, bool) {
	m, err := verify.MassesFrom(f.Ctx, f.K.CutAt(f.cuts), f.Dim, ev)
	return m, err == nil
}

// unitMass returns the masses of a kernel that is positive definite and continuous as far as
// floats see: ‖m‖ = ‖m₊‖ = k(0).
func (f *session) unitMass() (Mass, bool) {
	if f.verdict(PD).holds != ball.True || !f.bounded0() {
		return Mass{}, false
	}
	zero := f.Samples().At0
	if !(zero >= 0) {
		return Mass{}, false
	}
	return Mass{Kind: certificate.MassEstimated, Total: certificate.Estimate(zero), Plus: certificate.Estimate(zero),
		Minus: certificate.Estimate(0)}, true
}

// profileMasses returns the masses by floating point.
func (f *session) profileMasses() Mass {
	p, _ := f.Profile()
	if p == nil || !(p.Total.Err < p.Total.Value) {
		return Mass{}
	}
	for _, m := range []profile.Mass{p.Total, p.Plus, p.Minus} {
		if !(m.Value >= 0) {
			return Mass{}
		}
	}
	m := Mass{Kind: certificate.MassEstimated, Total: certificate.Estimate(p.Total.Value),
		Plus: certificate.Estimate(p.Plus.Value), Minus: certificate.Estimate(p.Minus.Value)}
	if f.verdict(PD).holds == ball.False { // a part that is there but was not resolved has no value
		if p.Plus.Value == 0 {
			m.Plus = nil
		}
		if p.Minus.Value == 0 {
			m.Minus = nil
		}
	}
	return m
}
