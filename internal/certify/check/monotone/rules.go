// Package monotone has the rules of complete monotonicity and of Bernstein functions.
package monotone

import (
	"krein/internal/certify/check/lemma"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// Bernstein is an auxiliary claim: B(t) = k(√t) is a Bernstein function on (0,∞), that is B ≥ 0 and B′ is
// completely monotone. It occurs in proofs of complete monotonicity only, not in certificates.
const Bernstein proof.ID = "bernstein"

const (
	ssv    = "R. L. Schilling, R. Song, Z. Vondraček, Bernstein Functions (2nd ed., 2012)"
	widder = "D. V. Widder, The Laplace Transform (1941)"
	gr     = "I. S. Gradshteyn, I. M. Ryzhik, Table of Integrals, Series, and Products (7th ed., 2007)"
	dlmf   = "NIST Digital Library of Mathematical Functions"
)

// Rules prove and refute that f(t) = k(√t) is completely monotone on (0,∞): f is
// infinitely differentiable and (−1)ⁿ f⁽ⁿ⁾ ≥ 0 for all n ≥ 0. In the theorems below CM and Bernstein functions are
// functions of t = z², and formulas are in z.
var Rules = []*rule.Rule{
	{
		ID: "completely-monotone.constant", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Constant, Check: rule.Fact(constantRule),
	}, {
		ID: "completely-monotone.sum", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Sum, Check: rule.Reduction(sumRule(proof.CompletelyMonotone)),
	}, {
		ID: "completely-monotone.product", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Product, Check: rule.Reduction(productRule),
	}, {
		ID: "completely-monotone.exponential", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Lemma:    lemma.Composition,
		Theorem:  "If B is a Bernstein function, exp(−B) is completely monotone.",
		Citation: ssv + ", theorem 3.7", Check: rule.Reduction(
			argumentRule(func(b *formula.Expr) *formula.Expr { return formula.Apply(formula.OpExp, formula.Neg(b)) })),
	}, {
		ID: "completely-monotone.power", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Lemma:    lemma.Composition,
		Theorem:  "If B > 0 is a Bernstein function and a > 0, then B^(−a) is completely monotone.",
		Citation: ssv + ", theorem 3.7, applied to s^(−a)", Check: rule.Reduction(powerRule),
	}, {
		ID: "completely-monotone.composition", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Composition, Check: rule.Reduction(compositionRule(proof.CompletelyMonotone)),
	}, {
		ID: "completely-monotone.complement", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Complement, Check: rule.Reduction(complementRule(Bernstein, true)),
	}, {
		ID: "completely-monotone.derivative", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Derivative, Check: rule.Reduction(derivativeRule(-1)),
	}, {
		ID: "completely-monotone.mean", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Theorem: "If G′(z) = z^(p−1) h(z) with h completely monotone in z² and 0 ≤ r < 1, then z^(−p) (G(z) − G(rz)) = " +
			"∫_r^1 u^(p−1) h(uz) du is completely monotone; for r = 0, G(z) → 0 as z → 0.",
		Citation: ssv + ", corollary 1.6 (mixtures)", Check: rule.Reduction(meanRule),
	}, {
		ID: "completely-monotone.exponential-polynomial", Claim: proof.CompletelyMonotone, Holds: true,
		Supposes: rule.Pointwise,
		Theorem: "f(t) = Σ_i p_i(z) exp(−a_i z), 0 < a_1 < a_2 < …, is the Laplace transform of s^(−3/2)/(2√π) · Σ_i " +
			"P_i(1/s) exp(−a_i²/(4s)) with polynomials P_i; it is completely monotone if the partial sums P_1 + … + P_i are " +
			"nonnegative on (0,∞), or if the P_i are constants and Σ_i P_i y^(n_i) ≥ 0 on (0,1) with whole n_i = L a_i².",
		Citation: gr + ", 17.13.34; partial summation", Check: rule.Fact(expPolynomialRule),
	}, {
		ID: "completely-monotone.sector", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Sector, Check: rule.Fact(sectorRule(infinite.neg(), at(0, 1))),
	}, {
		ID: "completely-monotone.quotient", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Theorem:  "If B is a Bernstein function of t = z², B/t is completely monotone.",
		Citation: ssv + ", theorem 3.2: (1 − exp(−ts))/t = ∫_0^s exp(−tu) du", Check: rule.Reduction(argumentRule(
			func(b *formula.Expr) *formula.Expr { return formula.Div(b, pow(formula.Variable(), constant.Int(2))) })),
	}, {
		ID: "completely-monotone.laplace-integral", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Composition,
		Theorem: "exp(x²)·erfc(x), exp(x)·K_ν(x), x^μ·K_ν(x), μ ≤ |ν|, 1/2, exp(−x)·x^(−ν)·I_ν(x) and " +
			"exp(−x)·x^(−ν)·(I_ν(x) ± I_{ν+1}(x)), ν ≥ −1/2, and Γ(x+a)/Γ(x+b), 0 ≤ a ≤ b, are completely monotone in x > 0, " +
			"so that they are in t if x is a Bernstein function of t.",
		Citation: dlmf + ", 7.7.1, 10.32.9, 10.32.2 and 5.12.1", Check: rule.Reduction(laplaceRule),
	}, {
		ID: "completely-monotone.power-series", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.PowerSeries, Check: rule.Reduction(seriesRule),
	}, {
		ID: "completely-monotone.rational", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Composition,
		Theorem: "F(x) = Σ_i Σ_{k≥1} c_ik (x + a_i)^(−k), 0 ≤ a_1 < a_2 < …, is the Laplace transform of Σ_i exp(−a_i s) " +
			"Σ_k c_ik s^(k−1)/(k−1)!; it is completely monotone in x if the partial sums over i of these polynomials are " +
			"nonnegative, and then F(B) is for a Bernstein function B > 0.",
		Citation: gr + ", 17.13.4; partial summation", Check: rule.Reduction(rationalRule),
	}, {
		ID: "completely-monotone.decrement", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Shift, Check: rule.Reduction(shiftRule(-1, proof.CompletelyMonotone)),
	}, {
		ID: "completely-monotone.increment", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Shift, Check: rule.Reduction(shiftRule(1, Bernstein)),
	}, {
		ID: "bernstein.constant", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Constant, Check: rule.Fact(constantRule),
	}, {
		ID: "bernstein.power", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Lemma:    lemma.Root,
		Theorem:  "z^p = t^(p/2) is a Bernstein function for 0 ≤ p ≤ 2.",
		Citation: ssv + ", example 3.9", Check: rule.Fact(bernsteinPowerRule),
	}, {
		ID: "bernstein.sum", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Sum, Check: rule.Reduction(sumRule(Bernstein)),
	}, {
		ID: "bernstein.complement", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Complement, Check: rule.Reduction(complementRule(proof.CompletelyMonotone, false)),
	}, {
		ID: "bernstein.root", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Lemma:    lemma.Root,
		Theorem:  "If B is a Bernstein function and 0 < r ≤ 1, then B^r is a Bernstein function.",
		Citation: ssv + ", corollary 3.8", Check: rule.Reduction(bernsteinRootRule),
	}, {
		ID: "bernstein.sector", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Sector, Check: rule.Fact(sectorRule(at(0, 1), at(1, 1))),
	}, {
		ID: "conditionally-pd.bernstein", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.ContinuousAtZero,
		Lemma: lemma.Micchelli,
		Theorem: "If B is a Bernstein function of t = z² and k = c − B is continuous, k is conditionally positive " +
			"definite of order 1 on every R^d.",
		Citation: "I. J. Schoenberg, Metric spaces and completely monotone functions (1938), theorem 6",
		Check:    rule.Reduction(conditionalRule),
	}, {
		ID: "bernstein.composition", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Composition, Check: rule.Reduction(compositionRule(Bernstein)),
	}, {
		ID: "bernstein.derivative", Claim: Bernstein, Holds: true, Supposes: rule.Pointwise,
		Lemma: lemma.Derivative, Check: rule.Reduction(derivativeRule(1)),
	}, {
		ID: "completely-monotone.derivative-sign", Claim: proof.CompletelyMonotone, Holds: false, Supposes: rule.Pointwise,
		Lemma:    lemma.AlternatingSigns,
		Theorem:  "If (−1)ⁿ f⁽ⁿ⁾(t) < 0 for some t > 0 and n ≥ 0, then f is not completely monotone.",
		Citation: widder + ", chapter IV, definition 2a", Check: rule.Fact(notDerivative),
	}, {
		ID: "completely-monotone.increase", Claim: proof.CompletelyMonotone, Holds: false, Supposes: rule.Pointwise,
		Lemma:    lemma.AlternatingSigns,
		Theorem:  "A completely monotone function does not increase: 0 < z₁ < z₂ with k(z₁) < k(z₂) refutes.",
		Citation: widder + ", chapter IV, definition 2a", Check: rule.Fact(notIncrease),
	}, {
		ID: "completely-monotone.identity", Claim: proof.CompletelyMonotone, Holds: false, Supposes: rule.Pointwise,
		Theorem: "A completely monotone function is real analytic on (0,∞), so that it is one with any function that is " +
			"analytic there and equals it on an interval; a point at which they differ refutes.",
		Citation: widder + ", chapter IV, theorem 3a", Check: rule.Fact(notIdentity),
	}, {
		ID: "completely-monotone.not-pd", Claim: proof.CompletelyMonotone, Holds: false, Supposes: rule.ContinuousAtZero,
		Lemma:    lemma.Schoenberg,
		Theorem:  "If f is completely monotone and k(0) is the limit of k at 0, k is positive definite on every R^n.",
		Citation: "I. J. Schoenberg, Metric spaces and completely monotone functions (1938), theorem 3",
		From:     rule.Not(proof.PD), Check: rule.Reduction(notPD),
	},
}
