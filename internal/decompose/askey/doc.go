// Package askey decomposes functions of the 1-norm into truncated powers:
//
//	φ(s) = φ(∞) + ∫ (1−s/τ)_+^n ν(dτ),   ν(dτ) = (−1)^{n+1} τ^n/n! dφ^{(n)}(τ)
//
// (Williamson's representation; Taylor's formula at infinity). As the spectral measure of (1−‖Δ‖₁/τ)_+^n on R^d is a
// dilate of one measure (internal/fourier/taxicab), that of φ(‖Δ‖₁) is a mixture of dilates: draw τ from |ν|, then a frequency
// of a Jordan part, and divide it by τ. Its mass is at most ‖ν‖ times that of the truncated power, which is 1 for n ≥
// 2d−1; n is chosen such that this is least.
//
// All of it is estimated: ν is interpolated in float64, and masses are those of taxicab.Power.Estimate. The
// decomposition is the Jordan decomposition if φ is one truncated power, or ν ≥ 0 and n ≥ 2d−1; otherwise it is a
// positive decomposition that need not be the cheapest.
package askey
