package rule

import (
	"context"
	"errors"
	"fmt"

	"krein/internal/budget"
	"krein/internal/certify/proof"
	"krein/internal/kernel/fail"
)

// A Checker checks proofs. It remembers what it derived of a kernel and what it accepted, so that steps about the same
// kernel share it. It is used by one goroutine at a time.
//
// What an accepted step stands for. By induction over the tree: the rule of the step is a theorem "if the hypotheses hold
// and the premises do, the goal does"; the rule has derived the hypotheses from the goal's kernel, dimension and evidence,
// and has said what the premises are; each premise is accepted. Nothing of a premise is read off its step but whether that
// proves the goal which the rule names, so that a proof of something else, however true, is of no use there.
type Checker struct {
	ctx   context.Context
	rules map[string]*Rule
	steps int    // steps still allowed
	what  string // the name of the budget, or what allows more

	memo memo
}

// DefaultSteps is the number of steps that a Checker examines.
const DefaultSteps = 20_000

// MoreSteps is what to do where they do not suffice.
const MoreSteps = "--effort, or the steps of New and NewVerifier, allow more"

// New returns a Checker by the given rules, by their identifiers, that gives up with an
// *IncompleteError after the given number of steps (0 means DefaultSteps) or when ctx is done.
// The number of steps bounds the size of proofs, not what a step takes: that is counted by the meter of ctx.
func New(ctx context.Context, rules map[string]*Rule, steps int) *Checker {
	if steps <= 0 {
		steps = DefaultSteps
	}
	return &Checker{ctx: ctx, rules: rules, steps: steps, what: MoreSteps,
		memo: memo{make(map[string]*derived), make(map[accepted]bool), make(map[string][]byte)}}
}

// Context is the one under which the Checker works.
func (c *Checker) Context() context.Context { return c.ctx }

// Within has c stop with ctx, or after the given number of steps, from now on; what names the budget, or says what allows more.
func (c *Checker) Within(ctx context.Context, steps int, what string) {
	c.ctx, c.steps, c.what = ctx, steps, what
}

// RejectedError says that a step does not prove what it should.
type RejectedError struct {
	Rule string // of the step
	Why  string
}

// Error names the rule and the reason.
func (e *RejectedError) Error() string { return fmt.Sprintf("step %s: %s", e.Rule, e.Why) }

// IncompleteError says that the checker could not decide whether a step is right: the
// budget or the precision did not suffice. The step is not accepted.
type IncompleteError struct {
	Rule string
	Why  string
	// Form: the kernel is not known to have the form that the rule is about, so that what the rule wants beyond that was
	// not looked at.
	Form bool
}

// Error names the rule and the reason.
func (e *IncompleteError) Error() string { return fmt.Sprintf("step %s: undecided: %s", e.Rule, e.Why) }

// Reject makes the error of a step that is wrong, or whose hypotheses do not hold.
func Reject(format string, args ...any) error {
	return &RejectedError{Why: fmt.Sprintf(format, args...)}
}

// Incomplete makes the error of a step that could not be decided.
func Incomplete(format string, args ...any) error {
	return &IncompleteError{Why: fmt.Sprintf(format, args...)}
}

// OfForm makes the error of a step about a kernel that is not known to have the form that the rule is about.
func OfForm(format string, args ...any) error {
	return &IncompleteError{Why: fmt.Sprintf(format, args...), Form: true}
}

// Step returns nil if the step and its premises prove the goal. The error is a *RejectedError or an *IncompleteError and
// names the innermost step that failed. Any other error, as of the decoding of evidence, is a rejection: no error is
// taken for an acceptance.
func (c *Checker) Step(g Goal, s *proof.Step) error {
	err := c.decidable(g, s)
	var rejected *RejectedError
	var incomplete *IncompleteError
	switch {
	case err == nil:
	case errors.As(err, &rejected):
		if rejected.Rule == "" {
			rejected.Rule = s.Rule
		}
	case errors.As(err, &incomplete):
		if incomplete.Rule == "" {
			incomplete.Rule = s.Rule
		}
	default: // an error of the evidence
		return &RejectedError{s.Rule, err.Error()}
	}
	return err
}

// decidable is step, with a comparison of exponents that does not come out alike for all values of a parameter as the reason
// why nothing is decided.
// Exponents panic where an order is asked for that depends on the value of a parameter (constant.Exponent): a rule that
// went on would have taken one branch for all values.
func (c *Checker) decidable(g Goal, s *proof.Step) (err error) {
	if doubt := fail.Doubt(func() { err = c.step(g, s) }); doubt != nil {
		return Incomplete("%v", doubt)
	}
	return err
}

func (c *Checker) step(g Goal, s *proof.Step) error {
	if c.ctx.Err() != nil {
		return c.stopped()
	}
	if c.steps--; c.steps < 0 {
		return Incomplete("the budget of steps is used up")
	}
	r := c.rules[s.Rule]
	if r == nil {
		return Reject("there is no such rule")
	}
	// A rule concludes one claim, with one sign. Without this a proof of "not pd" would serve for "pd".
	if r.Claim != g.Claim || r.Holds != g.Holds {
		return Reject("the rule does not conclude what is wanted here, %v", g)
	}
	if m := budget.Of(c.ctx); m != nil && g.Kernel.Meter() != m { // kernels of premises
		g.Kernel = g.Kernel.Metered(m)
	}
	// What the theorem supposes at single distances comes before the rule: normal forms and expansions see none of them.
	if err := c.Regular(g.Kernel, r.Supposes); err != nil {
		return err
	}
	err := c.establish(r, g, s)
	var rejected *RejectedError
	// A rejection that came after the work was spent says nothing: balls are then indeterminate, and comparisons unknown.
	// An acceptance needs no such look: nothing that is open proves anything.
	if c.ctx.Err() != nil && errors.As(err, &rejected) { // enclosures are indeterminate once the work is spent
		return c.stopped()
	}
	return err
}

// stopped is the error of a checker whose context has ended.
func (c *Checker) stopped() error {
	return Incomplete("%s", budget.Why(c.ctx, c.what))
}

// accepted is all that a check sees: the goal, its kernel by identity, and the whole proof.
// The goal has its kernel by pointer: two kernels of one text may be cut at different points.
type accepted struct {
	goal  Goal
	proof string
}

// spell appends the whole of a proof but for its words: those of two proofs are the same only if the proofs are.
// Each part has its length in front, so that no evidence can be read as another one with different premises. Says is left
// out: it decides nothing.
func spell(b []byte, s *proof.Step) []byte {
	b = fmt.Appendf(b, "%d %s %d %s %d,", len(s.Rule), s.Rule, len(s.Evidence), s.Evidence, len(s.From))
	for _, p := range s.From {
		b = spell(b, p)
	}
	return b
}

// establish checks a step by its rule, and then its premises, unless it accepted the same before.
func (c *Checker) establish(r *Rule, g Goal, s *proof.Step) error {
	key := accepted{g, string(spell(nil, s))}
	if c.memo.accepted[key] {
		return nil
	}
	goals, err := r.premises(c, g, s)
	if err != nil {
		return err
	}
	// Too few premises would leave one unproved; one more is a step that nobody asked for.
	if len(s.From) != len(goals) {
		return Reject("%d premises, want %d", len(s.From), len(goals))
	}
	for i, goal := range goals {
		if goal.Kernel != nil { // one of evidence is cut where that of the goal is
			goal.Kernel = goal.Kernel.CutAt(g.Kernel.Points())
		}
		if err := c.Step(goal, s.From[i]); err != nil {
			return err
		}
	}
	// Only what is accepted is remembered: what is not decided now may be with more work.
	c.memo.accepted[key] = true
	return nil
}
