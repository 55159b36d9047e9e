package certify

import "krein/kernel"

// Strength is how well a conclusion is founded. A conclusion is as strong as the
// weakest thing it rests on, so strengths combine by minimum (the builtin min).
type Strength int8

// The strengths, weakest first.
const (
	Estimated Strength = iota // floating point: measured, not proved
	Enclosed                  // proved in exact or ball arithmetic
	Checked                   // and re-derived by certify/check
)

// status turns a rule's answer and its strength into a claim's status. Nothing short of
// the checker's consent makes a proof.
func status(holds kernel.Truth, by Strength) Status {
	switch {
	case holds == kernel.Unknown:
		return Undecided
	case holds == kernel.True && by >= Checked:
		return Proved
	case holds == kernel.True:
		return Likely
	case by >= Checked:
		return Refuted
	default:
		return Unlikely
	}
}
