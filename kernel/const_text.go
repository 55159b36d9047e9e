package kernel

import (
	"errors"
	"fmt"
	"math/big"
)

// eulerNode stands for Euler's constant in printed constants; the formula language has no name for it.
var eulerNode = &Expr{op: OpCall, name: "euler", size: 1}

// String writes the constant as a formula that ParseConst, as far as its limit on the length of formulas allows, reads back to the same normal form. Euler's
// constant, which the formula language lacks, is written euler.
func (c Const) String() string { return c.tree().String() }

// Expr returns the constant as a constant expression; ok is false if Euler's constant occurs in it.
func (c Const) Expr() (e *Expr, ok bool) {
	e = c.tree()
	return e, !mentions(e, eulerNode, make(map[*Expr]bool))
}

func mentions(e, node *Expr, seen map[*Expr]bool) bool {
	if e == node {
		return true
	}
	if seen[e] {
		return false
	}
	seen[e] = true
	for _, a := range e.args {
		if mentions(a, node, seen) {
			return true
		}
	}
	return e.body != nil && mentions(e.body, node, seen)
}

func (c Const) tree() *Expr {
	var sum *Expr
	for _, t := range c.terms() {
		r := t.c
		if sum != nil {
			r = new(big.Rat).Abs(r)
		}
		v := termTree(r, t.f)
		switch {
		case sum == nil:
			sum = v
		case t.c.Sign() < 0:
			sum = sub(sum, v)
		default:
			sum = add(sum, v)
		}
	}
	if sum == nil {
		return Int(0)
	}
	return sum
}

func termTree(r *big.Rat, f []constPower) *Expr {
	if len(f) == 0 {
		return ratTree(r)
	}
	var v *Expr
	for _, p := range f {
		x := p.tree()
		if v == nil {
			v = x
		} else {
			v = mul(v, x)
		}
	}
	switch {
	case r.Cmp(oneRat) == 0:
		return v
	case r.Cmp(big.NewRat(-1, 1)) == 0:
		return neg(v)
	}
	return mul(ratTree(r), v)
}

// ratTree returns r, in parts if its number of digits is beyond what Parse reads as one number.
func ratTree(r *big.Rat) *Expr {
	if ratBits(r) <= maxBits {
		return Rational(r)
	}
	if r.IsInt() {
		return intTree(r.Num())
	}
	return quo(intTree(r.Num()), intTree(r.Denom()))
}

func intTree(n *big.Int) *Expr {
	switch {
	case n.Sign() < 0:
		return neg(intTree(new(big.Int).Neg(n)))
	case n.BitLen() <= maxBits:
		return Rational(new(big.Rat).SetInt(n))
	}
	k := uint(n.BitLen() / 2)
	high := new(big.Int).Rsh(n, k)
	low := new(big.Int).Sub(n, new(big.Int).Lsh(high, k))
	return add(mul(intTree(high), power(Int(2), Int(int64(k)))), intTree(low))
}

func (p constPower) tree() *Expr {
	var base *Expr
	switch p.s.kind {
	case symVar:
		base = nodeVar
	case symPi:
		base = nodePi
	case symEuler:
		base = eulerNode
	case symPrime:
		base = Rational(new(big.Rat).SetInt(p.s.prime))
	case symExp:
		if p.s.arg.terms()[0].c.Cmp(oneRat) == 0 {
			return Apply(OpExp, p.s.arg.scale(p.n.rat()).tree())
		}
		base = Apply(OpExp, p.s.arg.tree())
	case symSum, symLump:
		base = p.s.arg.tree()
	case symFunc:
		base = Apply(p.s.op, p.s.arg.tree())
	case symBessel:
		base = Apply(p.s.op, Rational(p.s.nu), p.s.arg.tree())
	}
	switch p.n {
	case intExp(1):
		return base
	case exponent{1, 2}:
		return Apply(OpSqrt, base)
	}
	return power(base, Rational(p.n.rat()))
}

// NewConst returns the constant that a constant expression denotes. The error says which operation has no value,
// or a sign on which a value depends and that is not decided. It panics if e varies or is a condition.
func NewConst(e *Expr) (c Const, err error) {
	if e.varies || isBool(e.op) {
		panic("kernel: NewConst of what is not a constant")
	}
	return evalConst(e, Const{})
}

func evalConst(e *Expr, z Const) (c Const, err error) {
	defer catchSeries(&err)
	return Eval(e, z, budgeted())
}

// ParseConst reads a constant of the formula language, or one that Const.String wrote.
func ParseConst(s string) (Const, error) {
	euler := &Expr{op: OpVar, varies: true, size: 1}
	e, _, ferr := parseTreeOf(s, map[string]*Expr{"euler": euler}, true)
	if ferr != nil {
		return Const{}, ferr
	}
	if mentions(e, nodeVar, make(map[*Expr]bool)) {
		return Const{}, fmt.Errorf("%s is not a constant", abridge(s))
	}
	if isBool(e.op) {
		return Const{}, errors.New("a condition where a constant is expected")
	}
	return evalConst(e, symbolPower(eulerSymbol, intExp(1)))
}
