// Package mixture knows kernels that are mixtures of Gaussians at a random scale,
//
//	k(z) = c + Σ a_i E exp(−S_i z²),
//
// with laws of S_i that are made of a few known ones: exp(−z^β) is such a mixture by a
// positive (β/2)-stable law (Bochner), (1+z^β)^−γ mixes exp(−s z^β) over a Gamma(γ) law of s,
// Dagum's 1 − (z^β/(1+z^β))^γ over Gamma(N) with N by Sibuya's law, and log(1+bψ) stands for a
// Gamma process in the place of s. Then the radius of the spectral measure in R^d is
//
//	R = √(2S) χ_d,
//
// in every dimension: Recognise finds the law of S in a formula, Law.Sample draws it exactly, and NewRadius computes
// the density of R from convolutions of logarithms, where everything is positive and nothing cancels, so that even the
// furthest tails have small relative errors. Nothing here is proved.
package mixture
