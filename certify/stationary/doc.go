// Package stationary certifies kernels k(Δ) on R^d that are no functions of the distance alone: it searches for proofs
// of finite mass, symmetry, positive definiteness and positive decompositions, and calls proved only what package
// krein/internal/certify/check/stationary has accepted.
package stationary
