package closed

import "krein/ball"

// Spline is a density that is a polynomial in ω on each of its cells, which follow each other from 0 on, and 0 beyond:
// that of sums of cos(az)/z^{2n} and sin(az)/z^{2n+1} that are bounded at 0, in odd dimensions, such as (sin(z)/z)^2.
// A More makes it: no proof of a claim needs one.
type Spline struct {
	Dim   int
	Cells []SplineCell
	// Nonnegative says whether the density is, as far as it is known to who made it.
	Nonnegative ball.Truth
}

// SplineCell is the density Σ_j P_j ω^j on Lo < ω < Hi.
type SplineCell struct {
	Lo, Hi Num
	P      []Num
}

// Last returns the knot beyond which the density is 0.
func (s *Spline) Last() Num { return s.Cells[len(s.Cells)-1].Hi }
