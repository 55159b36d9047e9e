// Package quad integrates with proofs, over balls: its results contain the integral whatever happens.
//
//   - GaussLegendre: rules with enclosed nodes and weights at any precision, cached.
//   - Integrate: adaptive bisection with Gauss rules, remainders bounded on Bernstein ellipses by
//     complex evaluation or by a majorant.
//
// It keeps no state that a caller can see, and is safe for concurrent use if the integrand is. Rules
// in float64 are in package internal/quad/gauss.
package quad
