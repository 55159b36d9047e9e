//go:build kreintest

package testhook

import "krein/ball"

// CanWeaken reports whether terms can be weakened.
const CanWeaken = true

// weakness multiplies a term by 2^shift. It holds for the whole process: tests that weaken do not run in parallel with
// others.
type weakness struct{ shift int64 }

// LeftOut is a bound of what the term leaves out, weakened if a test asks for it.
func (w *weakness) LeftOut(bound ball.Mag) ball.Mag {
	if w.shift != 0 {
		return bound.Mul2Exp(w.shift)
	}
	return bound
}

// Weaken makes the factor 2^−bits until restore is called.
func (w *weakness) Weaken(bits int64) (restore func()) {
	w.shift = -bits
	return func() { w.shift = 0 }
}
