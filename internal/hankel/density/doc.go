// Package density splits the density m(ω) of the radial spectral measure of a kernel into parts, with exact atoms. What
// it says is proved: closed forms with exact constants, powers of z on intervals, and what has neither, for a Plan.
package density
