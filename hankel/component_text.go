package hankel

import (
	"fmt"
	"math"
)

// What the closed forms are called.

func (p *gaussian) String() string {
	if len(p.C) == 1 {
		return fmt.Sprintf("chi density (Gaussian exp(-%g z^2))", p.Rate.Float64())
	}
	return fmt.Sprintf("Laguerre polynomial times chi density (polynomial times exp(-%g z^2))",
		p.Rate.Float64())
}

func (p *matern) String() string {
	if p.Nu.Float64() == 0.5 {
		return fmt.Sprintf("rational (polynomial times exp(-%g z))", p.A.Float64())
	}
	return fmt.Sprintf("rational (Matérn of order %g)", p.Nu.Float64())
}

func (p *damped) String() string {
	return fmt.Sprintf("rational (polynomial times exp(-%g z) and cosine or sine of %g z)",
		p.Lin.Float64(), math.Abs(p.Freq.Float64()))
}

func (p *inversePower) String() string {
	return fmt.Sprintf("K-Bessel ((1+z^2/%g^2)^-%g)", 1/math.Sqrt(p.P.Float64()), p.Beta.Float64())
}

func (p *sonineLaw) String() string {
	return fmt.Sprintf("Sonine ((1-z^2/%g^2)^%g on z < %g)",
		p.R.Float64(), p.Alpha.Float64(), p.R.Float64())
}

func (p *betaLaw) String() string {
	return fmt.Sprintf("beta distribution on [0,%g] (projection of a sphere in dimension %g)",
		p.A.Float64(), p.N.Float64())
}

func (l *splineLaw) String() string {
	return fmt.Sprintf("spline on [0,%g] (a polynomial between %d knots)", l.hi[len(l.hi)-1], len(l.hi))
}
