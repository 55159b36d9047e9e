// Package stationary is the trusted checker of certificates of kernels k(Δ) on R^d that are no functions of the
// distance alone (package krein/fourier/stationary): their format, the rules, and Verify.
//
// A rule is a theorem that reduces a claim about k to claims about other parts of k, and in the end to claims about
// radial kernels: the factors of k on orthogonal subspaces, or what k is on a line. Those are lemmas: certificates of
// radial kernels, which stand in the file and whose proofs package krein/internal/certify/check derives again. What the lemmas
// are about is derived from the formula of k, never read.
package stationary
