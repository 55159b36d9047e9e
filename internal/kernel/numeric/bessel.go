package numeric

import (
	"math"

	"krein/internal/kernel/formula"
	"krein/internal/special/double"
)

// bessel64 returns J, I or K of real order in float64, NaN outside the domain:
// x ≥ 0 (x > 0 for K), for J and I order ≥ 0 or x of either sign with an integer order.
func bessel64(op formula.Op, nu, x float64) float64 {
	sign := 1.0
	if nu == math.Floor(nu) && (op != formula.OpBesselK) {
		// Integer orders are defined for every x, and J₋ₙ = (−1)ⁿ Jₙ, I₋ₙ = Iₙ.
		odd := math.Mod(nu, 2) != 0
		if nu < 0 {
			nu = -nu
			if op == formula.OpBesselJ && odd {
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
	if op == formula.OpBesselK {
		nu = math.Abs(nu)
	}
	if x < 0 || math.IsNaN(x) || math.IsNaN(nu) {
		return math.NaN()
	}
	var v float64
	switch {
	case nu < -maxNegativeOrder:
		return math.NaN()
	case nu < 0 && op == formula.OpBesselJ:
		v = negativeOrderJ(nu, x)
	case op == formula.OpBesselJ:
		v, _ = double.BesselJ(nu, x)
	case nu < 0 && op == formula.OpBesselI:
		// I₋ᵥ = Iᵥ + (2/π) sin(νπ) Kᵥ (DLMF 10.27.2)
		i, _ := double.BesselI(-nu, x)
		k, _ := double.BesselK(-nu, x)
		v = i + 2/math.Pi*math.Sin(math.Pi*math.Mod(-nu, 2))*k
	case op == formula.OpBesselI:
		v, _ = double.BesselI(nu, x)
	default:
		v, _ = double.BesselK(nu, x)
	}
	return sign * v
}

// maxNegativeOrder bounds the recurrence below.
const maxNegativeOrder = 1000

// negativeOrderJ returns J of fractional order nu < 0 by the recurrence J_{μ−1} = (2μ/x) J_μ − J_{μ+1} (DLMF 10.6.1),
// which grows and so is stable in this direction.
func negativeOrderJ(nu, x float64) float64 {
	if x == 0 {
		return math.NaN()
	}
	steps := math.Ceil(-nu)
	mu := nu + steps // in [0, 1)
	next, _ := double.BesselJ(mu+1, x)
	v, _ := double.BesselJ(mu, x)
	for ; mu > nu+0.5; mu-- {
		v, next = 2*mu/x*v-next, v
	}
	return v
}
