// Package search looks for proofs of the sign of a density, which package sign checks, and of the masses of its parts,
// which package mass checks. What it finds is proved by them alone, so that no checker needs it; floats may guide it.
package search
