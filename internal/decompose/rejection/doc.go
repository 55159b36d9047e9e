// Package rejection samples complex spectral measures that are given by a density on R^d, and estimates
// their masses: the general route of M. He, F. He, F. Liu, X. Huang, Random Fourier features for asymmetric kernels
// (section 4, Algorithm 2), as published.
//
// All of it is estimated. That the proposal times the bound is above the density is stated by whoever calls, and
// refuted only by a frequency that happens to be drawn; masses are shares of accepted proposals, or least squares.
// Kernels whose measure is a sum of products have proved masses and exact samplers elsewhere (decompose/tensor), and
// truncated powers of the 1-norm a proved envelope (internal/fourier/taxicab).
package rejection
