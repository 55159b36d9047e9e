package formula

import (
	"fmt"
	"math/big"
)

var (
	nodePi  = hashed(&Expr{op: OpPi, size: 1})
	nodeE   = hashed(&Expr{op: OpE, size: 1})
	nodeVar = hashed(&Expr{op: OpVar, varies: true, size: 1})
)

// maxSize is where the size of a tree stops being counted.
const maxSize = 1 << 29 // twice that is an int32

func leaf(r *big.Rat) *Expr { return hashed(&Expr{op: OpNum, num: r, size: 1}) }

// Rational returns the constant r, which is copied.
func Rational(r *big.Rat) *Expr { return leaf(new(big.Rat).Set(r)) }

// Int returns the constant n.
func Int(n int64) *Expr { return leaf(new(big.Rat).SetInt64(n)) }

// Frac returns the constant p/q. It panics if q is 0.
func Frac(p, q int64) *Expr { return leaf(big.NewRat(p, q)) }

// Variable returns the distance z.
func Variable() *Expr { return nodeVar }

// Symbol returns a constant that is printed by its name and has no formula: to evaluate it panics.
func Symbol(name string) *Expr { return hashed(&Expr{op: OpCall, name: name, size: 1}) }

// NewVariable returns another node for the variable, which is told from Variable by its address.
// Formulas of several variables are trees with several of them, which Equal tells apart by address.
func NewVariable() *Expr { return hashed(&Expr{op: OpVar, varies: true, size: 1}) }

// Pi returns the constant π.
func Pi() *Expr { return nodePi }

// E returns the constant e.
func E() *Expr { return nodeE }

// Size returns the number of nodes of e, counted as a tree, at most 2²⁹.
func (e *Expr) Size() int { return int(e.size) }

// Apply returns the node op with the given operands. Rational constants are folded exactly (Apply(OpDiv, 1, 3) is the
// number 1/3, a condition between rationals selects its branch, sqrt(4) is 2, exp(0) is 1), e^x becomes exp(x), and
// nothing else is rewritten; so Apply is also what Parse builds with. Division by zero and powers of more than a few
// thousand bits are left unfolded.
//
// Apply panics on a wrong number of operands, on a condition where a number is
// expected or the reverse, and for OpNum, OpVar, OpPi, OpE, OpCall and OpParameter.
// Folding is exact arithmetic of rationals: the node and the number are one real number.
func Apply(op Op, args ...*Expr) *Expr {
	if why := mismatch(op, args); why != "" {
		panic("formula: " + why)
	}
	varies, size := false, int32(1)
	for _, a := range args {
		varies = varies || a.varies
		size = min(size+a.size, maxSize)
	}
	if e := fold(op, args); e != nil {
		return e
	}
	return hashed(&Expr{op: op, args: append([]*Expr(nil), args...), varies: varies, size: size})
}

// mismatch says what is wrong with the operands of op, their number or their kind; "" if nothing is.
func mismatch(op Op, args []*Expr) string {
	lo, hi := op.Arity()
	if len(args) < lo || hi >= 0 && len(args) > hi {
		return fmt.Sprintf("%s with %d operands", op.String(), len(args))
	}
	for i, a := range args {
		wantBool := op == OpAnd || op == OpOr || op == OpNot || op == OpCond && i == 0
		if a.op.IsCondition() != wantBool {
			return fmt.Sprintf("operand %d of %s is of the wrong kind", i+1, op.String())
		}
	}
	return ""
}

// Arity returns the least and the greatest number of operands of op; hi < 0 means any. It panics for what has none.
func (op Op) Arity() (lo, hi int) {
	switch op {
	case OpNeg, OpAbs, OpExp, OpLog, OpSqrt, OpSin, OpCos, OpTan, OpAsin, OpAcos, OpAtan,
		OpSinh, OpCosh, OpTanh, OpErf, OpErfc, OpGamma, OpNot:
		return 1, 1
	case OpAdd, OpSub, OpMul, OpDiv, OpPow, OpBesselJ, OpBesselI, OpBesselK,
		OpLT, OpLE, OpGT, OpGE, OpEQ, OpNE, OpAnd, OpOr:
		return 2, 2
	case OpMin, OpMax:
		return 2, -1
	case OpCond:
		return 3, 3
	}
	panic(fmt.Sprintf("formula: %s is not an operation on operands", op.String()))
}

// IsCondition reports whether op makes a condition: a comparison, OpAnd, OpOr or OpNot.
func (op Op) IsCondition() bool { return op >= OpLT && op <= OpNot }

// Call returns the node for a named kernel that stands for the formula body, meant for distances up to upTo unless that
// is nil; shown parameters are printed, those after them having their defaults.
func Call(name string, args []*Expr, body *Expr, shown int, upTo *big.Rat) *Expr {
	size := body.size
	for _, a := range args {
		size = min(size+a.size, maxSize)
	}
	return hashed(&Expr{op: OpCall, name: name, args: args, body: body, upTo: upTo, varies: body.varies, size: size,
		shown: int32(shown)})
}

// Domain returns the largest distance that all named kernels in e are meant for, or nil.
func Domain(e *Expr) (least *big.Rat) {
	e.Some(func(part *Expr) bool {
		if d := part.upTo; d != nil && (least == nil || d.Cmp(least) < 0) {
			least = d
		}
		return false
	})
	return least
}

// Varies reports whether the variable occurs in e.
func (e *Expr) Varies() bool { return e.varies }

// Equal reports whether e and f are the same tree, number for number and node for node; two variables are not.
// Hashes only exclude: trees of one hash are compared node by node. A parameter is its text, which has its interval.
func (e *Expr) Equal(f *Expr) bool {
	if e == f {
		return true
	}
	if e == nil || f == nil || e.hash != f.hash || e.op != f.op || e.op == OpVar || e.size != f.size || e.name != f.name ||
		!e.body.Equal(f.body) || len(e.args) != len(f.args) {
		return false
	}
	if e.op == OpNum {
		return e.num.Cmp(f.num) == 0
	}
	for i := range e.args {
		if !e.args[i].Equal(f.args[i]) {
			return false
		}
	}
	return true
}

// Hash returns a number that trees have in common if they are [Expr.Equal]: others rarely have it, so that a map from it
// finds equal trees.
func (e *Expr) Hash() uint64 { return e.hash }

// hashed returns e, which is new, with its hash, made of those of its operands.
// Variables have one hash, as their addresses are no part of it.
func hashed(e *Expr) *Expr {
	h := uint64(e.op)
	mix := func(x uint64) { // a step of a multiplicative congruential generator, its high bits brought down
		h = (h ^ x) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	for i := range len(e.name) {
		mix(uint64(e.name[i]))
	}
	if e.num != nil {
		mix(uint64(int64(e.num.Sign())))
		for _, part := range []*big.Int{e.num.Num(), e.num.Denom()} {
			for _, word := range part.Bits() {
				mix(uint64(word))
			}
			mix(uint64(part.BitLen()))
		}
	}
	if e.body != nil {
		mix(e.body.hash)
	}
	for _, a := range e.args {
		mix(a.hash)
	}
	e.hash = h
	return e
}

// IsInt reports whether e is the constant n.
func (e *Expr) IsInt(n int64) bool {
	return e.op == OpNum && e.num.IsInt() && e.num.Num().IsInt64() && e.num.Num().Int64() == n
}

// Neg returns −a.
func Neg(a *Expr) *Expr { return Apply(OpNeg, a) }

// Add returns a + b.
func Add(a, b *Expr) *Expr { return Apply(OpAdd, a, b) }

// Sub returns a − b.
func Sub(a, b *Expr) *Expr { return Apply(OpSub, a, b) }

// Mul returns a·b.
func Mul(a, b *Expr) *Expr { return Apply(OpMul, a, b) }

// Div returns a/b.
func Div(a, b *Expr) *Expr { return Apply(OpDiv, a, b) }

// Pow returns a^b.
func Pow(a, b *Expr) *Expr { return Apply(OpPow, a, b) }

// Polynomial returns c₀ + c₁x + c₂x² + …, leaving out zero terms.
// Terms with the coefficient 0 are left out: x^i has a value wherever x has.
func Polynomial(c []*Expr, x *Expr) *Expr {
	var sum *Expr
	for i, a := range c {
		if a.IsInt(0) {
			continue
		}
		term := a
		if i > 0 {
			term = Identity(Mul(a, Identity(Pow(x, Int(int64(i))))))
		}
		sum = Combine(OpAdd, sum, term)
	}
	if sum == nil {
		return Int(0)
	}
	return sum
}
