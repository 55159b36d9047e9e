// Package fourier fixes krein's one Fourier convention.
//
// A radial kernel k(x,y) = k(z), z = ‖x−y‖₂ on R^d, has the radial spectral
// measure m on [0,∞) determined by
//
//	k(z) = ∫_[0,∞) Λ_d(ωz) m(dω),   Λ_d(x) = Γ(d/2) (2/x)^{d/2−1} J_{d/2−1}(x),   Λ_d(0) = 1,
//
// so that m is the Fourier measure μ of k, k(x−y) = ∫ exp(i⟨ω,x−y⟩) μ(dω),
// integrated over the sphere of radius ω, and ‖m‖ = ∫|m|(dω) is the total mass of μ.
package fourier
