package formula

import (
	"math/big"
	"slices"
)

// Terms returns the summands of e, names of sums opened; what is subtracted becomes a negative.
func Terms(e *Expr) []*Expr {
	return e.Summands(func(body *Expr) bool {
		o := body.Op()
		return o == OpAdd || o == OpSub || o == OpNeg
	})
}

// maxProductPower bounds the exponents of powers that are read as products.
const maxProductPower = 8

// FactorList returns the factors of e that vary, and the product of the constant ones; a quotient 1/b is a factor if b
// varies. A named kernel is a factor as it stands. If powers is set, x^±n with a small integer n are n factors, and exp of a sum
// of several terms that vary is one of each summand.
// e = constant·Π factors, wherever e has a value: 1/(bc) is 1/b·1/c, −e is −1 times e, exp(a+b) is exp(a)·exp(b). x^0 is no factor, nor is
// a power with an exponent that is not small: these are factors as they are written. A constant that is 0, or has no value, is in the constant.
func FactorList(e *Expr, powers bool) (factors []*Expr, constant *Expr) {
	f := factorizer{powers: powers, constant: Int(1)}
	f.walk(e, false)
	return f.factors, f.constant
}

type factorizer struct {
	powers   bool
	factors  []*Expr
	constant *Expr
}

func (f *factorizer) walk(e *Expr, below bool) {
	args := e.Args()
	switch {
	case !e.Varies():
		op := OpMul
		if below {
			op = OpDiv
		}
		f.constant = Apply(op, f.constant, e)
		return
	case e.Op() == OpMul || e.Op() == OpDiv:
		f.walk(args[0], below)
		f.walk(args[1], below != (e.Op() == OpDiv))
		return
	case e.Op() == OpNeg:
		f.constant = Apply(OpNeg, f.constant)
		f.walk(args[0], below)
		return
	case e.Op() == OpExp && f.powers:
		terms := Terms(args[0])
		if varying := slices.DeleteFunc(slices.Clone(terms), func(t *Expr) bool { return !t.Varies() }); len(varying) < 2 {
			break
		}
		for _, t := range terms {
			f.walk(Apply(OpExp, t), below)
		}
		return
	case e.Op() == OpPow && f.powers:
		if n := args[1].Num(); n != nil && n.IsInt() && n.Sign() != 0 && n.Num().CmpAbs(big.NewInt(maxProductPower)) <= 0 {
			for range new(big.Int).Abs(n.Num()).Int64() {
				f.walk(args[0], below != (n.Sign() < 0))
			}
			return
		}
	}
	if below {
		e = Apply(OpDiv, Int(1), e)
	}
	f.factors = append(f.factors, e)
}

// Combine returns a op b; nil stands for nothing, beside which the other one is what it is.
func Combine(op Op, a, b *Expr) *Expr {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return Apply(op, a, b)
}

// IsZero reports whether e is the number 0.
func IsZero(e *Expr) bool { return e.Op() == OpNum && e.Num().Sign() == 0 }

// Opened returns e with formulas in the place of the names of kernels.
// Names of kernels are gone, in parameters too.
func Opened(e *Expr) *Expr { return e.replace(func(*Expr) *Expr { return nil }, true) }

// Unfold replaces the name of a kernel by its formula.
func Unfold(e *Expr) *Expr {
	for e != nil && e.Op() == OpCall {
		e = e.Body()
	}
	return e
}

// Substitute replaces the distance in a formula.
// All variables alike: a tree with several must not come here.
func Substitute(e, z *Expr) *Expr {
	return e.Replace(func(e *Expr) *Expr {
		if e.Op() == OpVar {
			return z
		}
		return nil
	})
}
