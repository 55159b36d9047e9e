// Package special evaluates the special functions krein needs.
//
// The float64 layer carries the suffix 64. A function that returns (value, bound) estimates the absolute error of its value: the estimate follows from
// the truncation of the series used and the roundings counted, it is tested against reference values to 25 digits to cover the true error, and it is not proved.
//
//   - Λ_d(x) = ₀F₁(; d/2; −x²/4), the kernel of the radial Fourier transform in R^d: Lambda64, and Lambda for many values at one d.
//   - J_ν, its zeros, I_ν, K_ν of real order: BesselJ64, BesselJZeros64, BesselI64, BesselIE64, BesselK64, BesselKE64, LogBesselK64.
//   - ₁F₂(a; b, c; −x²/4): Hyp1F264. Gegenbauer polynomials: Gegenbauer64, Zonal64, ZonalTo64. log Γ(a+b)/Γ(a): LogGammaRatio64.
//
// For Γ, erf and the incomplete Γ and Β use math and gonum's mathext.
package special
