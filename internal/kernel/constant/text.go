package constant

import (
	"crypto/sha256"
	"fmt"
	"math/big"

	"krein/internal/kernel/brief"
	"krein/internal/kernel/exponent"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/rational"
)

// eulerNode stands for Euler's constant in printed constants; the formula language has no name for it.
var eulerNode = formula.Symbol("euler")

// String writes the constant as a formula that Parse, as far as its limit on the length of formulas allows, reads back
// to the same normal form. Euler's constant, which the formula language lacks, is written euler. A constant of more
// than maxConstTree operations is not written out, but named by a digest of its normal form: two constants of one text
// are equal.
// A certificate compares constants by this text: it is made of the normal form alone.
func (c Value) String() string {
	e := c.tree()
	if e.Size() > maxConstTree {
		return fmt.Sprintf("a constant of more than %d operations (%x)", maxConstTree, sha256.Sum256([]byte(c.Key())))
	}
	return e.String()
}

// maxConstTree bounds the formulas of constants: sums within sums, too large to be multiplied out, can be of any
// length.
const maxConstTree = 20_000

// Expr returns the constant as a constant expression; ok is false if Euler's constant is in it, or it is too long.
func (c Value) Expr() (e *formula.Expr, ok bool) {
	e = c.tree()
	return e, e.Size() <= maxConstTree && !e.Some(func(part *formula.Expr) bool { return part == eulerNode })
}

func (c Value) tree() *formula.Expr { return constTrees{}.of(c) }

// constTrees holds the formulas of symbols by key: each is made once, and shared.
type constTrees map[string]*formula.Expr

func (m constTrees) of(c Value) *formula.Expr {
	var sum *formula.Expr
	for _, t := range c.terms() {
		op, r := formula.OpAdd, t.c
		if sum != nil && r.Sign() < 0 {
			op, r = formula.OpSub, new(big.Rat).Neg(r)
		}
		sum = formula.Combine(op, sum, m.term(r, t.f))
	}
	if sum == nil {
		return formula.Int(0)
	}
	return sum
}

func (m constTrees) term(r *big.Rat, f []constPower) *formula.Expr {
	var v *formula.Expr
	for _, p := range f {
		v = formula.Combine(formula.OpMul, v, m.power(p))
	}
	switch {
	case v == nil:
		return formula.Rational(r)
	case r.Cmp(rational.One) == 0:
		return v
	case r.Cmp(big.NewRat(-1, 1)) == 0:
		return formula.Neg(v)
	}
	return formula.Mul(formula.Rational(r), v)
}

func (m constTrees) power(p constPower) *formula.Expr {
	if p.s.kind == symExp && p.s.arg.terms()[0].c.Cmp(rational.One) == 0 {
		return formula.Apply(formula.OpExp, m.of(p.s.arg.Scale(p.n.Rat())))
	}
	base := m[p.s.key]
	if base == nil {
		base = m.symbol(p.s)
		m[p.s.key] = base
	}
	switch p.n {
	case exponent.Int(1):
		return base
	case exponent.Half():
		return formula.Apply(formula.OpSqrt, base)
	}
	return formula.Pow(base, formula.Rational(p.n.Rat()))
}

func (m constTrees) symbol(s *symbol) *formula.Expr {
	switch s.kind {
	case symVar:
		return formula.Variable()
	case symPi:
		return formula.Pi()
	case symEuler:
		return eulerNode
	case symParameter:
		return s.parameter
	case symPrime:
		return formula.Rational(new(big.Rat).SetInt(s.prime))
	case symExp:
		return formula.Apply(formula.OpExp, m.of(s.arg))
	case symSum, symLump:
		return m.of(s.arg)
	case symFunc:
		return formula.Apply(s.op, m.of(s.arg))
	}
	return formula.Apply(s.op, m.of(s.nu), m.of(s.arg)) // symBessel
}

// New returns the constant that a constant expression denotes. The error says which operation has no value,
// or a sign on which a value depends and that is not decided. It panics if e varies or is a condition.
func New(e *formula.Expr) (c Value, err error) {
	if e.Varies() || e.Op().IsCondition() {
		panic("constant: NewConst of what is not a constant")
	}
	return evalConst(e, Value{})
}

func evalConst(e *formula.Expr, z Value) (c Value, err error) {
	defer fail.Catch(&err)
	return formula.Eval(e, z, budgetOf(maxConstOwn))
}

// Parse reads a constant as String writes it, or another without names of kernels.
// What it reads is put into normal form again, whatever the spelling was.
func Parse(s string) (Value, error) {
	euler := formula.NewVariable()
	e, err := formula.Read(s, map[string]*formula.Expr{"euler": euler})
	if err != nil {
		return Value{}, err
	}
	if e.Some(func(part *formula.Expr) bool { return part == formula.Variable() }) {
		return Value{}, fmt.Errorf("%s is not a constant", brief.Text(s))
	}
	return evalConst(e, symbolPower(eulerSymbol, exponent.Int(1)))
}
