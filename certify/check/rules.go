package check

import (
	"context"
	"slices"

	"krein/certify/check/conditional"
	"krein/certify/check/finite"
	"krein/certify/check/monotone"
	"krein/certify/check/pd"
	"krein/certify/check/rule"
	"krein/certify/check/sphere"
)

// New returns a Checker by all rules that gives up with an *IncompleteError after the given number
// of steps (0 means DefaultSteps) or when ctx is done.
func New(ctx context.Context, steps int) *rule.Checker { return rule.New(ctx, index(), steps) }

// all are all rules, family by family.
var all = slices.Concat(
	monotone.Rules, finite.Rules, pd.Rules, sphere.Rules, conditional.Rules, decompositionRules, witnessRules,
)

// Rules returns a copy of all rules.
func Rules() []rule.Rule {
	var out []rule.Rule
	for _, r := range all {
		out = append(out, *r)
	}
	return out
}

// index finds rules by their identifier.
func index() map[string]*rule.Rule {
	m := make(map[string]*rule.Rule)
	for _, r := range all {
		if m[r.ID] != nil {
			panic("check: two rules " + r.ID)
		}
		m[r.ID] = r
	}
	return m
}
