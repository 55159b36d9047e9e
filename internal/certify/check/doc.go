// Package check verifies the proofs in certificates, and believes nothing else in them.
//
// A proof is a tree of steps (package proof). Each names a rule, that is a theorem (package rule; Rules, docs/rules;
// the packages below, claim by claim), and gives the evidence to which it is applied. The checker is told by its caller
// what is to be proved: the kernel, the dimension, the claim. From that it derives what each rule needs, in exact and
// ball arithmetic, and compares it with the evidence. It asks no package of the search: whatever a prover had to find (a
// witness, a frequency, the terms of a sum) is in the step, and a step without it is rejected. What follows from the
// formula alone (signs on intervals, normal forms, expansions) it works out itself, within a budget. For the distances at
// which a formula changes its branch it takes the points of the certificate, and proves what holds at and between them.
//
// Besides those, the package rests on ball, special, quad, kernel, internal/hankel/closed, density and sign (what is proved of
// the spectral density) and internal/certify/proof alone; a test enforces it. The prover, package certify, imports this package,
// calls its functions, and accepts no proof that it does not: the two are not independent of each other. Whole certificates, with their masses, are checked by certify/verify.
package check
