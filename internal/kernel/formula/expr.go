// Package formula holds expression trees in the distance z: they are built with exact rational
// numbers, folded, simplified, differentiated, printed, and evaluated over any number type that
// implements Arith. Trees are immutable and may be shared freely. Read reads what String prints; what
// people write, package language reads. Limits are errors by panics with fail.Error, which Read catches.
package formula

import (
	"math/big"
	"slices"
)

// Op is the operation at a node of a formula.
type Op uint8

// The operations of a formula. Booleans (comparisons, And, Or, Not) occur only
// inside a condition; everything else is real-valued.
const (
	OpNum Op = iota // an exact rational
	OpPi
	OpE
	OpVar // the distance z

	OpNeg
	OpAdd
	OpSub
	OpMul
	OpDiv
	OpPow // base ^ exponent, right-associative; unary minus binds less tightly

	OpAbs
	OpMin
	OpMax
	OpExp
	OpLog
	OpSqrt
	OpSin
	OpCos
	OpTan
	OpAsin
	OpAcos
	OpAtan
	OpSinh
	OpCosh
	OpTanh
	OpErf
	OpErfc
	OpGamma
	OpBesselJ // besselj(nu, x); nu is a constant expression
	OpBesselI
	OpBesselK

	OpLT
	OpLE
	OpGT
	OpGE
	OpEQ
	OpNE
	OpAnd
	OpOr
	OpNot

	OpCond // cond ? a : b
	OpCall // a named kernel of the catalogue; Args are its parameters, Body its formula

	OpParameter // every number of an interval: see Parameter
)

// Expr is an immutable formula tree in the distance z. Build it with
// parser.Parse or the constructors of this package; never modify what Args or Num return.
// What a tree means: a partial real function of z ≥ 0. An operation has a value where all operands
// that are evaluated have one and are in its domain: division off 0, powers b^p for b > 0, for b =
// 0 and p ≥ 0, and for b < 0 and whole p, 0^0 = 1; roots of b ≥ 0, logarithms of b > 0. A formula
// without a value at 0 stands for its limit there.
type Expr struct {
	op   Op
	num  *big.Rat // OpNum
	name string   // OpCall
	args []*Expr  // operands; for OpCall the parameters
	body *Expr    // OpCall: the expansion
	upTo *big.Rat // OpCall: the largest distance that it is meant for, nil if there is none
	span *Range   // OpParameter; name is its text

	varies bool  // the variable occurs below this node
	size   int32 // number of nodes counted as a tree, at most maxSize
	shown  int32 // OpCall: how many parameters are printed, those after them having their defaults
	hash   uint64
}

// Op returns the operation at the root of e.
func (e *Expr) Op() Op { return e.op }

// Num returns the exact value of an OpNum node and nil for any other.
func (e *Expr) Num() *big.Rat { return e.num }

// Args returns the operands, for an OpCall the parameters.
func (e *Expr) Args() []*Expr { return e.args }

// Name returns the catalogue name of an OpCall node, that of the parameter of an OpParameter node, and "" for any other.
func (e *Expr) Name() string {
	if e.span != nil {
		return e.span.Name
	}
	return e.name
}

// Body returns the formula that an OpCall stands for and e itself for any other node.
func (e *Expr) Body() *Expr {
	if e.op == OpCall {
		return e.body
	}
	return e
}

// Summands returns the terms of the sum e; one that is subtracted is negated. A named kernel is
// opened if open says so of what it stands for, and otherwise a term as it is; open may be nil.
// a − (b − c) has the summands a, −b and c: signs are multiplied on the way down.
func (e *Expr) Summands(open func(body *Expr) bool) []*Expr {
	var out []*Expr
	var walk func(e *Expr, negative bool)
	walk = func(e *Expr, negative bool) {
		switch {
		case e.op == OpCall && open != nil && open(e.body):
			walk(e.body, negative)
		case e.op == OpAdd || e.op == OpSub:
			walk(e.args[0], negative)
			walk(e.args[1], negative != (e.op == OpSub))
		case e.op == OpNeg:
			walk(e.args[0], !negative)
		case negative:
			out = append(out, Neg(e))
		default:
			out = append(out, e)
		}
	}
	walk(e, false)
	return out
}

// Some reports whether one of the parts of e is what is looked for, parameters and bodies of named
// kernels included. It looks at each once, from the root down.
func (e *Expr) Some(is func(part *Expr) bool) bool {
	seen := make(map[*Expr]bool)
	var walk func(*Expr) bool
	walk = func(e *Expr) bool {
		if e == nil || seen[e] {
			return false
		}
		seen[e] = true
		return is(e) || slices.ContainsFunc(e.args, walk) || walk(e.body)
	}
	return walk(e)
}

// Replace returns e with rewrite(s) in the place of every part s with the variable for which it is not nil, from the
// root down; named kernels are opened. A part that occurs more than once is rewritten once.
// Rewritten from the root down: a part that is replaced is not looked into, so that rewrite sees no result of its own.
func (e *Expr) Replace(rewrite func(*Expr) *Expr) *Expr { return e.replace(rewrite, false) }

// replace is Replace, in constants too if all is set.
func (e *Expr) replace(rewrite func(*Expr) *Expr, all bool) *Expr {
	memo := make(map[*Expr]*Expr)
	var walk func(*Expr) *Expr
	walk = func(e *Expr) *Expr {
		if !e.varies && !all {
			return e
		}
		for e.op == OpCall && e.body != nil {
			e = e.body
		}
		if memo[e] != nil {
			return memo[e]
		}
		v := rewrite(e)
		switch {
		case v != nil:
		case len(e.args) == 0:
			v = e
		default:
			args := make([]*Expr, len(e.args))
			for i, a := range e.args {
				args[i] = walk(a)
			}
			v = Apply(e.op, args...)
		}
		memo[e] = v
		return v
	}
	return walk(e)
}
