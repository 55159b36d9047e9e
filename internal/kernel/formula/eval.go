package formula

import (
	"fmt"

	"krein/ball"
)

// Eval returns the value of e at z in the arithmetic ar. Nodes that occur more than once are evaluated once. For a
// condition whose truth is Unknown both branches are evaluated and joined; otherwise only the branch that is taken.
// Errors are those of ar.
// An arithmetic gives each operation its meaning; what Eval adds is the order: a decided condition evaluates one branch, so that the
// other may have no value. An undecided one is a value that covers both, or an error.
func Eval[T any](e *Expr, z T, ar Arith[T]) (T, error) {
	return NewEvaluation(z, ar).Value(e)
}

// An Evaluation evaluates formulas at one point, and remembers the values of their parts.
type Evaluation[T any] struct {
	z      T
	ar     Arith[T]
	memo   map[*Expr]T
	shared map[*Expr]bool // the nodes to remember; nil stands for all

	failed []*Expr // the nodes whose evaluation failed, from the innermost out
}

// NewEvaluation returns an evaluation at z.
func NewEvaluation[T any](z T, ar Arith[T]) *Evaluation[T] {
	return &Evaluation[T]{z: z, ar: ar}
}

// Remembering makes ev remember the values of the given nodes only, and returns ev.
func (ev *Evaluation[T]) Remembering(shared map[*Expr]bool) *Evaluation[T] {
	ev.shared = shared
	return ev
}

// NewConstantEvaluation returns an evaluation of constants.
func NewConstantEvaluation[T any](ar Arith[T]) *Evaluation[T] {
	var none T
	return NewEvaluation(none, ar)
}

// Failed returns the nodes whose evaluation failed, from the innermost out.
func (ev *Evaluation[T]) Failed() []*Expr { return ev.failed }

// Know makes v the value of the node e, however that would be evaluated.
func (ev *Evaluation[T]) Know(e *Expr, v T) {
	if ev.memo == nil {
		ev.memo = make(map[*Expr]T)
	}
	ev.memo[e] = v
}

// Arith returns the arithmetic.
func (ev *Evaluation[T]) Arith() Arith[T] { return ev.ar }

// Value is Eval of e at the point.
// A node is a value at one point: remembered by address, since trees are shared.
func (ev *Evaluation[T]) Value(e *Expr) (T, error) {
	switch e.op {
	case OpNum:
		return ev.ar.Rat(e.num), nil
	case OpPi, OpE:
		return ev.ar.Const(e.op), nil
	case OpVar:
		return ev.z, nil
	case OpParameter:
		return ev.ar.Param(e)
	}
	keep := ev.shared == nil || ev.shared[e]
	if keep {
		if v, ok := ev.memo[e]; ok {
			return v, nil
		}
	}
	v, err := ev.node(e)
	switch {
	case err != nil:
		ev.failed = append(ev.failed, e)
	case keep:
		if ev.memo == nil {
			ev.memo = make(map[*Expr]T)
		}
		ev.memo[e] = v
	}
	return v, err
}

func (ev *Evaluation[T]) node(e *Expr) (T, error) {
	var none T
	switch e.op {
	case OpCall:
		return ev.Value(e.body)
	case OpCond:
		return ev.cond(e)
	}
	a, err := ev.Value(e.args[0])
	if err != nil {
		return none, err
	}
	switch e.op {
	case OpPow:
		if p := e.args[1]; p.op == OpNum {
			return ev.ar.PowRat(a, p.num)
		}
		fallthrough
	case OpAdd, OpSub, OpMul, OpDiv, OpMin, OpMax:
		for _, arg := range e.args[1:] {
			b, err := ev.Value(arg)
			if err != nil {
				return none, err
			}
			if a, err = ev.ar.Binary(e.op, a, b); err != nil {
				return none, err
			}
		}
		return a, nil
	case OpBesselJ, OpBesselI, OpBesselK:
		x, err := ev.Value(e.args[1])
		if err != nil {
			return none, err
		}
		return ev.ar.Bessel(e.op, a, x)
	case OpNeg, OpAbs, OpExp, OpLog, OpSqrt, OpSin, OpCos, OpTan, OpAsin, OpAcos, OpAtan,
		OpSinh, OpCosh, OpTanh, OpErf, OpErfc, OpGamma:
		return ev.ar.Unary(e.op, a)
	}
	panic(fmt.Sprintf("formula: Eval of %s", e.op.String()))
}

// If one branch has no value, the whole has none that is known, though the other may be taken.
func (ev *Evaluation[T]) cond(e *Expr) (T, error) {
	var none T
	t, err := ev.truth(e.args[0])
	if err != nil {
		return none, err
	}
	switch t {
	case ball.True:
		return ev.Value(e.args[1])
	case ball.False:
		return ev.Value(e.args[2])
	}
	a, err := ev.Value(e.args[1])
	if err != nil {
		return none, err
	}
	b, err := ev.Value(e.args[2])
	if err != nil {
		return none, err
	}
	return ev.ar.Join(a, b)
}

func (ev *Evaluation[T]) truth(c *Expr) (ball.Truth, error) {
	return Truth(c, func(c *Expr) (ball.Truth, error) {
		a, err := ev.Value(c.args[0])
		if err != nil {
			return ball.Unknown, err
		}
		b, err := ev.Value(c.args[1])
		if err != nil {
			return ball.Unknown, err
		}
		return ev.ar.Compare(c.op, a, b), nil
	})
}

// Truth decides a condition by its comparisons, in the order in which they are evaluated: what the left side of && or
// || decides does not depend on the right side. An error of a right side is none where the left one is not decided, for
// perhaps the right one is not evaluated.
// Kleene's logic, with the left side first: false && x is false and true || x is true, whatever x is. An error on the right of an
// undecided left is unknown, since it may never be evaluated.
func Truth(c *Expr, compare func(c *Expr) (ball.Truth, error)) (ball.Truth, error) {
	switch c.op {
	case OpNot:
		t, err := Truth(c.args[0], compare)
		return t.Not(), err
	case OpAnd, OpOr:
		s, err := Truth(c.args[0], compare)
		if err != nil || c.op == OpAnd && s == ball.False || c.op == OpOr && s == ball.True {
			return s, err
		}
		t, err := Truth(c.args[1], compare)
		switch {
		case err != nil && s == ball.Unknown:
			return ball.Unknown, nil
		case c.op == OpAnd:
			return s.And(t), err
		}
		return s.Or(t), err
	}
	return compare(c)
}
