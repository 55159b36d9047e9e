// Package quad integrates, with error estimates in float64 and with proofs over balls.
//
// The float64 layer carries the suffix 64; its error estimates are meant as upper bounds and are not proved.
//
//   - GaussLegendre64, GaussJacobi64: rules on [−1,1], correctly rounded for practical purposes.
//   - Integrate64: adaptive Gauss–Kronrod with breakpoints and infinite intervals; TanhSinh64 for endpoint singularities.
//   - Hankel64: ∫_0^∞ f(x) J_ν(ωx) dx for slowly decaying or growing f.
//   - Cheb64: polynomials in Chebyshev form: interpolation, calculus, roots.
//
// The layer over balls proves what it says; its results contain the integral whatever happens.
//
//   - GaussLegendre, GaussJacobi: rules with enclosed nodes and weights at any precision, cached.
//   - Integrate: adaptive bisection with Gauss rules, remainders bounded on Bernstein ellipses by complex evaluation or by a majorant, or by derivatives.
//   - IntegrateAlgebraic: exponents at the ends are declared and dealt with by Gauss–Jacobi rules.
//   - IntegrateToInfinity: half lines, with a bound of the tail supplied.
//
// None of them keeps state that a caller can see; all are safe for concurrent use if the integrand is.
package quad
