package kernel

import (
	"fmt"
	"math/big"
)

var (
	nodePi  = &Expr{op: OpPi, size: 1}
	nodeE   = &Expr{op: OpE, size: 1}
	nodeVar = &Expr{op: OpVar, varies: true, size: 1}
	nodeU   = call("u", nil, sub(Int(1), quo(power(nodeVar, Int(2)), Int(2))))
)

// maxSize is where the size of a tree stops being counted.
const maxSize = 1 << 30

var (
	zeroRat = new(big.Rat)
	oneRat  = big.NewRat(1, 1)
)

func rat(p, q int64) *big.Rat { return big.NewRat(p, q) }

func leaf(r *big.Rat) *Expr { return &Expr{op: OpNum, num: r, size: 1} }

// ratOf returns the value of a rational constant, or nil.
func ratOf(e *Expr) *big.Rat {
	if e.op == OpNum {
		return e.num
	}
	return nil
}

// Rational returns the constant r, which is copied.
func Rational(r *big.Rat) *Expr { return leaf(new(big.Rat).Set(r)) }

// Int returns the constant n.
func Int(n int64) *Expr { return leaf(new(big.Rat).SetInt64(n)) }

// Frac returns the constant p/q. It panics if q is 0.
func Frac(p, q int64) *Expr { return leaf(big.NewRat(p, q)) }

// Variable returns the distance z.
func Variable() *Expr { return nodeVar }

// Pi returns the constant π.
func Pi() *Expr { return nodePi }

// Apply returns the node op with the given operands. Rational constants are
// folded exactly (Apply(OpDiv, 1, 3) is the number 1/3, a condition between
// rationals selects its branch, sqrt(4) is 2, exp(0) is 1), e^x becomes exp(x), and nothing
// else is rewritten; so Apply is also what Parse builds with. Division by zero and
// powers of more than a few thousand bits are left unfolded.
//
// Apply panics on a wrong number of operands, on a condition where a number is
// expected or the reverse, and for OpNum, OpVar, OpPi, OpE and OpCall.
func Apply(op Op, args ...*Expr) *Expr {
	lo, hi := arity(op)
	if len(args) < lo || hi >= 0 && len(args) > hi {
		panic(fmt.Sprintf("kernel: %s with %d operands", opName(op), len(args)))
	}
	varies, size := false, int32(1)
	for i, a := range args {
		wantBool := op == OpAnd || op == OpOr || op == OpNot || op == OpCond && i == 0
		if isBool(a.op) != wantBool {
			panic(fmt.Sprintf("kernel: operand %d of %s is of the wrong kind", i+1, opName(op)))
		}
		varies = varies || a.varies
		size = min(size+a.size, maxSize)
	}
	if e := fold(op, args); e != nil {
		return e
	}
	return &Expr{op: op, args: append([]*Expr(nil), args...), varies: varies, size: size}
}

// arity returns the least and the greatest number of operands of op; hi < 0 means any.
func arity(op Op) (lo, hi int) {
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
	panic(fmt.Sprintf("kernel: %s is not an operation on operands", opName(op)))
}

func isBool(op Op) bool { return op >= OpLT && op <= OpNot }

// call returns the node for a named kernel.
func call(name string, args []*Expr, body *Expr) *Expr {
	size := body.size
	for _, a := range args {
		size = min(size+a.size, maxSize)
	}
	return &Expr{op: OpCall, name: name, args: args, body: body, varies: body.varies, size: size, shown: int32(len(args))}
}

// Varies reports whether the variable occurs in e.
func (e *Expr) Varies() bool { return e.varies }

// Equal reports whether e and f are the same tree, number for number and node for node.
func (e *Expr) Equal(f *Expr) bool {
	if e == f {
		return true
	}
	if e == nil || f == nil || e.op != f.op || e.size != f.size || e.name != f.name || len(e.args) != len(f.args) {
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

// isInt reports whether e is the constant n.
func (e *Expr) isInt(n int64) bool {
	return e.op == OpNum && e.num.IsInt() && e.num.Num().IsInt64() && e.num.Num().Int64() == n
}

func neg(a *Expr) *Expr      { return Apply(OpNeg, a) }
func add(a, b *Expr) *Expr   { return Apply(OpAdd, a, b) }
func sub(a, b *Expr) *Expr   { return Apply(OpSub, a, b) }
func mul(a, b *Expr) *Expr   { return Apply(OpMul, a, b) }
func quo(a, b *Expr) *Expr   { return Apply(OpDiv, a, b) }
func power(a, b *Expr) *Expr { return Apply(OpPow, a, b) }
