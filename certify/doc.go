// Package certify proves what can be proved of a kernel: whether its spectral measure has finite mass, whether it is
// positive definite on R^d, on a sphere or everywhere, and how large the masses of its positive and negative parts are.
//
// Run searches for proofs, with floats to guide it, and lets package internal/certify/check decide: what that accepts is proved
// or refuted. What stays open is looked at in floating point, by the signs of derivatives, coefficients and densities,
// and is likely, unlikely or undecided; what follows from that follows by the theorems of package check.
package certify
