// Package zonal expands kernels on the unit sphere S^{d−1} in Gegenbauer polynomials,
// k(√(2−2u)) = Σ a_n P_n(u), with enclosed coefficients, a proved bound on what lies beyond the last
// one, a sampler of degrees with a proved bias, and files of all that.
package zonal
