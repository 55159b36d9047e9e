// Package waves encloses the Fourier series of almost periodic functions on the line.
//
// Such a function is made of sines and cosines of az + b: f(x) = Σ c_ω e^{iωx} with frequencies ω that are sums of
// integer multiples of the a, which may be incommensurable. The coefficients of
//
//   - sums, products, exponentials, sines and cosines, powers and logarithms follow from those of the parts, in the
//     algebra of absolutely convergent series: ‖fg‖ ≤ ‖f‖‖g‖ for ‖f‖ = Σ |c_ω| bounds what is left out;
//   - analytic functions of one period follow from values, as the trapezoidal rule converges geometrically;
//   - continuous functions of one period that are analytic on pieces follow from Taylor expansions of the pieces, and from
//     some number on from the jumps of derivatives at the kinks (kinks.go): all atoms from there on are a Lattice, where
//     the kinks are at rational parts of the period.
//
// What is left out has a bound, in the norm Σ |c_ω|. Package density makes atoms of radial measures of
// the coefficients, package line those of the measures of a function on the line.
package waves
