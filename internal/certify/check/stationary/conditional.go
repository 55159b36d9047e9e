package stationary

import (
	fourier "krein/fourier/stationary"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// conditionalRules are about conditionally positive definite kernels: −k is a variogram, up to a constant, if k is one of
// order 1. That of a sum, and those of functions of the distance and on lines, are with the other rules of their form.
// Every rule about an order holds for all higher ones, so that "some order" is closed under finite sums.
var conditionalRules = []*Rule{
	{
		ID: "conditional.pd", Claim: ConditionallyPD, Holds: true,
		Theorem:  "A positive definite kernel is conditionally positive definite of order 0.",
		Citation: "docs/rules/stationary/conditional.md",
		check:    implied(PD),
	},
	{
		// exp(−sγ) is positive definite for s > 0 (Schoenberg); −γ = lim (exp(−sγ) − 1)/s, and Σ c_i = 0 takes the 1 away. What is
		// read as γ is in fourier/stationary: Kernel.Variogram.
		ID: "conditional.exponent", Claim: ConditionallyPD, Holds: true,
		Theorem: "Let k(Δ) = c − γ(Δ) with γ ≥ 0 continuous and negative definite, γ(0) = 0, of the form in " +
			"docs/rules/stationary/mixture.md. Then k is conditionally positive definite of order 1.",
		Citation: "docs/rules/stationary/conditional.md; I. J. Schoenberg, Trans. Amer. Math. Soc. 44 (1938) 522–536",
		check: fact(func(_ *Checker, g Goal, _ none) error {
			if !g.Kernel.Variogram() {
				return rule.Reject("%s is not proved to be a constant minus a negative definite function", g.Kernel.Formula())
			}
			return nil
		}),
	},
	{
		// c·f(Δ_b) with its constant is the radial kernel of the lemma, so that the sign of c is part of what is proved. With two
		// factors that vary the product is of no order in general: −|x₁|·cos x₂ is not, though both factors are up to signs.
		ID: "conditional.factors", Claim: ConditionallyPD, Holds: true,
		Theorem: "Let k(Δ) = Σ c·Π_b f_b((MΔ)_b) over orthogonal subspaces, M an invertible matrix, with even f_b, of which " +
			"at most one in every product is not constant, and every such product, as a radial kernel on its subspace, " +
			"proved to be conditionally positive definite. Then k is, of the largest of the orders: numbers that annihilate " +
			"the polynomials on R^d annihilate those of a projection.",
		Citation: "docs/rules/stationary/conditional.md",
		check: fact(func(c *Checker, g Goal, _ none) error {
			t, err := tensor(g)
			if err != nil {
				return err
			}
			for _, term := range t.Terms {
				f, dim, err := oneFactor(term)
				if err != nil {
					return err
				}
				if f == nil {
					continue // a constant: of order 1
				}
				if err := c.lemma(f, dim, proof.ConditionallyPD, true); err != nil {
					return err
				}
			}
			return nil
		}),
	},
	{
		// The kernel that is taken away has finite rank: it is a symmetric matrix in the p_j and the functions k(ξ_j − ·), a
		// difference of two positive semidefinite ones. Nothing is said of bounded diagonals.
		ID: "decomposition.conditionally-pd", Claim: PositiveDecomposition, Holds: true,
		Theorem: "Let k be conditionally positive definite of order m, and ξ_j points that are unisolvent for the polynomials " +
			"of degree less than m, with Lagrange polynomials p_j. Then k(x−y) − Σ p_j(x)k(ξ_j−y) − Σ p_j(y)k(x−ξ_j) + " +
			"ΣΣ p_i(x)p_j(y)k(ξ_i−ξ_j) is positive definite, and what is taken away is a symmetric kernel of finite rank: a " +
			"difference of two positive definite ones, which are not stationary.",
		Citation: "docs/rules/stationary/decomposition.md; H. Wendland, Scattered Data Approximation (2005), theorem 10.18",
		check:    implied(ConditionallyPD),
	},
}

// oneFactor returns a product with its constant as a radial kernel on the subspace of its only factor that is not
// constant; f is nil if all are.
// A product of constants is a constant, of order 1 whatever its sign: Σ c_i c_j a = a(Σ c_i)² = 0.
func oneFactor(term fourier.Term) (f *kernel.Kernel, dim int, err error) {
	var of *fourier.Factor
	c := term.Coef
	for _, factor := range term.Factors {
		switch {
		case factor.Odd != nil:
			return nil, 0, rule.Reject("a factor has an odd part")
		case !factor.Even.Expr().Varies():
			c = formula.Mul(c, factor.Even.Expr())
		case of != nil:
			return nil, 0, rule.Reject("a product has two factors that are not constant")
		default:
			of = factor
		}
	}
	if of == nil {
		return nil, 0, nil
	}
	return of.Even.Derive(formula.Identity(formula.Mul(formula.Identity(c), of.Even.Expr()))), of.Dim, nil
}
