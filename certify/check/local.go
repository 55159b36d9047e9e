package check

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/kernel"
)

// memo is what has been derived of kernels, by their effective functions.
type memo struct {
	kernels map[string]*derived
}

// derived is the exact local behaviour of one kernel; each part is found when it is first asked for.
type derived struct {
	local    map[int]*kernel.ExactLocal // by order
	localErr error
	infinity *kernel.ExactInfinity
	own      *ownValues
}

func (c *Checker) derived(k *kernel.Kernel) *derived {
	key := k.Expr().String()
	d := c.memo.kernels[key]
	if d == nil {
		if c.memo.kernels == nil {
			c.memo.kernels = make(map[string]*derived)
		}
		d = new(derived)
		c.memo.kernels[key] = d
	}
	return d
}

// Singularities is k.ExactSingularities, remembered by order: evidence must not depend on what was asked before. The error is that of
// a kernel whose pieces are not known.
func (c *Checker) Singularities(k *kernel.Kernel, order int) (*kernel.ExactLocal, error) {
	d := c.derived(k)
	if d.localErr == nil && d.local[order] == nil {
		local, err := k.ExactSingularities(order)
		if err != nil {
			d.localErr = err
			return nil, err
		}
		if d.local == nil {
			d.local = make(map[int]*kernel.ExactLocal)
		}
		d.local[order] = local
	}
	return d.local[order], d.localErr
}

// AtInfinity is k.ExactInfinity, remembered.
func (c *Checker) AtInfinity(k *kernel.Kernel) *kernel.ExactInfinity {
	d := c.derived(k)
	if d.infinity == nil {
		inf := k.ExactInfinity()
		d.infinity = &inf
	}
	return d.infinity
}

// OwnValue is the value of k at a point at which a condition of its formula changes.
type OwnValue struct {
	At    *kernel.Expr // the exact point; 0 is the number 0
	Value kernel.Const
}

type ownValues struct {
	points []OwnValue
	err    error
}

// OwnValues returns the points z ≥ 0 at which the value of k may differ from the value of the formula of one of its sides, each with the value there. Elsewhere the
// same branches are taken at and around a point, and what they lead to is built of functions that are continuous wherever
// they are defined: there k(z) is the limit from both sides if the formula has a value at z. An error says that a point or a value is not known, or that there is none.
func (c *Checker) OwnValues(k *kernel.Kernel) ([]OwnValue, error) {
	d := c.derived(k)
	if d.own == nil {
		d.own = new(ownValues)
		d.own.points, d.own.err = findOwnValues(k)
	}
	return d.own.points, d.own.err
}

func findOwnValues(k *kernel.Kernel) ([]OwnValue, error) {
	var at []*kernel.Expr
	if err := changes(k.Expr(), make(map[*kernel.Expr]bool), &at); err != nil {
		return nil, err
	}
	var out []OwnValue
	for _, b := range at {
		pos, err := kernel.NewConst(b)
		if err != nil {
			return nil, incomplete("the point %s: %v", b, err)
		}
		switch s, known := pos.Sign(); {
		case known != ball.True:
			return nil, incomplete("the sign of %s is not decided", b)
		case s < 0:
			continue
		case s == 0:
			b = kernel.Int(0)
		}
		v, err := kernel.Eval(k.Expr(), pos, kernel.Constants())
		if err != nil {
			return nil, incomplete("the value at z = %s: %v", b, err)
		}
		out = append(out, OwnValue{b, v})
	}
	return out, nil
}

// changes collects the points at which the conditions in e may change.
func changes(e *kernel.Expr, seen map[*kernel.Expr]bool, at *[]*kernel.Expr) error {
	if seen[e] || !e.Varies() && e.Op() < kernel.OpLT {
		return nil
	}
	seen[e] = true
	switch op := e.Op(); {
	case op == kernel.OpCall:
		return changes(e.Body(), seen, at)
	case op == kernel.OpPow && e.Args()[1].Varies():
		return incomplete("%s may have a value of its own where its base vanishes", e)
	case op >= kernel.OpLT && op <= kernel.OpNE:
		found, err := comparisonChanges(e)
		for _, b := range found {
			if !slices.ContainsFunc(*at, b.Equal) {
				*at = append(*at, b)
			}
		}
		return err
	}
	for _, a := range e.Args() {
		if err := changes(a, seen, at); err != nil {
			return err
		}
	}
	return nil
}

// comparisonChanges returns points z ≥ 0 that include all at which the two sides of a comparison are equal.
func comparisonChanges(e *kernel.Expr) ([]*kernel.Expr, error) {
	a, b := unfold(e.Args()[0]), unfold(e.Args()[1])
	switch {
	case a.Op() == kernel.OpVar && !b.Varies():
		return []*kernel.Expr{b}, nil
	case b.Op() == kernel.OpVar && !a.Varies():
		return []*kernel.Expr{a}, nil
	}
	// Where 1/(a−b) is proved to be analytic, a ≠ b.
	gap := kernel.Apply(kernel.OpSub, a, b)
	if !gap.Varies() {
		return nil, nil
	}
	k, err := Plain(kernel.Apply(kernel.OpDiv, kernel.Int(1), gap))
	if err != nil {
		return nil, incomplete("where %s changes: %v", e, err)
	}
	pieces, err := k.ExactPieces()
	if err != nil {
		return nil, incomplete("where %s changes: %v", e, err)
	}
	var out []*kernel.Expr
	if v, err := kernel.Eval(gap, kernel.Const{}, kernel.Constants()); err != nil || v.IsZero() != ball.False {
		out = append(out, kernel.Int(0))
	}
	for i := range pieces {
		if !pieces[i].Analytic {
			return nil, incomplete("where %s changes: %s", e, pieces[i].Because)
		}
		if i > 0 {
			out = append(out, pieces[i].Lo.Exact)
		}
	}
	return out, nil
}

// limits returns the limits of k at b from the right and, for b > 0, from the left.
func limits(k *kernel.Kernel, b *kernel.Expr, atOrigin bool) ([]kernel.Const, error) {
	var out []kernel.Const
	for _, right := range []bool{true, false} {
		if atOrigin && !right {
			continue
		}
		x, err := k.ExactAt(kernel.BreakpointAt(b), right, 1)
		if err != nil {
			return nil, incomplete("%v", err)
		}
		l, ok := x.Limit()
		if !ok {
			return nil, incomplete("no limit of k at z = %s is known", b)
		}
		out = append(out, l)
	}
	return out, nil
}

// continuousAt wants that the value at v.At equals the limits there.
func continuousAt(k *kernel.Kernel, v OwnValue) error {
	ls, err := limits(k, v.At, isZero(v.At))
	if err != nil {
		return err
	}
	for _, l := range ls {
		switch l.Equal(v.Value) {
		case ball.False:
			return reject("k(%s) = %s, but the limit is %s", v.At, v.Value, l)
		case ball.Unknown:
			return incomplete("whether k(%s) = %s is the limit %s is not decided", v.At, v.Value, l)
		}
	}
	return nil
}

// continuousAtZero returns nil if k has a finite limit at 0 and the formula no other value there.
func (c *Checker) continuousAtZero(k *kernel.Kernel) error {
	if _, err := limits(k, kernel.Int(0), true); err != nil {
		return err
	}
	own, err := c.OwnValues(k)
	if err != nil {
		return err
	}
	for _, v := range own {
		if isZero(v.At) {
			return continuousAt(k, v)
		}
	}
	return nil
}

// half returns (d−1)/2, the exponent of a singularity at b > 0 up to which m is not finite.
func half(dim int) *big.Rat { return big.NewRat(int64(dim)-1, 2) }

// LocalOrder returns the order of expansions that decides finite mass in R^dim: the least integer above (d−1)/2.
func LocalOrder(dim int) int { return (dim-1)/2 + 1 }
