package check

import (
	"context"
	"errors"
	"fmt"

	"krein/certify/check/rule"
	"krein/certify/proof"
	"krein/internal/budget"
	"krein/kernel"
)

// Verdict is the checker's answer.
type Verdict int8

// The verdicts. The zero value accepts nothing.
const (
	Rejected   Verdict = iota // no proof, or a wrong one
	Incomplete                // the checker's budget or precision did not suffice
	Accepted                  // the claim is proved, or refuted, as Report.Status says
)

// String names the verdict in lower case.
func (v Verdict) String() string {
	switch v {
	case Rejected:
		return "rejected"
	case Incomplete:
		return "incomplete"
	case Accepted:
		return "accepted"
	}
	return fmt.Sprintf("Verdict(%d)", int8(v))
}

// Question is what the caller wants proved or refuted.
type Question struct {
	Kernel *kernel.Kernel
	Dim    int
	Claim  proof.ID
}

// Report is the outcome of Verify.
type Report struct {
	Claim   proof.ID
	Status  proof.Status // what the certificate says
	Verdict Verdict
	Rule    string // the step that failed; "" if none did
	Why     string // why it did
	Steps   int    // size of the proof
}

// stepUnits is the work that Verify allows for each step that it may examine, in units of budget.Meter: six seconds or so for DefaultSteps.
const stepUnits = 3000

// Verify checks the certificate's proof for the question. Only what it says of the
// claim's status and the proof is taken from the certificate; kernel and dimension are the
// caller's, and the certificate is rejected if it is about others. steps bounds the work as in New.
// Verify panics if cert or the kernel is nil.
func Verify(ctx context.Context, cert *proof.Certificate, q Question, steps int) Report {
	if cert == nil || q.Kernel == nil {
		panic("check: nil certificate or kernel")
	}
	r := Report{Claim: q.Claim}
	if err := About(cert, q); err != nil {
		r.Why = err.Error()
		return r
	}
	cl := cert.Claim(q.Claim)
	r.Status = cl.Status
	if cl.Proof == nil {
		r.Why = fmt.Sprintf("the certificate has no proof: the claim is %s", cl.Status)
		return r
	}
	r.Steps = cl.Proof.Size()
	if steps <= 0 {
		steps = rule.DefaultSteps
	}
	ctx, release := budget.New(ctx, stepUnits*int64(steps))
	defer release()
	q.Kernel = q.Kernel.Metered(budget.Of(ctx))
	checker, goal := New(ctx, steps), rule.Goal{Claim: q.Claim, Holds: cl.Status == proof.Proved, Kernel: q.Kernel, Dim: q.Dim}
	err := checker.Step(goal, cl.Proof)
	if err == nil && cl.Witness != nil {
		r.Steps += cl.Witness.Size()
		if !IsWitness(cl.Witness.Rule) {
			err = &rule.RejectedError{Rule: cl.Witness.Rule, Why: "this is no rule of a witness"}
		} else {
			err = checker.Step(goal, cl.Witness)
		}
	}
	r.Verdict, r.Rule, r.Why = verdict(err)
	return r
}

// verdict reads the error of a step.
func verdict(err error) (v Verdict, by, why string) {
	var rejected *rule.RejectedError
	var incomplete *rule.IncompleteError
	switch {
	case err == nil:
		return Accepted, "", ""
	case errors.As(err, &incomplete):
		return Incomplete, incomplete.Rule, incomplete.Why
	case errors.As(err, &rejected):
		return Rejected, rejected.Rule, rejected.Why
	}
	return Rejected, "", err.Error()
}

// About returns an error unless the certificate is about the question's kernel and dimension.
func About(cert *proof.Certificate, q Question) error {
	if cert.Dim() != q.Dim {
		return fmt.Errorf("the certificate is about R^%d, not R^%d", cert.Dim(), q.Dim)
	}
	if cert.Formula() == q.Kernel.Formula() && cert.Beyond() == q.Kernel.BeyondString() {
		return nil
	}
	if k, err := kernel.Parse(cert.Formula(), nil); err == nil && !q.Kernel.IsFunc() &&
		cert.Beyond() == q.Kernel.BeyondString() && k.FormulaExpr().Equal(q.Kernel.FormulaExpr()) {
		return nil
	}
	return fmt.Errorf("the certificate is about another kernel: %s, %s", cert.Formula(), cert.Beyond())
}
