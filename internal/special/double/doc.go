// Package double has the special functions in float64.
//
// LambdaValue and BesselJ return (value, bound) with a proved bound of the absolute error (internal/special/double/errors.md). The bounds
// of the other functions that return one are estimates: they follow from the truncation of the series used and the
// roundings counted, are tested against balls to cover the true error (TestModifiedSweep), and are not proved.
//
//   - Λ_d(x) = ₀F₁(; d/2; −x²/4), the kernel of the radial Fourier transform in R^d: LambdaValue, and
//     Lambda for many values at one d (without bounds).
//   - J_ν, its zeros, I_ν, K_ν of real order: BesselJ, BesselJZeros, BesselI, BesselIE, BesselK,
//     BesselKE, LogBesselK.
//   - Gegenbauer polynomials: ZonalTo.
package double
