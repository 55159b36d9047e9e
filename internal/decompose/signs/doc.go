// Package signs expands kernels on the unit sphere in powers of the kernel of a random half space: with θ the angle of x
// and y, and w uniform,
//
//	k = Σ p_m κ^m,   κ = E sign⟨w,x⟩ sign⟨w,y⟩ = 1 − 2θ/π.
//
// A product of m signs of independent half spaces has the mean κ^m. New is for kernels with p_m ≥ 0 for m ≥ 1, Signed for those whose
// p_m fall geometrically. The arc-cosine kernels of steps in many layers are
// such kernels: a layer takes x to 1 − arccos(x)/π = ½ + arcsin(x)/π, whose Maclaurin coefficients are not negative. In
// Gegenbauer polynomials their coefficients fall so slowly, like n^{−1−2^{1−L}} for L layers, that a good part of the
// mass is beyond any degree that can be evaluated, and that single harmonics of high degree have a variance beyond all
// bounds at x = y, where a product of signs has none.
package signs
