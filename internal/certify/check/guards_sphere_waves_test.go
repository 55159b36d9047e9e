package check

import (
	"testing"

	"krein/internal/certify/proof"
)

func TestGuardsSphereWaves(t *testing.T) { testGuards(t, sphereWaveGuardRows()) }

// sphereWaveGuardRows are about waves that are written in another way.
func sphereWaveGuardRows() []guardRow {
	const rewrite = "pd-all-spheres.trigonometric"
	holds := assumed(proof.PDAllSpheres, true)
	return []guardRow{
		shows(rewrite, "exp(-2*sin(z/2)^2)", 3, nil, holds),
		stops(rewrite, "exp(cos(z))", 3, nil, "nothing to be replaced", holds),
	}
}
