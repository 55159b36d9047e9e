package taxicab

import (
	"fmt"
	"math"

	"krein/internal/elem64"
)

// Power is the kernel (1 − ‖Δ‖₁/τ)_+^n on R^d. It is not modified once it is made.
type Power struct {
	dim, order int
	radius     float64
	nodes      int     // D: the ω_j², and zeros that stand for negative powers of p
	shift      int     // m: G(x) = sign·x^m·cos √x, or sinc √x
	sinc       bool    // which
	factor     float64 // π^{−d} n! with the sign of G

	zero, zeroFault []float64 // coefficients at 0, and what may be wrong with them
}

// Limits of NewPower: the mass grows like (2/π)^d d! for n = 1, and frequencies like e^d: beyond
// the limits products of them leave the range of float64.
const (
	MaxDim   = 16
	maxOrder = 64
)

// NewPower returns (1 − ‖Δ‖₁/radius)_+^order on R^dim; order 1 is the truncated ℓ₁ kernel (over its
// radius). It panics unless 1 ≤ dim ≤ 16, 1 ≤ order ≤ 64 and radius is positive and finite.
func NewPower(dim, order int, radius float64) *Power {
	if dim < 1 || dim > MaxDim || order < 1 || order > maxOrder || !(radius > 0) || math.IsInf(radius, 1) {
		panic(fmt.Sprintf("taxicab: power %d in dimension %d with radius %v", order, dim, radius))
	}
	p := &Power{dim: dim, order: order, radius: radius}
	zeros := 0
	for dim-order-1+2*zeros < 0 {
		zeros++
	}
	q := dim - order - 1 + 2*zeros // p^q over D quadratic factors
	p.nodes, p.shift, p.sinc = dim+zeros, q/2, q%2 == 0
	p.factor = math.Exp(elem64.Lgamma(float64(order)+1) - float64(dim)*elem64.Log(math.Pi))
	if (p.nodes-1+p.shift)%2 != 0 {
		p.factor = -p.factor
	}
	p.zero, p.zeroFault = p.maclaurin()
	return p
}

// Dim returns d.
func (p *Power) Dim() int { return p.dim }

// Order returns n.
func (p *Power) Order() int { return p.order }

// Radius returns τ.
func (p *Power) Radius() float64 { return p.radius }

// At returns (1 − ‖Δ‖₁/τ)_+^n. It panics if delta is not of length Dim.
func (p *Power) At(delta []float64) float64 {
	if len(delta) != p.dim {
		panic(fmt.Sprintf("taxicab: a point of length %d in dimension %d", len(delta), p.dim))
	}
	s := 0.0
	for _, x := range delta {
		s += math.Abs(x)
	}
	v := 1.0
	for range p.order {
		v *= max(0, 1-s/p.radius)
	}
	return v
}

// Nonnegative reports whether n ≥ 2d−1: then the kernel is positive definite, and the density nowhere
// negative. For n = 2d−1+m, p^{d−n−1}/Π(p²+ω_j²) = p^{−m} Π 1/(p(p²+ω_j²)) is the Laplace transform of a
// convolution of functions (1 − cos ω_j t)/ω_j² and a power of t. For n < 2d−1 the kernel is
// not positive definite (T. Gneiting, On α-symmetric multivariate characteristic functions, J. Multivariate
// Anal. 64 (1998) 131–147; docs/taxicab.md has the proof for n = 1).
func (p *Power) Nonnegative() bool { return p.order >= 2*p.dim-1 }
