// Package stationary holds kernels k(x, y) = k(Δ), Δ = x − y in R^d, that are not functions of the
// distance alone: formulas in the distance z, the 1-norm l1, coordinates t along axes, the
// coordinates x1 … xd, and prod(f(x)) and sum(f(x)) over all of them.
//
// Complex measures. For a real k with a finite complex Fourier measure μ = μ_R + iμ_I,
//
//	k(Δ) = ∫ cos⟨ω,Δ⟩ μ_R(dω) − ∫ sin⟨ω,Δ⟩ μ_I(dω),
//
// μ_R is even and belongs to the even part of k, μ_I is odd and belongs to the odd part;
// ‖μ_R⁺‖ − ‖μ_R⁻‖ = k(0), ‖μ_I⁺‖ = ‖μ_I⁻‖.
//
// Classes. A kernel is rewritten, exactly, as a sum of products over orthogonal subspaces (Tensor), if
// it can: then its measure is the sum of products of the measures of the factors. A kernel of z
// alone, however it is written, is Radial, one of l1 alone is L1.
package stationary
