//go:build kreintest

package ball

// The switches, as variables for tests: see switches.go.
var (
	guardBits     = uint(16)
	erfGuard      = uint(24)
	tinyDivisor   = int64(2)
	maxTableWords = 640
)

// errScale multiplies the bounds of the roundings of the fixed-point kernels, restScale those of truncated series. They
// are 1; tests set them to less and require that the inclusion tests notice.
var errScale, restScale = MagPow2(0), MagPow2(0)

func scaled(m Mag) Mag {
	if errScale != MagPow2(0) {
		m = m.Mul(errScale)
	}
	return m
}

func rest(m Mag) Mag {
	if restScale != MagPow2(0) {
		m = m.Mul(restScale)
	}
	return m
}
