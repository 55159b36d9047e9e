// Package ridge predicts what maps on the unit sphere S^{d−1} of R^d are worth that consist of ridge functions
// x ↦ φ(⟨w,x⟩) of random directions w and of spherical harmonics, all those of a degree (package basis), and chooses
// among them.
//
// With p_0, p_1, … the polynomials that are orthonormal under the law of one coordinate of a uniform
// direction, p_n = √N(n,d)·P_n for the Gegenbauer polynomials with P_n(1) = 1 and the dimension N(n,d)
// of the harmonics of degree n, a ridge function φ = Σ b_n p_n represents
//
//	E φ(⟨w,x⟩) φ(⟨w,y⟩) = Σ b_n² P_n(⟨x,y⟩)
//
// (Funk–Hecke), whatever the signs of the b_n.
package ridge
