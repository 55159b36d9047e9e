// Package enclosed has proved bounds of the masses of (1 − ‖Δ‖₁)_+^n on R^d, which package taxicab derives and tests.
package enclosed

import (
	"math/big"

	"krein/ball"
)

// cells are those of an octave in Bound.
const cells = 16

// nonnegative reports whether n ≥ 2d−1: then the measure is positive (docs/taxicab.md), and its mass 1.
func nonnegative(dim, order int) bool { return order >= 2*dim-1 }

// Bound returns a ball whose upper end is proved to be above ‖μ‖, for dim ≥ 1, order ≥ 1: theorem 1 of docs/taxicab.md
// with upper sums in place of the integral,
//
//	‖μ‖ ≤ (2/π)^d n! (e/n)^n (1/π) ∫_0^{π/2} cos^{n−1}ψ K(sin ψ)^d dψ.
//
// It is 1 if n ≥ 2d−1.
//
// The sums go over steps of η = π/2−ψ, 16 in an octave, and use that cos^{n−1}ψ ≤ 1 decreases and K(sin ψ) increases in
// ψ. K ≤ π/(2b) for every b of its arithmetic–geometric mean. Below the last octave K ≤ π/2 − log sin η ≤ y =
// π/2 + log(π/2) − log η (as dK/dlog k′ = −∫cos²θ/√(1−k²sin²θ) dθ ≥ −1), and y^d 2^{−j} at η = 2^{−j} falls by 3/4
// or more from one octave to the next.
func Bound(dim, order int) *ball.Real {
	const prec = 64
	if nonnegative(dim, order) {
		return new(ball.Real).SetInt64(1)
	}
	depth := 8 + 6*dim // octaves: (1 + 1/j)^d ≤ 3/2 beyond
	pi := new(ball.Real).Pi(prec)
	half := new(ball.Real).Mul2Exp(pi, -1)
	sum, hi, t := new(ball.Real), new(ball.Real).Set(half), new(ball.Real)
	for k := range cells * depth {
		lo := new(ball.Real).SetFloat64(-float64(k+1) / cells)
		lo.Mul(lo, new(ball.Real).Log2(prec), prec)
		lo.Mul(half, lo.Exp(lo, prec), prec)
		t.Sin(hi, prec)
		t.PowInt64(t, int64(order-1), prec)
		t.Mul(t, new(ball.Real).PowInt64(boundK(lo), int64(dim), prec), prec)
		t.Mul(t, new(ball.Real).Sub(hi, lo, prec), prec)
		sum.Add(sum, t, prec)
		hi = lo
	}
	// the rest: (0, η₀], η₀ = 2^{−depth} π/2, in octaves: η y(η/2)^d/2 of the first, times 1/(1−3/4)
	y := new(ball.Real).Log(t.Mul2Exp(hi, -1), prec)
	y.Sub(new(ball.Real).Add(half, t.Log(half, prec), prec), y, prec)
	y.PowInt64(y, int64(dim), prec)
	sum.Add(sum, t.Mul2Exp(t.Mul(y, hi, prec), 1), prec)
	// (2/π)^d n! (e/n)^n / π
	for n := 1; n <= order; n++ {
		sum.MulInt64(sum, int64(n), prec)
		sum.QuoInt64(sum, int64(order), prec)
	}
	sum.Mul(sum, t.Exp(new(ball.Real).SetInt64(int64(order)), prec), prec)
	for range dim {
		sum.Quo(sum, half, prec)
	}
	return sum.Quo(sum, pi, prec)
}

// boundK returns a ball above K(cos η).
func boundK(eta *ball.Real) *ball.Real {
	const prec = 64
	a, b := new(ball.Real).SetInt64(1), new(ball.Real).Sin(eta, prec)
	for range 12 {
		t := new(ball.Real).Mul(a, b, prec)
		a.Mul2Exp(a.Add(a, b, prec), -1)
		b.Sqrt(t, prec)
	}
	k := new(ball.Real).Pi(prec)
	return k.Mul2Exp(k.Quo(k, b, prec), -1)
}

// The mass of the truncated ℓ₁ kernel in the plane, in units of 10^−6, which `go run -C tools ./plane` proves.
const (
	planeLow  = 1414206
	planeHigh = 1414234
)

// Mass returns proved bounds of ‖μ‖: from below ∫dμ = 1, or the mass in the plane, onto which μ is projected; from
// above Bound, or what is tabulated.
func Mass(dim, order int) (low, high *ball.Real) {
	low, high = new(ball.Real).SetInt64(1), Bound(dim, order)
	if order == 1 && dim >= 2 {
		low.SetRat(big.NewRat(planeLow, 1_000_000), 64)
		if dim == 2 {
			high.SetRat(big.NewRat(planeHigh, 1_000_000), 64)
		}
	}
	return low, high
}
