// Package tensor decomposes and samples the complex spectral measures of kernels that are sums of products over
// orthogonal subspaces (fourier/stationary):
//
//	k(Δ) = ∫ cos⟨ω,Δ⟩ μ_R(dω) − ∫ sin⟨ω,Δ⟩ μ_I(dω) = Σ_parts Mass · E cos(⟨ω,Δ⟩ + θ(ω)).
//
// A Decomposition has two representations of a kernel. Parts are R+ (θ = 0), R- (θ = π) and I (θ = ±π/2): for a
// single product with at most one factor that is not even they are the Jordan parts of μ_R and μ_I, and no
// representation by positive measures of μ_R and μ_I costs less. Polar is the modulus |μ| with the phase of μ, which
// for a product is the product of the moduli, with the sum of the phases; its mass ‖μ‖ is at most ‖μ_R‖ + ‖μ_I‖.
//
// Sampling is exact up to the stated bias, and nothing is rejected: factors on lines and radii are drawn by inverse
// distribution functions, directions are uniform, and the signs of a product are tracked: which part of every factor is
// drawn is chosen from the first to the last such that the product of their phases 1, i, −1, −i is that of the part.
//
// Sum and Product combine measures of kernels that have different subspaces: unions, and convolutions, of which
// frequencies are added with a random sign.
package tensor
