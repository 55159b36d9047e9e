package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/spectrum"
	"krein/internal/certify/proof"
	"krein/internal/hankel/mass"
	"krein/kernel"
)

// MassMethod says how the masses of a certificate are proved.
type MassMethod string

// The methods. What each needs of the certificate's claims is proved there.
const (
	// MassInfinite: finite-mass is refuted.
	MassInfinite MassMethod = "infinite"
	// MassOfPD: finite-mass and pd are proved. By Bochner's theorem m is then nonnegative, so that ‖m‖ = ‖m₊‖ = ∫dm = k(0)
	// and ‖m₋‖ = 0.
	MassOfPD MassMethod = "positive definite"
	// MassByDensity: finite-mass is proved, and the masses are enclosed by panels or the sign of the density (mass.From).
	MassByDensity MassMethod = "density"
)

// MassEvidence is from what the enclosed masses of a certificate are derived without a search. A checker takes nothing
// in it for true.
type MassEvidence struct {
	Method MassMethod `json:"method"`
	// Density and all that follows is for MassByDensity (mass.Proof).
	Density string `json:"density,omitempty"` // mass.Method.String
	// Sign says how the density is proved not to be negative.
	Sign *spectrum.SignEvidence `json:"sign,omitempty"`
	// Panels are there unless Sign is.
	Panels *PanelEvidence `json:"panels,omitempty"`
	// Plus and Minus are the enclosures of ‖m₊‖ and ‖m₋‖ that follow, bit for bit; nil for MassInfinite. InPanels is what
	// the panels give of them. They bind the bounds to the evidence: other evidence that proves the same bounds gives
	// others.
	Plus     *ball.Real   `json:"plus,omitempty"`
	Minus    *ball.Real   `json:"minus,omitempty"`
	InPanels []*ball.Real `json:"in-panels,omitempty"`
}

// MassBits is the working precision of masses in certificates.
const MassBits = 128

// PanelEvidence is a mass.Panels, in t = ω². A tail of one sign begins at the last end.
type PanelEvidence struct {
	Ends    []Dyadic    `json:"ends"`
	Changes [][2]Dyadic `json:"changes"`              // of the sign
	Waves   *Dyadic     `json:"waves-from,omitempty"` // in bω
	Far     *Dyadic     `json:"expansion-from,omitempty"`
}

// Dyadic is a float64 in evidence, written exactly as the decimal integers "mpE" of m·2^E.
type Dyadic float64

// MarshalText writes the number; it fails for what is no number.
func (x Dyadic) MarshalText() ([]byte, error) {
	if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
		return nil, fmt.Errorf("verify: %v is not dyadic", float64(x))
	}
	return ball.NewReal(float64(x)).MarshalText()
}

// maxDyadicText bounds the length of a dyadic.
const maxDyadicText = 32

// UnmarshalText reads a number in the form in which MarshalText writes it.
func (x *Dyadic) UnmarshalText(text []byte) error {
	if len(text) > maxDyadicText {
		return rule.Reject("a dyadic of %d characters", len(text))
	}
	var v ball.Real
	if err := v.UnmarshalText(text); err != nil {
		return rule.Reject("%q is not dyadic", text)
	}
	f, acc := ball.Float64(v.Mid(nil))
	if !v.IsExact() || acc != big.Exact {
		return rule.Reject("%q is no float64", text)
	}
	if again, _ := Dyadic(f).MarshalText(); string(again) != string(text) {
		return rule.Reject("%q is written %q", text, again)
	}
	*x = Dyadic(f)
	return nil
}

// NewMassEvidence writes a proof of masses with MassBits, without moments, as evidence.
func NewMassEvidence(q *mass.Proof) MassEvidence {
	ev := MassEvidence{Method: MassByDensity, Density: q.Method.String()}
	if q.Sign != nil {
		s := spectrum.NewSignEvidence(q.Sign)
		ev.Sign = &s
	}
	if a := q.Panels; a != nil {
		some := func(x float64) *Dyadic {
			if x == 0 {
				return nil
			}
			d := Dyadic(x)
			return &d
		}
		p := &PanelEvidence{Changes: [][2]Dyadic{}, Waves: some(a.Waves), Far: some(a.Far)}
		for _, t := range a.Ends {
			p.Ends = append(p.Ends, Dyadic(t))
		}
		for _, z := range a.Zeros {
			p.Changes = append(p.Changes, [2]Dyadic{Dyadic(z[0]), Dyadic(z[1])})
		}
		ev.Panels = p
	}
	return ev
}

// densityProof reads the proof back.
func (ev *MassEvidence) densityProof() (*mass.Proof, error) {
	if ev.Sign != nil && ev.Panels != nil {
		return nil, rule.Reject("both the sign of the density and panels")
	}
	q := &mass.Proof{Prec: MassBits}
	for _, m := range []mass.Method{mass.BySign, mass.ByOneSidedTail, mass.ByBoundedTail, mass.ByWaves} {
		if ev.Density == m.String() {
			q.Method = m
		}
	}
	if ev.Sign != nil {
		var err error
		if q.Sign, err = ev.Sign.Proof(); err != nil {
			return nil, err
		}
	}
	if p := ev.Panels; p != nil {
		value := func(d *Dyadic) float64 {
			if d == nil {
				return 0
			}
			return float64(*d)
		}
		a := &mass.Panels{Waves: value(p.Waves), Far: value(p.Far)}
		for _, t := range p.Ends {
			a.Ends = append(a.Ends, float64(t))
		}
		for _, z := range p.Changes {
			a.Zeros = append(a.Zeros, [2]float64{float64(z[0]), float64(z[1])})
		}
		if q.Method == mass.ByOneSidedTail && len(a.Ends) > 0 {
			a.SignFrom = a.Ends[len(a.Ends)-1]
		}
		q.Panels = a
	}
	return q, nil
}

// MassesFrom derives the masses of k on R^dim from evidence, of which it does not read Plus, Minus and InPanels: the
// evidence in its result has them. It relies on what the method says of the claims, at which it does not look. Both the
// prover and the checker get the bounds from it. The error is a *RejectedError or an *IncompleteError.
func MassesFrom(ctx context.Context, k *kernel.Kernel, dim int, ev MassEvidence) (certificate.Mass, error) {
	bounds := certificate.Mass{Kind: certificate.MassEnclosed}
	var zero, inf big.Float
	inf.SetInf(false)
	out := MassEvidence{Method: ev.Method}
	var total *ball.Real
	switch ev.Method {
	case MassInfinite:
		bounds.Total, bounds.Plus, bounds.Minus = certificate.NewBounds(&inf, &inf), certificate.NewBounds(&zero, &inf),
			certificate.NewBounds(&zero, &inf)
	case MassOfPD:
		// once, and without a meter: of a search whose work is spent the digits would be others than the checker's
		total = rule.AtZero(k.Metered(nil), new(ball.Real), MassBits)
		out.Plus, out.Minus = total, new(ball.Real)
	case MassByDensity:
		q, err := ev.densityProof()
		if err != nil {
			return bounds, err
		}
		m, err := mass.From(ctx, k, dim, q)
		if err != nil {
			return bounds, notMasses(ctx, err)
		}
		out = NewMassEvidence(q)
		total, out.Plus, out.Minus = m.Total, m.Plus, m.Minus
		if q.Panels != nil {
			out.InPanels = m.InPanels[:]
		}
	default:
		return bounds, rule.Reject("masses are not proved by the method %q", ev.Method)
	}
	if total != nil {
		for _, x := range []struct {
			to   **certificate.Bounds
			from *ball.Real
		}{{&bounds.Total, total}, {&bounds.Plus, out.Plus}, {&bounds.Minus, out.Minus}} {
			if *x.to = massBounds(x.from); *x.to == nil {
				return bounds, rule.Incomplete("‖m‖ has no bounds: %v", x.from)
			}
		}
	}
	var err error
	if bounds.Evidence, err = proof.EncodeEvidence(out); err != nil {
		return bounds, rule.Reject("evidence of masses: %v", err)
	}
	return bounds, nil
}

// massBounds returns decimals that enclose a nonnegative number in x, nil if there are none.
func massBounds(x *ball.Real) *certificate.Bounds {
	if !x.IsFinite() {
		return nil
	}
	return certificate.NewBounds(x.Lower(nil, MassBits), x.Upper(nil, MassBits))
}

// notMasses is the error for one of mass.From.
func notMasses(ctx context.Context, err error) error {
	var none *mass.Error
	switch {
	case ctx.Err() != nil:
		return rule.Incomplete("%s", budget.Why(ctx, ""))
	case errors.As(err, &none):
		return rule.Reject("%v", err)
	}
	return spectrum.NotEnclosed(err)
}

// needs are the claims, and whether they hold, on which a method relies.
func (m MassMethod) needs() []rule.Goal {
	switch m {
	case MassInfinite:
		return []rule.Goal{{Claim: proof.FiniteMass}}
	case MassOfPD:
		return []rule.Goal{{Claim: proof.FiniteMass, Holds: true}, {Claim: proof.PD, Holds: true}}
	}
	return []rule.Goal{{Claim: proof.FiniteMass, Holds: true}}
}

// MassReport is the outcome of Masses.
type MassReport struct {
	Kind    certificate.MassKind
	Verdict check.Verdict // Accepted for enclosed masses that were derived again
	Method  MassMethod
	Why     string // why they were not
	Panels  int    // in the evidence
}

// Masses derives the enclosed masses of a certificate again, from their evidence and from the proofs of the claims that
// they rely on, which it checks. It accepts them only if the bounds are the same, decimal for decimal. Estimated and
// unknown masses are rejected: nothing about them is proved. The radial integral is always an estimate, at which it
// does not look.
func (c *Checker) Masses(ctx context.Context) MassReport {
	mass := c.cert.Mass()
	r := MassReport{Kind: mass.Kind}
	if c.about != nil {
		r.Why = c.about.Error()
		return r
	}
	if mass.Kind != certificate.MassEnclosed {
		r.Why = fmt.Sprintf("the masses are %s, not proved", mass.Kind)
		return r
	}
	var ev MassEvidence
	if err := proof.DecodeEvidence(mass.Evidence, &ev); err != nil {
		r.Why = "evidence: " + err.Error()
		return r
	}
	r.Method = ev.Method
	if ev.Panels != nil {
		r.Panels = len(ev.Panels.Ends) - 1
	}
	for _, g := range ev.Method.needs() {
		claim := c.Claim(ctx, g.Claim)
		if want := map[bool]proof.Status{true: proof.Proved, false: proof.Refuted}[g.Holds]; claim.Verdict !=
			check.Accepted || claim.Status != want {
			r.Why = fmt.Sprintf("the masses rest on %s being %s, which is %s in the certificate", g.Claim, want, claim.Status)
			if claim.Why != "" {
				r.Why += ": " + claim.Why
			}
			if claim.Verdict == check.Incomplete {
				r.Verdict = check.Incomplete
			}
			return r
		}
	}
	again, err := MassesFrom(ctx, c.kernel, c.dim, ev)
	if err != nil {
		r.Verdict, _, r.Why = check.VerdictOf(err)
		return r
	}
	for _, x := range []struct {
		name      string
		have, got *certificate.Bounds
	}{{"‖m‖", mass.Total, again.Total}, {"‖m₊‖", mass.Plus, again.Plus}, {"‖m₋‖", mass.Minus, again.Minus}} {
		if x.have == nil || x.have.String() != x.got.String() {
			r.Why = fmt.Sprintf("%s is said to be %v, but the evidence gives %v", x.name, x.have, x.got)
			return r
		}
	}
	if !bytes.Equal(again.Evidence, mass.Evidence) {
		r.Why = fmt.Sprintf("the evidence says besides what follows from it: recomputed %.400s", again.Evidence)
		return r
	}
	r.Verdict = check.Accepted
	return r
}
