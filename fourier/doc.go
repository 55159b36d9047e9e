// Package fourier fixes krein's one Fourier convention.
//
// A radial kernel k(x,y) = k(z), z = ‖x−y‖₂ on R^d, has the radial spectral measure m on [0,∞) determined by
//
//	k(z) = ∫_[0,∞) Λ_d(ωz) m(dω),   Λ_d(x) = Γ(d/2) (2/x)^{d/2−1} J_{d/2−1}(x),   Λ_d(0) = 1,
//
// so that m is the Fourier measure μ of k, k(x−y) = ∫ exp(i⟨w,x−y⟩) μ(dw), integrated over the sphere of radius ω, and
// ‖m‖ = ∫|m|(dω) is the total mass of μ. For a probability measure μ, m is the law of ‖w‖, w ~ μ.
//
// There are three densities of one kernel, and confusing them loses factors (2π)^d:
//
//   - m(ω), krein's: a density in the radius ω; its integral over (0,∞) is the mass.
//   - μ(w), a density on R^d: m(ω) = |S^{d−1}| ω^{d−1} μ(ω), see Density.
//   - the unitary transform k̂(w) = (2π)^{−d/2} ∫ k(x) exp(−i⟨w,x⟩) dx = (2π)^{d/2} μ(w), in which
//     the papers on random features for indefinite kernels write their formulas, see Unitary.
//
// A density of μ or of k̂ integrated over the half line, without the factor |S^{d−1}|ω^{d−1}, is no mass for d > 1;
// RadialIntegral computes that number because published samplers are built on it.
package fourier
