// Package region says for which values of a parameter the kernels of a family have a claim, from certificates at single
// values.
//
// Let k_b = f + b·g, affine in b. Kernels with a claim are a convex cone C (positive definite, completely monotone, conditionally
// positive definite, those on spheres) or a linear space L (finite mass, decomposition of any kind), in any dimension. So, for
// values a < b of the parameter,
//
//	hull    k_a, k_b ∈ C: k_x ∈ C for a ≤ x ≤ b, since k_x is a convex combination of k_a and k_b.
//	beyond  k_a ∈ C, k_b ∉ C: k_x ∉ C for x ≥ b, since k_b is a convex combination of k_a and k_x; likewise on the other side.
//	line    k_a, k_b ∈ L: k_x ∈ L for every x, an affine combination.
//	other   k_a ∈ L, k_b ∉ L: k_x ∉ L for every x ≠ a, since k_b is an affine combination of k_a and k_x.
//
// Nothing is concluded from kernels without a claim alone, nor between values of a parameter in which the formula is not
// affine. There, and where nothing is proved, certificates of boxes cover intervals: the parameter is a symbol for all
// values of one ([Family.Over]), each is checked for itself, and cells are what they say together:
//
//	boxes   a claim is proved, or refuted, at values and on intervals that touch: so it is on their union.
//
// An end that is no rational, t = 1/√3, say, is the end of a box with a unit (see [Exact]), of which it is decided exactly that the box begins
// in a cell and t lies in the gap beside it; or, in a cone, of a hull with the kernel at t:
//
//	exact   the box proves what the cell says on the way to t, and at t if it contains it.
//
// The kernel of a box, with a value put in, is the one that the family has there: the reader of formulas makes the same tree of
// a parameter whatever its value, but for choices between formulas of one function (the order of a named kernel, say).
// That the conclusions of two kinds never meet is a check on the prover: [Cells] reports it as an error.
package region
