// Package line encloses the complex spectral measure p(ω)dω = (p_R + i p_I)dω of a real function
//
//	f(s) = e(|s|) + sgn(s) o(|s|) = ∫ cos(ωs) p_R(ω) dω − ∫ sin(ωs) p_I(ω) dω
//
// on the line: p_R is even and belongs to e, p_I is odd and belongs to o,
//
//	p_R(ω) = (1/π) ∫_0^∞ e(r) cos(ωr) dr,   p_I(ω) = −(1/π) ∫_0^∞ o(r) sin(ωr) dr.
//
// It encloses the masses ‖p_R⁺‖, ‖p_R⁻‖, ‖p_I⁺‖ = ‖p_I⁻‖ = ∫_0^∞ |p_I| dω and the polar mass
// ∫ √(p_R²+p_I²) dω, and densities as polynomials on pieces of the line, of which package sampler makes laws.
//
// Functions are sums of c s^n exp(−λs−bs²), λ complex, b ≥ 0, n a natural number: Gaussians times
// polynomials, exponentials, sines and cosines that are analytic at 0 (b > 0), exponentials times the
// same on each half line (b = 0), and waves, which are atoms. Their densities are elementary: Gaussians times
// polynomials at complex arguments, and rational functions. Both have Taylor expansions with remainders by
// Cauchy's inequality, the latter also at infinity, in v = 1/ω, so that no tail is left over. Functions that are
// analytic and periodic are Fourier series, with a bound of what is left out.
package line
