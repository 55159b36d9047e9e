package stationary

import (
	"math/big"

	"krein/certify/check/finite"
	"krein/certify/check/rule"
	"krein/certify/proof"
	"krein/kernel"
	"krein/kernel/formula"
)

// taxicabRules are about functions φ(‖Δ‖₁) of the 1-norm.
var taxicabRules = []*Rule{
	{
		ID: "taxicab.analysis", Claim: FiniteMass, Holds: true,
		Theorem:  "Let φ satisfy the hypotheses of finite-mass.analysis for d = 1, and be regular at infinity: no waves. Then φ(‖Δ‖₁) is the transform of a measure of finite mass on every R^d.",
		Citation: "docs/rules/stationary/taxicab.md; docs/taxicab.md, theorem 2",
		check:    fact(checkTaxicabAnalysis),
	},
	{
		ID: "taxicab.askey", Claim: PD, Holds: true,
		Theorem:  "c(τ − ‖Δ‖₁)₊ⁿ with c ≥ 0, τ > 0 and n ≥ 2d−1 is positive definite on R^d.",
		Citation: "docs/rules/stationary/taxicab.md; docs/taxicab.md; T. Gneiting, J. Multivariate Anal. 64 (1998) 131–147",
		check:    fact(checkTaxicabAskey),
	},
	{
		ID: "taxicab.completely-monotone-pd", Claim: PD, Holds: true,
		Theorem:  "Let φ be continuous on [0,∞) and completely monotone. By Bernstein's theorem φ(‖Δ‖₁) is a mixture of products of kernels exp(−s|x_i|), which are positive definite.",
		Citation: "docs/rules/stationary/taxicab.md; S. Bernstein, Acta Math. 52 (1929)",
		check:    fact(checkTaxicabMonotone),
	},
	{
		ID: "taxicab.completely-monotone", Claim: FiniteMass, Holds: true,
		Theorem:  "Let φ be continuous on [0,∞) and completely monotone. Then φ(‖Δ‖₁) is continuous and positive definite, and by Bochner's theorem the transform of a finite measure.",
		Citation: "docs/rules/stationary/taxicab.md; S. Bochner, Math. Ann. 108 (1933)",
		check:    fact(checkTaxicabMonotone),
	},
}

// onNorm1 returns φ.
func onNorm1(g Goal) (*kernel.Kernel, error) {
	f, ok := g.Kernel.L1()
	if !ok {
		return nil, rule.Reject("%s is not seen to be a function of the 1-norm alone", g.Kernel.Formula())
	}
	return f, nil
}

func checkTaxicabAnalysis(c *Checker, g Goal, _ none) error {
	f, err := onNorm1(g)
	if err != nil {
		return err
	}
	if err := c.radial.Regular(f, rule.Continuous); err != nil {
		return err
	}
	ev, err := finite.Analyse(c.radial, f, 1)
	if err != nil {
		return err
	}
	if inf := ev.Infinity; inf.Waves != nil || inf.Beyond != nil || inf.Exact {
		return rule.Incomplete("φ oscillates at infinity")
	}
	return nil
}

// checkTaxicabAskey reads c(τ−s)₊ⁿ as a piece Σ a_i s^i, of which a_i = c·(n over i)·τ^(n−i)·(−1)^i.
func checkTaxicabAskey(c *Checker, g Goal, _ none) error {
	f, err := onNorm1(g)
	if err != nil {
		return err
	}
	if err := c.radial.Regular(f, rule.Continuous); err != nil {
		return err
	}
	pieces, ok := f.PiecewisePolynomial()
	if !ok || len(pieces) != 2 || len(pieces[1].Coef) > 0 || len(pieces[0].Coef) == 0 {
		return rule.Reject("%s is no truncated polynomial", f)
	}
	a := pieces[0].Coef
	n := len(a) - 1
	if n < 2*g.Kernel.Dim()-1 {
		return rule.Reject("the power %d is less than 2d−1", n)
	}
	tau := new(big.Rat).Quo(a[n-1], a[n])
	tau.Quo(tau, big.NewRat(int64(-n), 1))
	scale := new(big.Rat).Set(a[n]) // c·(−1)^n
	if n%2 == 1 {
		scale.Neg(scale)
	}
	if scale.Sign() < 0 || tau.Sign() <= 0 {
		return rule.Reject("%s is not c(τ−s)^%d with c ≥ 0", f, n)
	}
	want := new(big.Rat).Set(a[n])
	for i := n; i >= 0; i-- { // from a_i to a_{i−1}: times −τ·i/(n−i+1)
		if want.Cmp(a[i]) != 0 {
			return rule.Reject("%s is no power of τ − s", f)
		}
		if i > 0 {
			want.Mul(want, new(big.Rat).Mul(new(big.Rat).Neg(tau), big.NewRat(int64(i), int64(n-i+1))))
		}
	}
	if pieces[1].Lo.Exact == nil || pieces[1].Lo.Exact.Num() == nil || pieces[1].Lo.Exact.Num().Cmp(tau) != 0 {
		return rule.Reject("%s does not end at τ", f)
	}
	return nil
}

// checkTaxicabMonotone wants φ to be continuous and φ(z²) to have the claim completely-monotone, which is that φ is.
func checkTaxicabMonotone(c *Checker, g Goal, _ none) error {
	f, err := onNorm1(g)
	if err != nil {
		return err
	}
	if err := c.radial.Regular(f, rule.Continuous); err != nil {
		return err
	}
	squared, err := OfSquare(f)
	if err != nil {
		return err
	}
	return c.lemma(squared, 1, proof.CompletelyMonotone, true)
}

// OfSquare returns φ(z²).
func OfSquare(f *kernel.Kernel) (*kernel.Kernel, error) {
	k, err := kernel.New(formula.Simplify(formula.Substitute(f.Expr(), formula.Pow(formula.Variable(), formula.Rational(big.NewRat(2, 1))))))
	if err != nil {
		return nil, rule.Incomplete("%v", err)
	}
	return k, nil
}
