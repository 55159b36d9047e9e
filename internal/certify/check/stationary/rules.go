package stationary

import (
	"fmt"
	"slices"

	fourier "krein/fourier/stationary"
	"krein/internal/budget"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/kernel"
)

// The claims about a kernel k(Δ) on R^d, in the order in which a certificate states them.
const (
	// Symmetric: k(−Δ) = k(Δ) for all Δ.
	Symmetric proof.ID = "symmetric"
	// FiniteMass: k(Δ) = ∫ e^{i⟨ω,Δ⟩} μ(dω) for all Δ with a complex measure μ of finite total variation.
	FiniteMass = proof.FiniteMass
	// PD: k(x−y) is a positive definite kernel; of a real k that is not symmetric it is false.
	PD = proof.PD
	// ConditionallyPD: k is symmetric, and for some order m Σ c_i c_j k(x_i − x_j) ≥ 0 for all points and numbers c_i with
	// Σ c_i p(x_i) = 0 for every polynomial p of degree less than m.
	ConditionallyPD = proof.ConditionallyPD
	// PositiveDecomposition: the symmetric part (k(Δ)+k(−Δ))/2 is a difference of two positive definite kernels on R^d.
	PositiveDecomposition = proof.PositiveDecomposition

	// oddFinite: sgn(s)·o(|s|) is the transform of a finite measure on R; a claim of premises only.
	oddFinite proof.ID = "odd-finite-mass"
)

// IDs returns the claims in their order.
// A certificate states each of them, decided or not.
func IDs() []proof.ID {
	return []proof.ID{Symmetric, FiniteMass, PD, ConditionallyPD, PositiveDecomposition}
}

// Goal is a claim, or its negation, about a kernel, or oddFinite of a function o.
// Odd is for premises about sgn(s)·o(|s|) on a line, which no radial kernel is.
type Goal struct {
	Claim  proof.ID
	Holds  bool
	Kernel *fourier.Kernel
	Odd    *kernel.Kernel
}

// String names the goal in a message.
func (g Goal) String() string {
	not := ""
	if !g.Holds {
		not = "not "
	}
	if g.Odd != nil {
		return fmt.Sprintf("%s%s of sgn(s)·o(|s|), o(z) = %s", not, g.Claim, g.Odd)
	}
	return fmt.Sprintf("%s%s of %s in R^%d", not, g.Claim, g.Kernel.Formula(), g.Kernel.Dim())
}

// Rule is a theorem about kernels k(Δ). Its page is that of its family, docs/rules/stationary/FAMILY.md, the first word
// of its ID.
// Claims are about k₀, the kernel without its lengths: a diagonal map of Δ with positive entries changes neither
// positive definiteness nor the mass.
type Rule struct {
	ID       string
	Claim    proof.ID
	Holds    bool
	Theorem  string
	Citation string

	// check returns the goals of the premises, which with the evidence establish the goal.
	check func(c *Checker, g Goal, s *proof.Step) ([]Goal, error)
}

// all are all rules. A family of rules for another class of kernels is a file of this package with its slice here.
// The order is that of the documentation; step finds a rule by its ID.
var all = slices.Concat(classRules, factorRules, combinationRules, algebraRules, lineRules, oddRules, pointRules, taxicabRules, mixtureRules,
	conditionalRules, curvatureRules)

// Rules returns a copy of all rules.
func Rules() []Rule {
	var out []Rule
	for _, r := range all {
		out = append(out, *r)
	}
	return out
}

// with makes the check of a rule with evidence of the type E.
// Evidence is read as strictly as that of radial rules: proof.DecodeEvidence.
func with[E any](f func(c *Checker, g Goal, ev E) ([]Goal, error)) func(*Checker, Goal, *proof.Step) ([]Goal, error) {
	return func(c *Checker, g Goal, s *proof.Step) ([]Goal, error) {
		var ev E
		if err := s.Decode(&ev); err != nil {
			return nil, err
		}
		return f(c, g, ev)
	}
}

// fact is with for a rule without premises.
func fact[E any](f func(c *Checker, g Goal, ev E) error) func(*Checker, Goal, *proof.Step) ([]Goal, error) {
	return with(func(c *Checker, g Goal, ev E) ([]Goal, error) { return nil, f(c, g, ev) })
}

// implied is the check of a rule with one premise, another claim about the same kernel.
// The same kernel, another claim: the theorem is an implication.
func implied(id proof.ID) func(*Checker, Goal, *proof.Step) ([]Goal, error) {
	return with(func(_ *Checker, g Goal, _ none) ([]Goal, error) {
		return []Goal{{Claim: id, Holds: true, Kernel: g.Kernel}}, nil
	})
}

// none is the evidence of a rule that needs none.
type none = struct{}

// step checks a step and its premises.
// As rule.Checker.Step: by induction an accepted tree is a proof, since each rule is a theorem whose hypotheses it has derived
// from the goal's kernel, and whose premises it names itself. A rule concludes one claim with one sign; premises are as many
// as the theorem has. Kernels of premises are parts of the goal's, with the same points.
func (c *Checker) step(g Goal, s *proof.Step) error {
	if c.ctx.Err() != nil {
		return &rule.IncompleteError{Rule: s.Rule, Why: budget.Why(c.ctx, "")}
	}
	if c.steps--; c.steps < 0 {
		return &rule.IncompleteError{Rule: s.Rule, Why: "the budget of steps is used up"}
	}
	i := slices.IndexFunc(all, func(r *Rule) bool { return r.ID == s.Rule })
	if i < 0 {
		return &rule.RejectedError{Rule: s.Rule, Why: "there is no such rule"}
	}
	r := all[i]
	if r.Claim != g.Claim || r.Holds != g.Holds {
		return &rule.RejectedError{Rule: s.Rule, Why: fmt.Sprintf("the rule does not conclude what is wanted here, %v", g)}
	}
	goals, err := r.check(c, g, s)
	if err != nil {
		return named(err, s.Rule)
	}
	if len(s.From) != len(goals) {
		return &rule.RejectedError{Rule: s.Rule, Why: fmt.Sprintf("%d premises, want %d", len(s.From), len(goals))}
	}
	for i, goal := range goals {
		if err := c.step(goal, s.From[i]); err != nil {
			return err
		}
	}
	return nil
}

// named puts the rule into the error of its check; an error of the evidence is a rejection.
// An error of another kind is a rejection: nothing but nil accepts.
func named(err error, id string) error {
	switch e := err.(type) { //nolint:errorlint // made here, and never wrapped
	case *rule.RejectedError:
		if e.Rule == "" {
			e.Rule = id
		}
		return e
	case *rule.IncompleteError:
		if e.Rule == "" {
			e.Rule = id
		}
		return e
	}
	return &rule.RejectedError{Rule: id, Why: err.Error()}
}
