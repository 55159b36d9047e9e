// Package proof is what a certificate is made of: claims about a kernel, their statuses, the proof
// trees of those that are proved or refuted, and the strict spelling of the evidence in them.
//
// A proof is evidence, not authority: package internal/certify/check re-derives every step of it from the
// kernel that the caller names, and believes nothing else.
package proof
