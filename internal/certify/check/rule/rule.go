// Package rule says what a theorem of the checker is (Rule), and has the Checker, which derives what
// rules suppose and asks them whether a step proves its goal. Package check has the rules.
package rule

import (
	"fmt"
	"slices"
	"strings"

	"krein/internal/certify/proof"
	"krein/kernel"
)

// Goal is the statement that a step has to establish: the claim about the kernel on R^Dim holds, or its negation does.
type Goal struct {
	Claim  proof.ID
	Holds  bool
	Kernel *kernel.Kernel
	Dim    int
}

// String names the goal in a message.
func (g Goal) String() string {
	not := ""
	if !g.Holds {
		not = "not "
	}
	return fmt.Sprintf("%s%s of %s, %s, in R^%d", not, g.Claim, g.Kernel.Formula(),
		g.Kernel.BeyondString(), g.Dim)
}

// Rule is a theorem, or a case of one: if its hypotheses hold, the claim does (Holds), or does not. Package theorem states it.
type Rule struct {
	// ID names the rule in certificates.
	ID string
	// Claim and Holds say what the rule concludes.
	Claim proof.ID
	Holds bool
	// Supposes says what the theorem supposes of the kernel at single distances; the Checker
	// derives it before it asks the rule.
	Supposes Regularity
	// MinDim is the least dimension that the theorem is about.
	// Below it the theorem is false or empty: on S⁰ there is one distance.
	MinDim int
	// From is set for an implication: this about the same kernel and dimension suffices. The one premise of a step without
	// evidence is From; where there is evidence, it says of what else, another dimension for instance.
	From *Statement
	// Upon, if not nil, names the rules by one of which the one premise has to be proved.
	// It is for theorems about what another proof shows rather than about what it concludes: a singularity at b > 0, not
	// infinite mass alone, refutes conditional positive definiteness.
	Upon []string

	Check checkFunc // nil if the steps of an implication have no evidence
}

// A checkFunc returns the goals of the premises, which establish, together with the evidence of the
// step, the goal, whose claim and sign are the rule's; otherwise an error of reject or incomplete.
type checkFunc func(c *Checker, g Goal, s *proof.Step) ([]Goal, error)

// Statement is a claim, or its negation, about the kernel in question.
type Statement struct {
	Claim proof.ID
	Holds bool
}

// That says that a claim holds.
func That(id proof.ID) *Statement { return &Statement{id, true} }

// Not says that it does not.
func Not(id proof.ID) *Statement { return &Statement{id, false} }

// None is the evidence of a rule that needs none.
type None = struct{}

// Reduction makes a checkFunc of a function that reduces the goal to those of the premises.
func Reduction[E any](f func(c *Checker, g Goal, ev E) ([]Goal, error)) checkFunc {
	return Resting(func(c *Checker, g Goal, ev E, _ *proof.Step) ([]Goal, error) {
		return f(c, g, ev)
	})
}

// Fact makes a checkFunc of a function that establishes the goal without premises.
func Fact[E any](f func(c *Checker, g Goal, ev E) error) checkFunc {
	return Reduction(func(c *Checker, g Goal, ev E) ([]Goal, error) { return nil, f(c, g, ev) })
}

// Resting is reduction for a function that looks into the premise, of a rule that has an Upon.
func Resting[E any](f func(c *Checker, g Goal, ev E, on *proof.Step) ([]Goal, error)) checkFunc {
	return func(c *Checker, g Goal, s *proof.Step) ([]Goal, error) {
		var ev E
		if err := s.Decode(&ev); err != nil {
			return nil, err
		}
		var on *proof.Step
		if len(s.From) == 1 {
			on = s.From[0]
		}
		return f(c, g, ev, on)
	}
}

// Needs are the goals that a claim holds of some kernels in the goal's dimension.
func (g Goal) Needs(claim proof.ID, kernels ...*kernel.Kernel) []Goal {
	var out []Goal
	for _, k := range kernels {
		out = append(out, Goal{claim, true, k, g.Dim})
	}
	return out
}

// Closed are the goals that what the goal claims holds of the parts that its kernel's formula is made of. The kernel
// has to be made of them at 0, too.
// Cones and algebras of functions are closed pointwise, so that the identity has to hold at 0 as well as beyond.
func (g Goal) Closed(parts []*kernel.Kernel) ([]Goal, error) {
	return g.Needs(g.Claim, parts...), MadeOf(g.Kernel, parts)
}

// premises returns the goals of the premises of a step for the goal.
func (r *Rule) premises(c *Checker, g Goal, s *proof.Step) ([]Goal, error) {
	if g.Dim < r.MinDim {
		return nil, Reject("it is about dimensions from %d on", r.MinDim)
	}
	// The premise is checked like any other; its rule is looked at, because the conclusion rests on how it was proved.
	if r.Upon != nil {
		if len(s.From) != 1 {
			return nil, Reject("%d premises, want 1", len(s.From))
		}
		if !slices.Contains(r.Upon, s.From[0].Rule) {
			return nil, Reject("it rests on %s, not on %s",
				s.From[0].Rule, strings.Join(r.Upon, " or "))
		}
	}
	if r.Check == nil {
		var ev None
		return []Goal{{r.From.Claim, r.From.Holds, g.Kernel, g.Dim}}, s.Decode(&ev)
	}
	return r.Check(c, g, s)
}
