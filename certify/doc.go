// Package certify states what is known of a kernel: whether its spectral measure has
// finite mass, whether it is positive definite on R^d, on a sphere or everywhere, and
// how large the masses of its positive and negative parts are.
//
// Run applies a list of rules, each a theorem with its hypotheses and citation (Rules
// lists them), to what package kernel knows of the formula (expansions at its
// breakpoints, behaviour at infinity) and package hankel of its spectrum. The
// hypotheses are checked in floating point, so Run answers likely, unlikely or
// undecided; it never says proved or refuted.
package certify
