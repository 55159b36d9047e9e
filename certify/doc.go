// Package certify proves what can be proved of a kernel: whether its spectral measure has finite
// mass, whether it is positive definite on R^d, on a sphere or everywhere, and how large the masses
// of its positive and negative parts are.
//
// Run searches for proofs, with floats to guide it, and lets package certify/check decide: what that
// accepts is proved or refuted. What stays open is estimated by rules, each a theorem with its
// hypotheses and citation (Rules lists them), that are checked in floating point: likely, unlikely
// or undecided.
package certify
