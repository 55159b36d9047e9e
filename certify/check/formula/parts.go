package formula

import (
	"math/big"

	"krein/kernel"
)

// Terms returns the summands of e, names of sums opened; what is subtracted becomes a negative.
func Terms(e *kernel.Expr) []*kernel.Expr {
	return e.Summands(func(body *kernel.Expr) bool {
		o := body.Op()
		return o == kernel.OpAdd || o == kernel.OpSub || o == kernel.OpNeg
	})
}

// maxProductPower bounds the exponents of powers that are read as products.
const maxProductPower = 8

// FactorList returns the factors of e that vary, and the product of the constant ones; a quotient 1/b is a factor if b
// varies. A named kernel is a factor as it stands. If powers is set, xⁿ and x^(−n) with a small integer n are n factors x or 1/x.
func FactorList(e *kernel.Expr, powers bool) (factors []*kernel.Expr, constant *kernel.Expr) {
	f := factorizer{powers: powers, constant: kernel.Int(1)}
	f.walk(e, false)
	return f.factors, f.constant
}

type factorizer struct {
	powers   bool
	factors  []*kernel.Expr
	constant *kernel.Expr
}

func (f *factorizer) walk(e *kernel.Expr, below bool) {
	args := e.Args()
	switch {
	case !e.Varies():
		op := kernel.OpMul
		if below {
			op = kernel.OpDiv
		}
		f.constant = kernel.Apply(op, f.constant, e)
		return
	case e.Op() == kernel.OpMul || e.Op() == kernel.OpDiv:
		f.walk(args[0], below)
		f.walk(args[1], below != (e.Op() == kernel.OpDiv))
		return
	case e.Op() == kernel.OpNeg:
		f.constant = kernel.Apply(kernel.OpNeg, f.constant)
		f.walk(args[0], below)
		return
	case e.Op() == kernel.OpPow && f.powers:
		if n := args[1].Num(); n != nil && n.IsInt() && n.Sign() != 0 && n.Num().CmpAbs(big.NewInt(maxProductPower)) <= 0 {
			for range new(big.Int).Abs(n.Num()).Int64() {
				f.walk(args[0], below != (n.Sign() < 0))
			}
			return
		}
	}
	if below {
		e = kernel.Apply(kernel.OpDiv, kernel.Int(1), e)
	}
	f.factors = append(f.factors, e)
}

// IsZero reports whether e is the number 0.
func IsZero(e *kernel.Expr) bool { return e.Op() == kernel.OpNum && e.Num().Sign() == 0 }

// Unfold replaces the name of a kernel by its formula.
func Unfold(e *kernel.Expr) *kernel.Expr {
	for e != nil && e.Op() == kernel.OpCall {
		e = e.Body()
	}
	return e
}

// Substitute replaces the distance in a formula.
func Substitute(e, z *kernel.Expr) *kernel.Expr {
	return e.Replace(func(e *kernel.Expr) *kernel.Expr {
		if e.Op() == kernel.OpVar {
			return z
		}
		return nil
	})
}
