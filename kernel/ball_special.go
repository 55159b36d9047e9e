package kernel

import (
	"krein/ball"
	"krein/special"
)

// maxBesselOrder bounds the orders evaluated over balls, whose cost grows with them; ten times what
// the kernels of R^d, d ≤ 800, need.
const maxBesselOrder = 4096

// realBessel sets dst to J, I or K of real order nu at x.
func realBessel(op Op, dst, nu, x *ball.Real, prec uint) {
	if nu.MagUpper().Cmp(ball.MagUint(maxBesselOrder)) > 0 {
		dst.SetIndeterminate()
		return
	}
	switch op {
	case OpBesselJ:
		special.BesselJ(dst, nu, x, prec)
	case OpBesselI:
		special.BesselI(dst, nu, x, prec)
	default:
		special.BesselK(dst, nu, x, prec)
	}
}

// complexBessel is realBessel on the real axis; elsewhere there is no bound.
func complexBessel(op Op, dst *ball.Complex, nu *ball.Real, x *ball.Complex, analytic bool, prec uint) {
	if analytic || !x.IsReal() {
		dst.SetIndeterminate()
		return
	}
	realBessel(op, &dst.Re, nu, &x.Re, prec)
	dst.Im.SetZero()
}

// realGamma sets dst to Γ(a).
func realGamma(dst, a *ball.Real, prec uint) { special.Gamma(dst, a, prec) }

// complexGamma is Γ on the real axis; elsewhere there is no bound.
func complexGamma(dst, a *ball.Complex, prec uint) {
	if !a.IsReal() {
		dst.SetIndeterminate()
		return
	}
	realGamma(&dst.Re, &a.Re, prec)
	dst.Im.SetZero()
	if dst.Re.Indeterminate() {
		dst.SetIndeterminate()
	}
}
