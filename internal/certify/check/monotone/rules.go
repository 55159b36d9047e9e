// Package monotone has the rules of complete monotonicity and of Bernstein functions.
package monotone

import (
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// Bernstein is an auxiliary claim: B(t) = k(√t) is a Bernstein function on (0,∞), that is B ≥ 0 and B′ is
// completely monotone. It occurs in proofs of complete monotonicity only, not in certificates.
// Closures (Schilling–Song–Vondraček, corollary 3.8): sums, positive multiples, pointwise limits, compositions; no products.
// B ≥ 0 is part of the claim: log t has a completely monotone derivative and is none.
const Bernstein proof.ID = "bernstein"

// Rules prove and refute that f(t) = k(√t) is completely monotone on (0,∞): f is infinitely differentiable and
// (−1)ⁿ f⁽ⁿ⁾ ≥ 0 for all n ≥ 0. CM and Bernstein functions are functions of t = z², and formulas are in z. The claim is
// about z > 0 alone, so that nearly all rules suppose nothing of single distances: a normal form speaks of each z > 0.
var Rules = []*rule.Rule{
	{
		ID: "completely-monotone.constant", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Fact(constantRule),
	}, {
		ID: "completely-monotone.sum", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(sumRule(proof.CompletelyMonotone)),
	}, {
		ID: "completely-monotone.product", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(productRule),
	}, {
		ID: "completely-monotone.exponential", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(
			argumentRule(func(b *formula.Expr) *formula.Expr { return formula.Apply(formula.OpExp, formula.Neg(b)) })),
	}, {
		ID: "completely-monotone.power", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(powerRule),
	}, {
		ID: "completely-monotone.composition", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(compositionRule(proof.CompletelyMonotone)),
	}, {
		ID: "completely-monotone.complement", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(complementRule(Bernstein, true)),
	}, {
		ID: "completely-monotone.derivative", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(derivativeRule(-1)),
	}, {
		ID: "completely-monotone.mean", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(meanRule),
	}, {
		ID: "completely-monotone.exponential-polynomial", Claim: proof.CompletelyMonotone, Holds: true,
		Supposes: rule.Pointwise,
		Check:    rule.Fact(expPolynomialRule),
	}, {
		// The premise of its sector is arg f ≤ 0; a lower end of any size will do.
		ID: "completely-monotone.sector", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Fact(sectorRule(infinite.neg(), at(0, 1))),
	}, {
		ID: "completely-monotone.quotient", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(argumentRule(
			func(b *formula.Expr) *formula.Expr { return formula.Div(b, pow(formula.Variable(), constant.Int(2))) })),
	}, {
		ID: "completely-monotone.laplace-integral", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(laplaceRule),
	}, {
		ID: "completely-monotone.power-series", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(seriesRule),
	}, {
		ID: "completely-monotone.rational", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(rationalRule),
	}, {
		ID: "completely-monotone.decrement", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(shiftRule(-1, proof.CompletelyMonotone)),
	}, {
		ID: "completely-monotone.increment", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(shiftRule(1, Bernstein)),
	}, {
		ID: "bernstein.constant", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Fact(constantRule),
	}, {
		ID: "bernstein.power", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Fact(bernsteinPowerRule),
	}, {
		ID: "bernstein.sum", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(sumRule(Bernstein)),
	}, {
		ID: "bernstein.complement", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(complementRule(proof.CompletelyMonotone, false)),
	}, {
		ID: "bernstein.root", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(bernsteinRootRule),
	}, {
		// Complete Bernstein functions are Bernstein functions (Schilling–Song–Vondraček,
		// definition 6.1).
		ID: "bernstein.sector", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Fact(sectorRule(at(0, 1), at(1, 1))),
	}, {
		ID: "conditionally-pd.bernstein", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.ContinuousAtZero,
		Check: rule.Reduction(conditionalRule),
	}, {
		ID: "bernstein.composition", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(compositionRule(Bernstein)),
	}, {
		ID: "bernstein.derivative", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(derivativeRule(1)),
	}, {
		ID: "completely-monotone.derivative-sign", Claim: proof.CompletelyMonotone, Holds: false, Supposes: rule.Pointwise,
		Check: rule.Fact(notDerivative),
	}, {
		ID: "completely-monotone.increase", Claim: proof.CompletelyMonotone, Holds: false, Supposes: rule.Pointwise,
		Check: rule.Fact(notIncrease),
	}, {
		// It refutes kinks and supports: (1−z)₊ is 1 − z on (0,1) and not beyond.
		ID: "completely-monotone.identity", Claim: proof.CompletelyMonotone, Holds: false, Supposes: rule.Pointwise,
		Check: rule.Fact(notIdentity),
	}, {
		ID: "completely-monotone.negative-mixture", Claim: proof.CompletelyMonotone, Holds: false, Supposes: rule.Pointwise,
		Check: rule.Fact(notMixture),
	}, {
		ID: "completely-monotone.not-pd", Claim: proof.CompletelyMonotone, Holds: false, Supposes: rule.ContinuousAtZero,
		From: rule.Not(proof.PD), Check: rule.Reduction(notPD),
	},
}
