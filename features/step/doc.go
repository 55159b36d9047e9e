// Package step draws feature maps of the kernels of wide networks from their own nonnegative
// measures: step and ReLU functions of uniform directions w on R^d. With θ the angle of x and y, they are
//
//	ArcCosine(n): ‖x‖ⁿ‖y‖ⁿ κ_n(cos θ),  κ_n(u) = E φ(⟨w,x⟩)φ(⟨w,y⟩),  φ(t) = (t₊)ⁿ/√E(t₊)²ⁿ,
//	              κ_0 = 1 − θ/π,  κ_1 = (u(π − θ) + √(1−u²))/π,  κ_n(1) = 1
//	NTK:          ‖x‖‖y‖ (u κ_0(u) + κ_1(u)), u = cos θ, the tangent kernel of a ReLU network of two layers
//
// (Y. Cho, L. K. Saul, Kernel methods for deep learning (2009), there with E over Gaussian w; A. Bietti,
// J. Mairal, On the inductive bias of neural tangent kernels (2019), eq. (3)). They are homogeneous: off
// the unit sphere the map of x is that of x/‖x‖ times a power of ‖x‖, and the kernel is not a
// function of x−y any more. Distances and predictions are those of unit vectors.
//
// Nothing is truncated, so that the maps are unbiased; packages decompose/zonal and features/zonal
// expand the same kernels and leave out what is beyond the last degree. As there, harmonics of low
// degree are taken exactly where that lowers the predicted variance.
package step
