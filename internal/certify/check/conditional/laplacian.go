package conditional

import (
	"krein/ball"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// laplacianRules say that Δ multiplies the Fourier transform by −ω².
var laplacianRules = []*rule.Rule{
	{
		ID: "conditionally-pd.not-laplacian", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Continuous,
		Theorem: "Let k be continuous, grow at most like a power and have a continuous −Δk = −k″ − (d−1)k′/z; for d = 1 " +
			"let k′(0) = 0. If k is conditionally positive definite of some order on R^d, so is −Δk.",
		Citation: "docs/rules/conditionally-pd.not-laplacian.md; X. Sun (1993), theorem 2.1",
		Check:    rule.Reduction(notLaplacian),
	},
}

func notLaplacian(c *rule.Checker, g rule.Goal, _ rule.None) ([]rule.Goal, error) {
	k, err := Laplacian(c, g.Kernel, g.Dim)
	return []rule.Goal{{Claim: proof.ConditionallyPD, Holds: false, Kernel: k, Dim: g.Dim}}, err
}

// Laplacian returns the kernel −Δk on R^dim, which is −2d f′ − 4t f″ for f(t) = k(√t), if k is as in
// conditionally-pd.not-laplacian but for its own continuity.
func Laplacian(c *rule.Checker, k *kernel.Kernel, dim int) (*kernel.Kernel, error) {
	inf := c.AtInfinity(k)
	if inf.Kind == asymptotic.Undetermined || inf.Kind == asymptotic.Growth && len(inf.Lead.Exps) > 0 {
		return nil, rule.Incomplete("k is not proved to grow at most like a power: %s", inf.Because)
	}
	x, err := k.ExactAt(piecewise.Origin(), true, 2)
	if err != nil {
		return nil, rule.Incomplete("%v", err)
	}
	if dim == 1 && !x.Exact && x.Order.CmpHalf(4) < 0 { // beyond it there may be a term z
		return nil, rule.Incomplete("the expansion of k at 0 ends before z^2")
	}
	for _, t := range x.Terms {
		if dim == 1 && t.Exp.Sign() > 0 && t.Exp.CmpHalf(4) < 0 && t.Coef.IsZero() != ball.True {
			return nil, rule.Reject("k is not smooth at 0: a term z^(%s)", t.Exp)
		}
	}
	first, err := normal.OrderEvidence{Order: 1}.Derived(k)
	second, err2 := normal.OrderEvidence{Order: 2}.Derived(k)
	if err := rule.First(err, err2); err != nil {
		return nil, err
	}
	t := formula.Apply(formula.OpPow, formula.Variable(), formula.Int(2))
	times := func(n int64, e *formula.Expr) *formula.Expr { return formula.Apply(formula.OpMul, formula.Int(n), e) }
	less := k.Derive(formula.Apply(formula.OpSub, times(int64(2*dim), first.Expr()),
		times(4, formula.Apply(formula.OpMul, t, second.Expr()))))
	return less, c.Regular(less, rule.Continuous)
}
