package eval

import (
	"krein/ball"
	"krein/kernel/formula"
	"krein/special"
)

// maxBesselOrder bounds the orders evaluated over balls, whose cost grows with them; ten times what
// the kernels of R^d, d ≤ 800, need.
const maxBesselOrder = 4096

// maxBesselExponent bounds the binary exponent of their arguments.
const maxBesselExponent = 1024

// besselRefused tells that an order or an argument is beyond what is worth the work.
func besselRefused(nu *ball.Real, x ball.Mag) bool {
	return nu.MagUpper().Cmp(ball.MagUint(maxBesselOrder)) > 0 || x.Exponent() > maxBesselExponent
}

// RealBessel sets dst to J, I or K of real order nu at x.
func RealBessel(op formula.Op, dst, nu, x *ball.Real, prec uint) {
	if besselRefused(nu, x.MagUpper()) {
		dst.SetIndeterminate()
		return
	}
	switch op {
	case formula.OpBesselJ:
		special.BesselJ(dst, nu, x, prec)
	case formula.OpBesselI:
		special.BesselI(dst, nu, x, prec)
	default:
		special.BesselK(dst, nu, x, prec)
	}
}

// complexBessel serves arguments off the cut (−∞, 0], or any for integer orders of J and I. It is holomorphic on x where it is finite.
func complexBessel(op formula.Op, dst *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) {
	switch {
	case besselRefused(nu, x.MagUpper()):
		dst.SetIndeterminate()
	case op == formula.OpBesselJ:
		special.BesselJComplex(dst, nu, x, prec)
	case op == formula.OpBesselI:
		special.BesselIComplex(dst, nu, x, prec)
	default:
		special.BesselKComplex(dst, nu, x, prec)
	}
}

// jetBessel is RealBessel for jets.
func jetBessel(op formula.Op, dst *jet, nu *ball.Real, x *jet, prec uint) {
	switch {
	case besselRefused(nu, x.Coef(0).MagUpper()):
		jetBalls{prec, x.Len()}.fail(dst)
	case op == formula.OpBesselJ:
		special.BesselJJet(dst, nu, x, prec)
	case op == formula.OpBesselI:
		special.BesselIJet(dst, nu, x, prec)
	default:
		special.BesselKJet(dst, nu, x, prec)
	}
}
