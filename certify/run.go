package certify

import (
	"context"
	"fmt"
	"math"

	"krein/certify/proof"
	"krein/hankel"
	"krein/kernel"
)

// Run certifies the kernel k on R^dim. Every claim comes out Likely, Unlikely or
// Undecided, since all numbers are floating point. Errors: the context was cancelled.
// A kernel that cannot be analysed gives undecided claims that say why, not an error.
// Run panics if k is nil or dim < 1.
func Run(ctx context.Context, k *kernel.Kernel, dim int, set *Settings) (*Certificate, error) {
	if k == nil {
		panic("certify: nil kernel")
	}
	if dim < 1 {
		panic(fmt.Sprintf("certify: dimension %d", dim))
	}
	s := set.withDefaults()
	f := newFacts(ctx, k, dim, &s)
	f.proveAll()
	if err := f.estimate(ctx, s.Progress); err != nil {
		return nil, err
	}
	if !s.SkipMass {
		_, _ = f.spectrum() // for the caller; why there is none is in the claims
	}
	c := &Certificate{
		kernel: k, spectrum: f.spec, profile: f.prof,
	}
	if f.verdict(FiniteMass).holds != kernel.True {
		c.profile = nil
	}
	var claims []Claim
	for _, id := range IDs() {
		cl, err := f.claim(id)
		if err != nil {
			return nil, err
		}
		claims = append(claims, cl)
	}
	c.Certificate = proof.New(k.Formula(), k.BeyondString(), dim, claims, f.masses())
	return c, nil
}

// claim states what was found on one claim.
func (f *facts) claim(id ID) (Claim, error) {
	cl := Claim{ID: id}
	var evidence any
	if v, ok := f.verdicts[id]; ok {
		cl.Status, cl.Because, cl.Rule, cl.Proof, evidence = status(v.holds, v.by), v.because, v.rule, v.proof, v.evidence
	} else {
		tried := f.attempts[id]
		cl.Because = "no rule applies to this kernel"
		if len(tried) > 0 {
			cl.Because, cl.Rule = tried[0].Because, tried[0].Rule
		}
		evidence = struct {
			Tried []attempt `json:"tried,omitempty"`
		}{tried}
	}
	if id == FiniteMass {
		evidence = struct {
			Hypotheses any    `json:"hypotheses"`
			Masses     string `json:"masses"`
		}{evidence, f.massKind()}
	}
	if evidence == nil {
		evidence = struct{}{}
	}
	data, err := proof.EncodeEvidence(evidence)
	if err != nil {
		return cl, fmt.Errorf("certify: evidence of %s: %w", id, err)
	}
	cl.Evidence = data
	return cl, nil
}

// massKind says in what sense the certificate's mass bounds are bounds.
func (f *facts) massKind() string {
	switch m := f.masses(); {
	case m.Total == nil:
		return "not computed"
	case math.IsInf(m.Total.Lower, 1):
		return "estimated: infinite"
	case f.unitMass():
		return "estimated: ‖m‖ = k(0), k being positive definite"
	default:
		return "estimated: value ± error estimate"
	}
}

// unitMass reports whether k is positive definite and continuous, so that ‖m‖ = ‖m₊‖ = k(0).
func (f *facts) unitMass() bool {
	return f.verdict(PD).holds == kernel.True && f.bounded0()
}

// masses returns the bounds on ‖m‖, ‖m₊‖, ‖m₋‖ as far as they are known.
func (f *facts) masses() Mass {
	inf := math.Inf(1)
	switch f.verdict(FiniteMass).holds {
	case kernel.False:
		return Mass{Total: bounds(inf, inf), Plus: bounds(0, inf), Minus: bounds(0, inf)}
	case kernel.True:
		if f.unitMass() {
			zero := hankel.Mass{Value: f.samples().at0, Err: 1e-15 * f.samples().at0}
			return Mass{Total: interval(zero), Plus: interval(zero), Minus: bounds(0, 0)}
		}
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
		return Mass{Total: interval(p.Total), Plus: interval(plus), Minus: interval(minus)}
	}
	return Mass{}
}

func interval(m hankel.Mass) *Bounds {
	if math.IsNaN(m.Value) || math.IsNaN(m.Err) {
		return nil
	}
	return bounds(max(m.Value-m.Err, 0), m.Value+m.Err)
}

func bounds(lower, upper float64) *Bounds { return &Bounds{Lower: lower, Upper: upper} }
