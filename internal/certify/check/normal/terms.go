package normal

import (
	"math/big"

	"krein/internal/certify/check/rule"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// Term is a term of a formula in normal form on z > 0: Coefficient·Π Factors·exp(Exponent).
//
// The fields together are the term, as formulas: Expr = Coefficient·Unit, Unit = Π
// Factors·exp(Exponent).
type Term struct {
	Coefficient constant.Value
	Factors     []Factor
	Exponent    *formula.Expr // nil if there is none
	Expr        *formula.Expr // the whole term
	Unit        *formula.Expr // the term without its coefficient
}

// Factor is a power of the distance (Op OpVar), of a sum (OpAdd) or of a function of Arg.
type Factor struct {
	Op    formula.Op
	Arg   *formula.Expr  // the base itself of an OpVar or OpAdd
	Order constant.Value // of a Bessel function
	Power *big.Rat
	Expr  *formula.Expr // the factor
}

// Terms returns the terms of a formula's normal form on z > 0. It is an error if the formula is not proved to
// be defined, finite and analytic there, or is beyond the limits.
//
// What is one term over a common denominator is returned as one.
func Terms(e *formula.Expr) (terms []Term, err error) {
	err = try(func() {
		s := (&builder{}).form(e)
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

func normalTerm(t term) Term {
	unit := t
	unit.c = number(1)
	n := Term{Coefficient: t.c, Expr: t.expr(), Unit: unit.expr()}
	if len(t.e) > 0 {
		n.Exponent = t.e.Expr()
	}
	for _, f := range t.f {
		g := Factor{Op: f.a.op, Order: f.a.nu, Power: f.p, Expr: f.a.expr()}
		g.Arg = g.Expr
		if f.a.op != formula.OpVar && f.a.op != formula.OpAdd {
			g.Arg = f.a.arg.Expr()
		}
		if f.p.Cmp(ratOne) != 0 {
			g.Expr = formula.Apply(formula.OpPow, g.Expr, formula.Rational(f.p))
		}
		n.Factors = append(n.Factors, g)
	}
	return n
}

// DerivativeT returns df/dt of f(t) = e(√t) as a formula in z = √t, or an error if e has no normal form.
func DerivativeT(e *formula.Expr) (d *formula.Expr, err error) {
	err = try(func() { d = (&builder{}).form(e).derivativeT().Expr() })
	return d, err
}

// LimitAtZero returns the limit at z = 0 of a formula, or an error unless each of its parts has one.
func LimitAtZero(e *formula.Expr) (c constant.Value, err error) {
	err = try(func() { c = (&builder{}).form(e).atZero() })
	return c, err
}

// CommonFactor writes a formula as front·rest, rest a sum without common powers and exponentials, front nil if it is 1.
// It is an error if the formula has no normal form.
//
// front is positive on z > 0.
func CommonFactor(e *formula.Expr) (front, rest *formula.Expr, err error) {
	err = try(func() {
		s := (&builder{}).form(e)
		rest = s.Expr()
		if len(s) < 2 {
			return
		}
		if content, r := s.content(); content.key != "" {
			front, rest = Form{content}.Expr(), r.Expr()
		}
	})
	return front, rest, err
}

// Positive rejects the step unless e is proved to be positive for all z > 0.
//
// Not proved is no proof of the contrary, but the step has said that it is positive: it is
// rejected.
func Positive(e *formula.Expr) error {
	positive := false
	if err := try(func() { positive = (&builder{}).form(e).positive() }); err != nil {
		return err
	}
	if !positive {
		return rule.Reject("%s is not proved to be positive", e)
	}
	return nil
}
