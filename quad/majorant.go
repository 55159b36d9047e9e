package quad

import (
	"math"
	"math/big"

	"krein/ball"
)

// A Func is a real function given by enclosures. Its functions may be called from several goroutines at once.
type Func struct {
	// F sets z to a ball that contains f(t) for all t in x where f is defined. Required.
	F func(z, x *ball.Real, prec uint)
	// Holomorphic, if not nil, sets z to a ball that contains f(t) for all t in x, or to an indeterminate ball unless f
	// has, from the real points of the interval, a holomorphic continuation to a neighbourhood of the closed rectangle x,
	// the one enclosed.
	Holomorphic func(z, x *ball.Complex, prec uint)
	// Bound, if not nil, returns an upper bound of |f| on the rectangle Re z ∈ re, |Im z| ≤ im, to a neighbourhood of
	// which f must have a holomorphic continuation; +∞ if none is known.
	Bound func(re *ball.Real, im ball.Mag) ball.Mag
}

// ellipses are the candidates for ρ, the sum of the semi-axes of a Bernstein ellipse with foci ±1, in sixteenths.
var ellipses = []uint64{18, 20, 23, 27, 32, 38, 45, 54, 64, 80, 100, 128, 192, 320, 640, 1600, 6400, 51200}

// firstEllipse is the index of the one tried first, ρ = 2.4.
const firstEllipse = 5

const ellipseDenominator = 4 // log₂ 16

// ellipseColumns is into how many rectangles the upper half of an ellipse is cut for a second, sharper attempt.
var ellipseColumns = 6

// boundPrec is the precision at which bounds are computed.
const boundPrec = 53

// axes returns upper bounds of the semi-axes (ρ ± 1/ρ)/2.
func axes(rho16 uint64) (major, minor ball.Mag) {
	rho := ball.MagUint(rho16).Mul2Exp(-ellipseDenominator)
	one := ball.MagPow2(0)
	return rho.Add(one.Quo(rho)).Mul2Exp(-1), rho.Sub(one.QuoLower(rho)).Mul2Exp(-1)
}

// remainderFactor returns an upper bound of R with |I − Q_n| ≤ M·R for the n-point Gauss rule and f
// holomorphic in the open ellipse ρ with |f| ≤ M there.
//
// f = Σ a_k T_k with |a_k| ≤ 2Mρ^{−k} (Trefethen, Approximation Theory and Approximation Practice, Thm 8.1).
// The rule is exact up to degree 2n−1. Its weights are positive with sum 2, so that |Q_n(T_k)| ≤ 2. Odd k
// contribute 0 by symmetry, and for even k ∫T_k = −2/(k²−1), so that
//
//	R = Σ_{k = 2n, 2n+2, …} 2ρ^{−k}(2 + 2/(k²−1)) ≤ 4(1 + 1/(4n²−1)) ρ^{−2n}/(1 − ρ^{−2}),
//
// at n = 2 the constant 64/15 of Rabinowitz (1969) and of Trefethen, Thm 19.3.
func remainderFactor(rho16 uint64, n int) ball.Mag {
	rho := ball.MagUint(rho16).Mul2Exp(-ellipseDenominator) // exact: below 2^32
	one := ball.MagPow2(0)
	pow := rho.PowLower(2 * uint64(n))
	n2 := 4 * uint64(n) * uint64(n)
	r := ball.MagUint(4 * n2).Quo(ball.MagUintLower(n2 - 1))
	q := one.Quo(rho)
	return r.Quo(pow).Quo(one.SubLower(q.Mul(q)))
}

// log2Mag is log₂ m roughly, for decisions only.
func log2Mag(m ball.Mag) float64 {
	switch {
	case m.IsZero():
		return math.Inf(-1)
	case m.IsInf():
		return math.Inf(1)
	}
	e := m.Exponent()
	return float64(e) + math.Log2(m.Mul2Exp(-e).Float64())
}

// bound returns an upper bound of |f| on the ellipse ρ of the panel, +∞ if f is not known to be holomorphic there, and
// how many complex evaluations that took. With columns > 1 the ellipse's upper half is covered by so many rectangles.
//
// The upper half is enough for complex evaluations: f is real on the panel, so its values at conjugate points are
// conjugate (reflection principle; the neighbourhood of a rectangle and its mirror image meet in a connected set).
//
// Columns overlap, since their centres and half widths are rounded outwards, and each contains a piece of the real line:
// where every column has a holomorphic continuation of f from there, two neighbours continue the same function, so that f
// is holomorphic in a neighbourhood of the whole ellipse and m, the largest bound, is one on it.
func (q *quadrature) bound(p *part, rho16 uint64, columns int) (m ball.Mag, evals int) {
	major, minor := axes(rho16)
	h := p.half.MagUpper()
	width, height := h.Mul(major), h.Mul(minor)
	m = ball.MagInf()
	if q.f.Bound != nil {
		m = q.f.Bound(new(ball.Real).Set(&p.center).AddRad(width), height)
	}
	// A bound that the caller troubled to find is not second-guessed.
	if q.f.Holomorphic != nil && m.IsInf() {
		mem := getScratch()
		defer scratches.Put(mem)
		z, v := &mem.z, &mem.f
		step := width.Mul2Exp(1).Quo(ball.MagUintLower(uint64(columns)))
		var s, t ball.Real
		f := new(big.Float)
		m = ball.Mag{}
		for i := range columns {
			// the column centred at c + (2i+1−k)/2·step; the columns overlap by rounding and cover [c−width, c+width]
			z.Re.Set(&p.center)
			if k := 2*i + 1 - columns; k != 0 {
				s.SetFloat(step.Float(f))
				z.Re.Add(&p.center, t.Mul(s.Mul2Exp(&s, -1), t.SetInt64(int64(k)), boundPrec), boundPrec)
			}
			z.Re.AddRad(step.Mul2Exp(-1))
			z.Im.SetFloat(height.Float(f))
			z.Im.Mul2Exp(&z.Im, -1)
			z.Im.AddRad(height.Mul2Exp(-1))
			q.f.Holomorphic(v, z, boundPrec)
			m = m.Max(v.MagUpper())
		}
		evals = columns
	}
	return m, evals
}
