// Package density encloses the density m(ω) of the radial spectral measure of a kernel, with exact
// atoms. What it says is proved: closed forms with exact constants, powers of z on intervals, and what
// a Plan adds to these. A float proves nothing here.
package density
