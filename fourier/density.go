package fourier

import (
	"fmt"
	"math"

	"krein/internal/elem64"
)

// logSphereArea returns log |S^{d−1}| = log(2π^{d/2}/Γ(d/2)), the logarithm of the area of
// the unit sphere of R^d (log 2 for the two points of d = 1). It panics for d < 1.
func logSphereArea(d int) float64 {
	if d < 1 {
		panic(fmt.Sprintf("fourier: dimension %d", d))
	}
	g := elem64.Lgamma(float64(d) / 2)
	return math.Ln2 + float64(d)/2*elem64.Log(math.Pi) - g
}

// Density converts the radial density m(ω), ω > 0, into the density on R^d,
//
//	μ(ω) = m(ω) / (|S^{d−1}| ω^{d−1}).
func Density(d int, omega, m float64) float64 {
	return scaled(m, -logSphereArea(d)-float64(d-1)*elem64.Log(omega))
}

// Unitary converts the radial density m(ω), ω > 0, into the unitary transform k̂(ω) = (2π)^{d/2} μ(ω) of the kernel.
func Unitary(d int, omega, m float64) float64 {
	return scaled(m, float64(d)/2*elem64.Log(2*math.Pi)-logSphereArea(d)-float64(d-1)*elem64.Log(omega))
}

// scaled returns v·exp(l), also where exp(l) alone is out of range.
func scaled(v, l float64) float64 {
	if v == 0 {
		return 0
	}
	return math.Copysign(math.Exp(l+elem64.Log(math.Abs(v))), v)
}

// RadialIntegral returns ∫_lo^hi |k̂(ω)| dω for the values m[i] of a radial density at the nodes omega[i] of a
// quadrature rule with the weights weight[i] on [lo,hi]: the one-dimensional radial integral of the unitary density.
// The papers' arguments for a finite total mass are about this number; it is not that mass, except for d = 1 up to the
// factor (2π)^{1/2}/2. It panics if the lengths differ.
func RadialIntegral(d int, omega, weight, m []float64) float64 {
	if len(omega) != len(weight) || len(omega) != len(m) {
		panic(fmt.Sprintf("fourier: RadialIntegral of %d nodes, %d weights, %d values", len(omega), len(weight), len(m)))
	}
	var s float64
	for i, w := range omega {
		s += weight[i] * math.Abs(Unitary(d, w, m[i]))
	}
	return s
}
