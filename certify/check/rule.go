package check

import (
	"fmt"
	"slices"
	"strings"

	"krein/certify/proof"
	"krein/kernel"
)

// Goal is the statement that a step has to establish: the claim about the kernel on
// R^Dim holds, or its negation does.
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

// Rule is a theorem: if its hypotheses hold, the claim does (Holds), or does not. Its page is
// docs/rules/ID.md.
type Rule struct {
	// ID names the rule in certificates.
	ID string
	// Claim and Holds say what the rule concludes.
	Claim proof.ID
	Holds bool
	// Supposes says what the theorem supposes of the kernel at single distances; the Checker
	// derives it before it asks the rule.
	Supposes Regularity
	// Theorem states hypotheses and conclusion.
	Theorem string
	// Citation says where it is proved.
	Citation string

	// From is set for an implication: this about the same kernel and dimension suffices. The one
	// premise of a step without evidence is From; where there is evidence, it says of what else,
	// another dimension for instance.
	From *Statement
	// Upon, if not nil, names the rules by one of which the one premise has to be proved.
	Upon []string

	check checkFunc // nil if the steps of an implication have no evidence
}

// A checkFunc returns the goals of the premises, which establish, together with the evidence of the
// step, the goal, whose claim and sign are the rule's; otherwise an error of reject or incomplete.
type checkFunc func(c *Checker, g Goal, s *proof.Step) ([]Goal, error)

// Statement is a claim, or its negation, about the kernel in question.
type Statement struct {
	Claim proof.ID
	Holds bool
}

// that and not make a Statement.
func that(id proof.ID) *Statement { return &Statement{id, true} }
func not(id proof.ID) *Statement  { return &Statement{id, false} }

// none is the evidence of a rule that needs none.
type none = struct{}

// reduction makes a checkFunc of a function that reduces the goal to those of the premises.
func reduction[E any](f func(c *Checker, g Goal, ev E) ([]Goal, error)) checkFunc {
	return resting(func(c *Checker, g Goal, ev E, _ *proof.Step) ([]Goal, error) {
		return f(c, g, ev)
	})
}

// fact makes a checkFunc of a function that establishes the goal without premises.
func fact[E any](f func(c *Checker, g Goal, ev E) error) checkFunc {
	return reduction(func(c *Checker, g Goal, ev E) ([]Goal, error) { return nil, f(c, g, ev) })
}

// resting is reduction for a function that looks into the premise, of a rule that has an Upon.
func resting[E any](f func(c *Checker, g Goal, ev E, on *proof.Step) ([]Goal, error)) checkFunc {
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

// needs are the goals that a claim holds of some kernels in the goal's dimension.
func (g Goal) needs(claim proof.ID, kernels ...*kernel.Kernel) []Goal {
	var out []Goal
	for _, k := range kernels {
		out = append(out, Goal{claim, true, k, g.Dim})
	}
	return out
}

// premises returns the goals of the premises of a step for the goal.
func (r *Rule) premises(c *Checker, g Goal, s *proof.Step) ([]Goal, error) {
	if r.Upon != nil {
		if len(s.From) != 1 {
			return nil, reject("%d premises, want 1", len(s.From))
		}
		if !slices.Contains(r.Upon, s.From[0].Rule) {
			return nil, reject("it rests on %s, not on %s",
				s.From[0].Rule, strings.Join(r.Upon, " or "))
		}
	}
	if r.check == nil {
		var ev none
		return []Goal{{r.From.Claim, r.From.Holds, g.Kernel, g.Dim}}, s.Decode(&ev)
	}
	return r.check(c, g, s)
}

// families are all rules, family by family.
func families() [][]*Rule {
	return [][]*Rule{
		monotoneRules, finiteRules, pdRules, sphereRules, sphereClosureRules, sphereWaveRules,
		conditionalRules, conditionalWaveRules, jumpRules, decompositionRules, witnessRules,
	}
}

// Rules returns a copy of all rules.
func Rules() []Rule {
	var all []Rule
	for _, family := range families() {
		for _, r := range family {
			all = append(all, *r)
		}
	}
	return all
}

// index finds rules by their identifier.
func index() map[string]*Rule {
	m := make(map[string]*Rule)
	for _, family := range families() {
		for _, r := range family {
			if m[r.ID] != nil {
				panic("check: two rules " + r.ID)
			}
			m[r.ID] = r
		}
	}
	return m
}
