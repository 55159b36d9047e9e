package kernel

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
)

// eulerNode stands for Euler's constant in printed constants; the formula language has no name for it.
var eulerNode = Symbol("euler")

// String writes the constant as a formula that ParseConst, as far as its limit on the length of formulas allows, reads back to the same normal form. Euler's
// constant, which the formula language lacks, is written euler. A constant of more than maxConstTree operations is not written out, but named by a digest of its normal form:
// two constants of one text are equal.
func (c Const) String() string {
	e := c.tree()
	if e.size > maxConstTree {
		return fmt.Sprintf("a constant of more than %d operations (%x)", maxConstTree, sha256.Sum256([]byte(c.key())))
	}
	return e.String()
}

// maxConstTree bounds the formulas of constants: sums within sums that were too large to be multiplied out can be long beyond measure.
const maxConstTree = 20_000

// Expr returns the constant as a constant expression; ok is false if Euler's constant occurs in it, or if it is too long.
func (c Const) Expr() (e *Expr, ok bool) {
	e = c.tree()
	return e, e.size <= maxConstTree && !mentions(e, eulerNode, make(map[*Expr]bool))
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
	return e.op == OpCall && mentions(e.body, node, seen)
}

func (c Const) tree() *Expr { return constTrees{}.of(c) }

// constTrees holds the formulas of symbols by key: each is made once, and shared.
type constTrees map[string]*Expr

func (m constTrees) of(c Const) *Expr {
	var sum *Expr
	for _, t := range c.terms() {
		r := t.c
		if sum != nil {
			r = new(big.Rat).Abs(r)
		}
		v := m.term(r, t.f)
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

func (m constTrees) term(r *big.Rat, f []constPower) *Expr {
	if len(f) == 0 {
		return ratTree(r)
	}
	var v *Expr
	for _, p := range f {
		x := m.power(p)
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

func (m constTrees) power(p constPower) *Expr {
	if p.s.kind == symExp && p.s.arg.terms()[0].c.Cmp(oneRat) == 0 {
		return Apply(OpExp, m.of(p.s.arg.scale(p.n.rat())))
	}
	base := m[p.s.key]
	if base == nil {
		base = m.symbol(p.s)
		m[p.s.key] = base
	}
	switch p.n {
	case intExp(1):
		return base
	case exponentHalf():
		return Apply(OpSqrt, base)
	}
	return power(base, Rational(p.n.rat()))
}

func (m constTrees) symbol(s *symbol) *Expr {
	switch s.kind {
	case symVar:
		return Variable()
	case symPi:
		return Pi()
	case symEuler:
		return eulerNode
	case symPrime:
		return Rational(new(big.Rat).SetInt(s.prime))
	case symExp:
		return Apply(OpExp, m.of(s.arg))
	case symSum, symLump:
		return m.of(s.arg)
	case symFunc:
		return Apply(s.op, m.of(s.arg))
	}
	return Apply(s.op, Rational(s.nu), m.of(s.arg)) // symBessel
}

// NewConst returns the constant that a constant expression denotes. The error says which operation has no value,
// or a sign on which a value depends and that is not decided. It panics if e varies or is a condition.
func NewConst(e *Expr) (c Const, err error) {
	if e.varies || e.op.IsCondition() {
		panic("kernel: NewConst of what is not a constant")
	}
	return evalConst(e, Const{})
}

func evalConst(e *Expr, z Const) (c Const, err error) {
	defer catchSeries(&err)
	return Eval(e, z, budgetOf(maxConstOwn))
}

// ParseConst reads a constant of the formula language, or one that Const.String wrote.
func ParseConst(s string) (Const, error) {
	euler := NewVariable()
	e, ferr := readConstant(s, map[string]*Expr{"euler": euler})
	if ferr != nil {
		return Const{}, ferr
	}
	if mentions(e, Variable(), make(map[*Expr]bool)) {
		return Const{}, fmt.Errorf("%s is not a constant", abridge(s))
	}
	if e.op.IsCondition() {
		return Const{}, errors.New("a condition where a constant is expected")
	}
	return evalConst(e, symbolPower(eulerSymbol, intExp(1)))
}
