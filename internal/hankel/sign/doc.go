// Package sign proves signs of the density of a radial spectrum on (0, ∞), from expansions with remainders at 0, on
// panels and at infinity. It searches nothing: Check takes a Proof. The search is in package search.
package sign
