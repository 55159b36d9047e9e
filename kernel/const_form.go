package kernel

import "math/big"

// varSymbol is z > 0 as an unknown of the ring of constants.
var varSymbol = &symbol{kind: symVar, key: "z"}

// sameForm reports whether the branch-free a and b have one normal form.
func sameForm(a, b *Expr) (same bool) {
	_, ok := attempt(func() (int, bool) {
		u, err := Eval(a, symbolPower(varSymbol, intExp(1)), formArith{})
		if err != nil {
			return 0, false
		}
		v, err := Eval(b, symbolPower(varSymbol, intExp(1)), formArith{})
		if err != nil {
			return 0, false
		}
		return 0, u.Sub(v).isZeroForm()
	})
	return ok
}

// formArith is Arithmetic in which z is an unknown: an operation that depends on what is not known of z makes a symbol of its own.
// Identities that Arithmetic uses without asking for a sign hold wherever both sides are defined.
type formArith struct{ Arithmetic }

func (ar formArith) Unary(op Op, a Const) (Const, error) {
	c, err := ar.Arithmetic.Unary(op, a)
	if err == nil || !mentionsVar(a) {
		return c, err
	}
	switch op {
	case OpSqrt:
		return symbolPower(newSymbol(symSum, OpNum, nil, a), exponentHalf()), nil
	case OpAsin:
		v, err := ar.Unary(OpAcos, a)
		return constPi().scale(big.NewRat(1, 2)).Sub(v), err
	}
	return symbolPower(newSymbol(symFunc, op, nil, a), intExp(1)), nil
}

func (ar formArith) PowRat(a Const, p *big.Rat) (Const, error) {
	c, err := ar.Arithmetic.PowRat(a, p)
	if err == nil || !mentionsVar(a) {
		return c, err
	}
	e, small := exponentOf(p)
	if !small {
		return c, err
	}
	return symbolPower(newSymbol(symSum, OpNum, nil, a), e), nil
}

func (ar formArith) Binary(op Op, a, b Const) (Const, error) {
	if op == OpDiv {
		inv, err := ar.PowRat(b, big.NewRat(-1, 1))
		if err != nil {
			return inv, err
		}
		return ar.Arithmetic.Binary(OpMul, a, inv)
	}
	return ar.Arithmetic.Binary(op, a, b)
}

func (ar formArith) Bessel(op Op, nu, x Const) (Const, error) {
	c, err := ar.Arithmetic.Bessel(op, nu, x)
	r, ok := nu.Rat()
	if err == nil || !ok || !mentionsVar(x) {
		return c, err
	}
	return symbolPower(newSymbol(symBessel, op, r, x), intExp(1)), nil
}

// mentionsVar reports whether z occurs in c.
func mentionsVar(c Const) bool {
	for _, t := range c.terms() {
		for _, p := range t.f {
			if p.s.kind == symVar || mentionsVar(p.s.arg) {
				return true
			}
		}
	}
	return false
}
