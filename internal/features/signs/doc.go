// Package signs draws feature maps of kernels Σ p_m κ^m on the unit sphere in the kernel
// κ = E sign⟨w,x⟩ sign⟨w,y⟩ = 1 − 2θ/π of a random half space (internal/decompose/signs): the arc-cosine kernels of steps in
// many layers. A column is a product of m signs of projections on independent directions, m drawn with the probability
// |p_m|/Σ |p|, by systematic sampling of all columns; degree 0 is a constant column, of either sign. Columns are ±√(Σ |p|/n), and
// count negatively where p_m < 0, as in kernels of networks of ReLU functions; where no p_m is, m ≥ 1, the estimate of k(x,x) has no
// variance.
package signs
