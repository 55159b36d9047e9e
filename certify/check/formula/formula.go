// Package formula takes formulas apart: into summands, factors, what a condition cuts off.
package formula

import (
	"math/big"

	"krein/kernel"
)

// A Shape is a kernel's effective function as "Where ? Core : 0", or as Core if Where is nil.
type Shape struct{ Where, Core *kernel.Expr }

// ShapeOf peels conditions and names off the effective function. It panics for a Go function.
func ShapeOf(k *kernel.Kernel) Shape {
	var s Shape
	e := k.Expr()
	for {
		e = e.Body()
		if e.Op() != kernel.OpCond {
			s.Core = e
			return s
		}
		where := e.Args()[0]
		switch {
		case IsZero(e.Args()[2]):
			e = e.Args()[1]
		case IsZero(e.Args()[1]):
			where, e = kernel.Apply(kernel.OpNot, where), e.Args()[2]
		default:
			s.Core = e
			return s
		}
		if s.Where != nil {
			where = kernel.Apply(kernel.OpAnd, s.Where, where)
		}
		s.Where = where
	}
}

// With returns the kernel of the function "Where ? e : 0".
func (s Shape) With(e *kernel.Expr) *kernel.Kernel {
	if s.Where != nil {
		e = kernel.Apply(kernel.OpCond, s.Where, e, kernel.Int(0))
	}
	return kernel.NewNatural(e)
}

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

// AtZero splits a kernel of the form "z == 0 ? v : e"; ok is false if it has not that form.
func AtZero(k *kernel.Kernel) (v, e *kernel.Expr, ok bool) {
	c := k.Expr().Body()
	if c.Op() != kernel.OpCond {
		return nil, nil, false
	}
	test, a, b := c.Args()[0], c.Args()[1], c.Args()[2]
	switch test.Op() {
	case kernel.OpNE, kernel.OpGT:
		a, b = b, a
	case kernel.OpEQ, kernel.OpLE:
	default:
		return nil, nil, false
	}
	if test.Args()[0].Op() != kernel.OpVar || !IsZero(test.Args()[1]) || a.Varies() {
		return nil, nil, false
	}
	return a, b, true
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

// Subkernels makes kernels of the parts of a formula.
func Subkernels(parts []*kernel.Expr) []*kernel.Kernel {
	var out []*kernel.Kernel
	for _, e := range parts {
		out = append(out, kernel.NewNatural(e))
	}
	return out
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

// NegativeOf returns −k, the effective function of k with the other sign. It panics for a Go function.
func NegativeOf(k *kernel.Kernel) *kernel.Kernel {
	e := k.Expr()
	if e.Op() == kernel.OpNeg {
		return kernel.NewNatural(e.Args()[0])
	}
	return kernel.NewNatural(kernel.Apply(kernel.OpNeg, e))
}
