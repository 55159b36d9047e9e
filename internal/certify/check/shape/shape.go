// Package shape takes kernels apart: into what a condition cuts off and the rest, a value at 0, kernels of parts.
package shape

import (
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// A Shape is a kernel's effective function as "Where ? Core : 0", or as Core if Where is nil.
type Shape struct {
	Where, Core *formula.Expr

	of *kernel.Kernel
}

// ShapeOf peels conditions and names off the effective function.
func ShapeOf(k *kernel.Kernel) Shape {
	s := Shape{of: k}
	e := k.Expr()
	for {
		e = e.Body()
		if e.Op() != formula.OpCond {
			s.Core = e
			return s
		}
		where := e.Args()[0]
		switch {
		case formula.IsZero(e.Args()[2]):
			e = e.Args()[1]
		case formula.IsZero(e.Args()[1]):
			where, e = formula.Apply(formula.OpNot, where), e.Args()[2]
		default:
			s.Core = e
			return s
		}
		if s.Where != nil {
			where = formula.Apply(formula.OpAnd, s.Where, where)
		}
		s.Where = where
	}
}

// With returns the kernel of the function "Where ? e : 0".
func (s Shape) With(e *formula.Expr) *kernel.Kernel {
	if s.Where != nil {
		e = formula.Apply(formula.OpCond, s.Where, e, formula.Int(0))
	}
	return s.of.Derive(e)
}

// Branch returns the branch that a comparison of z and 0 selects at a distance, as at every other z > 0 if it is not 0;
// nil for what is no such condition.
func Branch(e *formula.Expr, z int64) *formula.Expr {
	if e.Op() != formula.OpCond {
		return nil
	}
	test, sides := e.Args()[0], e.Args()[0].Args()
	if len(sides) != 2 || !(sides[0].Op() == formula.OpVar && formula.IsZero(sides[1])) &&
		!(sides[1].Op() == formula.OpVar && formula.IsZero(sides[0])) {
		return nil
	}
	return formula.Apply(formula.OpCond, formula.Substitute(test, formula.Int(z)), e.Args()[1], e.Args()[2])
}

// AtZero returns the formula of k on z > 0 without conditions that set 0 apart, as in z == 0 ? v : e; ok: there are
// some.
func AtZero(k *kernel.Kernel) (e *formula.Expr, ok bool) {
	var beyond func(c *formula.Expr) *formula.Expr
	beyond = func(c *formula.Expr) *formula.Expr {
		side := Branch(c, 1)
		if side == nil || side == Branch(c, 0) {
			return nil
		}
		ok = true
		return side.Replace(beyond)
	}
	return k.Expr().Replace(beyond), ok
}

// Subkernels makes kernels of the parts of the formula of k.
func Subkernels(k *kernel.Kernel, parts []*formula.Expr) []*kernel.Kernel {
	var out []*kernel.Kernel
	for _, e := range parts {
		out = append(out, k.Derive(e))
	}
	return out
}

// NegativeOf returns −k, the effective function of k with the other sign.
func NegativeOf(k *kernel.Kernel) *kernel.Kernel {
	e := k.Expr()
	if e.Op() == formula.OpNeg {
		return k.Derive(e.Args()[0])
	}
	return k.Derive(formula.Apply(formula.OpNeg, e))
}
