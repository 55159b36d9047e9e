//go:build !kreintest

package testhook

import "krein/ball"

// CanWeaken reports whether terms can be weakened.
const CanWeaken = false

// weakness is that of a term of a release: none.
type weakness struct{}

// LeftOut is a bound of what the term leaves out.
func (weakness) LeftOut(bound ball.Mag) ball.Mag { return bound }

// Weaken panics: no term of a release is weakened.
func (weakness) Weaken(int64) (restore func()) {
	panic("testhook: terms are weakened in programs built with the tag kreintest only")
}
