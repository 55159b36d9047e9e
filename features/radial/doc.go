// Package radial has the maps of random frequencies of radial kernels, and predicts their variance.
//
// A radial kernel with finite spectral mass is
//
//	k(z) = c + ‖m₊‖·E Λ_d(R₊z) − ‖m₋‖·E Λ_d(R₋z),
//
// where c is the net atom at frequency 0, m± are the parts of the measure on ω > 0 and R± are radii drawn from m±/‖m±‖
// (package decompose). With frequencies w_i = R_i·θ_i, θ_i uniform on the unit sphere, the map
//
//	Φ = [√|c|, …, √(‖m±‖/n±)·cos⟨w_i,x⟩, √(‖m±‖/n±)·sin⟨w_i,x⟩, …]
//
// with the signature J = ±1 per column has E Φ J Φᵀ = K exactly, whatever the dependence between the frequencies,
// because each w_i alone has the right law. Dependence only moves the variance, and a [Predictor] says by how much.
//
// [features.Auto] takes what a predictor finds best at the distances of interest, and [Choose] says what it chose among.
//
// # Harmonics
//
// All predictions rest on one expansion. With N(d,n) the dimension of the spherical harmonics of degree n, P_n the
// Gegenbauer polynomial of R^d with P_n(1) = 1, and h_n(x) = √N(d,n)·Γ(d/2)(2/x)^{d/2−1}J_{d/2−1+n}(x), so that h_0 =
// Λ_d and Σ h_n² = 1, two frequencies Rθ and Sη with ⟨θ,η⟩ = ρ have
//
//	E cos⟨Rθ,x⟩ cos⟨Sη,x⟩ = Σ_{n even} E[h_n(R|x|) h_n(S|x|)]·E[P_n(ρ)].
//
// The coupling enters through the law of ρ alone (ρ = 0 orthogonal, ρ = 1 shared,
// only n = 0 left when independent), the radii through integrals in one variable,
// and the variance is a sum in which nothing cancels at n = 0 once k² is taken out.
package radial
