//go:build kreintest

package special

import "krein/ball"

// The switches, as variables for tests: see switches.go.
var (
	gammaShift    = 0.2
	gammaProducts = 6.0
	maxWork       = 5e7
	stopEarly     = 0
)

// errScale multiplies the error bounds of the fixed-point sums, and tailScale those of the truncations. They are 1; tests
// set them to less and require that inclusion breaks.
var errScale, tailScale = ball.MagPow2(0), ball.MagPow2(0)

func rounded(m ball.Mag) ball.Mag { return m.Mul(errScale) }
func leftOut(m ball.Mag) ball.Mag { return m.Mul(tailScale) }
