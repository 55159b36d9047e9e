// Package zonal draws feature maps of kernels on the unit sphere S^{d−1} of R^d from their expansion
// f(⟨x,y⟩) = Σ a_n P_n(⟨x,y⟩) (package decompose/zonal).
//
// Degree 0 is a constant column. A degree n ≥ 1 has N(n,d) harmonics: d for n = 1, the coordinates of
// x; d(d+1)/2 − 1 for n = 2, and so on. All of them, scaled by √|a_n|, give a_n P_n(⟨x,y⟩) exactly, at
// the price of that many columns. The other degrees of one sign are put together into one function
//
//	φ(t) = Σ ± √(|a_n| N(n,d)) P_n(t),   E φ(⟨w,x⟩) φ(⟨w,y⟩) = Σ |a_n| P_n(⟨x,y⟩),
//
// of a uniform direction w, one column a direction, whatever the signs ±: those are chosen that keep
// φ flat, and with it the variance at near points. Where there are more than [RidgeDegrees], those beyond 32 are
// sampled one a column, with independent directions, as in decompose/zonal.Part.
//
// Which degrees are taken exactly is decided by the predicted variance for the number of columns at
// hand, over Options.Distances. A polynomial kernel of low degree has an exact map.
package zonal
