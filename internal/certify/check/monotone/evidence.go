package monotone

import (
	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// Evidence of the rules of complete monotonicity. Formulas are in the distance z and natural; constants are those
// without z.

// Terms is Σ Coefficient·Formula, for completely-monotone.sum, and for bernstein.sum with a
// constant. The formulas are what the premises are about, in this order.
type Terms struct {
	Constant string `json:"constant"`
	Terms    []Term `json:"terms"`
}

// Term is one of Terms.
type Term struct {
	Coefficient string `json:"coefficient"`
	Formula     string `json:"formula"`
}

// Factors is a product.
type Factors struct {
	Factors []string `json:"factors"`
}

// Argument is the one function that k is made of: B in exp(−B), B in log B, −f′, B′.
type Argument struct {
	Formula string `json:"formula"`
}

// Power is a function and a power: B^(−a), B^r, or z^p with the formula z.
type Power struct {
	Formula string      `json:"formula"`
	Power   rule.Number `json:"power"`
}

// Composition is Outer with z replaced by the root of Inner: Outer is F(z²), so that F(B) is what
// comes out.
type Composition struct {
	Outer string `json:"outer"`
	Inner string `json:"inner"`
}

// Shift is the difference of Outer at the roots of Inner and of Inner + Shift.
type Shift struct {
	Outer string `json:"outer"`
	Inner string `json:"inner"`
	Shift string `json:"shift"`
}

// Mean is z^(−Power)·(G(z) − G(Scale·z)) with G = Formula; G(0) is 0.
type Mean struct {
	Formula string      `json:"formula"`
	Power   rule.Number `json:"power"`
	Scale   string      `json:"scale"`
}

// Complement is Constant − Formula.
type Complement struct {
	Constant string `json:"constant"`
	Formula  string `json:"formula"`
}

// Mixture is Σ_i (Σ_j Coefficients_j z^j) exp(−Rate z), the rates increasing.
type Mixture struct {
	Terms []Rate `json:"terms"`
}

// Rate is one term of a Mixture.
type Rate struct {
	Rate         string   `json:"rate"`
	Coefficients []string `json:"coefficients"`
}

// Signed is a Mixture plus Σ_i Coefficient_i exp(−Rate_i z²), the Rates increasing, each with one coefficient. One of these is
// negative, or, at At > 0, the density of the mixture of Gaussians that the Mixture is.
type Signed struct {
	Mixture
	Atoms []Rate        `json:"atoms,omitempty"`
	At    rule.Rational `json:"at"`
	Bits  rule.Bits     `json:"bits"`
}

// Fractions is Σ_i Σ_k Coefficients_ik (x + Rate_i)^(−k−1), the rates increasing, at x = Argument.
type Fractions struct {
	Argument string `json:"argument"`
	Terms    []Rate `json:"terms"`
}

// Interval is a function that equals k between From and To, 0 < From < To, and differs from it at
// At. Where At lies is of no account: analytic functions that agree on an interval agree everywhere
// on (0,∞).
type Interval struct {
	Formula string        `json:"formula"`
	From    rule.Rational `json:"from"`
	To      rule.Rational `json:"to"`
	At      rule.Rational `json:"at"`
	Bits    rule.Bits     `json:"bits"`
}

// Special names a function with its order (Bessel functions; otherwise 0) and the argument x, a formula.
type Special struct {
	Function string      `json:"function"`
	Order    rule.Number `json:"order"`
	Shift    rule.Number `json:"shift"` // μ in x^μ K_ν
	Argument string      `json:"argument"`
}

// Sign is the derivative of order Order at t > 0, to be enclosed with Bits bits. The bits are a
// matter of work: any ball below 0 proves it.
type Sign struct {
	T     rule.Rational `json:"t"`
	Order int           `json:"order"`
	Bits  rule.Bits     `json:"bits"`
}

// Pair is a pair of distances.
type Pair struct {
	Near rule.Rational `json:"near"`
	Far  rule.Rational `json:"far"`
	Bits rule.Bits     `json:"bits"`
}

// Dimension is a dimension in which the kernel is not positive definite.
type Dimension struct {
	Dimension int `json:"dimension"`
}

// readFormula reads a formula of the evidence.
// A formula has no conditions to hide a breakpoint in that a normal form would not refuse; its extension is none.
func readFormula(formula string) (*kernel.Kernel, error) {
	k, err := kernel.Read(formula)
	if err != nil {
		return nil, rule.Reject("%v", err)
	}
	return k, nil
}

// formulas reads several.
func formulas(formulas ...string) (kernels []*kernel.Kernel, err error) {
	for _, formula := range formulas {
		k, err := readFormula(formula)
		if err != nil {
			return nil, err
		}
		kernels = append(kernels, k)
	}
	return kernels, nil
}

// number is a constant of the evidence: as it is written, its value and its sign.
type number struct {
	*formula.Expr
	value constant.Value
	sign  int
}

// readConstant reads a constant of the evidence.
// A sign that is not known is an error: no rule may take a coefficient for nonnegative because nothing says otherwise.
func readConstant(formula string) (n number, err error) {
	k, err := readFormula(formula)
	if err != nil {
		return n, err
	}
	n.Expr = k.Expr()
	if n.Varies() {
		return n, rule.Reject("%s is not a constant", formula)
	}
	if n.value, err = constant.New(n.Expr); err != nil {
		return n, rule.Incomplete("the constant %s: %v", formula, err)
	}
	var known ball.Truth
	if n.sign, known = n.value.Sign(); known != ball.True {
		return n, rule.Incomplete("the sign of %s is not known", formula)
	}
	return n, nil
}

// atMost tells whether a ≤ b is proved.
// What is not compared is not at most.
func atMost(a, b constant.Value) bool {
	s, known := a.Cmp(b)
	return known == ball.True && s <= 0
}

// increases tells whether a < b is proved.
func increases(a, b constant.Value) bool {
	s, known := a.Cmp(b)
	return known == ball.True && s < 0
}
