// Package verify has the checker look at a certificate, whoever made it: whether it is about the
// kernel and the dimension of the caller, whether its proofs are proofs (package check), and whether
// its masses are those that follow from their evidence (internal/hankel/mass).
package verify
