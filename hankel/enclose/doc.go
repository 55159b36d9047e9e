// Package enclose holds what is proved about radial spectral densities: the exact closed forms of formulas, and enclosures of
//
//	m(ω) = 2^{2−d}/Γ(d/2)² · ω^{d−1} ∫_0^∞ (k(z) − c) Λ_d(ωz) z^{d−1} dz
//
// (c the limit of k at infinity) by balls, in the convention of package fourier. Floats choose parameters here and prove
// nothing. The package imports only ball, special, quad and kernel, so that a checker of proofs may rely on it.
package enclose
