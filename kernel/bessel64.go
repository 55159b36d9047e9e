package kernel

import (
	"math"

	"krein/special"
)

// bessel64 returns J, I or K of real order in float64, NaN outside the domain:
// x ≥ 0 (x > 0 for K), for J and I order ≥ 0 or x of either sign with an integer order.
func bessel64(op Op, nu, x float64) float64 {
	sign := 1.0
	if nu == math.Floor(nu) && (op != OpBesselK) {
		// Integer orders are defined for every x, and J₋ₙ = (−1)ⁿ Jₙ, I₋ₙ = Iₙ.
		odd := math.Mod(nu, 2) != 0
		if nu < 0 {
			nu = -nu
			if op == OpBesselJ && odd {
				sign = -sign
			}
		}
		if x < 0 {
			x = -x
			if odd {
				sign = -sign
			}
		}
	}
	if op == OpBesselK {
		nu = math.Abs(nu)
	}
	if x < 0 || math.IsNaN(x) || math.IsNaN(nu) {
		return math.NaN()
	}
	var v float64
	switch op {
	case OpBesselJ:
		v, _ = special.BesselJ64(nu, x)
	case OpBesselI:
		v, _ = special.BesselI64(nu, x)
	default:
		v, _ = special.BesselK64(nu, x)
	}
	return sign * v
}
