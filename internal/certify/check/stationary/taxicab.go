package stationary

import (
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// taxicabRules are about functions φ(‖Δ‖₁) of the 1-norm.
// On R^d, d ≥ 2, φ(‖Δ‖₁) is no function of the distance, and Λ_d has no say: the transform of
// φ(‖Δ‖₁) at ω is a divided difference of order d−1, at the points ω_i², of one function of R¹
// (Cambanis–Keener–Simons 1983).
var taxicabRules = []*Rule{
	{
		ID: "taxicab.analysis", Claim: FiniteMass, Holds: true,
		Theorem: "Let φ satisfy the hypotheses of finite-mass.analysis for d = 1, and be regular at infinity: no waves. " +
			"Then φ(‖Δ‖₁) is the transform of a measure of finite mass on every R^d.",
		Citation: "docs/rules/stationary/taxicab.md; docs/taxicab.md, theorem 2",
		check:    fact(checkTaxicabAnalysis),
	},
	{
		ID: "taxicab.convex", Claim: PD, Holds: true,
		Theorem: "Let φ be continuous on [0,∞), tend to a limit c ≥ 0, and φ^(2d−2) be convex on (0,∞). Then φ − c is a " +
			"mixture of functions (1−s/τ)₊^(2d−1), and φ(‖Δ‖₁) is positive definite on R^d. Here φ is a piecewise " +
			"polynomial, as in pd.askey-gneiting.",
		Citation: "docs/rules/stationary/taxicab.md; docs/taxicab.md; T. Gneiting, J. Multivariate Anal. 64 (1998) 131–147",
		check:    fact(checkTaxicabConvex),
	},
	{
		ID: "taxicab.negative-density", Claim: PD, Holds: false,
		Theorem: "Let φ be a continuous piecewise polynomial that is a constant c from some s on. If φ(‖Δ‖₁) were " +
			"positive definite, the spectral density of φ − c, a continuous function, would be nowhere negative, and so on " +
			"every R^n, n ≤ d: it is at the (a,…,a) ∈ R^n of the evidence.",
		Citation: "docs/rules/stationary/taxicab.md; S. Cambanis, R. Keener, G. Simons, J. " +
			"Multivariate Anal. 13 (1983) 213–233",
		check: fact(checkTaxicabDensity),
	},
	{
		ID: "taxicab.completely-monotone-pd", Claim: PD, Holds: true,
		Theorem: "Let φ be continuous on [0,∞) and completely monotone. By Bernstein's theorem φ(‖Δ‖₁) is a mixture of " +
			"products of kernels exp(−s|x_i|), which are positive definite.",
		Citation: "docs/rules/stationary/taxicab.md; S. Bernstein, Acta Math. 52 (1929)",
		check:    fact(checkTaxicabMonotone),
	},
	{
		ID: "taxicab.completely-monotone", Claim: FiniteMass, Holds: true,
		Theorem: "Let φ be continuous on [0,∞) and completely monotone. Then φ(‖Δ‖₁) is continuous and positive definite, " +
			"and by Bochner's theorem the transform of a finite measure.",
		Citation: "docs/rules/stationary/taxicab.md; S. Bochner, Math. Ann. 108 (1933)",
		check:    fact(checkTaxicabMonotone),
	},
}

// onNorm1 returns φ.
// L1 is an identity as Radial is.
func onNorm1(g Goal) (*kernel.Kernel, error) {
	f, ok := g.Kernel.L1()
	if !ok {
		return nil, rule.Reject("%s is not proved to be a function of the 1-norm alone", g.Kernel.Formula())
	}
	return f, nil
}

// The proof of theorem 2 of docs/taxicab.md is from the transform of φ on R¹, of which that of φ(‖Δ‖₁) is a divided difference: so
// the exponents are those that count for d = 1, whatever R^d is. A wave of φ is an atom on R¹, of which a divided difference is no
// measure: all kinds of waves are refused.
func checkTaxicabAnalysis(c *Checker, g Goal, _ none) error {
	f, err := onNorm1(g)
	if err != nil {
		return err
	}
	if err := c.radial.Regular(f, rule.Continuous); err != nil {
		return err
	}
	if err := finite.Analyse(c.radial, f, 1); err != nil {
		return err
	}
	if inf := c.radial.AtInfinity(f); inf.Kind == asymptotic.Oscillating || inf.Kind == asymptotic.Power && !inf.Regular {
		return rule.Incomplete("as a function of the 1-norm, %s oscillates at infinity", f)
	}
	return nil
}

// checkTaxicabConvex wants of φ what pd.askey-gneiting wants of a radial kernel on R^(4d−3), the order of which is
// 2d−2.
// φ^(2d−2) convex and φ → c ≥ 0 make φ − c = ∫ (1−s/τ)₊^(2d−1) ν(dτ), ν ≥ 0 (R. E. Williamson, Duke Math. J. 23, 1956), and
// (1−‖Δ‖₁)₊^(2d−1) is positive definite on R^d (Gneiting 1998). n = ⌊(4d−3)/2⌋ = 2d−2 in pd.askey-gneiting.
func checkTaxicabConvex(c *Checker, g Goal, _ none) error {
	f, err := onNorm1(g)
	if err != nil {
		return err
	}
	if err := c.radial.Regular(f, rule.Continuous); err != nil {
		return err
	}
	return pd.Convex(c.radial, f, 4*g.Kernel.Dim()-3)
}

// checkTaxicabMonotone wants φ to be continuous and φ(z²) to have the claim completely-monotone, which is that φ is.
// exp(−s‖Δ‖₁) = Π exp(−s|x_i|), s ≥ 0, positive definite factor by factor.
func checkTaxicabMonotone(c *Checker, g Goal, _ none) error {
	f, err := onNorm1(g)
	if err != nil {
		return err
	}
	return monotone(c, f)
}

// ofSquare returns φ(z²).
// The rules of complete monotonicity are about t = z².
func ofSquare(f *kernel.Kernel) *kernel.Kernel {
	return f.Derive(formula.Simplify(formula.Substitute(f.Expr(),
		formula.Pow(formula.Variable(), formula.Int(2)))))
}
