//go:build !kreintest

package special

import "krein/ball"

// The switches are constants: only programs built with the tag kreintest have variables in their place, so that tests
// see both sides of a choice, and require that dropping a bound breaks inclusion.

// gammaShift is Re z, as a multiple of the working precision in bits, from which Stirling's series is used;
// gammaProducts bounds, likewise, the arguments n/2 for which Γ is a product. Any values give right results (gammaShift
// > 0.111, or the series ends too early and bounds widen).
const (
	gammaShift    = 0.2
	gammaProducts = 6.0
)

// maxWork bounds the work of one sum, in the unit of work, some 10 ns: about a second. Beyond, functions answer with a
// bound or the indeterminate ball.
const maxWork = 5e7

// stopEarly is how many bits early sums stop.
const stopEarly = 0

// rounded is a bound of the roundings of a fixed-point sum, and leftOut one of a truncation, as they enter a radius.
func rounded(m ball.Mag) ball.Mag { return m }
func leftOut(m ball.Mag) ball.Mag { return m }
