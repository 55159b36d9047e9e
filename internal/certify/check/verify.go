package check

import (
	"context"
	"errors"
	"fmt"

	"krein/internal/budget"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/enum"
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
	return enum.Name("Verdict", v, "rejected", "incomplete", "accepted")
}

// Verifier checks proofs of claims about one kernel on R^dim. What it derives of the kernel, and what it accepts,
// serves all of them. It is used by one goroutine at a time.
type Verifier struct {
	kernel  *kernel.Kernel // metered
	dim     int
	steps   int // of one claim
	checker *rule.Checker
}

// NewVerifier returns a Verifier that bounds the work on each claim by steps as New does. It panics if k is nil.
func NewVerifier(k *kernel.Kernel, dim, steps int) *Verifier {
	if steps <= 0 {
		steps = rule.DefaultSteps
	}
	ctx, release := budget.New(context.Background(), 0)
	release()
	return &Verifier{k.Metered(budget.Of(ctx)), dim, steps, New(ctx, steps)}
}

// Report is the outcome of Verify.
type Report struct {
	Claim   proof.ID
	Status  proof.Status // what is said of the claim
	Verdict Verdict
	Rule    string // the step that failed; "" if none did
	Why     string // why it did
	Steps   int    // size of the proof
	Work    int64  // what was counted while it was checked, in units of budget.Meter
}

// stepUnits is the work that Verify allows for each step that it may examine, in units of budget.Meter: six seconds or
// so for DefaultSteps.
const stepUnits = 3000

// Verify checks the proof of the claim id. Only what is said of the claim's status, its proof and its witness is taken
// from cl; kernel and dimension are the caller's.
// The verdict depends on the caller's kernel and dimension, on the claim's status, and on the trees; Because, Rule and what
// else the file says are not read. A witness is checked for the same goal, and a wrong one makes the whole be rejected: a
// file must not show a reader numbers that prove nothing.
func (v *Verifier) Verify(ctx context.Context, cl proof.Claim, id proof.ID) Report {
	r := Report{Claim: id, Status: cl.Status}
	switch {
	case cl.ID != id:
		r.Why = fmt.Sprintf("the claim is %s, not %s", cl.ID, id)
		return r
	case cl.Proof == nil || cl.Status != proof.Proved && cl.Status != proof.Refuted:
		r.Why = fmt.Sprintf("there is no proof: the claim is %s", cl.Status)
		return r
	}
	r.Steps = cl.Proof.Size()
	// Rules of sums and products drop constants, and c·0 is 0 even for a c without a value.
	if x := kernel.Valueless(v.kernel.FormulaExpr()); x != nil { // theorems of sums and products drop what is constant
		r.Why = fmt.Sprintf("%s has no value", x)
		return r
	}
	unsettled := v.unsettled()
	meter := v.kernel.Meter()
	before := meter.Spent()
	ctx, leave := meter.Enter(ctx, stepUnits*int64(v.steps))
	defer leave()
	v.checker.Within(ctx, v.steps, rule.MoreSteps)
	goal := rule.Goal{Claim: id, Holds: cl.Status == proof.Proved, Kernel: v.kernel, Dim: v.dim}
	err := unsettled
	if err == nil {
		err = v.checker.Step(goal, cl.Proof)
	}
	if err == nil {
		err = v.checker.HasValues(v.kernel, goal.Holds)
	}
	if err == nil && cl.Witness != nil {
		r.Steps += cl.Witness.Size()
		if !IsWitness(cl.Witness.Rule) {
			err = &rule.RejectedError{Rule: cl.Witness.Rule, Why: "this is no rule of a witness"}
		} else {
			err = v.checker.Step(goal, cl.Witness)
		}
	}
	r.Work = meter.Spent() - before
	r.Verdict, r.Rule, r.Why = VerdictOf(err)
	return r
}

// unsettled wants constants with a parameter to have a value for all values of the parameter, whatever rules drop.
func (v *Verifier) unsettled() error {
	if x := kernel.Unsettled(v.kernel.FormulaExpr()); x != nil {
		return rule.Incomplete("%s is not proved to have a value for all values of the parameter", x)
	}
	return nil
}

// VerdictOf reads the error of a step: the rule that failed, and why.
// What is neither is a rejection, so that no unforeseen error can pass.
func VerdictOf(err error) (v Verdict, by, why string) {
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
