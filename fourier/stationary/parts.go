package stationary

import (
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// parts splits a function f(s) of the signed coordinate, which is the variable, into its even and odd part, as formulas
// for s ≥ 0; nil stands for a part that is seen to vanish. At s = 0 the odd part has no say.
// f(s) = e(|s|) + sgn(s)·o(|s|): every function on the line is of this form, and the two formulas
// are for s ≥ 0.
func parts(f *formula.Expr) (even, odd *formula.Expr) {
	p := splitter{memo: make(map[*formula.Expr][2]*formula.Expr)}
	return p.split(f)
}

type splitter struct {
	memo map[*formula.Expr][2]*formula.Expr
}

func (p *splitter) split(e *formula.Expr) (even, odd *formula.Expr) {
	if v, ok := p.memo[e]; ok {
		return v[0], v[1]
	}
	even, odd = p.node(e)
	if odd != nil && formula.IsZero(odd) {
		odd = nil
	}
	if even != nil && formula.IsZero(even) {
		even = nil
	}
	if even == nil && odd == nil {
		even = formula.Int(0)
	}
	p.memo[e] = [2]*formula.Expr{even, odd}
	return even, odd
}

// For s ≥ 0: f(s) = e(s) + o(s), f(−s) = e(s) − o(s). Each case is an identity of that kind; what
// has none is split as (f(s) ± f(−s))/2.
func (p *splitter) node(e *formula.Expr) (even, odd *formula.Expr) { // one function: a case for each operation.
	if !e.Varies() {
		return e, nil
	}
	a := e.Args()
	switch e.Op() {
	case formula.OpVar:
		return nil, e
	case formula.OpCall:
		if even, odd = p.split(e.Body()); odd == nil && even == e.Body() {
			return e, nil
		}
		return even, odd
	case formula.OpNeg:
		even, odd = p.split(a[0])
		return neg(even), neg(odd)
	case formula.OpAdd, formula.OpSub:
		ae, ao := p.split(a[0])
		be, bo := p.split(a[1])
		if e.Op() == formula.OpSub {
			be, bo = neg(be), neg(bo)
		}
		return add(ae, be), add(ao, bo)
	case formula.OpMul:
		ae, ao := p.split(a[0])
		be, bo := p.split(a[1])
		return add(mul(ae, be), mul(ao, bo)), add(mul(ae, bo), mul(ao, be))
	// (ae + ao)/be and (ae + ao)/bo: an odd denominator exchanges the parts.
	case formula.OpDiv:
		ae, ao := p.split(a[0])
		switch be, bo := p.split(a[1]); {
		case bo == nil:
			return div(ae, be), div(ao, be)
		case be == nil:
			return div(ao, bo), div(ae, bo)
		}
	case formula.OpPow:
		return p.power(e)
	// An even condition chooses on both sides alike; one that is the sign of s chooses a side.
	case formula.OpCond:
		if p.evenCondition(a[0]) {
			be, bo := p.split(a[1])
			ce, co := p.split(a[2])
			return choose(a[0], be, ce), choose(a[0], bo, co)
		}
		if above, below, at, ok := p.sides(e); ok {
			return twoSided(p.side(above, 1), p.side(below, -1), p.side(at, 0))
		}
	case formula.OpBesselJ, formula.OpBesselI, formula.OpBesselK:
		if ue, uo := p.split(a[1]); uo == nil {
			return formula.Apply(e.Op(), a[0], ue), nil
		}
		switch formula.Parity(e) {
		case 1:
			return e, nil
		case -1:
			return nil, e
		}
	case formula.OpMin, formula.OpMax:
		args := make([]*formula.Expr, len(a))
		for i, x := range a {
			var o *formula.Expr
			if args[i], o = p.split(x); o != nil {
				return p.mirrored(e)
			}
		}
		return formula.Apply(e.Op(), args...), nil
	default:
		if len(a) == 1 {
			return p.unary(e)
		}
	}
	return p.mirrored(e)
}

// unary splits a function of one argument.
// An even argument makes any function even. Of u = ue + uo the addition theorems of exp, sin, cos,
// sinh and cosh are used; odd functions of odd ones are odd, even ones of odd ones even.
func (p *splitter) unary(e *formula.Expr) (even, odd *formula.Expr) { // one function: a case for each function.
	op := e.Op()
	apply := formula.Apply
	ue, uo := p.split(e.Args()[0])
	if uo == nil {
		return apply(op, ue), nil
	}
	uo, minus := oneSign(uo)
	signed := func(e *formula.Expr) *formula.Expr {
		if minus {
			return neg(e)
		}
		return e
	}
	if ue == nil {
		switch op {
		case formula.OpAbs:
			if uo.Op() == formula.OpVar { // s ≥ 0
				return uo, nil
			}
			return apply(op, uo), nil
		case formula.OpCos, formula.OpCosh:
			return apply(op, uo), nil
		case formula.OpSin, formula.OpTan, formula.OpAsin, formula.OpAtan, formula.OpSinh, formula.OpTanh, formula.OpErf:
			return nil, signed(apply(op, uo))
		case formula.OpExp:
			return apply(formula.OpCosh, uo), signed(apply(formula.OpSinh, uo))
		}
		return p.mirrored(e)
	}
	cosh, sinh := apply(formula.OpCosh, uo), signed(apply(formula.OpSinh, uo))
	cos, sin := apply(formula.OpCos, uo), signed(apply(formula.OpSin, uo))
	switch op {
	case formula.OpExp:
		return mul(apply(op, ue), cosh), mul(apply(op, ue), sinh)
	case formula.OpCosh:
		return mul(apply(op, ue), cosh), mul(apply(formula.OpSinh, ue), sinh)
	case formula.OpSinh:
		return mul(apply(op, ue), cosh), mul(apply(formula.OpCosh, ue), sinh)
	case formula.OpCos:
		return mul(apply(op, ue), cos), neg(mul(apply(formula.OpSin, ue), sin))
	case formula.OpSin:
		return mul(apply(op, ue), cos), mul(apply(formula.OpCos, ue), sin)
	}
	return p.mirrored(e)
}

// oneSign returns an odd function, or its negative, such that a multiple of s is a positive one.
// cos(−as) is cos(as): one spelling for both.
func oneSign(u *formula.Expr) (v *formula.Expr, minus bool) {
	factors, c := formula.FactorList(u, false)
	if len(factors) != 1 || factors[0].Op() != formula.OpVar {
		return u, false
	}
	sign, known := SignOf(c)
	if !known {
		return u, false
	}
	if minus = sign < 0; minus {
		c = formula.Identity(formula.Neg(c))
	}
	if value, err := constant.New(c); err == nil { // in normal form: one spelling
		if e, ok := value.Expr(); ok {
			c = e
		}
	}
	return formula.Identity(formula.Mul(c, factors[0])), minus
}

// mostPower bounds the powers of sums that are multiplied out.
const mostPower = 8

// power splits a power.
// (be + bo)^n is multiplied out for small n; an odd base to an even power is even, also for
// negative n.
func (p *splitter) power(e *formula.Expr) (even, odd *formula.Expr) {
	a := e.Args()
	n := a[1].Num()
	be, bo := p.split(a[0])
	switch xe, xo := p.split(a[1]); {
	case xo == nil && bo == nil:
		return formula.Pow(be, xe), nil
	case n == nil || !n.IsInt():
		return p.mirrored(e)
	case be == nil && n.Num().Bit(0) == 0:
		return formula.Pow(bo, a[1]), nil
	case be == nil:
		return nil, formula.Pow(bo, a[1])
	case n.Sign() < 0 || !n.Num().IsInt64() || n.Num().Int64() > mostPower:
		return p.mirrored(e)
	}
	even = formula.Int(1)
	for range n.Num().Int64() {
		even, odd = add(mul(even, be), mul(odd, bo)), add(mul(even, bo), mul(odd, be))
	}
	return even, odd
}

// evenCondition reports whether a condition is seen to hold at −s where it holds at s.
// u < v with even u and v; u == v with odd ones, since −u = −v there.
func (p *splitter) evenCondition(c *formula.Expr) bool {
	a := c.Args()
	switch c.Op() {
	case formula.OpAnd, formula.OpOr, formula.OpNot:
		for _, x := range a {
			if !p.evenCondition(x) {
				return false
			}
		}
		return true
	}
	le, lo := p.split(a[0])
	re, ro := p.split(a[1])
	if lo == nil && ro == nil {
		return true
	}
	// −u = −v where u = v.
	return (c.Op() == formula.OpEQ || c.Op() == formula.OpNE) && (le == nil || formula.IsZero(le)) &&
		(re == nil || formula.IsZero(re))
}

// sides reads a choice by the sign of s: what it is for s > 0, for s < 0, and at 0.
// The difference of the sides is a multiple of s with a constant of a proved sign.
func (p *splitter) sides(e *formula.Expr) (above, below, at *formula.Expr, ok bool) {
	a := e.Args()
	c := a[0].Args()
	op := a[0].Op()
	if op != formula.OpGT && op != formula.OpGE && op != formula.OpLT && op != formula.OpLE {
		return nil, nil, nil, false
	}
	le, lo := p.split(c[0])
	re, ro := p.split(c[1])
	if le != nil && !formula.IsZero(le) || re != nil && !formula.IsZero(re) {
		return nil, nil, nil, false
	}
	d := add(lo, neg(ro))
	if d == nil {
		return nil, nil, nil, false
	}
	factors, by := formula.FactorList(formula.Unfold(d), false)
	sign, known := SignOf(by)
	if len(factors) != 1 || formula.Unfold(factors[0]).Op() != formula.OpVar || !known || sign == 0 {
		return nil, nil, nil, false
	}
	if op == formula.OpLT || op == formula.OpLE {
		sign = -sign
	}
	above, below, at = a[1], a[2], a[2]
	if op == formula.OpGE || op == formula.OpLE {
		at = a[1]
	}
	if sign < 0 {
		above, below = below, above
	}
	return above, below, at, true
}

// side is what a formula is on the side of 0 that the sign names, or at 0, where it chooses by the sign of s.
func (p *splitter) side(e *formula.Expr, sign int) *formula.Expr {
	for {
		e = formula.Unfold(e)
		if e.Op() != formula.OpCond {
			return e
		}
		above, below, at, ok := p.sides(e)
		if !ok {
			return e
		}
		e = []*formula.Expr{below, at, above}[sign+1]
	}
}

// twoSided splits what is one function for s > 0, one for s < 0 and one at 0. At 0, where the odd part has no say, the even
// part has the value of the function there.
// At 0 the formula has a value of its own: the even part takes it, by a condition, unless it is the
// one that it has anyway.
func twoSided(above, below, at *formula.Expr) (even, odd *formula.Expr) {
	other := turned(formula.Simplify(formula.Substitute(below, formula.Neg(formula.Variable()))))
	even = above
	if d := formula.Sub(above, other); above.String() != other.String() && !vanishes(d) {
		half := formula.Frac(1, 2)
		even, odd = formula.Mul(half, formula.Add(above, other)), formula.Mul(half, d)
	}
	zero := formula.Simplify(formula.Substitute(at, formula.Int(0)))
	// a formula without a value at 0 has the limit there
	if kernel.Valueless(zero) == nil && !constant.SameForm(formula.Substitute(even, formula.Int(0)), zero) {
		even = formula.Apply(formula.OpCond, formula.Apply(formula.OpGT, formula.Variable(), formula.Int(0)), even, zero)
	}
	return even, odd
}

// turned writes comparisons −a < b as a > −b.
// −a < b is a > −b.
func turned(e *formula.Expr) *formula.Expr {
	turn := map[formula.Op]formula.Op{formula.OpLT: formula.OpGT, formula.OpGT: formula.OpLT, formula.OpLE: formula.OpGE,
		formula.OpGE: formula.OpLE}
	return e.Replace(func(x *formula.Expr) *formula.Expr {
		op, compares := turn[x.Op()]
		if !compares || x.Args()[0].Op() != formula.OpNeg {
			return nil
		}
		return formula.Apply(op, x.Args()[0].Args()[0], formula.Identity(formula.Neg(x.Args()[1])))
	})
}

// mirrored splits f into (f(s) ± f(−s))/2.
// The general case: (f(s) ± f(−s))/2, both as formulas in s ≥ 0.
func (p *splitter) mirrored(e *formula.Expr) (even, odd *formula.Expr) {
	minus := formula.Neg(formula.Variable())
	other := formula.Simplify(e.Replace(func(x *formula.Expr) *formula.Expr {
		if x.Op() == formula.OpVar {
			return minus
		}
		return nil
	}))
	half := formula.Frac(1, 2)
	return formula.Mul(half, formula.Add(e, other)), formula.Mul(half, formula.Sub(e, other))
}

// Sums and products of formulas of which nil stands for 0; a factor 1 is left out.

func add(a, b *formula.Expr) *formula.Expr {
	switch {
	case a == nil || formula.IsZero(a):
		return b
	case b == nil || formula.IsZero(b):
		return a
	}
	return formula.Identity(formula.Add(a, b))
}

func mul(a, b *formula.Expr) *formula.Expr {
	switch {
	case a == nil || b == nil || formula.IsZero(a) || formula.IsZero(b):
		return nil
	}
	return formula.Identity(formula.Mul(a, b))
}

func div(a, b *formula.Expr) *formula.Expr {
	if a == nil {
		return nil
	}
	return formula.Identity(formula.Div(a, b))
}

func neg(a *formula.Expr) *formula.Expr {
	if a == nil {
		return nil
	}
	return formula.Identity(formula.Neg(a))
}

func choose(c, a, b *formula.Expr) *formula.Expr {
	if a == nil && b == nil {
		return nil
	}
	zero := func(x *formula.Expr) *formula.Expr {
		if x == nil {
			return formula.Int(0)
		}
		return x
	}
	return formula.Apply(formula.OpCond, c, zero(a), zero(b))
}
