// Package termtest tests that each term of a package's error bounds is needed, and that something notices it.
package termtest

import (
	"testing"

	"krein/internal/testhook"
)

// A Case tells whether bounds hold where the term is most of the bound: against closed forms,
// values of mpmath, or sums over what is bounded.
type Case = func(t *testing.T) bool

// Check requires a case of every term, that the bounds hold in it, and, where terms can be weakened (with the tag
// kreintest), that they do not with 2⁻³⁰ of the term.
func Check(t *testing.T, terms *testhook.Registry, cases map[*testhook.Term]Case) {
	t.Helper()
	if len(terms.Terms()) == 0 {
		t.Error("no terms")
	}
	for _, term := range terms.Terms() {
		t.Run(term.Name(), func(t *testing.T) {
			holds := cases[term]
			if holds == nil {
				t.Fatal("an error term without a case that notices it")
			}
			if !holds(t) {
				t.Fatal("the bound does not hold")
			}
			if !testhook.CanWeaken {
				return
			}
			defer term.Weaken(30)()
			if holds(t) {
				t.Fatal("2⁻³⁰ of the term is not noticed")
			}
		})
	}
}
