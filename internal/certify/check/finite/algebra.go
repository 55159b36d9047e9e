package finite

import (
	"slices"

	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/proof"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// finiteAlgebraRules build finite measures from finite measures: the radial functions of finite mass are the
// radial part of the Fourier–Stieltjes algebra B(R^d).
var finiteAlgebraRules = []*rule.Rule{
	{
		ID: "finite-mass.sum", Claim: proof.FiniteMass, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(Parts(SumParts)),
	},
	{
		ID: "finite-mass.product", Claim: proof.FiniteMass, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(Parts(ProductParts)),
	},
	{
		ID: "finite-mass.entire", Claim: proof.FiniteMass, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(Parts(EntireParts)),
	},
	{
		ID: "finite-mass.pd", Claim: proof.FiniteMass, Holds: true, Supposes: rule.ContinuousAtZero,
		From: rule.That(proof.PD),
	},
}

// Parts reduces a goal to the same claim about the parts of the formula, see PartsOf.
// ‖Σ c_i m_i‖ ≤ Σ |c_i| ‖m_i‖; the measure of a product is the convolution, of mass ≤ Π ‖m_i‖; Σ |a_n| ‖m‖ⁿ < ∞ for an
// entire function (Rudin, Fourier Analysis on Groups, 1.3). That the parts are finite is a premise each; that the parts are
// defined for themselves is asked, since sin(z)/z·z has parts that are.
func Parts(of func(*formula.Expr) []*formula.Expr) func(*rule.Checker, rule.Goal, rule.None) ([]rule.Goal, error) {
	return func(c *rule.Checker, g rule.Goal, _ rule.None) ([]rule.Goal, error) {
		all := PartsOf(c, g.Kernel, of)
		if all == nil {
			return nil, rule.Reject("the formula is not made of others in this way, or they are not defined for themselves")
		}
		return g.Closed(all)
	}
}

// PartsOf are the kernels of the parts of the core of k; nil if there are none.
func PartsOf(c *rule.Checker, k *kernel.Kernel, of func(*formula.Expr) []*formula.Expr) []*kernel.Kernel {
	if e := c.Core(k); e != nil {
		return shape.Subkernels(k, of(e))
	}
	return nil
}

// SumParts lists the terms (formula.Terms) of a sum of at least two that vary; nil if e is no sum.
// A constant c is the transform of cδ₀ and needs no premise.
func SumParts(e *formula.Expr) []*formula.Expr {
	all := formula.Terms(e)
	if len(all) < 2 {
		return nil
	}
	return slices.DeleteFunc(all, func(t *formula.Expr) bool { return !t.Varies() })
}

// ProductParts lists the different factors (formula.FactorList) that vary of a product, a power or a multiple of
// others; nil if e is none.
// A factor that occurs twice has one premise: powers of a measure of finite mass are such.
func ProductParts(e *formula.Expr) []*formula.Expr {
	all, _ := formula.FactorList(e, true)
	var f []*formula.Expr // the different ones
	for _, x := range all {
		if !slices.ContainsFunc(f, x.Equal) {
			f = append(f, x)
		}
	}
	if len(f) == 1 && f[0].Equal(e) {
		return nil
	}
	return f
}

// EntireParts returns w alone if e is F(w), F one of exp, sin, cos, sinh, cosh, erf, erfc; otherwise nil.
// Each is entire: Σ |a_n| ‖m‖ⁿ < ∞ for every ‖m‖. erf and erfc are integrals of exp(−w²); cosh and
// sinh of exponentials.
func EntireParts(e *formula.Expr) []*formula.Expr {
	switch e.Op() {
	case formula.OpExp, formula.OpSin, formula.OpCos, formula.OpSinh, formula.OpCosh, formula.OpErf, formula.OpErfc:
		return e.Args()
	}
	return nil
}
