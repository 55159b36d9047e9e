package constant

import (
	"math/big"

	"krein/internal/kernel/exponent"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
)

// varSymbol is z > 0 as an unknown of the ring of constants.
var varSymbol = &symbol{kind: symVar, key: "z", hasZ: true}

// SameForm reports whether the branch-free a and b have one normal form.
// Two formulas with one normal form are equal wherever both have values. The other way round nothing is said.
func SameForm(a, b *formula.Expr) bool {
	z := symbolPower(varSymbol, exponent.Int(1))
	return fail.Shown(func() bool {
		u, err := formula.Eval(a, z, formArith{})
		if err != nil {
			return false
		}
		v, err := formula.Eval(b, z, formArith{})
		return err == nil && u.Sub(v).IsZeroForm()
	})
}

// formArith is Arithmetic in which z is an unknown: an operation that depends on what is not known of z makes a symbol
// of its own. Identities that Arithmetic uses without asking for a sign hold wherever both sides are defined.
type formArith struct{ Arithmetic }

// Where Arithmetic fails, for want of a sign, the function of the whole argument is a symbol; its key is that of the argument.
func (ar formArith) Unary(op formula.Op, a Value) (Value, error) {
	c, err := ar.Arithmetic.Unary(op, a)
	if err == nil || !mentionsVar(a) {
		return c, err
	}
	switch op {
	case formula.OpSqrt:
		return symbolPower(newSymbol(symSum, formula.OpNum, Value{}, a), exponent.Half()), nil
	case formula.OpAsin:
		v, err := ar.Unary(formula.OpAcos, a)
		return Pi().Scale(big.NewRat(1, 2)).Sub(v), err
	}
	return symbolPower(newSymbol(symFunc, op, Value{}, a), exponent.Int(1)), nil
}

// a^p, as one symbol to the power p: products of such powers add their exponents, which holds wherever a^p has values: a > 0, or
// whole powers of any a ≠ 0.
func (ar formArith) PowRat(a Value, p *big.Rat) (Value, error) {
	c, err := ar.Arithmetic.PowRat(a, p)
	if err == nil || !mentionsVar(a) {
		return c, err
	}
	e, small := exponent.Of(p)
	if !small {
		return c, err
	}
	return symbolPower(newSymbol(symSum, formula.OpNum, Value{}, a), e), nil
}

// Division by what may vanish is the power −1 of a symbol: where it vanishes the formula has no value.
func (ar formArith) Binary(op formula.Op, a, b Value) (Value, error) {
	if op == formula.OpDiv {
		inv, err := ar.PowRat(b, big.NewRat(-1, 1))
		if err != nil {
			return inv, err
		}
		return ar.Arithmetic.Binary(formula.OpMul, a, inv)
	}
	c, err := ar.Arithmetic.Binary(op, a, b)
	if err == nil || op != formula.OpPow || !mentionsVar(a) {
		return c, err
	}
	l, err := ar.Unary(formula.OpLog, a)
	if err != nil {
		return c, err
	}
	return ar.Unary(formula.OpExp, b.Mul(l)) // a > 0, or there is no such power
}

func (ar formArith) Bessel(op formula.Op, nu, x Value) (Value, error) {
	c, err := ar.Arithmetic.Bessel(op, nu, x)
	if err == nil || mentionsVar(nu) || !mentionsVar(x) {
		return c, err
	}
	return symbolPower(newSymbol(symBessel, op, nu, x), exponent.Int(1)), nil
}

// mentionsVar reports whether z occurs in c.
func mentionsVar(c Value) bool {
	for _, t := range c.terms() {
		for _, p := range t.f {
			if p.s.hasZ {
				return true
			}
		}
	}
	return false
}
