package monotone

import (
	"math/big"

	"krein/certify/check/rule"
	"krein/kernel"
)

// Evidence of the rules of complete monotonicity. Formulas are in the distance z and continue naturally; constants
// are formulas without z.

// Terms is Σ Coefficient·Formula, for completely-monotone.sum, and for bernstein.sum with a constant.
type Terms struct {
	Constant string `json:"constant"`
	Terms    []Term `json:"terms"`
}

// Term is one of MonotoneTerms.
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
	Formula string        `json:"formula"`
	Power   rule.Rational `json:"power"`
}

// Composition is Outer with z replaced by the root of Inner.
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

// Complement is Constant − Formula.
type Complement struct {
	Constant string `json:"constant"`
	Formula  string `json:"formula"`
}

// Logarithmic is Formula^Power, Derivative being −g′/g of g = Formula.
type Logarithmic struct {
	Formula    string        `json:"formula"`
	Power      rule.Rational `json:"power"`
	Derivative string        `json:"derivative"`
}

// Mixture is Σ_i (Σ_j Coefficients_j z^j) exp(−Rate z), the rates increasing. At is the 1/s > 0 at which the
// density is negative, for completely-monotone.negative-mixture only.
type Mixture struct {
	Terms []Rate         `json:"terms"`
	At    *rule.Rational `json:"at,omitempty"`
}

// Rate is one term of MonotoneMixture.
type Rate struct {
	Rate         string   `json:"rate"`
	Coefficients []string `json:"coefficients"`
}

// Fractions is Σ_i Σ_k Coefficients_ik (x + Rate_i)^(−k−1), the rates increasing, at x = Argument.
type Fractions struct {
	Argument string `json:"argument"`
	Terms    []Rate `json:"terms"`
}

// Function is Function(Formula).
type Function struct {
	Function string `json:"function"`
	Formula  string `json:"formula"`
}

// Interval is a function that equals k between From and To and differs from it at At.
type Interval struct {
	Formula string        `json:"formula"`
	From    rule.Rational `json:"from"`
	To      rule.Rational `json:"to"`
	At      rule.Rational `json:"at"`
	Bits    rule.Bits     `json:"bits"`
}

// Special names a function of which k is a power, with its order (Bessel functions; otherwise 0) and the
// scale a, or the argument x, a formula.
type Special struct {
	Function string        `json:"function"`
	Order    rule.Rational `json:"order"`
	Shift    rule.Rational `json:"shift"` // μ in z^μ K_ν
	Argument string        `json:"argument"`
	Power    rule.Rational `json:"power"`
}

// Sign is the derivative of order Order at t, to be enclosed with Bits bits.
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

// Point is a point at which k is singular and the exponent that shows it.
type Point struct {
	At       string        `json:"at"`
	Exponent rule.Rational `json:"exponent"`
	Order    int           `json:"order"`
}

// Complex is a point x + iy.
type Complex struct {
	X    rule.Rational `json:"x"`
	Y    rule.Rational `json:"y"`
	Bits rule.Bits     `json:"bits"`
}

// Dimension is a dimension in which the kernel is not positive definite.
type Dimension struct {
	Dimension int `json:"dimension"`
}

// cmFormula reads a formula of the evidence.
func cmFormula(formula string) (*kernel.Kernel, error) {
	k, err := kernel.Parse(formula, nil)
	if err != nil {
		return nil, rule.Reject("%v", err)
	}
	if b, _ := k.Extension(); b != kernel.Natural {
		return nil, rule.Reject("%s does not continue naturally", formula)
	}
	return k, nil
}

// cmFormulas reads several.
func cmFormulas(formulas ...string) (kernels []*kernel.Kernel, err error) {
	for _, formula := range formulas {
		k, err := cmFormula(formula)
		if err != nil {
			return nil, err
		}
		kernels = append(kernels, k)
	}
	return kernels, nil
}

// cmNumber is a constant of the evidence: as it is written, its value and its sign.
type cmNumber struct {
	*kernel.Expr
	value kernel.Const
	sign  int
}

// cmConstant reads a constant of the evidence.
func cmConstant(formula string) (n cmNumber, err error) {
	k, err := cmFormula(formula)
	if err != nil {
		return n, err
	}
	n.Expr = k.Expr()
	if n.Varies() {
		return n, rule.Reject("%s is not a constant", formula)
	}
	if n.value, err = kernel.NewConst(n.Expr); err != nil {
		return n, rule.Incomplete("the constant %s: %v", formula, err)
	}
	var known kernel.Truth
	if n.sign, known = n.value.Sign(); known != kernel.True {
		return n, rule.Incomplete("the sign of %s is not known", formula)
	}
	return n, nil
}

// cmIncreases tells whether a < b is proved.
func cmIncreases(a, b kernel.Const) bool {
	s, known := a.Cmp(b)
	return known == kernel.True && s < 0
}

// NormalTerm is a term of a formula in normal form on z > 0: Coefficient·Π Factors·exp(Exponent).
type NormalTerm struct {
	Coefficient kernel.Const
	Factors     []NormalFactor
	Exponent    *kernel.Expr // nil if there is none
	Expr        *kernel.Expr // the whole term
	Unit        *kernel.Expr // the term without its coefficient
}

// NormalFactor is a power of the distance (Op OpVar), of a sum (OpAdd) or of a function of Arg.
type NormalFactor struct {
	Op    kernel.Op
	Arg   *kernel.Expr // the base itself of an OpVar or OpAdd
	Order *big.Rat     // of a Bessel function
	Power *big.Rat
	Expr  *kernel.Expr // the factor
}

// NormalTerms returns the terms of a formula's normal form on z > 0. It is an error if the formula is not proved to
// be defined, finite and analytic there, or is beyond the limits.
func NormalTerms(e *kernel.Expr) (terms []NormalTerm, err error) {
	err = cmTry(func() {
		s := (&cmBuilder{}).form(e)
		if num, den := s.together(); den.key != "" && len(s) > 1 && len(num) == 1 {
			if inv := den.power(big.NewRat(-1, 1)); len(inv) == 1 {
				s = num.times(inv)
			}
		}
		for _, t := range s {
			terms = append(terms, normalTerm(t))
		}
	})
	return terms, err
}

func normalTerm(t cmTerm) NormalTerm {
	unit := t
	unit.c = cmNum(1)
	n := NormalTerm{Coefficient: t.c, Expr: t.expr(), Unit: unit.expr()}
	if len(t.e) > 0 {
		n.Exponent = t.e.Expr()
	}
	for _, f := range t.f {
		g := NormalFactor{Op: f.a.op, Order: f.a.nu, Power: f.p, Expr: f.a.expr()}
		g.Arg = g.Expr
		if f.a.op != kernel.OpVar && f.a.op != kernel.OpAdd {
			g.Arg = f.a.arg.Expr()
		}
		if f.p.Cmp(ratOne) != 0 {
			g.Expr = kernel.Apply(kernel.OpPow, g.Expr, kernel.Rational(f.p))
		}
		n.Factors = append(n.Factors, g)
	}
	return n
}

// ProvedPositive reports whether a formula is proved to be positive for all z > 0.
func ProvedPositive(e *kernel.Expr) bool {
	positive := false
	err := cmTry(func() { positive = (&cmBuilder{}).form(e).positive() })
	return err == nil && positive
}

// DerivativeT returns df/dt of f(t) = e(√t) as a formula in z = √t, or an error if e has no normal form.
func DerivativeT(e *kernel.Expr) (d *kernel.Expr, err error) {
	err = cmTry(func() { d = (&cmBuilder{}).form(e).derivativeT().Expr() })
	return d, err
}

// LimitAtZero returns the limit at z = 0 of a formula, or an error unless each of its parts has one.
func LimitAtZero(e *kernel.Expr) (c kernel.Const, err error) {
	err = cmTry(func() { c = (&cmBuilder{}).form(e).atZero() })
	return c, err
}

// CommonFactor writes a formula as front·rest, rest a sum without common powers and exponentials, front nil if it is 1. It is an error if the
// formula has no normal form.
func CommonFactor(e *kernel.Expr) (front, rest *kernel.Expr, err error) {
	err = cmTry(func() {
		s := (&cmBuilder{}).form(e)
		rest = s.Expr()
		if len(s) < 2 {
			return
		}
		if content, r := s.content(); content.key != "" {
			front, rest = cmForm{content}.Expr(), r.Expr()
		}
	})
	return front, rest, err
}
