// Package check verifies the proofs in certificates, and believes nothing else in them.
//
// A proof is a tree of steps (package proof). Each names a rule, that is a theorem (package rule; Rules, docs/rules;
// the packages below, claim by claim), and gives the evidence to which it is applied. The checker is told by its caller
// what is to be proved: the kernel, the dimension, the claim. From that it derives what each rule needs, in exact and
// ball arithmetic, and compares it with the evidence. It never searches: whatever had to be found (a witness, a
// frequency, the terms of a sum) is in the step, and a step without it is rejected.
//
// Besides those, the package rests on ball, special, quad, kernel, hankel/closed, density and sign (what is proved of
// the spectral density) and certify/proof alone; a test enforces it. The prover, package certify, imports this package
// and accepts no proof that it does not. Whole certificates, with their masses, are checked by certify/verify.
package check
