// Package features builds feature maps Φ with a signature J, so that K ≈ ΦJΦᵀ, from representations
// of a kernel: measures on a space of parameters with basis functions ([Representation], [New]). Frequencies
// of radial kernels are in package features/radial, other bases in packages of their own.
//
// The options are the same for all of them:
//
//   - [Coupling] makes directions depend on each other: not at all, orthogonal
//     within a part, by the joint QR of the GORF paper, shared between the parts, in
//     bases that a fast transform multiplies with or that are mutually unbiased, or
//     quasi-random;
//   - [RadiusLaw] makes radii depend on each other: not at all, stratified, or
//     stratified in another law that weights undo;
//   - [Budget] splits frequencies between the parts;
//   - [Exact] takes low orders of a nearly constant part, or degrees 0 and 1 on the sphere, exactly.
package features
