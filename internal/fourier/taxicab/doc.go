// Package taxicab transforms functions of the 1-norm: k(Δ) = φ(‖Δ‖₁) on R^d.
//
// The transform. The Laplace transform of the convolution over the simplex t₁ + … + t_d = s of cos(ω_j t_j) is Π
// p/(p²+ω_j²), and so the density of the spectral measure of a φ that is zero beyond some distance is
//
//	μ(ω) = π^{−d} (1/2πi) ∫_{Re p = h} p^d φ̂(p) / Π_j (p²+ω_j²) dp,   φ̂(p) = ∫_0^∞ φ(s) e^{ps} ds, h > 0.
//
// Residues make it a divided difference at ω_1², …, ω_d² (S. Cambanis, R. Keener, G. Simons, On α-symmetric
// multivariate distributions, J. Multivariate Anal. 13 (1983) 213–233). For the truncated power φ(s) = (1−s)_+^n (n =
// 1: the truncated ℓ₁ kernel) all that is not e^p can be dropped, as it is analytic on the right of the line:
//
//	μ(ω) = π^{−d} n! (1/2πi) ∫ p^{d−n−1} e^p / Π (p²+ω_j²) dp = π^{−d} n! [ω_1²,…,ω_d²] G,
//
// with an entire G that is a power of x times cos √x or sin √x/√x ([Power.Density]).
//
// The mass. Moduli under the integral are a product over the coordinates for each p, and the integral of a factor
// is a complete elliptic integral K. So ‖μ‖ is finite for every d and every n ≥ 1 ([Power.MassBound]), and the
// moduli are an envelope from which one can sample ([Envelope]). docs/taxicab.md has the proofs.
package taxicab
