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
//
// Each turn uses c ? e : 0, which is 1[c] e, or c ? 0 : e, which is 1[not c] e. Nested conditions
// are joined: 1[a] 1[b] = 1[a and b].
func ShapeOf(k *kernel.Kernel) Shape {
	s := Shape{of: k}
	e := k.Expr()
	for {
		// A name of the catalogue is its formula.
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
//
// It inherits the points of k at which formulas are cut, and its parameters.
func (s Shape) With(e *formula.Expr) *kernel.Kernel {
	if s.Where != nil {
		e = formula.Apply(formula.OpCond, s.Where, e, formula.Int(0))
	}
	return s.of.Derive(e)
}

// Branch returns the branch that a comparison of z and 0 selects at a distance, as at every other z > 0 if it is not 0;
// nil for what is no such condition.
//
// Comparisons of z with 0 have one answer for all z > 0; the value at z = 1 is that. Conditions
// that combine comparisons have operands that are no variable and 0, and are refused.
func Branch(e *formula.Expr, z int64) *formula.Expr {
	if e.Op() != formula.OpCond {
		return nil
	}
	test, sides := e.Args()[0], e.Args()[0].Args()
	if len(sides) != 2 || !(sides[0].Op() == formula.OpVar && formula.IsZero(sides[1])) &&
		!(sides[1].Op() == formula.OpVar && formula.IsZero(sides[0])) {
		return nil
	}
	// A condition about numbers is folded to its branch.
	return formula.Apply(formula.OpCond, formula.Substitute(test, formula.Int(z)), e.Args()[1], e.Args()[2])
}

// AtZero returns the formula of k on z > 0 without conditions that set 0 apart, as in z == 0 ? v : e; ok: there are
// some.
//
// A condition both branches of which are the same at 0 and beyond, as z >= 0, sets nothing apart.
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
