package stationary

import (
	"context"
	"fmt"
	"slices"

	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/kernel"
)

// Lemmas gives what is claimed of a radial kernel on R^dim, an undecided claim if nothing is.
// What it says is believed of nothing: see Checker.lemma.
type Lemmas func(k *kernel.Kernel, dim int, id proof.ID) proof.Claim

// Checker checks proofs of claims about stationary kernels. It is used by one goroutine.
type Checker struct {
	ctx    context.Context
	steps  int // still allowed
	budget int // of steps of a lemma
	lemmas Lemmas
	radial *rule.Checker
	// By claim, dimension and text of the kernel with its extension: within one certificate they name one lemma and one status.
	known map[string]error
}

// New returns a Checker that takes the proofs of radial claims from lemmas, and checks each.
func New(ctx context.Context, lemmas Lemmas, steps int) *Checker {
	if steps <= 0 {
		steps = rule.DefaultSteps
	}
	return &Checker{ctx: ctx, steps: steps, budget: steps, lemmas: lemmas, radial: check.New(ctx, steps),
		known: map[string]error{}}
}

// Step returns nil if the step proves the goal. Nothing is decided about a formula that is not proved to have values: lines and
// subspaces, on which claims are refuted, may lie where it has none, and what it is multiplied by 0 with is no part of it there.
// The error is a *rule.RejectedError or a *rule.IncompleteError.
// Radial lemmas are about factors in normal form, which lack what cancelled or was multiplied by 0. So the formula as it is
// written is proved to have values first, of which the normal form is then an identity.
func (c *Checker) Step(g Goal, s *proof.Step) error {
	if g.Kernel != nil {
		if err := g.Kernel.ProvedDefined(); err != nil {
			return &rule.IncompleteError{Rule: s.Rule, Why: err.Error()}
		}
	}
	return c.step(g, s)
}

// lemma wants a claim about a radial kernel on R^dim to be proved, or refuted, by one of the given rules if there are
// any.
// The kernel is the caller's, derived from the formula; the certificate gives a proof of the claim, which the radial
// verifier checks from the start. by is for rules that rest on how the lemma is proved, as Upon is for radial ones: that is
// the rule at the root, which the verifier has accepted as such.
func (c *Checker) lemma(k *kernel.Kernel, dim int, id proof.ID, holds bool, by ...string) error {
	cl := c.lemmas(k, dim, id)
	want := proof.Proved
	if !holds {
		want = proof.Refuted
	}
	if cl.Status != want {
		return rule.Incomplete("%s of %s in R^%d is %s, not %s", id, k, dim, cl.Status, want)
	}
	if len(by) > 0 && (cl.Proof == nil || !slices.Contains(by, cl.Proof.Rule)) {
		return rule.Reject("%s of %s is not %s by %v", id, k, want, by)
	}
	key := fmt.Sprintf("%s %d %s", id, dim, k)
	err, known := c.known[key]
	if !known {
		if r := check.NewVerifier(k, dim, c.budget).Verify(c.ctx, cl, id); r.Verdict != check.Accepted {
			err = refused(r.Verdict, "lemma %s of %s in R^%d: %s: %s", id, k, dim, r.Rule, r.Why)
		}
		c.known[key] = err
	}
	return err
}

// refused is the error for what was not accepted.
// A lemma that is not decided leaves the rule open, and one that is wrong rejects it.
func refused(v check.Verdict, format string, args ...any) error {
	if v == check.Incomplete {
		return rule.Incomplete(format, args...)
	}
	return rule.Reject(format, args...)
}
