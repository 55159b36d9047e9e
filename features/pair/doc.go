// Package pair builds pairs of feature maps Φ, Ψ with a signature J for stationary kernels that need not be symmetric:
//
//	k(x−y) ≈ Φ(x) J Ψ(y)ᵀ,
//
// all of it real. It is what the asymmetric paper (M. He, F. He, F. Liu, X. Huang, Random Fourier
// features for asymmetric kernels, equations 7 and 8) writes with i.
//
// # Columns
//
// A kernel with a finite complex spectral measure μ = μ_R + iμ_I is a sum of parts, each M·E cos(⟨ω,Δ⟩ + θ(ω)) for a
// law of the frequency ω with a phase θ ([Part]): the four Jordan parts have the constant phases 0 (μ_R⁺), π (μ_R⁻) and
// π/2 or −π/2 (μ_I); the polar form μ = |μ|e^{iθ} is one part, whose mass ∫√(p_R² + p_I²) is at most that of the four.
// Frequency i of n of a part gives two columns,
//
//	Φ: √(M/n)·cos(⟨ω_i,x⟩+θ_i), √(M/n)·sin(⟨ω_i,x⟩+θ_i)
//	Ψ: √(M/n)·cos⟨ω_i,y⟩,       √(M/n)·sin⟨ω_i,y⟩
//
// with +1 in J. A phase that is exactly π is taken as 0 with −1 in J, so that Φ = Ψ for a symmetric
// kernel. The order is: one constant column if there is an atom at frequency 0; the parts in their
// order, a cosine next to its sine; with [Options.Exact] d + 2 columns of low orders.
//
// The estimate is unbiased for what the parts represent, under every coupling: each frequency alone has the right law.
//
// # Antithetic frequencies
//
// For a real kernel μ(−ω) is the conjugate of μ(ω), so that the law of a part is even and its phase odd, or together
// the parts' are: cos(⟨ω,Δ⟩+θ(ω)) is the same at ω and −ω. Antithetic frequencies −ω hence repeat what ω says, and
// there is no such coupling. What does help is to turn the sign of the coordinate along one axis and leave the others:
// [Joint] does that and more, because the rows of an orthogonal matrix balance all products of two coordinates.
package pair
