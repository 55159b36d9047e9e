package check

import (
	"context"
	"slices"

	"krein/internal/certify/check/conditional"
	"krein/internal/certify/check/decomposition"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/harmonic"
	"krein/internal/certify/check/monotone"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/periodic"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/spectrum"
	"krein/internal/certify/check/sphere"
)

// New returns a Checker by all rules that gives up with an *IncompleteError after the given number
// of steps (0 means DefaultSteps) or when ctx is done.
func New(ctx context.Context, steps int) *rule.Checker { return rule.New(ctx, index(), steps) }

// families are all rules, by the package below this one that has them.
var families = []struct {
	name  string
	rules []*rule.Rule
}{
	{"monotone", monotone.Rules}, {"finite", finite.Rules}, {"pd", pd.Rules}, {"periodic", periodic.Rules},
	{"spectrum", spectrum.Rules}, {"sphere", sphere.Rules}, {"harmonic", harmonic.Rules},
	{"conditional", conditional.Rules}, {"decomposition", decomposition.Rules},
}

// Rules returns a copy of all rules.
func Rules() (all []rule.Rule) {
	for _, f := range families {
		for _, r := range f.rules {
			all = append(all, *r)
		}
	}
	return all
}

// Family returns the name of the package below this one that has a rule: a proof rests on those of
// its rules and on what they import. It is empty for what is no rule.
func Family(id string) string {
	for _, f := range families {
		if slices.ContainsFunc(f.rules, func(r *rule.Rule) bool { return r.ID == id }) {
			return f.name
		}
	}
	return ""
}

// index finds rules by their identifier.
// Identifiers are unique, or one rule would hide another: that is found when the program starts.
func index() map[string]*rule.Rule {
	m := make(map[string]*rule.Rule)
	for _, f := range families {
		for _, r := range f.rules {
			if m[r.ID] != nil {
				panic("check: two rules " + r.ID)
			}
			m[r.ID] = r
		}
	}
	return m
}
