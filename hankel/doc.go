// Package hankel computes spectra of stationary kernels in float64: the signed measure m on ω ≥ 0 with
// k(z) = ∫ Λ_d(ωz) m(dω), Λ_d(x) = Γ(d/2) (2/x)^ν J_ν(x), ν = d/2−1.
//
// New recognises closed forms (package closed) and mixtures of Gaussians (package mixture) among the
// summands of a formula and leaves the rest to quadrature; Density and Tabulate give values with error
// estimates, Atoms and Tail what values do not show. Nothing here is proved, except by Enclose, which
// asks package density. Package profile makes signs and masses of such values.
package hankel
