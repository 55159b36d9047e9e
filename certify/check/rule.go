package check

import (
	"fmt"

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
	return fmt.Sprintf("%s%s of %s, %s, in R^%d", not, g.Claim, g.Kernel.Formula(), g.Kernel.BeyondString(), g.Dim)
}

// Rule is a theorem: if its hypotheses hold, the claim does (Holds), or does not. Its page is
// docs/rules/ID.md.
type Rule struct {
	// ID names the rule in certificates.
	ID string
	// Claim and Holds say what the rule concludes.
	Claim proof.ID
	Holds bool
	// Supposes says what the theorem supposes of the kernel at single distances; the Checker derives it before it asks the rule.
	Supposes Regularity
	// Theorem states hypotheses and conclusion.
	Theorem string
	// Citation says where it is proved.
	Citation string

	// check returns nil if the step establishes the goal, whose claim and sign are the
	// rule's, and otherwise an error of reject or incomplete, or that of a premise.
	check func(c *Checker, g Goal, s *proof.Step) error
}

// families are all rules, family by family.
func families() [][]*Rule {
	return [][]*Rule{monotoneRules, finiteRules, pdRules, sphereRules, sphereClosureRules, sphereWaveRules, conditionalRules, conditionalWaveRules, jumpRules, decompositionRules, witnessRules}
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
