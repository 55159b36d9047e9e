// Package certificate is the file format: what is known of a kernel in one dimension, that is its
// claims (package proof) and its masses, and the strict JSON encoding of it all.
//
// A certificate is evidence, not authority: package certify/verify has its proofs checked and its
// masses derived again for the kernel that the caller names, and believes nothing else in the file.
package certificate
