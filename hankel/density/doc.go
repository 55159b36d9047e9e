// Package density encloses the density m(ω) of the radial spectral measure of a kernel, with exact
// atoms. What it says is proved: closed forms with exact constants, series and quadrature with proved
// remainders. A float proves nothing here.
package density
