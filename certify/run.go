package certify

import (
	"context"
	"fmt"

	"krein/certify/proof"
	"krein/internal/budget"
	"krein/kernel"
)

// Run certifies the kernel k on R^dim. A claim comes out Proved or Refuted, with a proof that the checker (package
// check) has accepted; or, where no proof was found, Likely or Unlikely by floating point; or Undecided. Nothing
// is proved of a Go function. Errors: the context was cancelled.
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
	own := ctx
	if s.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, s.Time, budget.ErrTime)
		defer stop()
	}
	ctx, release := budget.New(ctx, s.units(proofUnits+lookUnits+estimateUnits+massUnits))
	defer release()
	f := newFacts(ctx, k, dim, &s)
	if !s.SkipProofs {
		f.proveAll()
		leave := f.within(lookUnits)
		f.lookAgain()
		leave()
	}
	if err := f.estimate(own, s.Progress); err != nil {
		return nil, err
	}
	if !s.SkipMass {
		_, _ = f.spectrum() // for the caller; why there is none is in the claims
	}
	leave := f.within(massUnits)
	mass := f.masses()
	mass.RadialIntegral = f.radialIntegral()
	leave()
	if err := own.Err(); err != nil { // the masses may have given up for it
		return nil, fmt.Errorf("certify: stopped: %w", err)
	}
	c := &Certificate{kernel: k, spectrum: f.spec}
	if f.verdict(FiniteMass).holds == kernel.True {
		c.profile = f.prof
	}
	var claims []Claim
	for _, id := range IDs() {
		cl, err := f.claim(id)
		if err != nil {
			return nil, err
		}
		claims = append(claims, cl)
	}
	c.Certificate = proof.New(k.Formula(), k.BeyondString(), dim, claims, mass)
	return c, nil
}

// claim states what was found on one claim.
func (f *facts) claim(id ID) (Claim, error) {
	cl := Claim{ID: id}
	var evidence any
	switch v, ok := f.verdicts[id]; {
	case f.alarm != "":
		cl.Because = f.alarm
	case ok:
		cl.Status, cl.Because, cl.Rule, cl.Proof, evidence = status(v.holds, v.by), v.because, v.rule, v.proof, v.evidence
		cl.Witness = v.witness
	default:
		tried := f.attempts[id]
		cl.Because = "no rule applies to this kernel"
		if len(tried) > 0 {
			cl.Because, cl.Rule = tried[0].Because, tried[0].Rule
		}
		evidence = struct {
			Tried []attempt `json:"tried,omitempty"`
		}{tried}
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
