package check

import (
	"fmt"
	"strings"
	"testing"

	"krein/internal/certify/check/sphere"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
)

func TestGuardsSphereWaves(t *testing.T) { testGuards(t, sphereWaveGuardRows()) }

// sphereWaveGuardRows are about waves that are written in another way, and about sums of hypergeometric series.
func sphereWaveGuardRows() []guardRow {
	const rewrite, arcs = "pd-all-spheres.trigonometric", "pd-all-spheres.arcs"
	holds := assumed(proof.PDAllSpheres, true)
	// The least common multiple of the steps of these series is none of int64.
	var steps string
	for _, q := range []int{127, 113, 109, 107, 103, 101, 97, 89, 83, 79} {
		steps += fmt.Sprintf("-exp((u^%d)%s)", q%31, strings.Repeat("*u^31", q/31))
	}
	return []guardRow{
		stops(arcs, "1"+steps, 3, sphere.DegreesEvidence{}, "not known to be nonnegative from there on"),
		// The largest of the constants of a maximum counts: with 3 for π, b_2 would be 5.
		shows(arcs, "10*exp(u)-50*(max(3,pi,u)-3)*(1-u^2)", 3, sphere.DegreesEvidence{From: 3, Terms: 3}),
		stops(arcs, "10*exp(u)+50*(max(3,pi,u)-3)*(1-u^2)", 3, sphere.DegreesEvidence{From: 3, Terms: 3},
			"of degree 2 is not negative"),
		stops(arcs, "10*exp(u)+max(0,"+checktest.Unsigned+",u-2)*(1-u^2)", 3, sphere.DegreesEvidence{From: 3, Terms: 3}, "is not decided"),
		shows(rewrite, "exp(-2*sin(z/2)^2)", 3, nil, holds),
		stops(rewrite, "exp(cos(z))", 3, nil, "nothing to be replaced", holds),
		shows("pd-sphere.trigonometric", "cos(z)*cos(2*z)", 2, nil, assumed(proof.PDSphere, true)),
		stops("pd-sphere.trigonometric", "cos(z)", 2, nil, "nothing to be replaced", assumed(proof.PDSphere, true)),
	}
}
