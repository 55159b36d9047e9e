// Package proof is the certificate format: claims about a kernel, their statuses, the
// proof trees of those that are proved or refuted, and the strict JSON encoding of it all.
//
// A certificate is evidence, not authority: package certify/check re-derives every step
// of a proof from the kernel that the caller names, and believes nothing else in the file.
package proof
