// Package asymmetric has the maps of M. He, F. He, F. Liu, X. Huang, Random Fourier features for asymmetric
// kernels, as they were published: its three kernels with their complex measures (equations 9–11), Algorithm 1 with
// masses that are given, Algorithm 2 with masses by least squares on N_s rows (equation 12), and the
// symmetrisation (K+Kᵀ)/2 with which it compares. Masses are shares of accepted proposals, or least squares, and that
// the proposal times the bound is above the density is refuted only by a frequency that happens to be drawn.
// None is recommended: for these kernels the measure is a
// Gaussian times a function of one projection, so that masses are one-dimensional integrals and frequencies
// are drawn without rejection (decompose/tensor, features/pair).
//
// What is wrong with the paper, beyond that:
//
//   - "M random features" are M frequencies for each of three measures, whatever their masses, and 6M columns.
//   - Equation 12 has the sign of ξ₃ against equation 7; read literally its minimum is ξ₃ = 0. Here it has the sign of
//     7.
//   - The masses of Algorithm 2 depend on the frequencies with which they are used: the estimate of the kernel is
//     biased, and for few frequencies the masses are too small (the regressors are noisy).
//   - Proposals and their constants are not stated. Here the proposal is the Gaussian factor of the measure and c what
//     remains at most: 1, and exp(σ²‖β‖²/2).
//   - Where a part is empty (μ_R⁻ of the Sinh-Gaussian kernel) its acceptance–rejection never ends; here it is left
//     out.
//   - In the concatenation for linear classifiers (section 5.3) i occurs, and its inner products are not the kernel.
package asymmetric
