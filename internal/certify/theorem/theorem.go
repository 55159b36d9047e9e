// Package theorem states the theorems of the checker's rules, and names their pages and sources. Nothing that is checked
// rests on it.
package theorem

import (
	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
)

// Rule is a rule of the checker with its theorem.
type Rule struct {
	rule.Rule
	// Lemma, if not nil, is the theorem of which the rule is a case.
	Lemma *Lemma
	// Theorem states hypotheses and conclusion, and Citation says where it is proved: those of the lemma where the rule has
	// none of its own.
	Theorem, Citation string
}

// statement is what is said of a rule.
type statement struct {
	Lemma             *Lemma
	Theorem, Citation string
}

// Rules returns all rules, each with its theorem and source.
func Rules() (all []Rule) {
	for _, r := range check.Rules() {
		s := statements[r.ID]
		if s.Theorem == "" && s.Lemma != nil {
			s.Theorem, s.Citation = s.Lemma.Theorem, s.Lemma.Citation
		}
		all = append(all, Rule{r, s.Lemma, s.Theorem, s.Citation})
	}
	return all
}

// Page names the page of the rule in docs/rules: its lemma's, or its own.
func (r Rule) Page() string {
	if r.Lemma != nil {
		return r.Lemma.Name
	}
	return r.ID
}
